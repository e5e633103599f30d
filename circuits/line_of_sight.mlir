//===- line_of_sight.mlir - What an observer sees along a ray -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which points along a ray an observer sees, from their altitudes: 1 if a point
// is visible, 0 if not. Point i lies i + 1 steps from the observer. The
// observer's eyes are at a constant altitude, here 100 (in steps, as all
// altitudes). A point is visible if it is seen at a greater angle than all
// points before it.
//
// The load computes the slope (altitude - eyes) / (i + 1): slopes are in the
// order of their angles, and no arctangent is needed. The store compares the
// slope of the point with the maximum before it. Before the first point that is
// -infinity.
//
// Algebra. The maximum, built in, is associative, commutative and idempotent.
// Its identity is -infinity.
//
// NaN. A point whose altitude is NaN is not visible, and hides nothing: its
// slope counts as -infinity.
//
// Source: G. E. Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190,
// 1990, section 1.3.
//
//===----------------------------------------------------------------------===//

prefix.scan @line_of_sight exclusive @max_f32
    load (%altitude: f32) index %i {
      %eyes = arith.constant 100.0 : f32
      %one = arith.constant 1 : i64
      %least = arith.constant 0xFF800000 : f32
      %steps = arith.addi %i, %one : i64
      %distance = arith.sitofp %steps : i64 to f32
      %rise = arith.subf %altitude, %eyes : f32
      %slope = arith.divf %rise, %distance : f32
      %unknown = arith.cmpf uno, %slope, %slope : f32
      %counted = arith.select %unknown, %least, %slope : f32
      prefix.yield %counted : f32
    }
    store before (%highest: f32) in (%altitude: f32) index %i {
      %eyes = arith.constant 100.0 : f32
      %one = arith.constant 1 : i64
      %steps = arith.addi %i, %one : i64
      %distance = arith.sitofp %steps : i64 to f32
      %rise = arith.subf %altitude, %eyes : f32
      %slope = arith.divf %rise, %distance : f32
      // False for a NaN.
      %visible = arith.cmpf ogt, %slope, %highest : f32
      %flag = arith.extui %visible : i1 to i8
      prefix.yield %flag : i8
    }
    : (f32) -> (ui8)
