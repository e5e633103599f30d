//===- blelloch_exclusive_geometric.mlir - Up-sweep and down-sweep, exclusive ===//
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
// Cell i lies at address i + i / 16 + i / 256, the geometric progression that
// Harris and others took for the 16 banks of their GPU. For the half-warps of
// that machine it is free of conflicts.
//
// Source: G. E. Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190,
// 1990; M. Harris, S. Sengupta and J. D. Owens, "Parallel Prefix Sum (Scan)
// with CUDA", GPU Gems 3, chapter 39, 2007.
//
//===----------------------------------------------------------------------===//

prefix.scan @blelloch_exclusive_geometric exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 16, rows = 2, items = 1, block = blelloch<1024>,
                  mapping = <stages = levels, threads = compact, cells = exchange, layout = pad<16, 256>, seed = first>>>
