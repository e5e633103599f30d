//===- RealElementsTest.cpp - Elements that show faults -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Verify/RealElements.h"

#include "VerifyTest.h"
#include "scanc/Verify/KernelRun.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <cmath>
#include <set>

using namespace scanc;
using namespace scanc::verify;
using Draw = RealElements::Draw;

namespace {

constexpr char logAddExp[] = R"mlir(
prefix.monoid @root identity {
  %zero = arith.constant 0.0 : f32
  prefix.yield %zero : f32
} combine (%a: f32), (%b: f32) {
  %aa = arith.mulf %a, %a : f32
  %bb = arith.mulf %b, %b : f32
  %sum = arith.addf %aa, %bb : f32
  %root = math.sqrt %sum : f32
  prefix.yield %root : f32
}
)mlir";

/// The elements of one scan.
struct Subject {
  explicit Subject(llvm::StringRef text) : module(parse(text)) {
    auto scan = first<prefix::ScanOp>(*module);
    reference = std::make_unique<ReferenceScan>(
        llvm::cantFail(ReferenceScan::create(scan)));
    mlir::OwningOpRef<mlir::ModuleOp> lowered = module->clone();
    EXPECT_TRUE(mlir::succeeded(lowerTo(*lowered, Phase::Llvm, {})));
    description = std::make_unique<target::ScanDescription>(
        target::describe(first<mlir::gpu::GPUModuleOp>(*lowered)));
    elements = std::make_unique<RealElements>(
        *description, std::vector<uint8_t>(), /*seed=*/1, *reference);
  }

  ExpectedOutputs expect(uint64_t n) {
    return llvm::cantFail(elements->expect(elements->make(n)));
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<ReferenceScan> reference;
  std::unique_ptr<target::ScanDescription> description;
  std::unique_ptr<RealElements> elements;
};

template <class T> size_t countChanges(const std::vector<T> &values) {
  size_t changes = 0;
  for (size_t k = 1; k < values.size(); ++k)
    changes += values[k] != values[k - 1];
  return changes;
}

/// Of inclusive scans of so many elements and a few more, by how they come:
/// the most different outputs, and how many outputs at most are not the element
/// itself but what came before it.
static std::pair<size_t, size_t> surveyOrders(Subject &subject, uint64_t n) {
  std::pair<size_t, size_t> most;
  for (uint64_t more = 0; more < 24; ++more) {
    const std::vector<uint8_t> elements = subject.elements->make(n + more);
    const auto outputs =
        llvm::cantFail(subject.elements->expect(elements)).bytes;
    std::set<uint8_t> different(outputs.begin(), outputs.end());
    size_t older = 0;
    for (auto [element, output] : llvm::zip_equal(elements, outputs))
      older += element != output;
    most = {std::max(most.first, different.size()),
            std::max(most.second, older)};
  }
  return most;
}

TEST(RealElements, AMaximumGoesThroughAllValues) {
  Subject subject("prefix.scan @s inclusive @max_u8 : (ui8) -> (ui8)");
  EXPECT_EQ(surveyOrders(subject, 3000).first, 256u);
  Subject reversed("prefix.scan @s inclusive reverse @max_i8 : (i8) -> (i8)");
  EXPECT_EQ(surveyOrders(reversed, 3000).first, 256u);
}

TEST(RealElements, AMaximumIsNotAlwaysTheLast) {
  for (const char *op : {"min", "max"}) {
    Subject subject(std::string("prefix.scan @s inclusive @") + op +
                    "_u8 : (ui8) -> (ui8)");
    EXPECT_GT(surveyOrders(subject, 3000).second, 2000u) << op;
  }
}

TEST(RealElements, AProductNeverEndsInZero) {
  Subject subject("prefix.scan @s inclusive @mul_i32 : (i32) -> (i32)");
  auto outputs = valuesOf<int32_t>(subject.expect(3000).bytes);
  EXPECT_EQ(llvm::count(outputs, 0), 0);
  EXPECT_GT(countChanges(outputs), 2900u);
}

TEST(RealElements, BitsComeAndGoOneByOne) {
  for (const char *op : {"and", "or"}) {
    Subject subject(std::string("prefix.scan @s inclusive @") + op +
                    "_i32 : (ui32) -> (ui32)");
    EXPECT_GE(countChanges(valuesOf<uint32_t>(subject.expect(3000).bytes)), 31u)
        << op;
  }
}

TEST(RealElements, SumsOfHalvesAreExact) {
  for (const char *type : {"f16", "bf16"}) {
    Subject subject(std::string("prefix.scan @s exclusive @add_f32 : (") +
                    type + ") -> (" + type + ")");
    for (uint64_t n : {7, 5000, 100000}) {
      ExpectedOutputs outputs = subject.expect(n);
      EXPECT_TRUE(outputs.exact) << type << " " << n;
      EXPECT_EQ(subject.elements->whyNotCompared(outputs), "");
    }
    EXPECT_GT(countChanges(valuesOf<uint16_t>(subject.expect(3000).bytes)),
              1000u);
  }
}

TEST(RealElements, SumsOfAllThatLiesBetweenTwoAreExact) {
  // bf16 has all whole numbers to 256, and a tile may begin at the least prefix
  // and end at the greatest.
  Subject subject("prefix.scan @s inclusive @add_bf16 : (bf16) -> (bf16)");
  for (uint64_t n : {5000, 50689, 300000}) {
    ExpectedOutputs outputs = subject.expect(n);
    ASSERT_TRUE(outputs.exact) << n;
    double least = 0, most = 0;
    for (uint16_t bits : valuesOf<uint16_t>(outputs.bytes)) {
      const double prefix =
          llvm::APFloat(llvm::APFloat::BFloat(), llvm::APInt(16, bits))
              .convertToDouble();
      least = std::min(least, prefix);
      most = std::max(most, prefix);
    }
    EXPECT_LE(most - least, 256) << n;
  }
}

TEST(RealElements, ProductsOfMatricesStayFinite) {
  Subject subject(R"mlir(
prefix.monoid @matrix identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero, %zero, %one : f32, f32, f32, f32
} combine (%a0: f32, %b0: f32, %c0: f32, %d0: f32),
          (%a1: f32, %b1: f32, %c1: f32, %d1: f32) {
  %0 = arith.mulf %a0, %a1 : f32
  %1 = arith.mulf %b0, %c1 : f32
  %a = arith.addf %0, %1 : f32
  %2 = arith.mulf %a0, %b1 : f32
  %3 = arith.mulf %b0, %d1 : f32
  %b = arith.addf %2, %3 : f32
  %4 = arith.mulf %c0, %a1 : f32
  %5 = arith.mulf %d0, %c1 : f32
  %c = arith.addf %4, %5 : f32
  %6 = arith.mulf %c0, %b1 : f32
  %7 = arith.mulf %d0, %d1 : f32
  %d = arith.addf %6, %7 : f32
  prefix.yield %a, %b, %c, %d : f32, f32, f32, f32
}
prefix.scan @s inclusive @matrix
    : (f32, f32, f32, f32) -> (f32, f32, f32, f32))mlir");
  ExpectedOutputs outputs = subject.expect(20000);
  ASSERT_TRUE(outputs.exact);
  auto values = valuesOf<float>(outputs.bytes);
  EXPECT_TRUE(llvm::all_of(values, [](float v) { return std::isfinite(v); }));
  size_t changes = 0;
  for (size_t at = 4; at < values.size(); at += 4)
    changes += !std::equal(&values[at], &values[at] + 4, &values[at - 4]);
  EXPECT_GT(changes, 10000u);
}

