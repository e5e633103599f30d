//===- string_comparison.mlir - Comparison of two strings -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which of two strings comes first in the order of a dictionary: out[i] is -1,
// 0 or 1 if the first i + 1 characters of the first string are less than, equal
// to or greater than those of the second. The last output compares the strings.
// The arrays have one length: fill up the shorter string with characters of 0.
// A string then comes before all those that it is the beginning of.
//
// Algebra. The load compares two characters, and the operator keeps the first
// comparison that is not 0:
//   combine(c0, c1) = c0 if c0 != 0, else c1
// However three are combined, the first one that is not 0 is left: the operator
// is associative. It is idempotent, and not commutative. The identity is 0.
//
// Source: G. E. Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190,
// 1990, section 1.1, names the application; lectures compact the comparisons to
// find the first one that is not 0.
//
//===----------------------------------------------------------------------===//

prefix.monoid @first_nonzero_i8 idempotent identity {
  %zero = arith.constant 0 : i8
  prefix.yield %zero : i8
} combine (%c0: i8), (%c1: i8) {
  %zero = arith.constant 0 : i8
  %equal = arith.cmpi eq, %c0, %zero : i8
  %c = arith.select %equal, %c1, %c0 : i8
  prefix.yield %c : i8
}

prefix.scan @string_comparison inclusive @first_nonzero_i8
    load (%s: i8, %t: i8) {
      %less = arith.cmpi ult, %s, %t : i8
      %greater = arith.cmpi ugt, %s, %t : i8
      %minus = arith.extsi %less : i1 to i8
      %plus = arith.extui %greater : i1 to i8
      %c = arith.ori %minus, %plus : i8
      prefix.yield %c : i8
    }
    : (ui8, ui8) -> (i8)
