//===- welford.mlir - Running mean and variance ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Count, mean and sum of squared deviations M2 of the samples so far, from
// elements (1, x, 0): after n samples the variance is M2 / n (population) or M2
// / (n - 1) (sample).
//
// Algebra. A state summarises a set of samples, and two summaries are merged by
//   n = n0 + n1, delta = mean1 - mean0
//   mean = mean0 + delta * n1 / n
//   M2 = M2_0 + M2_1 + delta^2 * n0 * n1 / n
// which is associative because set union is (in floats up to rounding). The
// identity is the empty set, (0, 0, 0): where one side is empty the other is
// taken as it is, so that 0 / 0 never shows. States outside of what samples
// merge to, such as (0, 1, 1), mean nothing; what checks the laws starts from
// the elements listed with the scan.
//
// The state is f64: a count in f32 stops at 2^24, and M2 loses half its digits
// where the mean is large against the deviation.
//
// Source: B. P. Welford, "Note on a Method for Calculating Corrected Sums of
// Squares and Products", Technometrics 4(3), 1962; T. F. Chan, G. H. Golub and
// R. J. LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing
// Sample Variances", Stanford STAN-CS-79-773, 1979, equation (2.1).
//
//===----------------------------------------------------------------------===//

prefix.monoid @welford_f64 identity {
  %zero = arith.constant 0.0 : f64
  prefix.yield %zero, %zero, %zero : f64, f64, f64
} combine (%n0: f64, %mean0: f64, %m0: f64), (%n1: f64, %mean1: f64, %m1: f64) {
  %zero = arith.constant 0.0 : f64
  %n = arith.addf %n0, %n1 : f64
  %delta = arith.subf %mean1, %mean0 : f64
  %share = arith.divf %n1, %n : f64
  %shift = arith.mulf %delta, %share : f64
  %mean = arith.addf %mean0, %shift : f64
  %m2 = arith.addf %m0, %m1 : f64
  %part = arith.mulf %delta, %shift : f64
  %between = arith.mulf %part, %n0 : f64
  %m = arith.addf %m2, %between : f64

  // An empty side leaves the other as it is.
  %empty0 = arith.cmpf oeq, %n0, %zero : f64
  %mean_a = arith.select %empty0, %mean1, %mean : f64
  %m_a = arith.select %empty0, %m1, %m : f64
  %empty1 = arith.cmpf oeq, %n1, %zero : f64
  %mean_b = arith.select %empty1, %mean0, %mean_a : f64
  %m_b = arith.select %empty1, %m0, %m_a : f64
  prefix.yield %n, %mean_b, %m_b : f64, f64, f64
}

prefix.scan @welford inclusive @welford_f64 : (f64, f64, f64) -> (f64, f64, f64)
    attributes {prefix.elements = [
      [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 2.0, 0.0], [1.0, -3.0, 0.0],
      [1.0, 0.1, 0.0], [1.0, -7.5, 0.0], [1.0, 100.0, 0.0]]}
