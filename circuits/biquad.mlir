//===- biquad.mlir - Second-order recursive filter ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A biquad, that is a second-order IIR filter, along a signal:
//   y[t] = b0 x[t] + b1 x[t-1] + b2 x[t-2] - a1 y[t-1] - a2 y[t-2]
// with zeros before the first sample, unless it goes on from a state in memory,
// which the call for the samples before has left. The coefficients are constants: here a
// Butterworth low-pass with its corner at an eighth of the sampling rate.
//
// The form is the transposed direct form II, with two registers r and q:
//   y = b0 x + r,  r' = b1 x - a1 y + q,  q' = b2 x - a2 y
// With y put in, a sample changes the registers by an affine map:
//   (r, q) -> [-a1, 1; -a2, 0] (r, q) + ((b1 - a1 b0) x, (b2 - a2 b0) x)
// The load makes this map of a sample. The registers start at 0, so that before
// a sample they are the vector of the composed map; the store makes y of them
// and of the sample.
//
// Algebra. The state (k, l, m, n, r, q) stands for the map v -> M v + w, with
// the matrix M = [k, l; m, n] and the vector w = (r, q). The operator is the
// composition of maps, the low one applied first:
//   v -> M1 (M0 v + w0) + w1 = (M1 M0) v + (M1 w0 + w1)
// Composition is associative (in floats up to rounding) and not commutative.
// The identity is the map v -> v: the unit matrix and (0, 0). The powers of M
// tend to 0 if the filter is stable, that is if |a2| < 1 and |a1| < 1 + a2.
//
// Source: G. E. Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190,
// 1990, section 1.4 (recurrences of higher order); R. Bristow-Johnson, "Audio
// EQ Cookbook", W3C Group Note, 2021 (the coefficients: LPF, w0 = pi / 4, Q = 1
// / sqrt(2)).
//
//===----------------------------------------------------------------------===//

prefix.monoid @affine2_f32 identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero, %zero, %one, %zero, %zero
      : f32, f32, f32, f32, f32, f32
} combine (%k0: f32, %l0: f32, %m0: f32, %n0: f32, %r0: f32, %q0: f32),
          (%k1: f32, %l1: f32, %m1: f32, %n1: f32, %r1: f32, %q1: f32) {
  // M1 M0.
  %kk = arith.mulf %k1, %k0 : f32
  %lm = arith.mulf %l1, %m0 : f32
  %k = arith.addf %kk, %lm : f32
  %kl = arith.mulf %k1, %l0 : f32
  %ln = arith.mulf %l1, %n0 : f32
  %l = arith.addf %kl, %ln : f32
  %mk = arith.mulf %m1, %k0 : f32
  %nm = arith.mulf %n1, %m0 : f32
  %m = arith.addf %mk, %nm : f32
  %ml = arith.mulf %m1, %l0 : f32
  %nn = arith.mulf %n1, %n0 : f32
  %n = arith.addf %ml, %nn : f32

  // M1 w0 + w1.
  %kr = arith.mulf %k1, %r0 : f32
  %lq = arith.mulf %l1, %q0 : f32
  %rt = arith.addf %kr, %lq : f32
  %r = arith.addf %rt, %r1 : f32
  %mr = arith.mulf %m1, %r0 : f32
  %nq = arith.mulf %n1, %q0 : f32
  %qt = arith.addf %mr, %nq : f32
  %q = arith.addf %qt, %q1 : f32
  prefix.yield %k, %l, %m, %n, %r, %q : f32, f32, f32, f32, f32, f32
}

prefix.scan @biquad inclusive @affine2_f32 initial final
    load (%x: f32) {
      %b0 = arith.constant 0.09763107 : f32
      %b1 = arith.constant 0.19526215 : f32
      %b2 = arith.constant 0.09763107 : f32
      %a1 = arith.constant -0.94280904 : f32
      %a2 = arith.constant 0.33333333 : f32
      %one = arith.constant 1.0 : f32
      %zero = arith.constant 0.0 : f32
      %k = arith.negf %a1 : f32
      %m = arith.negf %a2 : f32
      %a1b0 = arith.mulf %a1, %b0 : f32
      %a2b0 = arith.mulf %a2, %b0 : f32
      %c1 = arith.subf %b1, %a1b0 : f32
      %c2 = arith.subf %b2, %a2b0 : f32
      %r = arith.mulf %c1, %x : f32
      %q = arith.mulf %c2, %x : f32
      prefix.yield %k, %one, %m, %zero, %r, %q : f32, f32, f32, f32, f32, f32
    }
    store before (%k: f32, %l: f32, %m: f32, %n: f32, %r: f32, %q: f32)
        in (%x: f32) {
      %b0 = arith.constant 0.09763107 : f32
      %direct = arith.mulf %b0, %x : f32
      %y = arith.addf %direct, %r : f32
      prefix.yield %y : f32
    }
    : (f32) -> (f32)
