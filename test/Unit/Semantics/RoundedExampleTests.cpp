//===- RoundedExampleTests.cpp - The examples whose values are rounded ----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the values depend on the order of the roundings, the reference is
// computed in a wider type and the comparison has a bound. What is exact in
// any order, counts and maxima and the identity, is compared exactly.
//
//===----------------------------------------------------------------------===//

#include "ExampleTests.h"

using namespace scanc;
using namespace scanc::test;

namespace {

/// Whether `value` is within `bound` times `scale` of the reference.
bool near(double value, double reference, double bound, double scale) {
  return std::fabs(value - reference) <= bound * scale;
}

//===----------------------------------------------------------------------===//
// Running mean and variance
//===----------------------------------------------------------------------===//

struct Moments {
  double count = 0, mean = 0, m2 = 0;
  bool operator==(const Moments &other) const {
    return count == other.count &&
           near(mean, other.mean, 1e-12, 1 + std::fabs(other.mean)) &&
           near(m2, other.m2, 1e-10, other.m2);
  }
};
std::ostream &operator<<(std::ostream &os, const Moments &moments) {
  return os << "(" << moments.count << ", " << moments.mean << ", "
            << moments.m2 << ")";
}

/// By the sums of x and x^2 of whole x, exact in 128 bits.
std::vector<Moments> moments(const std::vector<Moments> &in) {
  std::vector<Moments> out;
  __int128 count = 0, sum = 0, squares = 0;
  for (const Moments &sample : in) {
    auto x = static_cast<int64_t>(sample.mean);
    count += sample.count != 0;
    sum += x;
    squares += static_cast<__int128>(x) * x;
    Moments result;
    if (count) {
      auto n = static_cast<long double>(count);
      result.count = static_cast<double>(count);
      result.mean = static_cast<double>(static_cast<long double>(sum) / n);
      result.m2 = static_cast<double>(
          static_cast<long double>(count * squares - sum * sum) / n);
    }
    out.push_back(result);
  }
  return out;
}

/// Samples around a mean that is large against the deviation, the first after
/// `gap` empty sets, and an empty set here and there.
std::vector<Moments> samples(uint64_t n, uint64_t gap) {
  std::mt19937 random(6);
  std::vector<Moments> in(n);
  for (auto [i, sample] : llvm::enumerate(in))
    if (i >= gap && random() % 10)
      sample = {1, 10000 + static_cast<double>(random() % 2001) - 1000, 0};
  return in;
}

TEST(Examples, Welford) {
  testExample<Moments, Moments>(
      "welford.mlir", [](uint64_t n) { return samples(n, 0); }, moments);
}
TEST(Examples, WelfordAfterEmptySets) {
  testExample<Moments, Moments>(
      "welford.mlir", [](uint64_t n) { return samples(n, n / 2); }, moments);
}

//===----------------------------------------------------------------------===//
// Online softmax
//===----------------------------------------------------------------------===//

struct Normaliser {
  float max = 0, sum = 0;
  bool operator==(const Normaliser &other) const {
    return same(max, other.max) &&
           (std::isnan(max) || near(sum, other.sum, 1e-4, other.sum));
  }
};
std::ostream &operator<<(std::ostream &os, const Normaliser &normaliser) {
  return os << "(" << normaliser.max << ", " << normaliser.sum << ")";
}

/// The sum is kept in f64 and rescaled when the maximum rises.
std::vector<Normaliser> normalisers(const std::vector<Normaliser> &in) {
  const double least = -std::numeric_limits<double>::infinity();
  std::vector<Normaliser> out;
  double max = least, sum = 0;
  for (const Normaliser &score : in) {
    double x = score.max;
    if (std::isnan(x) || std::isnan(max)) {
      max = std::numeric_limits<double>::quiet_NaN();
    } else if (x > max) {
      sum = (max == least ? 0 : sum * std::exp(max - x)) + score.sum;
      max = x;
    } else if (x == max) {
      sum += score.sum;
    } else {
      sum += score.sum * std::exp(x - max);
    }
    out.push_back({static_cast<float>(max), static_cast<float>(sum)});
  }
  return out;
}

/// Scores that rise and fall, from `nan` on with a NaN; the identity first.
std::vector<Normaliser> scores(uint64_t n, uint64_t nan) {
  std::mt19937 random(7);
  std::vector<Normaliser> in(n);
  for (auto [i, score] : llvm::enumerate(in)) {
    float x = static_cast<float>(random() % 20001) / 1000 - 10 +
              static_cast<float>(i % 5000) / 250;
    score = {i == nan ? std::numeric_limits<float>::quiet_NaN() : x, 1};
    if (i < 40 || random() % 30 == 0)
      score = {-std::numeric_limits<float>::infinity(), 0};
  }
  return in;
}

TEST(Examples, OnlineSoftmax) {
  testExample<Normaliser, Normaliser>(
      "online_softmax.mlir", [](uint64_t n) { return scores(n, n); },
      normalisers);
}
TEST(Examples, OnlineSoftmaxOfNaN) {
  testExample<Normaliser, Normaliser>(
      "online_softmax.mlir", [](uint64_t n) { return scores(n, n / 2); },
      normalisers);
}

} // namespace
