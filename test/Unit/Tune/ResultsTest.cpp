//===- ResultsTest.cpp - From measurements to a tuning --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Tune/Results.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace scanc;
using prefix::OneLaunchSizes;
using prefix::Tuning;
using prefix::TwoLevelSizes;

namespace {

const char header[] =
    "{\"format\": 1, \"bundle\": \"b\", \"scanc\": \"0.1.0\", "
    "\"measurements\": 10, \"device\": \"D\", \"arch\": \"sm_90\", "
    "\"compiled_for\": \"sm_90\", "
    "\"multiprocessors\": 132, \"shared_bytes\": 232448, \"threads\": 2048, "
    "\"registers\": 65536, \"date\": \"2026-01-02\"}\n";

const Tuning standard = Tuning::forArch("sm_90");

/// A results file, a line for each measurement; standard sizes of 4-byte
/// elements are the incumbent.
class Results {
public:
  template <class Sizes>
  Results &plan(llvm::StringRef strategy, Sizes sizes,
                llvm::ArrayRef<prefix::SizeField<Sizes>> fields, uint64_t n,
                double us, const Sizes &incumbent) {
    std::string text;
    for (const auto &field : fields)
      text += llvm::formatv("{0}\"{1}\": {2}", text.empty() ? "" : ", ",
                            field.key, sizes.*field.member);
    return line(llvm::formatv("\"stage\": \"plan\", \"strategy\": \"{0}\", "
                              "\"bytes\": 4, \"sizes\": {{{1}}, \"n\": {2}, "
                              "\"incumbent\": {3}",
                              strategy, text, n,
                              sizes == incumbent ? "true" : "false"),
                us);
  }
  Results &oneLaunch(OneLaunchSizes sizes, uint64_t n, double us) {
    return plan("one_launch_streaming", sizes, prefix::oneLaunchFields(), n, us,
                standard.oneLaunch(4));
  }
  Results &twoLevel(TwoLevelSizes sizes, uint64_t n, double us) {
    return plan("two_level_streaming", sizes, prefix::twoLevelFields(), n, us,
                standard.twoLevel(4));
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
    llvm::Expected<tune::Chosen> chosen = tune::chooseTuning(text);
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
      tune::chooseTuning(header + line + "\n");
  return chosen ? "" : llvm::toString(chosen.takeError());
}

OneLaunchSizes oneLaunchOf(int64_t vectors) {
  OneLaunchSizes sizes = standard.oneLaunch(4);
  sizes.vectors = vectors;
  return sizes;
}

// Those of 5 vectors have the least mean, but are slower for the largest n.
TEST(Results, TakeTheFasterSizes) {
  tune::Chosen chosen = Results()
                            .oneLaunch(oneLaunchOf(9), 1000, 10)
                            .oneLaunch(oneLaunchOf(9), 2000, 20)
                            .oneLaunch(oneLaunchOf(7), 1000, 9)
                            .oneLaunch(oneLaunchOf(7), 2000, 20.2)
                            .oneLaunch(oneLaunchOf(5), 1000, 7)
                            .oneLaunch(oneLaunchOf(5), 2000, 23)
                            .choose();
  EXPECT_TRUE(chosen.tuning.oneLaunch(4) == oneLaunchOf(7));
  // Others stay.
  EXPECT_TRUE(chosen.tuning.oneLaunch(8) == standard.oneLaunch(8));
  EXPECT_TRUE(chosen.tuning.twoLevelSizes == standard.twoLevelSizes);
  EXPECT_EQ(chosen.measured, 6u);
  EXPECT_EQ(chosen.wanted, 10u);
  EXPECT_EQ(chosen.tuning.device, "D");
  EXPECT_EQ(chosen.tuning.date, "2026-01-02");
}

TEST(Results, KeepTheIncumbentWithinTheMargin) {
  EXPECT_TRUE(Results()
                  .oneLaunch(oneLaunchOf(9), 1000, 10)
                  .oneLaunch(oneLaunchOf(7), 1000, 9.96)
                  .choose()
                  .tuning.oneLaunchSizes == standard.oneLaunchSizes);
  // Without the incumbent there is nothing to compare with.
  EXPECT_TRUE(Results()
                  .oneLaunch(oneLaunchOf(7), 1000, 1)
                  .choose()
                  .tuning.oneLaunchSizes == standard.oneLaunchSizes);
  // What was not measured everywhere is not compared.
  EXPECT_TRUE(Results()
                  .oneLaunch(oneLaunchOf(9), 1000, 10)
                  .oneLaunch(oneLaunchOf(9), 2000, 20)
                  .oneLaunch(oneLaunchOf(7), 1000, 1)
                  .choose()
                  .tuning.oneLaunchSizes == standard.oneLaunchSizes);
}

TEST(Results, ChooseBlocksOfThePlanThatStays) {
  const TwoLevelSizes same = standard.twoLevel(4);
  Results results;
  results.blocks(2, 1000, 12).blocks(8, 1000, 9).twoLevel(same, 1000, 10);
  const TwoLevelSizes chosen = results.choose().tuning.twoLevel(4);
  EXPECT_EQ(chosen.blocksPerSM, 8);
  EXPECT_EQ(chosen.maxBlocks, 2048); // at least 8 * 132
  // The same blocks are another thing in another plan.
  TwoLevelSizes other = same;
  other.rows = 2;
  results.twoLevel(other, 1000, 8);
  EXPECT_EQ(results.choose().tuning.twoLevel(4).blocksPerSM, same.blocksPerSM);
  EXPECT_EQ(results.choose().tuning.twoLevel(4).rows, 2);
}

TEST(Results, FindTheCrossOver) {
  auto tilesOf = [](const Results &results) {
    return results.choose().tuning.oneLaunch(4).singleBlockTiles;
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
  results.oneLaunch(oneLaunchOf(9), 1000, 10);
  results.text += "{\"id\": \"half";
  EXPECT_EQ(results.choose().measured, 1u);
}

TEST(Results, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(llvm::toString(tune::chooseTuning("").takeError()),
            "1: expected what 'run.sh' of a bundle writes, got no line");
  EXPECT_EQ(llvm::toString(tune::chooseTuning("{\"format\": 2}\n").takeError()),
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
            "2: expected 'stage', survey, blocks, plan or crossover");
  EXPECT_EQ(errorOf("{\"id\": \"x\", \"failure\": \"a\"}\n"
                    "{\"id\": \"x\", \"failure\": \"a\"}"),
            "3: 'x' is there twice");
}

} // namespace
