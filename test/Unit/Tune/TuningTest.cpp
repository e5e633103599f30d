//===- TuningTest.cpp - The sizes that plans are made with ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect.h"

#include "scanc/Dialect/Prefix/Transforms/PlanPasses.h"

#include "gtest/gtest.h"

#include <random>

using namespace scanc::prefix;

namespace {

const TuningSchema schema = tuningSchemaOf(allStrategies());

/// One of the sizes of a table for elements of so many bytes.
int64_t &at(Tuning &tuning, const char *table, int64_t bytes,
            llvm::StringRef key) {
  Tuning::Table &found = tuning.tables.at(table);
  return found.rows[Tuning::classOf(bytes)][*found.schema->find(key)];
}

std::string print(const Tuning &tuning) {
  std::string text;
  llvm::raw_string_ostream os(text);
  tuning.print(os);
  return text;
}

/// What is wrong with a text; empty for nothing.
std::string errorOf(llvm::StringRef text) {
  llvm::Expected<Tuning> tuning = Tuning::parse(schema, text);
  return tuning ? "" : llvm::toString(tuning.takeError());
}

/// A tuning without a survey, all of whose sizes are the same for elements of
/// any width, with the first `from` replaced.
std::string edited(llvm::StringRef from, llvm::StringRef to) {
  Tuning tuning = Tuning::forArch(schema, "sm_90");
  tuning.survey.clear();
  // With the shared memory and the multiprocessors of sm_90.
  tuning.tables = Tuning::computed(schema, tuning.limits).tables;
  std::string text = print(tuning);
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from.str();
  return text.replace(at, from.size(), to);
}

TEST(Tuning, IsReadAsItIsPrinted) {
  Tuning tuning = Tuning::forArch(schema, "sm_90");
  tuning.device = "a \"GPU\" \\ \n of 2";
  tuning.date = "2026-01-02";
  tuning.survey.push_back({"in", "bulk", 4, 1, 36, 9, 1, 4321});
  tuning.survey.push_back({"in_out", "plain", 8, 2, 4, 2, 4, 1234});
  at(tuning, "one_launch_streaming", 8, "vectors") = 7;
  at(tuning, "two_level_streaming", 1, "blocks_per_sm") = 3;
  llvm::Expected<Tuning> read = Tuning::parse(schema, print(tuning));
  ASSERT_TRUE(static_cast<bool>(read)) << llvm::toString(read.takeError());
  EXPECT_TRUE(*read == tuning);
  EXPECT_EQ(print(*read), print(tuning));
}

TEST(Tuning, OfSm90IsBuiltIn) {
  const Tuning tuning = Tuning::forArch(schema, "sm_90");
  EXPECT_EQ(tuning.arch, "sm_90");
  EXPECT_EQ(tuning.limits.multiprocessors, 132);
  EXPECT_FALSE(tuning.method.empty());
  EXPECT_TRUE(tuning.limits == Tuning::limitsOf("sm_90"));
}

TEST(Tuning, FindsTheClassOfAnElement) {
  Tuning tuning = Tuning::computed(schema, {});
  for (auto [i, bytes] : llvm::enumerate(Tuning::classes))
    at(tuning, "two_level_streaming", bytes, "rows") = 1 + i;
  const std::pair<int64_t, int64_t> expected[] = {{1, 1},  {2, 2},  {3, 3},
                                                  {4, 3},  {5, 4},  {8, 4},
                                                  {12, 5}, {16, 5}, {64, 5}};
  for (auto [bytes, number] : expected)
    EXPECT_EQ(tuning.get<PassSizes>(bytes).rows, number) << bytes;
}

TEST(Tuning, ComputesSizesThatNoTableHas) {
  Tuning tuning;
  tuning.limits.multiprocessors = 16;
  EXPECT_TRUE(tuning.get<PassSizes>(4) == PassSizes::computed(tuning.limits));
  EXPECT_EQ(tuning.get<PassSizes>(4).maxBlocks, 64);
}

/// A strategy that is not there has no table, and one more has sizes that are
/// computed.
TEST(Tuning, ThatIsBuiltInFitsAnyStrategies) {
  TuningSchema others;
  others["one_launch_streaming"] = schema.at("one_launch_streaming");
  others["telepathy"] = &SizesSchema::of<PassSizes>();
  const Tuning builtIn = Tuning::forArch(schema, "sm_90"),
               tuning = Tuning::forArch(others, "sm_90");
  EXPECT_EQ(tuning.tables.size(), 2u);
  EXPECT_TRUE(tuning.tables.at("one_launch_streaming") ==
              builtIn.tables.at("one_launch_streaming"));
  EXPECT_TRUE(tuning.get<PassSizes>(4) == PassSizes::computed(tuning.limits));
  // What users name is complete.
  EXPECT_EQ(llvm::toString(Tuning::parse(others, print(builtIn)).takeError()),
            "file: unknown key 'two_level_streaming'; expected format, arch, "
            "device, date, scanc, method, limits, survey, "
            "one_launch_streaming, telepathy");
  others["two_level_streaming"] = schema.at("two_level_streaming");
  EXPECT_EQ(llvm::toString(Tuning::parse(others, print(builtIn)).takeError()),
            "file: the key 'telepathy' is missing");
}

TEST(Tuning, IsComputedForWhatNobodyMeasured) {
  for (const char *arch : {"sm_80", "sm_100", "sm_120", "sm_999", ""}) {
    Tuning tuning = Tuning::forArch(schema, arch);
    EXPECT_EQ(tuning.arch, arch);
    // It is one that a file could hold.
    EXPECT_EQ(errorOf(print(tuning)), "") << arch;
    for (int64_t bytes : Tuning::classes) {
      auto get = [&](llvm::StringRef key) {
        return at(tuning, "one_launch_streaming", bytes, key);
      };
      EXPECT_LE(get("warps") * 32 * get("vectors") * 16 * get("stages"),
                tuning.limits.sharedBytes)
          << arch;
    }
  }
  auto get = [](Tuning tuning, llvm::StringRef key) {
    return at(tuning, "one_launch_streaming", 4, key);
  };
  const Tuning sm90 = Tuning::forArch(schema, "sm_90"),
               sm120 = Tuning::forArch(schema, "sm_120");
  // More multiprocessors than the spine of sm_90 has entries.
  EXPECT_EQ(get(sm120, "spine_entries"), 6);
  EXPECT_LT(get(sm120, "vectors"), get(sm90, "vectors"));
  GpuLimits tiny{1, 4096, 64, 65536};
  EXPECT_EQ(get(Tuning::computed(schema, tiny), "vectors"), 1);
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
  EXPECT_EQ(errorOf(edited("\"ahead\": 8", "\"ahead\": 12")),
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
  const std::string text = print(Tuning::forArch(schema, "sm_90"));
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
    llvm::Expected<Tuning> tuning = Tuning::parse(schema, broken);
    if (tuning)
      EXPECT_EQ(errorOf(print(*tuning)), "");
    else
      EXPECT_NE(llvm::toString(tuning.takeError()), "");
  }
}

} // namespace
