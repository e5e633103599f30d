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

from axis_edits import LOST, STATE, gpu, kernel, without
from planted import (
    INPUTS, INTERVALS, LINE, V, emit_kernels, main, number_for, run_verify,
    value_for)
from window_faults import RING, TURNS, WINDOWS

MARK = "<!-- axis faults -->"
EXTENTS = r"prefix\.walk axis(?: reverse)?\((?:%arg\d+, ){3}"


def extents(first):
    """Pattern and replacement: those of a dimension and the next, swapped."""
    return (rf"({EXTENTS}(?:%arg\d+, ){{{first}}})(%arg\d+), (%arg\d+)",
            r"\1\3, \2")



# Where chains are, and where their elements.
PLACES = [
    kernel("plain", "last two extents swapped", *extents(5), 0),
    *(kernel("plain", f"extents {d + 1} and {d + 2} of an array swapped",
             *extents(d)) for d in range(5)),
    kernel("states", "two extents of the states swapped", *extents(2)),
    kernel("states", "two extents swapped where chains have no elements",
           *extents(3), 1, "empty"),
    kernel("states", "places that other warps still read, of no elements",
           r"(?m)^ *gpu\.barrier\n", "", 1, "empty"),
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
    kernel("plain", "stretches where the launch says that warps lie beside others",
           r"(arith\.andi %arg4, )%c8_i32", r"\1%c16_i32"),
    kernel("plain", "strip of fewer lanes that has the chains of all",
           r"(arith\.subi %c6_i32, )%\w+", r"\1%c0_i32"),
    kernel("plain", "tile of fewer lanes that has the steps of all",
           r"(arith\.shli %c8_i32, )%\w+", r"\1%c0_i32"),
    kernel("plain", "no strip for the chains that are left",
           r"(arith\.addi %arg3, )%\w+( : i64\n.*scf\.if)", r"\1%c0_i64\2"),
    kernel("plain", "a strip for each chain of a stretch",
           *number_for(r"arith\.divui %\w+, ", 1, "i64",
                       r" : i64\n *scf\.yield")),
    kernel("plain", "outputs of chains that do not exist",
           *number_for(r"store_chains .* chains ", 2, "i32",
                       r" along %\w+ rows")),
    kernel("states", "final states of chains that do not exist",
           *number_for(r"end_across .* chains ", 2, "i32", " :")),
    kernel("states", "second chain's input in the place of the first",
           r"(fetch_chains .* at\()(%\w+), (%\w+)\)", r"\1\3, \3)", 2),
    kernel("states", "final states of a lane's chains swapped",
           r"(end_across .* at\()(%\w+), (%\w+)\)", r"\1\3, \2)"),
    kernel("plain", "chain's carry for its neighbour's",
           rf"(scf\.yield )({STATE}), ({STATE})(, %\w+ : i32, i32, i32, i32, "
           r"i32)", r"\1\3, \2\4"),
]

# Launches that begin before the one before has ended.
LAUNCHES = [
    without("plain", "strips read before the launch before has ended",
            r"nvvm\.griddepcontrol  wait"),
    without("few", "blocks draw before the launch before has ended",
            r"nvvm\.griddepcontrol  wait", of="windows"),
    without("lanes", "lanes read before the launch before has ended",
            r"nvvm\.griddepcontrol  wait", of="columns"),
]

# Warps that have nothing to do.
IDLE = [
    kernel("idle", "idle warps that walk, too",
           r"((%\w+) = arith\.subi %c4_i32, %\w+ : i32\n(?:.*\n)*?"
           r".*arith\.cmpi ult, %\w+, )\2( : i32\n *scf\.if)", r"\1%c4_i32\3"),
    kernel("idle", "totals of idle warps that nobody clears",
           r"(scf\.for %\w+ = )%\w+( to %c4_i32 step)", r"\1%c4_i32\2"),
    kernel("idle", "tile of as many steps as if no warp were idle",
           r"arith\.muli %\w+, %c16_i32", "arith.muli %c4_i32, %c16_i32"),
    without("idle", "idle warps that do not meet the others at a barrier",
            r"gpu\.barrier", 4),
]

