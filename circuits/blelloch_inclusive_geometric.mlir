//===- blelloch_inclusive_geometric.mlir - Up-sweep and down-sweep, inclusive ===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brent and Kung's circuit as a tree in the cells of the input, by half as many
// threads as elements: sums go up, prefixes come down.
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

prefix.scan @blelloch_inclusive_geometric inclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 16, rows = 2, items = 1, block = brent_kung<1024>,
                  mapping = <stages = levels, threads = compact, cells = columns, layout = pad<16, 256>>>>
