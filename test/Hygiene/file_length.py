#===- file_length.py - Rule: a source file has at most 500 lines ----------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A file holds one concept. One that needs more than 700 lines for it is in
REASONS, which says why."""

import os

import tree

LIMIT = 700
SUFFIXES = (".cpp", ".h", ".td", ".py", ".sh", ".c", ".in", ".cmake")
REASONS = {
    # "path": "why it is no shorter"
}


def problems(root):
    for path in tree.files(root):
        lines = tree.read(root, path)
        if not path.endswith(SUFFIXES) and not tree.is_script(lines):
            continue
        if len(lines) > LIMIT and path not in REASONS:
            yield path, len(lines), f"{len(lines)} lines (at most {LIMIT})"
    for path in REASONS:
        if not os.path.exists(os.path.join(root, path)):
            yield path, 1, "is gone: take it off the list"
        elif len(tree.read(root, path)) <= LIMIT:
            yield path, 1, "is short now: take it off the list"


if __name__ == "__main__":
    tree.main(problems)
