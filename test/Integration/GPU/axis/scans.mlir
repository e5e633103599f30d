//===- scans.mlir - What axis.cu scans -------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each of these is compiled with `-o scan`: scan_NAME.c has scan_NAME_axis; the
// first one's is scan.c.
//
//===----------------------------------------------------------------------===//

// (a, b) then (c, d): a c, b c + d. It does not commute.
prefix.monoid @affine_i32 identity {
  %a = arith.constant 1 : i32
  %b = arith.constant 0 : i32
  prefix.yield %a, %b : i32, i32
} combine (%a: i32, %b: i32), (%c: i32, %d: i32) {
  %x = arith.muli %a, %c : i32
  %bc = arith.muli %b, %c : i32
  %y = arith.addi %bc, %d : i32
  prefix.yield %x, %y : i32, i32
}

prefix.monoid @affine_f32 identity {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : f32, f32
} combine (%a: f32, %b: f32), (%c: f32, %d: f32) {
  %x = arith.mulf %a, %c : f32
  %bc = arith.mulf %b, %c : f32
  %y = arith.addf %bc, %d : f32
  prefix.yield %x, %y : f32, f32
}

//===----------------------------------------------------------------------===//
// Timed, and, but for the last two, compared with a CPU
//===----------------------------------------------------------------------===//

prefix.scan @sum inclusive @add_f32 : (f32) -> (f32) domain axis
prefix.scan @sum_bf16 inclusive @add_f32 : (bf16) -> (bf16) domain axis
prefix.scan @sum_u8 inclusive @add_i8 : (ui8) -> (ui8) domain axis
prefix.scan @sum_f64 inclusive @add_f64 : (f64) -> (f64) domain axis

// h[t] = a[t] h[t - 1] + b[t].
prefix.scan @recurrence inclusive @affine_f32
  load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
  store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
  : (f32, f32) -> (f32) domain axis

// Its gradient: da and db from a, dh and h, from the end.
prefix.scan @gradient inclusive reverse @affine_f32
  load (%a: f32, %d: f32, %h: f32) next (%b of %a else 1.0 : f32) {
    prefix.yield %b, %d : f32, f32
  }
  store after (%p: f32, %g: f32) in (%a: f32, %d: f32, %h: f32)
      previous (%c of %h else 0.0 : f32) {
    %da = arith.mulf %g, %c : f32
    prefix.yield %da, %g : f32, f32
  }
  : (f32, f32, f32) -> (f32, f32) domain axis

//===----------------------------------------------------------------------===//
// Compared with a CPU
//===----------------------------------------------------------------------===//

prefix.scan @sum_i32 inclusive @add_i32 : (i32) -> (i32) domain axis
prefix.scan @sum_i32_xr exclusive reverse @add_i32 init (7 : i32)
  : (i32) -> (i32) domain axis
prefix.scan @sum_u8_xr exclusive reverse @add_i8 : (ui8) -> (ui8) domain axis
prefix.scan @sum_bf16_r inclusive reverse @add_f32
  : (bf16) -> (bf16) domain axis
prefix.scan @sum_f64_x exclusive @add_f64 : (f64) -> (f64) domain axis

// Pairs as structures, and as two arrays.
prefix.scan @pairs inclusive @affine_i32
  : (i32, i32) -> (i32, i32) domain axis
prefix.scan @pairs_xr exclusive reverse @affine_i32 init (3 : i32, 5 : i32)
  : (i32, i32) -> (i32, i32) domain axis
prefix.scan @arrays inclusive @affine_i32 initial final
  : (i32, i32) -> (i32, i32) soa domain axis
prefix.scan @arrays_xr exclusive reverse @affine_i32
  : (i32, i32) -> (i32, i32) soa domain axis

// An output more along the axis.
prefix.scan @total exclusive @affine_i32 init (3 : i32, 5 : i32) initial final total
  : (i32, i32) -> (i32, i32) soa domain axis
prefix.scan @total_r exclusive reverse @affine_i32 init (3 : i32, 5 : i32) initial final total
  : (i32, i32) -> (i32, i32) domain axis

// h[t] = a[t] h[t - 1] + b[t], from states.
prefix.scan @after inclusive @affine_i32 init (3 : i32, 5 : i32) initial final
  load (%a: i32, %b: i32) { prefix.yield %a, %b : i32, i32 }
  store after (%p: i32, %h: i32) { prefix.yield %h : i32 }
  : (i32, i32) -> (i32) domain axis
