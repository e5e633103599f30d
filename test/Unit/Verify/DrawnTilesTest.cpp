//===- DrawnTilesTest.cpp - What a workspace goes through -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// chained and decoupled_lookback keep a counter, an epoch and a ring of entries
// in the workspace from launch to launch. Here one workspace serves launches of
// many kinds: other sizes, epochs that wrap, replays of a graph, launches after
// one that was stopped. All on rings of 256 entries, tiles of 32 elements, and
// with two blocks in flight, under every schedule, looking for races.
//
//===----------------------------------------------------------------------===//

#include "VerifyTest.h"

#include "../../../lib/Strategies/DrawnTiles/TileLayout.h"
#include "scanc/Simt/Schedules.h"
#include "scanc/Verify/KernelRun.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/FormatVariadic.h"

#include <random>

using namespace scanc;
using namespace scanc::verify;
using llvm::formatv;

namespace {

/// Entries of a look-back of one a lane.
constexpr uint64_t tile = 32, ring = 32 * prefix::EntryLayout::windows;
constexpr size_t epochOffset = 8;

using Schedule = simt::LaunchOptions::Schedule;
constexpr Schedule schedules[] = {Schedule::RoundRobin, Schedule::Random,
                                  Schedule::StarvedBlock, Schedule::WarpAhead,
                                  Schedule::ReverseBlocks};

struct Map {
  uint32_t a, b;
  bool operator==(const Map &) const = default;
};

/// Compositions of maps, which do not commute, by a strategy of drawn tiles.
class DrawnTiles : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    module = parse(formatv(R"mlir(
      prefix.monoid @affine identity {{
        %one = arith.constant 1 : i32
        %zero = arith.constant 0 : i32
        prefix.yield %one, %zero : i32, i32
      } combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {{
        %a = arith.muli %a1, %a0 : i32
        %ab = arith.muli %a1, %b0 : i32
        %b = arith.addi %ab, %b1 : i32
        prefix.yield %a, %b : i32, i32
      }
      prefix.scan @maps inclusive @affine : (i32, i32) -> (i32, i32)
        plan <strategy = {0}, blocks_per_sm = 4, top = <items = 1>,
              scan = <warps = 1, rows = 1, items = 1>, tail = <warps = 1>>
    )mlir",
                           GetParam())
                       .str());
    ASSERT_TRUE(mlir::succeeded(lowerTo(*module, Phase::Llvm, {})));
    auto created = KernelRun::create(first<mlir::gpu::GPUModuleOp>(*module),
                                     /*observed=*/true);
    ASSERT_TRUE(static_cast<bool>(created))
        << llvm::toString(created.takeError());
    kernels.emplace(std::move(*created));
    ASSERT_EQ(kernels->description().tile, tile);
    workspace.assign(kernels->workspaceBytes(1), 0);
    // A word of 16 bytes holds a state of 8.
    ASSERT_GE(workspace.size(), 128 + ring * 16);
    ASSERT_EQ(kernels->workspaceBytes(uint64_t(1) << 40), workspace.size());
  }

  static std::vector<Map> makeMaps(uint64_t n) {
    std::mt19937 random(n);
    std::vector<Map> maps(n);
    for (Map &map : maps)
      map = {uint32_t(random()) | 1, uint32_t(random())};
    return maps;
  }

  RunSettings settings(Schedule schedule, uint64_t seed) {
    RunSettings how;
    how.launch.schedule = schedule;
    how.launch.seed = seed;
    how.launch.residentBlocks = 2;
    how.launch.number = number;
    how.launch.spinLimit = 1 << 18;
    return how;
  }

  /// One launch on the workspace, right in every element.
  void scan(uint64_t n, Schedule schedule = Schedule::RoundRobin,
            uint64_t seed = 0) {
    SCOPED_TRACE(
        formatv("n = {0}, {1}, seed {2}", n, simt::nameOf(schedule), seed)
            .str());
    const std::vector<Map> in = makeMaps(n);
    std::vector<Map> out(n), expected(n);
    Map before = {1, 0};
    for (uint64_t i = 0; i < n; ++i)
      expected[i] = before = {in[i].a * before.a, in[i].a * before.b + in[i].b};
    ASSERT_EQ(llvm::toString(kernels->launch({in.data()}, {out.data()},
                                             workspace.data(), n,
                                             settings(schedule, seed))),
              "");
    ASSERT_EQ(out, expected);
  }

