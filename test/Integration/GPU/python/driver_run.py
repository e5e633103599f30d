#===- driver_run.py - The packed driver on a bare machine ----------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The packed driver on a bare machine: driver_run.py SCANC CIRCUITS WORK

Compiles and runs with the static scanc where no LLVM is. Prints
[name, case, message] as JSON a line, the message empty where all is well.
"""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy

scanc, circuits, work = (Path(word).resolve() for word in sys.argv[1:4])


def report(name, case, message):
    print(json.dumps([name, case, message]), flush=True)


def scanc_run(*words):
    """(exit status, all output)."""
    done = subprocess.run([str(scanc), *map(str, words)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=100)
    return done.returncode, done.stdout


def compare(got, expected):
    if got.shape != expected.shape or got.dtype != expected.dtype:
        return (f"got {got.shape} of {got.dtype}, expected {expected.shape} "
                f"of {expected.dtype}")
    wrong = numpy.argwhere(got != expected)
    return "" if not len(wrong) else (
        f"{len(wrong)} values wrong, first at {wrong[0].tolist()}")


def check_run(name, case, data, expected, *words):
    source, target = work / "in.npy", work / "out.npy"
    target.unlink(missing_ok=True)
    numpy.save(source, data)
    status, output = scanc_run("run", *words, f"--input={source}",
                               f"--output={target}")
    if status:
        report(name, case, f"exit status {status}: {output[-500:]}")
        return
    report(name, case, compare(numpy.load(target), expected))


def affine(data):
    """A linear recurrence over (n, 2)."""
    out, a, b = data.copy(), 1.0, 0.0
    for i, (x, y) in enumerate(data.tolist()):
        a, b = x * a, x * b + y
        out[i] = (a, b)
    return out


def check_runs():
    random = numpy.random.default_rng(1)
    for device in ("gpu", "simt"):
        n = 3_000_001 if device == "gpu" else 20_001
        data = random.integers(-2**31, 2**31, n, dtype=numpy.int32)
        total = numpy.cumsum(data, dtype=numpy.int32)
        check_run("add_i32", f"run on {device}, inclusive", data, total,
                  "--op=add", "--type=i32", "--inclusive", f"--device={device}")
        check_run("add_i32", f"run on {device}, exclusive", data, total - data,
                  "--op=add", "--type=i32", f"--device={device}")
        pairs = numpy.stack([random.choice([-1, 1], n),
                             random.integers(-2, 3, n)], 1).astype("f4")
        check_run("linear_recurrence", f"run on {device}", pairs,
                  affine(pairs), circuits / "linear_recurrence.mlir",
                  f"--device={device}")
        arrays = work / "arrays.mlir"
        arrays.write_text((circuits / "linear_recurrence.mlir").read_text()
                          .rstrip() + " soa\n")
        check_run("linear_recurrence", f"run on {device}, soa", pairs,
                  affine(pairs), arrays, f"--device={device}")


def check_compile_time():
    """From start to PTX and launcher."""
    times = []
    for _ in range(9):
        started = time.monotonic()
        status, output = scanc_run("--op=add", "--type=i32", "-o",
                                   work / "timed")
        times.append(time.monotonic() - started)
        if status:
            report("scanc", "compile", output[-500:])
            return
    median = statistics.median(times)
    report("scanc", f"compile in {median * 1000:.0f} ms",
           "" if median <= 0.3 else "more than 300 ms")


def check_bad_input():
    bad = work / "bad.npy"
    bad.write_bytes(b"\x93NUMPY\x01\x00")
    status, output = scanc_run("run", "--op=add", "--type=i32",
                               f"--input={bad}", "--device=gpu")
    report("scanc", "truncated input",
           "" if status == 1 else f"exit status {status}: {output[-300:]}")


check_runs()
check_compile_time()
check_bad_input()
