#!/usr/bin/env python3
#===- faults.py - Plants faults in kernels and has them found -------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Plants faults in lowered kernels, one at a time, and runs `scanc verify`.

    faults.py SCANC WORK_FOLDER [--docs=Verification.md [--update]]

The faults are those of every kernel, in kernels that scan intervals; planted.py
says what a fault is, and what is asked of verify.
"""

from planted import (
    INPUTS, INTERVALS, LINE, V, Fault, emit_kernels, main, number_for)

MARK = "<!-- faults -->"

APPLY = rf"prefix\.apply @interval_i32\({V}, {V}, {V}, {V}\)"
SWAPPED = r"prefix.apply @interval_i32(\3, \4, \1, \2)"


def kernel(name, what, pattern, replacement, nth=1, base="faults"):
    return Fault(base, "kernel", name, what, pattern, replacement, nth)


def gpu(name, what, pattern, replacement, nth=1, base="faults"):
    return Fault(base, "gpu", name, what, pattern, replacement, nth)


def with_identity(what, nth, name="scan"):
    """The low operand of the nth apply is the identity."""
    return kernel(
        name, what, LINE + rf"(%\w+:2) = {APPLY}",
        r"\1%lost:2 = prefix.identity @interval_i32 : i32, i32"
        "\n" r"\1\2 = prefix.apply @interval_i32(%lost#0, %lost#1, \5, \6)",
        nth)


def moved(name, what, pattern_before, pattern_after, by, nth=1,
          base="faults"):
    """An index in brackets is `by` more."""
    return kernel(
        name, what,
        LINE + rf"(.*{pattern_before}\[){V}(\]{pattern_after}.*)",
        rf"\1%by = arith.constant {by} : i64"
        "\n" r"\1%moved = arith.addi \3, %by : i64" "\n" r"\1\2%moved\4",
        nth, base)


def guarded(name, what, op, by, nth=1, base="faults"):
    """The bound of a guard is `by` more."""
    return kernel(
        name, what, LINE + rf"(.*prefix\.{op} .* valid ){V}( .*)",
        rf"\1%by = arith.constant {by} : i64"
        "\n" r"\1%bound = arith.addi \3, %by : i64" "\n" r"\1\2%bound\4",
        nth, base)


# In order: the combines of the block's circuit in its cells, then the carry
# before the block's prefix and before its total, then the rows.
JOINS = [
    kernel("scan", "carry joined on the wrong side", APPLY, SWAPPED, 3),
    kernel("scan", "carry joined behind the block's prefix", APPLY, SWAPPED, 2),
    kernel("scan", "first row joined on the wrong side", APPLY, SWAPPED, 4),
    kernel("scan", "second row joined on the wrong side", APPLY, SWAPPED, 5),
    kernel("reduce", "tiles reduced in the wrong order", APPLY, SWAPPED),
    kernel("top", "carry of the aggregates on the wrong side", APPLY, SWAPPED,
           3),
    kernel("top", "leftovers joined on the wrong side", APPLY, SWAPPED, 7),
    kernel("single", "carry joined on the wrong side", APPLY, SWAPPED, 4,
           base="faults_single"),
    with_identity("carry lost", 3),
    with_identity("carry not put before the tile", 2),
    with_identity("prefix of the rows lost", 5),
    with_identity("reduced tiles lost", 1, "reduce"),
    with_identity("carry of the aggregates lost", 3, "top"),
    kernel("scan", "carry not updated from tile to tile",
           r"scf\.yield %\w+#0, %\w+#1, (%\w+#0, %\w+#1, %\w+#2, %\w+#3)",
           r"scf.yield %arg6, %arg7, \1"),
    kernel("scan", "same tile scanned again",
           r"(scf\.yield %\w+#0, %\w+#1), %\w+#0, %\w+#1, %\w+#2, %\w+#3",
           r"\1, %arg8, %arg9, %arg10, %arg11"),
    kernel("scan", "total of the block for its prefix",
           r"(prefix\.get %\w+ at) <2 \+ 1 \* \(t floordiv 32\)>", r"\1 <4>"),
    kernel("scan", "prefix of the block for its total",
           r"(prefix\.get %\w+ at) <4>", r"\1 <2 + 1 * (t floordiv 32)>"),
    kernel("scan", "total of the warp for its prefix",
           rf"(prefix\.apply @interval_i32\(%\d+, %\d+, %\w+)#0, (%\w+)#1\)",
           r"\1#2, \2#3)"),
    kernel("scan", "rows in the wrong order",
           r"vector\.from_elements (%\w+#[23]), (%\w+#[23])",
           r"vector.from_elements \2, \1", 0),
    kernel("scan", "row that takes the prefix of another",
           r"(vector\.extract %\w+#[01])\[1\]", r"\1[0]", 0),
]

SCANS = [
    kernel("scan", "inclusive for exclusive over the rows",
           r"@serial_2 exclusive\(", "@serial_2("),
    kernel("scan", "exclusive for inclusive over the items",
           r"(thread_scan @interval_i32 by @serial_2)\(", r"\1 exclusive("),
    kernel("top", "aggregates scanned inclusively",
           r"@serial_1 exclusive\(", "@serial_1(", 2),
    kernel("single", "inclusive for exclusive", r"@serial_2 exclusive\(",
           "@serial_2(", base="faults_single"),
    kernel("scan", "seed of the block behind",
           LINE + r"(.*gpu\.shuffle  idx %\w+, )%\w+"
           r"(.*\n.*gpu\.shuffle  idx %\w+, )%\w+",
           r"\1%behind = arith.constant 1 : i32" "\n"
           r"\1\2%behind\3%behind"),
    kernel("top", "wrong init",
           *number_for(r"scf\.for .* iter_args\(%\w+ = ", 0, "i32")),
]

LOOPS = [
    kernel("scan", "one tile too few",
           rf"({V} = arith\.subi {V}, .*\n(?:.*\n)+?.*scf\.for .* to )\3 ",
           r"\1\2 "),
    kernel("scan", "first tile left out",
           r"scf\.for (%\w+) = %\w+ to (%\w+) step (%\w+)",
           r"scf.for \1 = \3 to \2 step \3"),
    kernel("scan", "next tile not clamped to the block's", r"arith\.minui",
           "arith.maxui", 2),
    kernel("scan", "every block gets a tile more", r"arith\.cmpi ult",
           "arith.cmpi ule"),
    kernel("scan", "first tile of the blocks behind is wrong", r"arith\.minui",
           "arith.maxui", 1),
    kernel("reduce", "first tile of the blocks behind is wrong",
           r"arith\.minui", "arith.maxui", 1),
    kernel("scan", "tiles overlap by one element",
           *number_for(r"arith\.muli %\w+, ", 255, "i64",
                       r" : i64\n(?:.*\n){1,5}?.*store_tile")),
    kernel("scan", "strips of two warps overlap",
           *number_for(r"prefix\.warp\n.*arith\.muli %\w+, ", 64, "i32",
                       r" : i32\n(?:.*\n){1,4}?.*store_tile")),
    kernel("single", "last cycle left out",
           *number_for(r"arith\.addi %arg3, ", 0, "i64"),
           base="faults_single"),
]

TILES = [
    moved("scan", "load one element too far", r"load_tile @\w+ %arg0", "", 1),
    moved("scan", "store one element too far", r"store_tile .* to %arg1", "",
          1),
    moved("reduce", "load one element too far", r"load_tile @\w+ %arg0", "", 1),
    moved("reduce", "aggregate in the slot of the block behind",
          r"store_tile .* to %arg2", "", 1),
    moved("single", "load one element too early", r"load_tile @\w+ %arg0", "",
          -1, base="faults_single"),
    guarded("single", "guard of the load one short", "load_tile", -1,
            base="faults_single"),
    guarded("single", "guard of the load one too far", "load_tile", 1,
            base="faults_single"),
    guarded("single", "guard of the store one short", "store_tile", -1,
            base="faults_single"),
    guarded("single", "guard of the store one too far", "store_tile", 1,
            base="faults_single"),
    kernel("single", "no guard of the store",
           r"(store_tile .*\]) valid %\w+", r"\1", base="faults_single"),
    kernel("top", "no guard of the load", r"(load_tile .*\]) valid %\w+", r"\1"),
    kernel("reduce", "aggregate stored by the wrong threads",
           r"arith\.cmpi eq", "arith.cmpi ne"),
]

BARRIER = LINE + r"gpu\.barrier\n"
WARP_SYNC = LINE + r"nvvm\.bar\.warp\.sync .*\n"
PUBLISH = (r"(?m)^( *)scf\.if (%\w+) \{\n"
           r"((?: *%\w+ = arith\..*\n)+ *memref\.store)")

MEETINGS = [
    gpu("scan", "no barrier before the circuit of the warps", BARRIER, "", 1),
    gpu("scan", "no barrier behind the circuit of the warps", BARRIER, "", 2),
    gpu("reduce", "no barrier before the circuit of the warps", BARRIER, "", 2),
    gpu("top", "no barrier behind the circuit of the warps", BARRIER, "", 2),
    gpu("single", "no barrier before the circuit of the warps", BARRIER, "", 1,
        base="faults_single"),
    gpu("single", "no warp sync between reads and writes of a stage",
        WARP_SYNC, "", 1, base="faults_single"),
    gpu("single", "no warp sync behind a stage", WARP_SYNC, "", 2,
        base="faults_single"),
    gpu("single", "warp sync of too few lanes",
        r"nvvm\.bar\.warp\.sync %c-1_i32", "nvvm.bar.warp.sync %c31_i32",
        base="faults_single"),
    gpu("scan", "barrier that only some threads reach", PUBLISH,
        r"\1scf.if \2 {" "\n" r"\1  gpu.barrier" "\n" r"\3"),
    gpu("single", "warp sync that only some lanes reach", PUBLISH,
        r"\1scf.if \2 {" "\n" r"\1  nvvm.bar.warp.sync %c-1_i32 : i32" "\n"
        r"\3", base="faults_single"),
    gpu("single", "all lanes publish the warp's total", PUBLISH,
        r"\1%all = arith.constant true" "\n" r"\1scf.if %all {" "\n" r"\3",
        base="faults_single"),
    gpu("scan", "all but the first warp run the circuit of the warps",
        r"(gpu\.barrier\n *%\w+ = arith\.cmpi) ult", r"\1 uge"),
]

LANES = [
    gpu("scan", "shuffle over two lanes for one",
        r"(gpu\.shuffle  up %\w+), %c1_i32", r"\1, %c2_i32"),
    gpu("scan", "shuffle over four lanes for eight",
        r"(gpu\.shuffle  up %\w+), %c8_i32", r"\1, %c4_i32", 0),
    gpu("scan", "shuffle down for up", r"gpu\.shuffle  up", "gpu.shuffle  down",
        1),
    gpu("scan", "total from the wrong lane",
        r"(gpu\.shuffle  idx %\w+), %c31_i32", r"\1, %c16_i32", 0),
    gpu("scan", "shuffle of one field left out",
        r"(%\w+), (%\w+) = gpu\.shuffle  up (%\w+), %c16_i32, %c32_i32 : i32",
        r"\1, \2 = gpu.shuffle  up \3, %c0_i32, %c32_i32 : i32", 1),
    gpu("scan", "lanes without a partner combine all the same",
        r"arith\.select (%valid_\d+), (%\w+), (%\w+)",
        r"arith.select \1, \2, \2", 1),
    gpu("scan", "lanes with a partner do not combine",
        r"arith\.select (%valid_\d+), (%\w+), (%\w+)",
        r"arith.select \1, \3, \2", 1),
    gpu("top", "shuffle over two lanes for one",
        r"(gpu\.shuffle  up %\w+), %c1_i32", r"\1, %c2_i32"),
]

CELLS = [
    gpu("scan", "prefix of a warp in the cell of another",
        r"arith\.addi (%\w+), %c3_i32 : i32", r"arith.addi \1, %c2_i32 : i32"),
    gpu("single", "partner of a warp off by one",
        r"arith\.addi (%\w+), %c-1_i32 : i32",
        r"arith.addi \1, %c0_i32 : i32", base="faults_single"),
    gpu("scan", "shared memory one cell short", r"5xi32", "4xi32", 0),
    gpu("scan", "wrong identity before the first warp",
        r"memref\.store %c-2147483648_i32, (%arg\d+)",
        r"memref.store %c0_i32, \1", 1),
    gpu("scan", "prefixes read without their offset",
        r"(gpu\.barrier\n *%\w+ = arith\.addi %\w+), %c2_i32",
        r"\1, %c0_i32", 1),
    gpu("scan", "one field read from the other's cell",
        r"(= memref\.load) %arg6", r"\1 %arg5", 1),
    gpu("scan", "vector load of what is not aligned",
        r"(arith\.andi %\w+), %c15_i64", r"\1, %c7_i64", 1),
    gpu("scan", "second field stored beside its place",
        r"(llvm\.store %\w+), (%\w+) (\{alignment = 4 : i64\} : i32.*\n.*"
        r"arith\.addi %\w+), %c4_i64", r"\1, \2 \3, %c8_i64", 1),
    gpu("top", "wrong combine of an interval",
        r"arith\.cmpi eq, (%shuffleResult\w*), (%\d+) : i32",
        r"arith.cmpi ne, \1, \2 : i32", 1),
]

FAULTS = JOINS + SCANS + LOOPS + TILES + MEETINGS + LANES + CELLS


def emit(scanc, base, phase, work):
    return emit_kernels(scanc, INPUTS / f"{base}.mlir", phase, work / base,
                        INTERVALS)


if __name__ == "__main__":
    main(FAULTS, emit, MARK)
