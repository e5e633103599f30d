//===- exponential_average.mlir - Exponential moving average --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y[0] = x[0], y[t] = (1 - w) * y[t-1] + w * x[t], with a constant weight w,
// here 0.1. In memory x and y are bf16. States are f32, and an output is
// rounded once.
//
// The first element is its own average: the load gives it the map to the
// constant x[0]. It is the first one by its index in the chain, so that each
// row has one in `domain rows`.
//
// Algebra. The state (a, b) stands for the map y -> a*y + b. The operator is
// the composition of maps, the low one applied first:
//   y -> a1*(a0*y + b0) + b1 = (a1*a0)*y + (a1*b0 + b1)
// Composition is associative (in floats up to rounding) and not commutative.
// The identity is the map y -> y, that is (1, 0). Every a is from 0 to 1, and
// no product overflows.
//
// Edges. From the first infinite or NaN element on, averages are infinite or
// NaN.
//
// Source: S. W. Roberts, "Control Chart Tests Based on Geometric Moving
// Averages", Technometrics 1(3), 1959; the first element is that of pandas'
// ewm(adjust=False).
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

prefix.scan @exponential_average inclusive @affine_f32
    load (%x: f32) index %i {
      %zero = arith.constant 0.0 : f32
      %keep = arith.constant 0.9 : f32
      %weight = arith.constant 0.1 : f32
      %start = arith.constant 0 : i64
      %first = arith.cmpi eq, %i, %start : i64
      %share = arith.mulf %weight, %x : f32
      %a = arith.select %first, %zero, %keep : f32
      %b = arith.select %first, %x, %share : f32
      prefix.yield %a, %b : f32, f32
    }
    store after (%p: f32, %y: f32) { prefix.yield %y : f32 }
    : (bf16) -> (bf16)
