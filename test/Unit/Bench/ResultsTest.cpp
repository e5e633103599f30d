//===- ResultsTest.cpp - Results as JSON, text and drawings ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"
#include "Plots.h"
#include "Table.h"

#include "gtest/gtest.h"

using namespace scanc::bench;

namespace {

Results sample() {
  Results results;
  results.machine = {"A <GPU>", "sm_90", 132,   1ull << 37,
                     60 << 20,  13000,   300001};
  results.method = {3, 3, 160 << 20, 64, 0};
  results.goals = builtinGoals();
  Case c;
  c.scan = c.base = "exclusive_add_i32";
  c.op = "add";
  c.type = "i32";
  c.n = 1 << 20;
  c.inBytes = c.outBytes = 4;
  c.slots = 32;
  c.outgrowsL2 = true;
  c.checked = "all outputs, bitwise";
  c.copy = summarize({4.7, 4.6, 4.8}, 64);
  c.cub = summarize({7.2, 7.1, 7.3}, 64);
  c.ours.push_back({"auto", summarize({5, 5.5, 4.5}, 64), {}, ""});
  c.ours.front().profile.push_back({"k", {{"launch__grid_size", 132}}});
  results.cases.push_back(c);
  c.n = 1 << 22;
  c.cub.reset();
  c.cubAbsent = "CUB has no such operator";
  c.copy = summarize({8, 8, 8}, 16);
  c.ours = {{"auto", summarize({10, 10, 10}, 16), {}, "ncu is not installed"}};
  results.cases.push_back(c);
  results.failures.push_back({"other", "wrong", 7});
  results.skipped.push_back({"third", "too large", 0});
  return results;
}

Results reread(const Results &results) {
  auto parsed = parseResults(printResults(results), "r.json");
  if (parsed)
    return *parsed;
  ADD_FAILURE() << llvm::toString(parsed.takeError());
  return {};
}

TEST(Results, SurviveTheirFile) {
  const Results before = sample(), after = reread(before);
  EXPECT_EQ(printResults(after), printResults(before));
  EXPECT_EQ(after.machine, before.machine);
  EXPECT_EQ(after.method, before.method);
  ASSERT_EQ(after.cases.size(), 2u);
  EXPECT_EQ(after.cases[0].cub->rounds, before.cases[0].cub->rounds);
  EXPECT_EQ(after.cases[0].ours[0].profile[0].metrics.at("launch__grid_size"),
            132);
  EXPECT_FALSE(after.cases[1].cub.has_value());
  EXPECT_EQ(after.cases[1].cubAbsent, "CUB has no such operator");
  EXPECT_EQ(after.failures[0].n, 7u);
}

TEST(Results, RatiosAreTheCopysTimeByTheScans) {
  const Results results = sample();
  const Case &c = results.cases[0];
  EXPECT_NEAR(c.ofCopy(c.ours[0]), 0.94, 1e-9);
  EXPECT_TRUE(meetsGoal(results.goals, c, c.ours[0]));
  EXPECT_FALSE(
      meetsGoal(results.goals, results.cases[1], results.cases[1].ours[0]));
  // 8 MiB in 5 microseconds.
  EXPECT_NEAR(c.throughput(c.ours[0].timing), 1677.7, 0.1);
}

TEST(Results, AreFoundByScanAndSize) {
  const Results results = sample();
  EXPECT_EQ(results.find("exclusive_add_i32", 1 << 22), &results.cases[1]);
  EXPECT_EQ(results.find("exclusive_add_i32", 1 << 21), nullptr);
  EXPECT_EQ(results.find("third", 1 << 22), nullptr);
}

TEST(Results, RefuseWhatIsNoFileOfTheirs) {
  auto whyNot = [](std::string text) {
    auto results = parseResults(text, "r.json");
    return results ? "" : llvm::toString(results.takeError());
  };
  std::string text = printResults(sample());
  auto with = [&](const std::string &from, const std::string &to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return whyNot(changed);
  };
  EXPECT_EQ(whyNot(text), "");
  EXPECT_NE(whyNot("{}"), "");
  EXPECT_NE(whyNot("not json"), "");
  EXPECT_NE(with("\"format\": 1", "\"format\": 9").find("expected format 1"),
            std::string::npos);
  EXPECT_NE(with("\"slots\": 32", "\"slots\": \"many\""), "");
  EXPECT_NE(with("\"median_us\": 4.7", "\"median_us\": 0")
                .find("expected a time above 0"),
            std::string::npos);
}

/// The same in rows, and along an axis of tensors.
Results chains() {
  Results results = sample();
  results.cases[0].row = 1024;
  results.cases[0].scan = "exclusive_add_i32.row1024";
  results.cases[1].shape = {64, 65536};
  results.cases[1].axis = 1;
  results.cases[1].scan = "exclusive_add_i32.64x65536.axis1";
  results.method.graphs = true;
  return results;
}

TEST(Results, KeepHowChainsLie) {
  const Results before = chains(), after = reread(before);
  EXPECT_EQ(printResults(after), printResults(before));
  EXPECT_EQ(after.cases[0].chain(), 1024u);
  EXPECT_EQ(after.cases[0].group(), "exclusive_add_i32.row1024");
  EXPECT_EQ(after.cases[1].chain(), 65536u);
  EXPECT_EQ(after.cases[1].group(), "exclusive_add_i32.axis");
  EXPECT_TRUE(after.method.graphs);
  EXPECT_EQ(reread(sample()).cases[0].chain(), 0u);
}

TEST(Results, RefuseAnAxisThatTheShapeHasNot) {
  std::string text = printResults(chains());
  const std::string from = "\"axis\": 1";
  text.replace(text.find(from), from.size(), "\"axis\": 2");
  auto results = parseResults(text, "r.json");
  ASSERT_FALSE(bool(results));
  EXPECT_NE(llvm::toString(results.takeError())
                .find("expected a dimension of the shape"),
            std::string::npos);
}

TEST(Table, HasARowForEachCaseAndALineForWhatIsAbsent) {
  const std::string table = printTable(sample());
  for (const char *part :
       {"exclusive_add_i32, scanc auto against CUB 3.0.1", "2^20", "2^22",
        "no CUB: CUB has no such operator", "skipped: third: too large",
        "wrong: other, n = 7: wrong", "1 of 2 goals met, 1 wrong results"})
    EXPECT_NE(table.find(part), std::string::npos) << part;
}

TEST(Plots, EscapeWhatMeansSomethingToXml) {
  const Results results = sample();
  for (const std::string &drawing :
       {drawCurves(results, "exclusive_add_i32"), drawHeatTable(results, false),
        printPage(results)}) {
    EXPECT_NE(drawing.find("A &lt;GPU&gt;"), std::string::npos);
    EXPECT_EQ(drawing.find("A <GPU>"), std::string::npos);
  }
}

TEST(Plots, OfLengthsAreOneForRowsAndOneForAnAxis) {
  const Results results = chains();
  EXPECT_EQ(
      lengthPlotsOf(results),
      std::vector<std::string>({"exclusive_add.rows", "exclusive_add.axis"}));
  EXPECT_TRUE(lengthPlotsOf(sample()).empty());
  for (const std::string &plot : lengthPlotsOf(results)) {
    const std::string drawing = drawLengths(results, plot);
    EXPECT_NE(drawing.find(">i32<"), std::string::npos);
    EXPECT_EQ(drawing.find("nan"), std::string::npos);
    EXPECT_EQ(drawing.find("inf"), std::string::npos);
  }
  EXPECT_TRUE(hasHeatTable(results, /*ofTensors=*/true));
  EXPECT_FALSE(hasHeatTable(sample(), /*ofTensors=*/true));
  EXPECT_NE(drawHeatTable(results, /*ofTensors=*/true).find(">64x65536<"),
            std::string::npos);
}

TEST(Plots, DrawASingleSize) {
  Results results = sample();
  results.cases.resize(1);
  results.cases[0].n = 1;
  const std::string drawing = drawCurves(results, "exclusive_add_i32");
  EXPECT_EQ(drawing.find("nan"), std::string::npos);
  EXPECT_EQ(drawing.find("inf"), std::string::npos);
}

} // namespace
