//===- ResultsTest.cpp - From measurements to a tuning --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Tune/Results.h"

#include "Dialect.h"

#include "scanc/Dialect/Prefix/Transforms/PlanPasses.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace scanc;
using prefix::PassSizes;
using prefix::SizeRow;
using prefix::Tuning;

namespace {

const char header[] =
    "{\"format\": 1, \"bundle\": \"b\", \"scanc\": \"0.1.0\", "
    "\"measurements\": 10, \"device\": \"D\", \"arch\": \"sm_90\", "
    "\"compiled_for\": \"sm_90\", "
    "\"multiprocessors\": 132, \"shared_bytes\": 232448, \"threads\": 2048, "
    "\"registers\": 65536, \"date\": \"2026-01-02\"}\n";

const Tuning standard =
    Tuning::forArch(prefix::tuningSchemaOf(allStrategies()), "sm_90");

const Tuning::Table &oneLaunchOf(const Tuning &tuning) {
  return tuning.tables.at("one_launch_streaming");
}

/// One of the sizes of one launch for 4-byte elements.
int64_t oneLaunchOf(const Tuning &tuning, llvm::StringRef key) {
  const Tuning::Table &table = oneLaunchOf(tuning);
  return table.rows[Tuning::classOf(4)][*table.schema->find(key)];
}

/// A results file, a line for each measurement; standard sizes of 4-byte
/// elements are the incumbent.
class Results {
public:
  Results &plan(const char *strategy, const SizeRow &sizes, uint64_t n,
                double us) {
    const Tuning::Table &table = standard.tables.at(strategy);
    std::string text;
    for (auto [key, size] : llvm::zip_equal(table.schema->keys, sizes))
      text += llvm::formatv("{0}\"{1}\": {2}", text.empty() ? "" : ", ",
                            key.name, size);
    const bool isIncumbent = sizes == table.rows[Tuning::classOf(4)];
    return line(llvm::formatv("\"stage\": \"plan\", \"strategy\": \"{0}\", "
                              "\"bytes\": 4, \"sizes\": {{{1}}, \"n\": {2}, "
                              "\"incumbent\": {3}",
                              strategy, text, n,
                              isIncumbent ? "true" : "false"),
                us);
  }
  Results &oneLaunch(const SizeRow &sizes, uint64_t n, double us) {
    return plan("one_launch_streaming", sizes, n, us);
  }
  Results &twoLevel(const PassSizes &sizes, uint64_t n, double us) {
    return plan("two_level_streaming", toRow(sizes), n, us);
  }
  Results &blocks(int64_t blocks, uint64_t n, double us) {
    return line(llvm::formatv("\"stage\": \"blocks\", \"strategy\": "
                              "\"two_level_streaming\", \"bytes\": 4, "
                              "\"blocks_per_sm\": {0}, \"n\": {1}",
                              blocks, n),
                us);
  }
  Results &crossOver(int64_t tiles, bool single, double us) {
    return line(llvm::formatv("\"stage\": \"crossover\", \"strategy\": "
                              "\"one_launch_streaming\", \"bytes\": 4, "
                              "\"tiles\": {0}, \"single\": {1}, \"n\": {2}",
                              tiles, single ? "true" : "false", tiles * 4096),
                us);
  }
  Results &line(const std::string &members, double us) {
    text += llvm::formatv("{{\"id\": \"{0}\", {1}, \"us\": {2:f4}, "
                          "\"copy_us\": 10.0}\n",
                          ++count, members, us);
    return *this;
  }

  tune::Chosen choose() const {
    llvm::Expected<tune::Chosen> chosen =
        tune::chooseTuning(allStrategies(), text);
    EXPECT_TRUE(static_cast<bool>(chosen));
    if (chosen)
      return *chosen;
    ADD_FAILURE() << llvm::toString(chosen.takeError()) << "\n" << text;
    return {};
  }