TEST(RealElements, WhatOverflowsIsNotExact) {
  Subject subject("prefix.scan @s inclusive @mul_f32 : (f32) -> (f32)");
  std::vector<float> elements(3000, 2.0f);
  EXPECT_FALSE(
      llvm::cantFail(subject.elements->expect(bytesOf(elements))).exact);
}

TEST(RealElements, WhatRoundsIsNotExactAtAnyLength) {
  // Three elements have one association that the definition tries.
  Subject subject(std::string(logAddExp) +
                  "prefix.scan @s inclusive @root : (f32) -> (f32)");
  for (uint64_t n : {1, 3, 20, 3000})
    EXPECT_FALSE(subject.expect(n).exact) << n;
}

TEST(RealElements, ComparesBitByBitWhereExact) {
  Subject subject("prefix.scan @s inclusive @add_f32 : (f32) -> (f32)");
  ExpectedOutputs outputs = subject.expect(100);
  ASSERT_TRUE(outputs.exact);
  std::vector<uint8_t> got = outputs.bytes;
  EXPECT_EQ(subject.elements->compare(got, outputs), "");
  got[4 * 42] ^= 1;
  EXPECT_TRUE(llvm::StringRef(subject.elements->compare(got, outputs))
                  .starts_with("output 42 is "));
  outputs.exact = false;
  EXPECT_EQ(subject.elements->compare(got, outputs), "");
}

TEST(RealElements, LooselyWhereTheOperatorRounds) {
  Subject subject(std::string(logAddExp) +
                  "prefix.scan @s inclusive @root : (f32) -> (f32)");
  ExpectedOutputs outputs = subject.expect(100);
  auto values = valuesOf<float>(outputs.bytes);
  values[50] *= 1.000001f;
  EXPECT_EQ(subject.elements->compare(bytesOf(values), outputs), "");
  values[50] *= 1.1f;
  EXPECT_TRUE(
      llvm::StringRef(subject.elements->compare(bytesOf(values), outputs))
          .starts_with("output 50 is "));
}

TEST(RealElements, ChainsNextToEachOtherStartFromDifferentStates) {
  Subject subject("prefix.scan @s inclusive @add_i32 initial final "
                  ": (ui8) -> (i32)");
  const auto states = valuesOf<int32_t>(subject.elements->makeStates(40));
  ASSERT_EQ(states.size(), 40u);
  EXPECT_EQ(countChanges(states), 39u);
  EXPECT_EQ(valuesOf<int32_t>(subject.elements->makeStates(40)), states);
  EXPECT_NE(valuesOf<int32_t>(subject.elements->makeStates(40, 1)), states);
  EXPECT_TRUE(subject.elements->makeStates(0).empty());
}

