//===- Axis.td - Chains along an axis of a tensor ----------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Domain.td"

def Prefix_AxisAttr : Prefix_Domain<"Axis", "axis",
    ["countStrides", "getChainSize", "getForms", "getStretchSize", "getSuffix",
     "isAcross", "isSecondary"]> {
  let summary = "the elements along an axis of a tensor, wherever they lie";
  let description = [{
    A tensor has an axis, which is scanned, and up to seven other dimensions; at
    each place of those there is a chain, which is a scan of its own. The sizes
    are `length`, the elements of all chains together, `axis`, those of one,
    `stretch`, and `extent0` to `extent6`, the extents of the other dimensions,
    which multiply to the number of chains. `stretch` is the last of these where
    so many chains lie without gaps in all arrays, a step of all of them behind
    the step before; 1 where the elements of a chain do; else it must be 0. Chains are numbered with the last dimension
    quickest. Each array has eight strides in elements, of either sign: the
    axis', then those of the other dimensions. `reverse` goes through each chain
    from its last element to its first.
  }];
}
