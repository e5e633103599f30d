//===- AbsentBlocksTest.cpp - Blocks that do not come in time -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// one_launch_streaming with fewer blocks in flight than its grid has: those
// that are present do the work of all, with the same bits, and the others leave
// when they come. Looking for races and stray accesses, on tiles of few
// elements.
//
//===----------------------------------------------------------------------===//

#include "VerifyTest.h"

#include "../../../lib/Strategies/OneLaunch/StreamLayout.h"
#include "scanc/Simt/Schedules.h"
#include "scanc/Verify/KernelRun.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <random>

using namespace scanc;
using namespace scanc::verify;
using llvm::formatv;
using prefix::ExchangeLayout;

namespace {

using Schedule = simt::LaunchOptions::Schedule;
constexpr Schedule schedules[] = {Schedule::RoundRobin, Schedule::Random,
                                  Schedule::StarvedBlock, Schedule::WarpAhead,
                                  Schedule::ReverseBlocks};

constexpr char matrixMonoid[] = R"mlir(
  prefix.monoid @matrix identity {
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    prefix.yield %one, %zero, %zero, %one : i32, i32, i32, i32
  } combine (%a0: i32, %b0: i32, %c0: i32, %d0: i32), (%a1: i32, %b1: i32, %c1: i32, %d1: i32) {
    %0 = arith.muli %a0, %a1 : i32
    %1 = arith.muli %b0, %c1 : i32
    %a = arith.addi %0, %1 : i32
    %2 = arith.muli %a0, %b1 : i32
    %3 = arith.muli %b0, %d1 : i32
    %b = arith.addi %2, %3 : i32
    %4 = arith.muli %c0, %a1 : i32
    %5 = arith.muli %d0, %c1 : i32
    %c = arith.addi %4, %5 : i32
    %6 = arith.muli %c0, %b1 : i32
    %7 = arith.muli %d0, %d1 : i32
    %d = arith.addi %6, %7 : i32
    prefix.yield %a, %b, %c, %d : i32, i32, i32, i32
  }
)mlir";

/// So dear that runs of short launches are shorter.
constexpr char remainderMonoid[] = R"mlir(
  prefix.monoid @remainder identity {
    %zero = arith.constant 0 : i32
    prefix.yield %zero : i32
  } combine (%a: i32), (%b: i32) {
    %p = arith.constant 46337 : i32
    %q = arith.constant 1009 : i32
    %0 = arith.addi %a, %b : i32
    %1 = arith.remui %0, %p : i32
    %2 = arith.remui %1, %q : i32
    prefix.yield %2 : i32
  }
)mlir";

/// A scan and a plan of small tiles.
struct Kind {
  const char *name;
  int words; // of a state
  const char *scan, *plan;
};

constexpr Kind kinds[] = {
    {"exclusive", 2, "exclusive @affine : (i32, i32) -> (i32, i32)",
     "scan = <warps = 1, items = 2, stages = 3, groups = 1, ahead = 2>"},
    {"reverse", 2,
     "inclusive reverse @affine init (3 : i32, 5 : i32)"
     " : (i32, i32) -> (i32, i32)",
     "top = <warps = 3>, scan = <warps = 2, items = 1, stages = 4, groups = 2,"
     " ahead = 4, block = sklansky<2>>"},
    {"one_stage", 2, "exclusive @affine : (i32, i32) -> (i32, i32)",
     "top = <warps = 1, items = 2, thread = sklansky<2>>,"
     " scan = <warps = 1, items = 2, stages = 1, groups = 1, ahead = 1>"},
    {"three_groups", 2, "inclusive @affine : (i32, i32) -> (i32, i32)",
     "top = <warps = 2>,"
     " scan = <warps = 1, items = 1, stages = 5, groups = 3, ahead = 2>"},
    {"four_words", 4,
     "inclusive @matrix : (i32, i32, i32, i32) -> (i32, i32, i32, i32)",
     "scan = <warps = 1, items = 1, stages = 3, groups = 1>"},
    {"widening", 1, "exclusive @add_i32 init (7 : i32) : (ui8) -> (ui32)",
     "scan = <warps = 1, items = 16, stages = 2, groups = 2>"},
    {"narrowing", 1, "inclusive reverse @add_i32 : (ui32) -> (ui8)",
     "scan = <warps = 1, items = 4, stages = 3, groups = 1>"},
    {"thirds", 2, "exclusive @affine : (i16, i32) -> (i32, i16)",
     "scan = <warps = 1, items = 2, stages = 2, groups = 1>"},
    {"rounding", 1, "inclusive @add_f32 : (f32) -> (f32)",
     "scan = <warps = 1, items = 4, stages = 3, groups = 1>"},
    {"short_runs", 1, "exclusive reverse @remainder : (i32) -> (i32)",
     "scan = <warps = 1, items = 20, stages = 3, groups = 1>"},
};

