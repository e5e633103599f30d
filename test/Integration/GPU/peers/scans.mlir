//===- scans.mlir - What peers.py times -----------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan OP_TYPE for each operator and type of cases.py. peers.py compiles each
// into a launcher of its own, whose OP_TYPE_axis it calls. What is rounded to
// 16 bits is combined in f32, as the peers do.
//
//===----------------------------------------------------------------------===//

// Sums, as torch.cumsum.
prefix.scan @sum_f32 inclusive @add_f32 : (f32) -> (f32) domain axis
prefix.scan @sum_bf16 inclusive @add_f32 : (bf16) -> (bf16) domain axis

// y[t] = a[t] y[t - 1] + b[t]: reads a and b, writes y.
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
prefix.scan @recurrence_f32 inclusive @affine_f32
  load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
  store after (%p: f32, %y: f32) { prefix.yield %y : f32 }
  : (f32, f32) -> (f32) domain axis
prefix.scan @recurrence_bf16 inclusive @affine_f32
  load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
  store after (%p: f32, %y: f32) { prefix.yield %y : f32 }
  : (bf16, bf16) -> (bf16) domain axis

// As torch.logcumsumexp: the maximum, and the sum of what remains.
prefix.monoid @softmax_f32 commutative identity {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %least, %zero : f32, f32
} combine (%m0: f32, %s0: f32), (%m1: f32, %s1: f32) {
  %one = arith.constant 1.0 : f32
  %m = arith.maximumf %m0, %m1 : f32
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
prefix.scan @logcumsumexp_f32 inclusive @softmax_f32
  load (%x: f32) {
    %one = arith.constant 1.0 : f32
    prefix.yield %x, %one : f32, f32
  }
  store after (%m: f32, %s: f32) {
    %log = math.log %s : f32
    %y = arith.addf %m, %log : f32
    prefix.yield %y : f32
  }
  : (f32) -> (f32) domain axis
prefix.scan @logcumsumexp_bf16 inclusive @softmax_f32
  load (%x: f32) {
    %one = arith.constant 1.0 : f32
    prefix.yield %x, %one : f32, f32
  }
  store after (%m: f32, %s: f32) {
    %log = math.log %s : f32
    %y = arith.addf %m, %log : f32
    prefix.yield %y : f32
  }
  : (bf16) -> (bf16) domain axis

// As torch.cummax: the largest value, and where its last one is, as i64.
prefix.monoid @last_maximum identity {
  %least = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i64
  prefix.yield %least, %none : f32, i64
} combine (%v0: f32, %i0: i64), (%v1: f32, %i1: i64) {
  %num0 = arith.cmpf ord, %v0, %v0 : f32
  %num1 = arith.cmpf ord, %v1, %v1 : f32
  %nan0 = arith.cmpf uno, %v0, %v0 : f32
  %nan1 = arith.cmpf uno, %v1, %v1 : f32
  %above = arith.cmpf ogt, %v1, %v0 : f32
  %first_nan = arith.andi %nan1, %num0 : i1
  %greater = arith.ori %above, %first_nan : i1
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
prefix.scan @cummax_f32 inclusive @last_maximum
  load (%x: f32) index %i { prefix.yield %x, %i : f32, i64 }
  store after (%v: f32, %at: i64) { prefix.yield %v, %at : f32, i64 }
  : (f32) -> (f32, i64) domain axis
prefix.scan @cummax_bf16 inclusive @last_maximum
  load (%x: f32) index %i { prefix.yield %x, %i : f32, i64 }
  store after (%v: f32, %at: i64) { prefix.yield %v, %at : f32, i64 }
  : (bf16) -> (bf16, i64) domain axis
