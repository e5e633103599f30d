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