prefix.scan @after_r inclusive reverse @affine_i32 init (3 : i32, 5 : i32) initial final
  load (%a: i32, %b: i32) { prefix.yield %a, %b : i32, i32 }
  store after (%p: i32, %h: i32) { prefix.yield %h : i32 }
  : (i32, i32) -> (i32) domain axis

// The index, and values of the elements beside one, of two widths.
prefix.scan @beside inclusive @affine_i32
  load (%a: i32, %d: i32, %h: i32) next (%b of %a else 3 : i32) index %i {
    %j = arith.trunci %i : i64 to i32
    %c = arith.addi %d, %j : i32
    prefix.yield %b, %c : i32, i32
  }
  store after (%p: i32, %g: i32) in (%a: i32, %d: i32, %h: i32)
      previous (%c of %h else -7 : i32) next (%e of %d else 9 : i32) index %i {
    %x = arith.muli %g, %c : i32
    %y = arith.xori %g, %e : i32
    prefix.yield %x, %y, %i : i32, i32, i64
  }
  : (ui8, i32, i32) -> (i32, i32, i64) domain axis
prefix.scan @beside_r inclusive reverse @affine_i32
  load (%a: i32, %d: i32, %h: i32) next (%b of %a else 3 : i32) index %i {
    %j = arith.trunci %i : i64 to i32
    %c = arith.addi %d, %j : i32
    prefix.yield %b, %c : i32, i32
  }
  store after (%p: i32, %g: i32) in (%a: i32, %d: i32, %h: i32)
      previous (%c of %h else -7 : i32) next (%e of %d else 9 : i32) index %i {
    %x = arith.muli %g, %c : i32
    %y = arith.xori %g, %e : i32
    prefix.yield %x, %y, %i : i32, i32, i64
  }
  : (ui8, i32, i32) -> (i32, i32, i64) domain axis

//===----------------------------------------------------------------------===//
// Compared with a CPU: combines of many instructions
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

// Matrices of three values, and what becomes of the row (1, 3, 5).
prefix.scan @plane inclusive @plane_maps
  load (%x: i32, %y: i32, %z: i32) {
    %one = arith.constant 1 : i32
    prefix.yield %x, %y, %one, %z, %y, %x : i32, i32, i32, i32, i32, i32
  }
  store after (%m00: i32, %m01: i32, %m10: i32, %m11: i32, %m20: i32,
               %m21: i32) {
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %a0 = arith.muli %m10, %three : i32
    %b0 = arith.muli %m20, %five : i32
    %c0 = arith.addi %m00, %a0 : i32
    %d0 = arith.addi %c0, %b0 : i32
    %a1 = arith.muli %m11, %three : i32
    %b1 = arith.muli %m21, %five : i32
    %c1 = arith.addi %m01, %a1 : i32
    %d1 = arith.addi %c1, %b1 : i32
    prefix.yield %d0, %d1 : i32, i32
  }
  : (i32, i32, i32) -> (i32, i32) domain axis
prefix.scan @plane_r inclusive reverse @plane_maps
  load (%x: i32, %y: i32, %z: i32) {
    %one = arith.constant 1 : i32
    prefix.yield %x, %y, %one, %z, %y, %x : i32, i32, i32, i32, i32, i32
  }
  store after (%m00: i32, %m01: i32, %m10: i32, %m11: i32, %m20: i32,
               %m21: i32) {
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %a0 = arith.muli %m10, %three : i32
    %b0 = arith.muli %m20, %five : i32
    %c0 = arith.addi %m00, %a0 : i32
    %d0 = arith.addi %c0, %b0 : i32
    %a1 = arith.muli %m11, %three : i32
    %b1 = arith.muli %m21, %five : i32
    %c1 = arith.addi %m01, %a1 : i32
    %d1 = arith.addi %c1, %b1 : i32
    prefix.yield %d0, %d1 : i32, i32
  }
  : (i32, i32, i32) -> (i32, i32) domain axis

prefix.scan @log_sums exclusive @log_add_exp : (f64) -> (f64) domain axis

// From states.
prefix.scan @log_after inclusive @log_affine init (-2.0 : f32, 1.0 : f32)
  initial final
  load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
  store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
  : (f32, f32) -> (f32) domain axis
prefix.scan @log_after_r inclusive reverse @log_affine init (-2.0 : f32, 1.0 : f32)
  initial final
  load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
  store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
  : (f32, f32) -> (f32) domain axis

// Runs of so many elements of chains with states go from piece to piece.
prefix.scan @sum_u8_states inclusive @add_i8 initial final
  : (ui8) -> (ui8) domain axis
