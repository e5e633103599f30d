/*===- scanc_plan.c - Which kernels a scan launches ---------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The pure part of the runtime: it calls nothing and keeps nothing. For each
|* strategy NAME there are scanc_launch_NAME, which says what a scan launches,
and
|* scanc_workspace_NAME, which says how much workspace that takes.
|*
\*===----------------------------------------------------------------------===*/

#include "scanc/Runtime/scanc_runtime.h"

#ifndef SCANC_RUNTIME_SCANC_PLAN_C
#define SCANC_RUNTIME_SCANC_PLAN_C

/* The first kernel of every scan: one block, any n. */
enum { SCANC_KERNEL_SINGLE = 0 };

static uint64_t scanc_least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* A kernel from the input to the output. */
static struct scanc_launch scanc_launch_kernel(const struct scanc_scan *scan,
                                               int kernel, uint64_t grid,
                                               uint64_t n) {
  struct scanc_launch launch;
  launch.kernel = kernel;
  launch.grid = launch.blocks = (unsigned)grid;
  launch.block = scan->kernels[kernel].threads;
  launch.shared_bytes = scan->kernels[kernel].shared_bytes;
  launch.in.buffer = SCANC_IN;
  launch.out.buffer = SCANC_OUT;
  launch.in.offset = launch.out.offset = launch.workspace_offset = 0;
  launch.n = n;
  return launch;
}

/*===----------------------------------------------------------------------===*\
|* single_block: one block scans everything
\*===----------------------------------------------------------------------===*/

static int scanc_launch_single_block(const struct scanc_scan *scan, uint64_t n,
                                     unsigned sm_count,
                                     struct scanc_launch *launches) {
  (void)sm_count;
  launches[0] = scanc_launch_kernel(scan, SCANC_KERNEL_SINGLE, 1, n);
  return 1;
}

static uint64_t scanc_workspace_single_block(const struct scanc_scan *scan,
                                             uint64_t n) {
  (void)scan, (void)n;
  return 0;
}

/*===----------------------------------------------------------------------===*\
|* two_level_streaming: full tiles are dealt to C blocks in order
|*
|*   NAME_reduce<<<C>>>   workspace[b] = the combination of block b's tiles;
|*                        or, where blocks scan several lists, of each list
|*   NAME_top<<<1>>>      workspace = its exclusive scan, seeded with the init;
|*                        then scans the n mod tile leftovers, in to out
|*   NAME_scan<<<C>>>     scans the tiles of each block from its seed
|*
|* (Merrill and Grimshaw, Parallel Scan for Stream Architectures, 2009, sections
|* 3.4.3 and 3.4.4). Without a full tile, NAME_top does all.
\*===----------------------------------------------------------------------===*/

static int scanc_launch_two_level_streaming(const struct scanc_scan *scan,
                                            uint64_t n, unsigned sm_count,
                                            struct scanc_launch *launches) {
  enum { REDUCE = 1, TOP = 2, SCAN = 3 };
  uint64_t blocks = (uint64_t)sm_count * scan->blocks_per_sm;
  if (blocks == 0)
    blocks = 1;
  blocks = scanc_least(blocks, scan->max_blocks);
  blocks = scanc_least(blocks, n / scan->tile);
  launches[0] = scanc_launch_kernel(scan, REDUCE, blocks, n);
  launches[1] = scanc_launch_kernel(scan, TOP, 1, n);
  launches[1].blocks = (unsigned)blocks;
  launches[2] = scanc_launch_kernel(scan, SCAN, blocks, n);
  if (blocks != 0)
    return 3;
  launches[0] = launches[1];
  return 1;
}

static uint64_t
scanc_workspace_two_level_streaming(const struct scanc_scan *scan, uint64_t n) {
  (void)n;
  return (uint64_t)scan->max_blocks * scan->lists * scan->state_size;
}

/*===----------------------------------------------------------------------===*\
|* one_launch_streaming: C blocks scan tiles in turn
|*
|*   NAME_stream<<<C>>>   block b scans tiles b, b + C, ..; in the workspace the
|*                        blocks tell each other the totals of their tiles
|*
|* Fewer than C where a block would have less than an eighth of a tile.
\*===----------------------------------------------------------------------===*/

static int scanc_launch_one_launch_streaming(const struct scanc_scan *scan,
                                             uint64_t n, unsigned sm_count,
                                             struct scanc_launch *launches) {
  enum { STREAM = 1 };
  uint64_t least = scan->tile / 8 + 1;
  uint64_t blocks = scanc_least(sm_count, scan->max_blocks);
  blocks = scanc_least(blocks, (n + least - 1) / least);
  launches[0] = scanc_launch_kernel(scan, STREAM, blocks ? blocks : 1, n);
  return 1;
}

static uint64_t
scanc_workspace_one_launch_streaming(const struct scanc_scan *scan,
                                     uint64_t n) {
  (void)n;
  return scan->workspace_size;
}

/*===----------------------------------------------------------------------===*\
|* Any strategy
\*===----------------------------------------------------------------------===*/

/* Whether one block is the best that the strategy can do. */
static int scanc_fits_single(const struct scanc_scan *scan, uint64_t n) {
  return n <= scan->single_up_to;
}

SCANC_RUNTIME_API int
scanc_plan_launches(const struct scanc_scan *scan, uint64_t n,
                    unsigned sm_count,
                    struct scanc_launch launches[SCANC_MAX_LAUNCHES]) {
  if (n == 0)
    return 0;
  if (scanc_fits_single(scan, n))
    return scanc_launch_single_block(scan, n, sm_count, launches);
  switch (scan->strategy) {
#define SCANC_LAUNCH(ENUMERATOR, NAME)                                         \
  case ENUMERATOR:                                                             \
    return scanc_launch_##NAME(scan, n, sm_count, launches);
    SCANC_STRATEGIES(SCANC_LAUNCH)
#undef SCANC_LAUNCH
  }
  return 0;
}

SCANC_RUNTIME_API size_t scanc_workspace_bytes(const struct scanc_scan *scan,
                                               uint64_t n) {
  uint64_t bytes = 0;
  if (n == 0 || scanc_fits_single(scan, n))
    return 0;
  switch (scan->strategy) {
#define SCANC_WORKSPACE_BYTES(ENUMERATOR, NAME)                                \
  case ENUMERATOR:                                                             \
    bytes = scanc_workspace_##NAME(scan, n);                                   \
    break;
    SCANC_STRATEGIES(SCANC_WORKSPACE_BYTES)
#undef SCANC_WORKSPACE_BYTES
  }
  return (size_t)((bytes + 255) / 256 * 256);
}

SCANC_RUNTIME_API const void *scanc_address(struct scanc_operand operand,
                                            const void *in, const void *out,
                                            const void *workspace) {
  const void *base = operand.buffer == SCANC_IN    ? in
                     : operand.buffer == SCANC_OUT ? out
                                                   : workspace;
  /* The workspace may be null. */
  return operand.offset == 0 ? base : (const char *)base + operand.offset;
}

#endif /* SCANC_RUNTIME_SCANC_PLAN_C */
