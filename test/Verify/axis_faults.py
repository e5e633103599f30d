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
    run_verify, value_for)

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
        r"(getelementptr %\w+)\[512\]( .*\n.*cp\.async)", r"\1[496]\2", 3),
]

# Lanes that copy for each other.
PIECES = [
    gpu("few", "pieces that other lanes have not copied yet",
        r"(wait\.group .*\n).*bar\.warp\.sync.*\n", r"\1"),
    gpu("few", "pieces copied over what other lanes still read",
        r" *nvvm\.bar\.warp\.sync.*\n((?:.*\n){3,8}?.*andi %\w+, %c1_i32)",
        r"\1", 2, of="windows"),
    gpu("few", "pieces of the first of two steps alone",
        r"arith\.andi (%\w+), %c1_i32"
        r"( : i32\n.*extui .*\n.*addi .*\n.*muli .*, %arg14 )",
        r"arith.andi \1, %c0_i32\2"),
    gpu("few", "pieces of the first step for those of the second",
        r"(andi %\w+, %c1_i32 : i32\n.*extui .*\n.*arith\.addi %\w+, )%\w+"
        r"( : i64\n.*muli .*, %arg14 )", r"\1%c0_i64\2"),
    gpu("few", "piece that begins with a lane's own chains",
        r"(subi %c0_i32, .*\n.*muli %\w+, )%c8_i32", r"\1%c0_i32"),
    gpu("few", "piece from where a lane's own chains begin",
        r"(muli %\w+, %c8_i32 : i32\n.*llvm\.getelementptr %\w+\[)%\w+",
        r"\1%c0_i32"),
    gpu("few", "piece to where a lane's own chains are",
        r"(muli %\w+, %c256_i32 : i32\n.*arith\.addi )%\w+",
        r"\1%c0_i32"),
    gpu("few", "pieces of both steps in the place of the first",
        r"(arith\.muli %\w+), %c256_i32", r"\1, %c0_i32"),
    gpu("few", "pieces of steps behind the end",
        r"arith\.andi (%\w+), %\w+"
        r"( : i1\n *scf\.if .*\n.*andi %\w+, %c1_i32)",
        r"arith.andi \1, \1\2"),
    gpu("few", "arrays taken for aligned",
        r"(ptrtoint %arg0 .*\n.*arith\.andi) %\w+, %c15_i64",
        r"\1 %c0_i64, %c15_i64"),
    gpu("few", "arrays taken for aligned where only elements are",
        r"(ptrtoint %arg0 .*\n.*arith\.andi %\w+), %c15_i64",
        r"\1, %c7_i64"),
    gpu("few", "innermost stride taken for 1",
        r"arith\.cmpi eq, %arg21, %c1_i64 : i64", "arith.constant true"),
    gpu("few", "innermost extent taken for even",
        r"arith\.ori %arg13, %arg14", "arith.ori %arg14, %arg14"),
    gpu("few", "axis' stride taken for even",
        r"arith\.ori (%arg13), %arg14", r"arith.ori \1, \1"),
    gpu("apart", "pieces of one array where the other's are",
        r"(getelementptr (%\w+)\[%\w+\] .*\n.*cp\.async.* 16,.*\n(?:.*\n){5}"
        r".*getelementptr )%\w+(\[%\w+\] .*\n.*cp\.async.* 16,)",
        r"\1\2\3"),
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
           r"(arith\.cmpi) eq, (%\w+), %c0_i32( : i32\n.*scf\.if .*\n"
           r"(?:(?!.*scf\.).*\n)*.*end_across)", r"\1 uge, \2, %c0_i32\3"),
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
    kernel("plain", "tiles of all warps in the first one's slot",
           r"(prefix\.warp\n.*arith\.addi %\w+, )%\w+( : i32\n.*prefix\.slot)",
           r"\1%c0_i32\2"),
    kernel("plain", "odd stretch taken for an even one",
           *number_for(r"load_chains .* packed ", 1, "i1")),
    kernel("plain", "odd stretch of outputs taken for an even one",
           *number_for(r"store_chains .* packed ", 1, "i1")),
    kernel("plain", "lane's chains where those before it are",
           r"arith\.select (%\w+), %c0_i32, %\w+"
           r"( : i32\n.*muli .*\n.*addi .*\n.*muli .*, %c16_i32)",
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
    gpu("plain", "stretch that other lanes have not copied yet",
        r"(wait\.group .*\n).*bar\.warp\.sync.*\n((?:.*\n)*?).*bar\.warp\.sync.*\n",
        r"\1\2"),
    gpu("plain", "stretch copied over outputs that other lanes still read",
        r"(?m)^ *nvvm\.bar\.warp\.sync.*\n", "", 5),
    gpu("plain", "outputs that other lanes have not staged yet",
        r"(?m)^ *nvvm\.bar\.warp\.sync.*\n", "", 10),
]

