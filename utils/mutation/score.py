#===- score.py - What part of mutants is found ----------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Scores by kind and strategy, with 95 % intervals, and tables of them."""

import math
from collections import Counter

from .judge import FAILED
from .operators import KINDS


def wilson(found, total, z=1.96):
    """The interval that has the true share with 95 % confidence (Wilson 1927:
    right for few mutants and for shares near 1)."""
    if total == 0:
        return 0.0, 1.0
    share = found / total
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + (z / (2 * total))**2)
    scale = 1 + z * z / total
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


class Score:
    def __init__(self, records):
        self.counts = Counter(r["outcome"] for r in records)
        self.found = self.counts["found"]
        self.total = self.found + sum(self.counts[o] for o in FAILED)

    @property
    def share(self):
        return self.found / self.total if self.total else 1.0

    @property
    def interval(self):
        return wilson(self.found, self.total)

    def row(self):
        low, high = self.interval
        score = f"{100 * self.share:.1f} %" if self.total else ""
        interval = f"{100 * low:.1f} to {100 * high:.1f} %" if self.total else ""
        return [self.total, self.found, score, interval,
                self.counts["equivalent"], self.counts["invalid"]]


HEADINGS = ["mutants", "found", "score", "95 % interval", "equivalent",
            "invalid"]


def _table(first, rows):
    lines = [f"| {' | '.join([first, *HEADINGS])} |",
             "| --- |" + " ---: |" * len(HEADINGS)]
    for name, score in rows:
        lines.append(f"| {name} | {' | '.join(map(str, score.row()))} |")
    return lines


def tables(records):
    """Markdown: by kind, by strategy, and what found them."""
    def part(field, value):
        return Score([r for r in records if r[field] == value])

    kinds = [k for k in KINDS if any(r["kind"] == k for r in records)]
    strategies = sorted({r["strategy"] for r in records})
    lines = _table("kind", [*((k, part("kind", k)) for k in kinds),
                            ("all", Score(records))])
    lines += [""] + _table("strategy", [
        (f"`{s}`", part("strategy", s)) for s in strategies])
    catches = Counter(r["by"] for r in records if r["outcome"] == "found")
    lines += ["", "Found by: " + ", ".join(
        f"{name} {count}" for name, count in catches.most_common()) + "."]
    reasons = Counter(r["by"] for r in records if r["outcome"] == "equivalent")
    if reasons:
        lines += ["", "Equivalent by: " + ", ".join(
            f"{name} {count}" for name, count in reasons.most_common()) + "."]
    return "\n".join(lines) + "\n"
