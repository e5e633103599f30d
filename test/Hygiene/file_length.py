#===- file_length.py - Rule: a source file has at most 500 lines ----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""One concept a file."""

import tree

LIMIT = 500
SUFFIXES = (".cpp", ".h", ".td", ".py", ".sh", ".c", ".in", ".cmake")


def problems(root):
    for path in tree.files(root):
        lines = tree.read(root, path)
        if not path.endswith(SUFFIXES) and not tree.is_script(lines):
            continue
        if len(lines) > LIMIT:
            yield path, len(lines), f"{len(lines)} lines (at most {LIMIT})"


if __name__ == "__main__":
    tree.main(problems)
