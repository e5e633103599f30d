#===- silenced_errors.py - Rule: no test throws standard error away -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What a tool complains about is part of what it does."""

import re

import tree

# Built from two parts, so that this file does not contain what it rejects.
SILENCED = re.compile(r"(?:2|&)>>?\s*" + "/dev/" + "null")


def problems(root):
    for path in tree.files(root, under=("test",)):
        for number, line in enumerate(tree.read(root, path), 1):
            if SILENCED.search(line):
                yield path, number, "standard error thrown away"


if __name__ == "__main__":
    tree.main(problems)
