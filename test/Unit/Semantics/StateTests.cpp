//===- StateTests.cpp - States of several values of several types ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

using namespace scanc;
using namespace scanc::test;

namespace {

/// Compiles `monoid` with an inclusive and an exclusive scan of `types`, each
/// streamed and planned, and runs them at every size.
template <class T, class Combine>
void testState(const std::string &monoid, const std::string &types,
               const std::function<std::vector<T>(uint64_t)> &makeData,
               Combine combine, T identity) {
  std::string source = monoid;
  for (bool inclusive : {true, false})
    for (bool streamed : {true, false})
      source += std::string("prefix.scan @scan") + (inclusive ? "i" : "e") +
                (streamed ? "s" : "p") +
                (inclusive ? " inclusive" : " exclusive") + " @op : " + types +
                " -> " + types +
                (streamed ? " plan <" + smallStreaming(2) + ">\n" : "\n");
  std::vector<CompiledScan> scans = compileOrFail(source);
  ASSERT_EQ(scans.size(), 4u);
  for (CompiledScan &scan : scans) {
    Order<T> order;
    order.inclusive = scan.description().inclusive;
    checkSizes<T, T>(scan, makeData, [&](const std::vector<T> &in) {
      return serialScan<T>(in, combine, identity, order);
    });
  }
}

//===----------------------------------------------------------------------===//
// One bit
//===----------------------------------------------------------------------===//

TEST(States, OneBit) {
  testState<uint8_t>(
      R"mlir(
prefix.monoid @op commutative identity {
  %zero = arith.constant false
  prefix.yield %zero : i1
} combine (%a: i1), (%b: i1) {
  %c = arith.xori %a, %b : i1
  prefix.yield %c : i1
}
)mlir",
      "(i1)",
      [](uint64_t n) {
        std::mt19937 random(1);
        std::vector<uint8_t> in(n);
        for (uint8_t &bit : in)
          bit = random() & 1;
        return in;
      },
      [](uint8_t a, uint8_t b) { return uint8_t(a ^ b); }, uint8_t(0));
}

//===----------------------------------------------------------------------===//
// A flag and a sum: a segmented scan, with padding between the fields
//===----------------------------------------------------------------------===//

struct Segment {
  uint8_t flag = 0;
  int32_t sum = 0;
  bool operator==(const Segment &other) const {
    return flag == other.flag && sum == other.sum;
  }
};
std::ostream &operator<<(std::ostream &os, const Segment &segment) {
  return os << "(" << +segment.flag << ", " << segment.sum << ")";
}

TEST(States, SegmentedSum) {
  testState<Segment>(
      R"mlir(
prefix.monoid @op identity {
  %false = arith.constant false
  %zero = arith.constant 0 : i32
  prefix.yield %false, %zero : i1, i32
} combine (%f0: i1, %v0: i32), (%f1: i1, %v1: i32) {
  %f = arith.ori %f0, %f1 : i1
  %sum = arith.addi %v0, %v1 : i32
  %v = arith.select %f1, %v1, %sum : i32
  prefix.yield %f, %v : i1, i32
}
)mlir",
      "(i1, i32)",
      [](uint64_t n) {
        std::mt19937 random(2);
        std::vector<Segment> in(n);
        for (Segment &segment : in)
          segment = {uint8_t(random() % 50 == 0),
                     static_cast<int32_t>(random())};
        return in;
      },
      [](const Segment &low, const Segment &high) {
        return Segment{uint8_t(low.flag | high.flag),
                       high.flag ? high.sum
                                 : int32_t(uint32_t(low.sum) + high.sum)};
      },
      Segment());
}

//===----------------------------------------------------------------------===//
// Fields of four sizes, 24 bytes with padding
//===----------------------------------------------------------------------===//

struct Mixed {
  int8_t sum8 = 0;
  int16_t max16 = -32768;
  double sum64 = 0;
  uint8_t any = 0;
  Half least = Half(std::numeric_limits<float>::infinity());
  bool operator==(const Mixed &other) const {
    return sum8 == other.sum8 && max16 == other.max16 && sum64 == other.sum64 &&
           any == other.any && same(least, other.least);
  }
};
std::ostream &operator<<(std::ostream &os, const Mixed &mixed) {
  return os << "(" << +mixed.sum8 << ", " << mixed.max16 << ", " << mixed.sum64
            << ", " << +mixed.any << ", " << float(mixed.least) << ")";
}

