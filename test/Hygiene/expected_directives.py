#===- expected_directives.py - Rule: expected-* is known and read ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The diagnostic verifier ignores what it cannot parse, and a file whose RUN
lines do not ask for it is not verified at all."""

import re

import tree

VALID = re.compile(
    r"expected-(?:error|warning|remark|note)(?:-re)?\s*"
    r"(?:@(?:above|below|unknown|[+-]\d+)\s*)?\{\{"
)


def problems(root):
    for path in tree.lit_files(root):
        if path.endswith(".py"):
            continue
        lines = tree.read(root, path)
        verified = any(
            "verify-diagnostics" in text for _, text in tree.run_commands(lines)
        )
        for number, line in enumerate(lines, 1):
            comment = re.search(r"//(.*)$", line)
            if not comment or "RUN:" in line:
                continue
            for match in re.finditer(r"\bexpected-\w*", comment.group(1)):
                if not VALID.match(comment.group(1), match.start()):
                    yield path, number, f"malformed '{match.group(0)}'"
                elif not verified:
                    yield (
                        path,
                        number,
                        f"'{match.group(0)}', but no RUN line has "
                        "-verify-diagnostics",
                    )


if __name__ == "__main__":
    tree.main(problems)
