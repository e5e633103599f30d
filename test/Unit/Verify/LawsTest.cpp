//===- LawsTest.cpp - True monoids are found to be such -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTest.h"

#include "scanc/Dialect/Prefix/Prelude/Prelude.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace scanc::verify;
namespace prefix = scanc::prefix;

static LawsReport judgeOp(prefix::MonoidOp monoid, uint64_t seed = 1) {
  llvm::Expected<LawsReport> report = checkLaws(monoid, {seed, 20000});
  if (report)
    return std::move(*report);
  ADD_FAILURE() << llvm::toString(report.takeError());
  return {};
}

static bool isRounded(const LawsReport &report) {
  return report.find(Law::Associative)->verdict == Verdict::HoldsUpToRounding;
}

TEST(Laws, PreludeMonoidsAreMonoids) {
  auto prelude = parse(prefix::preludeSource());
  unsigned count = 0;
  for (auto monoid : prelude->getOps<prefix::MonoidOp>()) {
    ++count;
    LawsReport report = judgeOp(monoid);
    ASSERT_FALSE(report.laws.empty());
    EXPECT_TRUE(report.ok) << allLines(report);
    bool sum = monoid.getSymName().starts_with("add") ||
               monoid.getSymName().starts_with("mul");
    bool isFloat = llvm::isa<mlir::FloatType>(monoid.getStateTypes().front());
    EXPECT_EQ(isRounded(report), sum && isFloat) << allLines(report);
    for (const LawVerdict &law : report.laws) {
      EXPECT_EQ(law.domain, Domain::AllStates) << law.text;
      if (law.law != Law::Associative)
        EXPECT_EQ(law.verdict, Verdict::Holds) << law.text;
    }
    EXPECT_TRUE(report.find(Law::Commutative)) << allLines(report);
    EXPECT_EQ(report.find(Law::Idempotent) != nullptr, monoid.getIdempotent());
  }
  EXPECT_EQ(count, prefix::preludeMonoids().size());
}

/// The report on each monoid of circuits/, by name.
static const std::map<std::string, LawsReport> &circuitReports() {
  static std::map<std::string, LawsReport> reports = [] {
    std::map<std::string, LawsReport> reports;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator file(SCANC_CIRCUITS_DIR, error), end;
         file != end && !error; file.increment(error)) {
      if (llvm::sys::path::extension(file->path()) != ".mlir")
        continue;
      auto text = llvm::MemoryBuffer::getFile(file->path());
      EXPECT_TRUE(text) << file->path();
      if (!(*text)->getBuffer().contains("prefix.monoid @"))
        continue; // a circuit that scans with an operator of the prelude
      auto module = parse((*text)->getBuffer());
      for (auto monoid : module->getOps<prefix::MonoidOp>())
        reports[monoid.getSymName().str()] = judgeOp(monoid);
    }
    return reports;
  }();
  return reports;
}

TEST(Laws, CircuitsAreMonoids) {
  for (const auto &[name, report] : circuitReports())
    EXPECT_TRUE(report.ok) << allLines(report);
  EXPECT_GE(circuitReports().size(), 7u);
}

static Domain domainOf(const std::string &monoid, Law law) {
  return circuitReports().at(monoid).find(law)->domain;
}

TEST(Laws, CircuitsAreJudgedOnTheRightStates) {
  EXPECT_EQ(domainOf("argmax_f32_i64", Law::Associative), Domain::AllStates);
  EXPECT_EQ(domainOf("affine_f32", Law::Associative), Domain::AllStates);
  EXPECT_EQ(domainOf("affine_i32", Law::Associative), Domain::AllStates);
  EXPECT_EQ(domainOf("softmax_f32", Law::Associative), Domain::AllStates);
  EXPECT_EQ(domainOf("matrix2x2_mod_46337", Law::Associative),
            Domain::Combined);
  EXPECT_EQ(domainOf("matrix2x2_mod_46337", Law::LeftIdentity),
            Domain::Combined);
  EXPECT_EQ(domainOf("welford_f64", Law::LeftIdentity), Domain::Elements);
  EXPECT_EQ(domainOf("similarity_f64", Law::LeftIdentity), Domain::AllStates);
  EXPECT_EQ(domainOf("similarity_f64", Law::Associative), Domain::Elements);
}

TEST(Laws, CircuitsRoundWhereTheyCompute) {
  for (const char *name :
       {"affine_f32", "softmax_f32", "welford_f64", "similarity_f64"})
    EXPECT_TRUE(isRounded(circuitReports().at(name))) << name;
  for (const char *name :
       {"argmax_f32_i64", "affine_i32", "matrix2x2_mod_46337"})
    EXPECT_FALSE(isRounded(circuitReports().at(name))) << name;
}

