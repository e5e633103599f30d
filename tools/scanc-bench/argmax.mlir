//===- argmax.mlir - The place of the largest value so far ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From elements (value, index); of equal values the lowest index wins. As
// circuits/argmax.mlir, with an index of 32 bits and without its care for NaNs,
// so that CUB's side is as short (cub_peers.cu).
//
//===----------------------------------------------------------------------===//

prefix.monoid @argmax_f32_i32 idempotent identity {
  %least = arith.constant 0xFF800000 : f32
  %last = arith.constant 2147483647 : i32
  prefix.yield %least, %last : f32, i32
} combine (%v0: f32, %i0: i32), (%v1: f32, %i1: i32) {
  %above = arith.cmpf ogt, %v1, %v0 : f32
  %equal = arith.cmpf oeq, %v1, %v0 : f32
  %lower = arith.cmpi slt, %i1, %i0 : i32
  %earlier = arith.andi %equal, %lower : i1
  %take = arith.ori %above, %earlier : i1
  %v = arith.select %take, %v1, %v0 : f32
  %i = arith.select %take, %i1, %i0 : i32
  prefix.yield %v, %i : f32, i32
}

prefix.scan @argmax inclusive @argmax_f32_i32 : (f32, i32) -> (f32, i32)
