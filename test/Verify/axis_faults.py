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
and how far apart their elements are, which lane has which, stretches of memory
that they fill, and what blocks that share a strip tell each other.
"""

import re

from planted import (
    INPUTS, INTERVALS, LINE, V, Fault, emit_kernels, main, number_for,
    value_for)

MARK = "<!-- axis faults -->"


def kernel(base, what, pattern, replacement, nth=1, of="strips"):
    return Fault(base, "kernel", of, what, pattern, replacement, nth)


def gpu(base, what, pattern, replacement, nth=1, of="strips"):
    return Fault(base, "gpu", of, what, pattern, replacement, nth)


def without(base, what, op, nth=1, of="strips"):
    return kernel(base, what, rf"(?m)^ *{op}.*\n", "", nth, of)


STATE = r"%\w+#0, %\w+#1"
LOST = "%lost:2 = prefix.identity @interval_i32_chains : i32, i32"
EXTENTS = r"prefix\.walk axis(?: reverse)?\((?:%arg\d+, ){3}"

# Where chains are, and where their elements.
PLACES = [
    kernel("plain", "last two extents swapped",
           rf"({EXTENTS}(?:%arg\d+, ){{5}})(%arg\d+), (%arg\d+)", r"\1\3, \2",
           0),
    kernel("plain", "axis' stride of the input for the innermost one",
           rf"({EXTENTS}(?:%arg\d+, ){{7}})(%arg14)(, .*), (%arg21)\)",
           r"\1\4\3, \2)"),
    kernel("plain", "outputs at the input's strides",
           r"(fetch_chains .* along (%\w+) (?:.*\n)*?.*store_chains .* along )"
           r"%\w+ rows", r"\1\2 rows"),
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
        r"arith\.divui (%\w+), %arg12", r"arith.divui \1, %arg13"),
    gpu("plain", "remainder by another extent",
        r"(arith\.divui %\w+, %arg12 : i64\n.*arith\.muli %\w+), %arg12 ",
        r"\1, %arg11 "),
    gpu("plain", "three dimensions at most",
        LINE + rf"(.* = scf\.if ){V}( -> \(i64\) \{{)",
        r"\1%never = arith.constant false" "\n" r"\1\2%never\4", 3),
    gpu("plain", "stride of the dimension before the last two",
        r"(arith\.muli %\w+), %arg19 ", r"\1, %arg20 "),
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
           *number_for(r"store_chains .* chains ", 2, "i32",
                       r" along %\w+ rows")),
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
                       r"\] byte 0\n *scf\.if %\w+ \{"), 3),
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
           r"(load_chains .*) masked", r"\1", 2),
]

# Accesses to several chains at a time.
WIDE = [
    gpu("plain", "innermost stride taken for 1",
        r"arith\.cmpi eq, %arg21, %c1_i64 : i64", "arith.constant true"),
    gpu("plain", "innermost extent taken for even",
        r"arith\.ori %arg13, %arg14", "arith.ori %arg14, %arg14"),
    gpu("plain", "axis' stride taken for even",
        r"arith\.ori (%arg13), %arg14", r"arith.ori \1, \1"),
    gpu("plain", "output's stride of a dimension taken for even",
        rf"arith\.ori {V}, %arg28", r"arith.ori \1, \1"),
    gpu("plain", "arrays taken for aligned",
        r"(ptrtoint .*\n.*arith\.andi) %\w+, %c15_i64", r"\1 %c0_i64, %c15_i64",
        0),
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

# Chains that fill a stretch of memory.
IN_STRETCH = r"load_chains .* lies\(%\w+, "
OUT_STRETCH = r"store_chains .* stretch\("
STRETCHES = [
    kernel("plain", "stretch of one chain less", *value_for(
        r"fetch_stretch .* width ",
        ["%fresh = arith.subi OLD, %c1_i32 : i32"]), 3),
    kernel("plain", "stretch of outputs of one chain less", *value_for(
        OUT_STRETCH + r"%\w+, %\w+, ",
        ["%fresh = arith.subi OLD, %c1_i32 : i32"])),
    kernel("plain", "steps of a stretch taken for those of one chain",
           r"arith\.muli (%\w+), %\w+( : i64\n.*load_word %places.*\n)",
           r"arith.muli \1, %c1_i64\2", 3),
    kernel("states", "outputs' stretch begins where the input's does",
           r"(load_word %places\[)%c64_i32(\] .*\n.*arith\.addi)",
           r"\1%c0_i32\2"),
    kernel("plain", "step behind the end of a stretch", *value_for(
        r"fetch_stretch .* exist ",
        ["%fresh = arith.addi OLD, %c1_i32 : i32"]), 3),
    kernel("plain", "outputs of a step behind the end of a stretch", *value_for(
        OUT_STRETCH + r"%\w+, ", ["%fresh = arith.addi OLD, %c1_i32 : i32"])),
    kernel("plain", "no outputs of the last step of a stretch", *value_for(
        OUT_STRETCH + r"%\w+, ",
        ["%one = arith.minui OLD, %c1_i32 : i32",
         "%fresh = arith.subi OLD, %one : i32"])),
    kernel("plain", "steps of a stretch backwards", *value_for(
        IN_STRETCH, ["%fresh = arith.subi %c0_i32, OLD : i32"])),
    kernel("plain", "outputs staged backwards", *value_for(
        OUT_STRETCH + r"(?:%\w+, ){4}",
        ["%fresh = arith.subi %c0_i32, OLD : i32"])),
    kernel("plain", "no pad between what lanes read of a stretch",
           r"(arith\.muli %\w+), %c16_i32", r"\1, %c0_i32"),
    kernel("plain", "no pad between what lanes stage",
           r"(arith\.muli %\w+), %c16_i32", r"\1, %c0_i32", 2),
    kernel("plain", "stretches of all warps in the first one's region",
           r"(arith\.muli %\w+), %c1536_i32", r"\1, %c0_i32", 3),
    kernel("plain", "odd stretch taken for an even one",
           *number_for(r"load_chains .* packed ", 1, "i1")),
    kernel("plain", "odd stretch of outputs taken for an even one",
           *number_for(r"store_chains .* packed ", 1, "i1")),
    without("plain", "stretch that other lanes have not copied yet",
            r"nvvm\.bar\.warp\.sync"),
    kernel("plain", "lane's chains where those before it are",
           r"arith\.select (%\w+), %c0_i32, %\w+"
           r"( : i32\n.*\n.*\n.*prefix\.warp)",
           r"arith.select \1, %c0_i32, %c0_i32\2"),
    kernel("states", "elements behind the end in what a stretch comes to",
           r"(load_chains .*) masked", r"\1"),
    kernel("plain", "stretch of more chains than a strip has",
           *number_for(r"arith\.cmpi ult, %arg6, ", 1000, "i64")),
    kernel("plain", "loads of chains that fill no stretch as if they did",
           *number_for(r" = scf\.if ", 1, "i1", r" -> \(vector")),
    kernel("plain", "outputs of chains that fill no stretch as if they did",
           r"(?m)^( *)scf\.if %\w+( \{\n(?:(?!.*scf\.).*\n)*.*store_chains)",
           r"\1%fresh = arith.constant true" "\n" r"\1scf.if %fresh\2"),
    gpu("states", "stretches taken for aligned",
        r"(arith\.ori .*\n.*arith\.andi) %\w+, %c15_i64",
        r"\1 %c0_i64, %c15_i64", 0),
    gpu("plain", "stretch copied over outputs that other lanes still read",
        r"(?m)^ *nvvm\.bar\.warp\.sync.*\n", "", 3),
    gpu("plain", "outputs that other lanes have not staged yet",
        r"(?m)^ *nvvm\.bar\.warp\.sync.*\n", "", 6),
]

# Blocks that have the tiles of strips in turn.
WINDOWS = [
    kernel("plain", "entry of a window twice",
           r"(gather_across %\w+\[)(%\w+), %\w+(.* of )(%\w+), %\w+",
           r"\1\2, \2\3\4, \4", of="windows"),
    kernel("plain", "entry behind the end of a window",
           r"(gather_across .* if )(%\w+), (%\w+)", r"\1\2, \2", of="windows"),
    kernel("plain", "window's tiles joined in front of what was before it",
           rf"(%carries\[.*\n(?:.*\n){{0,12}}?.*apply @\w+\()({STATE}), "
           r"(%\w+#2, %\w+#3)", r"\1\3, \2", of="windows"),
    kernel("plain", "carry of the tile before the last one",
           r"(arith\.subi (%\w+)), %c1_i64( : i64\n.*cmpi ne, \2, %c0_i64)",
           r"\1, %c2_i64\3", of="windows"),
    kernel("plain", "carry without what was before the window",
           LINE + rf"(.*apply @\w+\(){STATE}(, %\w+#2, %\w+#3\).*\n.*apply .*\n"
           r".*arith\.andi)",
           r"\1" + LOST + "\n" r"\1\2%lost#0, %lost#1\3", of="windows"),
    kernel("few", "tiles that wait for nobody who reads their places",
           r"(?m)prefix\.await_marks %\w+ up to (%\w+) .*$",
           r"arith.addi \1, %c0_i64 : i64", of="windows"),
    kernel("few", "tiles that wait for those of two windows less",
           r"arith\.shli %c2_i64(, %\w+ : i64\n(?:.*\n)*?.*await_marks)",
           r"arith.shli %c0_i64\1", of="windows"),
    without("few", "block that does not tell how far it is",
            r"prefix\.mark_tile %", 2, "windows"),
    kernel("few", "mark of a later tile",
           r"arith\.minui %arg41(, %\w+ : i64\n(?:.*\n){2}.*mark_tile)",
           r"arith.minui %arg42\1", of="windows"),
    kernel("plain", "numbers drawn in one place",
           r"(store_word %arg\d+ to %drawn\[)%arg\d+", r"\1%c0_i32",
           of="windows"),
    without("plain", "tiles that the next launch finds drawn",
            r"prefix\.close_tiles", of="windows"),
    kernel("plain", "carry that is not waited for", r"(?m)^ *gpu\.barrier\n",
           "", 6, of="windows"),
    kernel("states", "elements behind the end in what a chain comes to",
           r"(load_chains .*) masked", r"\1", 2, of="windows"),
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

FAULTS = PLACES + LANES + TILES + WIDE + STATES + STRETCHES + WINDOWS


def with_few_places(text):
    """The kernels with places for 8 tiles of a strip at most: the scans are too
    short for the thousands of tiles after which a place is used again."""
    head, begin, body = text.partition("_axis_windows(")
    edited, count = re.subn(
        LINE + r"(%\w+) = (arith\.addi .*)(\n.*arith\.subi \2, %c2_i32 .*\n"
        r".*arith\.minui )",
        r"\1%few = arith.constant 3 : i32" "\n" r"\1%many = \3" "\n"
        r"\1\2 = arith.minui %many, %few : i32\4", body)
    if count != 1:
        raise SystemExit("error: there is no number of places to edit")
    return head + begin + edited


def emit(scanc, base, phase, work):
    scan = "states" if base == "few" else base
    text = emit_kernels(scanc, INPUTS / "axis_faults.mlir", phase, work / base,
                        f"--scan={scan}_axis", INTERVALS)
    return with_few_places(text) if base == "few" else text


if __name__ == "__main__":
    main(FAULTS, emit, MARK)
