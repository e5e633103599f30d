//===- TwoLevel.td - A grid reduces, and scans -------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Strategy.td"

def Prefix_TwoLevelStreamingAttr
    : Prefix_Strategy<"TwoLevelStreaming", "two_level_streaming", [],
                      ["getPreference"], ["buildSkeleton"],
                      ["settle", "getSurvey"]> {
  let summary = "a fixed grid reduces, one block scans the totals, the grid scans";
  let description = [{
    Full tiles are dealt to C blocks in order, each of which has a state in the
    workspace, or one for each of its sublists:

    ```
    NAME_reduce<<<C>>>   workspace[b] = the combination of block b's tiles
    NAME_top<<<1>>>      workspace = its exclusive scan, seeded with the init;
                         then scans the n mod tile leftovers, in to out
    NAME_scan<<<C>>>     scans the tiles of each block from its seed
    ```

    (Merrill and Grimshaw, Parallel Scan for Stream Architectures, 2009,
    sections 3.4.3 and 3.4.4). Without a full tile, NAME_top does all.
    Skeletons: `reduce`, `scan`, `top`, and `tail` of the leftovers.

    Constraints:
    - (C1) `max_blocks` is at most 65535: each has a state in the workspace
  }];
}
