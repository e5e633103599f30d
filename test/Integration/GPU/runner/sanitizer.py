#===- sanitizer.py - Programs under compute-sanitizer --------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs axis/ and rows/ under compute-sanitizer, one part after another.

  sanitize.sh [--axis=PROGRAM] [--rows=PROGRAM] [--tools=NAME[,NAME...]]
              [--sanitizer=PROGRAM] [--logs=DIR] [--limit=SECONDS]

Without --axis and --rows, the programs are build/gpuaxis/axis and
build/gpurows/rows of the current folder; --axis= leaves one out. The tools are
memcheck, racecheck and initcheck. What the programs and the tools say goes to
DIR (default: sanitized). Prints a line for each tool and part:

  ok memcheck axis check: 37 passed, 0 failed; nothing found; 14 s
  FAILED racecheck rows check: ...

and at last `N passed, N failed`. A part that takes longer than SECONDS (120)
has failed, and is ended. The exit status is 1 if a line failed.
"""

import argparse
import collections
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

Part = collections.namedtuple("Part", "program word options")

# Small, since a tool takes long to load kernels, and 10 to 100 times as long
# to run them. `axis check` begins with its chosen tensors (axis/chosen.cuh):
# those of these scans go to all kernels, forward and from the end, in place,
# and from states.
PARTS = (
    Part("axis", "check", (
        "--scans=scan_total,scan_after,scan_after_r,scan_arrays_xr,"
        "scan_beside_r,scan_pairs_xr,scan_sum_u8,scan_sum_u8_states,"
        "scan_plane,scan_log_after_r",
        "--cases=15", "--elements=20000", "--seconds=8")),
    Part("axis", "load", (
        "--scans=scan_total,scan_after_r,scan_plane",
        "--cases=1", "--elements=20000", "--seconds=8")),
    Part("rows", "check", (
        "--scans=scan,scan_i32,scan_u8r,scan_maps1r,scan_maps2,scan_chained,"
        "scan_lookback,scan_plane,scan_log_affine_r",
        "--elements=20000", "--seconds=3")),
)
TOOLS = ("memcheck", "racecheck", "initcheck")


def tool_words(sanitizer, tool, log):
    """What goes before a command that is to run under a tool."""
    return [sanitizer, "--tool", tool, "--error-exitcode", "9",
            "--print-limit", "5", "--log-file", log]


def what_was_found(log):
    """All that a tool says, unless that is that it found nothing."""
    text = log.read_text() if log.exists() else "the tool did not start"
    summary = [line for line in text.splitlines() if "SUMMARY" in line]
    clean = bool(summary) and all("SUMMARY: 0 " in line for line in summary)
    return "" if clean else text or "the tool said nothing"


def run_for(seconds, command, output):
    """The exit status of a command, None if it took longer. What it says goes
    to a file. The tool starts the program, and both are ended."""
    with open(output, "w") as sink:
        process = subprocess.Popen([str(word) for word in command],
                                   stdout=sink, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None


def run_part(sanitizer, tool, program, part, logs, limit):
    """Whether all is right, and what to print."""
    log = logs / f"{tool}-{part.program}-{part.word}.log"
    output = log.with_suffix(".txt")
    log.unlink(missing_ok=True)
    started = time.monotonic()
    status = run_for(limit, [*tool_words(sanitizer, tool, log), program,
                             part.word, *part.options], output)
    seconds = time.monotonic() - started
    found = what_was_found(log)
    passes = status == 0 and not found
    lines = output.read_text(errors="replace").strip().splitlines()
    said = [lines[-1] if lines else "the program said nothing"]
    if status is None:
        said.append("no end")
    elif status not in (0, 9):
        said.append(f"exit status {status}")
    if found:
        lines = [line.lstrip("= ") for line in found.splitlines()]
        said.append(next((line for line in lines
                          if "rror" in line or "azard" in line), lines[0]))
    elif status is not None:
        said.append("nothing found")
    return passes, (f"{'ok' if passes else 'FAILED'} {tool} {part.program} "
                    f"{part.word}: {'; '.join(said)}; {seconds:.0f} s")


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="sanitize.sh", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False)
    parser.add_argument("--axis", default="build/gpuaxis/axis")
    parser.add_argument("--rows", default="build/gpurows/rows")
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--sanitizer",
                        default=shutil.which("compute-sanitizer") or
                        "/usr/local/cuda/bin/compute-sanitizer")
    parser.add_argument("--logs", type=Path, default=Path("sanitized"))
    parser.add_argument("--limit", type=float, default=120)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    programs = {"axis": arguments.axis, "rows": arguments.rows}
    for program in (arguments.sanitizer, *filter(None, programs.values())):
        if not os.access(program, os.X_OK):
            sys.exit(f"sanitize.sh: error: no program {program}")
    arguments.logs.mkdir(parents=True, exist_ok=True)
    failed = passed = 0
    for tool in arguments.tools.split(","):
        for part in PARTS:
            if not programs[part.program]:
                continue
            passes, line = run_part(arguments.sanitizer, tool,
                                    programs[part.program], part,
                                    arguments.logs, arguments.limit)
            print(line, flush=True)
            passed += passes
            failed += not passes
    print(f"{passed} passed, {failed} failed; all that was said is in "
          f"{arguments.logs}")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
