//===- squares.mlir - Running root mean square ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// out[i] = sqrt((x[0]^2 + ... + x[i]^2) / (i + 1)). The load squares an
// element, the built-in addition sums, and the store divides by the number of
// elements so far, that is the index and 1, and takes the root.
//
// Algebra. Addition is associative (in floats up to rounding) and commutative.
// Its identity is 0.
//
// Edges. If the sum of squares is too large for an f32, which it is behind a
// number above 1.8e19, the output is infinite. From the first NaN on it is NaN.
//
// Source: the definition.
//
//===----------------------------------------------------------------------===//

prefix.scan @squares inclusive @add_f32
    load (%x: f32) {
      %square = arith.mulf %x, %x : f32
      prefix.yield %square : f32
    }
    store after (%sum: f32) index %i {
      %one = arith.constant 1 : i64
      %count = arith.addi %i, %one : i64
      %number = arith.sitofp %count : i64 to f32
      %mean = arith.divf %sum, %number : f32
      %root = math.sqrt %mean : f32
      prefix.yield %root : f32
    }
    : (f32) -> (f32)