class AbsentBlocks : public testing::TestWithParam<Kind> {
protected:
  void SetUp() override {
    const Kind &kind = GetParam();
    module = parse(formatv("{0} {1} {2} prefix.scan @s {3} plan <strategy = "
                           "one_launch_streaming, tail = <warps = 1>, {4}>",
                           affineMonoid, matrixMonoid, remainderMonoid,
                           kind.scan, kind.plan)
                       .str());
    ASSERT_TRUE(module);
    ASSERT_TRUE(mlir::succeeded(lowerTo(*module, Phase::Llvm, {})));
    auto created = KernelRun::create(first<mlir::gpu::GPUModuleOp>(*module),
                                     /*observed=*/true);
    ASSERT_TRUE(static_cast<bool>(created))
        << llvm::toString(created.takeError());
    kernels.emplace(std::move(*created));
    // Behind NAME_single.
    tile = kernels->cadence().tile;
    shortestTile = kernels->description().tile;
    workspace.assign(kernels->workspaceBytes(1), 0);
  }

  /// Values of a few bits, so that floats are numbers and sums round.
  std::vector<uint8_t> makeInput(uint64_t n) {
    std::mt19937 random(n);
    std::vector<uint8_t> bytes(n * kernels->description().elementSize);
    if (llvm::StringRef(GetParam().name) == "rounding") {
      std::vector<float> values(n);
      for (float &value : values)
        value = std::ldexp(float(random()), -int(random() % 40));
      return bytesOf(values);
    }
    for (uint8_t &byte : bytes)
      byte = random();
    return bytes;
  }

  RunSettings settings(unsigned blocks, unsigned resident,
                       Schedule schedule = Schedule::RoundRobin,
                       uint64_t seed = 0) {
    RunSettings how;
    how.multiprocessors = blocks;
    how.launch.residentBlocks = resident;
    how.launch.schedule = schedule;
    how.launch.seed = seed;
    how.launch.spinLimit = 1 << 20;
    return how;
  }

  std::vector<uint8_t> run(const std::vector<uint8_t> &input,
                           const RunSettings &how) {
    SCOPED_TRACE(
        formatv("{0} bytes, {1} blocks, {2} resident, {3}, seed {4}{5}",
                input.size(), how.multiprocessors, how.launch.residentBlocks,
                simt::nameOf(how.launch.schedule), how.launch.seed,
                how.inPlace ? ", in place" : "")
            .str());
    llvm::Expected<std::vector<uint8_t>> output = kernels->run(input, how);
    if (output)
      return std::move(*output);
    ADD_FAILURE() << llvm::toString(output.takeError());
    return {};
  }

  /// One launch on the test's workspace, on memory of its own. Gives the error.
  std::string launch(const std::vector<uint8_t> &input,
                     std::vector<uint8_t> &output, RunSettings how,
                     uint64_t readable) {
    auto buffer = [&](std::vector<uint8_t> &memory, uint64_t bytes,
                      const char *name) {
      simt::Buffer result;
      result.begin = memory.data();
      result.bytes = bytes;
      result.name = name;
      how.launch.checks.buffers.push_back(result);
    };
    std::vector<uint8_t> in(input), out(output.size());
    buffer(in, readable, "input");
    buffer(out, out.size(), "output");
    buffer(workspace, workspace.size(), "workspace");
    const uint64_t n = input.size() / kernels->description().elementSize;
    llvm::Error error =
        kernels->launch({in.data()}, {out.data()}, workspace.data(), n, how);
    output = out;
    return llvm::toString(std::move(error));
  }

