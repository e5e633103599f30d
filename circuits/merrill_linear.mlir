//===- merrill_linear.mlir - Independent lists, a thread for each row ---===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block scan of merrill_linear: a block scans 16 lists at once, each row of
// 32 pairs by a thread of its own, one after another; there are no totals to
// bring together and no way back down. 128 threads take 1024 elements a cycle,
// four rows of each warp. The top level scans the totals of all lists. Rows are
// padded to 33 cells. The reduction takes the same lists.
//
// Source: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures",
// University of Virginia, technical report CS2009-14, 2009, section 4.3.3 and
// Figure 25.
//
//===----------------------------------------------------------------------===//

prefix.scan @merrill_linear exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = two_level_streaming,
          scan = <warps = 4, rows = 4, items = 2, block = serial<32>, sublists = per_row,
                  mapping = <threads = rows<32>, layout = pad<32>>>,
          reduce = <warps = 4, rows = 4, items = 1, block = serial<32>, sublists = per_row,
                    mapping = <threads = rows<32>, layout = pad<32>>>,
          blocks_per_sm = 4>