  std::string text = header;
  int count = 0;
};

/// What is wrong with a line after the header.
std::string errorOf(const std::string &line) {
  llvm::Expected<tune::Chosen> chosen =
      tune::chooseTuning(allStrategies(), header + line + "\n");
  return chosen ? "" : llvm::toString(chosen.takeError());
}

/// The standard sizes with other vectors.
SizeRow withVectors(int64_t vectors) {
  const Tuning::Table &table = oneLaunchOf(standard);
  SizeRow sizes = table.rows[Tuning::classOf(4)];
  sizes[*table.schema->find("vectors")] = vectors;
  return sizes;
}

// Those of 5 vectors have the least mean, but are slower for the largest n.
TEST(Results, TakeTheFasterSizes) {
  tune::Chosen chosen = Results()
                            .oneLaunch(withVectors(9), 1000, 10)
                            .oneLaunch(withVectors(9), 2000, 20)
                            .oneLaunch(withVectors(7), 1000, 9)
                            .oneLaunch(withVectors(7), 2000, 20.2)
                            .oneLaunch(withVectors(5), 1000, 7)
                            .oneLaunch(withVectors(5), 2000, 23)
                            .choose();
  // Others stay.
  Tuning::Table expected = oneLaunchOf(standard);
  expected.rows[Tuning::classOf(4)] = withVectors(7);
  EXPECT_TRUE(oneLaunchOf(chosen.tuning) == expected);
  EXPECT_TRUE(chosen.tuning.tables.at("two_level_streaming") ==
              standard.tables.at("two_level_streaming"));
  EXPECT_EQ(chosen.measured, 6u);
  EXPECT_EQ(chosen.wanted, 10u);
  EXPECT_EQ(chosen.tuning.device, "D");
  EXPECT_EQ(chosen.tuning.date, "2026-01-02");
}

TEST(Results, KeepTheIncumbentWithinTheMargin) {
  EXPECT_TRUE(Results()
                  .oneLaunch(withVectors(9), 1000, 10)
                  .oneLaunch(withVectors(7), 1000, 9.96)
                  .choose()
                  .tuning.tables == standard.tables);
  // Without the incumbent there is nothing to compare with.
  EXPECT_TRUE(
      Results().oneLaunch(withVectors(7), 1000, 1).choose().tuning.tables ==
      standard.tables);
  // What was not measured everywhere is not compared.
  EXPECT_TRUE(Results()
                  .oneLaunch(withVectors(9), 1000, 10)
                  .oneLaunch(withVectors(9), 2000, 20)
                  .oneLaunch(withVectors(7), 1000, 1)
                  .choose()
                  .tuning.tables == standard.tables);
}

TEST(Results, ChooseBlocksOfThePlanThatStays) {
  const PassSizes same = standard.get<PassSizes>(4);
  Results results;
  results.blocks(2, 1000, 12).blocks(8, 1000, 9).twoLevel(same, 1000, 10);
  const PassSizes chosen = results.choose().tuning.get<PassSizes>(4);
  EXPECT_EQ(chosen.blocksPerSM, 8);
  EXPECT_EQ(chosen.maxBlocks, 2048); // at least 8 * 132
  // The same blocks are another thing in another plan.
  PassSizes other = same;
  other.rows = 2;
  results.twoLevel(other, 1000, 8);
  EXPECT_EQ(results.choose().tuning.get<PassSizes>(4).blocksPerSM,
            same.blocksPerSM);
  EXPECT_EQ(results.choose().tuning.get<PassSizes>(4).rows, 2);
}

TEST(Results, FindTheCrossOver) {
  auto tilesOf = [](const Results &results) {
    return oneLaunchOf(results.choose().tuning, "single_block_tiles");
  };
  Results results;
  results.crossOver(1, true, 3).crossOver(1, false, 4);
  EXPECT_EQ(tilesOf(results), 1);
  results.crossOver(2, true, 4).crossOver(2, false, 4);
  EXPECT_EQ(tilesOf(results), 2);
  results.crossOver(4, true, 6).crossOver(4, false, 5);
  results.crossOver(8, true, 6).crossOver(8, false, 7);
  EXPECT_EQ(tilesOf(results), 2);
  Results slower;
  slower.crossOver(1, true, 5).crossOver(1, false, 4);
  EXPECT_EQ(tilesOf(slower), 0);
}

/// A GPU with more multiprocessors than the one that was compiled for.
TEST(Results, FitTheGpu) {
  Results results;
  const llvm::StringRef known = "\"multiprocessors\": 132";
  results.text.replace(results.text.find(known), known.size(),
                       "\"multiprocessors\": 170");
  results.oneLaunch(withVectors(9), 1000, 10)
      .oneLaunch(withVectors(7), 1000, 9);
  const Tuning tuning = results.choose().tuning;
  EXPECT_EQ(tuning.limits.multiprocessors, 170);
  EXPECT_EQ(oneLaunchOf(tuning, "vectors"), 7);
  EXPECT_EQ(oneLaunchOf(tuning, "spine_entries"), 6);
}

TEST(Results, KeepTheFastestSkeletons) {
  Results results;
  for (int i = 1; i <= 7; ++i)
    results.line(
        llvm::formatv("\"stage\": \"survey\", \"pattern\": \"in_out\", "
                      "\"copies\": \"plain\", \"warps\": {0}, \"rows\": 1, "
                      "\"items\": 4, \"stages\": 1, \"blocks_per_sm\": 4, "
                      "\"n\": 1000000",
                      i),
        10 + i);
  const std::vector<prefix::SurveyRow> rows = results.choose().tuning.survey;
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows.front().warps, 1);
  EXPECT_EQ(rows.front().gbPerSecond, 727); // 8 MB in 11 us
  EXPECT_EQ(rows.back().warps, 5);
}

