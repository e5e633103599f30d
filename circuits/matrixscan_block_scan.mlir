//===- matrixscan_block_scan.mlir - The block scan of MatrixScan --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 256 threads store 1024 elements; 32 of them reduce a row of 32 one after
// another, 8 reduce four of their sums each, one goes through those eight; then
// it all goes back: reduce-then-scan, serial at every level. The fewest
// combines of the seeds' block scans, and the fewest threads at work.
//
// Source: Y. Dotsenko, N. K. Govindaraju, P.-P. Sloan, C. Boyd and J.
// Manferdelli, "Fast scan algorithms on graphics processors", ICS 2008; as
// Merrill and Grimshaw 2009 describe it in section 4.4.2.
//
//===----------------------------------------------------------------------===//

prefix.compose @matrix width 1024 {
  leaf serial<32> on shared
  join serial<4> on shared via reduce_then_scan
  join serial<8> on shared via reduce_then_scan
}

prefix.scan @matrixscan_block_scan exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 8, rows = 4, items = 1, block = @matrix,
                  mapping = <stages = levels, threads = rows<32>, cells = columns, layout = pad<32>>>>
