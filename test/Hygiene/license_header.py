#===- license_header.py - Rule: each source file has the license header ---===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The first line names the file, and the notice follows. Templates (.in) are
exempt: what they become is the user's."""

import os
import re

import tree

SUFFIXES = (".cpp", ".h", ".td", ".py", ".sh", ".c", ".cmake", ".cfg")
NOTICE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
PREAMBLE_LINES = 12


def problems(root):
    for path in tree.files(root):
        name = os.path.basename(path)
        lines = tree.read(root, path)
        if not path.endswith(SUFFIXES) and not tree.is_script(lines):
            continue
        head = lines[:PREAMBLE_LINES]
        if not any(NOTICE in line for line in head):
            yield path, 1, "no license header"
            continue
        title = next((line for line in head if "===-" in line), "")
        match = re.search(r"===-+ (\S+)", title)
        if not match:
            yield path, 1, "no title line '===- NAME - what it is ---==='"
        elif match.group(1) != name:
            yield path, 1, f"the title line names '{match.group(1)}'"


if __name__ == "__main__":
    tree.main(problems)