  /// One on the test's workspace, as right as on a fresh one with all blocks
  /// there. Gives whether some were absent.
  bool scan(uint64_t n, const RunSettings &how) {
    SCOPED_TRACE(formatv("n = {0}, {1} of {2} resident, {3}, seed {4}", n,
                         how.launch.residentBlocks, how.multiprocessors,
                         simt::nameOf(how.launch.schedule), how.launch.seed)
                     .str());
    const std::vector<uint8_t> input = makeInput(n);
    const std::vector<uint8_t> expected =
        run(input, settings(how.multiprocessors, how.multiprocessors));
    std::vector<uint8_t> output(expected.size());
    const uint64_t before = word(ExchangeLayout::shortLaunches);
    EXPECT_EQ(launch(input, output, how, input.size()), "");
    EXPECT_EQ(output, expected);
    EXPECT_EQ(word(ExchangeLayout::arrivals), 0u);
    return word(ExchangeLayout::shortLaunches) != before;
  }

  /// A launch that ends in an error where it reads byte `limit`.
  void stop(uint64_t n, uint64_t limit, const RunSettings &how) {
    const std::vector<uint8_t> input = makeInput(n);
    std::vector<uint8_t> output(n * kernels->description().outputSize);
    EXPECT_NE(launch(input, output, how, limit), "");
  }

  uint64_t word(uint64_t offset) {
    uint64_t value;
    std::memcpy(&value, workspace.data() + offset, sizeof(value));
    return value;
  }
  uint32_t epoch() { return word(0); }

