//===- LoneBlock.td - A block of its own -------------------*- tablegen -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Strategy.td"

def Prefix_LoneBlockAttr : Prefix_Strategy<"LoneBlock", "lone_block", [], [], [],
                                           ["getSizesToTry"]> {
  let summary = "one block scans everything, by a kernel of another name";
}