/// Monoids as users write them.
static const char trueMonoids[] = R"(
prefix.monoid @affine_f16 identity {
  %one = arith.constant 1.0 : f16
  %zero = arith.constant 0.0 : f16
  prefix.yield %one, %zero : f16, f16
} combine (%a0: f16, %b0: f16), (%a1: f16, %b1: f16) {
  %a = arith.mulf %a1, %a0 : f16
  %t = arith.mulf %a1, %b0 : f16
  %b = arith.addf %t, %b1 : f16
  prefix.yield %a, %b : f16, f16
}
prefix.monoid @affine_bf16 identity {
  %one = arith.constant 1.0 : bf16
  %zero = arith.constant 0.0 : bf16
  prefix.yield %one, %zero : bf16, bf16
} combine (%a0: bf16, %b0: bf16), (%a1: bf16, %b1: bf16) {
  %a = arith.mulf %a1, %a0 : bf16
  %t = arith.mulf %a1, %b0 : bf16
  %b = arith.addf %t, %b1 : bf16
  prefix.yield %a, %b : bf16, bf16
}
prefix.monoid @complex_f32 commutative identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero : f32, f32
} combine (%x0: f32, %y0: f32), (%x1: f32, %y1: f32) {
  %xx = arith.mulf %x0, %x1 : f32
  %yy = arith.mulf %y0, %y1 : f32
  %x = arith.subf %xx, %yy : f32
  %xy = arith.mulf %x0, %y1 : f32
  %yx = arith.mulf %y0, %x1 : f32
  %y = arith.addf %xy, %yx : f32
  prefix.yield %x, %y : f32, f32
}
prefix.monoid @segmented_f32 identity {
  %no = arith.constant false
  %zero = arith.constant 0.0 : f32
  prefix.yield %no, %zero : i1, f32
} combine (%f0: i1, %v0: f32), (%f1: i1, %v1: f32) {
  %f = arith.ori %f0, %f1 : i1
  %s = arith.addf %v0, %v1 : f32
  %v = arith.select %f1, %v1, %s : f32
  prefix.yield %f, %v : i1, f32
}
prefix.monoid @logaddexp_f32 commutative identity {
  %e = arith.constant 0xFF800000 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %ln2 = arith.constant 0.6931472 : f32
  %m = arith.maximumf %a, %b : f32
  %d = arith.subf %a, %b : f32
  %d1 = math.absf %d : f32
  %d2 = arith.negf %d1 : f32
  %x = math.exp %d2 : f32
  %l = math.log1p %x : f32
  %equal = arith.cmpf oeq, %a, %b : f32
  %t = arith.select %equal, %ln2, %l : f32
  %c = arith.addf %m, %t : f32
  prefix.yield %c : f32
}
prefix.monoid @minmax_i16 commutative idempotent identity {
  %most = arith.constant 32767 : i16
  %least = arith.constant -32768 : i16
  prefix.yield %most, %least : i16, i16
} combine (%a0: i16, %b0: i16), (%a1: i16, %b1: i16) {
  %a = arith.minsi %a0, %a1 : i16
  %b = arith.maxsi %b0, %b1 : i16
  prefix.yield %a, %b : i16, i16
}
prefix.monoid @last_i32 idempotent identity {
  %no = arith.constant false
  %zero = arith.constant 0 : i32
  prefix.yield %no, %zero : i1, i32
} combine (%f0: i1, %v0: i32), (%f1: i1, %v1: i32) {
  %f = arith.ori %f0, %f1 : i1
  %v = arith.select %f1, %v1, %v0 : i32
  prefix.yield %f, %v : i1, i32
}
prefix.scan @last inclusive @last_i32 : (i1, i32) -> (i1, i32)
    attributes {prefix.elements = [[true, 1], [true, 2], [true, -3],
                                   [false, 0]]}
)";

