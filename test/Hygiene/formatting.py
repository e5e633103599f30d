#===- formatting.py - Rule: C and C++ are formatted by clang-format -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""LLVM style, as .clang-format says. utils/format puts a tree right."""

import os
import re
import shutil
import subprocess
import sys

import tree

SUFFIXES = (".cpp", ".h", ".c")


def problems(root):
    program = shutil.which("clang-format-22")
    if not program:
        sys.exit("clang-format-22 is not installed (see utils/packages.txt)")
    paths = [os.path.join(root, path) for path in tree.files(root, SUFFIXES)]
    done = subprocess.run(
        [program, "--style=LLVM", "--dry-run", *paths],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    # One report a file.
    reported = set()
    for match in re.finditer(
        r"^(.*?):(\d+):\d+: warning:", done.stderr, re.MULTILINE
    ):
        path = os.path.relpath(match.group(1), root)
        if path not in reported:
            reported.add(path)
            yield path, int(match.group(2)), "not formatted (run utils/format)"


if __name__ == "__main__":
    tree.main(problems)
