#===- moves.py - Accesses that moved where nobody could see it ------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A plain access that moved across a barrier or the like is no fault if no
other thread accesses that memory in between. That is shown on kernels with an
access at both places, of which neither may race:

    a load    reads the same at both: an access to nowhere where it does not
    a store   stores what has no meaning at the first place, and what it should
              at the second: nobody reads it in between
"""

import re

from . import facts
from .editor import (
    FLOAT, INTEGER, VECTOR, Editor, is_constant_type, trap_if, values_of)
from .ir import renamed


class Move:
    def __init__(self, module, mutant):
        self.module, self.op = module, mutant.op
        self.edit = Editor(module)
        edits = mutant.edits
        while callable(edits):
            edits = edits()
        # The op is gone from its place, and is at another one: before an op
        # that acquires, with the arithmetic of its operands, or behind one that
        # releases.
        [(self.place, lines)] = [item for item in edits.items() if item[1]]
        self.is_up = self.place < self.op.line
        self.copy = lines[:-1] if self.is_up else lines[1:]

    def texts(self):
        """Kernels that all verify if nobody else looks in between."""
        if facts.ordering(self.op) != facts.NOT_ATOMIC:
            return []
        if self.op.name in facts.LOADS:
            return self._twice_loaded()
        if self.op.name in facts.STORES:
            return self._stored_before()
        return []

    def _copied(self):
        """The copy, with names of its own."""
        lines = list(self.copy)
        for name in re.findall(r"(?m)^\s*(%\w+) = ", "\n".join(lines)):
            lines = [renamed(line, name, f"%copy{name[1:]}") for line in lines]
        return lines

    def _edited(self, at_place, at_op):
        line = self.module.lines[self.place]
        at_place = [*at_place, line] if self.is_up else [line, *at_place]
        return self.module.edited({self.place: at_place, self.op.line: at_op})

    def _twice_loaded(self):
        type = self.op.result_types[0]
        vector = VECTOR.match(type)
        scalar = vector[2] if vector else type
        width = int(re.search(r"\d+", scalar)[0])
        if not (vector or INTEGER.match(type) or FLOAT.match(type)):
            return []
        bits = f"i{width * (int(vector[1]) if vector else 1)}"
        indent, edit = self.op.indent, self.edit
        names = [self.op.result, f"%copy{self.op.result[1:]}"]
        check = []
        if bits != type:
            check = [f'{indent}%bits{i} = "llvm.bitcast"({name}) : ({type}) -> '
                     f'{bits}' for i, name in enumerate(names)]
            names = ["%bits0", "%bits1"]
        compare = ("arith.cmpi", "llvm.icmp")[edit.llvm]
        check.append(f'{indent}%differ = "{compare}"({", ".join(names)}) '
                     f'<{{predicate = 1 : i64}}> : ({bits}, {bits}) -> i1')
        check.extend(trap_if(edit, self.op, "%differ"))
        load = self.module.lines[self.op.line]
        if self.is_up:
            return [self._edited(self._copied(), [load, *check])]
        return [self._edited([*self._copied(), *check], [load])]

    def _stored_before(self):
        type = self.op.operand_types[0]
        if not is_constant_type(type):
            return []
        store = self.module.lines[self.op.line]
        texts = []
        for number in values_of(type)[2:]:
            constant = self.edit.constant(self.op.indent, "%meaningless",
                                          number, type)
            *arithmetic, copy = self._copied() if self.is_up else [store]
            first = [*arithmetic, constant,
                     re.sub(r"(\"[\w.]+\"\()[^,()]+", r"\1%meaningless", copy,
                            count=1)]
            texts.append(self._edited(first, [store]) if self.is_up
                         else self._edited([store], first))
        return texts


def is_own_meanwhile(module, mutant, verifies):
    """Whether all of these kernels verify, and there are some."""
    texts = Move(module, mutant).texts()
    return bool(texts) and all(verifies(text) for text in texts)
