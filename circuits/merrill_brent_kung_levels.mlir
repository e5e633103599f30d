//===- merrill_brent_kung_levels.mlir - Brent-Kung with a constant stride of two ===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree level by level in cells of its own: n - 2 cells more than elements,
// and in return neighbouring threads are two cells apart at every level, so
// that conflicts are two-way at worst, whatever the number of banks.
//
// Source: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures",
// University of Virginia, technical report CS2009-14, 2009, Listing 5 and
// Figure 11, section 3.3.5.
//
//===----------------------------------------------------------------------===//

prefix.scan @merrill_brent_kung_levels exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 16, rows = 2, items = 1, block = blelloch<1024>,
                  mapping = <stages = levels, threads = compact, cells = levels, layout = plain, seed = first>>>
