#!/usr/bin/env python3
#===- row_faults.py - Plants faults about rows and has them found ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Plants faults in kernels that scan each row of a matrix by itself.

    row_faults.py SCANC WORK_FOLDER [--docs=Verification.md [--update]]

The faults are about what only rows have: where they begin, what must not go from one to the next, and where
they lie.
"""

from dataclasses import dataclass

from planted import (
    INPUTS, INTERVALS, LINE, V, Fault, emit_kernels, main, number_for)

MARK = "<!-- row faults -->"
STRATEGIES = {
    "single": "single_block",
    "wide": "single_block",
    "chained": "chained",
    "lookback": "decoupled_lookback",
    "stream": "one_launch_streaming",
    "brief": "one_launch_streaming",
    "strided": "chained",
}


@dataclass
class RowFault(Fault):

    def catch(self, message):
        if "wrote between two rows" in message:
            return "store between rows"
        return super().catch(message)

    def place(self):
        apart = ", rows apart" if self.base == "strided" else ""
        return f"`{self.kernel}` of `{STRATEGIES[self.base]}`{apart}"


def kernel_of(base):
    """What the faults of a base are planted in."""
    return {"single": "single", "wide": "single", "stream": "stream",
            "brief": "short"}.get(base, "scan")


def kernel(base, what, pattern, replacement, nth=1):
    return RowFault(base, "kernel", kernel_of(base), what, pattern,
                    replacement, nth)


def gpu(base, what, pattern, replacement, nth=1):
    return RowFault(base, "gpu", kernel_of(base), what, pattern, replacement,
                    nth)


def cuts(base, what, op, edit, nth=1):
    """The bits of `op` are `edit`, in which BITS are those that it had."""
    lines = "\n".join(rf"\1{line}" for line in edit.replace(
        "BITS", r"\3").split("\n"))
    return kernel(base, what, LINE + rf"(.*prefix\.{op}.* cuts\(){V}(\).*)",
                  lines + "\n" r"\1\2%edited\4", nth)


def with_number(edit, number):
    return (f"%number = arith.constant {number} : i32\n"
            f"%edited = arith.{edit} BITS, %number : i32")


def bits(number):
    return f"%edited = arith.constant {number} : i32"


def start(base, what, op, values, lines="", nth=1):
    """A row starts `op` with `values`, which `lines` define. LOW is what comes
    before the first item."""
    values, lines = (t.replace("LOW0", r"\3").replace("LOW1", r"\4")
                     for t in (values, lines))
    return kernel(
        base, what,
        LINE + rf"(.*prefix\.{op} .*?\({V}, {V}, .* start\(){V}, {V}( : .*)",
        "".join(rf"\1{line}" "\n" for line in lines.splitlines()) +
        rf"\1\2{values}\7", nth)


ITEMS_4 = "thread_{} @interval_i32_chains by @serial_4"
ITEMS_2 = "thread_{} @interval_i32_chains by @serial_2"
IDENTITY = "%lost:2 = prefix.identity @interval_i32_chains : i32, i32"
FIRST_BIT = ("%none = arith.constant 0 : i32\n"
             "%minus = arith.subi %none, BITS : i32\n"
             "%edited = arith.andi BITS, %minus : i32")
FIRST_TWICE = ("%one = arith.constant 1 : i32\n"
               "%bit = arith.andi BITS, %one : i32\n"
               "%shifted = arith.shli %bit, %one : i32\n"
               "%edited = arith.ori %bit, %shifted : i32")

# A thread's run, items and rows of a warp.
RUNS = [
    cuts("single", "rows begin one item too late", ITEMS_4.format("scan"),
         with_number("shli", 1)),
    cuts("single", "rows begin one item too early in the totals",
         ITEMS_4.format("reduce"), with_number("shrui", 1)),
    cuts("chained", "no row begins within a run",
         ITEMS_2.format("scan") + r"\(", bits(0)),
    cuts("chained", "every item of the totals begins a row",
         ITEMS_2.format("reduce"), bits(3)),
    cuts("lookback", "no row begins with the first item",
         ITEMS_2.format("scan"), with_number("andi", 2)),
    cuts("lookback", "no row begins with the last item",
         ITEMS_2.format("scan"), with_number("andi", 1)),
    cuts("single", "only one row begins within a run",
         ITEMS_4.format("scan"), FIRST_BIT),
    kernel("single", "only the first two rows of a run begin",
           rf"arith\.ori {V}, {V} : i32", r"arith.ori \1, \1 : i32", 2),
    kernel("chained", "one run's rows for the next run's",
           rf"(thread_scan .* by @serial_2\(.* cuts\(){V}(\).*\n"
           rf".*thread_scan .* cuts\(){V}", r"\1\2\3\2"),
    kernel("wide", "second word of a run's bits left out of the totals",
           *number_for(r"thread_reduce .* cuts\(%\w+, ", 0, "i32")),
    kernel("wide", "first word of a run's bits for the second",
           rf"(thread_scan .* cuts\(){V}, {V}", r"\1\2, \2"),
]

STARTS = [
    start("single", "row without its init",
          ITEMS_4.format("scan"), "%lost#0, %lost#1", IDENTITY),
    kernel("stream", "totals without the row's init",
           LINE + rf"(.*thread_reduce .* start\(){V}, {V}( : .*)",
           r"\1" + IDENTITY + "\n" r"\1\2%lost#0, %lost#1\5"),
    start("lookback", "init joined twice", ITEMS_2.format("scan"),
          "%twice#0, %twice#1",
          r"%twice:2 = prefix.apply @interval_i32_chains(\5, \6, \5, \6)"
          " : (i32, i32, i32, i32) -> (i32, i32)"),
    start("strided", "row that starts with what was before it",
          ITEMS_2.format("scan"), "LOW0, LOW1"),
    kernel("lookback", "row's first output is the item itself",
           r"(thread_scan @interval_i32_chains by @serial_2) exclusive", r"\1"),
]

# The ballot of a warp, and what is asked of it.
BALLOT = "warp_scan @interval_i32_chains by @kogge_stone_32"
WARPS = [
    cuts("single", "warp that sees no row", BALLOT, bits(0)),
    cuts("lookback", "rows of one lane for those of the lane before", BALLOT,
         with_number("shrui", 1)),
    cuts("chained", "warp that does not see its last lane's rows", BALLOT,
         with_number("andi", 0x7fffffff)),
    kernel("chained", "one ballot for the next one",
           rf"(warp_scan .* cuts\(){V}(\)(?:.*\n)+?.*warp_scan .* cuts\(){V}",
           r"\1\2\3\2"),
    kernel("lookback", "own rows asked for, and not those of the lanes before",
           *number_for(r"(?P<lane>%\w+) = prefix\.lane\n"
                       r".* = arith\.shli %[\w-]+, (?P=lane) : i32\n"
                       r".* = arith\.subi %\w+, ", 0, "i32")),
    gpu("chained", "lanes combine over a row that begins with the lane",
        r"arith\.cmpi slt", "arith.cmpi sle"),
    kernel("chained", "warp has a row only if both of its halves have",
           rf"arith\.ori {V}, {V}( : i32\n(?:.*vector\.from_elements.*\n)+"
           r".*thread_reduce)", r"arith.andi \1, \2\3"),
]

BLOCKS = [
    kernel("single", "warp that hides its rows from the block",
           LINE + rf"(prefix\.put .*), {V} (to .* at <-31)",
           r"\1%hidden = arith.constant false" "\n" r"\1\2, %hidden \4"),
    kernel("chained", "block sees the rows of its first warp only",
           rf"(prefix\.apply @interval_i32_chains_parts\({V}, {V}, {V}, .*\n"
           rf".*prefix\.pass {V}, {V}), {V}", r"\1, \4"),
    kernel("lookback", "block sees the rows of its last warp only",
           rf"(prefix\.apply @interval_i32_chains_parts\({V}, {V}, {V}, "
           rf"{V}, {V}, {V}.*\n.*prefix\.pass {V}, {V}), {V}", r"\1, \7"),
    kernel("single", "rows of all warps for those of the warps before",
           rf"(prefix\.get .*\n *(%\w+):3 = prefix\.get .*\n.*prefix\.apply "
           rf".*\n.*select ){V}(.*\n.*select ){V}", r"\1\2#2\4\2#2"),
]


def joined(base, what, nth, never="false"):
    """The nth state that joins what comes before it if no row begins in it
    always does, or never."""
    return kernel(
        base, what,
        LINE + rf"(.*prefix\.apply @interval_i32_chains\(.*\n.*arith\.select ){V}"
        rf"(, .*\n.*arith\.select ){V}",
        rf"\1%cut = arith.constant {never}" "\n" r"\1\2%cut\4%cut", nth)


TILES = [
    joined("single", "carry not cut where a row begins", 2),
    joined("single", "warp's prefix not cut where a row begins", 1),
    joined("chained", "carry cut where no row begins", 1, "true"),
    joined("chained", "prefix of the block cut where no row begins", 2,
           "true"),
    joined("lookback", "tile's total joined over a row's start", 1),
    joined("lookback", "lane's prefix joined over a row's start", 3),
    joined("stream", "lane's prefix joined over a row's start", 4),
    joined("stream", "carry joined over the rows of a tile", 5),
    joined("stream", "carry of the spine joined over a row's start", 1),
    cuts("lookback", "tiles before joined over a row's start",
         "warp_reduce", bits(0)),
    kernel("lookback", "own rows cut what comes before the tile",
           rf"(arith\.cmpi) slt, {V}, %arg6 : i64", r"\1 sle, \2, %arg6 : i64"),
    kernel("lookback", "rows of a window counted by too short tiles",
           *number_for(r"arith\.cmpi ult, %\w+, ", 1, "i64",
                       r" : i64\n.*arith\.cmpi sge")),
]

REMAINDERS = [
    kernel("chained", "rows begin one element too early",
           *number_for(r"(?P<last>%\w+) = arith\.subi %arg5, .*\n"
                       r".* = arith\.subi (?P=last), ", 1, "i64")),
    kernel("chained", "reciprocal of the length for the row's",
           r"arith\.divui (%c-1_i64\w*), %arg5", r"arith.divui \1, %arg3"),
    kernel("lookback", "length for row in a remainder",
           r"(arith\.muli %high\w*), %arg5", r"\1, %arg3"),
    # A remainder within a window: others are bounded again.
    kernel("lookback", "remainder that is not corrected",
           rf"arith\.minui {V}, {V}( : i64\n.*arith\.subi .*\n.*arith\.cmpi)",
           r"arith.minui \1, \1\3"),
    kernel("single", "row that is one element too long",
           *number_for(r"arith\.subi %arg5, ", 0, "i64")),
    kernel("wide", "second word's rows counted from the first word",
           LINE + rf"({V} = arith\.constant 32 : i64\n(?:.*\n)*?)"
           r"( *)(.*arith\.addi %\w+), \3 ",
           r"\1\2\4%none = arith.constant 0 : i64" "\n" r"\4\5, %none "),
]
# The spine's reductions: of the tiles before one, then of all of a cycle; in
# the blocks, then in stand-ins. Unlike those of items, nothing starts them.
SPINE = (r"thread_reduce @interval_i32_chains by @sklansky_2"
         r"\((?!.* start\()")
STREAMS = [
    cuts("stream", "reducing warps that see no row of the lanes before",
         BALLOT, bits(0)),
    cuts("stream", "stand-ins that see no row of the lanes before", BALLOT,
         bits(0), 2),
    cuts("stream", "stand-ins that see no row within a run",
         ITEMS_2.format("scan"), bits(0), 2),
    cuts("stream", "rows of the first warp for those of the second",
         "group_scan", FIRST_TWICE),
    cuts("stream", "lane of the spine that sees no row before a tile", SPINE,
         bits(0)),
    cuts("stream", "lane of the spine that sees no row of the cycle", SPINE,
         bits(0), 2),
    cuts("stream", "spine that sees no row of other lanes before a tile",
         "warp_reduce", bits(0)),
    cuts("stream", "spine that sees no row of other lanes in the cycle",
         "warp_reduce", bits(0), 2),
    cuts("stream", "stand-ins' spine that sees no row before a tile",
         "warp_reduce", bits(0), 3),
    cuts("stream", "stand-ins' spine that sees no row of the cycle",
         "warp_reduce", bits(0), 4),
    kernel("stream", "rows of a lane's last tile lost in the spine",
           rf"arith\.select {V}, %c2_i32\w*, (%c0_i32\w*)",
           r"arith.select \1, \2, \2"),
    kernel("stream", "tiles of no block cut the spine's row",
           rf"(arith\.maxui (?:.*\n)+?.*arith\.select {V}, ){V}, {V}",
           r"\1\3, \3"),
    kernel("stream", "spine asks whether a tile's first element begins a row",
           *number_for(r"arith\.cmpi ult, %\w+, ", 1, "i64",
                       r" : i64\n.*arith\.select .*\n.*arith\.ori")),
    kernel("stream", "next tile of a lane as far from a row as this one",
           rf"arith\.subi {V}, {V}( : i64\n.*arith\.addi {V}, %arg5 : i64)",
           r"arith.maxui \1, \1\3"),
    kernel("stream", "next tile of a lane in the row after the next",
           rf"(arith\.addi {V}, %arg5 : i64\n.*arith\.minui) {V}, {V}",
           r"\1 \4, \4"),
    kernel("stream", "note of the next tile for that of this one",
           LINE + rf"({V}, {V}, {V} = prefix\.tile .* length {V}\n)"
           r"((?:.*\n){1,5}?.*arith\.addi) \3(, .*\n.*mului_extended)",
           r"\1\2\1%next = arith.addi \3, \6 : i64" "\n" r"\7 %next\8"),
    kernel("stream", "tile's note left out",
           rf"(extui {V} : i32 to i64\n(?:.*\n){{1,8}}?.*arith\.subi) {V}, "
           rf"{V} : i32(\n.*arith\.addi .*\n.*mului_extended .* : i32)",
           r"\1 \3, \3 : i32\5"),
    cuts("brief", "lane of the spine that sees no row", SPINE, bits(0)),
    cuts("brief", "spine that sees no row of other lanes", "warp_reduce",
         bits(0)),
    cuts("brief", "every lane has a row", BALLOT, bits(-1)),
    start("brief", "row without its init", ITEMS_2.format("scan"),
          "%lost#0, %lost#1", IDENTITY),
    joined("brief", "carry joined over the rows of a tile", 4),
]

# The rows that a block has for its own.
SHARES = [
    kernel("single", "rows that are left over are no block's",
           rf"arith\.addi {V}, {V}( : i64\n.*arith\.divui)",
           r"arith.addi \1, %c0_i64\3"),
    kernel("single", "block goes on with the rows of the next one",
           rf"arith\.minui( {V}, %arg3 : i64\n.*arith\.subi)", r"arith.maxui\1"),
    kernel("single", "block whose first row begins within a wide access",
           rf"arith\.select {V}, {V}, {V}( : i64\n.*arith\.muli .*%arg5)",
           r"arith.select \1, \2, \2\4"),
    kernel("wide", "all blocks have the rows of the first one",
           rf"(prefix\.block\n.*arith\.muli ){V}", r"\1%c0_i64"),
]

REVERSED = [
    kernel("single", "rows from the wrong end", r"rows reverse\(", "rows("),
    kernel("stream", "outputs of a tile from the wrong end",
           r"(prefix\.walk rows) reverse", r"\1", 3),
]

# A store behind the element \\3, the last one of a row but not of all.
BEHIND = "\n".join([
    r"\1%next = arith.addi \3, %c1_i64 : i64",
    r"\1%rest = arith.remui %next, %arg5 : i64",
    r"\1%ends = arith.cmpi eq, %rest, %c0_i64 : i64",
    r"\1%apart = arith.cmpi sgt, %arg7, %arg5 : i64",
    r"\1%more = arith.cmpi ult, %next, %arg3 : i64",
    r"\1%both = arith.andi %ends, %apart : i1",
    r"\1%all = arith.andi %both, %more : i1",
    r"\1scf.if %all {",
    r"\1  %gap = llvm.getelementptr \5[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8",
    r"\1  llvm.store \4, %gap {alignment = 4 : i64} : i32, !llvm.ptr<1>",
    r"\1}",
]) + "\n"

APART = [
    kernel("strided", "output at the input's stride",
           r"(store_tile .* along) %\d+", r"\1 %1", 0),
    kernel("strided", "strides of input and output swapped",
           rf"(strided_rows\(.*, ){V}(\)\n(?:.*\n)*?.*strided_rows\(.*, ){V}",
           r"\1\4\3\2"),
    gpu("strided", "row's number without its correction",
        r"arith\.addi (%high\w+), %\w+", r"arith.addi \1, %c0_i64"),
    gpu("strided", "gap added once too often",
        LINE + r"(.*arith\.addi %high\w*, )(%\w+)",
        r"\1%more = arith.addi \3, %c1_i64 : i64" "\n" r"\1\2%more"),
    gpu("strided", "stride for the gap", r"arith\.subi %arg6, %arg5",
        "arith.addi %arg6, %c0_i64"),
    gpu("strided", "store between two rows",
        LINE + rf"(%\w+ = arith\.subi %arg7, %arg5 : i64\n.*mului_extended {V},"
        rf".*\n(?:.*\n)+?.*llvm\.store {V}, {V} .*\n)",
        r"\1\2" + BEHIND),
]

FAULTS = (RUNS + STARTS + WARPS + BLOCKS + TILES + REMAINDERS + STREAMS +
          SHARES + REVERSED + APART)


def emit(scanc, base, phase, work):
    rows = "rows_strided" if base == "strided" else "rows"
    return emit_kernels(scanc, INPUTS / "row_faults.mlir", phase, work / base,
                        f"--scan={base}_{rows}", INTERVALS)


if __name__ == "__main__":
    main(FAULTS, emit, MARK)
