#!/usr/bin/env python3
#===- state_faults.py - Plants faults about states of chains --------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Plants faults in kernels whose chains start from states in memory, and leave
states there.

    state_faults.py SCANC WORK_FOLDER [--docs=Verification.md [--update]]

A chain is a line, or a row. The faults are about what only states of chains
have: which chain has which, where that lies, what they are joined to and when,
and what is done if there are none. Some are about the output more that chains
have with `total`. planted.py says what a fault is, and what is asked of verify.
"""

import re
from dataclasses import dataclass

from planted import (
    INPUTS, INTERVALS, LINE, V, Fault, emit_kernels, main, number_for, value_for)

MARK = "<!-- state faults -->"


ROWS, APART = "_rows", "_rows_strided"


@dataclass(frozen=True)
class Base:
    strategy: str
    forms: str  # what the name of the scan has behind that of the base
    initial: str | None  # the arguments of kernels
    final: str | None

    def chains(self):
        return {ROWS: ", rows", APART: ", rows apart"}.get(self.forms, "")


BASES = {
    "single": Base("single_block", ROWS, "%arg6", "%arg7"),
    "wide": Base("single_block", ROWS, "%arg6", "%arg7"),
    "left": Base("single_block", ROWS, None, "%arg6"),
    "apart": Base("single_block", APART, "%arg8", "%arg9"),
    "both": Base("single_block", "", "%arg6", "%arg7"),
    "chained": Base("chained", "", "%arg5", "%arg6"),
    "lookback": Base("decoupled_lookback", ROWS, "%arg6", "%arg7"),
    "reduce": Base("reduce_then_scan", "", "%arg5", "%arg6"),
    "levels": Base("two_level_streaming", "", "%arg5", "%arg6"),
    "stream": Base("one_launch_streaming", ROWS, "%arg6", "%arg7"),
    "total": Base("single_block", APART, "%arg8", None),
    "back": Base("chained", "", "%arg5", None),
}


class StateFault(Fault):

    def place(self):
        base = BASES[self.base]
        return f"`{self.kernel}` of `{base.strategy}`{base.chains()}"


def of(phase):
    """Faults of a phase. INITIAL and FINAL stand for the kernel's arguments."""
    def fault(base, name, what, pattern, replacement, nth=1):
        for word, own in (("INITIAL", BASES[base].initial),
                          ("FINAL", BASES[base].final)):
            pattern = pattern.replace(word, own or word)
            if isinstance(replacement, str):
                replacement = replacement.replace(word, own or word)
        return StateFault(base, phase, name, what, pattern, replacement, nth)
    return fault


kernel, gpu = of("kernel"), of("gpu")

START = r"prefix\.start_chains "
END = r"prefix\.end_chains "
PASS = r"prefix\.pass_starts "
TOTAL = r"prefix\.store_totals "
# Where the next row of a run comes, in the order of the scan.
NEXT_ROW = (r"(arith\.andi %\w+, %\w+ : i32\n *%\w+ = arith\.)subi (%\w+), "
            r"%c1_i64")
NULL_INITIAL = r'llvm\.icmp "eq" INITIAL, (%\w+) : !llvm\.ptr<1>'
NULL_FINAL = r'llvm\.icmp "eq" FINAL, (%\w+) : !llvm\.ptr<1>'


def more(by):
    """Lines for value_for: `by` more than the value that there was."""
    return [f"%by = arith.constant {by} : i64",
            "%fresh = arith.addi OLD, %by : i64"]


def unstarted(base, name, what, nth=1):
    """The nth op that starts chains sees none: they begin before its first
    element."""
    return kernel(
        base, name, what, LINE + rf"(.*{START}.* numbered )%\w+ from %\w+",
        r"\1%before = arith.constant 1 : i64" "\n"
        r"\1%line = prefix.walk line(%before)" "\n"
        r"\1\2%line from %before", nth)


def walked(base, name, what, op, walk, lines=(), nth=1):
    """The nth `op` has elements along another walk."""
    return kernel(
        base, name, what, LINE + rf"(.*{op}.* numbered )%\w+",
        "".join(rf"\1{line}" "\n" for line in (*lines, f"%walk = {walk}")) +
        r"\1\2%walk", nth)


def moved(base, name, what, op, word, by, nth=1):
    """What is behind `word` of the nth `op` is `by` more."""
    return kernel(base, name, what, *value_for(
        rf"{op}.* {word} ", more(by)), nth)


