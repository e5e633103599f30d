//===- gae.mlir - Generalised advantage estimation ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Advantages and returns of a trajectory, from its end to its beginning:
//   delta[t] = reward[t] + gamma * (1 - done[t]) * next[t] - value[t]
//   A[t] = delta[t] + gamma * lambda * (1 - done[t]) * A[t+1]
// The arrays are the rewards, the values of the states, the values of the
// states that follow, and flags, in this order. The outputs are A[t] and the
// return A[t] + value[t]. Behind the last element A is 0. Here gamma is 0.99
// and lambda 0.95. A flag that is not 0 says that the episode ended with this
// step: then next[t] is not used, and may be NaN. Where an episode was only cut
// off, add gamma * next[t] to the last reward and set the flag.
//
// Algebra. The state (a, b) stands for the map A -> a*A + b. The operator is
// the composition of maps, the low one applied first; with `reverse` that is
// the later one in time:
//   A -> a1*(a0*A + b0) + b1 = (a1*a0)*A + (a1*b0 + b1)
// Composition is associative (in floats up to rounding) and not commutative.
// The identity is the map A -> A, that is (1, 0).
//
// Source: J. Schulman, P. Moritz, S. Levine, M. I. Jordan and P. Abbeel,
// "High-Dimensional Continuous Control Using Generalized Advantage Estimation",
// arXiv:1506.02438, 2015, equation (16).
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

prefix.scan @gae inclusive reverse @affine_f32
    load (%reward: f32, %value: f32, %next: f32, %done: i8) {
      %gamma = arith.constant 0.99 : f32
      %lambda = arith.constant 0.95 : f32
      %zero = arith.constant 0.0 : f32
      %no = arith.constant 0 : i8
      %goes_on = arith.cmpi eq, %done, %no : i8
      %decay = arith.mulf %gamma, %lambda : f32
      %a = arith.select %goes_on, %decay, %zero : f32
      %discounted = arith.mulf %gamma, %next : f32
      %later = arith.select %goes_on, %discounted, %zero : f32
      %target = arith.addf %reward, %later : f32
      %delta = arith.subf %target, %value : f32
      prefix.yield %a, %delta : f32, f32
    }
    store after (%p: f32, %advantage: f32)
        in (%reward: f32, %value: f32, %next: f32, %done: i8) {
      %return = arith.addf %advantage, %value : f32
      prefix.yield %advantage, %return : f32, f32
    }
    : (f32, f32, f32, ui8) -> (f32, f32)
