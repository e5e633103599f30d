//===- Strips.td - Lanes have chains of their own ----------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Strategy.td"

def Prefix_StripsAttr : Prefix_Strategy<"Strips", "strips",
    ["getOptionalSkeletons", "getSkeletonParameters", "verifySkeleton",
     "isAcross", "takesChains"],
    ["getPreference", "checkGiven", "shortenRings"]> {
  let summary = "blocks walk along strips of chains that lie side by side";
  let description = [{
    A strip is 32 x `rows` chains, or fewer where there are fewer. Where chains
    are enough for all lanes of the GPU, a lane goes along each, and knows of no
    other. Where strips are many, a block goes along each tile by tile, and
    nothing is told to other blocks. Else blocks draw tiles of all strips, and
    tell each other what comes before them, a window of tiles at a time:

    ```
    NAME_strips    a block a strip   scans its chains   reads, writes n
    NAME_windows   a block a tile    scans it           reads, writes n
    NAME_columns   a warp a strip    scans its chains   reads, writes n
    NAME_clusters  a block a tile    scans it           reads, writes n
    ```

    `NAME_clusters` is for chains that are together one stretch of memory, of
    which there are few: clusters of blocks draw as many tiles, tell each other
    what these make through shared memory, and other clusters through L2. Tiles
    are copied in bulk, so it asks for a GPU that can.

    In a tile, a lane has `items` steps of each of its `rows` chains, and scans
    them by the `thread` circuit. A warp has 32 lanes side by side; of strips
    with fewer chains, several lanes follow each other along the chains, and the
    `warp` circuit combines them; two of them are one combine. The warps of a
    block follow each other, and each lane combines their totals by the `block`
    circuit; of very many chains, half of the warps lie beside the others. No
    circuit spans the `rows`, which have nothing to do with each other.

    `NAME_strips` has the skeleton `scan`, `NAME_windows` has `drawn_scan`,
    `NAME_columns` has `column_scan`; plans without that have no such kernel.
    It is chosen where a combine is long.

    `ring`, of `top`, is for how many tiles' totals there are places, those of
    all strips together. A tile waits for those who may still read what is in
    its place. With fewer places, windows are shorter, and of strips there may
    be a quarter as many as places: of more, no tiles are drawn.

    Constraints:
    - (C1) `scan`, `drawn_scan` and `column_scan` have no sublists, 2 stages or more (`drawn_scan` 2 more than `top`), and a circuit of one column for each warp
    - (C2) their rows are a power of two, at most 32
    - (C3) `top` has 1 row and at most 7 stages: of so many tiles at once, each by its warps, what comes before them is found; its items are the entries of other tiles that a lane gathers of a chain. A block has at most 32 warps in all. Plans that have neither it nor `drawn_scan` have no `NAME_windows`
    - (C4) the `ring` of `top` is a power of two, 4 to 8192; nothing else has one
    - (C5) `column_scan` has 1 warp
    - (C6) `clustered_scan` has 2 stages or more, and 2 warps or a multiple of 4. `clustered_top` has a `cluster` of 2, 4 or 8 blocks, which nothing else has, and 1 row and 1 warp: its stages are how many groups are exchanged at once, its items the entries that a lane gathers. Plans have both or none
  }];
}
