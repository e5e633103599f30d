#===- named.py - The mutations of ops of the kernel phase -----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The ops of the kernel phase name what warps and blocks do: they wait for a
phase of a barrier, post a state, look for a row of totals. What can go wrong
there is not what goes wrong with loads and additions, which operators.py has:

    scan_stream/prefix.acquire#3:other.0=empty   (waits for another barrier)
    scan_stream/prefix.apply#2:swap.sides        (the high state comes first)
    scan_stream/prefix.give_up#1:off-by-one.early+1
    scan_stream/prefix.load_tile#4:drop.valid

Each function gives the mutants of one op that are of one kind."""

import re

from . import facts
from .editor import INTEGER, Mutant, lazy
from .ir import OP, Op, renamed

ARRAYS = {"prefix.barriers", "prefix.words", "prefix.states", "prefix.slots"}
POINTER = "!llvm.ptr"

# Ops whose operands are states, less those of some segments.
OF_STATES = {"prefix.apply": (), "prefix.pass": (), "prefix.where": (),
             "prefix.warp_synchronous": (), "prefix.warp_scan": (1,),
             "prefix.warp_reduce": (1,), "prefix.thread_scan": (1,),
             "prefix.thread_reduce": (1,)}
# Ops that have a state before the array or the like that it goes to.
TAKE_STATE = {"prefix.store_state", "prefix.put", "prefix.post",
              "prefix.post_tile"}
# Ops that give one state.
GIVE_STATE = {"prefix.load_state", "prefix.get", "prefix.read_prefix",
              "prefix.warp_reduce", "prefix.thread_reduce"}

# Numbers that ops have as attributes, and by how much they change.
NUMBERS = {
    "prefix.give_up": {"early": 1},
    "prefix.member": {"first": 1},
    "prefix.pieces": {"most": 1, "size": 1, "threads": 1},
    "prefix.tile_length": {"granule": 1, "most": 1},
    "prefix.slot": {"byte": 1},
    "prefix.word_is": {"number": 1},
    "prefix.stretch": {"size": 1},
    "prefix.counter": {"byte": 8},
    "prefix.reset_count": {"byte": 8},
    "prefix.load_relaxed": {"byte": 8},
    "prefix.store_relaxed": {"byte": 8},
    "prefix.barriers": {"offset": 8},
    "prefix.slots": {"offset": 16},
}
COUNTS = {
    "prefix.init_barriers": {"arrivals": 1},
    "prefix.member": {"warps": 1},
    "prefix.warp_synchronous": {"warps": 1},
    "prefix.barriers": {"count": 1},
    "prefix.words": {"count": 1},
    "prefix.states": {"count": 1},
    "prefix.slots": {"count": 1, "bytes": 16},
    "prefix.copy_rest": {"threads": 1},
    "prefix.fill": {"threads": 1},
}
# Words that are there or not.
FLAGS = {
    "prefix.start_chains": "before",
    "prefix.thread_scan": "exclusive",
    "prefix.count_of": "closed",
    "prefix.stretch": "backward",
    "prefix.fill": "backward",
    "prefix.post_tile": "prefix",
    "prefix.walk": "reverse",
    "prefix.pieces": "looped",
}
# Segments of operands that an op can do without.
OPTIONAL = {
    "prefix.load_tile": {2: "valid", 3: "along"},
    "prefix.store_tile": {3: "valid", 4: "along"},
    "prefix.start_chains": {2: "valid"},
    "prefix.end_chains": {2: "valid"},
    "prefix.store_totals": {2: "valid", 5: "initial", 7: "along"},
    "prefix.pass_starts": {1: "initial", 2: "final"},
}
ORDERS = {"prefix.count": ("releases", "acquires"),
          "prefix.load_count": ("acquires",),
          "prefix.load_word": ("relaxed",), "prefix.store_word": ("relaxed",)}


def is_named(op):
    return op.name.startswith("prefix.")


# Operands.

def segments(op):
    """The indices of the operands of each segment; of all as one where the op
    does not say."""
    match = re.search(r"operandSegmentSizes = array<i32: ([^>]*)>",
                      op.properties)
    sizes = ([int(size) for size in match[1].split(",")] if match
             else [len(op.operands)])
    ends = [sum(sizes[:at + 1]) for at in range(len(sizes))]
    return [list(range(end - size, end)) for end, size in zip(ends, sizes)]


def indices(op):
    """The operands that say where, which or how many: integers that are no part
    of a state, nor say what a cache is to evict."""
    if op.name in OF_STATES:
        parts = segments(op)
        some = [at for part in OF_STATES[op.name] if part < len(parts)
                for at in parts[part]]
    elif op.name in TAKE_STATE:
        some = range(len(stored_state(op)), len(op.operands))
    elif op.name == "prefix.look_back":
        some = [1]
    elif op.name == "prefix.copy_in":
        some = [at for at, type in enumerate(op.operand_types)
                if type == "i32"]
    else:
        some = range(len(op.operands))
    return [at for at in some if INTEGER.match(op.operand_types[at])
            and op.operand_types[at] != "i1"]


def stored_state(op):
    """The operands that are what a store takes."""
    return list(range(next(at for at, type in enumerate(op.operand_types)
                           if type.startswith("!prefix."))))


def state_groups(op):
    """Lists of operands, each a state: those that can be exchanged for others
    at hand."""
    if op.name in TAKE_STATE:
        return [stored_state(op)]
    if op.name == "prefix.apply":
        half = len(op.operands) // 2
        return [list(range(half)), list(range(half, 2 * half))]
    if op.name in ("prefix.warp_scan", "prefix.warp_reduce"):
        return segments(op)[:1]
    return []


# Edits.

def line_of(edit, op, operands=None, types=None, properties=None):
    """The line of an op with other operands or properties."""
    operands = op.operands if operands is None else operands
    types = op.operand_types if types is None else types
    properties = op.properties if properties is None else properties
    line = edit.lines[op.line]
    match = OP.match(line)
    head = line[:match.start("operands")]
    rest = match["rest"]
    if not op.regions:
        at = rest.rfind(" : (")
        behind = rest[at:].split(") -> ", 1)[1]
        rest = f"{rest[:at]} : ({', '.join(types)}) -> {behind}"
    return (head + ", ".join(operands) + ")"
            + (f" <{{{properties}}}>" if properties else "") + rest)


@lazy
def without(edit, op, index, segment=None):
    """The op without an operand, which is all of a segment."""
    properties = op.properties
    if segment is not None:
        sizes = [len(part) for part in segments(op)]
        sizes[segment] = 0
        properties = re.sub(
            r"operandSegmentSizes = array<i32: [^>]*>",
            "operandSegmentSizes = array<i32: "
            + ", ".join(map(str, sizes)) + ">", properties)
    return {op.line: [line_of(
        edit, op, op.operands[:index] + op.operands[index + 1:],
        op.operand_types[:index] + op.operand_types[index + 1:], properties)]}


@lazy
def with_flag(edit, op, flag, there):
    """The op with or without a word."""
    words = [part for part in split(op.properties) if part != flag]
    return {op.line: [line_of(edit, op, properties=", ".join(
        [flag] * there + words))]}


def split(properties):
    """The parts of '{a, b = <c, d>}'."""
    parts, depth, part = [], 0, ""
    for c in properties:
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return parts + [part.strip()] if part.strip() else parts


def has_flag(op, flag):
    return flag in split(op.properties)


@lazy
def with_properties(edit, op, old, new):
    properties, count = re.subn(old, new, op.properties, count=1)
    assert count, f"'{op.name}' has no '{old}'"
    return {op.line: [line_of(edit, op, properties=properties)]}


@lazy
def substituted(edit, op, values):
    """Others use these values for the results of an op, which goes."""
    edits, lines = edit.deleted(op), {}
    for result, value in zip(op.results(), values):
        for n in edit.module.uses(result, op.region):
            if not op.line <= n <= op.last:
                lines[n] = renamed(lines.get(n, edit.lines[n]), result, value)
    edits.update((n, [line]) for n, line in lines.items())
    return edits


def number_of(op, key):
    match = re.search(rf"(?<![\w.]){key} = (-?\d+) : i64", op.properties)
    return int(match[1]) if match else None


def changed_numbers(edit, op, kind, numbers):
    """The op with a number more, and less, by so much."""
    for key, by in numbers.items():
        number = number_of(op, key)
        if number is None:
            continue
        for value in (number + by, number - by):
            yield Mutant(op, kind, f"{key}{value - number:+}", with_properties(
                edit, op, rf"(?<![\w.]){key} = -?\d+", f"{key} = {value}"))


# What can be used in the place of an operand.

class Scope:
    """The values of a kernel. A name may mean something else in another
    region."""

    def __init__(self, module, kernel):
        function = module.kernels[kernel]
        self.entry = function.regions[0].blocks[0]
        ops = module.ops(kernel)
        self.makers = {}  # (value, region) -> an op, or a block for arguments
        for op in [function, *ops]:
            if op.result_count:
                for result in op.results():
                    self.makers[result, op.region] = op
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.arguments:
                        self.makers[argument, region] = block
        self.arrays = [op for op in ops if op.name in ARRAYS]

    def maker(self, value, op):
        """What defines a value that `op` can use: an op, or a block."""
        region = op.region
        while region:
            if (value, region) in self.makers:
                return self.makers[value, region]
            region = region.parent.region if region.parent else None
        return None

    def siblings(self, op, index):
        """What is defined together with an operand and is of its type."""
        value, type = op.operands[index], op.operand_types[index]
        maker = self.maker(value, op)
        if isinstance(maker, Op):
            pairs = zip(maker.results(), maker.result_types)
        else:
            pairs = zip(maker.arguments, maker.types) if maker else ()
        return [other for other, its in pairs if its == type
                and other != value]

    def other_arrays(self, op, index):
        """The arrays of the same type before and behind one."""
        array = self.maker(op.operands[index], op)
        if array not in self.arrays:
            return []
        same = [op for op in self.arrays
                if op.result_types == array.result_types]
        at = same.index(array)
        around = dict.fromkeys([same[at - 1], same[(at + 1) % len(same)]])
        return [op for op in around if op is not array]

    def other_states(self, op, group):
        """States at hand in the place of one: others that come with it, and the
        last one before the op that comes from elsewhere."""
        values = [op.operands[at] for at in group]
        types = [op.operand_types[at] for at in group]
        made = self.maker(values[0], op)
        found = []
        if isinstance(made, Op) and made.result_count > len(group):
            results = made.results()
            found = [results[at:at + len(group)] for at in range(
                0, len(results) - len(group) + 1, len(group))
                if made.result_types[at:at + len(group)] == types
                and results[at:at + len(group)] != values]
        ops = op.block.ops
        for other in reversed(ops[:ops.index(op)]):
            if (is_named(other) and other is not made
                    and other.name not in ARRAYS
                    and other.result_types[:len(group)] == types):
                found.append(other.results()[:len(group)])
                break
        return [state for state in found if state != values]


# The mutations, by kind.

def drop(edit, op, scope):
    if op.name == "prefix.apply" and op.result_count > 1:
        for name, group in zip(("low", "high"), state_groups(op)):
            yield Mutant(op, "drop", name, substituted(
                edit, op, [op.operands[at] for at in group]))
    elif op.name == "prefix.next_slot":
        yield Mutant(op, "drop", "step", substituted(
            edit, op, op.operands[1:4]))
    elif op.name == "prefix.entries_below":
        some = [at for part in segments(op)[2:] for at in part]
        yield Mutant(op, "drop", "", substituted(
            edit, op, [op.operands[at] for at in some]))
    elif op.name == "prefix.close_count":
        yield Mutant(op, "drop", "", substituted(edit, op, op.operands[1:]))
    elif (op.name in ("prefix.where", "prefix.warp_synchronous")
          and op.result_count and len(op.operands) == op.result_count):
        yield Mutant(op, "drop", "body", substituted(edit, op, op.operands))
    elif op.name in GIVE_STATE:
        monoid = _monoid(op, scope)
        if monoid:
            yield Mutant(op, "drop", "identity", _identity(edit, op, monoid))
    elif op.name in OPTIONAL:
        parts = segments(op)
        for segment, name in OPTIONAL[op.name].items():
            if parts[segment]:
                yield Mutant(op, "drop", name, without(
                    edit, op, parts[segment][0], segment))
        if op.name == "prefix.start_chains":
            yield Mutant(op, "drop", "start", substituted(
                edit, op, [op.operands[at] for at in parts[0]]))
        if op.attribute("init"):
            yield Mutant(op, "drop", "init", with_properties(
                edit, op, r"init = \[[^]]*\](, )?", ""))
    elif op.name == "prefix.give_up" and op.operand_types[-1] == "i1":
        yield Mutant(op, "drop", "leader",
                     without(edit, op, len(op.operands) - 1))


def _monoid(op, scope):
    if op.attribute("monoid"):
        return op.attribute("monoid")
    source = scope.maker(op.operands[0], op)
    return source.attribute("monoid") if isinstance(source, Op) else None


@lazy
def _identity(edit, op, monoid):
    types = ", ".join(op.result_types)
    if op.result_count > 1:
        types = f"({types})"
    name = op.result + (f":{op.result_count}" if op.result_count > 1 else "")
    return {op.line: [f'{op.indent}{name} = "prefix.identity"() <{{monoid = '
                      f'{monoid}}}> : () -> {types}']}


def drop_sync(edit, op, scope):
    if op.name == "prefix.copy_rest" and len(op.operands) == 6:
        yield Mutant(op, "drop-sync", "meeting", without(edit, op, 5))


def swap(edit, op, scope):
    def swapped(variant, first, second):
        operands = list(op.operands)
        for a, b in zip(first, second):
            operands[a], operands[b] = operands[b], operands[a]
        if operands != op.operands:
            yield Mutant(op, "swap", variant, edit.with_operands(op, operands))

    if op.name == "prefix.apply":
        yield from swapped("sides", *state_groups(op))
        return
    pairs = indices(op)
    if op.name in facts.TILES | facts.CHAINS | {"prefix.thread_scan",
                                                "prefix.thread_reduce"}:
        # Values of a state, and their arrays.
        pairs = range(len(op.operands))
    for a, b in zip(pairs, pairs[1:]):
        if op.operand_types[a] == op.operand_types[b]:
            yield from swapped(f"{a}-{b}", [a], [b])


# Operands that 'count' and 'parity' change.
COUNTED = {"prefix.release": [2], "prefix.copy_in": [0]}
PARITIES = {"prefix.acquire": [2], "prefix.next_slot": [3]}


def off_by_one(edit, op, scope):
    others = COUNTED.get(op.name, []) + PARITIES.get(op.name, [])
    for index in indices(op):
        if index in others:
            continue
        number = edit.number(op, index)
        for by in (1, -1):
            yield Mutant(op, "off-by-one", f"{index}{by:+}",
                         edit.with_sum(op, index, by), index,
                         None if number is None else number + by)
    numbers = dict(NUMBERS.get(op.name, {}))
    if op.name == "prefix.words":
        numbers["offset"] = int(re.search(r"<i(\d+)>", op.result_types[0])[1]
                                ) // 8
    yield from changed_numbers(edit, op, "off-by-one", numbers)
    if op.name == "prefix.states":
        yield from _moved_states(edit, op)
    for key, pattern in (("begin", r"(#prefix\.threads<)(\d+)()"),
                         ("end", r"(#prefix\.threads<\d+ to )(\d+)()"),
                         ("step", r"(#prefix\.threads<.* step )(\d+)()"),
                         ("index", r"(#prefix\.index<)(-?\d+)()")):
        match = re.search(pattern, op.properties)
        for by in (1, -1) if match else ():
            yield Mutant(op, "off-by-one", f"{key}{by:+}", with_properties(
                edit, op, pattern, rf"\g<1>{int(match[2]) + by}\3"))


def _moved_states(edit, op):
    """One value of the states lies elsewhere."""
    offsets = re.search(r"offsets = array<i64: ([^>]*)>", op.properties)[1]
    offsets = [int(offset) for offset in offsets.split(",")]
    for at, offset in enumerate(offsets):
        for by in (8, -8):  # a multiple of what any value takes
            moved = [*offsets[:at], offset + by, *offsets[at + 1:]]
            yield Mutant(op, "off-by-one", f"offset{at}{by:+}", with_properties(
                edit, op, r"offsets = array<i64: [^>]*>",
                "offsets = array<i64: " + ", ".join(map(str, moved)) + ">"))


def negate(edit, op, scope):
    flag = FLAGS.get(op.name)
    if flag:
        yield Mutant(op, "negate", flag,
                     with_flag(edit, op, flag, not has_flag(op, flag)))


def constant(edit, op, scope):
    """No cuts, or a cut everywhere."""
    if op.name not in OF_STATES:
        return
    for index in indices(op):
        if edit.number(op, index) is None:
            for value in (0, -1):
                yield Mutant(op, "constant", f"{index}={value}",
                             edit.with_constant(op, index, value), index,
                             value)


def order(edit, op, scope):
    for flag in ORDERS.get(op.name, ()):
        if not has_flag(op, flag):
            continue
        words = [part for part in split(op.properties) if part != flag
                 and not (flag == "releases" and part == "acquires")]
        yield Mutant(op, "order", f"no-{flag}", _with_words(edit, op, words))


@lazy
def _with_words(edit, op, words):
    return {op.line: [line_of(edit, op, properties=", ".join(words))]}


def count(edit, op, scope):
    yield from changed_numbers(edit, op, "count", COUNTS.get(op.name, {}))
    if op.name == "prefix.cells":  # more of them are no fault
        number = number_of(op, "count")
        yield Mutant(op, "count", "count-1", with_properties(
            edit, op, r"count = \d+", f"count = {number - 1}"))
    for index in COUNTED.get(op.name, []):
        if index < len(op.operands):
            for by in (16, -16):
                yield Mutant(op, "count", f"{index}{by:+}",
                             edit.with_sum(op, index, by), index)
    if op.name == "prefix.release" and len(op.operands) == 3:
        yield Mutant(op, "count", "no-bytes", without(edit, op, 2))
    if op.name in ("prefix.copy_rest", "prefix.fill"):
        size, unit = number_of(op, "size"), number_of(op, "unit")
        for key, value in (("size", size + unit), ("size", size - unit),
                           ("unit", 2 * unit)):
            yield Mutant(op, "count", f"{key}={value}", with_properties(
                edit, op, rf"{key} = \d+", f"{key} = {value}"))
    if op.name == "prefix.roles":
        warps = re.search(r"warps = array<i64: ([^>]*)>", op.properties)[1]
        warps = [int(number) for number in warps.split(",")]
        for at in range(len(warps) - 1):
            for by in (1, -1):
                moved = list(warps)
                moved[at] += by
                moved[at + 1] -= by
                yield Mutant(op, "count", f"{at}{by:+}", with_properties(
                    edit, op, r"warps = array<i64: [^>]*>",
                    f"warps = array<i64: {', '.join(map(str, moved))}>"))


def parity(edit, op, scope):
    for index in PARITIES.get(op.name, []):
        yield Mutant(op, "parity", "", edit.with_sum(op, index, 1, "xor"),
                     index)


def other(edit, op, scope):
    """Something else of the same type."""
    def used(index, name, value):
        return Mutant(op, "other", f"{index}{name}",
                      edit.with_operand(op, index, value), index)

    for index, (value, type) in enumerate(zip(op.operands, op.operand_types)):
        for array in scope.other_arrays(op, index):
            name = re.search(r'name = "([^"]*)"', array.properties)[1]
            yield used(index, f"={name}", array.result)
        if type.startswith(POINTER) and value in scope.entry.arguments:
            for number, sibling in enumerate(scope.siblings(op, index)[:2]):
                yield used(index, f"~{number + 1}", sibling)
    for index in indices(op):
        type, found = op.operand_types[index], []
        for value in [*scope.siblings(op, index),
                      *(op.operands[at] for at in indices(op)
                        if op.operand_types[at] == type)]:
            if value not in [op.operands[index], *found]:
                found.append(value)
        for number, value in enumerate(found[:3]):
            yield used(index, f"~{number + 1}", value)
    for group in state_groups(op):
        for number, state in enumerate(scope.other_states(op, group)[:3]):
            operands = list(op.operands)
            for at, value in zip(group, state):
                operands[at] = value
            yield Mutant(op, "other", f"state{group[0]}~{number + 1}",
                         edit.with_operands(op, operands))
    yield from _other_circuits(edit, op)


def _other_circuits(edit, op):
    """Another circuit of as many wires."""
    circuit = op.attribute("circuit")
    if not circuit:
        return
    wires = edit.module.circuits
    for name, width in wires.items():
        if width == wires[circuit] and name != circuit:
            yield Mutant(op, "other", f"circuit={name[1:]}", with_properties(
                edit, op, rf"circuit = {re.escape(circuit)}(?!\w)",
                f"circuit = {name}"))


OPERATORS = [drop, drop_sync, swap, off_by_one, negate, constant, order, count,
             parity, other]


def mutants_of(edit, op, scope):
    if is_named(op):
        for operator in OPERATORS:
            yield from operator(edit, op, scope)
