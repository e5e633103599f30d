#!/usr/bin/env python3
#===- shapes.py - Matrices of many shapes against torch -------------------===//
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Sums of the rows of matrices: launchers of scanc, torch.cumsum and a copy of
as many bytes, in one run. Each is a CUDA graph of many launches, so that the
host's time does not count; the matrices stay where they are, so that small ones
are in L2, for all three alike.

  for t in f32 bf16; do
    scanc --op=add --type=$t --inclusive --domain=rows -o FOLDER/add_$t
  done
  shapes.py FOLDER

Prints medians in microseconds. Exits with 1 if a result is wrong: f32 must be
exact, for the sums are small integers; sums of bf16 may be rounded.
"""

import ctypes
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

TYPES = {"f32": torch.float32, "bf16": torch.bfloat16}
SHAPES = [(2048, 4096), (64, 128000), (1024, 65536), (16, 2**24),
          (64, 1024), (2, 32768), (1024, 16)]
ROUNDS, REPLAYS = 5, 9


def stream():
    return torch.cuda.current_stream().cuda_stream


class Launcher:
    def __init__(self, folder, work, name):
        library = work / f"{name}.so"
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", library,
                        folder / f"{name}.c", "-ldl"], check=True)
        functions = ctypes.CDLL(str(library))
        pointer, size = ctypes.c_void_p, ctypes.c_uint64
        self.scan = getattr(functions, f"{name}_rows")
        self.scan.argtypes = ([pointer] * 3 + [size] * 2
                              + [ctypes.c_int64] * 2 + [pointer])
        self.bytes = getattr(functions, f"{name}_rows_workspace_bytes")
        self.bytes.restype = ctypes.c_size_t
        self.bytes.argtypes = [size] * 2
        self.init = getattr(functions, f"{name}_init_workspace")
        self.init.argtypes = [pointer] * 2

    def workspace(self, rows, n):
        space = torch.zeros(self.bytes(rows, n), dtype=torch.uint8,
                            device="cuda")
        assert self.init(space.data_ptr(), stream()) == 0
        return space


def graph(launch, launches):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        launch()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    captured = torch.cuda.CUDAGraph()
    with torch.cuda.graph(captured):
        for _ in range(launches):
            launch()
    return captured


def time(captured, launches):
    times = []
    for _ in range(REPLAYS):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        captured.replay()
        end.record()
        end.synchronize()
        times.append(1000 * begin.elapsed_time(end) / launches)
    return statistics.median(times)


def measure(launcher, dtype, rows, n):
    """The medians of a copy, of scanc and of torch, and whether scanc is right."""
    values = torch.randint(-2, 3, (rows, n), device="cuda").to(dtype)
    out, other = torch.empty_like(values), torch.empty_like(values)
    space = launcher.workspace(rows, n)

    def scan():
        status = launcher.scan(stream(), values.data_ptr(), out.data_ptr(),
                               rows, n, n, n, space.data_ptr())
        assert status == 0, status

    scan()
    exact = torch.cumsum(values.double(), 1)
    error = (out.double() - exact).abs().max()
    right = error == 0 if dtype == torch.float32 else \
        error <= 0.02 * exact.abs().max() + 1
    del exact
    launches = 100 if rows * n < 2**20 else 20 if rows * n < 2**26 else 3
    graphs = [graph(launch, launches) for launch in (
        lambda: other.copy_(values), scan,
        lambda: torch.cumsum(values, 1, out=other))]
    times = [[time(g, launches) for g in graphs] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*times)], bool(right)


def main():
    folder = Path(sys.argv[1])
    print(torch.cuda.get_device_name(), "torch", torch.__version__)
    print(f"{'':18} {'copy':>9} {'scanc':>9} {'torch':>9}"
          "   of copy: scanc, torch")
    wrong = 0
    with tempfile.TemporaryDirectory() as work:
        for name, dtype in TYPES.items():
            launcher = Launcher(folder, Path(work), f"add_{name}")
            for rows, n in SHAPES:
                (copy, own, peer), right = measure(launcher, dtype, rows, n)
                wrong += not right
                print(f"{name:4} {f'({rows}, {n})':13} {copy:9.2f} {own:9.2f}"
                      f" {peer:9.2f}   {copy / own:.3f}, {copy / peer:.3f}"
                      f"{'' if right else '  WRONG'}", flush=True)
                torch.cuda.empty_cache()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