# Blocks that draw the tiles of strips.
def windows(base, what, pattern, replacement, nth=1):
    return kernel(base, what, pattern, replacement, nth, "windows")


def other(base, what, before, number, nth=1):
    """Another constant number (i32) than the one behind `before`."""
    return windows(base, what, rf"({before})%c\d+_i32", rf"\1%c{number}_i32",
                   nth)


def told(base, what, line, nth):
    """Of the words that the drawer stores, the nth is another one."""
    return windows(base, what, *value_for("store_word ", [line]), nth)


def joined(base, what, lines):
    """Both states that are joined, so many lines behind the load of what comes
    before a tile, in the other order."""
    return windows(base, what,
                   rf"(load_state %carries.*\n(?:.*\n){{{lines}}}"
                   rf".*apply @\w+\()({STATE}), ({STATE})", r"\1\3, \2")


def used_at_once(match):
    """What is carried to a turn, up to its barrier, is what it draws itself."""
    head, carried, drawn, used = match.groups()
    return head + re.sub(rf"{carried}\b", drawn, used)


DRAWN = (r"((%arg\d+): i64\):\n(?:(?!.*draw_tile).*\n)*"
         r" *(%\w+) = scf\.if .*\n.*draw_tile(?:.*\n){5})"
         r"((?:(?!.*nvvm\.barrier).*\n)*)", used_at_once)

# How many numbers of each block are no tiles: behind the last one nobody draws.
NO_TILES = (r"(arith\.muli %\w+, )%c2_i64"
            r"(?= : i64\n.*addi .*\n.*subi .*, %c1_i64)")
# Whether a block draws in a turn: behind a tile (3), or in its last turn (4).
AGAIN = (r"(xori (%\w+), %true : i1\n *(%\w+) = .*\n.*ori \3, )(%\w+)"
         r"((?:.*\n){3}.*draw_tile)")
# Where it draws: before the first turn (1 and 2), and in one (3).
DRAW_IF = r"(andi (%\w+), )%\w+( : i1\n.*scf\.if .*\n.*draw_tile)"


def drawn_early(match):
    """The last number is drawn in the turn in which the block reduces its last
    tile, or in the first one where it has none, and in no later turn."""
    head, _, _, _, tail = match.groups()
    lines = ["%sum = arith.addi %arg30, %c1_i32 : i32",
             "%over = arith.cmpi uge, %sum, %c5_i32 : i32",
             "%less = arith.subi %sum, %c5_i32 : i32",
             "%further = arith.select %over, %less, %sum : i32",
             "%after = arith.muli %further, %c5_i32 : i32",
             "%next = prefix.load_word %drawn[%after] : i64 in <i64>",
             "%more = arith.cmpi ult, %next, TILES : i64",
             "%no_more = arith.xori %more, %true : i1",
             "%now = arith.muli %arg30, %c5_i32 : i32",
             "%own = prefix.load_word %drawn[%now] : i64 in <i64>",
             "%some = arith.cmpi ult, %own, TILES : i64",
             "%first = arith.cmpi eq, %arg35, %c2_i32 : i32",
             "%either = arith.ori %some, %first : i1",
             "%early = arith.andi %no_more, %either : i1"]
    tiles = re.search(r"cmpi ult, %\w+, (%\w+)", head).group(1)
    lines = [line.replace("TILES", tiles) for line in lines]
    head, changed = head.rsplit("\n", 1)
    return "\n".join([head, *lines, changed]) + "%early" + tail


