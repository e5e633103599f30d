//===- WrongMonoidTest.cpp - Wrong monoids are found out ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTest.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace scanc::verify;

/// A monoid of two i32 fields. `body` computes %c0 and %c1.
static std::string pair(const std::string &head, const std::string &identity0,
                        const std::string &identity1, const std::string &body) {
  return "prefix.monoid @" + head + " identity {\n  %e0 = arith.constant " +
         identity0 + " : i32\n  %e1 = arith.constant " + identity1 +
         " : i32\n  prefix.yield %e0, %e1 : i32, i32\n} combine "
         "(%a0: i32, %a1: i32), (%b0: i32, %b1: i32) {\n" +
         body + "\n  prefix.yield %c0, %c1 : i32, i32\n}\n";
}

TEST(WrongMonoid, Subtract) {
  LawsReport report =
      judge(scalar("subtract", "i32", "0", "%c = arith.subi %a, %b : i32"));
  expectFailures(report, {Law::LeftIdentity, Law::Associative});
  EXPECT_LINE(report, "subtract is not associative: (1 - 2) - 3 = -4, "
                      "1 - (2 - 3) = 2");
  EXPECT_LINE(report,
              "subtract has no identity as stated: combine(identity, 1) = -1");
  EXPECT_EQ(report.location, "test.mlir:1:1");
}

TEST(WrongMonoid, SubtractOfEveryWidth) {
  for (const char *type : {"i8", "i16", "i64"})
    EXPECT_LINE(judge(scalar("subtract", type, "0",
                             std::string("%c = arith.subi %a, %b : ") + type)),
                "subtract is not associative: (1 - 2) - 3 = -4, "
                "1 - (2 - 3) = 2");
  for (const char *type : {"f16", "bf16", "f32", "f64"})
    EXPECT_LINE(judge(scalar("subtract", type, "0.0",
                             std::string("%c = arith.subf %a, %b : ") + type)),
                "subtract is not associative: (1 - 2) - 3 = -4, "
                "1 - (2 - 3) = 2");
}

TEST(WrongMonoid, NotImplicationOfBits) {
  LawsReport report = judge(R"(
prefix.monoid @without identity {
  %e = arith.constant false
  prefix.yield %e : i1
} combine (%a: i1), (%b: i1) {
  %true = arith.constant true
  %n = arith.xori %b, %true : i1
  %c = arith.andi %a, %n : i1
  prefix.yield %c : i1
})");
  expectFailures(report, {Law::LeftIdentity, Law::Associative});
  EXPECT_LINE(report, "without is not associative: combine(combine(1, 1), 1) "
                      "= 0, combine(1, combine(1, 1)) = 1");
}

