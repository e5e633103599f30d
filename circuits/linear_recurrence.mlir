//===- linear_recurrence.mlir - First-order linear recurrence -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y[i] = a[i] * y[i-1] + b[i], y[-1] = 0, from elements (a[i], b[i]): the
// second field of out[i] is y[i], the first is a[0] * ... * a[i].
//
// Algebra. The element (a, b) stands for the map y -> a*y + b. The operator is
// the composition of maps, the low one applied first:
//   y -> a1*(a0*y + b0) + b1 = (a1*a0)*y + (a1*b0 + b1)
// Composition is associative (in floats up to rounding) and not commutative.
// The identity is the map y -> y, that is (1, 0). `init (1.0 : f32, y : f32)`
// starts the recurrence at y.
//
// Source: P. M. Kogge and H. S. Stone, "A Parallel Algorithm for the Efficient
// Solution of a General Class of Recurrence Equations", IEEE Transactions on
// Computers C-22(8), 1973; G. E. Blelloch, "Prefix Sums and Their
// Applications", CMU-CS-90-190, 1990, section 1.4.
//
//===----------------------------------------------------------------------===//

prefix.monoid @affine_f32 identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero : f32, f32
} combine (%a0: f32, %b0: f32), (%a1: f32, %b1: f32) {
  %a = arith.mulf %a1, %a0 : f32
  %t = arith.mulf %a1, %b0 : f32
  %b = arith.addf %t, %b1 : f32
  prefix.yield %a, %b : f32, f32
}

prefix.scan @linear_recurrence inclusive @affine_f32 : (f32, f32) -> (f32, f32)