/// More of them, in a type of any width.
static const char typedMonoids[] = R"(
prefix.monoid @affine_fma identity {
  %one = arith.constant 1.0 : TYPE
  %zero = arith.constant 0.0 : TYPE
  prefix.yield %one, %zero : TYPE, TYPE
} combine (%a0: TYPE, %b0: TYPE), (%a1: TYPE, %b1: TYPE) {
  %a = arith.mulf %a1, %a0 : TYPE
  %b = math.fma %a1, %b0, %b1 : TYPE
  prefix.yield %a, %b : TYPE, TYPE
}
prefix.monoid @matrix identity {
  %one = arith.constant 1.0 : TYPE
  %zero = arith.constant 0.0 : TYPE
  prefix.yield %one, %zero, %zero, %one : TYPE, TYPE, TYPE, TYPE
} combine (%a: TYPE, %b: TYPE, %c: TYPE, %d: TYPE),
          (%e: TYPE, %f: TYPE, %g: TYPE, %h: TYPE) {
  %ae = arith.mulf %a, %e : TYPE
  %bg = arith.mulf %b, %g : TYPE
  %p = arith.addf %ae, %bg : TYPE
  %af = arith.mulf %a, %f : TYPE
  %bh = arith.mulf %b, %h : TYPE
  %q = arith.addf %af, %bh : TYPE
  %ce = arith.mulf %c, %e : TYPE
  %dg = arith.mulf %d, %g : TYPE
  %r = arith.addf %ce, %dg : TYPE
  %cf = arith.mulf %c, %f : TYPE
  %dh = arith.mulf %d, %h : TYPE
  %s = arith.addf %cf, %dh : TYPE
  prefix.yield %p, %q, %r, %s : TYPE, TYPE, TYPE, TYPE
}
// The velocity of what moves on what moves: ill-conditioned near a * b = -1.
prefix.monoid @velocity commutative identity {
  %zero = arith.constant 0.0 : TYPE
  prefix.yield %zero : TYPE
} combine (%a: TYPE), (%b: TYPE) {
  %one = arith.constant 1.0 : TYPE
  %s = arith.addf %a, %b : TYPE
  %p = arith.mulf %a, %b : TYPE
  %d = arith.addf %one, %p : TYPE
  %c = arith.divf %s, %d : TYPE
  prefix.yield %c : TYPE
}
prefix.monoid @softmax commutative identity {
  %least = arith.constant LEAST : TYPE
  %zero = arith.constant 0.0 : TYPE
  prefix.yield %least, %zero : TYPE, TYPE
} combine (%m0: TYPE, %s0: TYPE), (%m1: TYPE, %s1: TYPE) {
  %one = arith.constant 1.0 : TYPE
  %m = arith.maximumf %m0, %m1 : TYPE
  %keep0 = arith.cmpf oeq, %m0, %m : TYPE
  %d0 = arith.subf %m0, %m : TYPE
  %e0 = math.exp %d0 : TYPE
  %f0 = arith.select %keep0, %one, %e0 : TYPE
  %keep1 = arith.cmpf oeq, %m1, %m : TYPE
  %d1 = arith.subf %m1, %m : TYPE
  %e1 = math.exp %d1 : TYPE
  %f1 = arith.select %keep1, %one, %e1 : TYPE
  %t0 = arith.mulf %s0, %f0 : TYPE
  %t1 = arith.mulf %s1, %f1 : TYPE
  %s = arith.addf %t0, %t1 : TYPE
  prefix.yield %m, %s : TYPE, TYPE
}
// A step of a motion in the plane: an angle, and where it leads.
prefix.monoid @motion identity {
  %zero = arith.constant 0.0 : TYPE
  prefix.yield %zero, %zero, %zero : TYPE, TYPE, TYPE
} combine (%r0: TYPE, %x0: TYPE, %y0: TYPE),
          (%r1: TYPE, %x1: TYPE, %y1: TYPE) {
  %r = arith.addf %r0, %r1 : TYPE
  %c = math.cos %r1 : TYPE
  %s = math.sin %r1 : TYPE
  %xc = arith.mulf %x0, %c : TYPE
  %ys = arith.mulf %y0, %s : TYPE
  %xt = arith.subf %xc, %ys : TYPE
  %x = arith.addf %xt, %x1 : TYPE
  %xs = arith.mulf %x0, %s : TYPE
  %yc = arith.mulf %y0, %c : TYPE
  %yt = arith.addf %xs, %yc : TYPE
  %y = arith.addf %yt, %y1 : TYPE
  prefix.yield %r, %x, %y : TYPE, TYPE, TYPE
}
// Mean and weight, of elements that weigh something.
prefix.monoid @mean commutative identity {
  %zero = arith.constant 0.0 : TYPE
  prefix.yield %zero, %zero : TYPE, TYPE
} combine (%m0: TYPE, %n0: TYPE), (%m1: TYPE, %n1: TYPE) {
  %zero = arith.constant 0.0 : TYPE
  %n = arith.addf %n0, %n1 : TYPE
  %p0 = arith.mulf %m0, %n0 : TYPE
  %p1 = arith.mulf %m1, %n1 : TYPE
  %p = arith.addf %p0, %p1 : TYPE
  %q = arith.divf %p, %n : TYPE
  %none = arith.cmpf oeq, %n, %zero : TYPE
  %m = arith.select %none, %zero, %q : TYPE
  prefix.yield %m, %n : TYPE, TYPE
}
prefix.scan @means inclusive @mean : (TYPE, TYPE) -> (TYPE, TYPE)
    attributes {prefix.elements = [[1.0, 1.0], [2.5, 1.0], [-3.1, 2.0],
                                   [0.7, 1.0]]}
)";

