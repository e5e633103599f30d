//===- RoundingTest.cpp - Small differences, and yet no rounding ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTest.h"

using namespace scanc::verify;

namespace {
/// A sum of floats that goes wrong by `body`, which computes %c from %a, %b and
/// the sum %s. TYPE and EPSILON stand for the type and for what is small in it.
struct NearlyASum {
  const char *name, *body;
};
} // namespace

static const NearlyASum nearlySums[] = {
    {"cubic", "%k = arith.constant EPSILON : TYPE\n"
              "%p = arith.mulf %a, %a : TYPE\n%q = arith.mulf %p, %b : TYPE\n"
              "%r = arith.mulf %k, %q : TYPE\n%c = arith.addf %s, %r : TYPE"},
    {"skew", "%k = arith.constant EPSILON : TYPE\n"
             "%p = arith.mulf %a, %b : TYPE\n%d = arith.subf %a, %b : TYPE\n"
             "%q = arith.mulf %p, %d : TYPE\n"
             "%r = arith.mulf %k, %q : TYPE\n%c = arith.addf %s, %r : TYPE"},
    {"leak", "%one = arith.constant 1.0 : TYPE\n"
             "%k = arith.constant EPSILON : TYPE\n"
             "%l = arith.subf %one, %k : TYPE\n"
             "%m = arith.mulf %a, %l : TYPE\n%c = arith.addf %m, %b : TYPE"},
    {"average", "%half = arith.constant 0.5 : TYPE\n"
                "%c = arith.mulf %s, %half : TYPE"},
    {"difference", "%c = arith.subf %a, %b : TYPE"},
    {"truncated", "%c = math.trunc %s : TYPE"},
    {"grid", "%k = arith.constant EPSILON : TYPE\n"
             "%p = arith.divf %s, %k : TYPE\n%q = math.roundeven %p : TYPE\n"
             "%c = arith.mulf %q, %k : TYPE"},
};

static std::string withType(llvm::StringRef text, llvm::StringRef type,
                            llvm::StringRef epsilon) {
  std::string result;
  for (; !text.empty();) {
    if (text.consume_front("TYPE"))
      result += type;
    else if (text.consume_front("EPSILON"))
      result += epsilon;
    else {
      result += text.front();
      text = text.drop_front();
    }
  }
  return result;
}

TEST(Rounding, SumsThatAreOffByLittle) {
  // The error is some hundred times that of a rounding, down to a few times.
  for (auto [type, epsilon] :
       {std::pair("f16", "0.02"), std::pair("bf16", "0.1"),
        std::pair("f32", "1.0e-5"), std::pair("f32", "1.0e-6"),
        std::pair("f64", "1.0e-14")})
    for (const NearlyASum &wrong : nearlySums) {
      std::string body = "%s = arith.addf %a, %b : TYPE\n";
      LawsReport report = judge(scalar(
          wrong.name, type, "0.0", withType(body + wrong.body, type, epsilon)));
      EXPECT_EQ(report.find(Law::Associative)->verdict, Verdict::Fails)
          << type << "\n"
          << allLines(report);
    }
}

TEST(Rounding, SmallDifferencesComeWithTheirBound) {
  LawsReport report =
      judge(scalar("cubic", "f32", "0.0",
                   "%s = arith.addf %a, %b : f32\n" +
                       withType(nearlySums[0].body, "f32", "1.0e-5")));
  expectFailures(report, {Law::Associative});
  EXPECT_LINE(report, "cubic is not associative: combine(combine(1, 2), 3) = "
                      "6.00029, combine(1, combine(2, 3)) = 6.00017; they are "
                      "167.3 ulps apart, of at most 2.7 that combines of 5 "
                      "roundings allow there");
}

/// What rounds to a narrower type gives no state back, though all of its
/// differences are roundings.
TEST(Rounding, SumOfFewerDigits) {
  LawsReport report = judge(scalar("coarse", "f32", "0.0", R"(
  %s = arith.addf %a, %b : f32
  %n = arith.truncf %s : f32 to f16
  %c = arith.extf %n : f16 to f32)"));
  expectFailures(report, {Law::LeftIdentity, Law::RightIdentity});
  report = judge(scalar("masked", "f32", "0.0", R"(
  %digits = arith.constant -4096 : i32
  %s = arith.addf %a, %b : f32
  %i = arith.bitcast %s : f32 to i32
  %j = arith.andi %i, %digits : i32
  %c = arith.bitcast %j : i32 to f32)"));
  EXPECT_EQ(report.find(Law::LeftIdentity)->verdict, Verdict::Fails);
}

/// A claim to commute is held to the roundings of one combine.
TEST(Rounding, NearlyCommutes) {
  LawsReport report = judge(R"(
prefix.monoid @nearly commutative identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero : f32, f32
} combine (%a0: f32, %b0: f32), (%a1: f32, %b1: f32) {
  %one = arith.constant 1.0 : f32
  %k = arith.constant 1.0e-5 : f32
  %a = arith.mulf %a1, %a0 : f32
  %d = arith.subf %a1, %one : f32
  %e = arith.mulf %d, %k : f32
  %f = arith.addf %e, %one : f32
  %t = arith.mulf %f, %b0 : f32
  %b = arith.addf %t, %b1 : f32
  prefix.yield %a, %b : f32, f32
})");
  EXPECT_EQ(report.find(Law::Commutative)->verdict, Verdict::Fails);
}
