//===- offsets.mlir - Where the rows of a ragged array begin --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// out[0] = 0, out[i] = in[0] + ... + in[i-1], for i up to n: of the lengths of n
// rows that lie one behind another, where each begins and, last, where all end.
// That is the array of row offsets of a sparse matrix in CSR form, and of a
// ragged tensor. Row i has the elements from out[i] up to out[i+1].
//
// Algebra. Addition of integers modulo 2^64 is associative and commutative, with
// identity 0. Lengths are u32; they are added as u64, so that no offset is cut
// off.
//
// Source: Y. Saad, "Iterative Methods for Sparse Linear Systems", 2nd edition,
// SIAM, 2003, section 3.4 (CSR).
//
//===----------------------------------------------------------------------===//

prefix.scan @offsets exclusive @add_i64 total : (ui32) -> (ui64)
