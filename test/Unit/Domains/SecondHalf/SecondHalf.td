//===- SecondHalf.td - The second half of an array ---------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Domain.td"

def Prefix_SecondHalfAttr : Prefix_Domain<"SecondHalf", "second_half"> {
  let summary = "the second half of an array";
}
