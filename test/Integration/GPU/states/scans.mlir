//===- scans.mlir - What states.cu scans -----------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each of these is compiled with `-o scan`: scan_NAME.c has scan_NAME, and
// scan_NAME_rows where it scans rows; the first one's is scan.c.
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
// Timed, each with states and without
//===----------------------------------------------------------------------===//

prefix.scan @sum inclusive @add_f32 : (f32) -> (f32) domain line, rows
prefix.scan @sum_states inclusive @add_f32 initial final : (f32) -> (f32) domain line, rows
prefix.scan @bytes inclusive @add_i32 : (ui8) -> (ui8) domain line
prefix.scan @bytes_states inclusive @add_i32 initial final : (ui8) -> (ui8) domain line
prefix.scan @counts exclusive @add_i32 : (ui32) -> (ui32)
prefix.scan @counts_total exclusive @add_i32 total : (ui32) -> (ui32)

// h[t] = a[t] h[t - 1] + b[t].
prefix.scan @recurrence inclusive @affine_f32
  load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
  store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
  : (f32, f32) -> (f32) domain line, rows
prefix.scan @recurrence_states inclusive @affine_f32 initial final
  load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
  store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
  : (f32, f32) -> (f32) domain line, rows

//===----------------------------------------------------------------------===//
// Compared with a CPU
//===----------------------------------------------------------------------===//

prefix.scan @after inclusive @affine_i32 init (3 : i32, 5 : i32) initial final
  load (%a: i32, %b: i32) { prefix.yield %a, %b : i32, i32 }
  store after (%p: i32, %h: i32) { prefix.yield %h : i32 }
  : (i32, i32) -> (i32) domain line, rows
prefix.scan @after_r inclusive reverse @affine_i32 init (3 : i32, 5 : i32) initial final
  load (%a: i32, %b: i32) { prefix.yield %a, %b : i32, i32 }
  store after (%p: i32, %h: i32) { prefix.yield %h : i32 }
  : (i32, i32) -> (i32) domain line, rows

// The states before elements, as two arrays.
prefix.scan @before exclusive @affine_i32 initial final
  : (i32, i32) -> (i32, i32) soa domain line, rows
prefix.scan @before_r exclusive reverse @affine_i32 initial final
  : (i32, i32) -> (i32, i32) soa domain line, rows

// n + 1 outputs.
prefix.scan @total exclusive @affine_i32 init (3 : i32, 5 : i32) initial final total
  : (i32, i32) -> (i32, i32) soa domain line, rows
prefix.scan @total_r exclusive reverse @affine_i32 init (3 : i32, 5 : i32) initial final total
  : (i32, i32) -> (i32, i32) soa domain line, rows
