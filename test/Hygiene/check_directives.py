#===- check_directives.py - Rule: a CHECK directive has its colon ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""FileCheck takes 'CHECK-NEXT foo' for prose and says nothing."""

import re

import filechecks
import tree


def problems(root):
    readers = filechecks.uses(root)
    for path in tree.lit_files(root):
        prefixes = readers.get(path, set()) | {"CHECK"}
        names = "|".join(re.escape(name) for name in sorted(prefixes))
        directive = re.compile(
            rf"((?:{names})(?:{filechecks.SUFFIX})?(?:{filechecks.MODIFIER})?)"
            r"(?![\w{-])(.?)"
        )
        for number, line in enumerate(tree.read(root, path), 1):
            text = filechecks.first_word(path, line)
            match = text and directive.match(text)
            if match and match.group(2) != ":":
                yield path, number, f"'{match.group(1)}' without its colon"


if __name__ == "__main__":
    tree.main(problems)
