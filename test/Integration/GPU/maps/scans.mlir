//===- scans.mlir - What maps.cu scans -------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each of these is compiled with `-o scan`: scan_NAME.c has scan_NAME, and
// scan_NAME_rows where it scans rows.
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
// Timed
//===----------------------------------------------------------------------===//

prefix.scan @squares inclusive @add_f32
  load (%x: f32) {
    %one = arith.constant 1.0 : f32
    %xx = arith.mulf %x, %x : f32
    %y = arith.addf %xx, %one : f32
    prefix.yield %y : f32
  }
  store after (%s: f32) {
    %r = math.sqrt %s : f32
    prefix.yield %r : f32
  }
  : (f32) -> (f32)

prefix.scan @squares_bf16 inclusive @add_f32
  load (%x: f32) {
    %one = arith.constant 1.0 : f32
    %xx = arith.mulf %x, %x : f32
    %y = arith.addf %xx, %one : f32
    prefix.yield %y : f32
  }
  store after (%s: f32) {
    %r = math.sqrt %s : f32
    prefix.yield %r : f32
  }
  : (bf16) -> (bf16)

// h[t] = a[t] h[t - 1] + b[t].
prefix.scan @recurrence inclusive @affine_f32
  load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
  store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
  : (f32, f32) -> (f32) domain line, rows

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
  : (f32, f32, f32) -> (f32, f32)

// Offsets of u32 counts, as u64.
prefix.scan @offsets exclusive @add_i64 : (ui32) -> (ui64)

// Square roots of the elements themselves, compared with CUDA's.
prefix.scan @roots inclusive @add_f32
  store in (%x: f32) {
    %r = math.sqrt %x : f32
    prefix.yield %r : f32
  }
  : (f32) -> (f32)

//===----------------------------------------------------------------------===//
// Compared with a CPU
//===----------------------------------------------------------------------===//

prefix.scan @exact inclusive @affine_i32
  load (%a: i32, %b: i32) { prefix.yield %a, %b : i32, i32 }
  store after (%p: i32, %h: i32) { prefix.yield %h : i32 }
  : (i32, i32) -> (i32) domain line, rows
prefix.scan @exact_r inclusive reverse @affine_i32
  load (%a: i32, %b: i32) { prefix.yield %a, %b : i32, i32 }
  store after (%p: i32, %h: i32) { prefix.yield %h : i32 }
  : (i32, i32) -> (i32) domain line, rows

// All that a map can take, of arrays of several widths: what is stored is
// (before, after ^ x, index).
prefix.scan @every inclusive @affine_i32 init (3 : i32, 5 : i32)
  load (%a: i32, %b: i32) index %i {
    %j = arith.trunci %i : i64 to i32
    %c = arith.addi %b, %j : i32
    prefix.yield %a, %c : i32, i32
  }
  store before (%pb: i32, %hb: i32) after (%pa: i32, %ha: i32) in (%a: i32, %b: i32) index %i {
    %x = arith.xori %ha, %b : i32
    prefix.yield %hb, %x, %i : i32, i32, i64
  }
  : (ui8, i32) -> (i32, i32, i64) domain line, rows
prefix.scan @every_r inclusive reverse @affine_i32 init (3 : i32, 5 : i32)
  load (%a: i32, %b: i32) index %i {
    %j = arith.trunci %i : i64 to i32
    %c = arith.addi %b, %j : i32
    prefix.yield %a, %c : i32, i32
  }
  store before (%pb: i32, %hb: i32) after (%pa: i32, %ha: i32) in (%a: i32, %b: i32) index %i {
    %x = arith.xori %ha, %b : i32
    prefix.yield %hb, %x, %i : i32, i32, i64
  }
  : (ui8, i32) -> (i32, i32, i64) domain line, rows

// Values of the elements beside one, of two widths, and in a store.
prefix.scan @beside inclusive reverse @affine_i32
  load (%a: i32, %d: i32, %h: i32) next (%b of %a else 3 : i32) {
    prefix.yield %b, %d : i32, i32
  }
  store after (%p: i32, %g: i32) in (%a: i32, %d: i32, %h: i32)
      previous (%c of %h else -7 : i32) next (%e of %d else 9 : i32) {
    %x = arith.muli %g, %c : i32
    %y = arith.xori %g, %e : i32
    prefix.yield %x, %y : i32, i32
  }
  : (ui8, i32, i32) -> (i32, i32) domain line, rows
