//===- Pairs.td - Two chains side by side ------------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Domain.td"

def Prefix_PairsAttr : Prefix_Domain<"Pairs", "pairs",
    ["getColumns", "getSuffix", "isSecondary"]> {
  let summary = "two chains side by side: a line of pairs";
  let description = [{
    A tensor of two columns without gaps, scanned along them, is a line whose
    elements are pairs, and its scan is that of two states at once. So kernels
    of lines do what kernels of `axis` have too few chains for. It is a form of
    `axis`, and nobody asks for it. Its size is `length`, the pairs.
  }];
}
