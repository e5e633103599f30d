#===- editor.py - Edits of kernels ----------------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What mutants are made with: lines of new ops, and edits of a module."""

import functools
import re
from dataclasses import dataclass, field

from . import facts
from .ir import Op, renamed

INTEGER = re.compile(r"i(\d+)$|index$")
FLOAT = re.compile(r"f16$|bf16$|f32$|f64$")
VECTOR = re.compile(r"vector<(\d+)x(i\d+|f16|bf16|f32|f64)>$")


def is_constant_type(type):
    return bool(INTEGER.match(type) or FLOAT.match(type) or VECTOR.match(type))


MEANINGLESS = 1431655765
NAMED = 'prefix.phase = "kernel"'  # of modules whose ops named.py knows


def values_of(type):
    """Constants as unlike each other as a type has them."""
    if FLOAT.match(type) or "xf" in type or "xbf" in type:
        return ["0.0", "1.0", "-3.5", "16384.0"]
    bits = re.search(r"i(\d+)", type)
    width = int(bits[1]) if bits else 64
    if width == 1:
        return [0, 1]
    return [0, 1, -1, MEANINGLESS % (1 << (width - 1))]


@dataclass(slots=True, eq=False)
class Mutant:
    op: Op
    kind: str
    variant: str
    edits: object = field(repr=False)  # {line: lines}, or what makes them
    operand: int = -1  # the only operand that changed, or -1
    value: object = None  # what that operand is now, where it is a constant

    @property
    def site(self):
        variant = f".{self.variant}" if self.variant else ""
        return f"{self.op.kernel}/{self.op.name}#{self.op.number}:" \
               f"{self.kind}{variant}"

    def text(self, module):
        """The module with this mutation."""
        edits = self.edits
        while callable(edits):
            edits = edits()
        return module.edited(edits)


def lazy(method):
    """Makes the edits of a method once they are needed: few mutants are."""
    @functools.wraps(method)
    def later(*args, **keywords):
        return functools.partial(method, *args, **keywords)
    return later


class Editor:
    """Makes the edits of one module."""

    def __init__(self, module):
        self.module = module
        self.lines = module.lines
        self.constants = {}  # (kernel, value) -> its number or text
        for kernel in module.kernels:
            for op in module.ops(kernel):
                if op.name in facts.CONSTANTS:
                    value = op.attribute("value") or ""
                    self.constants[kernel, op.result] = value
        self.llvm = any(op.name == "llvm.func"
                        for op in module.kernels.values())
        self.named = NAMED in "".join(self.lines[-3:])

    # Lines of new ops.

    def constant(self, indent, name, value, type):
        op = "llvm.mlir.constant" if self.llvm else "arith.constant"
        text = "true" if type == "i1" and value else \
               "false" if type == "i1" else f"{value} : {type}"
        vector = VECTOR.match(type)
        if vector:
            text = f"dense<{value}> : {type}"
        return f'{indent}{name} = "{op}"() <{{value = {text}}}> : () -> {type}'

    def binary(self, indent, name, op, a, b, type):
        if op in ("add", "sub", "xor", "shr", "and"):
            op = {"add": ("arith.addi", "llvm.add"),
                  "sub": ("arith.subi", "llvm.sub"),
                  "and": ("arith.andi", "llvm.and"),
                  "shr": ("arith.shrui", "llvm.lshr"),
                  "xor": ("arith.xori", "llvm.xor")}[op][self.llvm]
        return f'{indent}{name} = "{op}"({a}, {b}) : ({type}, {type}) -> {type}'

    # Edits.

    def deleted(self, op):
        return {n: [] for n in range(op.line, op.last + 1)}

    @lazy
    def with_operands(self, op, operands, before=()):
        """The op over other operands, behind new lines."""
        line = self.lines[op.line]
        match = re.match(r'^( *(?:%[^=]*= )?"[\w.]+"\()[^()]*(\).*)$', line)
        return {op.line: [*before,
                          match[1] + ", ".join(operands) + match[2]]}

    @lazy
    def with_operand(self, op, index, value, before=()):
        operands = list(op.operands)
        operands[index] = value
        return self.with_operands(op, operands, before)

    @lazy
    def with_sum(self, op, index, by, operator="add"):
        """The operand of an op `by` more, or combined with it otherwise."""
        type = op.operand_types[index]
        return self.with_operand(op, index, "%mutated", [
            self.constant(op.indent, "%by", by, type),
            self.binary(op.indent, "%mutated", operator, op.operands[index],
                        "%by", type)])

    @lazy
    def with_constant(self, op, index, value):
        return self.with_operand(op, index, "%mutated", [
            self.constant(op.indent, "%mutated", value,
                          op.operand_types[index])])

    @lazy
    def with_text(self, op, old, new):
        """The op with another text of an attribute."""
        line = self.lines[op.line]
        return {op.line: [line.replace(old, new, 1)]}

    @lazy
    def replaced(self, op, result, value, keep=False, before=()):
        """Uses of a result read `value` instead; the op goes, or stays."""
        edits = {} if keep else self.deleted(op)
        for n in self.module.uses(result, op.region):
            if n == op.line or not keep and op.line <= n <= op.last:
                continue
            edits[n] = [renamed(self.lines[n], result, value)]
        if before:
            edits[op.line] = [*before, *edits.get(op.line,
                                                  [self.lines[op.line]])]
        return edits

    @lazy
    def zeroed(self, op, value=0):
        """A constant in the place of an op with one result."""
        type = op.result_types[0]
        if FLOAT.match(type) or VECTOR.match(type) and "f" in type:
            value = f"{value}.0"
        edits = self.deleted(op)
        edits[op.line] = [self.constant(op.indent, op.result, value, type)]
        return edits

    def number(self, op, index):
        """The number that an operand is; None if it is no integer constant."""
        text = self.constants.get((op.kernel, op.operands[index]))
        if text in ("true", "false"):
            return int(text == "true")
        match = re.match(r"(-?\d+)(?: : i\d+| : index)?$", text or "")
        return int(match[1]) if match else None


