//===- selective_scan.mlir - Selective scan of a state-space model --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One channel of a selective state-space model (Mamba) with one state h:
//   h[t] = exp(delta[t] * A) * h[t-1] + delta[t] * B[t] * x[t],  h[-1] = 0
//   y[t] = (C[t] * h[t] + D * x[t]) * z[t] * sigmoid(z[t])
// The arrays are delta, x, B, C and z, in this order; A and D are constants,
// here -1 and 0.5. The load makes a step of delta, x and B; the store gates the
// output. No array of exp(delta * A), of delta * B * x or of h is ever in
// memory. A model with more states a channel adds up C * h of all of them
// before the gate. math.exp is a library function on the GPU: this file needs
// libdevice.
//
// Algebra. The state (a, b) stands for the map h -> a*h + b. The operator is
// the composition of maps, the low one applied first:
//   h -> a1*(a0*h + b0) + b1 = (a1*a0)*h + (a1*b0 + b1)
// Composition is associative (in floats up to rounding) and not commutative.
// The identity is the map h -> h, that is (1, 0). The model has A < 0 and delta
// >= 0: every a is from 0 to 1, and no product overflows.
//
// Edges. Where exp(-z) overflows, z / (1 + exp(-z)) is z / infinity = -0, and
// the output is 0. At z = -infinity it is NaN.
//
// Source: A. Gu and T. Dao, "Mamba: Linear-Time Sequence Modeling with
// Selective State Spaces", arXiv:2312.00752, 2023, algorithm 2. B is
// discretised as delta * B, as the authors' program does.
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

prefix.scan @selective_scan inclusive @affine_f32
    load (%delta: f32, %x: f32, %B: f32, %C: f32, %z: f32) {
      %A = arith.constant -1.0 : f32
      %exponent = arith.mulf %delta, %A : f32
      %a = math.exp %exponent : f32
      %weight = arith.mulf %delta, %B : f32
      %b = arith.mulf %weight, %x : f32
      prefix.yield %a, %b : f32, f32
    }
    store after (%p: f32, %h: f32)
        in (%delta: f32, %x: f32, %B: f32, %C: f32, %z: f32) {
      %D = arith.constant 0.5 : f32
      %one = arith.constant 1.0 : f32
      %read = arith.mulf %C, %h : f32
      %skip = arith.mulf %D, %x : f32
      %y = arith.addf %read, %skip : f32
      // z * sigmoid(z) = z / (1 + exp(-z)).
      %minus = arith.negf %z : f32
      %e = math.exp %minus : f32
      %below = arith.addf %one, %e : f32
      %gate = arith.divf %z, %below : f32
      %gated = arith.mulf %y, %gate : f32
      prefix.yield %gated : f32
    }
    : (f32, f32, f32, f32, f32) -> (f32)