def at(base, name, what, pointer, lines, nth=1):
    """The nth access to states at `pointer` is to those of the chain %fresh,
    which `lines` define. OLD in them is the chain that it was."""
    lines = "".join(rf"\1{line}" "\n" for line in lines)
    return gpu(
        base, name, what,
        LINE + rf"(%\w+ = arith\.muli ){V}"
        rf"(, %c8_i64 : i64\n.*llvm\.getelementptr {pointer}\[)",
        lines.replace("OLD", r"\3") + r"\1\2%fresh\4", nth)


FIRST_CHAIN = ["%fresh = arith.constant 0 : i64"]


INIT = "".join(rf"\1%init{part} = arith.constant {number} : i32" "\n"
               for part, number in enumerate((-1, 0)))
LONGER = ["%one = arith.constant 1 : i64",
          "%longer = arith.addi %arg5, %one : i64"]


def without(base, name, what, op, nth=1):
    return kernel(base, name, what, rf".*{op}.*\n", "", nth)


def counted(base, name, what, by):
    """There are `by` more chains without elements."""
    return kernel(base, name, what, *value_for(
        rf"{PASS}@\w+ of ", more(by)))


def behind_element(match):
    """What a state joins, and the state, change places in the combine."""
    start, lines, low, high = match.group(2, 3, 4, 5)
    swapped = {f"{start}#0": low, f"{start}#1": high, low: f"{start}#0",
               high: f"{start}#1"}
    words = re.split(r"(%[\w#-]+)", lines)
    return (match.group(1) + "".join(swapped.get(w, w) for w in words) +
            match.group(0)[match.end(3) - match.start():])



# What the state of a chain joins.
JOINS = [
    gpu("single", "single", "state joined behind the element",
        r"((%\w+):2 = scf\.if %\w+ -> \(i32, i32\) {\n"
        r" *scf\.yield %c-1_i32, %c0_i32 .*\n *} else {\n(?:.*[^}]\n)+ *}\n"
        r".*cmpi.*\n.*scf\.if .*\n)((?: *%\w+ = arith\..*\n)+)"
        rf" *scf\.yield .*\n *}} else {{\n *scf\.yield {V}, {V} :",
        behind_element),
    kernel("single", "single", "state joined twice",
           LINE + rf"(%\w+:2 = )({START}@\w+ )(%\w+#0, %\w+#1)(\[.*)",
           r"\1%once:2 = \3\4\5" "\n" r"\1\2\3%once#0, %once#1\5"),
    kernel("single", "single", "state in place of the first element",
           rf"({START}@\w+) ", r"\1 before "),
    kernel("single", "single", "state in the scan of a run, not in its total",
           r"(?s)((%\w+):2 = prefix\.load_tile .*?thread_reduce @\w+ by "
           r"@serial_4\()%\w+#0, %\w+#1", r"\1\2#0, \2#1"),
    kernel("single", "single", "state in the total of a run, not in its scan",
           r"(?s)((%\w+):2 = prefix\.load_tile .*?thread_scan @\w+ by "
           r"@serial_4\(%\w+, %\w+, )%\w+#0, %\w+#1", r"\1\2#0, \2#1"),
    kernel("single", "single", "init joined as well as the state",
           LINE + r"(.*thread_scan @\w+ by @serial_4\(.* cuts\(%\w+\))",
           INIT + r"\1\2 start(%init0, %init1 : i32, i32)"),
    kernel("both", "single", "init joined as well as the state",
           LINE + r"(.*scf\.for .* iter_args\(%\w+ = )%\w+#0(, %\w+ = )%\w+#1",
           INIT + r"\1\2%init0\3%init1"),
]

# Where a tile is reduced and scanned by different kernels or roles, in each of
# both; and where a kernel has other ops for a full tile, in each of these.
UNSTARTED = [
    unstarted("chained", "single", "state not joined"),
    unstarted("chained", "scan", "state not joined in a full tile"),
    unstarted("chained", "scan", "state not joined in a tile that is not full",
              2),
    unstarted("lookback", "scan", "state not joined in a full tile"),
    unstarted("reduce", "reduce", "state not joined where tiles are reduced"),
    unstarted("reduce", "scan", "state not joined where tiles are scanned"),
    unstarted("levels", "reduce", "state not joined where tiles are reduced"),
    unstarted("levels", "scan", "state not joined where tiles are scanned"),
    unstarted("levels", "top", "state not joined in what tiles leave over"),
    unstarted("stream", "stream", "state not joined by the reducing warps"),
    unstarted("stream", "stream", "state not joined by the scanning warps", 2),
    unstarted("stream", "stream", "state not joined by reducing stand-ins", 3),
    unstarted("stream", "stream", "state not joined by scanning stand-ins", 4),
    unstarted("stream", "short", "state not joined where a tile is reduced"),
    unstarted("stream", "short", "state not joined where a tile is scanned", 2),
    unstarted("stream", "single", "state not joined"),
    moved("chained", "single", "state joined to the second element", START,
          "from", -1),
    moved("single", "single", "state joined to the second element", START,
          "from", -1),
    moved("single", "single", "state joined to the element before a row",
          START, "from", 1),
    moved("stream", "stream", "state joined to the second element of a row",
          START, "from", -1),
]