# What roles have of a turn, and where they meet.
TURNS = [
    without("few", "scanners that do not meet scouts", r"nvvm\.barrier id", 1,
            "windows"),
    without("few", "drawer that does not meet scouts", r"nvvm\.barrier id", 2,
            "windows"),
    without("few", "scouts that do not meet scanners", r"nvvm\.barrier id", 3,
            "windows"),
    without("plain", "window's sum of what is not gathered yet",
            r"nvvm\.barrier id", 4, "windows"),
    without("few", "lane's sum of what is not gathered yet",
            r"nvvm\.bar\.warp\.sync", 6, "windows"),
    without("few", "strip whose places are found before it is told",
            r"nvvm\.bar\.warp\.sync", 5, "windows"),
    windows("plain", "groups that meet scanners in each other's turns",
            *value_for(r"nvvm\.barrier id = ",
                       ["%fresh = arith.subi %c3_i32, OLD : i32"]), 3),
    windows("plain", "groups that all meet scanners at one barrier",
            r"(nvvm\.barrier id = )%\w+( number_of_threads = %c224_i32)",
            r"\1%c1_i32\2", 0),
    windows("plain", "groups whose scouts meet at one barrier",
            r"(nvvm\.barrier id = )%\w+( number_of_threads = %c64_i32)",
            r"\1%c3_i32\2"),
    windows("plain", "scouts that meet where scanners do",
            *value_for(r"nvvm\.barrier id = ",
                       ["%fresh = arith.subi OLD, %c2_i32 : i32"]), 4),
    windows("few", "end of a turn without one of its warps",
            r"(number_of_threads = )%c128_i32", r"\1%c64_i32", 0),
    windows("few", "first tile's places that are not waited for",
            r"(?m)^ *nvvm\.barrier\n", ""),
    other("few", "tile that is scanned before scouts are done with it",
          r"%arg35 = ", 1),
    other("few", "tile that is stored where the one after it lies",
          r"arith\.addi %arg30, ", 4, 2),
    other("few", "tile from the places of the one after it",
          r"arith\.addi %arg30, ", 2, 3),
    other("few", "tile over one that is not scanned yet",
          r"arith\.addi %arg31, ", 2, 2),
    other("few", "tile that is scanned from the slot of another one",
          r"arith\.addi %arg31, ", 2),
    other("plain", "totals of another tile", r"arith\.addi %arg32, ", 2),
    other("plain", "group's next tile for another group's",
          r"arith\.addi %arg30, (?=%c2_i32)", 1, 2),
    windows("few", "totals of tiles all in one place",
            r"(arith\.muli %\w+), %c32_i32( : i32\n.*addi .*\n"
            r".*muli %\w+, %c3_i32)", r"\1, %c0_i32\2", 0),
    windows("plain", "what comes before tiles all in one place",
            r"arith\.muli %arg33, %c64_i32", "arith.muli %arg33, %c0_i32", 0),
    windows("few", "what comes before a tile's lanes all in one place",
            r"arith\.muli %arg33, %c64_i32", "arith.muli %arg33, %c0_i32", 0),
    windows("few", "what comes before all lanes in one place",
            r"(prefix\.thread\n.*arith\.addi %\w+, )%\w+", r"\1%c0_i32", 0),
    windows("plain", "what comes before a lane's first chain for its second",
            r"(arith\.muli %arg33, %c2_i32 : i32\n.*arith\.addi %\w+, )%c1_i32",
            r"\1%c0_i32"),
    windows("few", "lanes before left out", r"prefix\.load_state %lanes\[%\w+\]",
            "prefix.identity @interval_i32_chains"),
    windows("few", "what comes before a tile left out",
            r"prefix\.load_state %carries\[%\w+\]",
            "prefix.identity @interval_i32_chains"),
    joined("few", "what lanes have joined in front of what warps have", 0),
    joined("few", "what warps have joined in front of the carry", 1),
    windows("few", "warp itself in what comes before it",
            r"(load_state %carries.*\n.*apply @\w+\(%\w+)#0, (%\w+)#1",
            r"\1#2, \2#3"),
    windows("states", "elements behind the end in what a stretch comes to",
            r"(load_chains .*) masked", r"\1", 3),
    windows("states", "elements behind the end in what a chain comes to",
            r"(load_chains .*) masked", r"\1", 4),
    windows("plain", "tile that is not waited for", "await_chains but 1",
            "await_chains but 2"),
    windows("few", "what is told of tiles all in one place",
            r"arith\.select %\w+, %\w+, %\w+( : i32\n *scf\.if %\w+ \{\n"
            r".*arith\.divui)", r"arith.minui %c0_i32, %c0_i32\1"),
    windows("few", "places of tiles all in one place",
            r"(arith\.muli %\w+), %c64_i32( : i32\n.*extui .*\n.*addi .*\n"
            r".*minui .*\n.*place_chain)", r"\1, %c0_i32\2"),
    told("few", "number of the tile before", "%fresh = arith.subi OLD, %c1_i64 "
         ": i64", 15),
    told("few", "tile after the one that is drawn",
         "%fresh = arith.addi OLD, %c1_i64 : i64", 16),
    told("plain", "strip for the first one",
         "%fresh = arith.muli OLD, %c0_i64 : i64", 21),
    told("plain", "step after a tile's first",
         "%fresh = arith.addi OLD, %c1_i64 : i64", 22),
    told("plain", "chain that a strip does not have",
         "%fresh = arith.addi OLD, %c1_i64 : i64", 23),
    told("plain", "chain less than a strip has",
         "%fresh = arith.subi OLD, %c1_i64 : i64", 23),
    windows("few", "tile drawn in this turn for the one drawn before", *DRAWN),
    windows("few", "number that is not passed on to the next turn",
            r"((%arg\d+): i64\):\n(?:.*\n)*?.*draw_tile(?:.*\n)*?"
            r" *scf\.yield (?:%\w+, ){6})%\w+", r"\1\2"),
    without("plain", "tiles that the next launch finds drawn",
            r"prefix\.close_tiles", of="windows"),
    windows("few", "tiles closed while others draw", NO_TILES, r"\1%c1_i64"),
    windows("few", "tiles that nobody closes", NO_TILES, r"\1%c3_i64"),
    windows("few", "tiles closed while others wait for marks",
            rf"{AGAIN}((?s:.)*?){NO_TILES}", r"\1\3\5\6\7%c1_i64"),
    windows("few", "block that does not draw a last time", AGAIN, r"\1\3\5"),
    windows("few", "last draw before scouts are done with a block's last tile",
            AGAIN, drawn_early),
    windows("few", "first draws behind a number that is no tile", DRAW_IF,
            r"\1\2\3", 2),
    windows("few", "draws of turns behind a number that is no tile", DRAW_IF,
            r"\1\2\3", 4),
]

