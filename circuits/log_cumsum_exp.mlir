//===- log_cumsum_exp.mlir - Logarithm of the running sum of exponentials -===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y[i] = log(exp(x[0]) + ... + exp(x[i])), without overflow. The state is the
// maximum m of the elements so far and s = sum of exp(x - m) over them: the
// load makes (x, 1) of x, the store m + log(s) of the state. math.exp and
// math.log are library functions on the GPU: this file needs libdevice.
//
// Algebra. A state (m, s) stands for the number s * exp(m), and two states add:
//   m = max(m0, m1), s = s0 * exp(m0 - m) + s1 * exp(m1 - m)
// which is associative (in floats up to rounding). The identity is (-infinity,
// 0). The factor of a side that already holds the maximum is 1 without
// computing exp(m - m), so that infinity - infinity never shows. The elements
// listed with the scan are typical ones: what checks the kernels scans those.
//
// Edges, as in torch.logcumsumexp: while all elements are -infinity, y is
// -infinity; from the first infinity on it is infinity; from the first NaN on
// it is NaN.
//
// Source: the state is that of M. Milakov and N. Gimelshein, "Online Normalizer
// Calculation for Softmax", arXiv:1805.02867, 2018, section 3.1.
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

prefix.scan @log_cumsum_exp inclusive @softmax_f32
    load (%x: f32) {
      %one = arith.constant 1.0 : f32
      prefix.yield %x, %one : f32, f32
    }
    store after (%m: f32, %s: f32) {
      %log = math.log %s : f32
      %y = arith.addf %m, %log : f32
      prefix.yield %y : f32
    }
    : (f32) -> (f32)
    attributes {prefix.elements = [
      [0.0], [1.5], [-2.25], [10.0], [-7.0], [3.25], [0.1]]}
