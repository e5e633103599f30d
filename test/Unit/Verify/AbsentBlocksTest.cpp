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

#include "scanc/Dialect/Prefix/IR/StreamLayout.h"
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

constexpr llvm::StringLiteral monoids = R"mlir(
  prefix.monoid @affine identity {
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    prefix.yield %one, %zero : i32, i32
  } combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
    %a = arith.muli %a1, %a0 : i32
    %ab = arith.muli %a1, %b0 : i32
    %b = arith.addi %ab, %b1 : i32
    prefix.yield %a, %b : i32, i32
  }
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

/// A scan and a plan of small tiles.
struct Kind {
  const char *name, *scan, *plan;
};

constexpr Kind kinds[] = {
    {"exclusive", "exclusive @affine : (i32, i32) -> (i32, i32)",
     "scan = <warps = 1, items = 2, stages = 3, groups = 1, ahead = 2>"},
    {"reverse",
     "inclusive reverse @affine init (3 : i32, 5 : i32)"
     " : (i32, i32) -> (i32, i32)",
     "top = <warps = 3>, scan = <warps = 2, items = 1, stages = 4, groups = 2,"
     " ahead = 4, block = sklansky<2>>"},
    {"one_stage", "exclusive @affine : (i32, i32) -> (i32, i32)",
     "top = <warps = 1, items = 2, thread = sklansky<2>>,"
     " scan = <warps = 1, items = 2, stages = 1, groups = 1, ahead = 1>"},
    {"three_groups", "inclusive @affine : (i32, i32) -> (i32, i32)",
     "top = <warps = 2>,"
     " scan = <warps = 1, items = 1, stages = 5, groups = 3, ahead = 2>"},
    {"four_words",
     "inclusive @matrix : (i32, i32, i32, i32) -> (i32, i32, i32, i32)",
     "scan = <warps = 1, items = 1, stages = 3, groups = 1>"},
    {"widening", "exclusive @add_i32 init (7 : i32) : (ui8) -> (ui32)",
     "scan = <warps = 1, items = 16, stages = 2, groups = 2>"},
    {"narrowing", "inclusive reverse @add_i32 : (ui32) -> (ui8)",
     "scan = <warps = 1, items = 4, stages = 3, groups = 1>"},
    {"thirds", "exclusive @affine : (i16, i32) -> (i32, i16)",
     "scan = <warps = 1, items = 2, stages = 2, groups = 1>"},
    {"rounding", "inclusive @add_f32 : (f32) -> (f32)",
     "scan = <warps = 1, items = 4, stages = 3, groups = 1>"},
};

class AbsentBlocks : public testing::TestWithParam<Kind> {
protected:
  void SetUp() override {
    const Kind &kind = GetParam();
    module = parse(formatv("{0} prefix.scan @s {1} plan <strategy = "
                           "one_launch_streaming, tail = <warps = 1>, {2}>",
                           monoids, kind.scan, kind.plan)
                       .str());
    ASSERT_TRUE(module);
    ASSERT_TRUE(mlir::succeeded(lowerTo(*module, Phase::Llvm, {})));
    auto created = KernelRun::create(first<mlir::gpu::GPUModuleOp>(*module),
                                     /*observed=*/true);
    ASSERT_TRUE(static_cast<bool>(created))
        << llvm::toString(created.takeError());
    kernels.emplace(std::move(*created));
    tile = kernels->runtimeScan().tile;
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
    SCOPED_TRACE(formatv("{0} bytes, {1} blocks, {2} resident, {3}, seed {4}{5}",
                         input.size(), how.multiprocessors,
                         how.launch.residentBlocks,
                         simt::nameOf(how.launch.schedule), how.launch.seed,
                         how.inPlace ? ", in place" : "")
                     .str());
    llvm::Expected<std::vector<uint8_t>> output = kernels->run(input, how);
    if (output)
      return std::move(*output);
    ADD_FAILURE() << llvm::toString(output.takeError());
    return {};
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<KernelRun> kernels;
  uint64_t tile = 0;
  std::vector<uint8_t> workspace;
};

TEST_P(AbsentBlocks, GivesTheSameBits) {
  const bool canBeInPlace = kernels->description().elementSize ==
                            kernels->description().outputSize;
  const unsigned blocks = 5;
  uint64_t seed = 0;
  // One cycle, the last tile short; two, the second short; many.
  for (uint64_t n : {tile + 1, 4 * tile + 3, 5 * tile, 7 * tile + 1,
                     10 * tile - 1, 33 * tile + 5}) {
    const std::vector<uint8_t> input = makeInput(n);
    const std::vector<uint8_t> expected = run(input, settings(blocks, blocks));
    for (unsigned resident : {1u, 2u, 4u}) {
      const Schedule schedule = schedules[++seed % std::size(schedules)];
      RunSettings how = settings(blocks, resident, schedule, seed);
      EXPECT_EQ(run(input, how), expected);
      how.inputOffset = 1;
      how.outputOffset = seed % 2;
      EXPECT_EQ(run(input, how), expected);
      if (!canBeInPlace)
        continue;
      how.inPlace = true;
      EXPECT_EQ(run(input, how), expected);
      how.inputOffset = how.outputOffset = 0;
      EXPECT_EQ(run(input, how), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, AbsentBlocks, testing::ValuesIn(kinds),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
