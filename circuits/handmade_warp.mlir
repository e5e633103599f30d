//===- handmade_warp.mlir - A circuit drawn by hand, run across a warp ----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ladner and Fischer's circuit P_0 for 32 inputs, written out combine by
// combine as any circuit may be: 74 combines in 5 levels, where Sklansky's
// takes 80 and Kogge and Stone's 129. P_0(32) is P_1 on the first half beside
// P_0 on the second, whose outputs then take in the last of the first; P_1
// combines neighbours, runs P_0 on the 16 pairs and gives the even outputs
// their last input. For 8:
//
//   0 1 2 3 4 5 6 7
//   |-o |-o |-o |-o
//   | |-o-o | |-o-o
//   | | | |-o-o-o-o
//
// A wire s4_7 holds in[4] o ... o in[7]; its span, [4:7], is written for the
// reader and checked. The spans are the proof: a combine takes two adjacent
// ones, low first, and output k covers 0..k. No scan of a
// warp that verifies can be wrong, whatever the operator.
//
// The scan multiplies the maps y -> a*y + b modulo 2^32, an operator that is
// not commutative, so that an operand out of order would show.
//
// Source: R. E. Ladner and M. J. Fischer, "Parallel Prefix Computation",
// Journal of the ACM 27(4), 1980, section 2.
//
//===----------------------------------------------------------------------===//

