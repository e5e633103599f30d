//===- merrill_sklansky_table.mlir - Table-driven Sklansky without conflicts ===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same circuit with every other run of columns stored backwards, so that
// the two halves of the lanes that are served at once use banks that the others
// leave alone. Where a thread finds its operands is no formula any more: it
// looks them up in a thread-specialization table. The report of 2009 has half-
// warps of 16 lanes and 16 banks; here runs are 16 as there.
//
// Source: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures",
// University of Virginia, technical report CS2009-14, 2009, Listing 3 and
// Figure 8, section 3.2.4.
//
//===----------------------------------------------------------------------===//

prefix.scan @merrill_sklansky_table inclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block,
          tail = <warps = 1, rows = 2, items = 1, block = sklansky<64>,
                  mapping = <threads = compact, cells = columns, order = alternate_reversed<16>, layout = plain, access = table>>>
