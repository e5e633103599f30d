//===- cudpp_block_scan.mlir - The block scan of CUDPP ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 128 threads take 1024 elements as two loads of four. Each run of four is
// reduced in registers, each warp scans its 32 totals of a load by Kogge and
// Stone's circuit with identities for padding, the 8 totals of those are
// scanned the same way, and are added to everything: scan-then-propagate.
//
// Source: S. Sengupta, M. Harris and M. Garland, "Efficient parallel scan
// algorithms for GPUs", NVIDIA NVR-2008-003, 2008; as Merrill and Grimshaw 2009
// describe it in section 4.4.1.
//
//===----------------------------------------------------------------------===//

prefix.compose @warps width 256 {
  leaf kogge_stone<32> on shared
  join kogge_stone<8> on shared via scan_then_propagate
}

prefix.scan @cudpp_block_scan exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 4, rows = 2, items = 4, block = @warps,
                  mapping = <stages = levels, threads = columns, cells = columns, inactive = identity, layout = plain>>>