# What an exclusive scan has in front of the first element of a chain.
BEFORE = [
    unstarted("single", "single", "no state before a row's first element", 2),
    unstarted("both", "single", "no state before the first element", 2),
    unstarted("lookback", "scan", "no state before a row's first element", 3),
    unstarted("reduce", "scan", "no state before the first element", 2),
    moved("single", "single", "state before the second element of a row",
          rf"{START}@\w+ before ", "from", -1),
    kernel("single", "single", "states after elements for those before",
           rf"({START}@\w+ before )%\w+, %\w+(\[.*\n.*{END}@\w+ )(%\w+)#0",
           r"\1\3#0, \3#1\2\3#0"),
]

# Which state a chain has.
CHAINS = [
    at("single", "single", "state of the next row in memory", "INITIAL",
       more(1)),
    at("single", "single", "state of the row before it in memory", "INITIAL",
       more(-1)),
    at("single", "single", "all rows have the state of the first", "INITIAL",
       FIRST_CHAIN, 0),
    at("wide", "single", "all rows have the state of the first", "INITIAL",
       FIRST_CHAIN, 0),
    gpu("single", "single", "states in the order of the scan",
        r"(arith\.subi %arg3, %c1_i64 : i64\n *%\w+ = arith\.subi) %\w+, (%\w+)"
        r"( : i64\n.*mului_extended)", r"\1 \2, %c0_i64\3"),
    gpu("single", "single", "second row of a run has the state of its first",
        NEXT_ROW, r"\1subi \2, %c0_i64"),
    gpu("single", "single", "rows of a run counted in the order of the scan",
        NEXT_ROW, r"\1addi \2, %c1_i64"),
    gpu("single", "single", "run that begins within a row has that row's state",
        r"(trunci %\w+ : i32 to i1\n *%\w+ = arith\.)xori", r"\1andi"),
    gpu("single", "single", "row's number without its correction",
        r"(mului_extended .*\n(?:.*\n){4}.*arith\.addi %high\w*, )%\w+",
        r"\1%c0_i64", 2),
    gpu("wide", "single", "second word of a run begins in the row of the first",
        LINE + rf"(%low\w*, %high\w* = arith\.mului_extended ){V}"
        r"(, .*\n(?:.*\n){4}.*arith\.addi %high)",
        r"\1%word = arith.constant 32 : i64" "\n"
        r"\1%first = arith.subi \3, %word : i64" "\n" r"\1\2%first\4", 3),
    gpu("single", "single", "states as if they had half their size",
        r"(arith\.muli %\w+, )%c8_i64( : i64\n.*getelementptr INITIAL)",
        r"\1%c4_i64\2"),
    gpu("single", "single", "first part of a state for the second",
        r"(getelementptr INITIAL\[.*\n.*load.*\n.*arith\.addi %\w+, )%c4_i64",
        r"\1%c0_i64"),
    walked("single", "single", "only the first row has a state", START,
           "prefix.walk line reverse(%arg3)"),
    walked("single", "single", "states of rows that are one element too long",
           START, "prefix.walk rows reverse(%arg3, %longer)", LONGER),
    walked("apart", "single", "states of rows as long as they are apart", START,
           "prefix.walk rows(%arg3, %arg6)"),
    moved("single", "single", "state of a row behind the last one", START,
          "valid", 1),
    kernel("single", "single", "states of rows that do not exist",
           rf"({START}.*\]) valid %\w+", r"\1"),
    moved("stream", "stream", "row that begins behind a tile", START, "valid",
          1, 2),
    kernel("single", "single", "final states for the initial ones",
           rf"({START}.* initial )INITIAL", r"\1FINAL"),
]

