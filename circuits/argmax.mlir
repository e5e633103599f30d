//===- argmax.mlir - Running maximum and where it first was ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// out[i] is the greatest of the values of in[0..i] together with its index,
// from elements (value, index). Of equal values the lowest index wins, whatever
// the order in which they are met; -0 and +0 are equal.
//
// NaN. As in NumPy's argmax, a NaN is greater than every number, and of several
// NaNs the lowest index wins. The value that comes out is one that went in, bit
// for bit.
//
// Algebra. The operator takes the greater of two elements in the total order
//   (value, NaN last; then index, descending)
// The greater of two in a total order is associative and idempotent. Elements
// that tie in both fields (-0 and +0 under one index) keep the low one, so the
// operator is not declared commutative; where every index occurs once it is.
// The identity is the least element, (-infinity, 2^63 - 1): it loses to
// (-infinity, i) for every other i.
//
// Source: the arg-max reduction of CUB (cub::ArgMax) without its dependence on
// the order of arrival; the NaN rule is numpy.argmax's.
//
//===----------------------------------------------------------------------===//

prefix.monoid @argmax_f32_i64 idempotent identity {
  %least = arith.constant 0xFF800000 : f32
  %last = arith.constant 9223372036854775807 : i64
  prefix.yield %least, %last : f32, i64
} combine (%v0: f32, %i0: i64), (%v1: f32, %i1: i64) {
  %num0 = arith.cmpf ord, %v0, %v0 : f32
  %nan0 = arith.cmpf uno, %v0, %v0 : f32
  %nan1 = arith.cmpf uno, %v1, %v1 : f32

  // The high value is greater: as a number, or as a NaN against a number.
  %above = arith.cmpf ogt, %v1, %v0 : f32
  %first_nan = arith.andi %nan1, %num0 : i1
  %greater = arith.ori %above, %first_nan : i1

  // The values tie and the high one has the lower index.
  %equal = arith.cmpf oeq, %v1, %v0 : f32
  %both_nan = arith.andi %nan1, %nan0 : i1
  %tie = arith.ori %equal, %both_nan : i1
  %lower = arith.cmpi slt, %i1, %i0 : i64
  %earlier = arith.andi %tie, %lower : i1

  %take = arith.ori %greater, %earlier : i1
  %v = arith.select %take, %v1, %v0 : f32
  %i = arith.select %take, %i1, %i0 : i64
  prefix.yield %v, %i : f32, i64
}

prefix.scan @argmax inclusive @argmax_f32_i64 : (f32, i64) -> (f32, i64)
