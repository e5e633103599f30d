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

//===----------------------------------------------------------------------===//
// Compared with a thread for each row: combines of many instructions
//===----------------------------------------------------------------------===//

// Maps of a plane modulo the greatest prime of 32 bits: 3x3 matrices of rows
// (a, b, 0), (c, d, 0) and (e, f, 1). They do not commute. Products take 64 bits,
// and so do their remainders.
prefix.monoid @plane_maps identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero, %zero, %one, %zero, %zero
    : i32, i32, i32, i32, i32, i32
} combine (%a00: i32, %a01: i32, %a10: i32, %a11: i32,
           %a20: i32, %a21: i32),
          (%b00: i32, %b01: i32, %b10: i32, %b11: i32,
           %b20: i32, %b21: i32) {
  %p = arith.constant 4294967291 : i64
  %A00 = arith.extui %a00 : i32 to i64
  %A01 = arith.extui %a01 : i32 to i64
  %A10 = arith.extui %a10 : i32 to i64
  %A11 = arith.extui %a11 : i32 to i64
  %A20 = arith.extui %a20 : i32 to i64
  %A21 = arith.extui %a21 : i32 to i64
  %B00 = arith.extui %b00 : i32 to i64
  %B01 = arith.extui %b01 : i32 to i64
  %B10 = arith.extui %b10 : i32 to i64
  %B11 = arith.extui %b11 : i32 to i64
  %B20 = arith.extui %b20 : i32 to i64
  %B21 = arith.extui %b21 : i32 to i64
  %u00 = arith.muli %A00, %B00 : i64
  %x00 = arith.remui %u00, %p : i64
  %v00 = arith.muli %A01, %B10 : i64
  %y00 = arith.remui %v00, %p : i64
  %s00 = arith.addi %x00, %y00 : i64
  %r00 = arith.remui %s00, %p : i64
  %c00 = arith.trunci %r00 : i64 to i32
  %u01 = arith.muli %A00, %B01 : i64
  %x01 = arith.remui %u01, %p : i64
  %v01 = arith.muli %A01, %B11 : i64
  %y01 = arith.remui %v01, %p : i64
  %s01 = arith.addi %x01, %y01 : i64
  %r01 = arith.remui %s01, %p : i64
  %c01 = arith.trunci %r01 : i64 to i32
  %u10 = arith.muli %A10, %B00 : i64
  %x10 = arith.remui %u10, %p : i64
  %v10 = arith.muli %A11, %B10 : i64
  %y10 = arith.remui %v10, %p : i64
  %s10 = arith.addi %x10, %y10 : i64
  %r10 = arith.remui %s10, %p : i64
  %c10 = arith.trunci %r10 : i64 to i32
  %u11 = arith.muli %A10, %B01 : i64
  %x11 = arith.remui %u11, %p : i64
  %v11 = arith.muli %A11, %B11 : i64
  %y11 = arith.remui %v11, %p : i64
  %s11 = arith.addi %x11, %y11 : i64
  %r11 = arith.remui %s11, %p : i64
  %c11 = arith.trunci %r11 : i64 to i32
  %u20 = arith.muli %A20, %B00 : i64
  %x20 = arith.remui %u20, %p : i64
  %v20 = arith.muli %A21, %B10 : i64
  %y20 = arith.remui %v20, %p : i64
  %s20 = arith.addi %x20, %y20 : i64
  %t20 = arith.addi %s20, %B20 : i64
  %r20 = arith.remui %t20, %p : i64
  %c20 = arith.trunci %r20 : i64 to i32
  %u21 = arith.muli %A20, %B01 : i64
  %x21 = arith.remui %u21, %p : i64
  %v21 = arith.muli %A21, %B11 : i64
  %y21 = arith.remui %v21, %p : i64
  %s21 = arith.addi %x21, %y21 : i64
  %t21 = arith.addi %s21, %B21 : i64
  %r21 = arith.remui %t21, %p : i64
  %c21 = arith.trunci %r21 : i64 to i32
  prefix.yield %c00, %c01, %c10, %c11, %c20, %c21
    : i32, i32, i32, i32, i32, i32
}

// log(exp(x) + exp(y)): of two of -infinity, too.
prefix.monoid @log_add_exp commutative identity {
  %least = arith.constant 0xFFF0000000000000 : f64
  prefix.yield %least : f64
} combine (%x: f64), (%y: f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %more = arith.maximumf %x, %y : f64
  %less = arith.minimumf %x, %y : f64
  %areOne = arith.cmpf oeq, %x, %y : f64
  %below = arith.subf %less, %more : f64
  %d = arith.select %areOne, %zero, %below : f64
  %e = math.exp %d : f64
  %s = arith.addf %one, %e : f64
  %l = math.log %s : f64
  %z = arith.addf %more, %l : f64
  prefix.yield %z : f64
}

// h[t] = log(exp(h[t - 1] + a[t]) + exp(b[t])): (a, b) then (c, d) is a + c,
// log(exp(b + c) + exp(d)). It does not commute.
prefix.monoid @log_affine identity {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  prefix.yield %zero, %least : f32, f32
} combine (%a: f32, %b: f32), (%c: f32, %d: f32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ac = arith.addf %a, %c : f32
  %x = arith.addf %b, %c : f32
  %more = arith.maximumf %x, %d : f32
  %less = arith.minimumf %x, %d : f32
  %areOne = arith.cmpf oeq, %x, %d : f32
  %below = arith.subf %less, %more : f32
  %e0 = arith.select %areOne, %zero, %below : f32
  %e = math.exp %e0 : f32
  %s = arith.addf %one, %e : f32
  %l = math.log %s : f32
  %h = arith.addf %more, %l : f32
  prefix.yield %ac, %h : f32, f32
}

prefix.scan @pieces inclusive @maps : (i32, i32) -> (i32, i32) domain rows
  plan <strategy = one_launch_streaming, reduce = <items = 12, piece = 4>,
        scan = <items = 12, piece = 4>>
prefix.scan @plane inclusive @plane_maps
  : (i32, i32, i32, i32, i32, i32) -> (i32, i32, i32, i32, i32, i32) domain rows
prefix.scan @plane_r exclusive reverse @plane_maps
  : (i32, i32, i32, i32, i32, i32) -> (i32, i32, i32, i32, i32, i32) domain rows
prefix.scan @log_sums inclusive @log_add_exp : (f64) -> (f64) domain rows
prefix.scan @log_affine_r inclusive reverse @log_affine
  : (f32, f32) -> (f32, f32) domain rows