def store_nowhere(edit, op):
    """Lines with an access to nowhere, for the place of `op`; it is the last of
    them."""
    indent = op.indent
    if edit.named:
        entry = edit.module.kernels[op.kernel].regions[0].blocks[0]
        pointer = entry.arguments[entry.types.index("!llvm.ptr<1>")]
        return [
            edit.constant(indent, "%trap", 0, "i32"),
            edit.constant(indent, "%far", 1 << 60, "i64"),
            f'{indent}%nowhere = "prefix.offset"({pointer}, %far) : '
            f'(!llvm.ptr<1>, i64) -> !llvm.ptr<1>',
            f'{indent}"prefix.store_relaxed"(%trap, %nowhere) <{{byte = 0 : '
            f'i64}}> : (i32, !llvm.ptr<1>) -> ()']
    return [
        edit.constant(indent, "%trap", 0, "i32"),
        f'{indent}%nowhere = "llvm.mlir.zero"() : () -> !llvm.ptr',
        f'{indent}"llvm.store"(%trap, %nowhere) <{{alignment = 4 : i64, '
        f'ordering = 0 : i64}}> : (i32, !llvm.ptr) -> ()']


def trap_if(edit, op, condition):
    """Lines with an access to nowhere if a condition holds, for the place of
    `op`."""
    indent, store = op.indent, store_nowhere(edit, op)
    if edit.llvm:
        return [f'{indent}"llvm.cond_br"({condition})[^trap, ^behind] '
                f'<{{operandSegmentSizes = array<i32: 1, 0, 0>}}> '
                f': (i1) -> ()',
                "    ^trap:", *store,
                f'{indent}"llvm.br"()[^behind] : () -> ()',
                "    ^behind:"]
    return [f'{indent}"scf.if"({condition}) ({{', *store,
            f'{indent}"scf.yield"() : () -> ()', f'{indent}}}, {{',
            f'{indent}}}) : (i1) -> ()']


def trap(module, op):
    """The module with an access to nowhere before an op."""
    return module.edited({op.line: [*store_nowhere(Editor(module), op),
                                    module.lines[op.line]]})
