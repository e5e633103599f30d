#===- run.py - Runs a GPU bundle -----------------------------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs a GPU bundle on a machine with a GPU, nvcc and a C compiler.

  quick     one launcher of each operator, every suite but the long ones
  scans     every launcher, and only the comparison of its outputs
  full      everything but the sanitizers, and `load --quick`
  load      scans under load: a million launches, eight streams, held
            multiprocessors, priorities, replays, the same bits every time; --quick is
            shorter, --part=NAME (launches, streams, held, priorities,
            replays, repeats) one of these
  sanitize  compute-sanitizer's tools over a few launchers
  bench     scanc-bench: times beside a copy and CUB, tables and plots; its
            options may follow (--op=... --sizes=...) and replace the defaults
  profile   ncu's figures for the kernels of one launcher: profile NAME N

Writes results.json (every case), bench.json and ptxas.json into --out, prints a
table, and ends with the line `N passed, N failed`. The exit status is 1 if a
case failed. bench writes scanc-bench.json and plots/, and ends as scanc-bench
does.
"""

import argparse
import json
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True

import build
import suites

MODES = ("quick", "scans", "full", "load", "sanitize", "bench", "profile")
PARTS = ("load", "launches", "streams", "held", "priorities", "replays",
         "repeats")


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="run.sh", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False)
    parser.add_argument("mode", nargs="?", default="quick", choices=MODES)
    parser.add_argument("name", nargs="?", help="a launcher, for profile")
    parser.add_argument("n", nargs="?", type=int, help="elements, for profile")
    parser.add_argument("--out", type=Path, default=Path("results"))
    parser.add_argument("--quick", action="store_true", help="with load")
    parser.add_argument("--part", default="load", choices=PARTS,
                        help="with load")
    arguments, arguments.options = parser.parse_known_args()
    if arguments.mode == "bench" and arguments.name:
        arguments.options.insert(0, arguments.name)  # a file to measure
        arguments.name = None
    if arguments.mode != "bench" and arguments.options:
        parser.error(f"unrecognized arguments: {' '.join(arguments.options)}")
    if arguments.mode != "load" and (arguments.quick or
                                     arguments.part != "load"):
        parser.error("--quick and --part go with load")
    if (arguments.mode == "profile") != (arguments.n is not None):
        parser.error("NAME and N go with profile, and profile needs them")
    return arguments


def run_mode(bundle, arguments, report):
    """The suites of a mode, in an order in which none disturbs a measurement."""
    mode = arguments.mode
    if mode == "profile":
        suites.profile(bundle, arguments.name, arguments.n, arguments.out)
    if mode == "scans":
        suites.parallel(bundle, report,
                        suites.scans(bundle, bundle.names(mode)))
    if mode in ("quick", "full"):
        suites.parallel(bundle, report, [
            suites.statuses, suites.no_device, suites.loading, suites.graphs,
            *suites.scans(bundle, bundle.names(mode)),
            *([suites.huge, suites.ptxas_rows] if mode == "full" else [])])
        suites.application(bundle, report)
        suites.cupy(bundle, report)
        suites.programs(bundle, report)
        if bundle.scanc.exists():
            suites.driver(bundle, report)
    if mode == "load":
        suites.load(bundle, report, arguments.part, arguments.quick)
    if mode == "full":
        suites.load(bundle, report)
        (arguments.out / "ptxas.json").write_text(
            json.dumps(report.ptxas, indent=1))
        rows = suites.launcher_times(bundle, report)
        (arguments.out / "bench.json").write_text(json.dumps(rows, indent=1))
    if mode == "sanitize":
        suites.sanitize(bundle, report)


def print_table(report):
    """A line a suite, and the first failures of each."""
    print(f"\n{'suite':<14}{'passed':>8}{'failed':>8}{'seconds':>9}")
    for suite, cases in report.by_suite().items():
        failed = [case for case in cases if not case["pass"]]
        seconds = report.seconds.get(suite, 0)
        print(f"{suite:<14}{len(cases) - len(failed):>8}{len(failed):>8}"
              f"{seconds:>9.1f}")
        for case in failed[:12]:
            print(f"  {case['launcher']}, {case['case']}: "
                  f"{case['message'][-400:]}")
    for case in report.skipped:
        print(f"skipped: {case['suite']}, {case['launcher']}: "
              f"{case['reason']}")


def main():
    arguments = parse_arguments()
    arguments.out.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    report = suites.Report()
    bundle = build.Bundle(Path(__file__).resolve().parent.parent)
    if arguments.mode == "bench":
        bundle.unpack()
        sys.exit(suites.bench(bundle, arguments.options, arguments.out))
    if arguments.mode == "load" and not bundle.under_load():
        sys.exit("run.sh: error: this bundle has no scan of the groups 'load' "
                 "and 'repeats'")
    with report.timed("compile"):
        bundle.build(report, everything=arguments.mode == "full",
                     names=bundle.names(arguments.mode, arguments.name),
                     harness=arguments.mode != "load")
    if (bundle.load if arguments.mode == "load" else bundle.harness).exists():
        run_mode(bundle, arguments, report)

    passed = sum(case["pass"] for case in report.cases)
    failed = len(report.cases) - passed
    (arguments.out / "results.json").write_text(json.dumps({
        "mode": arguments.mode, "machine": bundle.machine(),
        "passed": passed, "failed": failed,
        "seconds": {**report.seconds, "all": time.monotonic() - started},
        "cases": report.cases, "skipped": report.skipped}, indent=0))
    print_table(report)
    print(f"{arguments.mode}: {time.monotonic() - started:.0f} s, results in "
          f"{arguments.out}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
