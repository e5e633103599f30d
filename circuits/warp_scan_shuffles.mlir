//===- warp_scan_shuffles.mlir - The same circuit by shuffles -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kogge and Stone's circuit across a warp in registers: a lane asks another for
// its value, and the shuffle itself says whether there is such a lane. No
// shared memory.
//
// Source: P. M. Kogge and H. S. Stone, "A parallel algorithm for the efficient
// solution of a general class of recurrence equations", IEEE Transactions on
// Computers C-22(8), 1973.
//
//===----------------------------------------------------------------------===//

prefix.scan @warp_scan_shuffles exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 1, rows = 1, items = 1, warp = kogge_stone<32>>>
