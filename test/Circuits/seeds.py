#===- seeds.py - Are the kernels of the literature what it says? ---------===#
#
# Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Holds each kernel of circuits/ that comes from the literature to the figures
that its source states: seeds.py SCANC ROOT. Prints what differs."""

import subprocess
import sys

SCANC, ROOT = sys.argv[1:]
sys.dont_write_bytecode = True
sys.path.insert(0, f"{ROOT}/utils")
from seed_kernels import (KERNELS, REDUCTIONS, figures,  # noqa: E402
                          figures_of_reduction)

WORD = 4  # bytes of an element
failures = []
checked, reductions = set(), set()


def expect(name, what, got, expected):
    if got != expected:
        failures.append(f"{name}: {what} must be {expected}, got {got}")


def compare(name, found, expected):
    expect(name, "agreement with what the report predicts", found.agrees, True)
    for what, value in expected.items():
        expect(name, what, getattr(found, what), value)
    return found


def check(name, **expected):
    checked.add(name)
    return compare(name, figures(SCANC, ROOT, name), expected)


def check_reduction(name, **expected):
    reductions.add(name)
    return compare(f"{name}_reduce", figures_of_reduction(SCANC, ROOT, name),
                   expected)


# Figures 3, 6 and 9, and the lectures: operators at n = 16 and 1024. The lecture
# counts 2037 for Brent and Kung's circuit at 1024; its own sum is 2036.
for family, width, size in (
        ("kogge_stone", 16, 49), ("sklansky", 16, 32), ("brent_kung", 16, 26),
        ("kogge_stone", 1024, 9217), ("brent_kung", 1024, 2036),
        ("serial", 1024, 1023), ("blelloch", 16, 26), ("blelloch", 1024, 2036)):
    text = subprocess.run([SCANC, "circuit", family, f"--width={width}",
                           "--emit=json"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    expect(family, f"size at {width}", f'"size": {size},' in text, True)

# Ten stages and two buffers. A barrier after the store of the elements, one
# after each stage, and one that keeps the next tile's elements from overtaking.
check("hillis_steele", threads=1024, combines=9217, barriers=1 + 10 + 1,
      bytes=2 * 1024 * WORD, stages32=[1] * 10, stages16=[1] * 10)

# 16 cells of identities; the lanes that would have nothing to add add those.
check("cudpp_warp_scan", threads=32, combines=5 * 32, barriers=0,
      bytes=48 * WORD, stages32=[1] * 5, stages16=[1] * 5)
check("warp_scan_shuffles", threads=32, combines=129, barriers=0, bytes=0,
      requests=0)

# Section 3.2.3: two-way for half-warps of H up to level log2 H, none after.
for name in ("merrill_sklansky", "merrill_sklansky_reverse"):
    check(name, threads=512, combines=512 * 10, barriers=6, bytes=1024 * WORD,
          stages16=[2] * 4 + [1] * 6, stages32=[2] * 5 + [1] * 5)
# Section 3.2.4: no conflicts.
check("merrill_sklansky_table", threads=32, combines=32 * 6, barriers=0,
      bytes=64 * WORD, stages16=[1] * 6)

# Section 3.3.4: the stride doubles; with 32 banks degrees rise to 32 and fall as
# threads run out.
check("blelloch_inclusive", threads=512, combines=2036, barriers=10,
      bytes=1024 * WORD,
      stages32=[2, 4, 8, 16, 32, 16, 8, 4, 2, 1,  # up
                1, 3, 7, 15, 31, 16, 8, 4, 2])    # down
# Padding frees the way up. On the way down the inclusive form's operands begin
# in the middle of a run, and cross from one run to the next.
check("blelloch_inclusive_padded", combines=2036, barriers=10,
      bytes=(1024 + 31) * WORD,
      stages32=[1] * 15 + [2] * 4)
check("blelloch_inclusive_geometric", combines=2036, barriers=10,
      bytes=(1024 + 63 + 3) * WORD, stages16=[1] * 14 + [2] * 5)
# The exclusive form exchanges. One more combine joins the last element, for the
# total, and one more cell tells all threads of it. Nobody asks the root of each
# level but the first for more than its right child, so that the way up leaves
# out the last column: 31, 15, 7 and 3 where threads run out.
check("blelloch_exclusive", threads=512, combines=2036 + 1, barriers=9,
      bytes=(1024 + 1) * WORD,
      stages32=[2, 4, 8, 16, 31, 15, 7, 3, 1,          # up
                1, 2, 4, 8, 16, 32, 16, 8, 4, 2])      # down
check("blelloch_exclusive_padded", combines=2037, barriers=9,
      bytes=(1025 + 32) * WORD, stages32=[1] * 19)
check("blelloch_exclusive_geometric", combines=2037, barriers=9,
      bytes=(1025 + 64 + 4) * WORD, stages16=[1] * 19)

# Section 3.3.5: n - 2 cells for the inner nodes, and two-way conflicts at most,
# whatever the banks. Section 3.3.6: none, and no cell.
for banks in ("degree32", "degree16"):
    check("merrill_brent_kung_levels", threads=512, combines=2037, barriers=9,
          bytes=(1024 + 1022 + 1) * WORD, **{banks: 2})
check("merrill_brent_kung_permuted", threads=512, combines=2037, barriers=11,
      bytes=(1024 + 1) * WORD, stages32=[1] * 19, stages16=[1] * 19)

# 4.3.1: levels of 256, 128 and 64 in shared memory take 1792 bytes; the 32 that
# one warp scans, 128 more. Five of its eleven stages are that warp's.
check("merrill_tree", threads=128, columns=256, barriers=6, bytes=1792 + 128,
      combines=256 + 128 + 64 - 3 + 129, stages32=[2] * 3 + [1] * 5 + [2] * 3)
# 4.3.2: rows of an odd stride; each row of 8 takes 7 steps up and 7 down, and one
# that joins what comes before the row.
check("merrill_srts", threads=128, columns=256, barriers=3, bytes=(256 + 31) * WORD,
      combines=32 * 7 + 129 + 31 * 7, stages32=[1] * (7 + 5 + 7))
for name in ("merrill_tree", "merrill_srts"):
    check_reduction(name, threads=128, combines=127, barriers=4,
                    bytes=128 * WORD,
                    stages32=[1] * 7, stages16=[1] * 7)
# 4.3.3: 16 rows of 32 with a cell of padding each, but for the last.
check("merrill_linear", threads=128, combines=16 * 31, barriers=2,
      bytes=2112 - WORD,
      stages32=[1] * 31, stages16=[1] * 31)
check_reduction("merrill_linear", threads=128, combines=16 * 31, barriers=2,
                bytes=2112 - WORD, stages32=[1] * 31)

# 4.4.1: 32-wide scans of 129 and an 8-wide one of 17, with identities for the
# 32-wide ones, and what each sum adds to the 31 or 32 of its warp.
check("cudpp_block_scan", threads=128, columns=256, barriers=7,
      bytes=256 * 3 // 2 * WORD,
      combines=8 * 5 * 32 + 17 + 7 * 31, stages32=[1] * 9)
# 4.4.2: rows of 32 padded by one, and spare cells where the upper levels keep
# sums for the way back; they read those at strides that meet in banks.
check("matrixscan_block_scan", threads=256, columns=1024, combines=2005,
      barriers=3, bytes=4280, degree32=2, degree16=2)
check("chalmers_prefix_sum", threads=128, columns=256, combines=256 * 8 - 255,
      barriers=1 + 8 + 1,
      bytes=2 * 256 * WORD, stages32=[1] * 8)

expect("seeds.py", "what it checks", sorted(checked), sorted(KERNELS))
expect("seeds.py", "reductions", sorted(reductions), sorted(REDUCTIONS))
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
