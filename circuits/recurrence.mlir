//===- recurrence.mlir - First-order linear recurrence of two arrays ------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// h[t] = a[t] * h[t-1] + b[t], from an array of a and an array of b, and from a
// state in memory, which a call before may have left: then a sequence can come
// in parts, each with a call. Without one, h[-1] = 0.
// The output is h alone: the product of a, the other half of a state, is not
// stored. linear_recurrence.mlir is the same scan on an array of pairs.
//
// Algebra. The state (a, b) stands for the map y -> a*y + b. The operator is
// the composition of maps, the low one applied first:
//   y -> a1*(a0*y + b0) + b1 = (a1*a0)*y + (a1*b0 + b1)
// Composition is associative (in floats up to rounding) and not commutative.
// The identity is the map y -> y, that is (1, 0). The state (1, y) starts the
// recurrence at y; so does (c, y) with any c, which no h depends on.
//
// Edges. The products of a are computed too. If one is too large for an f32, it
// is infinite, and an a of 0 behind it makes h NaN.
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

prefix.scan @recurrence inclusive @affine_f32 initial final
    load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
    store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
    : (f32, f32) -> (f32)
