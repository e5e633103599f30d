#===- differing.py - Mutants that differ where nobody looks ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A mutated op may give another value only where nothing depends on it: a lane
that does not take part, the total of the last tile. Then any value will do
there. That is shown on the original kernels, which compute the mutant's value
beside their own: where the two differ, the value is 0, 1, -1 and a number of no
meaning, in turn. In some run they must differ, or else the runs say nothing.

A bit has no third value. Where it only chooses, it is the values that come out
of the choice that are replaced. Where it guards stores, they are done if either
of the two bits says so, and what is stored where the bits differ is replaced:
nobody reads it."""

from . import facts
from .equivalence import guarded_ops
from .editor import INTEGER, Editor, is_constant_type, trap_if, values_of
from .ir import renamed


class Difference:
    """`lines` compute the mutant's value as `other`."""

    def __init__(self, module, op, lines, other):
        self.module, self.op = module, op
        self.edit = Editor(module)
        compare = ("arith.cmpi", "llvm.icmp")[self.edit.llvm]
        [type] = op.result_types
        self.lines = [*lines, f'{op.indent}%differs = "{compare}"({other}, '
                      f'{op.result}) <{{predicate = 1 : i64}}> : ({type}, '
                      f'{type}) -> i1']

    def watched(self):
        """Kernels with an access to nowhere where the values differ."""
        return self.module.edited({self.op.last: [
            self.module.lines[self.op.last], *self.lines,
            *trap_if(self.edit, self.op, "%differs")]})

    def texts(self):
        """Kernels with any value there; none if that cannot be shown."""
        ops = [self.op]
        if self.op.result_types == ["i1"]:
            guard = self._guard()
            if guard:
                return [self._with_stores(*guard, number)
                        for number in range(4)]
            ops = self._choices()
        if not ops or not all(is_constant_type(type) and type != "i1"
                              for op in ops for type in op.result_types):
            return []
        return [self._with_values(ops, number) for number in range(4)]

    def _choices(self):
        """The ops that use the bit, if all of them only choose."""
        lines = [n for n in self.module.uses(self.op.result, self.op.region)
                 if n != self.op.line]
        users = [op for op in self.module.ops(self.op.kernel)
                 if op.line in lines]
        return users if len(users) == len(lines) and all(
            op.block is self.op.block and op.operands[0] == self.op.result
            and op.operands.count(self.op.result) == 1 and (
                op.name in ("arith.select", "llvm.select")
                or op.name == "scf.if" and self._only_computes(op))
            for op in users) else []

    @staticmethod
    def _only_computes(op):
        return op.result_count > 0 and all(
            facts.is_pure(inner) or inner.name == "scf.yield"
            or inner.name in facts.LOADS and not facts.ordering(inner)
            for inner in op.nested())

    def _guard(self):
        """The op that branches on the bit, and the stores that it guards, if
        that is all that the bit does."""
        users = [op for op in self.module.ops(self.op.kernel)
                 if self.op.result in op.operands
                 and op.line in self.module.uses(self.op.result,
                                                 self.op.region)]
        if len(users) != 1 or users[0].block is not self.op.block:
            return None
        [user] = users
        if user.name == "scf.if" and not user.result_count:
            inner = list(user.nested())
        elif user.name == "llvm.cond_br" and len(user.operands) == 1:
            inner = guarded_ops(self.module, user)
        else:
            return None
        stores = [op for op in inner if op.name in facts.STORES]
        allowed = all(facts.is_pure(op) or op in stores
                      or op.name in ("scf.yield", "llvm.br") for op in inner)
        return (user, stores) if allowed and stores and all(
            not facts.ordering(op) and is_constant_type(op.operand_types[0])
            for op in stores) else None

    def _with_stores(self, user, stores, number):
        lines = self.module.lines
        edits = {self.op.line: [lines[self.op.line], *self.lines]}
        select = ("arith.select", "llvm.select")[self.edit.llvm]
        either = ('arith.ori', 'llvm.or')[self.edit.llvm]
        either = [f'{user.indent}%either = "{either}"'
                  f'({self.op.result}, %differs) : (i1, i1) -> i1']
        edits[user.line] = [*either, renamed(lines[user.line], self.op.result,
                                             "%either")]
        for count, op in enumerate(stores):
            type, value = op.operand_types[0], op.operands[0]
            values = values_of(type)
            edits[op.line] = [
                self.edit.constant(op.indent, f"%value{count}",
                                   values[number % len(values)], type),
                f'{op.indent}%any{count} = "{select}"(%differs, '
                f'%value{count}, {value}) : (i1, {type}, {type}) -> {type}',
                lines[op.line].replace(f"({value},", f"(%any{count},", 1)]
        return self.module.edited(edits)

    def _with_values(self, ops, number):
        """The kernels with one of the four values in the place of each result
        of these ops, where the mutant's value is another."""
        lines, added = {}, {}
        select = ("arith.select", "llvm.select")[self.edit.llvm]
        added[self.op.last] = list(self.lines)
        for count, op in enumerate(ops):
            name = op.result.split(":")[0]
            for index, type in enumerate(op.result_types):
                old = name if op.result_count == 1 else f"{name}#{index}"
                new, value = f"%any{count}x{index}", f"%value{count}x{index}"
                for n in self.module.uses(old, op.region):
                    if not op.line <= n <= op.last:
                        lines[n] = renamed(lines.get(n, self.module.lines[n]),
                                           old, new)
                added.setdefault(op.last, []).extend([
                    self.edit.constant(op.indent, value,
                                       values_of(type)[number % len(
                                           values_of(type))], type),
                    f'{op.indent}{new} = "{select}"(%differs, {value}, {old}) '
                    f': (i1, {type}, {type}) -> {type}'])
        return self.module.edited({
            n: [lines.get(n, self.module.lines[n]), *added.get(n, [])]
            for n in {*lines, *added}})


def is_any_value_there(module, op, lines, other, verifies):
    if (op.result_count != 1 or op.regions
            or not INTEGER.match(op.result_types[0])
            or facts.is_sync(op) or facts.is_memory(op)):
        return False
    difference = Difference(module, op, lines, other)
    texts = difference.texts()
    return (bool(texts) and all(verifies(text) for text in texts)
            and not verifies(difference.watched()))
