//===- gradient.mlir - Gradient of a linear recurrence --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of h[t] = a[t] * h[t-1] + b[t], h[-1] = 0 (recurrence.mlir), given the
// gradient d[t] of a loss by each h[t] as an output, the gradient by a and by b:
//
//   g[t] = d[t] + a[t+1] * g[t+1]     by h[t], all that it reaches included
//   db[t] = g[t]    da[t] = g[t] * h[t-1]
//
// from the arrays a, d and h: two out of three. The scan goes from the end. What
// multiplies is the a of the element behind (`next`), and da wants the h of the
// one before (`previous`).
//
// Algebra. As in recurrence.mlir: the composition of maps y -> a*y + b, with
// a[t+1] and d[t] in element t. Behind the last element there is no a, and 1
// stands for it: nothing is multiplied by it.
//
// Edges. As in recurrence.mlir, products of a can overflow.
//
// Source: E. Martin and C. Cundy, "Parallelizing Linear Recurrent Neural Nets
// Over Sequence Length", ICLR 2018.
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

prefix.scan @gradient inclusive reverse @affine_f32
    load (%a: f32, %d: f32, %h: f32) next (%behind of %a else 1.0 : f32) {
      prefix.yield %behind, %d : f32, f32
    }
    store after (%p: f32, %g: f32) in (%a: f32, %d: f32, %h: f32)
        previous (%before of %h else 0.0 : f32) {
      %da = arith.mulf %g, %before : f32
      prefix.yield %da, %g : f32, f32
    }
    : (f32, f32, f32) -> (f32, f32)
