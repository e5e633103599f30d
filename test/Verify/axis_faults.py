#!/usr/bin/env python3
#===- axis_faults.py - Plants faults about axes and has them found --------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Plants faults in kernels that scan along an axis of a tensor.

    axis_faults.py SCANC WORK_FOLDER [--docs=Verification.md [--update]]

The faults are about what only chains beside each other have: where they begin
and how far apart their elements are, which lane has which, and what blocks that
share a strip tell each other.
"""

from planted import (
    INPUTS, INTERVALS, LINE, V, Fault, emit_kernels, main, number_for)

MARK = "<!-- axis faults -->"


def kernel(base, what, pattern, replacement, nth=1, of="strips"):
    return Fault(base, "kernel", of, what, pattern, replacement, nth)


def gpu(base, what, pattern, replacement, nth=1, of="strips"):
    return Fault(base, "gpu", of, what, pattern, replacement, nth)


def without(base, what, op, nth=1, of="strips"):
    return kernel(base, what, rf"(?m)^ *{op}.*\n", "", nth, of)


STATE = r"%\w+#0, %\w+#1"
LOST = "%lost:2 = prefix.identity @interval_i32_chains : i32, i32"
EXTENTS = r"prefix\.walk axis(?: reverse)?\((?:%arg\d+, ){2}"

# Where chains are, and where their elements.
PLACES = [
    kernel("plain", "last two extents swapped",
           rf"({EXTENTS}(?:%arg\d+, ){{5}})(%arg\d+), (%arg\d+)", r"\1\3, \2",
           0),
    kernel("plain", "axis' stride of the input for the innermost one",
           rf"({EXTENTS}(?:%arg\d+, ){{7}})(%arg13)(, .*), (%arg20)\)",
           r"\1\4\3, \2)"),
    kernel("plain", "outputs at the input's strides",
           r"(fetch_chains .* along (%\w+) (?:.*\n)*?.*store_chains .* along )"
           r"%\w+", r"\1\2"),
    kernel("plain", "output's chains begin where the input's do",
           r"(place_chain %\w+ along (%\w+) : i64\n(?:.*\n)*?"
           r".*place_chain %\w+ along )%\w+", r"\1\2"),
    kernel("states", "states where the input's chains begin",
           r"(place_chain %\w+ along (%\w+) : i64\n(?:.*\n)*?"
           r".*place_chain %\w+ along %\w+ longer : i64\n(?:.*\n)*?"
           r".*place_chain %\w+ along )%\w+", r"\1\2"),
    kernel("plain", "all lanes have the first chain's place",
           rf"arith\.addi {V}, {V}( : i64\n.*arith\.minui .*\n.*place_chain)",
           r"arith.addi \1, %c0_i64\3"),
    kernel("apart", "input forwards", "axis reverse", "axis", 2),
    kernel("apart", "output forwards", "axis reverse", "axis"),
    kernel("back", "chains of outputs end an element too early",
           r"(place_chain .*) longer", r"\1"),
    gpu("plain", "extent of another dimension",
        r"arith\.divui (%\w+), %arg11", r"arith.divui \1, %arg12"),
    gpu("plain", "remainder by another extent",
        r"arith\.muli (%\w+), %arg11 ", r"arith.muli \1, %arg10 "),
    gpu("plain", "three dimensions at most",
        LINE + rf"(.* = scf\.if ){V}( -> \(i64\) \{{)",
        r"\1%never = arith.constant false" "\n" r"\1\2%never\4", 3),
    gpu("plain", "stride of the dimension before the last two",
        r"(arith\.muli %\w+), %arg18 ", r"\1, %arg19 "),
]

# Which lane has what.
LANES = [
    kernel("plain", "followers where columns are",
           rf"(arith\.subi %c5_i32, {V} : i32\n(?:.*\n)*?.*arith\.shrui %\w+, )"
           r"%\w+", r"\1\2"),
    kernel("plain", "followers do not find their places again",
           r"(gpu\.shuffle\s+idx \S+ (%\w+), (?:.*\n)*?.*warp_scan(?:.*\n)*?"
           r".*gpu\.shuffle\s+idx %\w+, )%\w+", r"\1\2"),
    kernel("plain", "warp that scans its chains as one",
           *number_for(r"warp_scan .* cuts\(", 0, "i32", r"\)")),
    kernel("states", "what lanes of the chain before have",
           rf"arith\.select {V}, {V}, {V}( : i32\n(?:.*\n)?.*gpu\.shuffle)",
           r"arith.select \1, \3, \3\4"),
    kernel("plain", "total of a lane that is not the last",
           r"arith\.addi (%\w+), %c1_i32( : i32\n.*cmpi eq.*\n.*scf\.if)",
           r"arith.addi \1, %c0_i32\2"),
    kernel("plain", "warp that does not know of its followers",
           r"arith\.cmpi ugt, (%\w+), %c1_i32", r"arith.cmpi ugt, \1, %c2_i32"),
    kernel("plain", "no strip for the chains that are left",
           r"(arith\.addi %\w+, )%\w+( : i64\n.*arith\.divui .*\n"
           r".*prefix\.warp)", r"\1%c0_i64\2"),
    kernel("plain", "outputs of chains that do not exist",
           *number_for(r"store_chains .* chains ", 2, "i32", " along")),
    kernel("states", "final states of chains that do not exist",
           *number_for(r"end_across .* chains ", 2, "i32", " :")),
    kernel("states", "second chain's input in the place of the first",
           r"(fetch_chains .* at\()(%\w+), (%\w+)\)", r"\1\3, \3)", 3),
    kernel("states", "final states of a lane's chains swapped",
           r"(end_across .* at\()(%\w+), (%\w+)\)", r"\1\3, \2)"),
    kernel("plain", "chain's carry for its neighbour's",
           rf"(scf\.yield )({STATE}), ({STATE})(, %\w+ : i32, i32, i32, i32, "
           r"i32)", r"\1\3, \2\4"),
]

# Tiles and their ring.
TILES = [
    kernel("plain", "tile that is not waited for", "await_chains but 2",
           "await_chains but 3"),
    kernel("apart", "tile that is not waited for", "await_chains but 1",
           "await_chains but 2"),
    kernel("plain", "tiles to come all in one slot",
           *number_for(r"prefix\.slot %ring\[", 0, "i32",
                       r"\] byte 0\n.*fetch_chains"), 3),
    kernel("plain", "ring with a slot less",
           r"(arith\.cmpi eq, %arg\d+, )%c2_i32", r"\1%c1_i32"),
    kernel("plain", "no tile for the steps that are left",
           r"(arith\.addi %arg5, )%\w+( : i64\n.*divui)", r"\1%c0_i64\2"),
    kernel("plain", "tile ahead for the one after it",
           r"arith\.addi (%arg\d+), %c2_i64", r"arith.addi \1, %c1_i64"),
    kernel("plain", "next strip's places while the last ones' are read",
           r"(?m)^ *gpu\.barrier\n", ""),
    kernel("plain", "places that are not waited for",
           r"(?m)^ *gpu\.barrier\n", "", 2),
    kernel("plain", "totals that are not waited for",
           r"(?m)^ *gpu\.barrier\n", "", 3),
    kernel("plain", "totals of the next tile over those of this one",
           r"(arith\.trunci %arg\d+ : i64 to i32\n.*arith\.andi %\w+), "
           r"%c1_i32", r"\1, %c0_i32"),
    kernel("plain", "totals of a warp joined in front of the carry",
           rf"(prefix\.apply @\w+\()(%arg\d+, %arg\d+), ({STATE})",
           r"\1\3, \2"),
    kernel("states", "what lanes have joined in front of what warps have",
           rf"(prefix\.apply @\w+\()({STATE}), ({STATE})(\).*\n.*apply.*\n"
           r".*thread_scan)", r"\1\3, \2\4"),
    kernel("plain", "lanes before left out",
           LINE + rf"(.*prefix\.apply @\w+\({STATE}, ){STATE}(\).*\n"
           r".*apply.*\n.*thread_scan)",
           r"\1" + LOST + "\n" r"\1\2%lost#0, %lost#1\3"),
    kernel("plain", "carry without the last warp",
           r"(prefix\.apply @\w+\(%arg\d+, %arg\d+, %\w+)#2, (%\w+)#3",
           r"\1#0, \2#1"),
    kernel("states", "elements behind the end in what a chain comes to",
           r"(load_chains .*) masked", r"\1"),
]

# Accesses to several chains at a time.
WIDE = [
    gpu("plain", "innermost stride taken for 1",
        r"arith\.cmpi eq, %arg20, %c1_i64 : i64", "arith.constant true"),
    gpu("plain", "innermost extent taken for even",
        r"arith\.ori %arg12, %arg13", "arith.ori %arg13, %arg13"),
    gpu("plain", "axis' stride taken for even",
        r"arith\.ori (%arg12), %arg13", r"arith.ori \1, \1"),
    gpu("plain", "output's stride of a dimension taken for even",
        rf"arith\.ori {V}, %arg27", r"arith.ori \1, \1"),
    gpu("plain", "arrays taken for aligned",
        r"arith\.andi %\w+, %c15_i64", "arith.andi %c0_i64, %c15_i64", 0),
    gpu("plain", "wide loads beyond the end",
        r"(arith\.addi (%\w+), %c2_i64 : i64\n.*arith\.cmpi ule,) %\w+, %arg5",
        r"\1 \2, %arg5", 3),
    gpu("plain", "element behind the end for the last one",
        r"(arith\.subi %arg5, %c1_i64 : i64\n.*arith\.minui (%\w+), )%\w+",
        r"\1%arg5"),
    gpu("plain", "lane's steps where others have theirs",
        r"(getelementptr %\w+)\[2048\]( .*\n.*cp\.async)", r"\1[2032]\2", 3),
]

STATES = [
    kernel("states", "init left out", r"(start_across .*) init \[.*?\]", r"\1"),
    kernel("states", "initial states of a lane's chains swapped",
           r"(start_across .* at\()(%\w+), (%\w+)\)", r"\1\3, \2)"),
    kernel("states", "initial states of chains that do not exist",
           *number_for(r"start_across .* chains ", 0, "i32", " ")),
    without("states", "no final state", r"prefix\.end_across"),
    kernel("states", "last output over that of the last element",
           LINE + r"(.*store_chains .*\[)%arg5(\] .* longer)",
           r"\1%early = arith.subi %arg5, %c1_i64 : i64" "\n" r"\1\2%early\3"),
    kernel("back", "no output behind the elements",
           r"(store_chains .*\[%arg5\] .*) longer", r"\1"),
    kernel("states", "final states by followers",
           r"(arith\.cmpi) eq, (%\w+), %c0_i32( : i32\n.*arith\.andi .*\n"
           r".*scf\.if .*\n(?:.*\n)*?.*end_across)", r"\1 uge, \2, %c0_i32\3"),
    without("states", "no final state of no elements", r"prefix\.end_across",
            of="empty"),
    without("back", "no output of no elements", r"prefix\.store_chains",
            of="empty"),
    kernel("states", "chain for its neighbour where there are no elements",
           r"(end_across .* at\()(%\w+), (%\w+)\)", r"\1\3, \2)", of="empty"),
]

# Blocks that have the tiles of strips in turn.
WINDOWS = [
    kernel("plain", "entry of a window twice",
           r"(gather_across .* if )(%\w+), (%\w+)", r"\1\2, \2", of="windows"),
    kernel("plain", "window's tiles joined in front of what was before it",
           rf"(%carries\[.*\n(?:.*\n){{0,4}}?.*apply @\w+\()({STATE}), "
           r"(%\w+#2, %\w+#3)", r"\1\3, \2", of="windows"),
    without("plain", "tiles that wait for nobody who reads their places",
            r"prefix\.await_marks", of="windows"),
    without("plain", "tiles that the next launch finds drawn",
            r"prefix\.close_tiles", of="windows"),
    kernel("plain", "carry that is not waited for", r"(?m)^ *gpu\.barrier\n",
           "", 4, of="windows"),
    kernel("states", "elements behind the end in what a chain comes to",
           r"(load_chains .*) masked", r"\1", of="windows"),
    kernel("states", "final state of a tile that is not the last",
           r"(arith\.cmpi) eq(, %\w+, %\w+ : i64\n.*scf\.if .*\n(?:.*\n){1,4}?"
           r".*scf\.if .*\n(?:.*\n)*?.*end_across)", r"\1 ne\2",
           of="windows"),
    kernel("plain", "tile that is not waited for", "await_chains but 1",
           "await_chains but 2", of="windows"),
    kernel("states", "every window begins with the initial state",
           r"arith\.cmpi eq, (%\w+), %c0_i64( : i64\n.*scf\.if .* -> )",
           r"arith.cmpi uge, \1, %c0_i64\2", of="windows"),
]

FAULTS = PLACES + LANES + TILES + WIDE + STATES + WINDOWS


def emit(scanc, base, phase, work):
    return emit_kernels(scanc, INPUTS / "axis_faults.mlir", phase, work / base,
                        f"--scan={base}_axis", INTERVALS)


if __name__ == "__main__":
    main(FAULTS, emit, MARK)
