//===- EverySecond.td - Every second element ---------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Domain.td"

def Prefix_EverySecondAttr : Prefix_Domain<"EverySecond", "every_second"> {
  let summary = "every second element of an array, from the first one on";
}
