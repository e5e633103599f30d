#===- combines.py - Combines of intervals in kernels of the proof ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Kernels of the proof combine intervals where the scan's own kernels combine
states. The code of that combine is the proof's instrument, not the kernels', and
is not mutated op by op. What is mutated is the combine as a whole: its sides
change places, or one of them is lost.

    adjacent = ..;  b1 = select adjacent, low.begin, poison;   e1 likewise
    b2 = select high is empty, low.begin, b1;                  e2 likewise
    begin = select low is empty, high.begin, b2;               end likewise

Intervals of chains may begin with an init, which is a case more:

    joins = low is the init, high begins;     both = joins or adjacent
    b0 = select adjacent, low.begin, poison;  b1 = select joins, ~high.begin, b0
                                              e1 = select both, high.end, poison

Where the low side is the init itself, it is not empty, and the last two selects
are not there.
"""

from dataclasses import dataclass

from .editor import Editor, Mutant, lazy
from .ir import renamed

POISON = {-2147483647, -2147483646}
SELECTS = ("arith.select", "llvm.select")
ANDS = ("arith.andi", "llvm.and", "arith.ori", "llvm.or")
CONDITIONS = ("arith.cmpi", "llvm.icmp", *ANDS)


@dataclass
class Combine:
    ops: list
    low: list  # the names of its begin and of its end
    high: list
    results: list
    swaps: bool = True  # whether its sides can change places


class _Uses:
    """Ops by the values that they define and use, within one region: names of
    others may mean something else there."""

    def __init__(self, ops):
        self.defining, self.using = {}, {}
        for op in ops:
            self.defining[op.result, op.region] = op
            for value in op.operands:
                self.using.setdefault((value, op.region), []).append(op)

    def selects(self, op, most):
        """A select, the one that takes its result, and so on."""
        found = [op]
        while len(found) < most and self.select_over(found[-1]):
            found.append(self.select_over(found[-1]))
        return found

    def select_over(self, op):
        """The select that takes a result where its condition is false."""
        for user in self.using.get((op.result, op.region), []):
            if user.name in SELECTS and user.operands[2] == op.result:
                return user
        return None


def _conditions(uses, select):
    """What makes the condition of a select, and nothing else."""
    found, waiting = [], [select.operands[0]]
    while waiting:
        op = uses.defining.get((waiting.pop(), select.region))
        if op and op.name in CONDITIONS and op not in found:
            found.append(op)
            if op.name in ANDS:
                waiting.extend(op.operands)
    return found


def find_combines(module, kernel):
    edit = Editor(module)
    ops = module.ops(kernel)
    uses = _Uses(ops)
    poisoned = [op for op in ops if op.name in SELECTS
                and edit.number(op, 2) in POISON]
    combines = []
    for begin, end in zip(poisoned, poisoned[1:]):
        if edit.number(begin, 2) != edit.number(end, 2):
            combine = (_combine(uses, begin, end, True)
                       or _combine(uses, begin, end, False))
            if combine:
                combines.append(combine)
    return combines


def _combine(uses, begin, end, last):
    """The combine that has these two selects; None if there is none. With
    `last`, its low side can be empty."""
    chains = begin.operands[0] != end.operands[0]
    count = 2 + last
    begins = uses.selects(begin, count + chains)
    ends = uses.selects(end, count)
    if (len(begins), len(ends)) != (count + chains, count) or (
            not last and not chains):
        return None
    b2, e2 = begins[1 + chains], ends[1]
    low = [b2.operands[1], e2.operands[1]]
    not_begin = None  # ~high.begin
    if chains:
        not_begin = uses.defining.get((begins[1].operands[1], begin.region))
        if not not_begin:
            return None
    high = ([begins[-1].operands[1], ends[-1].operands[1]] if last else
            [not_begin.operands[0], end.operands[1]])
    if (b2.operands[0] != e2.operands[0]
            or (begin.operands[1], end.operands[1]) != (low[0], high[1])
            or not_begin and not_begin.operands[0] != high[0]):
        return None
    ops = [*begins, *ends, *[not_begin] * chains]
    for select in [*begins, *ends]:
        ops.extend(op for op in _conditions(uses, select) if op not in ops)
    return Combine(ops, low, high, [begins[-1].result, ends[-1].result], last)


def mutants_of(module, combine):
    """The combine with its sides swapped, and with one side only."""
    first = combine.ops[0]
    if combine.swaps:
        yield Mutant(first, "swap", "sides", _swapped(module, combine))
    for name, side in (("low", combine.low), ("high", combine.high)):
        yield Mutant(first, "drop", f"only-{name}",
                     _only(module, combine, side))


@lazy
def _swapped(module, combine):
    edit = Editor(module)
    names = combine.low + combine.high
    others = combine.high + combine.low
    edits = {}
    for op in combine.ops:
        operands = [others[names.index(value)] if value in names else value
                    for value in op.operands]
        edits.update(edit.with_operands(op, operands)())
    return edits


@lazy
def _only(module, combine, side):
    edits = {}
    lines = dict(enumerate(module.lines))
    for result, value in zip(combine.results, side):
        for line in module.uses(result, combine.ops[0].region):
            if f"{result} = " not in lines[line]:
                lines[line] = renamed(lines[line], result, value)
                edits[line] = [lines[line]]
    return edits