TEST(States, MixedSizes) {
  testState<Mixed>(
      R"mlir(
prefix.monoid @op identity {
  %zero8 = arith.constant 0 : i8
  %least16 = arith.constant -32768 : i16
  %zero64 = arith.constant 0.0 : f64
  %false = arith.constant false
  %inf = arith.constant 0x7C00 : f16
  prefix.yield %zero8, %least16, %zero64, %false, %inf
      : i8, i16, f64, i1, f16
} combine (%a0: i8, %b0: i16, %c0: f64, %d0: i1, %e0: f16),
          (%a1: i8, %b1: i16, %c1: f64, %d1: i1, %e1: f16) {
  %a = arith.addi %a0, %a1 : i8
  %b = arith.maxsi %b0, %b1 : i16
  %c = arith.addf %c0, %c1 : f64
  %d = arith.ori %d0, %d1 : i1
  %e = arith.minimumf %e0, %e1 : f16
  prefix.yield %a, %b, %c, %d, %e : i8, i16, f64, i1, f16
}
)mlir",
      "(i8, i16, f64, i1, f16)",
      [](uint64_t n) {
        std::mt19937 random(3);
        std::vector<Mixed> in(n);
        for (auto [i, mixed] : llvm::enumerate(in))
          mixed = {static_cast<int8_t>(random()),
                   static_cast<int16_t>(random() % (i + 1) - 3000),
                   static_cast<double>(random() % 1000) / 8,
                   uint8_t(random() % 2000 == 0),
                   Half(-static_cast<float>(random() % (i / 4 + 1)))};
        return in;
      },
      [](const Mixed &low, const Mixed &high) {
        return Mixed{static_cast<int8_t>(low.sum8 + high.sum8),
                     std::max(low.max16, high.max16), low.sum64 + high.sum64,
                     uint8_t(low.any | high.any),
                     apply<Half>(Operator::Min, low.least, high.least)};
      },
      Mixed());
}

//===----------------------------------------------------------------------===//
// 64 bytes in eight fields, and an odd 24 bits in three
//===----------------------------------------------------------------------===//

/// The coefficients of x, x^2, ... of a power series that begins with 1 and is
/// cut off.
template <class T, size_t size> struct Series {
  T at[size] = {};
  bool operator==(const Series &) const = default;
};
template <class T, size_t size>
std::ostream &operator<<(std::ostream &os, const Series<T, size> &series) {
  for (T value : series.at)
    os << +value << " ";
  return os;
}

/// The coefficients of the product of two such series.
template <class T, size_t size>
Series<T, size> multiply(const Series<T, size> &low,
                         const Series<T, size> &high) {
  Series<T, size> product;
  for (size_t k = 0; k < size; ++k) {
    uint64_t sum = uint64_t(low.at[k]) + uint64_t(high.at[k]);
    for (size_t i = 0; i < k; ++i)
      sum += uint64_t(low.at[i]) * uint64_t(high.at[k - 1 - i]);
    product.at[k] = static_cast<T>(sum);
  }
  return product;
}

/// The same operator as MLIR text, on `size` values of `type`.
std::string seriesMonoid(size_t size, const std::string &type) {
  auto list = [&](auto &&item) {
    std::string text;
    for (size_t k = 0; k < size; ++k)
      text += (k ? ", " : "") + item(std::to_string(k));
    return text;
  };
  std::string types = list([&](const std::string &) { return type; });
  std::string text =
      "prefix.monoid @op commutative identity {\n"
      "  %zero = arith.constant 0 : " +
      type + "\n  prefix.yield " +
      list([](const std::string &) { return std::string("%zero"); }) + " : " +
      types + "\n} combine (" +
      list([&](const std::string &k) { return "%l" + k + ": " + type; }) +
      "), (" +
      list([&](const std::string &k) { return "%h" + k + ": " + type; }) +
      ") {\n";
  for (size_t k = 0; k < size; ++k) {
    std::string sum = "%s" + std::to_string(k) + "_";
    auto line = [&](const std::string &result, const std::string &op,
                    const std::string &a, const std::string &b) {
      text += "  " + result + " = arith." + op + " " + a + ", " + b + " : " +
              type + "\n";
    };
    std::string column = std::to_string(k);
    line(sum + "0", "addi", "%l" + column, "%h" + column);
    for (size_t i = 0; i < k; ++i) {
      std::string term = "%t" + column + "_" + std::to_string(i);
      line(term, "muli", "%l" + std::to_string(i),
           "%h" + std::to_string(k - 1 - i));
      line(sum + std::to_string(i + 1), "addi", sum + std::to_string(i), term);
    }
  }
  return text + "  prefix.yield " +
         list([](const std::string &k) { return "%s" + k + "_" + k; }) + " : " +
         types + "\n}\n";
}

template <class T, size_t size> void testSeries(const std::string &type) {
  std::string types = "(" + type;
  for (size_t k = 1; k < size; ++k)
    types += ", " + type;
  testState<Series<T, size>>(
      seriesMonoid(size, type), types + ")",
      [](uint64_t n) {
        std::mt19937_64 random(4);
        std::vector<Series<T, size>> in(n);
        for (Series<T, size> &series : in)
          for (T &value : series.at)
            value = static_cast<T>(random());
        return in;
      },
      multiply<T, size>, Series<T, size>());
}

TEST(States, SixtyFourBytes) { testSeries<int64_t, 8>("i64"); }
TEST(States, ThreeBytes) { testSeries<int8_t, 3>("i8"); }
TEST(States, TwelveBytes) { testSeries<int32_t, 3>("i32"); }
TEST(States, SixteenBytes) { testSeries<int64_t, 2>("i64"); }
TEST(States, TenBytes) { testSeries<int16_t, 5>("i16"); }

} // namespace
