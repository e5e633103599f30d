//===- HostMonoidTest.cpp - Monoids as functions on bytes -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTest.h"

#include "scanc/Verify/HostMonoid.h"

using namespace scanc::verify;
namespace prefix = scanc::prefix;

static HostMonoid compile(llvm::StringRef text) {
  auto module = parse(text);
  return llvm::cantFail(HostMonoid::create(first<prefix::MonoidOp>(*module)));
}

static const char subtract[] = R"(
prefix.monoid @subtract identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.subi %a, %b : i32
  prefix.yield %c : i32
})";

TEST(HostMonoid, CombinesElementwiseLowStateFirst) {
  HostMonoid host = compile(subtract);
  EXPECT_EQ(host.name(), "subtract");
  EXPECT_EQ(host.stateSize(), 4u);
  auto result = llvm::cantFail(host.combine(bytesOf<int32_t>({1, 10, -5}),
                                            bytesOf<int32_t>({2, 3, -5})));
  EXPECT_EQ(valuesOf<int32_t>(result), (std::vector<int32_t>{-1, 7, 0}));
}

TEST(HostMonoid, CombinesNothing) {
  HostMonoid host = compile(subtract);
  EXPECT_TRUE(llvm::cantFail(host.combine({}, {})).empty());
}

TEST(HostMonoid, LaysFieldsOutAsACStruct) {
  HostMonoid host = compile(R"(
prefix.monoid @mixed identity {
  %b = arith.constant true
  %d = arith.constant 2.5 : f64
  %h = arith.constant 7 : i16
  prefix.yield %b, %d, %h : i1, f64, i16
} combine (%a0: i1, %a1: f64, %a2: i16), (%b0: i1, %b1: f64, %b2: i16) {
  %c0 = arith.xori %a0, %b0 : i1
  %c1 = arith.subf %a1, %b1 : f64
  %c2 = arith.subi %a2, %b2 : i16
  prefix.yield %c0, %c1, %c2 : i1, f64, i16
})");
  struct Mixed {
    bool b;
    double d;
    int16_t h;
  };
  ASSERT_EQ(host.stateSize(), sizeof(Mixed));
  ASSERT_EQ(host.fields().size(), 3u);
  EXPECT_EQ(host.fields()[1].offset, offsetof(Mixed, d));
  EXPECT_EQ(host.fields()[1].size, 8u);
  EXPECT_EQ(host.fields()[2].offset, offsetof(Mixed, h));
  Mixed identity;
  std::memcpy(&identity, host.identity().data(), sizeof(Mixed));
  EXPECT_EQ(identity.b, true);
  EXPECT_EQ(identity.d, 2.5);
  EXPECT_EQ(identity.h, 7);

  std::vector<Mixed> lows = {{true, 1, 1}, {true, 0.5, -3}};
  std::vector<Mixed> highs = {{true, 4, 3}, {false, 0.25, 4}};
  auto out = valuesOf<Mixed>(
      llvm::cantFail(host.combine(bytesOf(lows), bytesOf(highs))));
  EXPECT_EQ(out[0].b, false);
  EXPECT_EQ(out[0].d, -3);
  EXPECT_EQ(out[0].h, -2);
  EXPECT_EQ(out[1].b, true);
  EXPECT_EQ(out[1].d, 0.25);
  EXPECT_EQ(out[1].h, -7);
}

TEST(HostMonoid, TakesMathFromTheHost) {
  HostMonoid host = compile(R"(
prefix.monoid @addexp identity {
  %e = arith.constant 0.0 : f64
  prefix.yield %e : f64
} combine (%a: f64), (%b: f64) {
  %x = math.exp %b : f64
  %c = arith.addf %a, %x : f64
  prefix.yield %c : f64
})");
  auto result = llvm::cantFail(
      host.combine(bytesOf<double>({1.0}), bytesOf<double>({0.0})));
  EXPECT_EQ(valuesOf<double>(result), (std::vector<double>{2.0}));
}

TEST(HostMonoid, LocatesTrapsAndGoesOn) {
  HostMonoid host = compile(R"(
prefix.monoid @divide identity {
  %e = arith.constant 1 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.divsi %a, %b : i32
  prefix.yield %c : i32
})");
  auto lows = bytesOf<int32_t>({6, 1, 9, INT32_MIN});
  auto highs = bytesOf<int32_t>({3, 0, 2, -1});
  CombinedStates result = llvm::cantFail(host.tryCombine(lows, highs));
  EXPECT_EQ(valuesOf<int32_t>(result.states),
            (std::vector<int32_t>{2, 0, 4, 0}));
  ASSERT_EQ(result.traps.size(), 2u);
  EXPECT_EQ(result.traps[0].index, 1u);
  EXPECT_EQ(result.traps[0].reason, "integer division by zero");
  EXPECT_EQ(result.traps[1].index, 3u);
  EXPECT_EQ(result.traps[1].reason,
            "integer division of the most negative number by -1");

  auto failed = host.combine(lows, highs);
  ASSERT_FALSE(failed);
  EXPECT_EQ(llvm::toString(failed.takeError()),
            "'@divide' traps on pair 1: integer division by zero");
}
