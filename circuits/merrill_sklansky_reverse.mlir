//===- merrill_sklansky_reverse.mlir - Iterative Sklansky, backward -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Half as many threads as elements: in every stage of Sklansky's circuit
// exactly half of the columns combine, and thread k works out which is its own
// from the bits of k. Threads that lie side by side hit two cells of one bank
// each in the first stages, and none afterwards.
//
// The elements are taken from the last to the first; the circuit is the same.
//
// Source: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures",
// University of Virginia, technical report CS2009-14, 2009, Listing 2, sections
// 3.2.2 and 3.2.3.
//
//===----------------------------------------------------------------------===//

prefix.scan @merrill_sklansky_reverse inclusive reverse @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 16, rows = 2, items = 1, block = sklansky<1024>,
                  mapping = <threads = compact, cells = columns, layout = plain>>>
