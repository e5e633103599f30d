#===- operators.py - The mutations of an op -------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The mutation operators: each is a generator of the mutants of one op.

A mutant is an edit of the lines of a module. Its site names it: the kernel, the
op by its number among the ops of its name in that kernel, the kind of mutation,
and which one of that kind:

    scan_stream/nvvm.mbarrier.arrive#3:drop-sync
    scan_stream/arith.cmpi#7:negate.edge
    scan_stream/arith.addi#12:off-by-one.1-1     (operand 1, less one)

Those that only ops of the kernel phase have are in named.py.
"""

import re
from dataclasses import replace

from . import facts, named
from .editor import FLOAT, INTEGER, VECTOR, Editor, Mutant

KINDS = ["drop", "drop-sync", "swap", "off-by-one", "negate", "constant",
         "order", "scope", "count", "parity", "move", "other"]


def _can_be_zero(type):
    return bool(INTEGER.match(type) or FLOAT.match(type)
                or VECTOR.match(type))


def drop(edit, op):
    if (facts.is_sync(op) or op.name in facts.TERMINATORS
            or op.name in facts.CONSTANTS):
        return
    if op.result_count == 0:
        yield Mutant(op, "drop", "", edit.deleted(op))
        return
    if op.regions:
        return
    if op.name == "gpu.shuffle":
        yield Mutant(op, "drop", "0", edit.replaced(
            op, f"{op.result}#0", op.operands[0], keep=True))
        return
    if op.result_count > 1:
        return
    same, seen = False, set()
    for index, type in enumerate(op.operand_types):
        if type == op.result_types[0] and op.operands[index] not in seen:
            same = True
            seen.add(op.operands[index])
            yield Mutant(op, "drop", str(index),
                         edit.replaced(op, op.result, op.operands[index]))
    if not same and _can_be_zero(op.result_types[0]):
        yield Mutant(op, "drop", "zero", edit.zeroed(op))


def drop_sync(edit, op):
    if op.name in facts.WAITS:
        yield Mutant(op, "drop-sync", "", edit.zeroed(op, 1))
        return
    if facts.is_sync(op):
        yield Mutant(op, "drop-sync", "", edit.deleted(op))
        return
    if facts.ordering(op) > facts.MONOTONIC:
        yield from _plain(edit, op, "drop-sync")


def _plain(edit, op, kind):
    """A load or store that is atomic no longer."""
    if op.name in facts.LOADS | facts.STORES:
        text = re.sub(r', syncscope = "[^"]*"', "", op.properties)
        text = re.sub(r"ordering = \d+", "ordering = 0", text)
        yield Mutant(op, kind, "plain",
                     edit.with_text(op, op.properties, text))


# Ops whose operands change places.
UNEVEN = re.compile(r"(arith\.(sub[if]|div(f|ui|si)|rem(f|ui|si)|sh(li|rui|rsi))"
                    r"|llvm\.(f?sub|[usf]div|[usf]rem|shl|[al]shr))$")
CALLS = ("nvvm.prmt", "nvvm.idp")


def swap(edit, op):
    def swapped(a, b):
        operands = list(op.operands)
        operands[a], operands[b] = operands[b], operands[a]
        if operands != op.operands:
            yield Mutant(op, "swap", f"{a}-{b}", edit.with_operands(op, operands))

    if UNEVEN.match(op.name) or op.name in ("arith.cmpi", "arith.cmpf",
                                            "llvm.icmp", "llvm.fcmp"):
        if op.name not in ("arith.cmpi", "llvm.icmp") or not re.search(
                r"predicate = [01] ", op.properties):
            yield from swapped(0, 1)
    elif op.name in ("arith.select", "llvm.select"):
        yield from swapped(1, 2)
    elif op.name == "llvm.call_intrinsic" and any(
            call in op.properties for call in CALLS) and len(op.operands) > 1:
        yield from swapped(0, 1)
    elif op.name == "vector.from_elements":
        for at in range(len(op.operands) - 1):
            yield from swapped(at, at + 1)


INDEXED = re.compile(r"(arith\.(add|sub|mul|div|rem|sh|and|or|min|max|cmpi|select"
                     r"|index_cast|ext|trunc)|llvm\.(add|sub|mul|[su]div|[su]rem"
                     r"|shl|[al]shr|and|or|icmp|select|[sz]ext|trunc|intr\."
                     r"|getelementptr|store|br|cond_br)|memref\.|scf\.(for|yield)"
                     r"|gpu\.shuffle|nvvm\.shfl\.sync|nvvm\.cp\.async"
                     r"|vector\.)")
STATIC = re.compile(r"rawConstantIndices = array<i32: ([^>]*)>")
DYNAMIC = -2147483648


def _static_indices(op):
    """Index and number of each constant index of a getelementptr."""
    match = STATIC.search(op.properties)
    if op.name == "llvm.getelementptr" and match:
        for index, number in enumerate(match[1].split(",")):
            if int(number) != DYNAMIC:
                yield index, int(number)


def _with_static_index(edit, op, index, number):
    match = STATIC.search(op.properties)
    numbers = [n.strip() for n in match[1].split(",")]
    numbers[index] = str(number)
    return edit.with_text(op, match[0], "rawConstantIndices = array<i32: "
                          + ", ".join(numbers) + ">")


def off_by_one(edit, op):
    for index, number in _static_indices(op):
        for by in (1, -1):
            yield Mutant(op, "off-by-one", f"static{index}{by:+}",
                         _with_static_index(edit, op, index, number + by))
    if not INDEXED.match(op.name):
        return
    for index, type in enumerate(op.operand_types):
        if INTEGER.match(type) and type != "i1":
            number = edit.number(op, index)
            for by in (1, -1):
                yield Mutant(op, "off-by-one", f"{index}{by:+}",
                             edit.with_sum(op, index, by), index,
                             None if number is None else number + by)


# eq ne slt sle sgt sge ult ule ugt uge, as the generic form numbers them.
OPPOSITE = {0: 1, 1: 0, 2: 5, 3: 4, 4: 3, 5: 2, 6: 9, 7: 8, 8: 7, 9: 6}
EDGE = {2: 3, 3: 2, 4: 5, 5: 4, 6: 7, 7: 6, 8: 9, 9: 8}
# oeq ogt oge olt ole one ord, ueq ugt uge ult ule une uno.
FLOAT_OPPOSITE = {1: 13, 2: 12, 3: 11, 4: 10, 5: 9, 6: 8, 7: 14,
                  13: 1, 12: 2, 11: 3, 10: 4, 9: 5, 8: 6, 14: 7}
FLOAT_EDGE = {2: 3, 3: 2, 4: 5, 5: 4, 9: 10, 10: 9, 11: 12, 12: 11}


def negate(edit, op):
    if op.name in ("arith.cmpi", "llvm.icmp", "arith.cmpf", "llvm.fcmp"):
        old = int(re.search(r"predicate = (\d+)", op.properties)[1])
        integers = op.name in ("arith.cmpi", "llvm.icmp")
        for variant, table in (
                ("not", OPPOSITE if integers else FLOAT_OPPOSITE),
                ("edge", EDGE if integers else FLOAT_EDGE)):
            if old in table:
                yield Mutant(op, "negate", variant, edit.with_text(
                    op, f"predicate = {old} ", f"predicate = {table[old]} "))
    elif op.name in ("scf.if", "scf.condition", "llvm.cond_br"):
        yield Mutant(op, "negate", "not", edit.with_sum(op, 0, 1, "xor"), 0)


def _wrapped(number, type):
    """A number as the type holds it, with a sign."""
    bits = int(INTEGER.match(type)[1] or 64)
    return (number + 2**(bits - 1)) % 2**bits - 2**(bits - 1)


def constant(edit, op):
    for index, number in _static_indices(op):
        for value in sorted({0, 1, 2 * number, -number} - {number}):
            yield Mutant(op, "constant", f"static{index}={value}",
                         _with_static_index(edit, op, index, value))
    if facts.is_sync(op):
        return  # 'count' is for those
    for index, type in enumerate(op.operand_types):
        number = edit.number(op, index)
        if number is None or not INTEGER.match(type):
            continue
        if type == "i1":
            values = {1 - number}
        else:
            values = {0, 1, *(_wrapped(n, type) for n in
                              (number + 1, 2 * number, -number))} - {number}
        for value in sorted(values):
            yield Mutant(op, "constant", f"{index}={value}",
                         edit.with_constant(op, index, value), index, value)


WEAKER = {facts.ACQUIRE: [facts.MONOTONIC, facts.RELEASE],
          facts.RELEASE: [facts.MONOTONIC, facts.ACQUIRE],
          facts.ACQ_REL: [facts.MONOTONIC, facts.ACQUIRE, facts.RELEASE],
          facts.SEQ_CST: [facts.MONOTONIC]}


def order(edit, op):
    for key in ("ordering", "success_ordering", "failure_ordering"):
        match = re.search(rf"(?:^|, )({key} = (\d+)) :", op.properties)
        for weaker in WEAKER.get(int(match[2]) if match else 0, []):
            if weaker != facts.MONOTONIC and op.name not in facts.UPDATES:
                continue  # loads cannot release, nor stores acquire
            prefix = "failure-" if key == "failure_ordering" else ""
            yield Mutant(op, "order", prefix + facts.ORDERINGS[weaker],
                         {op.line: [re.sub(rf"(?<![a-z_]){key} = \d+",
                                           f"{key} = {weaker}",
                                           edit.lines[op.line], count=1)]})
    if facts.ordering(op) == facts.MONOTONIC:
        yield from _plain(edit, op, "order")
    if "relaxed = false" in op.properties:
        yield Mutant(op, "order", "relaxed", edit.with_text(
            op, "relaxed = false", "relaxed = true"))


def scope(edit, op):
    if 'syncscope = "device"' in op.properties:
        yield Mutant(op, "scope", "block", edit.with_text(
            op, 'syncscope = "device"', 'syncscope = "block"'))
    elif "#nvvm.mem_scope<gpu>" in op.properties:
        yield Mutant(op, "scope", "block", edit.with_text(
            op, "#nvvm.mem_scope<gpu>", "#nvvm.mem_scope<cta>"))


def count(edit, op):
    def changed(index, by, operator="add"):
        sign = f"{by:+}" if operator == "add" else f"{operator}{by}"
        return Mutant(op, "count", f"{index}{sign}",
                      edit.with_sum(op, index, by, operator), index)

    if op.name == "nvvm.barrier" and op.operands:
        if len(op.operands) > 1:
            yield from (changed(0, 1), changed(1, 32), changed(1, -32))
    elif op.name == "nvvm.mbarrier.init":
        yield from (changed(1, 1), changed(1, -1))
    elif op.name.startswith("nvvm.mbarrier.arrive.expect_tx"):
        yield from (changed(1, 16), changed(1, -16))
        text = edit.lines[op.line].replace(".expect_tx", "")
        text = text.replace(f", {op.operands[1]}", "").replace(
            f", {op.operand_types[1]}", "")
        yield Mutant(op, "count", "no-tx", {op.line: [text]})
    elif op.name.startswith("nvvm.cp.async.bulk") and not facts.is_sync(op):
        for index, type in enumerate(op.operand_types):
            if type == "i32":
                yield from (changed(index, 16), changed(index, -16))
    elif op.name.endswith(("wait_group", "wait.group")):
        match = re.search(r"(group|n) = (\d+)", op.properties)
        if match:
            yield Mutant(op, "count", "group+1", edit.with_text(
                op, match[0], f"{match[1]} = {int(match[2]) + 1}"))
        if "read" not in op.properties:
            yield Mutant(op, "count", "read", edit.with_text(
                op, " : i32}>", " : i32, read}>"))
    elif op.name == "nvvm.bar.warp.sync" or op.name.startswith("nvvm.") and (
            facts.COLLECTIVES.match(op.name)):
        for mask in (0x7fffffff, 0xfffe, 0x55555555):
            yield Mutant(op, "count", f"mask&{mask:x}",
                         edit.with_sum(op, 0, mask, "and"), 0)
    elif op.name == "gpu.shuffle":
        yield Mutant(op, "count", "width16", edit.with_constant(op, 2, 16), 2)


def parity(edit, op):
    if op.name in facts.WAITS and len(op.operands) > 1 and (
            op.operand_types[1] in ("i32", "i1")):
        yield Mutant(op, "parity", "", edit.with_sum(op, 1, 1, "xor"), 1)


def _uses_any(edit, op, values):
    """Whether an op, or one within it, uses one of some values."""
    used = set(op.operands)
    for inner in op.nested():
        used.update(inner.operands)
    return bool(used & values)


def _block_text(edit, op):
    return edit.lines[op.line:op.last + 1]


def move(edit, op):
    """An access moves behind the next op that releases what came before it, or
    before the one that acquires what comes after it. The other way would only
    order more."""
    if not facts.is_memory(op) or op.regions:
        return
    ops = op.block.ops
    at = ops.index(op)
    results = set(op.results()) if op.result_count else set()
    text = edit.lines[op.line]
    for other in ops[at + 1:]:
        if other.name in facts.TERMINATORS or _uses_any(edit, other, results):
            break
        if facts.any_of(other, facts.is_release):
            edits = edit.deleted(op)
            edits[other.last] = [*_block_text(edit, other)[-1:], text]
            yield Mutant(op, "move", "down", edits)
            break
    # Upwards, with the arithmetic of its operands.
    needed, chain = set(op.operands), []
    for other in reversed(ops[:at]):
        defined = set(other.results()) if other.result_count else set()
        if facts.any_of(other, facts.is_acquire):
            if defined & needed:
                break
            edits = edit.deleted(op)
            for part in chain:
                edits.update(edit.deleted(part))
            edits[other.line] = [*(edit.lines[part.line]
                                   for part in reversed(chain)),
                                 text, edit.lines[other.line]]
            yield Mutant(op, "move", "up", edits)
            break
        if defined & needed:
            if not facts.is_pure(other):
                break
            chain.append(other)
            needed.update(other.operands)


OPERATORS = [drop, drop_sync, swap, off_by_one, negate, constant, order, scope,
             count, parity, move]


def drop_all(edit, ops):
    """All stores of a kernel, or all its barriers of a sort, dropped at once:
    'llvm.store#all:drop'."""
    names = {}
    for op in ops:
        if (op.name in facts.STORES | facts.NAMED_STORES or facts.is_sync(op)
                and op.name not in facts.WAITS):
            names.setdefault(op.name, []).append(op)
    for same in names.values():
        if len(same) > 1:
            edits = {}
            for op in same:
                edits.update(edit.deleted(op))
            yield Mutant(replace(same[0], number="all"),
                         "drop-sync" if facts.is_sync(same[0]) else "drop",
                         "", edits)


def mutants(module, kernels=None):
    """All mutants of some kernels, or of all."""
    edit = Editor(module)
    for kernel in kernels or module.kernels:
        ops = module.ops(kernel)
        scope = named.Scope(module, kernel)
        for op in ops:
            for operator in OPERATORS:
                yield from operator(edit, op)
            yield from named.mutants_of(edit, op, scope)
        yield from drop_all(edit, ops)
