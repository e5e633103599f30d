//===- OneLaunch.td - One launch of streaming blocks -------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Strategy.td"

def Prefix_OneLaunchStreamingAttr
    : Prefix_Strategy<"OneLaunchStreaming", "one_launch_streaming",
                      ["getOptionalSkeletons", "needsContiguous", "takesChains",
                       "getNeeds", "getSkeletonParameters", "verifySkeleton",
                       "getPiece"],
                      ["getPreference", "checkGiven"], ["buildSkeleton"],
                      ["settle", "getSurvey"]> {
  let summary = "a pipeline of bulk copies, reducers, a spine and scanners";
  let description = [{
    One launch; C blocks work together, block b scans tiles b, b + C, and so on.
    A tile stays in shared memory, a slot of a ring, from its load to its store;
    warps have roles and proceed tile by tile. Needs bulk copies. Skeletons:
    `reduce` and `scan` of the groups, `top` of the spine, `tail`;
    `short_reduce` and `short_scan`, the same of a kernel for launches with at
    most a tile for each block, hence of 1 stage and 1 group.

    `scan` keeps `stages` tiles in shared memory; `groups` of `warps` warps take
    turns with them, and loads run at most `ahead` tiles ahead of the prefixes.
    Where a launch does not fill its tiles, runs have as few pieces of `piece`
    items as it needs, an odd number of them or all; one piece of all items
    means that runs are always whole. Whole runs go through a `thread` circuit
    over `items`; one over `piece` items means that threads always go from piece
    to piece, each through the circuit: less code, and less at once. `scan` and
    `reduce` have the same pieces; `reduce` need say so only if it goes by them.
    The same holds for `short_scan` and `short_reduce`.

    Constraints:
    - (C1) the GPU has bulk copies, and shared memory for the ring
    - (C2) `reduce` and `scan` have 1 row, a warp circuit of 32 columns, and the
      same warps, items and pieces
    - (C3) `1 <= groups <= 7`, `1 <= ahead <= stages`, `piece` divides `items`; a `thread` circuit has `items` or `piece` columns
    - (C4) a block has room for the warps of all roles
    - (C5) `max_blocks` is at most the entries of `top`, `blocks_per_sm` is 1
  }];
}
