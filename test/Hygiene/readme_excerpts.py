#!/usr/bin/env python3
#===- readme_excerpts.py - What the README quotes is what there is --------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Compares the README's excerpts with their sources.

  readme_excerpts.py README.md --ptx=FILE --app=FILE

The PTX excerpt (the code block that begins with a shuffle) must be consecutive
lines of FILE, but for spaces and comments; the block that becomes app.c must be
FILE, to the byte.
"""

import argparse
import re
import sys


def blocks(text):
    """Yields (line number, what precedes the block, its lines)."""
    lines = text.splitlines()
    start = None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number
        else:
            yield start + 1, lines[start - 1], lines[start + 1 : number]
            start = None


def normal(line):
    return " ".join(re.sub(r"//.*", "", line).split())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("readme")
    parser.add_argument("--ptx", required=True)
    parser.add_argument("--app", required=True)
    options = parser.parse_args()
    with open(options.readme, encoding="utf-8") as stream:
        found = list(blocks(stream.read()))
    with open(options.ptx, encoding="utf-8") as stream:
        ptx = [normal(line) for line in stream]
    with open(options.app, encoding="utf-8") as stream:
        app = stream.read().splitlines()

    excerpts = [b for b in found if b[2] and b[2][0].startswith("shfl.")]
    programs = [b for b in found if "check: file app.c" in b[1]]
    problems = []
    if len(excerpts) != 1:
        problems.append(f"{options.readme}: expected one PTX excerpt")
    for line, _, excerpt in excerpts:
        wanted = [normal(text) for text in excerpt]
        places = range(len(ptx) - len(wanted) + 1)
        if not any(ptx[i : i + len(wanted)] == wanted for i in places):
            problems.append(f"{options.readme}:{line}: the PTX excerpt is not "
                            "in what the compiler writes")
    if len(programs) != 1:
        problems.append(f"{options.readme}: expected one app.c")
    for line, _, program in programs:
        if program != app:
            problems.append(f"{options.readme}:{line}: the program differs "
                            f"from {options.app}")
    print("\n".join(problems) or f"{options.readme}: as quoted")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
