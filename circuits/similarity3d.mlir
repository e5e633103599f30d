//===- similarity3d.mlir - Chains of similarity transforms in space -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pose of every link of a chain from the poses of each link in the one
// before (forward kinematics): out[i] = in[0] o in[1] o ... o in[i]. A
// transform is eight f64, 64 bytes, the widest state there is: scale s, unit
// quaternion (w, x, y, z), translation (u, v, t); it maps a point r to s *
// rotate(q, r) + (u, v, t).
//
// Algebra. The operator is composition, the high transform applied first:
//   s = s0 * s1, q = q0 * q1, t = t0 + s0 * rotate(q0, t1)
// Composition is associative (in floats up to rounding) and not commutative.
// The identity is (1; 1, 0, 0, 0; 0, 0, 0). The elements listed with the scan
// are typical ones, unit quaternions all: what checks the laws starts from them.
//
// Source: W. R. Hamilton's quaternion product; the rotation is r + 2w(v x r) +
// 2v x (v x r) with v = (x, y, z), as in J. Diebel, "Representing Attitude",
// Stanford University, 2006, section 6.
//
//===----------------------------------------------------------------------===//

prefix.monoid @similarity_f64 identity {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  prefix.yield %one, %one, %zero, %zero, %zero, %zero, %zero, %zero
      : f64, f64, f64, f64, f64, f64, f64, f64
} combine (%s0: f64, %w0: f64, %x0: f64, %y0: f64, %z0: f64,
           %u0: f64, %v0: f64, %t0: f64),
          (%s1: f64, %w1: f64, %x1: f64, %y1: f64, %z1: f64,
           %u1: f64, %v1: f64, %t1: f64) {
  %two = arith.constant 2.0 : f64
  %s = arith.mulf %s0, %s1 : f64

  // The product of the quaternions.
  %k1 = arith.mulf %w0, %w1 : f64
  %k2 = arith.mulf %x0, %x1 : f64
  %k3 = arith.subf %k1, %k2 : f64
  %k4 = arith.mulf %y0, %y1 : f64
  %k5 = arith.subf %k3, %k4 : f64
  %k6 = arith.mulf %z0, %z1 : f64
  %w = arith.subf %k5, %k6 : f64
  %k7 = arith.mulf %w0, %x1 : f64
  %k8 = arith.mulf %x0, %w1 : f64
  %k9 = arith.addf %k7, %k8 : f64
  %k10 = arith.mulf %y0, %z1 : f64
  %k11 = arith.addf %k9, %k10 : f64
  %k12 = arith.mulf %z0, %y1 : f64
  %x = arith.subf %k11, %k12 : f64
  %k13 = arith.mulf %w0, %y1 : f64
  %k14 = arith.mulf %x0, %z1 : f64
  %k15 = arith.subf %k13, %k14 : f64
  %k16 = arith.mulf %y0, %w1 : f64
  %k17 = arith.addf %k15, %k16 : f64
  %k18 = arith.mulf %z0, %x1 : f64
  %y = arith.addf %k17, %k18 : f64
  %k19 = arith.mulf %w0, %z1 : f64
  %k20 = arith.mulf %x0, %y1 : f64
  %k21 = arith.addf %k19, %k20 : f64
  %k22 = arith.mulf %y0, %x1 : f64
  %k23 = arith.subf %k21, %k22 : f64
  %k24 = arith.mulf %z0, %w1 : f64
  %z = arith.addf %k23, %k24 : f64

  // The vector h = 2 * (x0, y0, z0) x (u1, v1, t1).
  %k25 = arith.mulf %y0, %t1 : f64
  %k26 = arith.mulf %z0, %v1 : f64
  %cx = arith.subf %k25, %k26 : f64
  %k27 = arith.mulf %z0, %u1 : f64
  %k28 = arith.mulf %x0, %t1 : f64
  %cy = arith.subf %k27, %k28 : f64
  %k29 = arith.mulf %x0, %v1 : f64
  %k30 = arith.mulf %y0, %u1 : f64
  %cz = arith.subf %k29, %k30 : f64
  %hx = arith.mulf %two, %cx : f64
  %hy = arith.mulf %two, %cy : f64
  %hz = arith.mulf %two, %cz : f64

  // Its rotation: (u1, v1, t1) + w0 * h + (x0, y0, z0) x h.
  %k31 = arith.mulf %y0, %hz : f64
  %k32 = arith.mulf %z0, %hy : f64
  %gx = arith.subf %k31, %k32 : f64
  %k33 = arith.mulf %z0, %hx : f64
  %k34 = arith.mulf %x0, %hz : f64
  %gy = arith.subf %k33, %k34 : f64
  %k35 = arith.mulf %x0, %hy : f64
  %k36 = arith.mulf %y0, %hx : f64
  %gz = arith.subf %k35, %k36 : f64
  %k37 = arith.mulf %w0, %hx : f64
  %k38 = arith.addf %u1, %k37 : f64
  %rx = arith.addf %k38, %gx : f64
  %k39 = arith.mulf %w0, %hy : f64
  %k40 = arith.addf %v1, %k39 : f64
  %ry = arith.addf %k40, %gy : f64
  %k41 = arith.mulf %w0, %hz : f64
  %k42 = arith.addf %t1, %k41 : f64
  %rz = arith.addf %k42, %gz : f64

  // Scaled and moved.
  %k43 = arith.mulf %s0, %rx : f64
  %u = arith.addf %u0, %k43 : f64
  %k44 = arith.mulf %s0, %ry : f64
  %v = arith.addf %v0, %k44 : f64
  %k45 = arith.mulf %s0, %rz : f64
  %t = arith.addf %t0, %k45 : f64
  prefix.yield %s, %w, %x, %y, %z, %u, %v, %t
      : f64, f64, f64, f64, f64, f64, f64, f64
}

prefix.scan @similarity3d inclusive @similarity_f64
    : (f64, f64, f64, f64, f64, f64, f64, f64)
    -> (f64, f64, f64, f64, f64, f64, f64, f64)
    attributes {prefix.elements = [
      [1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0],
      [2.0, 0.0, 1.0, 0.0, 0.0, 4.0, 0.0, -1.0],
      [0.5, 0.0, 0.0, -1.0, 0.0, -2.0, 5.0, 0.25],
      [-1.0, 0.0, 0.0, 0.0, 1.0, 3.0, -3.0, 1.0],
      [1.5, 0.5, 0.5, -0.5, 0.5, 0.1, 0.2, 0.3],
      [3.0, 0.6, 0.0, 0.8, 0.0, -4.0, 1.0, 7.0],
      [0.25, 0.28, -0.96, 0.0, 0.0, 2.0, 0.7, -5.0]]}
