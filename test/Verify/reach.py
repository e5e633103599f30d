#!/usr/bin/env python3
#===- reach.py - Faults where few sizes lead ------------------------------===#
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""reach.py SCANC FOLDER [NAME...]: plants faults in kernels that scan intervals,
each in code that only some sizes or grids reach, and has `scanc verify` find
them at sizes of its own choice.

A fault is a name, what to compile, the end of a kernel's name, and an edit of
the lines of that kernel. An edit that changes nothing is an error.
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

INPUTS = Path(__file__).resolve().parent / "Inputs"



def drop(pattern):
    """Leaves out the lines that match."""
    return lambda lines: [l for l in lines if not re.search(pattern, l)]


def also_equal(nth):
    """The nth strict comparison that guards a branch includes equality; -1 is
    the last one."""
    def edit(lines):
        guards = [i for i, (line, following) in enumerate(zip(lines, lines[1:]))
                  if 'icmp "ult"' in line and "llvm.cond_br" in following]
        at = guards[nth]
        lines[at] = lines[at].replace('"ult"', '"ule"')
        return lines
    return edit


FAULTS = [
    ("no_totals_up", "propagate", "scan_totals", drop(r"llvm\.store .*ptr<1>")),
    ("no_totals_down", "propagate", "propagate_totals",
     drop(r"llvm\.store .*ptr<1>")),
    ("first_guard", "propagate_items", "propagate", also_equal(0)),
    ("last_guard", "propagate_items", "propagate", also_equal(-1)),
    ("look_back_guard", "look_items", "scan", also_equal(-1)),
    ("ring", "ring", "stream", drop(r"cp\.async\.bulk\.wait_group 0 \{read\}")),
]


def emit(scanc, scan, work):
    """The kernels of a scan in Inputs/reach.mlir, that scan intervals."""
    subprocess.run([scanc, INPUTS / "reach.mlir", f"--scan={scan}",
                    "--intervals=32", "--emit=llvm", "-o", work / scan],
                   check=True)
    return (work / f"{scan}.llvm.mlir").read_text()


def plant(text, kernel, edit):
    begin = text.index(f"_{kernel}(", text.index(f"llvm.func @"))
    while not text[:begin].splitlines()[-1].lstrip().startswith("llvm.func @"):
        begin = text.index(f"_{kernel}(", begin + 1)
    end = text.find("llvm.func @", begin)
    end = len(text) if end < 0 else end
    body = text[begin:end]
    edited = "\n".join(edit(body.split("\n")))
    if edited == body:
        raise SystemExit(f"error: nothing to edit in {kernel}")
    return text[:begin] + edited + text[end:]


def find(scanc, work, name, scan, kernel, edit):
    path = work / f"{name}.mlir"
    path.write_text(plant(emit(scanc, scan, work / name), kernel, edit))
    done = subprocess.run([scanc, "verify", path], capture_output=True,
                          text=True)
    if done.returncode == 1 and "proof: n = " in done.stderr:
        return f"{name}: found"
    return f"{name}: MISSED\n{done.stdout}{done.stderr}"


def main():
    scanc, work, *names = sys.argv[1:]
    work = Path(work)
    chosen = [fault for fault in FAULTS if not names or fault[0] in names]
    for fault in chosen:
        (work / fault[0]).mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        for line in pool.map(lambda fault: find(scanc, work, *fault), chosen):
            print(line)


if __name__ == "__main__":
    main()
