//===- Recursive.td - Totals of totals ---------------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Strategy.td"

def Prefix_ScanThenPropagateAttr
    : Prefix_Strategy<"ScanThenPropagate", "scan_then_propagate"> {
  let summary = "every tile is scanned, then joined with what comes before it";
  let description = [{
    CUDPP's strategy (Merrill and Grimshaw 2009, section 3.4.1). Each tile of
    the input has a total, the totals are scanned likewise, tile by tile, until
    one block does. Outputs are read back as states. Skeletons: `scan`; `top` of
    all kernels over totals; `tail`; `reduce` as tall as `scan`.

    Constraints:
    - (C1) blocks have one stage and no sublists
    - (C2) an output holds every value of its state
    - (C3) the scan has no `initial`, `final` or `total`
  }];
}

def Prefix_ReduceThenScanAttr
    : Prefix_Strategy<"ReduceThenScan", "reduce_then_scan"> {
  let summary = "every tile is reduced, then scanned from what comes before it";
  let description = [{
    MatrixScan's strategy (Merrill and Grimshaw 2009, section 3.4.2), with
    levels of totals as in `scan_then_propagate`. Skeletons: `reduce` and
    `scan`; `top` of all kernels over totals; `tail`.

    Constraints:
    - (C1) blocks have one stage and no sublists
  }];
}
