#!/usr/bin/env python3
#===- levels.py - Every family at a level of the machine ------------------===#
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Writes a module of scans, for `scanc verify`: levels.py SCANC LEVEL.

LEVEL is where the circuit runs:

    warp        across the 32 lanes of a row
    folded      across the 64 runs of a warp, two rows of a lane
    block       across the 128 runs of a block, in shared memory
    warps       across 8 warps
    sublists    across the 32 lanes of each row, each a list of its own
    seed        across 64 runs and some warps, after what comes before them
    idempotent  across the 32 lanes and the 128 runs, of overlapping operands
    mapping     across 128 runs, in each way that a block has to run a circuit

For `warp`, `folded`, `block`, `warps` and `sublists` there is a scan for each
family that `scanc list families` knows. The operator of all but `idempotent`
is the composition of affine functions, which does not commute.
"""

import itertools
import re
import subprocess
import sys

MONOID = """\
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

# Further parameters that are worth a circuit of their own.
VARIANTS = {
    "brent_kung": ["", "asap = 1"],
    "han_carlson": ["l = 1", "l = 3"],
    "sparse_sklansky": ["l = 1", "l = 2"],
    "ladner_fischer": ["k = 0", "k = 1", "k = 3"],
    "harris": ["l = 1, f = 1", "l = 1, f = 2", "l = 0, f = 1"],
}


def families(scanc, width):
    """Every family at a width, as a plan names it."""
    listed = subprocess.run([scanc, "list", "families"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    for name in re.findall(r"(?m)^\w+", listed):
        variants = VARIANTS.get(name, [""])
        if name == "knowles":  # without overlaps: Kogge-Stone
            variants = [f"[{', '.join(['1'] * (width - 1).bit_length())}]"]
        for parameters in variants:
            yield f"{name}<{width}{', ' if parameters else ''}{parameters}>"


def streaming(scan, reduce, tail, top="warps = 2"):
    """A plan of all four kernels, with blocks of few elements."""
    return (f"strategy = two_level_streaming, max_blocks = 3, "
            f"scan = <{scan}>, reduce = <{reduce}>, top = <{top}>, "
            f"tail = <{tail}>")


def everywhere(skeleton, stages=2):
    """The same skeleton in all kernels but the top level's."""
    return streaming(f"{skeleton}, stages = {stages}", skeleton, skeleton)


def warp(scanc):
    for circuit in families(scanc, 32):
        yield everywhere(f"warps = 2, rows = 2, items = 2, warp = {circuit}")


def folded(scanc):
    for circuit in families(scanc, 64):
        yield everywhere(f"warps = 2, rows = 2, items = 1, warp = {circuit}")


def block(scanc):
    for circuit in families(scanc, 128):
        yield everywhere(f"warps = 2, rows = 2, items = 1, block = {circuit}")


def warps(scanc):
    for circuit in families(scanc, 8):
        skeleton = f"warps = 8, rows = 1, items = 1, block = {circuit}"
        yield streaming(skeleton, skeleton, skeleton, skeleton)


def sublists(scanc):
    for circuit in families(scanc, 32):
        lists = (f"warps = 2, rows = 2, items = 2, block = {circuit}, "
                 "sublists = per_row")
        yield streaming(lists, lists, "warps = 2, rows = 1, items = 1")


def seed(_):
    for (circuit, shape), way in itertools.product(
            (("blelloch", "warps = 1, rows = 2, items = 1"),
             ("kogge_stone", "warps = 2, rows = 1, items = 2")),
            ("threads = columns", "stages = levels, threads = compact")):
        skeleton = (f"{shape}, block = {circuit}<64>, "
                    f"mapping = <{way}, seed = first>")
        yield streaming(skeleton, skeleton, skeleton, shape[:len("warps = 1")])
    for count in (1, 3, 8):
        skeleton = (f"warps = {count}, rows = 2, items = 1, "
                    f"block = blelloch<{count}>, mapping = <seed = first>")
        yield streaming(skeleton, skeleton, skeleton, skeleton)


def idempotent(_):
    for fan_outs in ([1, 1, 1, 1, 2], [1, 1, 4, 4, 4], [1, 2, 2, 4, 4]):
        yield everywhere("warps = 2, rows = 2, items = 2, "
                         f"warp = knowles<32, {fan_outs}>")
        yield everywhere("warps = 2, rows = 2, items = 1, "
                         f"block = knowles<128, {fan_outs + [8, 16]}>")


def mapping(_):
    for circuit, text in (
            ("kogge_stone", "cells = double_buffered"),
            ("kogge_stone", "inactive = identity"),
            ("kogge_stone", "inactive = identity, layout = pad<16>"),
            ("kogge_stone", "threads = rows<2>, order = bit_reversed"),
            ("sklansky", "threads = compact, cells = double_buffered"),
            ("sklansky", "threads = compact, order = alternate_reversed<16>, "
                         "access = table"),
            ("sklansky", "threads = rows<4>, layout = pad<8, 32>"),
            ("serial", "threads = rows<128>"),
            ("serial", "threads = rows<8>, layout = pad<8>"),
            ("serial", "cells = double_buffered"),
            ("brent_kung", "stages = levels, threads = compact, layout = "
                           "pad<16, 256>"),
            ("brent_kung", "threads = compact, cells = double_buffered, "
                           "order = bit_reversed"),
            ("brent_kung", "stages = levels, threads = compact, "
                           "cells = levels"),
            ("brent_kung", "stages = levels, threads = compact, "
                           "cells = exchange, order = bit_reversed, "
                           "access = table"),
            ("brent_kung", "threads = columns, cells = exchange"),
            ("blelloch", "stages = levels, threads = compact, "
                         "cells = exchange, seed = first"),
            ("blelloch", "cells = levels, layout = pad<32>, seed = first"),
            ("ladner_fischer", "cells = levels"),
            ("han_carlson", "stages = levels, threads = rows<2>"),
            ("zero_deficiency", "threads = compact, access = table"),
            ("dso_fanout2", "order = alternate_reversed<3>")):
        yield everywhere(f"warps = 2, rows = 2, items = 1, "
                         f"block = {circuit}<128>, mapping = <{text}>")


MODULES = {f.__name__: f for f in (warp, folded, block, warps, sublists, seed,
                                   idempotent, mapping)}


def main():
    scanc, level = sys.argv[1:]
    lifted = level != "idempotent"
    operator = "@affine" if lifted else "@max_i32"
    types = "(i32, i32) -> (i32, i32)" if lifted else "(i32) -> (i32)"
    if lifted:
        print(MONOID)
    for number, plan in enumerate(MODULES[level](scanc)):
        kind = "exclusive" if number % 2 else "inclusive"
        print(f"prefix.scan @{level}_{number} {kind} {operator} : {types}\n"
              f"  plan <{plan}>")


if __name__ == "__main__":
    main()