LOOK_IF = r"look_across .* if .*"
LAST_LOOK = r"(?!(?s:.)*look_across)"
INDEX = r"( : i64\n.*trunci .*\n.*muli .*\n.*addi .*\n *prefix\.post_across)"
# Where a strip's ring begins, up to the place of a tile.
RING_OF = rf"arith\.shli {V}, %\w+( : i64\n(?:.*\n){{3}}.*andi .*\n.*addi .*"
# Where a lane's first entry is, and how far apart they are.
AT = r"(gather_across %\w+\[%\w+ apart) \d+"
WINDOWS = [
    windows("plain", "entry of a window twice",
            r"(gather_across .*\n.*yield ((?:%\w+#\d+, ){4}))(?:%\w+#\d+, ){4}",
            r"\1\2"),
    windows("plain", "entry of a window twice where a lane has few",
            r"(gather_across .*\n.*yield ((?:%\w+#\d+, ){4}))(?:%\w+#\d+, ){4}",
            r"\1\2", 2),
    windows("plain", "entry of a window by the number of the one before",
            r"(gather_across .* of )(%\w+), %\w+", r"\1\2, \2"),
    windows("plain", "half of the entries of a window that a lane has",
            *number_for(r" = scf\.if ", 0, "i1", r" -> \(i32(?:, i32){15,}\)")),
    windows("plain", "entries of a window twice as far apart", AT, r"\1 128"),
    windows("states", "entries of a window a row of chains apart", AT,
            r"\1 32", 2),
    windows("plain", "entry behind the end of a window",
            r"(gather_across .* if )(%\w+), (%\w+)", r"\1\2, \2"),
    windows("states", "entries of a window that a lane has no room for",
            *number_for(r" = scf\.if ", 0, "i1", r" -> \(i32(?:, i32){15,}\)"),
            2),
    windows("states", "entries in the places of those before", *value_for(
        r"gather_across %\w+\[", ["%fresh = arith.subi OLD, %c64_i32 : i32"]),
            3),
    windows("plain", "followers that gather what the first one gathers",
            r"(arith\.muli %\w+, %\w+ : i32\n.*arith\.addi %\w+, )%\w+( : i32\n"
            r".*arith\.muli .*\n.*arith\.extui .*\n.*arith\.shli %c1_i64)",
            r"\1%c0_i32\2"),
    windows("plain", "warps that gather what the first one gathers",
            r"(arith\.muli )%\w+(, %\w+ : i32\n.*arith\.addi %\w+, %\w+ : i32\n"
            r".*arith\.muli .*\n.*arith\.extui .*\n.*arith\.shli %c1_i64)",
            r"\1%c0_i32\2"),
    windows("plain", "what groups gather all in one place",
            r"(arith\.divui %\w+, %c2_i32 : i32\n.*arith\.muli %\w+), %c64_i32",
            r"\1, %c0_i32", 0),
    windows("few", "window's tiles joined in front of what was before it",
            rf"(look_across .*\n.*apply @\w+\()({STATE}), (%\w+#2, %\w+#3)",
            r"\1\3, \2"),
    windows("plain", "carry without what was before the window",
            rf"(look_across .*\n)( *)(.*apply @\w+\(){STATE}",
            r"\1\2" + LOST + "\n" r"\2\3%lost#0, %lost#1"),
    windows("few", "window's sum without its last tile",
            r"(%(\w+):4 = prefix\.group_scan .* %gathered\[.*\n.*apply .*\n"
            r"(?:(?!.*post_across).*\n)*.*post_across )%\w+#0, %\w+#1",
            r"\1%\2#2, %\2#3"),
    windows("few", "what all make without the last tile",
            r"(post_across whole )%\w+#0, %\w+#1( .*\n(?:.*\n)*?"
            r".*store_state (%\w+)#0, .* to %carries)", r"\1\3#0, \3#1\2"),
    without("few", "tile that posts nothing", r"prefix\.post_across %", 1,
            "windows"),
    windows("few", "window's sum in the place of the tile before",
            *value_for(r"post_across .* to %\w+\[",
                       ["%fresh = arith.subi OLD, %c32_i32 : i32"]), 2),
    windows("few", "what all make in the place of the tile before",
            *value_for(r"post_across .* to %\w+\[",
                       ["%fresh = arith.subi OLD, %c32_i32 : i32"]), 3),
    windows("plain", "totals of all strips in the place of the first one's",
            RING_OF + r"\n.*trunci .*\n.*muli .*\n.*addi .*\n.*post_across)",
            r"arith.addi %c0_i64, %c0_i64\2"),
    windows("plain", "rings of strips a place apart",
            RING_OF + ")", r"arith.addi \1, %c0_i64\2", 0),
    windows("plain", "totals of all tiles of a strip in the place of the first",
            rf"(arith\.addi %\w+, )%\w+{INDEX}", r"\1%c0_i64\2"),
    windows("few", "window's sum for what all make",
            r"post_across %", r"post_across whole %", 2),
    windows("few", "what all make for a window's sum",
            r"post_across whole", r"post_across"),
    windows("few", "nobody posts what all make",
            r"(?m)^ *prefix\.post_across whole.*\n", ""),
    windows("plain", "look-back at the tile before the last of a window",
            r"(shli %c0_i64, .*\n.*subi .*\n.*subi %\w+), %c1_i64",
            r"\1, %c2_i64"),
    windows("plain", "look-back at a window further",
            r"shli %c0_i64(, .*\n.*subi .*\n.*subi )", r"shli %c1_i64\1"),
    windows("plain", "look-back without the last window",
            *number_for(LOOK_IF + ", ", 0, "i1", " reaching" + LAST_LOOK)),
    windows("few", "look-back at more windows than there are places for",
            r"(arith\.cmpi uge, %\w+, %c3_i64 : i64\n.*)arith\.cmpi .*",
            r"\1arith.constant true"),
    windows("few", "look-back at all windows of the ring",
            r"arith\.minui (%\w+), %c8_i32( : i32\n.*load_relaxed)",
            r"arith.addi \1, \1\2"),
    windows("few", "look-back at as many windows as there are tiles",
            r"(arith\.shrui %\w+, )%\w+( : i64\n(?:.*\n)?.*arith\.extui .*\n"
            r".*arith\.cmpi ule)", r"\1%c0_i64\2"),
    windows("few", "look-back that ends where it sees no further",
            *number_for(LOOK_IF + "reaching ", 1, "i1", " from" + LAST_LOOK)),
    windows("few", "look-back a window short of the first",
            r"(\n *)(.*arith\.cmpi ule, %\w+, )(%\w+)( : i64\n.*\n"
            r".*shli %c7_i64)",
            r"\1%more = arith.addi \3, %c1_i64 : i64\1\2%more\4"),
    windows("plain", "look-back that does not end at the first window",
            *number_for(LOOK_IF + "reaching ", 0, "i1", " from")),
    windows("states", "look-back that starts from the identity",
            LINE + r"(.*look_across .* from\()%\w+#0, %\w+#1",
            r"\1" + LOST + "\n" r"\1\2%lost#0, %lost#1"),
    windows("states", "final state of a tile that is not the last",
            r"(arith\.cmpi) eq(, %\w+, %\w+ : i64\n.*scf\.if .*\n(?:.*\n){1,4}?"
            r".*scf\.if .*\n(?:.*\n)*?.*end_across)", r"\1 ne\2"),
]

