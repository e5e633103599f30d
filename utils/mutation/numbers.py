#===- numbers.py - Values that ops of kernels always have -----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What values are by definition: a block of one warp has no warp but number 0,
and so it is with the groups and the warps of a role. A mutant that uses one
value for another is none where both are the same number."""

import re

from . import named
from .editor import Editor
from .ir import OP, Op


class Numbers:
    """The values of one kernel."""

    def __init__(self, module, kernel):
        self.edit = Editor(module)
        self.function = module.kernels[kernel]
        self.scope = named.Scope(module, kernel)

    def of(self, value, op, depth=8):
        """The number that an operand of `op` always is; None if there is none
        that is known."""
        maker = self.scope.maker(value, op)
        if not isinstance(maker, Op) or not depth:
            return None
        return self._of_result(maker, maker.results().index(value), depth)

    def _of_result(self, op, index, depth):
        if op.name == "arith.constant":
            return self._constant(op)
        if op.name == "prefix.warp":
            return 0 if self._warps(self.function) == 1 else None
        if op.name == "prefix.member":
            return self._member(op, index)
        if op.name in ("arith.addi", "arith.muli", "arith.extui",
                       "arith.trunci"):
            numbers = [self.of(value, op, depth - 1) for value in op.operands]
            if op.name == "arith.muli" and 0 in numbers:
                return 0
            if None in numbers:
                return None
            if op.name == "arith.muli":
                return numbers[0] * numbers[1]
            return sum(numbers)
        return None

    def _constant(self, op):
        match = re.match(r"(-?\d+) : ", op.attribute("value") or "")
        return int(match[1]) if match else None

    def _member(self, op, index):
        warps = named.number_of(op, "warps")
        there = self._warps_here(op)
        if index == 0 and (op.operands or there == warps):
            return 0
        return 0 if index == 1 and warps == 1 else None

    def _warps_here(self, op):
        """How many warps execute what an op is in."""
        region = op.region
        while region and region.parent:
            parent = region.parent
            if parent.name == "prefix.roles":
                warps = re.search(r"warps = array<i64: ([^>]*)>",
                                  parent.properties)[1].split(",")
                return int(warps[parent.regions.index(region)])
            region = parent.region
        return self._warps(self.function)

    @staticmethod
    def _warps(function):
        size = re.search(r"known_block_size = array<i32: (\d+), 1, 1>",
                         function.properties)
        return int(size[1]) // 32 if size else None

    # Of a mutant.

    def is_same(self, mutant):
        op, edits = mutant.op, mutant.edits
        while callable(edits):
            edits = edits()
        if mutant.kind == "drop" and op.result_count == 1:
            old = self._of_result(op, 0, 8)
            if mutant.variant == "zero":
                return old == 0
            return (mutant.variant.isdigit() and old is not None and old ==
                    self.of(op.operands[int(mutant.variant)], op))
        if mutant.kind not in ("other", "swap") or set(edits) != {op.line} or (
                len(edits[op.line]) != 1):
            return False
        match = OP.match(edits[op.line][0])
        operands = [value.strip() for value in match["operands"].split(",")]
        if (match["properties"] or "") != op.properties or (
                len(operands) != len(op.operands)):
            return False
        pairs = [(self.of(new, op), self.of(old, op))
                 for new, old in zip(operands, op.operands) if new != old]
        return bool(pairs) and all(new == old and new is not None
                                   for new, old in pairs)
