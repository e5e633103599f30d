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

static uint64_t scanc_divide_up(uint64_t a, uint64_t b) {
  return (a + b - 1) / b;
}

/* To whole 256 bytes. */
static uint64_t scanc_round_up(uint64_t bytes) {
  return (bytes + 255) / 256 * 256;
}

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
|*
|* C is blocks_per_sm blocks on every multiprocessor: enough to saturate the
|* memory, all at work at once, and as many on each. Blocks walk their stretches
|* in step, so that their accesses lie a stretch apart; where that is a multiple
|* of a large power of two, they meet in few memory channels. Merrill and
|* Grimshaw found n near multiples of 32 C tiles bad, and made C less until n
|* was far from one (sections 4.2.2 and 4.3). The rule here: if n / C, rounded
to
|* tiles, is a multiple of 32 tiles, C is the largest number that makes it half
|* a tile more than that; it falls by less than one part in 32.
\*===----------------------------------------------------------------------===*/

enum { SCANC_BAD_STRETCH = 32 };

static uint64_t scanc_nudge(uint64_t blocks, uint64_t tiles) {
  /* In halves of a tile; blocks * period is what a bad stretch is a multiple
     of. */
  uint64_t period = 2 * SCANC_BAD_STRETCH, shifted = 2 * tiles + blocks;
  uint64_t multiple = shifted / (period * blocks), nudged;
  if (multiple == 0 || shifted % (period * blocks) >= 2 * blocks)
    return blocks;
  nudged = 2 * tiles / (period * multiple + 1);
  return nudged == 0 ? 1 : nudged;
}