# Where there are no states, or nobody asks for them.
NULLS = [
    gpu("single", "single", "initial states never null", NULL_INITIAL,
        "arith.constant false"),
    gpu("single", "single", "initial states always null", NULL_INITIAL,
        "arith.constant true"),
    gpu("single", "single", "initial states null where they are not",
        NULL_INITIAL, r'llvm.icmp "ne" INITIAL, \1 : !llvm.ptr<1>'),
    gpu("single", "single", "final ones asked whether there are initial states",
        NULL_INITIAL, r'llvm.icmp "eq" FINAL, \1 : !llvm.ptr<1>'),
    gpu("both", "single", "initial states always null", NULL_INITIAL,
        "arith.constant true"),
    gpu("single", "single", "final states never null", NULL_FINAL,
        "arith.constant false"),
    gpu("single", "single", "final states always null", NULL_FINAL,
        "arith.constant true"),
    gpu("single", "single", "final states null where they are not", NULL_FINAL,
        r'llvm.icmp "ne" FINAL, \1 : !llvm.ptr<1>'),
    gpu("single", "single", "initial ones asked whether final states are wanted",
        NULL_FINAL, r'llvm.icmp "eq" INITIAL, \1 : !llvm.ptr<1>'),
    gpu("left", "single", "final states never null", NULL_FINAL,
        "arith.constant false"),
    kernel("single", "single", "identity for the init of rows",
           rf"({START}.*) init \[.*?\]", r"\1"),
    kernel("both", "single", "identity for the init before the first element",
           rf"({START}.*) init \[.*?\]", r"\1", 2),
    kernel("levels", "scan", "identity for the init",
           rf"({START}.*) init \[.*?\]", r"\1"),
]

# The state after a chain, and where it goes.
FINALS = [
    kernel("single", "single", "output of an exclusive scan as a final state",
           rf"(%\w+)(:2 = {START}@\w+ before .*\n.*{END}@\w+ )%\w+#0, %\w+#1",
           r"\1\2\1#0, \1#1"),
    kernel("both", "single", "state before an element for the final one",
           rf"(%\w+)(:2 = {START}@\w+ before .*\n.*{END}@\w+ )%\w+#0, %\w+#1",
           r"\1\2\1#0, \1#1"),
    moved("single", "single", "final state before the last element", END,
          "from", 1),
    moved("single", "single", "final state one element too late", END, "from",
          -1),
    moved("chained", "single", "final state before the last element", END,
          "from", 1),
    moved("chained", "single", "final state one element too late", END, "from",
          -1),
    moved("stream", "short", "final state before the last element", END,
          "from", 1),
    kernel("chained", "scan", "final state of each tile",
           LINE + rf"(.*{END}.*\[){V}(\].* numbered )%\w+",
           r"\1%length = arith.constant 128 : i64" "\n"
           r"\1%behind = arith.addi \3, %length : i64" "\n"
           r"\1%end = arith.minui %behind, %arg3 : i64" "\n"
           r"\1%walk = prefix.walk line(%end)" "\n" r"\1\2\3\4%walk", 0),
    kernel("chained", "scan", "final state from the first row of a tile",
           rf"({END}@\w+ )(%\w+)#0, %\w+#1, %\w+#0, %\w+#1",
           r"\1\2#0, \2#1, \2#0, \2#1", 0),
    walked("single", "single", "final state of the last row only", END,
           "prefix.walk line reverse(%arg3)"),
    walked("single", "single", "final states in the order of the scan", END,
           "prefix.walk rows(%arg3, %arg5)"),
    walked("single", "single", "final states of rows that are too long", END,
           "prefix.walk rows reverse(%arg3, %longer)", LONGER),
    walked("apart", "single", "final states of rows as long as they are apart",
           END, "prefix.walk rows(%arg3, %arg7)"),
    at("single", "single", "final state of the next row in memory", "FINAL",
       more(1)),
    at("single", "single", "final state of the row before it in memory",
       "FINAL", more(-1)),
    at("single", "single", "all final states in the place of the first",
       "FINAL", FIRST_CHAIN, 0),
    gpu("single", "single", "final state of a run's second row over its first",
        NEXT_ROW, r"\1subi \2, %c0_i64", 3),
    gpu("single", "single", "final state of the first item for the second's",
        r"(cttz.*\n.*\n.*arith\.select %\w+, )%\w+, (%\w+)", r"\1\2, \2"),
    gpu("single", "single", "second part of a final state over the first",
        r"(getelementptr FINAL\[.*\n.*store.*\n.*arith\.addi %\w+, )%c4_i64",
        r"\1%c0_i64"),
    moved("single", "single", "final state of an element behind the last", END,
          "valid", 1),
    moved("single", "single", "last element without a final state", END,
          "valid", -1),
    kernel("single", "single", "final states of elements that do not exist",
           rf"({END}.*\]) valid %\w+", r"\1"),
    moved("stream", "stream", "final state of an element behind a tile", END,
          "valid", 1),
    moved("stream", "stream", "last element of a tile without a final state",
          END, "valid", -1),
    kernel("single", "single", "final states over the initial ones",
           rf"({END}.* to )FINAL", r"\1INITIAL"),
    without("chained", "scan", "no final state of a full tile", END),
    without("chained", "scan", "no final state of a tile that is not full",
            END, 2),
    without("lookback", "scan", "no final state of a full tile", END),
    without("reduce", "scan", "no final state", END),
    without("levels", "scan", "no final state", END),
    without("levels", "top", "no final state of what tiles leave over", END),
    without("stream", "stream", "no final state by the scanning warps", END),
    without("stream", "stream", "no final state by stand-ins", END, 2),
    without("stream", "short", "no final state", END),
    without("stream", "short", "no final state by stand-ins", END, 2),
]

