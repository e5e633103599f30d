//===- cudpp_warp_scan.mlir - A warp scan that pads with identities -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One warp in shared memory, without a branch: 16 cells that hold the identity
// lie before the 32 of the warp, and a lane whose partner would be to the left
// of lane 0 finds one of them. 48 cells in all; the CUDPP library used 64.
// Everything is in one warp-synchronous region.
//
// Source: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures",
// University of Virginia, technical report CS2009-14, 2009, section 3.1.5 and
// Figure 5; S. Sengupta, M. Harris and M. Garland, "Efficient parallel scan
// algorithms for GPUs", NVIDIA NVR-2008-003, 2008.
//
//===----------------------------------------------------------------------===//

prefix.scan @cudpp_warp_scan exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 1, rows = 1, items = 1, block = kogge_stone<32>,
                  mapping = <threads = columns, cells = columns, inactive = identity, layout = plain>>>
