#!/usr/bin/env python3
#===- map_faults.py - Plants faults about maps and has them found ---------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Plants faults in kernels that make states of elements, and outputs of states.

    map_faults.py SCANC WORK_FOLDER [--docs=Verification.md [--update]]

The faults are about what only maps have: what they are given, where that lies,
and what they make of it. Kernels that scan intervals have no maps: here the scan's
own kernels run on its real elements. planted.py says what a fault is, and what is
asked of verify.
"""

from dataclasses import dataclass

from planted import (
    INPUTS, LINE, V, Fault, emit_kernels, main, number_for, run_verify, value_for)

SOURCE = INPUTS / "map_faults.mlir"
MARK = "<!-- map faults -->"
SIZES = "1,130,700,1500"
STRATEGIES = {
    "single": "single_block",
    "chained": "chained",
    "stream": "one_launch_streaming",
    "reduce": "reduce_then_scan",
}
ROWS = {"chained"}  # the bases that are not a line


def scan_of(base):
    return base + ("_rows" if base in ROWS else "")


@dataclass
class MapFault(Fault):
    """In a kernel, or in the map that `kernel` names with its @."""

    def span(self, text):
        if not self.kernel.startswith("@"):
            return super().span(text)
        begin = text.index(f"prefix.map {self.kernel} ")
        return begin, text.index("\n    }\n", begin)

    def place(self):
        return f"`{self.kernel}` of `{STRATEGIES[self.base]}`"


def kernel(base, name, what, pattern, replacement, nth=1):
    return MapFault(base, "kernel", name, what, pattern, replacement, nth)


def gpu(base, name, what, pattern, replacement, nth=1):
    return MapFault(base, "gpu", name, what, pattern, replacement, nth)


def operand(base, name, what, before, fresh, nth=1):
    """The value behind `before` is %fresh, which lines define."""
    return kernel(base, name, what, *value_for(before, fresh), nth)


BODIES = [
    kernel("single", "@store", "another op in a store", r"arith\.xori",
           "arith.ori"),
    kernel("single", "@load", "another op in a load", r"arith\.xori",
           "arith.ori"),
    kernel("single", "@load", "one value of a load for the other",
           r"arith\.xori %x1", "arith.xori %x0"),
    kernel("single", "@load", "values of a state swapped",
           rf"yield {V}, {V}", r"yield \2, \1"),
    kernel("single", "@store", "state before for the state after",
           r"(yield .*)%after1", r"\1%before1"),
    kernel("single", "@store", "part of the state before for the other",
           r"%before1,", "%before0,"),
    kernel("single", "@store", "one value of a store for the other",
           r"(yield .*)%x1", r"\1%x0"),
    kernel("stream", "@load", "index in a load left out",
           rf"(arith\.addi {V}), {V}( : i32\n *yield)", r"\1, \2\4"),
    kernel("stream", "@store", "element subtracted from its index",
           rf"arith\.subi {V}, {V}", r"arith.subi \2, \1"),
]

TO_SINGLE = (rf"store_tile {V}, {V}, (%\w+#0), (%\w+#1) to")
STATES = [
    kernel("single", "single", "before and after swapped", TO_SINGLE,
           r"store_tile \3, \4, \1, \2 to"),
    kernel("reduce", "scan", "before and after swapped",
           rf"store_tile {V}, {V}, {V}, {V} to",
           r"store_tile \2, \1, \4, \3 to"),
    kernel("reduce", "scan", "state before from another row",
           rf"store_tile {V}, {V}, {V}, {V} to",
           r"store_tile \3, \2, \1, \4 to"),
    kernel("single", "single", "state after for all of them", TO_SINGLE,
           r"store_tile \3, \4, \3, \4 to"),
    kernel("single", "single", "state before a run's first element is that after",
           rf"(from_elements) {V}, {V}, {V}, {V}( : vector<4xi32>\n.*"
           rf"from_elements) {V}, {V}",
           r"\1 \3, \3, \4, \5\6 \8, \8"),
    kernel("single", "single", "states before one element late",
           rf"(from_elements) {V}, {V}, {V}, {V}( : vector<4xi32>\n.*"
           rf"from_elements) {V}, {V}, {V}, {V}",
           r"\1 \2, \2, \3, \4\6 \7, \7, \8, \9"),
    kernel("single", "single", "first element without the start before it",
           LINE + rf"(.*scf\.for .* iter_args\({V} = ){V}, ({V} = ){V}",
           r"\1%lost:2 = prefix.identity @steps : i32, i32" "\n"
           r"\1\2%lost#0, \5%lost#1"),
    kernel("chained", "scan", "first of a row without the start before it",
           LINE + rf"(.*thread_scan .* start\(){V}, {V}",
           r"\1%lost:2 = prefix.identity @steps : i32, i32" "\n"
           r"\1\2%lost#0, %lost#1"),
    kernel("chained", "scan", "state after for the state before",
           r"(thread_scan @steps by @serial_2) exclusive(.*cuts\(%\w+\) start)",
           r"\1\2"),
]

# Where what a map takes lies, and where what it makes goes.
PLACES = [
    kernel("single", "single", "arrays of a load swapped",
           rf"(load_tile @steps) {V}, {V}\[", r"\1 \3, \2["),
    kernel("single", "single", "one array of a load for the other",
           rf"(load_tile @steps) {V}, {V}\[", r"\1 \2, \2["),
    kernel("single", "single", "arrays of a store's elements swapped",
           rf" of {V}, {V} :", r" of \2, \1 :"),
    kernel("single", "single", "outputs swapped",
           rf" to {V}, {V}, {V}, {V}\[", r" to \2, \1, \3, \4["),
    # A load has an address in its wide path and four in its scalar one; those of
    # the store are next.
    gpu("single", "single", "store reads the element behind its own",
        LINE + r"(%\w+ = llvm\.getelementptr %arg0\[)(%\w+)",
        r"\1%two = arith.constant 2 : i64" "\n"
        r"\1%behind = arith.addi \3, %two : i64" "\n" r"\1\2%behind", 7),
    kernel("chained", "scan", "store reads its elements in the other direction",
           rf"(store_tile .* of .*) along {V} element", r"\1 element", 2),
    kernel("stream", "stream", "store reads its elements in the other direction",
           rf"(store_tile .* of .*) along {V} element", r"\1 element"),
    kernel("stream", "stream", "arrays of a store's elements swapped",
           rf"(store_tile .* of) {V}, {V} :", r"\1 \3, \2 :"),
    kernel("stream", "stream", "store reads where it stores",
           rf"(store_tile .* to) {V}, {V}(\[.* of) {V}, {V} :",
           r"\1 \2, \3\4 \2, \3 :"),
    kernel("stream", "stream", "arrays of the totals' elements swapped",
           rf"(load_tile @add_i32) {V}, {V}\[", r"\1 \3, \2["),
    kernel("single", "single", "no guard of the load",
           r"(load_tile .*\]) valid %\w+", r"\1"),
    kernel("single", "single", "no guard of the store and of what it reads",
           r"(store_tile .*\]) valid %\w+", r"\1"),
    gpu("single", "single", "store reads an element that does not exist",
        r"(else \{\n.*arith\.cmpi) ult(.*%arg7 .*\n *scf\.if)", r"\1 ule\2"),
    gpu("single", "single", "value of a load without its sign",
        r"arith\.extsi", "arith.extui"),
    gpu("chained", "scan", "value of a load without its sign",
        r"arith\.extsi", "arith.extui"),
]

FROM = r"numbered %\w+ from "
NUMBERS = [
    operand("single", "single", "index of a load off by one",
            "load_tile .* " + FROM, ["%fresh = arith.constant 1 : i64"]),
    operand("single", "single", "index of a store off by one",
            "store_tile .* " + FROM, ["%fresh = arith.constant -1 : i64"]),
    operand("reduce", "reduce", "index of the totals' elements off by one",
            "load_tile .* " + FROM, ["%fresh = arith.constant 1 : i64"]),
    kernel("single", "single", "index of a load from its tile on",
           LINE + rf"(.*load_tile .*\[){V}(\].* {FROM}){V}",
           r"\1%none = arith.constant 0 : i64" "\n"
           r"\1%fresh = arith.subi %none, \3 : i64" "\n" r"\1\2\3\4%fresh"),
    kernel("stream", "stream", "index of a store from its tile on",
           *number_for("store_tile .* " + FROM, 0, "i64")),
    kernel("stream", "stream", "index of the totals' elements from the tile on",
           *number_for("load_tile .* " + FROM, 0, "i64")),
    kernel("stream", "stream", "index of the scanned elements from the tile on",
           *number_for("load_tile .* " + FROM, 0, "i64"), 2),
    operand("chained", "scan", "index of a store not reset where a row begins",
            "store_tile .* numbered ",
            ["%fresh = prefix.walk line reverse(%arg4)"]),
    operand("chained", "scan", "index of a load not reset where a row begins",
            "load_tile .* numbered ",
            ["%fresh = prefix.walk line reverse(%arg4)"]),
    operand("chained", "scan", "index of a load in the other direction",
            "load_tile .* numbered ",
            ["%fresh = prefix.walk rows(%arg4, %arg6)"]),
    operand("chained", "scan", "index of a store reset too late",
            "store_tile .* numbered ",
            ["%one = arith.constant 1 : i64",
             "%longer = arith.addi %arg6, %one : i64",
             "%fresh = prefix.walk rows reverse(%arg4, %longer)"]),
    gpu("chained", "scan", "index not reset within a run",
        rf"arith\.select {V}, %c0_i64, {V} : i64", r"arith.select \1, \2, \2 : i64"),
    gpu("single", "single", "index of a run's second element off by one",
        r"(arith\.addi %\w+), %c1_i64 : i64(\n.*arith\.minui)",
        r"\1, %c2_i64 : i64\2"),
]

FAULTS = BODIES + STATES + PLACES + NUMBERS


def emit(scanc, base, phase, work):
    return emit_kernels(scanc, SOURCE, phase, work / base,
                        f"--scan={scan_of(base)}")


def verify(scanc, base, path):
    return run_verify(scanc, SOURCE, f"--scan={scan_of(base)}",
                      f"--kernels={path}", f"--n={SIZES}", "--schedules=1")


if __name__ == "__main__":
    main(FAULTS, emit, MARK, verify)