prefix.circuit @ladner_fischer_p0(%x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8,
                                  %x9, %x10, %x11, %x12, %x13, %x14, %x15, %x16,
                                  %x17, %x18, %x19, %x20, %x21, %x22, %x23,
                                  %x24, %x25, %x26, %x27, %x28, %x29, %x30,
                                  %x31) {
  // Level 1.
  %s0_1 = prefix.combine %x0, %x1 : [0:1]
  %s2_3 = prefix.combine %x2, %x3 : [2:3]
  %s4_5 = prefix.combine %x4, %x5 : [4:5]
  %s6_7 = prefix.combine %x6, %x7 : [6:7]
  %s8_9 = prefix.combine %x8, %x9 : [8:9]
  %s10_11 = prefix.combine %x10, %x11 : [10:11]
  %s12_13 = prefix.combine %x12, %x13 : [12:13]
  %s14_15 = prefix.combine %x14, %x15 : [14:15]
  %s16_17 = prefix.combine %x16, %x17 : [16:17]
  %s18_19 = prefix.combine %x18, %x19 : [18:19]
  %s20_21 = prefix.combine %x20, %x21 : [20:21]
  %s22_23 = prefix.combine %x22, %x23 : [22:23]
  %s24_25 = prefix.combine %x24, %x25 : [24:25]
  %s26_27 = prefix.combine %x26, %x27 : [26:27]
  %s28_29 = prefix.combine %x28, %x29 : [28:29]
  %s30_31 = prefix.combine %x30, %x31 : [30:31]

  // Level 2.
  %s0_2 = prefix.combine %s0_1, %x2 : [0:2]
  %s0_3 = prefix.combine %s0_1, %s2_3 : [0:3]
  %s4_7 = prefix.combine %s4_5, %s6_7 : [4:7]
  %s8_11 = prefix.combine %s8_9, %s10_11 : [8:11]
  %s12_15 = prefix.combine %s12_13, %s14_15 : [12:15]
  %s16_18 = prefix.combine %s16_17, %x18 : [16:18]
  %s16_19 = prefix.combine %s16_17, %s18_19 : [16:19]
  %s20_23 = prefix.combine %s20_21, %s22_23 : [20:23]
  %s24_26 = prefix.combine %s24_25, %x26 : [24:26]
  %s24_27 = prefix.combine %s24_25, %s26_27 : [24:27]
  %s28_30 = prefix.combine %s28_29, %x30 : [28:30]
  %s28_31 = prefix.combine %s28_29, %s30_31 : [28:31]

  // Level 3.
  %s0_4 = prefix.combine %s0_3, %x4 : [0:4]
  %s0_5 = prefix.combine %s0_3, %s4_5 : [0:5]
  %s0_7 = prefix.combine %s0_3, %s4_7 : [0:7]
  %s8_13 = prefix.combine %s8_11, %s12_13 : [8:13]
  %s8_15 = prefix.combine %s8_11, %s12_15 : [8:15]
  %s16_20 = prefix.combine %s16_19, %x20 : [16:20]
  %s16_21 = prefix.combine %s16_19, %s20_21 : [16:21]
  %s16_23 = prefix.combine %s16_19, %s20_23 : [16:23]
  %s24_28 = prefix.combine %s24_27, %x28 : [24:28]
  %s24_29 = prefix.combine %s24_27, %s28_29 : [24:29]
  %s24_30 = prefix.combine %s24_27, %s28_30 : [24:30]
  %s24_31 = prefix.combine %s24_27, %s28_31 : [24:31]

  // Level 4.
  %s0_6 = prefix.combine %s0_5, %x6 : [0:6]
  %s0_8 = prefix.combine %s0_7, %x8 : [0:8]
  %s0_9 = prefix.combine %s0_7, %s8_9 : [0:9]
  %s0_11 = prefix.combine %s0_7, %s8_11 : [0:11]
  %s0_13 = prefix.combine %s0_7, %s8_13 : [0:13]
  %s0_15 = prefix.combine %s0_7, %s8_15 : [0:15]
  %s16_22 = prefix.combine %s16_21, %x22 : [16:22]
  %s16_24 = prefix.combine %s16_23, %x24 : [16:24]
  %s16_25 = prefix.combine %s16_23, %s24_25 : [16:25]
  %s16_26 = prefix.combine %s16_23, %s24_26 : [16:26]
  %s16_27 = prefix.combine %s16_23, %s24_27 : [16:27]
  %s16_28 = prefix.combine %s16_23, %s24_28 : [16:28]
  %s16_29 = prefix.combine %s16_23, %s24_29 : [16:29]
  %s16_30 = prefix.combine %s16_23, %s24_30 : [16:30]
  %s16_31 = prefix.combine %s16_23, %s24_31 : [16:31]

  // Level 5.
  %s0_10 = prefix.combine %s0_9, %x10 : [0:10]
  %s0_12 = prefix.combine %s0_11, %x12 : [0:12]
  %s0_14 = prefix.combine %s0_13, %x14 : [0:14]
  %s0_16 = prefix.combine %s0_15, %x16 : [0:16]
  %s0_17 = prefix.combine %s0_15, %s16_17 : [0:17]
  %s0_18 = prefix.combine %s0_15, %s16_18 : [0:18]
  %s0_19 = prefix.combine %s0_15, %s16_19 : [0:19]
  %s0_20 = prefix.combine %s0_15, %s16_20 : [0:20]
  %s0_21 = prefix.combine %s0_15, %s16_21 : [0:21]
  %s0_22 = prefix.combine %s0_15, %s16_22 : [0:22]
  %s0_23 = prefix.combine %s0_15, %s16_23 : [0:23]
  %s0_24 = prefix.combine %s0_15, %s16_24 : [0:24]
  %s0_25 = prefix.combine %s0_15, %s16_25 : [0:25]
  %s0_26 = prefix.combine %s0_15, %s16_26 : [0:26]
  %s0_27 = prefix.combine %s0_15, %s16_27 : [0:27]
  %s0_28 = prefix.combine %s0_15, %s16_28 : [0:28]
  %s0_29 = prefix.combine %s0_15, %s16_29 : [0:29]
  %s0_30 = prefix.combine %s0_15, %s16_30 : [0:30]
  %s0_31 = prefix.combine %s0_15, %s16_31 : [0:31]

  prefix.yield %x0, %s0_1, %s0_2, %s0_3, %s0_4, %s0_5, %s0_6, %s0_7, %s0_8,
      %s0_9, %s0_10, %s0_11, %s0_12, %s0_13, %s0_14, %s0_15, %s0_16, %s0_17,
      %s0_18, %s0_19, %s0_20, %s0_21, %s0_22, %s0_23, %s0_24, %s0_25, %s0_26,
      %s0_27, %s0_28, %s0_29, %s0_30, %s0_31
} expect {size = 74, depth = 5}

// The map y -> a*y + b, the low one applied first.
prefix.monoid @affine_i32 identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %t = arith.muli %a1, %b0 : i32
  %b = arith.addi %t, %b1 : i32
  prefix.yield %a, %b : i32, i32
}

prefix.scan @handmade_warp inclusive @affine_i32 : (i32, i32) -> (i32, i32)
    plan <warp = @ladner_fischer_p0>