TEST(RealElements, ComparesFinalStates) {
  Subject subject("prefix.scan @s exclusive @add_i32 init (7 : i32) "
                  "initial final : (i32) -> (i32) domain strided_rows");
  const std::vector<uint8_t> elements = subject.elements->make(100);
  const auto initial = subject.elements->makeStates(10);
  const ChainsOfElements rows{10, 10, initial};
  ExpectedOutputs expected =
      llvm::cantFail(subject.elements->expect(elements, rows));
  ASSERT_TRUE(expected.exact);
  std::vector<int32_t> finals = valuesOf<int32_t>(initial);
  for (auto [index, value] : llvm::enumerate(valuesOf<int32_t>(elements)))
    finals[index / 10] += value;
  EXPECT_EQ(valuesOf<int32_t>(expected.finals), finals);
  EXPECT_EQ(subject.elements->compareFinals(bytesOf(finals), expected), "");
  std::swap(finals[3], finals[4]);
  EXPECT_TRUE(llvm::StringRef(
                  subject.elements->compareFinals(bytesOf(finals), expected))
                  .starts_with("final state 3 is "));
  finals.pop_back();
  EXPECT_EQ(subject.elements->compareFinals(bytesOf(finals), expected),
            "final states are missing");
  // Of no elements, what chains start from.
  expected = llvm::cantFail(subject.elements->expect({}, rows));
  EXPECT_EQ(expected.finals, initial);
  expected =
      llvm::cantFail(subject.elements->expect({}, ChainsOfElements{0, 3, {}}));
  EXPECT_EQ(valuesOf<int32_t>(expected.finals), std::vector<int32_t>(3, 7));
}

TEST(RealElements, NoElementsForWhichTheOperatorTraps) {
  Subject subject(R"mlir(
prefix.monoid @odd identity {
  %one = arith.constant 1 : i32
  prefix.yield %one : i32
} combine (%a: i32), (%b: i32) {
  %product = arith.muli %a, %b : i32
  %same = arith.divui %product, %b : i32
  %fixed = arith.subi %product, %same : i32
  %result = arith.addi %fixed, %same : i32
  prefix.yield %result : i32
}
prefix.scan @s inclusive @odd : (ui32) -> (ui32))mlir");
  EXPECT_EQ(subject.elements->way(), RealElements::Way{Draw::Units});
  EXPECT_GT(countChanges(valuesOf<uint32_t>(subject.expect(1000).bytes)), 900u);
}

/// How many of n outputs change with the first element.
uint64_t reachOfFirst(Subject &subject, uint64_t n) {
  std::vector<uint8_t> elements = subject.elements->make(n);
  const auto before = llvm::cantFail(subject.reference->run(elements));
  for (unsigned k = 0; k < subject.description->elementSize; ++k)
    elements[k] ^= 2;
  const auto after = llvm::cantFail(subject.reference->run(elements));
  uint64_t changed = 0;
  const unsigned size = subject.description->outputSize;
  for (uint64_t k = 0; k < n; ++k)
    changed += !std::equal(&before[k * size], &before[(k + 1) * size],
                           &after[k * size]);
  return changed;
}

TEST(RealElements, AnElementReachesAllBehindIt) {
  // A product of even slopes is 0 after 32 elements, and so is that of matrices
  // of odd numbers.
  Subject affine(R"mlir(
prefix.monoid @affine identity {
  %a = arith.constant 1 : i32
  %b = arith.constant 0 : i32
  prefix.yield %a, %b : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %ab = arith.muli %a1, %b0 : i32
  %b = arith.addi %ab, %b1 : i32
  prefix.yield %a, %b : i32, i32
}
prefix.scan @s inclusive @affine : (i32, i32) -> (i32, i32))mlir");
  EXPECT_GT(reachOfFirst(affine, 3000), 2900u);
  Subject matrix(R"mlir(
prefix.monoid @matrix identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero, %zero, %one : i32, i32, i32, i32
} combine (%a0: i32, %b0: i32, %c0: i32, %d0: i32),
          (%a1: i32, %b1: i32, %c1: i32, %d1: i32) {
  %0 = arith.muli %a0, %a1 : i32
  %1 = arith.muli %b0, %c1 : i32
  %a = arith.addi %0, %1 : i32
  %2 = arith.muli %a0, %b1 : i32
  %3 = arith.muli %b0, %d1 : i32
  %b = arith.addi %2, %3 : i32
  %4 = arith.muli %c0, %a1 : i32
  %5 = arith.muli %d0, %c1 : i32
  %c = arith.addi %4, %5 : i32
  %6 = arith.muli %c0, %b1 : i32
  %7 = arith.muli %d0, %d1 : i32
  %d = arith.addi %6, %7 : i32
  prefix.yield %a, %b, %c, %d : i32, i32, i32, i32
}
prefix.scan @s inclusive @matrix
    : (i32, i32, i32, i32) -> (i32, i32, i32, i32))mlir");
  EXPECT_GT(reachOfFirst(matrix, 3000), 2900u);
}

} // namespace
