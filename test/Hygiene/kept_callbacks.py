#===- kept_callbacks.py - Rule: nobody keeps a function_ref ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A function_ref does not own what it calls: a member outlives the lambda that
it was given. What is kept is a std::function."""

import re

import tree

SUFFIXES = (".cpp", ".h")
MEMBER = re.compile(
    r"^\s+(?:const )?(?:llvm::)?function_ref<.*>\s+\w+(?:\s*=[^)]*|\{.*\})?;")


def problems(root):
    for path in tree.files(root, under=("include", "lib", "tools")):
        if not path.endswith(SUFFIXES):
            continue
        for number, line in enumerate(tree.read(root, path), 1):
            if MEMBER.match(line):
                yield path, number, "a function_ref is kept"


if __name__ == "__main__":
    tree.main(problems)
