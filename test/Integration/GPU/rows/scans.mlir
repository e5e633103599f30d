//===- scans.mlir - What rows.cu scans -------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each of these is compiled with `-o scan`: scan_NAME.c has scan_NAME_rows.
// The one that is a scan of lines, too, shares its workspace between both.
//
//===----------------------------------------------------------------------===//

// (a, b) then (c, d): a c, b c + d. It does not commute.
prefix.monoid @maps identity {
  %a = arith.constant 1 : i32
  %b = arith.constant 0 : i32
  prefix.yield %a, %b : i32, i32
} combine (%a: i32, %b: i32), (%c: i32, %d: i32) {
  %x = arith.muli %a, %c : i32
  %bc = arith.muli %b, %c : i32
  %y = arith.addi %bc, %d : i32
  prefix.yield %x, %y : i32, i32
}

prefix.scan @first inclusive @add_i32 : (i32) -> (i32) domain line, rows
prefix.scan @i32 inclusive @add_i32 : (i32) -> (i32) domain rows
prefix.scan @i32x exclusive @add_i32 init (7 : i32) : (i32) -> (i32) domain rows
prefix.scan @i32r exclusive reverse @add_i32 : (i32) -> (i32) domain rows
prefix.scan @u8 inclusive @add_i8 : (ui8) -> (ui8) domain rows
prefix.scan @u8r inclusive reverse @add_i8 : (ui8) -> (ui8) domain rows
prefix.scan @i64 inclusive @add_i64 : (i64) -> (i64) domain rows
prefix.scan @wide inclusive @add_i64 : (ui8) -> (i64) domain rows
prefix.scan @bf16 inclusive @max_f32 : (bf16) -> (bf16) domain rows
prefix.scan @f32 inclusive @add_f32 : (f32) -> (f32) domain rows
prefix.scan @f64r exclusive reverse @add_f64 : (f64) -> (f64) domain rows
prefix.scan @maps1 inclusive @maps : (i32, i32) -> (i32, i32) domain rows
prefix.scan @maps1r exclusive reverse @maps : (i32, i32) -> (i32, i32) domain rows
prefix.scan @maps2 exclusive @maps : (i32, i32) -> (i32, i32) soa domain rows
prefix.scan @maps2r inclusive reverse @maps : (i32, i32) -> (i32, i32) soa domain rows
prefix.scan @chained inclusive @maps : (i32, i32) -> (i32, i32) domain rows plan <strategy = chained>
prefix.scan @lookback inclusive @maps : (i32, i32) -> (i32, i32) domain rows plan <strategy = decoupled_lookback>
