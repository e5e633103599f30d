//===- chalmers_prefix_sum.mlir - The prefix sum of Billeter, Olsson and Assarsson ===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 128 threads scan 256 elements a cycle by eight stages of Kogge and Stone's
// circuit in shared memory, on a fixed grid of blocks.
//
// Source: M. Billeter, O. Olsson and U. Assarsson, "Efficient stream compaction
// on wide SIMD many-core architectures", HPG 2009; as Merrill and Grimshaw 2009
// describe it in section 4.4.3.
//
//===----------------------------------------------------------------------===//

prefix.scan @chalmers_prefix_sum exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = two_level_streaming,
          scan = <warps = 4, rows = 2, items = 1, block = kogge_stone<256>,
                  mapping = <threads = columns, cells = double_buffered>>,
          reduce = <warps = 4, rows = 2, items = 1>,
          max_blocks = 120>