static std::string replaced(std::string text, llvm::StringRef from,
                            llvm::StringRef to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;)
    text.replace(at, from.size(), to);
  return text;
}

TEST(Laws, TrueMonoidsPassInEveryType) {
  for (auto [type, least] :
       {std::pair("f16", "0xFC00"), std::pair("bf16", "0xFF80"),
        std::pair("f32", "0xFF800000"),
        std::pair("f64", "0xFFF0000000000000")}) {
    auto module =
        parse(replaced(replaced(typedMonoids, "TYPE", type), "LEAST", least));
    for (auto monoid : module->getOps<prefix::MonoidOp>()) {
      LawsReport report = judgeOp(monoid);
      EXPECT_TRUE(report.ok) << type << ": " << allLines(report);
      const LawVerdict &law = *report.find(Law::Associative);
      EXPECT_TRUE(isRounded(report)) << law.text;
      EXPECT_LE(law.ulps, law.allowed) << law.text;
      EXPECT_EQ(law.unbounded, 0u) << law.text;
      EXPECT_LT(law.pointless, law.rounded / 2) << law.text;
    }
  }
}

/// Two roundings a side, of at most half a unit of a partial sum each.
TEST(Laws, SumsAreBoundedByTheirRoundings) {
  auto prelude = parse(prefix::preludeSource());
  for (auto monoid : prelude->getOps<prefix::MonoidOp>()) {
    llvm::StringRef name = monoid.getSymName();
    if (!name.starts_with("add_f") && !name.starts_with("add_bf"))
      continue;
    LawsReport report = judgeOp(monoid);
    const LawVerdict &law = *report.find(Law::Associative);
    EXPECT_GT(law.ulps, 0.5) << law.text;
    EXPECT_GE(law.allowed, law.ulps) << law.text;
    EXPECT_LE(law.allowed, 2.01) << law.text;
    EXPECT_TRUE(llvm::StringRef(law.text).contains(
        "associative up to rounding: largest difference seen "))
        << law.text;
    EXPECT_TRUE(llvm::StringRef(law.text).contains(
        " that combines of 1 rounding allow there"))
        << law.text;
    const llvm::json::Value json = report.toJSON();
    for (const llvm::json::Value &verdict :
         *json.getAsObject()->getArray("laws"))
      if (verdict.getAsObject()->getString("law") == "associative")
        EXPECT_EQ(verdict.getAsObject()->getNumber("allowedUlps"), law.allowed);
  }
}

/// Where the rules cannot follow, the report says so.
TEST(Laws, TellsWhereNoBoundIsKnown) {
  LawsReport report = judge(R"(
prefix.monoid @bits commutative identity {
  %e = arith.constant -0.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %sign = arith.constant -2147483648 : i32
  %n = arith.negf %a : f32
  %d = arith.subf %n, %b : f32
  %i = arith.bitcast %d : f32 to i32
  %j = arith.xori %i, %sign : i32
  %c = arith.bitcast %j : i32 to f32
  prefix.yield %c : f32
})");
  EXPECT_TRUE(report.ok) << allLines(report);
  const LawVerdict &law = *report.find(Law::Associative);
  EXPECT_EQ(law.verdict, Verdict::HoldsUpToRounding);
  EXPECT_GT(law.unbounded, 0u);
  EXPECT_TRUE(llvm::any_of(report.notes, [](const std::string &note) {
    return llvm::StringRef(note).starts_with(
        "no bound on the errors of bits is known in ");
  })) << allLines(report);
}

/// None of them is suspected, whatever numbers are drawn.
TEST(Laws, TrueMonoidsPassWithEverySeed) {
  auto module = parse(trueMonoids);
  for (uint64_t seed = 1; seed <= 3; ++seed)
    for (auto monoid : module->getOps<prefix::MonoidOp>()) {
      LawsReport report = judgeOp(monoid, seed);
      EXPECT_TRUE(report.ok) << "seed " << seed << ": " << allLines(report);
    }
}