TEST(WrongMonoid, Average) {
  LawsReport report = judge(scalar("average", "f32", "0.0", R"(
  %half = arith.constant 0.5 : f32
  %s = arith.addf %a, %b : f32
  %c = arith.mulf %s, %half : f32)"));
  expectFailures(report,
                 {Law::LeftIdentity, Law::RightIdentity, Law::Associative});
  EXPECT_LINE(report,
              "average is not associative: combine(combine(1, 2), 3) = 2.25, "
              "combine(1, combine(2, 3)) = 1.75");
  // One line for the identity on both sides.
  EXPECT_EQ(llvm::count_if(report.lines(),
                           [](const std::string &line) {
                             return llvm::StringRef(line).contains("identity");
                           }),
            1);
}

TEST(WrongMonoid, SumWithAWrongIdentity) {
  LawsReport report = judge(scalar("add1", "i32", "0", R"(
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %b : i32
  %c = arith.addi %s, %one : i32)"));
  expectFailures(report, {Law::LeftIdentity, Law::RightIdentity});
  EXPECT_LINE(report,
              "add1 has no identity as stated: combine(identity, 1) = 2");
}

TEST(WrongMonoid, ProductWithAWrongIdentity) {
  EXPECT_LINE(
      judge(scalar("mul", "f32", "0.0", "%c = arith.mulf %a, %b : f32")),
      "mul has no identity as stated: combine(identity, 1) = 0");
}

TEST(WrongMonoid, MaximumFromZero) {
  LawsReport report = judge(scalar("max commutative idempotent", "i32", "0",
                                   "%c = arith.maxsi %a, %b : i32"));
  expectFailures(report, {Law::LeftIdentity, Law::RightIdentity});
  EXPECT_LINE(report,
              "max has no identity as stated: combine(identity, -1) = 0");
}

TEST(WrongMonoid, FloatMaximumFromNaN) {
  LawsReport report =
      judge(scalar("max commutative idempotent", "f32", "0x7FC00000",
                   "%c = arith.maximumf %a, %b : f32"));
  expectFailures(report, {Law::LeftIdentity, Law::RightIdentity});
  EXPECT_LINE(report,
              "max has no identity as stated: combine(identity, 1) = nan");
}

TEST(WrongMonoid, FloatMaximumFromTheLeastFiniteNumber) {
  LawsReport report =
      judge(scalar("max commutative idempotent", "f32", "0xFF7FFFFF",
                   "%c = arith.maximumf %a, %b : f32"));
  expectFailures(report, {Law::LeftIdentity, Law::RightIdentity});
  EXPECT_LINE(report, "max has no identity as stated: combine(identity, -inf) "
                      "= -3.4028235e+38");
}

TEST(WrongMonoid, SaturatingSum) {
  LawsReport report = judge(scalar("saturate commutative", "i8", "0", R"(
  %least = arith.constant -128 : i16
  %most = arith.constant 127 : i16
  %wa = arith.extsi %a : i8 to i16
  %wb = arith.extsi %b : i8 to i16
  %s = arith.addi %wa, %wb : i16
  %s1 = arith.maxsi %s, %least : i16
  %s2 = arith.minsi %s1, %most : i16
  %c = arith.trunci %s2 : i16 to i8)"));
  expectFailures(report, {Law::Associative});
  EXPECT_LINE(report, "saturate is not associative: combine(combine(-1, 100), "
                      "100) = 127, combine(-1, combine(100, 100)) = 126");
}

TEST(WrongMonoid, SumThatStopsAtZero) {
  LawsReport report = judge(scalar("queue commutative", "i32", "0", R"(
  %zero = arith.constant 0 : i32
  %s = arith.addi %a, %b : i32
  %c = arith.maxsi %s, %zero : i32)"));
  EXPECT_FALSE(report.ok);
  EXPECT_LINE(report, "queue is not associative: combine(combine(1, 0), -1) = "
                      "0, combine(1, combine(0, -1)) = 1");
}

TEST(WrongMonoid, FloatSumThatStopsFarAway) {
  LawsReport report = judge(scalar("clamp commutative", "f32", "0.0", R"(
  %most = arith.constant 1.0e6 : f32
  %s = arith.addf %a, %b : f32
  %c = arith.minimumf %s, %most : f32)"));
  EXPECT_EQ(report.find(Law::Associative)->verdict, Verdict::Fails);
  EXPECT_LINE(report, "clamp is not associative: combine(combine(1, 1000000), "
                      "-1) = 999999, combine(1, combine(1000000, -1)) = "
                      "1000000; they are 8.4 ulps apart, of at most 1.5 that "
                      "combines of 1 rounding allow there");
}

TEST(WrongMonoid, ClaimsToCommute) {
  LawsReport report = judge(pair("affine commutative", "1", "0", R"(
  %c0 = arith.muli %b0, %a0 : i32
  %t = arith.muli %b0, %a1 : i32
  %c1 = arith.addi %t, %b1 : i32)"));
  expectFailures(report, {Law::Commutative});
  EXPECT_LINE(report, "affine is not commutative as it claims: "
                      "combine((1, 2), (3, 4)) = (3, 10), "
                      "combine((3, 4), (1, 2)) = (3, 6)");
}

TEST(WrongMonoid, ClaimsToCommuteByOneOperation) {
  EXPECT_LINE(judge(scalar("subtract commutative", "i32", "0",
                           "%c = arith.subi %a, %b : i32")),
              "subtract is not commutative as it claims: 1 - 2 = -1, "
              "2 - 1 = 1");
}

TEST(WrongMonoid, ClaimsToBeIdempotent) {
  LawsReport report = judge(scalar("add commutative idempotent", "i32", "0",
                                   "%c = arith.addi %a, %b : i32"));
  expectFailures(report, {Law::Idempotent});
  EXPECT_LINE(report, "add is not idempotent as it claims: 1 + 1 = 2");
}

TEST(WrongMonoid, Divide) {
  LawsReport report =
      judge(scalar("divide", "i32", "1", "%c = arith.divsi %a, %b : i32"));
  EXPECT_EQ(report.find(Law::Defined)->verdict, Verdict::Fails);
  EXPECT_LINE(report, "divide is not defined everywhere: 1 / 0 fails: integer "
                      "division by zero");
  EXPECT_LINE(report, "divide is not associative: (1 / 2) / 2 = 0, "
                      "1 / (2 / 2) = 1");
}

TEST(WrongMonoid, DivideFloats) {
  LawsReport report =
      judge(scalar("divide", "f32", "1.0", "%c = arith.divf %a, %b : f32"));
  expectFailures(report, {Law::LeftIdentity, Law::Associative});
  EXPECT_LINE(report, "divide is not associative: (1 / 2) / 3 = 0.16666667, "
                      "1 / (2 / 3) = 1.5");
}

TEST(WrongMonoid, ForgetsOneField) {
  LawsReport report = judge(pair("forget", "0", "0", R"(
  %c0 = arith.addi %a0, %b0 : i32
  %c1 = arith.constant 0 : i32)"));
  expectFailures(report, {Law::LeftIdentity, Law::RightIdentity});
  EXPECT_LINE(report, "forget has no identity as stated: combine(identity, "
                      "(1, 2)) = (1, 0)");
}

TEST(WrongMonoid, AbsorbsInOneField) {
  LawsReport report = judge(pair("absorb", "0", "0", R"(
  %seven = arith.constant 7 : i32
  %nine = arith.constant 9 : i32
  %c0 = arith.addi %a0, %b0 : i32
  %s = arith.addi %a1, %b1 : i32
  %hit = arith.cmpi eq, %s, %seven : i32
  %c1 = arith.select %hit, %nine, %s : i32)"));
  EXPECT_EQ(report.find(Law::Associative)->verdict, Verdict::Fails);
  EXPECT_LINE(report, "absorb is not associative: combine(combine((1, 2), "
                      "(1, 5)), (1, 1)) = (3, 10), combine((1, 2), "
                      "combine((1, 5), (1, 1))) = (3, 8)");
}

TEST(WrongMonoid, ArgmaxFromZero) {
  LawsReport report = judge(pair("argmax", "0", "2147483647", R"(
  %take = arith.cmpi sgt, %b0, %a0 : i32
  %c0 = arith.select %take, %b0, %a0 : i32
  %c1 = arith.select %take, %b1, %a1 : i32)"));
  EXPECT_EQ(report.find(Law::LeftIdentity)->verdict, Verdict::Fails);
  EXPECT_LINE(report, "argmax has no identity as stated: combine(identity, "
                      "(0, 1)) = (0, 2147483647)");
}

/// A file of circuits/ in which the one `from` has become `to`.
static std::string altered(const std::string &file, const std::string &from,
                           const std::string &to) {
  auto buffer = llvm::cantFail(llvm::errorOrToExpected(
      llvm::MemoryBuffer::getFile(std::string(SCANC_CIRCUITS_DIR "/") + file)));
  std::string text = buffer->getBuffer().str();
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(WrongMonoid, DeclaredElementsExcuseNoMistake) {
  expectFailures(judge(altered("similarity3d.mlir", "%k11 = arith.addf",
                               "%k11 = arith.subf")),
                 {Law::Associative});
  expectFailures(judge(altered("similarity3d.mlir", "%ry = arith.addf %k40",
                               "%ry = arith.subf %k40")),
                 {Law::Associative});
  expectFailures(judge(altered("welford.mlir", "%part = arith.mulf",
                               "%part = arith.addf")),
                 {Law::Associative});
}

TEST(WrongMonoid, StatesThatCombineGivesExcuseNoMistake) {
  EXPECT_FALSE(judge(altered("matrix2x2_mod.mlir", "%dc = arith.muli %d0, %c1",
                             "%dc = arith.muli %c1, %c1"))
                   .ok);
  // The highest index wins, and the identity's beats that of -infinity.
  LawsReport report = judge(altered("argmax.mlir", "slt, %i1", "sgt, %i1"));
  expectFailures(report, {Law::LeftIdentity, Law::RightIdentity});
  EXPECT_LINE(report, "argmax_f32_i64 has no identity as stated: "
                      "combine(identity, (-inf, 1)) = (-inf, "
                      "9223372036854775807)");
}

/// Sums modulo 7, `shift` added.
static std::string modulo(const std::string &head, int shift) {
  return scalar(head, "i32", "0",
                "  %seven = arith.constant 7 : i32\n"
                "  %shift = arith.constant " +
                    std::to_string(shift) +
                    " : i32\n  %s = arith.addi %a, %b : i32\n"
                    "  %r = arith.remui %s, %seven : i32\n"
                    "  %c = arith.addi %r, %shift : i32");
}

static const char reduced[] =
    "prefix.scan @s inclusive @mod : (i32) -> (i32)\n"
    "attributes {prefix.elements = [[0], [1], [2], [3], [4], [5], [6]]}";

TEST(WrongMonoid, ShiftedModulo) {
  LawsReport report = judge(modulo("mod", 1) + reduced);
  EXPECT_LINE(report,
              "mod has no identity as stated: combine(identity, 0) = 1");
}

TEST(Laws, ModuloHoldsOnReducedElements) {
  LawsReport report = judge(modulo("mod", 0) + reduced);
  expectFailures(report, {});
  EXPECT_EQ(report.find(Law::LeftIdentity)->domain, Domain::Elements);
  EXPECT_LINE(report, "mod has its identity on the left on the states that its "
                      "scans' elements combine to, but not on all: "
                      "combine(identity, 10) = 3");
  // Without the list, any i32 may come.
  report = judge(modulo("mod", 0) +
                 "prefix.scan @s inclusive @mod : (i32) -> (i32)");
  EXPECT_LINE(report,
              "mod has no identity as stated: combine(identity, 10) = 3");
}

TEST(Laws, ModuloHoldsOnNarrowElements) {
  std::string text = scalar("mod commutative", "i32", "0", R"(
  %p = arith.constant 257 : i32
  %s = arith.addi %a, %b : i32
  %c = arith.remui %s, %p : i32)");
  LawsReport report =
      judge(text + "prefix.scan @s inclusive @mod : (ui8) -> (i32)");
  expectFailures(report, {});
  EXPECT_EQ(report.find(Law::LeftIdentity)->domain, Domain::Elements);
  // As signed numbers, elements are not reduced.
  report = judge(text + "prefix.scan @s inclusive @mod : (i8) -> (i32)");
  EXPECT_FALSE(report.ok);
}

TEST(Laws, WritesStatesWithTheSignOfTheElements) {
  const std::string text =
      scalar("last", "i32", "-1", "%c = arith.maxsi %a, %a : i32");
  LawsReport report =
      judge(text + "prefix.scan @s inclusive @last : (ui32) -> (ui32)");
  EXPECT_LINE(report, "last has no identity as stated: "
                      "combine(identity, 1) = 4294967295");
  report = judge(text + "prefix.scan @s inclusive @last : (i32) -> (i32)");
  EXPECT_LINE(report, "last has no identity as stated: "
                      "combine(identity, 1) = -1");
}

TEST(Laws, RefusesElementsThatDoNotFit) {
  for (const char *list : {"[[0, 1]]", "[0]", "7", "[[0.5]]"}) {
    auto module = parse(modulo("mod", 0) +
                        "prefix.scan @s inclusive @mod : (i32) -> (i32) "
                        "attributes {prefix.elements = " +
                        list + "}");
    auto report = checkLaws(first<scanc::prefix::MonoidOp>(*module));
    ASSERT_FALSE(report);
    EXPECT_EQ(llvm::toString(report.takeError()),
              "'prefix.elements' of the scan '@s' must be a list of elements, "
              "each a list of one number per field");
  }
}

TEST(Laws, TellsWhatIsNotClaimed) {
  LawsReport report = judge(
      scalar("max", "i32", "-2147483648", "%c = arith.maxsi %a, %b : i32"));
  expectFailures(report, {});
  EXPECT_LINE(report, "max seems commutative though it does not claim it");
  EXPECT_LINE(report, "max seems idempotent though it does not claim it");
}

TEST(Laws, NotesNaN) {
  // The greater one by comparison forgets what came before a NaN.
  LawsReport report = judge(scalar("select", "f32", "0xFF800000", R"(
  %above = arith.cmpf ogt, %a, %b : f32
  %c = arith.select %above, %a, %b : f32)"));
  expectFailures(report, {});
  EXPECT_LINE(report, "select does not keep its laws with infinities or NaN: "
                      "combine(nan, identity) = -inf");
}

TEST(Laws, AreTheSameForTheSameSeed) {
  std::string text =
      scalar("divide", "f32", "1.0", "%c = arith.divf %a, %b : f32");
  auto json = [&](uint64_t seed) {
    std::string out;
    llvm::raw_string_ostream(out) << judge(text, {seed, 1000}).toJSON();
    return out;
  };
  EXPECT_EQ(json(3), json(3));
}

TEST(Laws, HaveAJsonForm) {
  llvm::json::Value json = judge(scalar("add commutative idempotent", "i32",
                                        "0", "%c = arith.addi %a, %b : i32"))
                               .toJSON();
  const llvm::json::Object &report = *json.getAsObject();
  EXPECT_EQ(report.getString("monoid"), "add");
  EXPECT_EQ(report.getString("location"), "test.mlir:1:1");
  EXPECT_EQ(report.getBoolean("ok"), false);
  EXPECT_TRUE(report.getArray("notes")->empty());
  const llvm::json::Array &laws = *report.getArray("laws");
  ASSERT_EQ(laws.size(), 6u);
  const llvm::json::Object &defined = *laws.front().getAsObject();
  EXPECT_EQ(defined.getString("law"), "defined");
  EXPECT_EQ(defined.getString("verdict"), "holds");
  EXPECT_EQ(defined.getString("domain"), "all-states");
  EXPECT_GT(defined.getInteger("cases").value_or(0), 20000);
  EXPECT_FALSE(defined.get("counterexample"));
  const llvm::json::Object &idempotent = *laws.back().getAsObject();
  EXPECT_EQ(idempotent.getString("law"), "idempotent");
  EXPECT_EQ(idempotent.getString("verdict"), "fails");
  EXPECT_EQ(idempotent.getString("counterexample"), "1 + 1 = 2");
  EXPECT_EQ(idempotent.getString("text"),
            "add is not idempotent as it claims: 1 + 1 = 2");
}