  /// A launch that ends in an error where it reads element `limit`.
  void stop(uint64_t n, uint64_t limit, Schedule schedule, uint64_t seed) {
    // An access outside of all buffers counts as one of the nearest: the output
    // is far behind what the input would be.
    std::vector<Map> memory = makeMaps(n);
    memory.resize(4 * n);
    const Map *in = memory.data();
    Map *out = memory.data() + 3 * n;
    RunSettings how = settings(schedule, seed);
    auto buffer = [&](const void *begin, uint64_t bytes, const char *name) {
      simt::Buffer result;
      result.begin = begin;
      result.bytes = bytes;
      result.name = name;
      result.writable = true;
      how.launch.checks.buffers.push_back(result);
    };
    buffer(in, limit * sizeof(Map), "input");
    buffer(out, n * sizeof(Map), "output");
    buffer(workspace.data(), workspace.size(), "workspace");
    const std::string error =
        llvm::toString(kernels->launch({in}, {out}, workspace.data(), n, how));
    EXPECT_NE(error.find("the input"), std::string::npos) << error;
  }

  uint32_t epoch() {
    uint32_t value;
    std::memcpy(&value, workspace.data() + epochOffset, sizeof(value));
    return value;
  }
  void setEpoch(uint32_t value) {
    std::memcpy(workspace.data() + epochOffset, &value, sizeof(value));
  }
  uint64_t counter() {
    uint64_t value;
    std::memcpy(&value, workspace.data(), sizeof(value));
    return value;
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<KernelRun> kernels;
  std::vector<uint8_t> workspace;
  uint32_t number = 0; // of the launch; 0: another each time
};

TEST_P(DrawnTiles, ServesLaunchesOfAnySizeInTurn) {
  uint64_t seed = 0, tiles = 0;
  for (Schedule schedule : schedules)
    for (uint64_t n : {ring * tile + 1, tile, uint64_t(1), 3 * ring * tile - 5,
                       2 * tile + 7, ring * tile / 2}) {
      scan(n, schedule, ++seed);
      tiles += (n + tile - 1) / tile;
      EXPECT_EQ(epoch(), tiles);
      EXPECT_EQ(counter(), 0u);
    }
}

TEST_P(DrawnTiles, TheEpochWraps) {
  for (uint32_t before : {1u, uint32_t(ring / 2), uint32_t(ring + 3)})
    for (Schedule schedule : schedules) {
      setEpoch(-before);
      scan(3 * ring * tile + 1, schedule, before);
      EXPECT_EQ(epoch(), 3 * ring + 1 - before);
      scan(5 * tile, schedule, before + 1);
    }
}

TEST_P(DrawnTiles, ReplaysHaveOneNumber) {
  number = 77;
  for (uint64_t n : {ring * tile, ring * tile, ring * tile, 2 * ring * tile,
                     tile, tile, ring * tile, ring * tile + 1})
    scan(n, Schedule::Random, n);
  // Of a number that differs only where the counter does not look.
  number += uint32_t(1) << 24;
  scan(ring * tile, Schedule::ReverseBlocks);
}

TEST_P(DrawnTiles, ALaunchThatWasStoppedLeavesNothingThatMatters) {
  const uint64_t n = 3 * ring * tile + 9;
  uint64_t seed = 0;
  for (Schedule schedule : schedules)
    for (uint64_t limit :
         {uint64_t(0), tile + 3, ring * tile / 2, 2 * ring * tile + 1, n - 1}) {
      const uint32_t before = epoch();
      stop(n, limit, schedule, ++seed);
      EXPECT_EQ(epoch(), before);
      EXPECT_NE(counter(), 0u);
      // Stopped again, elsewhere.
      if (seed % 2)
        stop(n, n - 1 - limit, schedule, ++seed);
      const uint64_t next = seed % 3 ? n : 7 * tile;
      scan(next, schedule, ++seed);
      scan(n - tile, schedule, ++seed);
    }
}

/// The block falls asleep with a tile, wherever in the kernel it is; others run
/// as far ahead as they can, over and over the ring.
TEST_P(DrawnTiles, ABlockLagsBehindByMoreThanTheRing) {
  for (uint64_t turns = 20; turns < 2500; turns += 61)
    for (uint64_t place : {0, 1})
      scan(4 * ring * tile + 3, Schedule::StarvedBlock, 2 * turns + place);
}

/// One block at a time, and as many as there are tiles.
TEST_P(DrawnTiles, AnyNumberOfBlocks) {
  const uint64_t n = 2 * ring * tile + 1;
  const std::vector<Map> in = makeMaps(n);
  std::vector<Map> first;
  for (unsigned multiprocessors : {0u, 1u, 3u, 1000u})
    for (unsigned resident : {1u, 2u, 7u}) {
      RunSettings how = settings(Schedule::ReverseBlocks, 1);
      how.multiprocessors = multiprocessors;
      how.launch.residentBlocks = resident;
      std::vector<Map> out(n);
      ASSERT_EQ(llvm::toString(kernels->launch({in.data()}, {out.data()},
                                               workspace.data(), n, how)),
                "");
      if (first.empty())
        first = out;
      EXPECT_EQ(out, first) << multiprocessors << ", " << resident;
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, DrawnTiles,
                         testing::Values("chained", "decoupled_lookback"),
                         [](const auto &info) {
                           return std::string(info.param);
                         });

} // namespace
