#===- ptxas.py - Registers and spills of every kernel --------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Registers and spills of every kernel, from ptxas -v.

Run as a program, `ptxas.py FOLDER [PTXAS]` assembles every FOLDER/*.ptx and
prints the rows as JSON.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ENTRY = re.compile(r"Compiling entry function '(\w+)' for '(\w+)'")
PROPERTIES = re.compile(r"Function properties for (\S+)")
FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, "
                   r"(\d+) bytes spill loads")
USED = re.compile(r"Used (\d+) registers")
SHARED = re.compile(r"(\d+) bytes smem")
TARGET = re.compile(r"^\.target (sm_\w+)", re.M)


def parse(name, text):
    """A row a kernel of ptxas's report; the spills of functions that it calls
    apart."""
    rows = []
    function = ""
    for line in text.splitlines():
        if entry := ENTRY.search(line):
            rows.append({"launcher": name, "kernel": entry[1],
                         "arch": entry[2], "called_spills": 0})
        elif properties := PROPERTIES.search(line):
            function = properties[1]
        elif rows and (frame := FRAME.search(line)):
            stores, loads = int(frame[2]), int(frame[3])
            if function == rows[-1]["kernel"]:
                rows[-1].update(stack=int(frame[1]), spill_stores=stores,
                                spill_loads=loads)
            else:
                rows[-1]["called_spills"] += stores + loads
        elif rows and (used := USED.search(line)):
            shared = SHARED.search(line)
            rows[-1].update(registers=int(used[1]),
                            shared=int(shared[1]) if shared else 0)
    return rows


def assemble(path, ptxas):
    """The rows of one file; one row with an error where ptxas refuses it."""
    arch = TARGET.search(path.read_text())[1]
    done = subprocess.run([ptxas, "-v", f"-arch={arch}", str(path), "-o",
                           os.devnull], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode:
        return [{"launcher": path.stem, "error": done.stdout[-600:]}]
    size = json.loads(path.with_suffix(".json").read_text())["state"]["size"]
    return [{**row, "state_size": size} for row in parse(path.stem,
                                                         done.stdout)]


def assemble_all(folder, ptxas, jobs=None):
    paths = sorted(Path(folder).glob("*.ptx"))
    with ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        return [row for rows in pool.map(lambda p: assemble(p, ptxas), paths)
                for row in rows]


# Plans of launchers.py with circuits of every kind.
WITH_TABLES = re.compile("affine_i32_(irregular|warp|folded|block)")
MOST_SPILT = 64  # bytes, stores and loads together


def report_spills(rows, report):
    """A kernel passes if ptxas takes it, and neither it nor what it calls spills
    anything for states of 4 to 8 bytes; where the plan's circuit has threads
    look up their partners in tables, kept in registers from tile to tile, at
    most MOST_SPILT bytes. ptxas.json has the spills of all."""
    for row in rows:
        if "error" in row:
            report.add("ptxas", row["launcher"], "assemble", False,
                       row["error"])
            continue
        spilt = row.get("spill_stores", 0) + row.get("spill_loads", 0)
        called = row.get("called_spills", 0)
        most = MOST_SPILT if WITH_TABLES.match(row["launcher"]) else 0
        report.add("ptxas", row["launcher"], row["kernel"],
                   spilt + called <= most or not 4 <= row["state_size"] <= 8,
                   f"{spilt} bytes of spills, {called} in what it calls")


if __name__ == "__main__":
    print(json.dumps(assemble_all(sys.argv[1], *sys.argv[2:3] or ["ptxas"]),
                     indent=1))
