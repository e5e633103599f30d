//===- DrawnTiles.td - Blocks draw their tiles -------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Strategy.td"

def Prefix_ChainedAttr : Prefix_Strategy<"Chained", "chained", ["takesChains"],
                                         ["getPreference"]> {
  let summary = "each tile waits for the prefix of the one before it";
  let description = [{
    StreamScan (Yan, Long and Zhang 2013). One launch; blocks draw tiles in
    order, and each waits for the inclusive prefix of the tile before. Operands
    are combined in a fixed order. Skeletons: `scan`; `top` of one warp; `tail`;
    `reduce` as tall as `scan`.

    Constraints:
    - (C1) `scan` has 1 stage and no sublists
    - (C2) `top` has 1 warp, 1 row, 1 stage, a warp circuit of 32 columns, and a
      power of two of items
  }];
}

def Prefix_DecoupledLookbackAttr
    : Prefix_Strategy<"DecoupledLookback", "decoupled_lookback",
                      ["isDeterministic", "takesChains"]> {
  let summary = "tiles look back over a window of others";
  let description = [{
    Merrill and Garland (2016). One launch; blocks draw tiles in order and look
    back over a window of 32 x `top`'s items tiles. How far they look depends on
    timing, and with it how combines associate, though never the order of the
    operands: where the operator rounds, bits may differ between runs.
    Skeletons and constraints as of `chained`.
  }];
}