# Chains without elements.
EMPTY = [
    without("single", "empty", "final states left unwritten", PASS),
    without("chained", "empty", "final state left unwritten", PASS),
    kernel("single", "empty", "final state of the first row only",
           *number_for(rf"{PASS}@\w+ of ", 1, "i64")),
    counted("single", "empty", "final states of all rows but the last", -1),
    counted("single", "empty", "final state of a row behind the last", 1),
    kernel("single", "empty", "init for the states", rf"({PASS}.*) initial %\w+",
           r"\1"),
    kernel("single", "empty", "identity for the init",
           rf"({PASS}.*) init \[.*?\]", r"\1"),
    kernel("left", "empty", "identity for the init",
           rf"({PASS}.*) init \[.*?\]", r"\1"),
    kernel("chained", "empty", "initial and final states swapped",
           r"initial INITIAL to FINAL", "initial FINAL to INITIAL"),
    at("single", "empty", "all rows have the state of the first", "INITIAL",
       FIRST_CHAIN),
    at("single", "empty", "state of the next row", "INITIAL",
       more(1)),
    at("single", "empty", "all final states in the place of the first",
       "FINAL", FIRST_CHAIN),
    gpu("single", "empty", "initial states never null", NULL_INITIAL,
        "arith.constant false"),
    gpu("single", "empty", "initial states always null", NULL_INITIAL,
        "arith.constant true"),
    gpu("single", "empty", "final ones asked whether there are initial states",
        NULL_INITIAL, r'llvm.icmp "eq" FINAL, \1 : !llvm.ptr<1>'),
    gpu("single", "empty", "each block has the rows of the first",
        *number_for(r"arith\.muli %\w+, ", 0, "i64", r" : i64\n.*thread_id")),
]

# The output behind the last element that a chain has in memory.
TOTALS = [
    without("total", "single", "no output behind a row", TOTAL),
    without("back", "scan", "no output behind a full tile", TOTAL),
    without("back", "scan", "no output behind a tile that is not full", TOTAL,
            2),
    kernel("total", "single", "output behind a row lacks the last element",
           rf"(%\w+)(:2 = {START}@\w+ before .*\n.*{TOTAL}@\w+ )%\w+#0, %\w+#1",
           r"\1\2\1#0, \1#1"),
    moved("total", "single", "output behind a row one element too early", TOTAL,
          "from", 1),
    moved("total", "single", "output behind an element that does not exist",
          TOTAL, "valid", 1),
    kernel("total", "single", "output behind a row where the input has a place",
           *value_for(rf"{TOTAL}.* along ",
                      ["%fresh = prefix.walk "
                       "strided_rows(%arg3, %arg5, %arg6)"])),
    gpu("total", "single", "output behind a row over that of its last element",
        r"getelementptr %arg1\[8\]", "getelementptr %arg1[0]"),
    walked("back", "single", "state after the last element for the first state",
           TOTAL, "prefix.walk line(%arg3)"),
    kernel("back", "single", "init for the state behind the elements",
           rf"({TOTAL}.*) initial %\w+", r"\1"),
    kernel("back", "scan", "identity for the init behind the elements",
           rf"({TOTAL}.*) init \[.*?\]", r"\1"),
    without("back", "empty", "no output of no elements", PASS),
    kernel("total", "empty", "rows as far apart as in the input",
           r"strides\(%arg7\)", "strides(%arg6)"),
    kernel("total", "empty", "init for the states", rf"({PASS}.*) initial %\w+",
           r"\1"),
]

FAULTS = (JOINS + UNSTARTED + BEFORE + CHAINS + NULLS + FINALS + EMPTY +
          TOTALS)


def emit(scanc, base, phase, work):
    return emit_kernels(scanc, INPUTS / "state_faults.mlir", phase, work / base,
                        f"--scan={base}{BASES[base].forms}", INTERVALS)


if __name__ == "__main__":
    main(FAULTS, emit, MARK)
