//===- hillis_steele.mlir - Recursive doubling, double-buffered ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first scan of most courses: 1024 threads, one for each element, double
// the reach of every sum ten times. A thread must not overwrite what another
// has yet to read, so that each stage reads one buffer and writes the other,
// and a thread with nothing to add copies: one barrier a stage, and twice the
// memory. The circuit is Kogge and Stone's.
//
// Source: W. D. Hillis and G. L. Steele, "Data Parallel Algorithms", CACM
// 29(12), 1986; D. Horn, "Stream Reduction Operations for GPGPU Applications",
// GPU Gems 2, 2005.
//
//===----------------------------------------------------------------------===//

prefix.scan @hillis_steele exclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 32, rows = 1, items = 1, block = kogge_stone<1024>,
                  mapping = <threads = columns, cells = double_buffered, layout = plain>>>
