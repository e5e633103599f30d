//===- TuningTest.cpp - The sizes that plans are made with ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/Tuning.h"

#include "gtest/gtest.h"

#include <random>

using namespace scanc::prefix;

namespace {

std::string print(const Tuning &tuning) {
  std::string text;
  llvm::raw_string_ostream os(text);
  tuning.print(os);
  return text;
}

/// What is wrong with a text; empty for nothing.
std::string errorOf(llvm::StringRef text) {
  llvm::Expected<Tuning> tuning = Tuning::parse(text);
  return tuning ? "" : llvm::toString(tuning.takeError());
}

/// A tuning without a survey, all of whose sizes are the same for elements of
/// any width, with the first `from` replaced.
std::string edited(llvm::StringRef from, llvm::StringRef to) {
  Tuning tuning = Tuning::forArch("sm_90");
  tuning.survey.clear();
  tuning.oneLaunchSizes.fill({});
  tuning.twoLevelSizes.fill({});
  std::string text = print(tuning);
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from.str();
  return text.replace(at, from.size(), to);
}

TEST(Tuning, IsReadAsItIsPrinted) {
  Tuning tuning = Tuning::forArch("sm_90");
  tuning.device = "a \"GPU\" \\ \n of 2";
  tuning.date = "2026-01-02";
  tuning.survey.push_back({"in", "bulk", 4, 1, 36, 9, 1, 4321});
  tuning.survey.push_back({"in_out", "plain", 8, 2, 4, 2, 4, 1234});
  tuning.oneLaunchSizes[3].vectors = 7;
  tuning.twoLevelSizes[0].blocksPerSM = 3;
  llvm::Expected<Tuning> read = Tuning::parse(print(tuning));
  ASSERT_TRUE(static_cast<bool>(read)) << llvm::toString(read.takeError());
  EXPECT_TRUE(*read == tuning);
  EXPECT_EQ(print(*read), print(tuning));
}

TEST(Tuning, OfSm90IsBuiltIn) {
  const Tuning tuning = Tuning::forArch("sm_90");
  EXPECT_EQ(tuning.arch, "sm_90");
  EXPECT_EQ(tuning.limits.multiprocessors, 132);
  EXPECT_FALSE(tuning.method.empty());
  EXPECT_TRUE(tuning.limits == Tuning::limitsOf("sm_90"));
}

TEST(Tuning, FindsTheClassOfAnElement) {
  Tuning tuning;
  for (size_t i = 0; i < Tuning::classes.size(); ++i) {
    tuning.oneLaunchSizes[i].vectors = 1 + i;
    tuning.twoLevelSizes[i].rows = 1 + i;
  }
  const std::pair<int64_t, int64_t> expected[] = {{1, 1},  {2, 2},  {3, 3},
                                                  {4, 3},  {5, 4},  {8, 4},
                                                  {12, 5}, {16, 5}, {64, 5}};
  for (auto [bytes, number] : expected) {
    EXPECT_EQ(tuning.oneLaunch(bytes).vectors, number) << bytes;
    EXPECT_EQ(tuning.twoLevel(bytes).rows, number) << bytes;
  }
}

TEST(Tuning, IsComputedForWhatNobodyMeasured) {
  for (const char *arch : {"sm_80", "sm_100", "sm_120", "sm_999", ""}) {
    const Tuning tuning = Tuning::forArch(arch);
    EXPECT_EQ(tuning.arch, arch);
    // It is one that a file could hold.
    EXPECT_EQ(errorOf(print(tuning)), "") << arch;
    for (const OneLaunchSizes &sizes : tuning.oneLaunchSizes)
      EXPECT_LE(sizes.warps * 32 * sizes.vectors * 16 * sizes.stages,
                tuning.limits.sharedBytes)
          << arch;
  }
  // More multiprocessors than the spine of sm_90 has entries.
  EXPECT_EQ(Tuning::forArch("sm_120").oneLaunch(4).spineEntries, 6);
  EXPECT_LT(Tuning::forArch("sm_120").oneLaunch(4).vectors,
            Tuning::forArch("sm_90").oneLaunch(4).vectors);
  GpuLimits tiny{1, 4096, 64, 65536};
  EXPECT_EQ(Tuning::computed(tiny).oneLaunch(4).vectors, 1);
}

TEST(Tuning, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(errorOf("[]"), "file: expected an object");
  EXPECT_EQ(errorOf("{}"), "file: the key 'format' is missing");
  EXPECT_EQ(errorOf(edited("\"format\": 1", "\"format\": 2")),
            "file.format: expected 1 to 1, got 2");
  EXPECT_EQ(errorOf(edited("\"arch\"", "\"architecture\"")).substr(0, 34),
            "file: unknown key 'architecture'; ");
  EXPECT_EQ(errorOf(edited("\"arch\": \"sm_90\",", "")),
            "file: the key 'arch' is missing");
  EXPECT_EQ(errorOf(edited("\"sm_90\"", "90")), "file.arch: expected a string");
  EXPECT_EQ(errorOf(edited("\"survey\": []", "\"survey\": [1]")),
            "survey[0]: expected an object");
  EXPECT_EQ(errorOf(edited("\"warps\": 4", "\"warps\": 16")),
            "one_launch_streaming[0].warps: expected 1 to 15, got 16");
  EXPECT_EQ(errorOf(edited("\"warps\": 4", "\"warps\": \"four\"")),
            "one_launch_streaming[0].warps: expected 1 to 15, got \"four\"");
  EXPECT_EQ(errorOf(edited("\"warps\": 4", "\"warps\": 4.5")),
            "one_launch_streaming[0].warps: expected 1 to 15, got 4.5");
  EXPECT_EQ(errorOf(edited("\"warps\": 4", "\"warps\": 8")),
            "one_launch_streaming[0]: a loader, the spine and the groups have "
            "35 warps, expected at most 32");
  EXPECT_EQ(errorOf(edited("\"ahead\": 9", "\"ahead\": 12")),
            "one_launch_streaming[0]: expected 'ahead' to be at most the 11 "
            "stages, got 12");
  EXPECT_EQ(errorOf(edited("\"spine_entries\": 5", "\"spine_entries\": 4")),
            "one_launch_streaming[0]: expected entries of the spine for 132 "
            "blocks, got 128");
  EXPECT_EQ(
      errorOf(edited("\"long_warps\"", "\"wrap\"")),
      "two_level_streaming[0]: unknown key 'wrap'; expected bytes, warps, "
      "long_warps, rows, long_rows, registers, staged_registers, "
      "blocks_per_sm, max_blocks, single_block_tiles");
  EXPECT_EQ(errorOf(edited("{\"bytes\": 1, ", "{\"bytes\": 2, ")),
            "one_launch_streaming[0].bytes: expected 1 to 1, got 2");
  EXPECT_EQ(errorOf("{\n  \"format\": 1,\n  !").substr(0, 4), "[3:3");
  EXPECT_EQ(errorOf(std::string(100000, '[')), "brackets are nested too deep");
  EXPECT_EQ(errorOf(std::string((1 << 20) + 1, ' ')),
            "the file has more than 1048576 bytes");
}

/// Whatever is read can be printed, and read again.
TEST(Tuning, SurvivesRandomEdits) {
  const std::string text = print(Tuning::forArch("sm_90"));
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string broken = text;
    for (unsigned edits = 1 + random() % 3; edits; --edits) {
      const size_t at = random() % broken.size();
      switch (random() % 3) {
      case 0:
        broken[at] = static_cast<char>(random() % 256);
        break;
      case 1:
        broken.erase(at, 1 + random() % 40);
        break;
      default:
        broken.insert(at, broken.substr(random() % broken.size(), 20));
      }
    }
    llvm::Expected<Tuning> tuning = Tuning::parse(broken);
    if (tuning)
      EXPECT_EQ(errorOf(print(*tuning)), "");
    else
      EXPECT_NE(llvm::toString(tuning.takeError()), "");
  }
}

} // namespace
