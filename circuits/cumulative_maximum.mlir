//===- cumulative_maximum.mlir - Running maximum and where it last was ----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The greatest of x[0..i] and its index, as two arrays, from the values alone:
// the index is that of the element in its chain, and no array of indices is
// read. As in torch.cummax, the last of equal values counts; -0 and +0 are
// equal.
//
// NaN. As in torch.cummax, a NaN is greater than every number, and the last of
// several NaNs counts. The value that comes out is one that went in, bit for
// bit.
//
// Algebra. The operator takes the greater of two states in the total order
//   (value, NaN last; then index, ascending)
// The greater of two in a total order is associative and idempotent. States
// that tie in both fields (-0 and +0 under one index) keep the low one, so the
// operator is not declared commutative; where every index occurs once it is.
// The identity is the least state, (-infinity, -2^63): it loses to (-infinity,
// i) for every other i, on either side.
//
// Source: PyTorch's cummax_helper_cpu, aten/src/ATen/native/ReduceOps.cpp.
//
//===----------------------------------------------------------------------===//

prefix.monoid @last_maximum_f32_i64 idempotent identity {
  %least = arith.constant 0xFF800000 : f32
  %first = arith.constant -9223372036854775808 : i64
  prefix.yield %least, %first : f32, i64
} combine (%v0: f32, %i0: i64), (%v1: f32, %i1: i64) {
  %num0 = arith.cmpf ord, %v0, %v0 : f32
  %nan0 = arith.cmpf uno, %v0, %v0 : f32
  %nan1 = arith.cmpf uno, %v1, %v1 : f32

  // The high value is greater: as a number, or as a NaN against a number.
  %above = arith.cmpf ogt, %v1, %v0 : f32
  %first_nan = arith.andi %nan1, %num0 : i1
  %greater = arith.ori %above, %first_nan : i1

  // The values tie and the high one has the higher index.
  %equal = arith.cmpf oeq, %v1, %v0 : f32
  %both_nan = arith.andi %nan1, %nan0 : i1
  %tie = arith.ori %equal, %both_nan : i1
  %higher = arith.cmpi sgt, %i1, %i0 : i64
  %later = arith.andi %tie, %higher : i1

  %take = arith.ori %greater, %later : i1
  %v = arith.select %take, %v1, %v0 : f32
  %i = arith.select %take, %i1, %i0 : i64
  prefix.yield %v, %i : f32, i64
}

prefix.scan @cumulative_maximum inclusive @last_maximum_f32_i64
    load (%x: f32) index %i { prefix.yield %x, %i : f32, i64 }
    store after (%v: f32, %at: i64) { prefix.yield %v, %at : f32, i64 }
    : (f32) -> (f32, i64)
