//===- merrill_tree.mlir - Trees in shared memory, then one warp --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block scan of merrill_tree: 128 threads take 512 elements a cycle as two
// loads of two. Pairs are reduced in registers; three levels of a tree bring
// 256 sums down to 32, which one warp scans by Kogge and Stone's circuit; then
// all goes back down. The tree and what the warp does are one circuit, Han and
// Carlson's of sparsity 8. The reduction has no way down, and permutes its
// cells instead of adding to them.
//
// Source: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures",
// University of Virginia, technical report CS2009-14, 2009, section 4.3.1 and
// Figure 18.
//
//===----------------------------------------------------------------------===//

prefix.scan @merrill_tree exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = two_level_streaming,
          scan = <warps = 4, rows = 2, items = 2, block = han_carlson<256, l = 3>,
                  mapping = <stages = levels, threads = compact, cells = levels>>,
          reduce = <warps = 4, rows = 1, items = 1, block = han_carlson<128, l = 2>,
                    mapping = <stages = levels, threads = compact, order = bit_reversed, layout = plain>>>