# Warps that lie beside each other.
BESIDE = [
    kernel("plain", "warps beside each other that have all steps",
           r"(extui %\w+ : i1 to i64\n.*arith\.shrui %\w+, )%\w+( : i64)",
           r"\1%c0_i64\2"),
    kernel("plain", "strip of two warps' chains where none lies beside others",
           r"(arith\.addi %\w+, )%\w+( : i32\n.*extui .* i1 to i64\n)",
           r"\1%c1_i32\2"),
    kernel("plain", "warp beside others that is behind them, too",
           r"arith\.subi (%\w+), %\w+( : i32\n.*arith\.shli %c1_i32)",
           r"arith.subi \1, %c0_i32\2"),
    kernel("plain", "chains that a warp beside others does not have",
           r"(arith\.muli %\w+, )%c32_i32", r"\1%c0_i32"),
    kernel("plain", "inputs of warps beside each other at the same places",
           r"(arith\.muli %\w+, )%c32_i32", r"\1%c0_i32", 4),
    kernel("plain", "outputs of warps beside each other at the same places",
           r"(arith\.muli %\w+, )%c32_i32", r"\1%c0_i32", 6),
    kernel("plain", "totals of warps beside each other in one place",
           r"arith\.muli (%\w+), %c64_i32( : i32\n.*addi .*\n.*addi .*\n"
           r".*muli .*, %c5_i32)", r"arith.muli \1, %c0_i32\2"),
    kernel("plain", "totals of warps that are not there",
           r"(?m)^ *prefix\.store_state .*\n", ""),
    kernel("plain", "places for the first warp's chains alone",
           r"(arith\.shli %\w+, )%\w+( : i32\n.*cmpi ult, .*\n.*scf\.if)",
           r"\1%c0_i32\2"),
    kernel("states", "final states by the first warp alone",
           LINE + r"(.*cmpi eq, )%\w+(, %c0_i32 : i32\n.*scf\.if .*\n"
           r"(?:.*\n){0,40}?.*end_across)",
           r"\1%first = prefix.warp" "\n" r"\1\2%first\3"),
    kernel("half", "step of the first of two lanes for both",
           r"(gpu\.shuffle\s+idx %\w+#0, )%\w+", r"\1%c0_i32"),
    kernel("half", "nothing before the second of two lanes",
           *number_for(r"arith\.select ", 1, "i1",
                       r", %\w+#0, %shuffleResult : i32")),
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
    kernel("plain", "no empty groups of copies where one tile is ahead",
           r"(?m)^ *nvvm\.cp\.async\.commit\.group.*\n", "", 4),
    kernel("plain", "tile ahead for the one after it",
           r"arith\.addi (%arg3\d), %\w+( : i64)",
           r"arith.addi \1, %c1_i64\2"),
    kernel("states", "next strip's places while the last ones' are read",
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
    *(gpu("plain", f"{side}'s stride of {which} taken for even",
          rf"arith\.ori {V}, %arg{number}\b", r"arith.ori \1, \1")
      for side, which, number in (
          ("output", "the first dimension", 23),
          ("output", "the fourth dimension", 26),
          ("input", "the second dimension", 16),
          ("input", "the fifth dimension", 19))),
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
        r"(getelementptr %\w+)\[512\]( .*\n.*cp\.async)", r"\1[496]\2", 2),
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
        r"(getelementptr (%\w+)\[%\w+\] .*\n.*cp\.async.*\.16.*\n(?:.*\n){5}"
        r".*getelementptr )%\w+(\[%\w+\] .*\n.*cp\.async.*\.16)",
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
        ["%fresh = arith.subi OLD, %c1_i32 : i32"]), 2),
    kernel("plain", "stretch of outputs of one chain less", *value_for(
        OUT_STRETCH + r"%\w+, %\w+, ",
        ["%fresh = arith.subi OLD, %c1_i32 : i32"])),
    kernel("plain", "steps of a stretch taken for those of one chain",
           r"arith\.muli (%\w+), %\w+( : i64\n.*load_word %places.*\n)",
           r"arith.muli \1, %c1_i64\2", 3),
    kernel("states", "outputs' stretch begins where the input's does",
           r"(load_word %places\[)%c\d\d+_i32(\] .*\n.*arith\.addi)",
           r"\1%c0_i32\2"),
    kernel("plain", "step behind the end of a stretch", *value_for(
        r"fetch_stretch .* exist ",
        ["%fresh = arith.addi OLD, %c1_i32 : i32"]), 2),
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
        r"(?m)^ *nvvm\.bar\.warp\.sync.*\n", "", 3),
    gpu("plain", "outputs that other lanes have not staged yet",
        r"(?m)^ *nvvm\.bar\.warp\.sync.*\n", "", 8),
]


# Lanes that go along chains of their own.
def columns(what, pattern, replacement, nth=1):
    return kernel("lanes", what, pattern, replacement, nth, "columns")


COLUMNS = [
    columns("two extents of the states swapped", *extents(3)),
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

FAULTS = (PLACES + LANES + LAUNCHES + IDLE + BESIDE + TILES + WIDE + STATES + STRETCHES + PIECES + TURNS
          + WINDOWS + RING + COLUMNS)


def emit(scanc, base, phase, work):
    return emit_kernels(scanc, INPUTS / "axis_faults.mlir", phase, work / base,
                        f"--scan={base}_axis", INTERVALS)


def verify(scanc, base, path):
    """Blocks that wait for ever, and what long tiles do wrong, are found without
    a look for races, which takes several times as long."""
    races = ["--no-races"] if base in ("few", "idle") else []
    return run_verify(scanc, path, "--schedules=3", *races)


if __name__ == "__main__":
    main(FAULTS, emit, MARK, verify)
