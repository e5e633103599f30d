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

from . import facts, named
from .editor import (
    FLOAT, INTEGER, VECTOR, Editor, is_constant_type, trap_if, values_of)


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
        if self.op.name in facts.LOADS | facts.SHARED_LOADS:
            return self._twice_loaded()
        if self.op.name in facts.STORES | facts.SHARED_STORES:
            return self._stored_before()
        return []

    def _copied(self):
        """The copy, with names of its own."""
        lines = list(self.copy)
        for name in re.findall(r"(?m)^\s*(%\w+)(?::\d+)? = ",
                               "\n".join(lines)):
            lines = [re.sub(re.escape(name) + r"(?![\w$.-])",
                            f"%copy{name[1:]}", line) for line in lines]
        return lines

    def _edited(self, at_place, at_op):
        line = self.module.lines[self.place]
        at_place = [*at_place, line] if self.is_up else [line, *at_place]
        return self.module.edited({self.place: at_place, self.op.line: at_op})

    def _twice_loaded(self):
        check, differ = [], []
        for number, (name, type) in enumerate(zip(self.op.results(),
                                                  self.op.result_types)):
            vector = VECTOR.match(type)
            if not (vector or INTEGER.match(type) or FLOAT.match(type)):
                return []
            check.extend(self._compared(number, name, type))
            differ.append(f"%differ{number}")
        either = ("arith.ori", "llvm.or")[self.edit.llvm]
        for number, name in enumerate(differ[1:]):
            check.append(f'{self.op.indent}%either{number} = "{either}"'
                         f'({differ[0]}, {name}) : (i1, i1) -> i1')
            differ[0] = f"%either{number}"
        check.extend(trap_if(self.edit, self.op, differ[0]))
        load = self.module.lines[self.op.line]
        if self.is_up:
            return [self._edited(self._copied(), [load, *check])]
        return [self._edited([*self._copied(), *check], [load])]

    def _compared(self, number, name, type):
        """Lines that say, in %differ, whether two loads gave other bits."""
        edit, indent = self.edit, self.op.indent
        vector = VECTOR.match(type)
        width = int(re.search(r"\d+", vector[2] if vector else type)[0])
        bits = f"i{width * (int(vector[1]) if vector else 1)}"
        names = [name, f"%copy{name[1:]}"]
        if bits != type:
            cast = "arith.bitcast" if edit.named else "llvm.bitcast"
            casts = [f"%bits{number}x{i}" for i in (0, 1)]
            for bit, its in zip(casts, names):
                yield f'{indent}{bit} = "{cast}"({its}) : ({type}) -> {bits}'
            names = casts
        compare = ("arith.cmpi", "llvm.icmp")[edit.llvm]
        yield (f'{indent}%differ{number} = "{compare}"({", ".join(names)}) '
               f'<{{predicate = 1 : i64}}> : ({bits}, {bits}) -> i1')

    def _stored_before(self):
        some = [0]
        if self.op.name in facts.SHARED_STORES:
            some = named.stored_state(self.op)
        types = [self.op.operand_types[at] for at in some]
        if not all(is_constant_type(type) for type in types):
            return []
        store = self.module.lines[self.op.line]
        texts = []
        for number in (2, 3):
            *arithmetic, copy = self._copied() if self.is_up else [store]
            constants, names = [], []
            for at, type in zip(some, types):
                values = values_of(type)
                names.append(f"%meaningless{at}" if at else "%meaningless")
                constants.append(self.edit.constant(
                    self.op.indent, names[-1], values[number % len(values)],
                    type))
            first = [*arithmetic, *constants, re.sub(
                r"(\"[\w.]+\"\()" + ", ".join([r"[^,()]+"] * len(some)),
                r"\1" + ", ".join(names), copy, count=1)]
            texts.append(self._edited(first, [store]) if self.is_up
                         else self._edited([store], first))
        return texts


def is_own_meanwhile(module, mutant, verifies):
    """Whether all of these kernels verify, and there are some."""
    texts = Move(module, mutant).texts()
    return bool(texts) and all(verifies(text) for text in texts)
