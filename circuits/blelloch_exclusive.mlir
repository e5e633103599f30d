//===- blelloch_exclusive.mlir - Up-sweep and down-sweep, exclusive -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blelloch's exclusive scan: sums go up a tree, what comes before each subtree
// goes down. What comes before the whole tile is the circuit's input 0, so that
// there is no identity to put at the root, and values stay in their columns:
// his swaps are not needed.
//
// Unpadded: the stride between threads doubles from level to level, and so do
// the bank conflicts, to 32 ways and back.
//
// Source: G. E. Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190,
// 1990; M. Harris, S. Sengupta and J. D. Owens, "Parallel Prefix Sum (Scan)
// with CUDA", GPU Gems 3, chapter 39, 2007.
//
//===----------------------------------------------------------------------===//

prefix.scan @blelloch_exclusive exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 16, rows = 2, items = 1, block = blelloch<1024>,
                  mapping = <stages = levels, threads = compact, cells = exchange, layout = plain, seed = first>>>