static int scanc_launch_two_level_streaming(const struct scanc_scan *scan,
                                            uint64_t n, unsigned sm_count,
                                            struct scanc_launch *launches) {
  enum { REDUCE = 1, TOP = 2, SCAN = 3 };
  uint64_t blocks = (uint64_t)sm_count * scan->blocks_per_sm;
  if (blocks == 0)
    blocks = 1;
  blocks = scanc_least(blocks, scan->max_blocks);
  blocks = scanc_least(blocks, n / scan->tile);
  if (blocks != 0)
    blocks = scanc_nudge(blocks, n / scan->tile);
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
|* scan_then_propagate and reduce_then_scan: levels of totals
|*
|* The elements of level k + 1 are the totals of the tiles of level k, in the
|* workspace; level 0 is the input, and the last level has one tile.
|*
|*   up, level 0 to the last but one        a total for each tile
|*   NAME_top<<<1>>>, the last level        scanned exclusively, from the init
|*   down, from the last level but one on   what comes before each tile
|*
|* (Merrill and Grimshaw 2009, sections 3.4.1 and 3.4.2). A grid has a block for
|* each tile, at most max_blocks. Of the two kernels up and the two down, one is
|* over the input and one over totals. An input of one tile is NAME_single's.
\*===----------------------------------------------------------------------===*/

/* With the least tiles, of 32, and the most elements: the input and seven
   levels of totals. */
#define SCANC_MAX_LEVELS 8

/* Elements of each level, and where those in the workspace begin. */
struct scanc_levels {
  unsigned count;
  uint64_t n[SCANC_MAX_LEVELS], offset[SCANC_MAX_LEVELS], bytes;
};

enum {
  SCANC_UP = 1,
  SCANC_UP_TOTALS = 2,
  SCANC_TOP = 3,
  SCANC_DOWN_TOTALS = 4,
  SCANC_DOWN = 5
};

static struct scanc_levels scanc_find_levels(const struct scanc_scan *scan,
                                             uint64_t n) {
  struct scanc_levels levels;
  uint64_t tile = scan->tile;
  levels.count = 1;
  levels.n[0] = n;
  levels.offset[0] = levels.bytes = 0;
  while (levels.n[levels.count - 1] > tile && levels.count < SCANC_MAX_LEVELS) {
    uint64_t totals = scanc_divide_up(levels.n[levels.count - 1], tile);
    levels.n[levels.count] = totals;
    levels.offset[levels.count++] = levels.bytes;
    levels.bytes += scanc_round_up(totals * scan->state_size);
    tile = scan->kernels[SCANC_TOP].tile;
  }
  return levels;
}

/* A kernel over a level that is not the last. */
static struct scanc_launch scanc_launch_level(const struct scanc_scan *scan,
                                              const struct scanc_levels *levels,
                                              unsigned level, int over_input,
                                              int over_totals) {
  uint64_t blocks = scanc_least(levels->n[level + 1], scan->max_blocks);
  struct scanc_launch launch = scanc_launch_kernel(
      scan, level == 0 ? over_input : over_totals, blocks, levels->n[level]);
  launch.workspace_offset = levels->offset[level + 1];
  if (level != 0) {
    launch.in.buffer = launch.out.buffer = SCANC_WORKSPACE;
    launch.in.offset = launch.out.offset = levels->offset[level];
  }
  return launch;
}

static int scanc_launch_recursive(const struct scanc_scan *scan, uint64_t n,
                                  struct scanc_launch *launches) {
  struct scanc_levels levels = scanc_find_levels(scan, n);
  unsigned last = levels.count - 1, level;
  int count = 0;
  if (last == 0)
    return scanc_launch_single_block(scan, n, 0, launches);
  for (level = 0; level < last; ++level)
    launches[count++] =
        scanc_launch_level(scan, &levels, level, SCANC_UP, SCANC_UP_TOTALS);
  launches[count] = scanc_launch_kernel(scan, SCANC_TOP, 1, levels.n[last]);
  launches[count].in.buffer = launches[count].out.buffer = SCANC_WORKSPACE;
  launches[count].in.offset = launches[count].out.offset = levels.offset[last];
  ++count;
  for (level = last; level-- > 0;)
    launches[count++] =
        scanc_launch_level(scan, &levels, level, SCANC_DOWN, SCANC_DOWN_TOTALS);
  return count;
}

static int scanc_launch_scan_then_propagate(const struct scanc_scan *scan,
                                            uint64_t n, unsigned sm_count,
                                            struct scanc_launch *launches) {
  (void)sm_count;
  return scanc_launch_recursive(scan, n, launches);
}

static uint64_t
scanc_workspace_scan_then_propagate(const struct scanc_scan *scan, uint64_t n) {
  return scanc_find_levels(scan, n).bytes;
}

static int scanc_launch_reduce_then_scan(const struct scanc_scan *scan,
                                         uint64_t n, unsigned sm_count,
                                         struct scanc_launch *launches) {
  (void)sm_count;
  return scanc_launch_recursive(scan, n, launches);
}

static uint64_t scanc_workspace_reduce_then_scan(const struct scanc_scan *scan,
                                                 uint64_t n) {
  return scanc_find_levels(scan, n).bytes;
}

/*===----------------------------------------------------------------------===*\
|* one_launch_streaming: C blocks scan tiles in turn
|*
|*   NAME_stream<<<C>>>   block b scans tiles b, b + C, ..; in the workspace the
|*                        blocks tell each other the totals of their tiles
|*   NAME_short<<<C>>>    the same, with a tile for each block at most: if the
|*                        scan has it, and that is enough
|*
|* Fewer than one for each multiprocessor where there are fewer tiles. If one
|* block is not enough, tiles are shorter, and blocks more, up to half of the
|* multiprocessors: the other half takes the next launch, which begins early.
\*===----------------------------------------------------------------------===*/

static int scanc_launch_one_launch_streaming(const struct scanc_scan *scan,
                                             uint64_t n, unsigned sm_count,
                                             struct scanc_launch *launches) {
  enum { STREAM = 1, SHORT = 2 };
  const uint64_t most = scanc_least(sm_count, scan->max_blocks);
  uint64_t tile = scan->tile, blocks;
  int kernel = STREAM;
  if (scan->kernel_count > SHORT && n <= most * scan->kernels[SHORT].tile) {
    kernel = SHORT;
    tile = scanc_least(tile, scan->kernels[SHORT].tile);
  }
  blocks = scanc_divide_up(n, tile);
  if (blocks > 1 && scan->short_tile != 0) {
    uint64_t more = scanc_divide_up(n, scan->short_tile);
    more = scanc_least(more, sm_count / 2);
    blocks = blocks > more ? blocks : more;
  }
  blocks = scanc_least(blocks, most);
  launches[0] = scanc_launch_kernel(scan, kernel, blocks ? blocks : 1, n);
  return 1;
}

static uint64_t
scanc_workspace_one_launch_streaming(const struct scanc_scan *scan,
                                     uint64_t n) {
  (void)n;
  return scan->workspace_size;
}

/*===----------------------------------------------------------------------===*\
|* chained and decoupled_lookback: C blocks draw tiles in order
|*
|*   NAME_scan<<<C>>>   a block draws tile after tile; in the workspace it
|*                      learns what comes before a tile, and tells what ends
|*                      with it
|*
|* C is blocks_per_sm blocks on every multiprocessor, and no more than there are
|* tiles. Any C is right.
\*===----------------------------------------------------------------------===*/

static int scanc_launch_chained(const struct scanc_scan *scan, uint64_t n,
                                unsigned sm_count,
                                struct scanc_launch *launches) {
  enum { SCAN = 1 };
  uint64_t blocks = (uint64_t)sm_count * scan->blocks_per_sm;
  blocks = scanc_least(blocks, scan->max_blocks);
  blocks = scanc_least(blocks, scanc_divide_up(n, scan->tile));
  launches[0] = scanc_launch_kernel(scan, SCAN, blocks ? blocks : 1, n);
  return 1;
}

static uint64_t scanc_workspace_chained(const struct scanc_scan *scan,
                                        uint64_t n) {
  (void)n;
  return scan->workspace_size;
}

static int scanc_launch_decoupled_lookback(const struct scanc_scan *scan,
                                           uint64_t n, unsigned sm_count,
                                           struct scanc_launch *launches) {
  return scanc_launch_chained(scan, n, sm_count, launches);
}

static uint64_t
scanc_workspace_decoupled_lookback(const struct scanc_scan *scan, uint64_t n) {
  return scanc_workspace_chained(scan, n);
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
  return (size_t)scanc_round_up(bytes);
}

SCANC_RUNTIME_API const void *
scanc_address(struct scanc_operand operand, unsigned array,
              const void *const *in, void *const *out, const void *workspace) {
  const void *base = operand.buffer == SCANC_IN    ? in[array]
                     : operand.buffer == SCANC_OUT ? out[array]
                                                   : workspace;
  /* The workspace may be null. */
  return operand.offset == 0 ? base : (const char *)base + operand.offset;
}

#endif /* SCANC_RUNTIME_SCANC_PLAN_C */
