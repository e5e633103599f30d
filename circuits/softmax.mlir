//===- softmax.mlir - Softmax statistics of rows of scores ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The maximum m of the scores so far in a row, and s = sum of exp(x - m) over
// them, as two arrays, from the scores alone: the load makes (x, 1) of a score
// x. At the last score of a row they are the row's statistics, and softmax(x)
// is exp(x - m) / s; at those before, the statistics that a causal mask asks
// for. math.exp is a library function on the GPU: this file needs libdevice.
//
// Algebra. A state (m, s) stands for the number s * exp(m), and two states add:
//   m = max(m0, m1), s = s0 * exp(m0 - m) + s1 * exp(m1 - m)
// which is associative (in floats up to rounding). The identity is (-infinity,
// 0). The factor of a side that already holds the maximum is 1 without
// computing exp(m - m), so that -infinity - -infinity never shows: while all
// scores are masked out by -infinity, m is -infinity and s their number; a
// finite score makes them count for nothing.
//
// NaN. A NaN score makes m and s NaN to the end of its row.
//
// Source: M. Milakov and N. Gimelshein, "Online Normalizer Calculation for
// Softmax", arXiv:1805.02867, 2018, section 3.1.
//
//===----------------------------------------------------------------------===//

prefix.monoid @softmax_f32 commutative identity {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %least, %zero : f32, f32
} combine (%m0: f32, %s0: f32), (%m1: f32, %s1: f32) {
  %one = arith.constant 1.0 : f32
  %m = arith.maximumf %m0, %m1 : f32

  // A side that holds the maximum keeps its sum; no side holds a NaN.
  %keep0 = arith.cmpf oeq, %m0, %m : f32
  %d0 = arith.subf %m0, %m : f32
  %e0 = math.exp %d0 : f32
  %f0 = arith.select %keep0, %one, %e0 : f32

  %keep1 = arith.cmpf oeq, %m1, %m : f32
  %d1 = arith.subf %m1, %m : f32
  %e1 = math.exp %d1 : f32
  %f1 = arith.select %keep1, %one, %e1 : f32

  %t0 = arith.mulf %s0, %f0 : f32
  %t1 = arith.mulf %s1, %f1 : f32
  %s = arith.addf %t0, %t1 : f32
  prefix.yield %m, %s : f32, f32
}

prefix.scan @softmax inclusive @softmax_f32
    load (%x: f32) {
      %one = arith.constant 1.0 : f32
      prefix.yield %x, %one : f32, f32
    }
    : (f32) -> (f32, f32) soa domain rows
