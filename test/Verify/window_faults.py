#===- window_faults.py - Faults of blocks that share strips ---------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Those faults of axis_faults.py that are about what blocks tell each other."""

import re

from axis_edits import LOST, STATE, gpu, kernel, without
from planted import LINE, V, number_for, value_for


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
# Where it draws: before the first turn (1 to 3), and in one (4).
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
            r"(arith\.muli %\w+), %c64_i32( : i32\n.*shrui .*\n.*cmpi .*\n"
            r".*scf\.if .*\n.*extui .*\n.*addi .*\n.*minui .*\n"
            r".*place_chain)", r"\1, %c0_i32\2"),
    windows("few", "last chain of a strip that has no place",
            r"(\n *)(%\w+ = arith\.cmpi ult, )(%\w+)(, %\w+ : i32\n"
            r" *scf\.if .*\n.*extui .*\n.*addi .*\n.*minui .*\n"
            r".*place_chain)",
            r"\1%fresh = arith.addi \3, %c1_i32 : i32\1\2%fresh\4", 3),
    windows("plain", "second half of a strip's chains that have no place",
            r"(scf\.for %\w+ = %\w+ to )%\w+( step %c32_i32  : i32 \{\n"
            r".*extui .*\n.*addi .*\n.*minui .*\n.*place_chain)",
            r"\1%c32_i32\2", 3),
    told("few", "number of the tile before", "%fresh = arith.subi OLD, %c1_i64 "
         ": i64", 15),
    told("few", "tile after the one that is drawn",
         "%fresh = arith.addi OLD, %c1_i64 : i64", 16),
    told("plain", "strip for the first one",
         "%fresh = arith.muli OLD, %c0_i64 : i64", 17),
    told("plain", "step after a tile's first",
         "%fresh = arith.addi OLD, %c1_i64 : i64", 18),
    told("plain", "chain that a strip does not have",
         "%fresh = arith.addi OLD, %c1_i64 : i64", 19),
    told("plain", "chain less than a strip has",
         "%fresh = arith.subi OLD, %c1_i64 : i64", 19),
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
    windows("plain", "entries of a window a row of chains apart", AT, r"\1 32",
            2),
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
            r"arith\.minui (%\w+), %c8_i32( : i32\n.*wait\n.*load_relaxed)",
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
    windows("few", "last tile of a window posts its totals, too",
            READERS, r"arith.addi \1, %c0_i64\2", 2),
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
    windows("few", "marks of all blocks but the last",
            LINE + rf"(.*await_marks .* of ){V}",
            r"\1%fewer = arith.subi \3, %c1_i32 : i32" "\n" r"\1\2%fewer"),
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
