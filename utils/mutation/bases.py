#===- bases.py - The scans whose kernels are mutated ----------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The scans whose kernels are mutated: every strategy, on elements of every
sort, in either direction, from an init and from the identity, of an array and,
where a strategy can begin anew, of the rows of a matrix, or along an axis; with
maps, and with chains that start from states in memory and leave states there.

Tiles are of few elements, so that a verification takes about a second. Those
called NAME_default have the plan that scanc chooses for the strategy;
stream_default is what a user gets who says nothing at all, so that one block
scans what is small.
"""

import hashlib
import re
from dataclasses import dataclass

AFFINE = """\
prefix.monoid @affine identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %ab = arith.muli %a1, %b0 : i32
  %b = arith.addi %ab, %b1 : i32
  prefix.yield %a, %b : i32, i32
}
"""
# Steps x -> a * x + b, and a count: values of three sizes.
STEPS = """\
prefix.monoid @steps identity {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i8
  prefix.yield %one, %zero, %none : i64, i32, i8
} combine (%a0: i64, %b0: i32, %c0: i8), (%a1: i64, %b1: i32, %c1: i8) {
  %a = arith.muli %a0, %a1 : i64
  %low = arith.trunci %a1 : i64 to i32
  %moved = arith.muli %b0, %low : i32
  %b = arith.addi %moved, %b1 : i32
  %c = arith.addi %c0, %c1 : i8
  prefix.yield %a, %b, %c : i64, i32, i8
}
"""
MATRIX = """\
prefix.monoid @matrix identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero, %zero, %one : i32, i32, i32, i32
} combine (%a0: i32, %b0: i32, %c0: i32, %d0: i32),
          (%a1: i32, %b1: i32, %c1: i32, %d1: i32) {
  %0 = arith.muli %a0, %a1 : i32
  %1 = arith.muli %b0, %c1 : i32
  %a = arith.addi %0, %1 : i32
  %2 = arith.muli %a0, %b1 : i32
  %3 = arith.muli %b0, %d1 : i32
  %b = arith.addi %2, %3 : i32
  %4 = arith.muli %c0, %a1 : i32
  %5 = arith.muli %d0, %c1 : i32
  %c = arith.addi %4, %5 : i32
  %6 = arith.muli %c0, %b1 : i32
  %7 = arith.muli %d0, %d1 : i32
  %d = arith.addi %6, %7 : i32
  prefix.yield %a, %b, %c, %d : i32, i32, i32, i32
}
"""
MONOIDS = {"affine": AFFINE, "steps": STEPS, "matrix": MATRIX}


@dataclass(frozen=True)
class Base:
    name: str
    strategy: str
    scan: str  # all behind the scan's name, up to the plan
    plan: str | None  # all behind the strategy; None: nothing names one
    elements: str = ""  # prefix.elements

    @property
    def source(self):
        """A module with one scan, @scan."""
        monoid = self.scan.split("@")[1].split()[0]
        plan = ""
        if self.plan is not None:
            rest = self.plan and f", {self.plan}"
            plan = f"\n  plan <strategy = {self.strategy}{rest}>"
        elements = (f"\n  attributes {{prefix.elements = {self.elements}}}"
                    if self.elements else "")
        return (f"{MONOIDS.get(monoid, '')}prefix.scan @scan {self.scan}"
                f"{plan}{elements}\n")

    @property
    def scanned(self):
        """What is called @scan where all elements are one scan."""
        domain = re.search(r"domain (\w+)", self.scan)
        return {"rows": "scan_rows", "strided_rows": "scan_rows_strided",
                "axis": "scan_axis"}[domain[1]] if domain else "scan"

    @property
    def hash(self):
        return hashlib.sha256(self.source.encode()).hexdigest()[:12]


SCALAR = "exclusive @add_i32 : (i32) -> (i32)"
PAIR = "inclusive @affine : (i32, i32) -> (i32, i32)"
BACK = ("exclusive reverse @affine init (3 : i32, 5 : i32) : "
        "(i32, i32) -> (i32, i32)")
BYTES = "exclusive reverse @add_i8 init (100 : i8) : (ui8) -> (ui8)"
HALVES = "inclusive @max_f32 init (-1.1 : f32) : (f16) -> (f16)"
WIDER = "exclusive @add_i32 init (7 : i32) : (ui8) -> (ui32)"
NARROWER = "inclusive reverse @add_i32 : (ui32) -> (ui8)"
SHORTS = "inclusive reverse @min_i16 : (i16) -> (i16)"
ARRAYS = "inclusive @steps : (i64, i32, i8) -> (i64, i32, i8) soa"
OTHER_ARRAYS = ("exclusive reverse @steps init (3 : i64, -5 : i32, 7 : i8) : "
                "(i16, ui8, i8) -> (i64, i32, ui16) soa")
PLAIN = "exclusive @add_i64 : (i64) -> (i64)"
# Maps that depend on what they take, on where it lies, and on both states.
MAPS = """inclusive @affine init (3 : i32, 5 : i32)
    load (%x: i32, %y: i32) index %i {
  %at = arith.trunci %i : i64 to i32
  %one = arith.constant 1 : i32
  %a = arith.ori %x, %one : i32
  %b = arith.xori %y, %at : i32
  prefix.yield %a, %b : i32, i32
} store before (%a: i32, %b: i32) after (%c: i32, %d: i32)
    in (%x: i32, %y: i32) index %i {
  %changed = arith.xori %b, %x : i32
  prefix.yield %changed, %d, %i : i32, i32, i64
} : (i16, i16) -> (i32, i32, i32)"""
BACK_MAPS = MAPS.replace("inclusive", "inclusive reverse")
# Chains that start from states, and what is left behind them.
STATES = PAIR.replace(" :", " initial final :")
BACK_STATES = BACK.replace(" : (", " initial final : (")
TOTALS = ("exclusive reverse @affine init (3 : i32, 5 : i32) initial total : "
          "(i32, i32) -> (i32, i32)")
# Rows of a matrix, each a scan of its own; those of the last lie apart.
PAIR_ROWS = f"{PAIR} domain rows"
BACK_ROWS = f"{BACK} domain rows"
BYTES_ROWS = f"{BYTES} domain rows"
MOST_ROWS = "inclusive @max_i8 : (i8) -> (i8) domain rows"
APART = "exclusive @affine : (i32, i32) -> (i32, i32) domain strided_rows"
MAP_ROWS = f"{BACK_MAPS} domain rows"
STATE_ROWS = f"{STATES} domain rows"
BACK_STATE_ROWS = f"{BACK_STATES} domain rows"
TOTALS_APART = TOTALS.replace(" reverse", "") + " domain strided_rows"
# Chains along an axis of a tensor.
SCALAR_AXIS = f"{SCALAR} domain axis"
MAP_AXIS = f"{BACK_MAPS} domain axis"
STATE_AXIS = f"{BACK_STATES} domain axis"
TOTAL_AXIS = TOTALS.replace(" reverse", "") + " domain axis"
ARRAY_AXIS = f"{ARRAYS} domain axis"


def _skeletons(**skeletons):
    return ", ".join(f"{name} = <{text}>" for name, text in skeletons.items())


def _single():
    def base(name, scan, plan):
        return Base(f"single_{name}", "single_block", scan, plan)

    small = _skeletons(tail="warps = 2, rows = 1, items = 2")
    return [
        base("scalar", SCALAR, _skeletons(tail="warps = 4, rows = 1, items = 2")),
        base("pair", PAIR, small),
        base("back", BACK, _skeletons(tail="warps = 2, rows = 2, items = 1")),
        base("bytes", BYTES, _skeletons(tail="warps = 1, items = 8")),
        base("halves", HALVES, _skeletons(tail="warps = 1, items = 8")),
        base("arrays", ARRAYS, _skeletons(tail="warps = 1, items = 4")),
        base("rows", BACK_ROWS, _skeletons(
            tail="warps = 2, rows = 1, items = 2")),
        # Of 32 items, a run has a whole word of bits for where rows begin.
        base("bytes_rows", BYTES_ROWS, _skeletons(
            tail="warps = 1, items = 32")),
        base("most_rows", MOST_ROWS, _skeletons(tail="warps = 1, items = 32")),
        base("maps", MAPS, small),
        base("states", BACK_STATE_ROWS, small),
        base("totals", TOTALS_APART, small),
        base("default", PLAIN, ""),
    ]


def _recursive(short, strategy):
    def base(name, scan, plan):
        return Base(f"{short}_{name}", strategy, scan, plan)

    one = "warps = 1, rows = 1, items = 1"
    two = "warps = 2, rows = 1, items = 1"
    tiny = _skeletons(scan=one, reduce=one, top=one, tail=one)
    wide = "warps = 2, rows = 1, items = 2, block = brent_kung<64>"
    rows = _skeletons(scan="warps = 2, rows = 2", reduce="warps = 2, rows = 2",
                      top="warps = 1", tail="warps = 1")
    return [
        base("pair", PAIR, tiny),
        base("back", BACK, "max_blocks = 3, "
             + _skeletons(scan=two, reduce=one, top=two, tail=two)),
        base("wide", PAIR, "single_block_up_to = 100, " + _skeletons(
            scan=wide, reduce=wide,
            top="warps = 1, rows = 2, items = 1, block = sklansky<64>",
            tail=one)),
        base("wider", WIDER, rows),
        base("bytes", BYTES, rows),
        base("arrays", OTHER_ARRAYS, _skeletons(
            scan="warps = 1, items = 2", reduce="warps = 1, items = 2",
            top="warps = 1", tail="warps = 1")),
        *([base("states", BACK_STATES, rows), base("maps", MAPS, rows)]
          if strategy != "scan_then_propagate" else []),
        base("default", PLAIN, ""),
    ]


def _two_level():
    def base(name, scan, plan):
        return Base(f"levels_{name}", "two_level_streaming", scan,
                    "max_blocks = 80, " * bool(plan) + plan)

    lists = ("warps = 2, rows = 2, items = 2, block = kogge_stone<32>, "
             "sublists = per_row")
    square = "warps = 2, rows = 2, items = 2"
    return [
        base("scalar", "inclusive @add_i32 init (7 : i32) : (i32) -> (i32)",
             "single_block_up_to = 0, blocks_per_sm = 2, " + _skeletons(
                 scan=square + ", stages = 2", reduce=square,
                 top="warps = 2, rows = 1, items = 1",
                 tail="warps = 2, rows = 1, items = 2")),
        base("pair", PAIR, _skeletons(
            scan="warps = 2, rows = 2, items = 1, warp = kogge_stone<64>",
            reduce="warps = 2, rows = 1, items = 2",
            top="warps = 2", tail="warps = 2, rows = 1, items = 2")),
        base("back", BACK, "single_block_up_to = 100, " + _skeletons(
            scan="warps = 2, rows = 1, items = 2, block = brent_kung<64>, "
                 "mapping = <stages = levels, threads = compact>",
            reduce="warps = 2, rows = 1, items = 2, block = brent_kung<64>",
            top="warps = 1, items = 2", tail="warps = 1")),
        base("sublists", PAIR, _skeletons(
            scan=lists, reduce=lists,
            top="warps = 2, rows = 1, items = 1", tail="warps = 2")),
        base("sublists_back", BACK, _skeletons(
            scan=lists, reduce=lists, top="warps = 2, rows = 1, items = 1",
            tail="warps = 2")),
        base("shorts", SHORTS, _skeletons(
            tail="warps = 1", top="warps = 1",
            reduce="warps = 1, items = 4, rows = 2",
            scan="warps = 1, items = 4, rows = 2")),
        base("arrays", ARRAYS, _skeletons(
            tail="warps = 1", top="warps = 1", reduce="warps = 1, items = 2",
            scan="warps = 1, items = 2")),
        base("states", STATES, _skeletons(
            tail="warps = 1", top="warps = 1", reduce="warps = 1, items = 2",
            scan="warps = 1, items = 2")),
        base("default", PLAIN, ""),
    ]


def _drawn(short, strategy):
    def base(name, scan, plan):
        return Base(f"{short}_{name}", strategy, scan, plan)

    return [
        base("pair", PAIR, "blocks_per_sm = 2, " + _skeletons(
            top="items = 1", scan="warps = 1, rows = 1, items = 1",
            tail="warps = 1")),
        base("entries", PAIR, "blocks_per_sm = 2, " + _skeletons(
            top="items = 2", scan="warps = 1, rows = 1, items = 2",
            tail="warps = 1")),
        base("back", BACK, "blocks_per_sm = 3, " + _skeletons(
            top="items = 2", scan="warps = 2, rows = 2, items = 1",
            tail="warps = 2")),
        base("wide", PAIR, "single_block_up_to = 100, " + _skeletons(
            top="items = 1",
            scan="warps = 2, rows = 1, items = 2, block = brent_kung<64>",
            tail="warps = 1")),
        base("bytes", BYTES, _skeletons(scan="warps = 1, items = 8",
                                        tail="warps = 1")),
        base("halves", HALVES, _skeletons(scan="warps = 2, rows = 1",
                                          tail="warps = 1")),
        base("arrays", OTHER_ARRAYS, _skeletons(scan="warps = 1, items = 2",
                                                tail="warps = 1")),
        base("rows", PAIR_ROWS, _skeletons(
            top="items = 1", scan="warps = 1, rows = 1, items = 2",
            tail="warps = 1")),
        base("rows_back", BACK_ROWS, _skeletons(
            top="items = 1", scan="warps = 2, rows = 1, items = 1",
            tail="warps = 1")),
        base("rows_apart", APART, _skeletons(
            top="items = 1", scan="warps = 1, rows = 1, items = 2",
            tail="warps = 1")),
        base("maps", MAP_ROWS, _skeletons(
            top="items = 1", scan="warps = 2, rows = 1, items = 2",
            tail="warps = 1")),
        base("states", STATE_ROWS, _skeletons(
            top="items = 1", scan="warps = 1, rows = 2, items = 2",
            tail="warps = 1")),
        base("totals", TOTALS, _skeletons(
            top="items = 1", scan="warps = 2, rows = 1, items = 2",
            tail="warps = 1")),
        base("default", PLAIN, ""),
    ]


def _stream():
    def base(name, scan, plan, elements=""):
        return Base(f"stream_{name}", "one_launch_streaming", scan,
                    "tail = <warps = 1>, " * bool(plan) + plan, elements)

    return [
        base("pair", "exclusive @affine : (i32, i32) -> (i32, i32)", _skeletons(
            scan="warps = 1, items = 2, stages = 3, groups = 1, ahead = 2")),
        base("back", "inclusive reverse @affine init (3 : i32, 5 : i32) : "
             "(i32, i32) -> (i32, i32)", _skeletons(
                 top="warps = 3", scan="warps = 2, items = 2, stages = 4, "
                                       "groups = 2, ahead = 4")),
        base("tight", PAIR, "single_block_up_to = 50, max_blocks = 3, "
             + _skeletons(top="warps = 1, items = 2", scan="warps = 1, "
                          "items = 2, stages = 1, groups = 1, ahead = 1")),
        base("matrix", "inclusive @matrix : (i32, i32, i32, i32) -> "
             "(i32, i32, i32, i32)", _skeletons(
                 scan="warps = 1, items = 1, stages = 3, groups = 1")),
        base("wider", WIDER, _skeletons(
            scan="warps = 1, items = 16, stages = 2, groups = 2")),
        base("narrower", NARROWER, _skeletons(
            scan="warps = 1, items = 4, stages = 3, groups = 1")),
        base("bytes", BYTES, _skeletons(
            scan="warps = 1, items = 12, stages = 2, groups = 1")),
        base("shorts", SHORTS, _skeletons(
            scan="warps = 1, items = 6, stages = 2, groups = 1")),
        base("halves", HALVES, _skeletons(
            scan="warps = 1, items = 8, stages = 2, groups = 1")),
        base("arrays", ARRAYS, "single_block_up_to = 0, " + _skeletons(
            scan="warps = 1, items = 5, stages = 3, groups = 1, ahead = 2, "
                 "piece = 1",
            reduce="piece = 1", top="warps = 1")),
        base("short", PAIR, _skeletons(
            scan="warps = 2, items = 4, stages = 3, groups = 1, ahead = 2",
            short_scan="warps = 1, items = 2")),
        base("short_back", "inclusive reverse @affine "
             "init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)", _skeletons(
                 top="warps = 3", scan="warps = 2, items = 6, stages = 4, "
                                       "groups = 2, ahead = 4",
                 short_scan="warps = 2, items = 3, block = brent_kung<2>")),
        base("rows", PAIR_ROWS, _skeletons(
            top="warps = 1, items = 2", scan="warps = 1, items = 2, "
            "stages = 2, groups = 1, ahead = 2",
            short_scan="warps = 1, items = 1")),
        base("rows_back", BACK_ROWS, _skeletons(
            top="warps = 1, items = 2", scan="warps = 1, items = 2, "
            "stages = 3, groups = 1, ahead = 2")),
        base("maps", BACK_MAPS, _skeletons(
            scan="warps = 1, items = 2, stages = 3, groups = 1, ahead = 2")),
        base("states", BACK_STATE_ROWS, _skeletons(
            top="warps = 1, items = 2", scan="warps = 1, items = 2, "
            "stages = 2, groups = 1, ahead = 2",
            short_scan="warps = 1, items = 1")),
        # No kernel but that of the ring.
        base("named", SCALAR, ""),
        Base("stream_default", "one_launch_streaming", SCALAR, None),
    ]


def _strips():
    def base(name, scan, plan):
        return Base(f"strips_{name}", "strips", scan, _skeletons(scan=plan))

    return [
        base("scalar", SCALAR_AXIS, "warps = 2, rows = 2, items = 2, stages = 3"),
        base("states", STATE_AXIS, "warps = 2, rows = 2, items = 1, stages = 2"),
        base("total", TOTAL_AXIS, "warps = 1, rows = 1, items = 2, stages = 3"),
        base("maps", MAP_AXIS, "warps = 2, rows = 2, items = 1, stages = 2"),
        base("arrays", ARRAY_AXIS, "warps = 2, rows = 1, items = 2, stages = 2"),
    ]


BASES = [
    *_single(),
    *_recursive("propagate", "scan_then_propagate"),
    *_recursive("reduce", "reduce_then_scan"),
    *_two_level(),
    *_drawn("chain", "chained"),
    *_drawn("look", "decoupled_lookback"),
    *_stream(),
    *_strips(),
]
