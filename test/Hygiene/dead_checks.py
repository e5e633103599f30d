#===- dead_checks.py - Rule: each CHECK line is read by a FileCheck -------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A prefix that no RUN line names, or a suffix that FileCheck does not know,
makes a line that nothing reads."""

import re

import filechecks
import tree

# Words in capitals with a colon that are no FileCheck directives.
OTHER_WORDS = {
    "ALLOW_RETRIES",
    "COM",
    "DEFINE",
    "END.",
    "FIXME",
    "NOTE",
    "REDEFINE",
    "REQUIRES",
    "RUN",
    "TODO",
    "UNSUPPORTED",
    "XFAIL",
}


def problems(root):
    readers = filechecks.uses(root)
    for path in tree.lit_files(root):
        if path.endswith(".py"):
            continue
        prefixes = readers.get(path, set())
        for number, line in enumerate(tree.read(root, path), 1):
            text = filechecks.first_word(path, line)
            match = text and re.match(
                rf"([A-Z][A-Z0-9_-]+)(?:{filechecks.MODIFIER})?:", text
            )
            if not match or match.group(1) in OTHER_WORDS:
                continue
            word = match.group(1)
            if word in prefixes or any(
                re.fullmatch(re.escape(prefix) + filechecks.SUFFIX, word)
                for prefix in prefixes
            ):
                continue
            known = ", ".join(sorted(prefixes)) or "none"
            yield (
                path,
                number,
                f"no FileCheck reads '{word}:' (prefixes read here: {known})",
            )


if __name__ == "__main__":
    tree.main(problems)