  /// Whether the words in which blocks count themselves are ready for a launch.
  bool areCountsClear() {
    return !word(ExchangeLayout::arrivals) && !word(ExchangeLayout::meetings) &&
           !word(ExchangeLayout::departures);
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<KernelRun> kernels;
  uint64_t tile = 0, shortestTile = 0; ///< Of a block, in elements.
  std::vector<uint8_t> workspace;
};

TEST_P(AbsentBlocks, GivesTheSameBits) {
  const bool canBeInPlace =
      kernels->description().elementSize == kernels->description().outputSize;
  const unsigned blocks = 5;
  uint64_t seed = 0;
  // One cycle, the last tile short; two, the second short; many.
  for (uint64_t n : {tile + 1, 4 * tile + 3, 5 * tile, 7 * tile + 1,
                     10 * tile - 1, 23 * tile + 5}) {
    const std::vector<uint8_t> input = makeInput(n);
    const std::vector<uint8_t> expected = run(input, settings(blocks, blocks));
    for (unsigned resident : {1u, 2u, 4u}) {
      const Schedule schedule = schedules[++seed % std::size(schedules)];
      RunSettings how = settings(blocks, resident, schedule, seed);
      how.inPlace = canBeInPlace && seed % 2;
      how.inputOffset = how.outputOffset = seed / 2 % 2;
      EXPECT_EQ(run(input, how), expected);
    }
  }
}

/// Launches of all kinds in turn on one workspace. The epoch moves on by the
/// cycles, whoever was there.
TEST_P(AbsentBlocks, LeavesTheWorkspaceInOrder) {
  uint64_t seed = 0;
  for (auto [n, resident] :
       std::initializer_list<std::pair<uint64_t, unsigned>>{{5 * tile, 3},
                                                            {7 * tile + 1, 1},
                                                            {7 * tile + 1, 3},
                                                            {tile / 2, 1},
                                                            {2 * tile, 1},
                                                            {2 * tile, 3},
                                                            {11 * tile, 2},
                                                            {11 * tile, 2}}) {
    const uint32_t before = epoch();
    const Schedule schedule = schedules[++seed % std::size(schedules)];
    const bool wasShort = scan(n, settings(3, resident, schedule, seed));
    const uint64_t blocks =
        std::min<uint64_t>(3, (n + shortestTile - 1) / shortestTile);
    if (resident < blocks) {
      EXPECT_TRUE(wasShort);
    }
    EXPECT_EQ(epoch() - before,
              blocks == 1 ? 0 : (n + blocks * tile - 1) / (blocks * tile));
    EXPECT_TRUE(areCountsClear());
  }
}

/// Blocks without a tile in the last cycle may be late with the one before,
/// when the launch has ended: the epoch stays what the end made it. Replays of
/// a graph have nothing else to tell their totals apart.
TEST_P(AbsentBlocks, EndsWithTheLastTile) {
  for (uint64_t seed = 1; seed <= 10; ++seed)
    for (uint64_t n : {4 * tile + 1, 7 * tile + 1}) {
      const uint32_t before = epoch();
      scan(n, settings(3, 3, Schedule::Random, seed));
      EXPECT_EQ(epoch() - before, (n + 3 * tile - 1) / (3 * tile));
      EXPECT_TRUE(areCountsClear());
    }
}

/// More cycles than there are rows, and as many.
TEST_P(AbsentBlocks, GoesRoundTheRows) {
  for (auto [cycles, resident] :
       std::initializer_list<std::pair<uint64_t, unsigned>>{
           {32, 2}, {32, 1}, {35, 2}, {67, 1}}) {
    scan(2 * cycles * tile - 1, settings(2, resident));
    EXPECT_TRUE(areCountsClear());
  }
}

/// Blocks come whatever is in the way, and are absent whatever is.
TEST_P(AbsentBlocks, NeedsNoClearRows) {
  std::mt19937 random(1);
  for (unsigned resident : {3u, 1u, 3u, 2u}) {
    for (uint64_t i = ExchangeLayout::epochBytes; i < workspace.size(); ++i)
      workspace[i] = random();
    EXPECT_EQ(scan(4 * tile + 1, settings(3, resident)), resident < 3);
  }
}

/// Replays of a graph have one number.
TEST_P(AbsentBlocks, ServesReplays) {
  uint64_t seed = 0;
  for (unsigned resident : {1u, 3u, 2u, 1u, 1u, 3u}) {
    const Schedule schedule = schedules[++seed % std::size(schedules)];
    RunSettings how = settings(3, resident, schedule, seed);
    how.launch.number = 77;
    EXPECT_TRUE(scan(4 * tile + 1, how) || resident == 3);
  }
}

TEST_P(AbsentBlocks, ServesLaunchesAfterOneThatWasStopped) {
  const uint64_t n = 9 * tile, bytes = n * kernels->description().elementSize;
  uint64_t seed = 0;
  for (unsigned resident : {1u, 2u, 3u})
    for (uint64_t limit : {bytes / 8, bytes / 2, bytes - 64}) {
      const Schedule schedule = schedules[++seed % std::size(schedules)];
      stop(n, limit, settings(3, resident, schedule, seed));
      scan(seed % 2 ? n : 2 * tile, settings(3, 1 + seed % 3, schedule, seed));
    }
}

/// One block sleeps as it comes, and the others lose their patience: some
/// before they count it, some while it is there. Or one is absent, and they
/// decide while the rest comes.
TEST_P(AbsentBlocks, MayComeWhileOthersDecide) {
  unsigned slow = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed)
    slow += scan(5 * tile + 1, settings(4, 4, Schedule::StarvedBlock, seed));
  EXPECT_NE(slow, 0u);
  for (uint64_t seed = 1; seed <= 5; ++seed)
    EXPECT_TRUE(scan(5 * tile + 1, settings(4, 3, Schedule::Random, seed)));
}

INSTANTIATE_TEST_SUITE_P(Kinds, AbsentBlocks, testing::ValuesIn(kinds),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