# Places of which there are so few that tiles use them again.
READERS = r"arith\.addi (%\w+), %c1_i64( : i64\n.*\n.*arith\.shli )"
MARKED = (r"arith\.minui (%\w+), %\w+( : i64\n(?:.*\n){1,12}?.*mark_tile)",
          r"arith.addi \1, %c0_i64\2")
RING = [
    windows("few", "tiles that wait for nobody who reads their places",
            r"(?m)prefix\.await_marks %\w+ up to (%\w+) .*$",
            r"arith.addi \1, %c0_i64 : i64"),
    windows("few", "tiles that wait for those of two windows less",
            READERS, r"arith.subi \1, %c1_i64\2"),
    windows("few", "tiles that wait for those of a window less",
            READERS, r"arith.addi \1, %c0_i64\2"),
    windows("few", "tiles that wait where there is room, and not elsewhere",
            r"arith\.cmpi ugt(, %\w+, %arg36)", r"arith.cmpi ule\1"),
    windows("few", "marks that are taken for those of a ring later",
            r"(await_marks .*\n)( *)scf\.yield (%\w+)",
            r"\1\2%more = arith.addi \3, %c8_i64 : i64" "\n"
            r"\2scf.yield %more"),
    windows("few", "tiles that wait as if there were twice as many places",
            rf"arith\.shli %c1_i64(, {V} : i64\n.*cmpi uge)",
            r"arith.shli %c2_i64\1", 0),
    windows("few", "no wait for who reads the place of the first tile",
            r"(arith\.shli %c1_i64, .*\n.*cmpi) uge", r"\1 ugt", 0),
    windows("few", "rings of more tiles than there are places for",
            r"arith\.cmpi ule, (%\w+), %c1_i64", r"arith.cmpi ule, \1, %c2_i64"),
    windows("few", "marks of the first block alone",
            *number_for("await_marks .* of ", 1, "i32", " at")),
    windows("few", "marks of all blocks but the last two",
            LINE + rf"(.*await_marks .* of ){V}",
            r"\1%fewer = arith.subi \3, %c2_i32 : i32" "\n" r"\1\2%fewer"),
    without("few", "block that does not tell which tile is its first",
            r"prefix\.mark_tile %", 1, "windows"),
    without("few", "block that does not tell how far it is",
            r"prefix\.mark_tile %", 2, "windows"),
    windows("few", "marks only where rings do not come round",
            r"arith\.cmpi ugt(, %\w+, %\w+ : i64)", r"arith.cmpi ule\1"),
    windows("few", "marks only where rings come round twice",
            r"arith\.shli %c1_i64(, %\w+ : i64\n.*cmpi ugt)",
            r"arith.shli %c2_i64\1"),
    windows("few", "no marks for one tile that comes round",
            LINE + r"(.*arith\.cmpi ugt, %\w+, )(%\w+)(?= : i64)",
            r"\1%more = arith.addi \3, %c1_i64 : i64" "\n" r"\1\2%more"),
    other("few", "mark of a later tile", r"arith\.addi %arg30, (?=%c4_i32)", 0,
          2),
    other("few", "mark of the tile that has waited",
          r"arith\.addi %arg30, (?=%c4_i32)", 3, 2),
    other("few", "mark of the tile before a block's first",
          r"arith\.cmpi ult, %arg35, ", 3),
    windows("few", "first mark behind the last tile", *MARKED),
    windows("few", "mark behind the last tile", *MARKED, 2),
    gpu("few", "entry that is not waited for",
        r"(yield %arg43 : i128\n *\}\n(?:.*\n){8}.*arith\.ori )%\w+, (%\w+)",
        r"\1\2, \2", of="windows"),
    gpu("few", "words that are not read yet taken for those of a tile",
        r"arith\.xori (%\w+), %c32768_i32", r"arith.addi \1, %c0_i32", 0,
        of="windows"),
    gpu("few", "marks of one lane's blocks alone",
        r"nvvm.redux\.sync  umin", "nvvm.redux.sync  umax", 0, of="windows"),
]


