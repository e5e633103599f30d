//===- sum_sklansky.mlir - Running sum with a chosen circuit --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The running sum of sum.mlir with Sklansky's circuit across the 32 lanes of a
// warp: 80 combines, 5 levels, a fan-out that doubles from level to level. The
// plan names the level and leaves the rest to the compiler. Change the family
// and nothing else changes: kogge_stone<32>, brent_kung<32>, serial<32>.
//
// Source: J. Sklansky, "Conditional-Sum Addition Logic", IRE Transactions on
// Electronic Computers EC-9(2), 1960.
//
//===----------------------------------------------------------------------===//

prefix.family @warp_circuit = sklansky<32>

prefix.scan @sum_sklansky inclusive @add_i32 : (i32) -> (i32)
    plan <warp = @warp_circuit>
