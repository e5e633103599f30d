#===- docs.py - The table of scores in a page -----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Keeps the table between the markers of a page."""

import sys

from .score import tables
from .views import PHASES

BEGIN, END = "<!-- mutants -->", "<!-- end of mutants -->"


def command(arguments):
    """What makes the table again."""
    text = f"utils/mutate --sample={arguments.sample} --seed={arguments.seed}"
    if arguments.phases != PHASES:
        text += f" --phases={','.join(arguments.phases)}"
    if arguments.bases.pattern:
        text += f" --bases='{arguments.bases.pattern}'"
    return text


def page_with(text, table):
    """The page with another table."""
    head, begin, rest = text.partition(BEGIN + "\n")
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"mutate: error: the page has no '{BEGIN}' with an "
                         f"'{END}' behind it")
    return f"{head}{BEGIN}\n\n{table}\n{END}{tail}"


def update_docs(arguments, records):
    """The exit status."""
    text = arguments.docs.read_text()
    wanted = page_with(text, f"`{command(arguments)}`:\n\n{tables(records)}")
    if arguments.update:
        arguments.docs.write_text(wanted)
    elif text != wanted:
        print(f"mutate: error: {arguments.docs.name} has another table; "
              "--update writes it", file=sys.stderr)
        return 1
    return 0
