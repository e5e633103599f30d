//===- Strips.td - Lanes have chains of their own ----------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Strategy.td"

def Prefix_StripsAttr : Prefix_Strategy<"Strips", "strips",
    ["getOptionalSkeletonNames", "isAcross", "takesChains"], ["getPreference"]> {
  let summary = "blocks walk along strips of chains that lie side by side";
  let description = [{
    A strip is 32 x `rows` chains, or fewer where there are fewer. Where strips
    are many, a block goes along each tile by tile, and nothing is told to other
    blocks. Else blocks draw tiles of all strips, and tell each other what comes
    before them, a window of tiles at a time:

    ```
    NAME_strips    a block a strip   scans its chains   reads, writes n
    NAME_windows   a block a tile    scans it           reads, writes n
    ```

    In a tile, a lane has `items` steps of each of its `rows` chains, and scans
    them by the `thread` circuit. A warp has 32 lanes side by side; of strips
    with fewer chains, several lanes follow each other along the chains, and the
    `warp` circuit combines them. The warps of a block follow each other, and
    each lane combines their totals by the `block` circuit. No circuit spans the
    `rows`, which have nothing to do with each other.

    `NAME_strips` has the skeleton `scan`, `NAME_windows` has `drawn_scan`.

    Constraints:
    - (C1) `scan` and `drawn_scan` have no sublists, 2 stages or more, and a circuit of one column for each warp
    - (C2) their rows are a power of two, at most 32
    - (C3) `top` has 1 warp and 1 row; its items are the entries of other tiles that a warp gathers. Plans that have neither it nor `drawn_scan` have no `NAME_windows`
  }];
}
