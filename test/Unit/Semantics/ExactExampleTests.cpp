//===- ExactExampleTests.cpp - The examples with exact values -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "ExampleTests.h"

using namespace scanc;
using namespace scanc::test;

namespace {

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void testSum(const char *file) {
  testExample<int32_t, int32_t>(
      file,
      [](uint64_t n) { return operatorData<int32_t>(Operator::Add, n, 1); },
      [](const std::vector<int32_t> &in) {
        auto add = [](int32_t a, int32_t b) {
          return apply<int32_t>(Operator::Add, a, b);
        };
        return serialScan<int32_t>(in, add, 0, {});
      });
}

TEST(Examples, Sum) { testSum("sum.mlir"); }
TEST(Examples, SumSklansky) { testSum("sum_sklansky.mlir"); }

TEST(Examples, HandmadeWarp) {
  testExample<Affine, Affine>("handmade_warp.mlir", affineData,
                              affineReference({}));
}

//===----------------------------------------------------------------------===//
// Linear recurrence: factors 1 and -1 and small terms, exact in f32
//===----------------------------------------------------------------------===//

struct Term {
  float a = 1, b = 0;
  bool operator==(const Term &) const = default;
};
std::ostream &operator<<(std::ostream &os, const Term &term) {
  return os << "(" << term.a << ", " << term.b << ")";
}

TEST(Examples, LinearRecurrence) {
  testExample<Term, Term>(
      "linear_recurrence.mlir",
      [](uint64_t n) {
        std::mt19937 random(2);
        std::vector<Term> in(n);
        for (Term &term : in)
          term = {random() % 2 ? 1.0f : -1.0f,
                  static_cast<float>(random() % 65) - 32};
        return in;
      },
      [](const std::vector<Term> &in) {
        std::vector<Term> out;
        Term last;
        for (const Term &term : in)
          out.push_back(last = {term.a * last.a, term.a * last.b + term.b});
        return out;
      });
}

//===----------------------------------------------------------------------===//
// Argmax
//===----------------------------------------------------------------------===//

struct Entry {
  float value = 0;
  int64_t index = 0;
  bool operator==(const Entry &other) const {
    return same(value, other.value) && index == other.index;
  }
};
std::ostream &operator<<(std::ostream &os, const Entry &entry) {
  return os << "(" << entry.value << ", " << entry.index << ")";
}

/// Written as the sentence of the file: the greatest value, NaN above all, and
/// of those that tie the lowest index.
std::vector<Entry> argmax(const std::vector<Entry> &in) {
  std::vector<Entry> out;
  for (const Entry &entry : in) {
    Entry best = out.empty() ? entry : out.back();
    bool nan = std::isnan(entry.value), bestNan = std::isnan(best.value);
    if (nan != bestNan)
      best = nan ? entry : best;
    else if (!nan && entry.value != best.value)
      best = entry.value > best.value ? entry : best;
    else
      best = entry.index < best.index ? entry : best;
    out.push_back(best);
  }
  return out;
}

/// -infinity for a while, then ever larger values with many ties and zeros of
/// both signs, indices first falling and then rising, NaN from `nan` on.
std::vector<Entry> entries(uint64_t n, uint64_t nan) {
  std::mt19937 random(3);
  std::vector<Entry> in(n);
  for (auto [i, entry] : llvm::enumerate(in)) {
    float value = static_cast<float>(random() % (i / 16 + 1) / 4);
    value = i < 40   ? -std::numeric_limits<float>::infinity()
            : i < 80 ? std::copysign(0.0f, (random() & 1) - 0.5f)
                     : value;
    if (i >= nan && random() % 10 == 0)
      value = std::numeric_limits<float>::quiet_NaN();
    auto index = static_cast<int64_t>(i);
    entry = {value, index < 1000 ? 999 - index : index};
  }
  return in;
}

TEST(Examples, Argmax) {
  testExample<Entry, Entry>(
      "argmax.mlir", [](uint64_t n) { return entries(n, n); }, argmax);
}
TEST(Examples, ArgmaxOfNaN) {
  testExample<Entry, Entry>(
      "argmax.mlir", [](uint64_t n) { return entries(n, 60); }, argmax);
  testExample<Entry, Entry>(
      "argmax.mlir", [](uint64_t n) { return entries(n, n / 2); }, argmax);
}

//===----------------------------------------------------------------------===//
// Matrices modulo 46337
//===----------------------------------------------------------------------===//

struct Matrix {
  uint32_t at[4] = {1, 0, 0, 1};
  bool operator==(const Matrix &) const = default;
};
std::ostream &operator<<(std::ostream &os, const Matrix &m) {
  return os << "(" << m.at[0] << ", " << m.at[1] << "; " << m.at[2] << ", "
            << m.at[3] << ")";
}

Matrix multiply(const Matrix &low, const Matrix &high) {
  Matrix product;
  for (int row : {0, 1})
    for (int column : {0, 1}) {
      uint64_t sum = 0;
      for (int k : {0, 1})
        sum += uint64_t(low.at[2 * row + k]) * high.at[2 * k + column];
      product.at[2 * row + column] = static_cast<uint32_t>(sum % 46337);
    }
  return product;
}

TEST(Examples, Matrix2x2Mod) {
  testExample<Matrix, Matrix>(
      "matrix2x2_mod.mlir",
      [](uint64_t n) {
        std::mt19937 random(4);
        std::vector<Matrix> in(n);
        for (Matrix &matrix : in)
          for (uint32_t &entry : matrix.at)
            entry = random() % 8 ? random() % 46337 : 46336;
        return in;
      },
      [](const std::vector<Matrix> &in) {
        return serialScan<Matrix>(in, multiply, Matrix(), {});
      });
}

//===----------------------------------------------------------------------===//
// Similarity transforms: scales that are powers of two, quaternions from the
// units of the ring of Lipschitz integers, whole translations; exact in f64
//===----------------------------------------------------------------------===//

struct Similarity {
  double scale = 1;
  double q[4] = {1, 0, 0, 0};
  double move[3] = {0, 0, 0};
  /// By value: the sign of a zero depends on the order of the sums.
  bool operator==(const Similarity &) const = default;
};
std::ostream &operator<<(std::ostream &os, const Similarity &s) {
  return os << "(" << s.scale << "; " << s.q[0] << ", " << s.q[1] << ", "
            << s.q[2] << ", " << s.q[3] << "; " << s.move[0] << ", "
            << s.move[1] << ", " << s.move[2] << ")";
}

/// By the rotation matrix, which the operator under test does not form.
Similarity compose(const Similarity &low, const Similarity &high) {
  auto [w, x, y, z] = low.q;
  const auto &p = high.q;
  const double rotation[3][3] = {
      {w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
      {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
      {2 * (x * z - w * y), 2 * (y * z + w * x),
       w * w - x * x - y * y + z * z}};
  Similarity result;
  result.scale = low.scale * high.scale;
  result.q[0] = w * p[0] - x * p[1] - y * p[2] - z * p[3];
  result.q[1] = w * p[1] + x * p[0] + y * p[3] - z * p[2];
  result.q[2] = w * p[2] - x * p[3] + y * p[0] + z * p[1];
  result.q[3] = w * p[3] + x * p[2] - y * p[1] + z * p[0];
  for (int i : {0, 1, 2}) {
    double rotated = 0;
    for (int k : {0, 1, 2})
      rotated += rotation[i][k] * high.move[k];
    result.move[i] = low.move[i] + low.scale * rotated;
  }
  return result;
}

TEST(Examples, Similarity3d) {
  testExample<Similarity, Similarity>(
      "similarity3d.mlir",
      [](uint64_t n) {
        std::mt19937 random(5);
        std::vector<Similarity> in(n);
        int exponent = 0;
        for (Similarity &s : in) {
          int step = static_cast<int>(random() % 3) - 1;
          step = std::abs(exponent + step) > 4 ? -step : step;
          exponent += step;
          s.scale = std::ldexp(1.0, step);
          s.q[0] = 0;
          s.q[random() % 4] = random() % 2 ? 1 : -1;
          for (double &move : s.move)
            move = static_cast<double>(random() % 33) - 16;
        }
        return in;
      },
      [](const std::vector<Similarity> &in) {
        return serialScan<Similarity>(in, compose, Similarity(), {});
      });
}

} // namespace
