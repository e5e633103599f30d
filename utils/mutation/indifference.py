#===- indifference.py - Mutants of what makes no difference ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Mutants of values that no output depends on, such as what pads the last tile,
and of choices between two ways to do the same, such as whole vectors or one
element at a time. Both are shown on kernels that are further from the original
than the mutant is:

    any value   the value that was mutated, or what is loaded from where it
                points to, is 0, 1, -1 and a number of no meaning, in turn, for
                every thread: all of these verify
    any value there  the same where the mutant's value is another than the
                original's, and in some run it is (differing.py)
    same bound  a bound of an interval is read from its neighbour, of which it
                is a bound, too, or two bounds change places in a vector: in no
                run are the two different
    plain       an atomic load or store has a weaker order or scope; as a plain
                one it races with nothing
    own meanwhile  a plain access moved across a barrier or the like; with an
                access at both places nobody sees a difference (moves.py)
    free barrier  a barrier has another number, under which the kernel has no
                other: an access to nowhere before each one that has
    any way     the choice that was mutated is made in one way, for every
                thread, and in the other: both verify
    one way     the choice is made in one way, for every thread, and that
                verifies; and in no run does the mutant choose otherwise than
                the original but in this way

What no thread gets to is in none of these classes; nor does a way count that
all threads choose anyway."""

import re

from .differing import is_any_value_there
from .editor import Editor, is_constant_type, trap_if, values_of
from .ir import renamed
from . import facts, named
from .moves import is_own_meanwhile


def _barrier_operand(op):
    """Which operand is the number of a barrier of some threads."""
    if op.name == "nvvm.barrier" and op.operands:
        return 0
    return 5 if op.name == "prefix.copy_rest" and len(op.operands) > 5 else None


class Indifference:
    """`verifies` says whether the text of kernels verifies."""

    def __init__(self, module, mutant, verifies):
        self.module, self.mutant, self.op = module, mutant, mutant.op
        self.edit = Editor(module)
        self.verifies = verifies

    def reason(self):
        if self._is_plain_enough():
            return "plain"
        if self.mutant.kind == "move" and is_own_meanwhile(
                self.module, self.mutant, self.verifies):
            return "own meanwhile"
        if self.op.number == "all" or self.mutant.kind not in (
                "drop", "swap", "off-by-one", "negate", "constant", "count",
                "parity", "other"):
            return None
        if self._is_free_barrier():
            return "free barrier"
        if self._is_any_value():
            return "any value"
        if self._is_same_bound():
            return "same bound"
        return self._choice() or self._is_any_value_there()

    # Values.

    def _operands(self):
        """Texts with other values of the operand that alone was mutated."""
        index = self.mutant.operand
        if self.mutant.kind == "drop" and self.op.name in (
                "arith.select", "llvm.select"):
            # It is the one side always; what of the other?
            index = 3 - int(self.mutant.variant)
        elif self.mutant.kind == "drop" and self.op.name in (
                facts.STORES | facts.SHARED_STORES):
            # What was there before stays, which is one value of any.
            return self._stored()
        if index < 0 or not is_constant_type(self.op.operand_types[index]):
            return []
        return [self._text(self.edit.with_constant(self.op, index, value))
                for value in values_of(self.op.operand_types[index])]

    def _stored(self):
        """Texts in which others are stored."""
        op, some = self.op, [0]
        if op.name in facts.SHARED_STORES:
            some = named.stored_state(op)
        if not all(is_constant_type(op.operand_types[at]) for at in some):
            return []
        texts = []
        for number in range(4):
            operands, constants = list(op.operands), []
            for at in some:
                values = values_of(op.operand_types[at])
                operands[at] = f"%mutated{at}"
                constants.append(self.edit.constant(
                    op.indent, operands[at], values[number % len(values)],
                    op.operand_types[at]))
            texts.append(self._text(self.edit.with_operands(op, operands,
                                                            constants)))
        return texts

    def _results(self):
        """Texts with other values of the results, all of them at once."""
        types = self.op.result_types
        if (not types or types == ["i1"] or self.op.regions
                or not all(is_constant_type(type) for type in types)
                or facts.is_sync(self.op)
                or facts.COLLECTIVES.search(self.op.name)):
            return []
        if len(types) > 1:
            return [self._constant_results(number) for number in range(4)]
        return [self._constant_result(self.op, value)
                for value in values_of(types[0])]

    def _constant_results(self, number):
        """The module with constants for whoever uses a result of the op."""
        op, edit = self.op, self.edit
        lines, constants = {}, []
        for result, type in zip(op.results(), op.result_types):
            name, values = f"%any{len(constants)}", values_of(type)
            constants.append(edit.constant(
                op.indent, name, values[number % len(values)], type))
            for n in self.module.uses(result, op.region):
                if n != op.line:
                    lines[n] = renamed(lines.get(n, self.module.lines[n]),
                                       result, name)
        edits = {n: [line] for n, line in lines.items()}
        return self.module.edited({
            **edits, op.line: [*constants, self.module.lines[op.line]]})

    def _loaded(self):
        """Texts with other values of what is loaded by way of the result, if
        nothing else depends on it."""
        loads = [op for op in self._reached(
            lambda op: op.name in facts.LOADS) or []
            if op is not self.op]
        if not loads or not all(is_constant_type(load.result_types[0])
                                and not facts.ordering(load)
                                for load in loads):
            return []
        texts = []
        for number in range(4):
            edits = {}
            for load in loads:
                values = values_of(load.result_types[0])
                edits.update(self._constant_edits(
                    load, values[number % len(values)]))
            texts.append(self.module.edited(edits))
        return texts

    def _is_any_value(self):
        for make in (self._operands, self._results, self._loaded):
            texts = make()
            if texts and all(self.verifies(text) for text in texts):
                return True
        return False

    def _constant_result(self, op, value):
        """The module with a constant in the place of an op's result; the op
        stays where it does more than compute."""
        return self.module.edited(self._constant_edits(op, value))

    def _constant_edits(self, op, value):
        line = self.edit.constant(op.indent, op.result, value,
                                  op.result_types[0])
        if facts.is_pure(op):
            return {op.line: [line]}
        kept = renamed(self.module.lines[op.line], op.result,
                       f"%kept{op.line}")
        return {op.line: [kept, line]}

    def _text(self, edits):
        while callable(edits):
            edits = edits()
        return self.module.edited(edits)

    def _is_plain_enough(self):
        if (self.mutant.kind not in ("order", "scope")
                or self.mutant.variant == "plain"
                or self.op.name not in facts.LOADS | facts.STORES):
            return False
        line = re.sub(r', syncscope = "[^"]*"', "",
                      self.module.lines[self.op.line])
        line = re.sub(r"ordering = \d+", "ordering = 0", line)
        return self.verifies(self.module.edited({self.op.line: [line]}))

    def _is_any_value_there(self):
        lines = self._mutated_line()
        if lines is None:
            return None
        other = "%other0"
        if isinstance(lines[0], tuple):
            other, lines = lines[0][1], []
        return "any value there" if is_any_value_there(
            self.module, self.op, lines, other, self.verifies) else None

    def _is_same_bound(self):
        if not any("monoid = \"interval_" in line
                   for line in self.module.lines):
            return False
        if (self.op.name == "vector.from_elements"
                and self.mutant.kind == "swap"):
            return self._are_same_elements()
        if (self.op.name not in ("vector.extract", "llvm.extractelement")
                or self.op.result_types != ["i32"]):
            return False
        lines = self._mutated_line()
        if lines is None or isinstance(lines[0], tuple):
            return False
        edit, op = self.edit, self.op
        compare = ("arith.cmpi", "llvm.icmp")[edit.llvm]
        return self.verifies(self.module.edited({op.line: [
            self.module.lines[op.line], *lines,
            f'{op.indent}%bad = "{compare}"({op.result}, %other0) '
            f'<{{predicate = 1 : i64}}> : (i32, i32) -> i1',
            *trap_if(edit, op, "%bad")]}))

    def _are_same_elements(self):
        edit, op = self.edit, self.op
        first, second = (op.operands[int(index)]
                         for index in self.mutant.variant.split("-"))
        if op.operand_types[0] != "i32":
            return False
        return self.verifies(self.module.edited({op.line: [
            f'{op.indent}%bad = "arith.cmpi"({first}, {second}) '
            f'<{{predicate = 1 : i64}}> : (i32, i32) -> i1',
            *trap_if(edit, op, "%bad"), self.module.lines[op.line]]}))

    def _is_free_barrier(self):
        op, edit = self.op, self.edit
        at = _barrier_operand(op)
        if at is None or self.mutant.operand != at:
            return False
        old, number = edit.number(op, at), self.mutant.value
        if self.mutant.kind == "count" and old is not None:
            number = old + 1
        most = 15  # PTX ISA, section 9.7.13.1
        if old is None or number is None or not 0 <= number <= most or (
                number == 0 and not self._is_behind_block_barriers()):
            return False
        edits = {}
        for other in self.module.ops(op.kernel):
            at = _barrier_operand(other)
            if at is not None and other is not op:
                compare = ("arith.cmpi", "llvm.icmp")[edit.llvm]
                indent, line = other.indent, other.line
                check = [
                    edit.constant(indent, "%number", number, "i32"),
                    f'{indent}%same = "{compare}"({other.operands[at]}, '
                    f'%number) <{{predicate = 0 : i64}}> : (i32, i32) -> i1',
                    *trap_if(edit, other, "%same")]
                # There are more of them, with names of their own.
                edits[line] = [
                    *(re.sub(r"([%^](number|same|trap|far|nowhere|behind))\b",
                             rf"\g<1>{line}", text) for text in check),
                    self.module.lines[line]]
        return self.verifies(self.module.edited(edits))

    def _is_behind_block_barriers(self):
        """Whether all barriers of the whole block, whose number is 0, are over
        once a thread comes here: nothing is in a loop or branch around them."""
        kernel = self.op.kernel
        entry = self.module.kernels[kernel].regions[0].blocks[0]
        return not self.edit.llvm and all(
            other.block is entry and other.line < self.op.line
            for other in self.module.ops(kernel)
            if other.name in facts.BLOCK_BARRIERS and not other.operands)

    # Choices.

    def _choice(self):
        chain = self._chain()
        if not chain:
            return None
        choice = chain[-1]
        works = [way for way in (0, 1)
                 if self.verifies(self._constant_result(choice, way))
                 and not self.verifies(self._always(choice, way))]
        if len(works) == 2:
            return "any way"
        if works and self.verifies(self._watched(chain, works[0])):
            return "one way"
        return None

    def _chain(self):
        """The mutated op and what depends on it, up to the one choice that
        comes out; nothing if more does."""
        choices = self._reached(lambda op: op.result_types == ["i1"])
        if choices is None or len(choices) != 1:
            return []
        chain = sorted([*self.between, choices[0]], key=lambda op: op.line)
        if any(op.block is not self.op.block for op in chain):
            return []
        return chain if chain[-1] is choices[0] else []

    def _reached(self, is_end):
        """The ops for which `is_end` holds by which alone the mutated op, which
        computes, has an effect; None if it has others. Those between are kept
        in `between`."""
        self.between = []
        if self.op.result_count != 1 or not (
                facts.is_pure(self.op) or self.op.result_types == ["i1"]):
            return None
        ends, reached, seen = [], [self.op], set()
        while reached:
            op = reached.pop(0)
            if op.line in seen:
                continue
            seen.add(op.line)
            if is_end(op):
                ends.append(op)
                continue
            if not facts.is_pure(op) or op.result_count != 1:
                return None
            self.between.append(op)
            users = self._users(op)
            if users is None:
                return None
            reached.extend(users)
        return ends

    def _users(self, op):
        """The ops that use a result; None if a terminator or the like does."""
        lines = [n for n in self.module.uses(op.result, op.region)
                 if n != op.line]
        users = [other for other in self.module.ops(op.kernel)
                 if other.line in lines]
        return users if len(users) == len(lines) else None

    def _mutated_line(self):
        """Lines that compute the mutated op's result, as %other; None if the
        mutation is not of that sort."""
        edits = self.mutant.edits
        while callable(edits):
            edits = edits()
        op = self.op
        if set(edits) == {op.line} and edits[op.line]:
            *before, last = edits[op.line]
            if last.strip().startswith(f"{op.result} = "):
                return [*before, renamed(last, op.result, "%other0")]
            return None
        if self.mutant.kind == "drop" and not edits.get(op.line):
            index = self.mutant.variant
            if index.isdigit():
                return [("alias", op.operands[int(index)])]
        return None

    def _watched(self, chain, way):
        """The original kernels, with the mutant's choice beside their own: an
        access to nowhere where it is another, and not `way`."""
        lines = self._mutated_line()
        if lines is None:
            return None
        names, copies = {}, []
        if isinstance(lines[0], tuple):
            names[chain[0].result] = lines[0][1]
        else:
            names[chain[0].result] = "%other0"
            copies.extend(lines)
        for number, op in enumerate(chain[1:], 1):
            head, _, tail = self.module.lines[op.line].partition(" = ")
            for old, new in names.items():
                tail = renamed(tail, old, new)
            names[op.result] = f"%other{number}"
            copies.append(f"{op.indent}%other{number} = {tail}")
        choice, indent = chain[-1], chain[-1].indent
        mutated, edit = names[choice.result], self.edit
        check = [
            edit.constant(indent, "%way", way, "i1"),
            edit.binary(indent, "%differs", "xor", mutated, choice.result,
                        "i1"),
            edit.binary(indent, "%against", "xor", mutated, "%way", "i1"),
            edit.binary(indent, "%bad", "and", "%differs", "%against", "i1"),
            *trap_if(edit, choice, "%bad")]
        return self.module.edited({
            choice.line: [self.module.lines[choice.line], *copies, *check]})

    def _always(self, choice, way):
        """The original kernels, with an access to nowhere where a choice is not
        made in this way."""
        edit, indent = self.edit, choice.indent
        return self.module.edited({choice.line: [
            self.module.lines[choice.line],
            edit.constant(indent, "%way", way, "i1"),
            edit.binary(indent, "%bad", "xor", choice.result, "%way", "i1"),
            *trap_if(edit, choice, "%bad")]})


def indifference(view, mutant, verifies):
    """Why no output depends on what was mutated; None if nothing shows so."""
    module = view.module
    return Indifference(module, mutant,
                        lambda text: text is not None and verifies(text)
                        ).reason()
