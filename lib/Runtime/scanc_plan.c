/*===- scanc_plan.c - Which kernels a scan launches ---------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The pure part of the runtime: it calls nothing and keeps nothing.
|*
\*===----------------------------------------------------------------------===*/

#include "scanc/Runtime/scanc_runtime.h"

#ifndef SCANC_RUNTIME_SCANC_PLAN_C
#define SCANC_RUNTIME_SCANC_PLAN_C

static int scanc_fits_single(const struct scanc_scan *scan, uint64_t n) {
  return scan->strategy == SCANC_SINGLE_BLOCK || n <= scan->single_up_to;
}

SCANC_RUNTIME_API int scanc_plan_launches(const struct scanc_scan *scan,
                                          uint64_t n, unsigned sm_count,
                                          struct scanc_launch launches[3]) {
  struct scanc_launch reduce, top, rest;
  uint64_t tiles, blocks;

  if (n == 0)
    return 0;
  if (scanc_fits_single(scan, n)) {
    launches[0].kernel = SCANC_KERNEL_SINGLE;
    launches[0].grid = 1;
    launches[0].block = scan->threads_single;
    launches[0].blocks = 1;
    return 1;
  }

  tiles = n / scan->tile;
  blocks = (uint64_t)sm_count * scan->blocks_per_sm;
  if (blocks == 0)
    blocks = 1;
  if (blocks > scan->max_blocks)
    blocks = scan->max_blocks;
  if (blocks > tiles)
    blocks = tiles;

  reduce.kernel = SCANC_KERNEL_REDUCE;
  reduce.block = scan->threads_reduce;
  reduce.grid = reduce.blocks = (unsigned)blocks;
  top.kernel = SCANC_KERNEL_TOP;
  top.block = scan->threads_top;
  top.grid = 1;
  top.blocks = (unsigned)blocks;
  rest.kernel = SCANC_KERNEL_SCAN;
  rest.block = scan->threads_scan;
  rest.grid = rest.blocks = (unsigned)blocks;

  if (blocks == 0) {
    launches[0] = top;
    return 1;
  }
  launches[0] = reduce;
  launches[1] = top;
  launches[2] = rest;
  return 3;
}

SCANC_RUNTIME_API size_t scanc_workspace_bytes(const struct scanc_scan *scan,
                                               uint64_t n) {
  size_t bytes = (size_t)scan->max_blocks * scan->lists * scan->state_size;
  if (n == 0 || scanc_fits_single(scan, n))
    return 0;
  return (bytes + 255) / 256 * 256;
}

#endif /* SCANC_RUNTIME_SCANC_PLAN_C */
