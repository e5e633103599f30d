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
"""

from dataclasses import dataclass

from .editor import Editor, Mutant, lazy
from .ir import renamed

POISON = {-2147483647, -2147483646}
SELECTS = ("arith.select", "llvm.select")
CONDITIONS = ("arith.cmpi", "llvm.icmp", "arith.andi", "llvm.and")


@dataclass
class Combine:
    ops: list
    low: list  # the names of its begin and of its end
    high: list
    results: list


class _Uses:
    """Ops by the values that they define and use, within one region: names of
    others may mean something else there."""

    def __init__(self, ops):
        self.defining, self.using = {}, {}
        for op in ops:
            self.defining[op.result, op.region] = op
            for value in op.operands:
                self.using.setdefault((value, op.region), []).append(op)

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
            if op.name.endswith(("andi", "and")):
                waiting.extend(op.operands)
    return found


def find_combines(module, kernel):
    edit = Editor(module)
    ops = module.ops(kernel)
    uses = _Uses(ops)
    combines = []
    poisoned = [op for op in ops if op.name in SELECTS
                and edit.number(op, 2) in POISON]
    for begin, end in zip(poisoned, poisoned[1:]):
        if (begin.operands[0] != end.operands[0]
                or edit.number(begin, 2) == edit.number(end, 2)):
            continue
        chains = [[begin], [end]]
        for chain in chains:
            while len(chain) < 3 and chain[-1]:
                chain.append(uses.select_over(chain[-1]))
        (b1, b2, b3), (e1, e2, e3) = chains
        if not (b3 and e3) or b2.operands[0] != e2.operands[0]:
            continue
        combine = Combine([b1, b2, b3, e1, e2, e3],
                          [b2.operands[1], e2.operands[1]],
                          [b3.operands[1], e3.operands[1]],
                          [b3.result, e3.result])
        if (b1.operands[1], e1.operands[1]) != (combine.low[0],
                                                combine.high[1]):
            continue
        for select in (b1, b2, b3):
            combine.ops.extend(_conditions(uses, select))
        combines.append(combine)
    return combines


def mutants_of(module, combine):
    """The combine with its sides swapped, and with one side only."""
    first = combine.ops[0]
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
