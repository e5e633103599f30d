//===- merrill_srts.mlir - Rows scanned by a thread each, then one warp ===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block scan of merrill_srts: as merrill_tree, but in place of the tree 32
// threads reduce a row of 8 sums each, one after another; the same warp scans
// their totals, and each scans its row after what comes before it. Rows are
// padded to an odd stride, which keeps 32 threads in 32 banks. After the
// elements have been stored there is a single warp-synchronous region.
//
// Source: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures",
// University of Virginia, technical report CS2009-14, 2009, section 4.3.2 and
// Figure 22; Y. Dotsenko and others, "Fast scan algorithms on graphics
// processors", ICS 2008.
//
//===----------------------------------------------------------------------===//

prefix.compose @rows width 256 {
  leaf serial<8> on shared
  join kogge_stone<32> on shared via reduce_then_scan
}

prefix.scan @merrill_srts exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = two_level_streaming,
          scan = <warps = 4, rows = 2, items = 2, block = @rows,
                  mapping = <stages = levels, threads = rows<8>, layout = pad<8>>>,
          reduce = <warps = 4, rows = 1, items = 1, block = han_carlson<128, l = 2>,
                    mapping = <stages = levels, threads = compact, order = bit_reversed, layout = plain>>>
