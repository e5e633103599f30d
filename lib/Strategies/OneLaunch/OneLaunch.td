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
                      ["getOptionalSkeletonNames", "getNeeds"],
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

    Constraints:
    - (C1) the GPU has bulk copies, and shared memory for the ring
    - (C2) `reduce` and `scan` have 1 row, a warp circuit of 32 columns, and the
      same warps, items and pieces
    - (C3) a block has room for the warps of all roles
    - (C4) `max_blocks` is at most the entries of `top`, `blocks_per_sm` is 1
  }];
}
