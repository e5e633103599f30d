//===- Line.td - One element after another -----------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Domain.td"

def Prefix_LineAttr : Prefix_Domain<"Line", "line"> {
  let summary = "the elements of an array, one after another";
  let description = [{
    The domain of a scan that names none. Its size is `length`, the elements of
    the array. `reverse` goes from the last element to the first.
  }];
}
