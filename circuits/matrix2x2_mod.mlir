//===- matrix2x2_mod.mlir - Products of 2x2 matrices modulo a prime -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// out[i] = in[0] * in[1] * ... * in[i] for 2x2 matrices over the integers
// modulo p = 46337, an element being its entries a, b, c, d row by row.
// Fibonacci numbers modulo p come out of a constant input (1, 1, 1, 0).
//
// Algebra. The matrix product is associative and not commutative; the identity
// is the unit matrix. p is the greatest prime for which a sum of two products
// of reduced entries fits in 32 unsigned bits: 2 * (p - 1)^2 < 2^32. Entries
// must be reduced: 0 <= entry < p.
//
// Source: G. E. Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190,
// 1990, section 1.4.2, where recurrences of higher order become products of
// matrices.
//
//===----------------------------------------------------------------------===//

prefix.monoid @matrix2x2_mod_46337 identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero, %zero, %one : i32, i32, i32, i32
} combine (%a0: i32, %b0: i32, %c0: i32, %d0: i32),
          (%a1: i32, %b1: i32, %c1: i32, %d1: i32) {
  %p = arith.constant 46337 : i32

  // The first row of the product.
  %aa = arith.muli %a0, %a1 : i32
  %bc = arith.muli %b0, %c1 : i32
  %a2 = arith.addi %aa, %bc : i32
  %a = arith.remui %a2, %p : i32
  %ab = arith.muli %a0, %b1 : i32
  %bd = arith.muli %b0, %d1 : i32
  %b2 = arith.addi %ab, %bd : i32
  %b = arith.remui %b2, %p : i32

  // The second row.
  %ca = arith.muli %c0, %a1 : i32
  %dc = arith.muli %d0, %c1 : i32
  %c2 = arith.addi %ca, %dc : i32
  %c = arith.remui %c2, %p : i32
  %cb = arith.muli %c0, %b1 : i32
  %dd = arith.muli %d0, %d1 : i32
  %d2 = arith.addi %cb, %dd : i32
  %d = arith.remui %d2, %p : i32
  prefix.yield %a, %b, %c, %d : i32, i32, i32, i32
}

prefix.scan @matrix2x2_mod inclusive @matrix2x2_mod_46337
    : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
