//===- merrill_brent_kung_permuted.mlir - Permuted Brent-Kung, conflict-free ===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements lie in bit-reversed order, which makes every level of the tree a run
// of cells: stride one, no conflicts, no padding and no extra cell. Here a
// prefix does move down to the cell of its left child, as in Blelloch's
// formulation.
//
// Source: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures",
// University of Virginia, technical report CS2009-14, 2009, Listing 6, Figures
// 12 and 13, section 3.3.6.
//
//===----------------------------------------------------------------------===//

prefix.scan @merrill_brent_kung_permuted exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 16, rows = 2, items = 1, block = blelloch<1024>,
                  mapping = <stages = levels, threads = compact, cells = exchange, order = bit_reversed, layout = plain, seed = first>>>