# Lanes that go along chains of their own.
def columns(what, pattern, replacement, nth=1):
    return kernel("lanes", what, pattern, replacement, nth, "columns")


COLUMNS = [
    columns("lanes a chain apart that have two",
            r"(prefix\.lane\n.*muli %\w+), %c2_i32", r"\1, %c1_i32"),
    columns("no strip for the chains that are left",
            r"arith\.addi (%\w+), %c63_i64", r"arith.addi \1, %c0_i64"),
    columns("outputs of chains that do not exist",
            *number_for(r"store_chains .* chains ", 2, "i32",
                        r" along %\w+ rows")),
    columns("second chain's input in the place of the first",
            r"(fetch_chains .* at\()(%\w+), (%\w+)\)", r"\1\3, \3)", 2),
    columns("carry that is not passed on",
            r"(iter_args\((%\w+) = \S+ (%\w+) = (?:.*\n)*?.*scf\.yield )"
            r"%\w+, %\w+", r"\1\2, \3"),
    columns("chain's carry for its neighbour's",
            r"(scf\.yield )(%\w+, %\w+), (%\w+, %\w+)", r"\1\3, \2"),
    columns("tile ahead in the slot of another one",
            r"(prefix\.slot %ring\[)%\w+(\] byte 0\n *prefix\.fetch_chains)",
            r"\1%c0_i32\2", 2),
    columns("tile that is not waited for", "await_chains but 1",
            "await_chains but 2"),
    columns("no tile for the steps that are left",
            r"arith\.addi %arg5, %c1_i64", "arith.addi %arg5, %c0_i64"),
    columns("elements behind the end in what a chain comes to",
            r"(load_chains .*) masked", r"\1"),
    columns("carry without the last element of a tile",
            r"(vector\.extract %\w+#1)\[1\]", r"\1[0]"),
    columns("initial states of a lane's chains swapped",
            r"(start_across .* at\()(%\w+), (%\w+)\)", r"\1\3, \2)"),
]

FAULTS = (PLACES + LANES + TILES + WIDE + STATES + STRETCHES + PIECES + TURNS
          + WINDOWS + RING + COLUMNS)


def emit(scanc, base, phase, work):
    return emit_kernels(scanc, INPUTS / "axis_faults.mlir", phase, work / base,
                        f"--scan={base}_axis", INTERVALS)


def verify(scanc, base, path):
    """Blocks that wait for ever are found without a look for races, which takes
    several times as long."""
    races = ["--no-races"] if base == "few" else []
    return run_verify(scanc, path, "--schedules=3", *races)


if __name__ == "__main__":
    main(FAULTS, emit, MARK, verify)