TEST(Results, MayEndWithinALine) {
  Results results;
  results.oneLaunch(withVectors(9), 1000, 10);
  results.text += "{\"id\": \"half";
  EXPECT_EQ(results.choose().measured, 1u);
}

TEST(Results, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(llvm::toString(tune::chooseTuning(allStrategies(), "").takeError()),
            "1: expected what 'run.sh' of a bundle writes, got no line");
  EXPECT_EQ(
      llvm::toString(
          tune::chooseTuning(allStrategies(), "{\"format\": 2}\n").takeError()),
      "1: expected 'format', a number from 1 to 1");
  EXPECT_EQ(errorOf("[1]"), "2: this is no measurement");
  EXPECT_EQ(errorOf("7"), "2: expected an object");
  EXPECT_EQ(errorOf("{").substr(0, 3), "2: ");
  EXPECT_EQ(errorOf("{\"n\": 1}"), "2: expected 'id', a string");
  EXPECT_EQ(errorOf("{\"id\": \"x\", \"stage\": \"plan\", \"n\": 0}"),
            "2: expected 'n', a number from 1 to 1099511627776");
  EXPECT_EQ(errorOf("{\"id\": \"x\", \"stage\": \"plan\", \"n\": 1, \"us\": "
                    "-1, \"copy_us\": 1}"),
            "2: expected 'us', microseconds above 0");
  EXPECT_EQ(errorOf("{\"id\": \"x\", \"stage\": \"odd\", \"n\": 1, \"us\": 1, "
                    "\"copy_us\": 1}"),
            "2: expected 'stage', survey, blocks, plan, crossover or tensor");
  EXPECT_EQ(errorOf("{\"id\": \"x\", \"stage\": \"plan\", \"n\": 1, \"us\": 1, "
                    "\"copy_us\": 1, \"bytes\": 4, \"strategy\": \"odd\"}"),
            "2: expected 'strategy', one_launch_streaming or "
            "two_level_streaming");
  EXPECT_EQ(errorOf("{\"id\": \"x\", \"failure\": \"a\"}\n"
                    "{\"id\": \"x\", \"failure\": \"a\"}"),
            "3: 'x' is there twice");
}

} // namespace
