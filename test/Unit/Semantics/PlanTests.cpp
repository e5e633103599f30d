//===- PlanTests.cpp - The same scan under many plans ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"

#include "llvm/ADT/STLExtras.h"

using namespace scanc;
using namespace scanc::test;

namespace {

/// The four skeletons, all of one shape, so that a circuit named for a level
/// fits each of them.
std::string skeletons(unsigned warps, unsigned rows, unsigned items) {
  std::string shape = "<warps = " + std::to_string(warps) +
                      ", rows = " + std::to_string(rows) +
                      ", items = " + std::to_string(items) + ">";
  return "reduce = " + shape + ", scan = " + shape + ", top = " + shape +
         ", tail = " + shape;
}

const char *const kStreaming =
    "strategy = two_level_streaming, single_block_up_to = 40, "
    "blocks_per_sm = 2, max_blocks = 7, ";

/// Compiles @affine under `plan`, with `definitions` before it, and runs it at
/// every size, inclusive and exclusive.
void testPlan(const std::string &plan, const std::string &definitions = "") {
  SCOPED_TRACE(plan);
  const Order<Affine> orders[] = {{true}, {false, false, Affine{5, 7}}};
  std::vector<CompiledScan> scans = compileOrFail(
      definitions + kAffineMonoid + affineScan("first", orders[0], plan) +
      affineScan("second", orders[1], plan));
  ASSERT_EQ(scans.size(), 2u);
  RunOptions options;
  options.smCount = 3;
  for (auto [scan, order] : llvm::zip_equal(scans, orders))
    checkSizes<Affine, Affine>(scan, affineData, affineReference(order),
                               options);
}

//===----------------------------------------------------------------------===//
// Circuits
//===----------------------------------------------------------------------===//

using LevelAndFamily = std::tuple<std::string, std::string>;
class Circuits : public testing::TestWithParam<LevelAndFamily> {};

TEST_P(Circuits, AtOneLevel) {
  auto [level, family] = GetParam();
  unsigned warps = 4, rows = 3, items = 5;
  unsigned width = level == "warp"    ? 32
                   : level == "block" ? warps
                   : level == "row"   ? rows
                                      : items;
  testPlan(kStreaming + level + " = " + family + "<" + std::to_string(width) +
           ">, " + skeletons(warps, rows, items));
}

INSTANTIATE_TEST_SUITE_P(
    Families, Circuits,
    testing::Combine(testing::Values("thread", "warp", "row", "block"),
                     testing::Values("serial", "sklansky", "kogge_stone",
                                     "brent_kung")),
    [](const testing::TestParamInfo<LevelAndFamily> &info) {
      return std::get<0>(info.param) + "_" + std::get<1>(info.param);
    });

/// The circuit of a file that a user wrote, without the rest of the file.
std::string handmadeWarp() {
  llvm::Expected<std::string> text = readCircuit("handmade_warp.mlir");
  if (!text) {
    ADD_FAILURE() << llvm::toString(text.takeError());
    return "";
  }
  return text->substr(0, text->find("prefix.monoid"));
}

TEST(Plans, HandmadeCircuitAcrossTheWarp) {
  testPlan(kStreaming + ("warp = @ladner_fischer_p0, " + skeletons(4, 2, 4)),
           handmadeWarp());
  testPlan("strategy = single_block, warp = @ladner_fischer_p0",
           handmadeWarp());
}

TEST(Plans, HandmadeCircuitInRegistersAndAcrossWarps) {
  // Four inputs, neither as shallow nor as small as can be.
  const char *circuit = R"mlir(
prefix.circuit @by_hand(%x0, %x1, %x2, %x3) {
  %a = prefix.combine %x1, %x2 : !prefix.span<1, 1>, !prefix.span<2, 2>
  %b = prefix.combine %a, %x3 : !prefix.span<1, 2>, !prefix.span<3, 3>
  %c = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  %d = prefix.combine %x0, %a : !prefix.span<0, 0>, !prefix.span<1, 2>
  %e = prefix.combine %x0, %b : !prefix.span<0, 0>, !prefix.span<1, 3>
  prefix.yield %x0, %c, %d, %e : !prefix.span<0, 0>, !prefix.span<0, 1>,
      !prefix.span<0, 2>, !prefix.span<0, 3>
}
)mlir";
  testPlan(kStreaming + ("thread = @by_hand, row = @by_hand, block = @by_hand, "
                         "warp = brent_kung<32>, " +
                         skeletons(4, 4, 4)),
           circuit);
}

TEST(Plans, FamilyByName) {
  testPlan(kStreaming + ("warp = @chosen, " + skeletons(2, 1, 4)),
           "prefix.family @chosen = sklansky<32>\n");
}

TEST(Plans, AnotherCircuitInEachKernel) {
  testPlan(std::string(kStreaming) +
           "reduce = <warps = 2, rows = 2, items = 4, warp = brent_kung<32>>, "
           "scan = <warps = 4, rows = 1, items = 4, warp = sklansky<32>>, "
           "top = <warps = 3, rows = 1, items = 1, warp = serial<32>>, "
           "tail = <warps = 3, rows = 2, items = 2, warp = kogge_stone<32>>");
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

struct Shape {
  unsigned warps, rows, items;
};
class Shapes : public testing::TestWithParam<Shape> {};

TEST_P(Shapes, Streaming) {
  auto [warps, rows, items] = GetParam();
  testPlan(kStreaming + skeletons(warps, rows, items));
}

INSTANTIATE_TEST_SUITE_P(Tiles, Shapes,
                         testing::Values(Shape{1, 1, 1}, Shape{1, 1, 2},
                                         Shape{1, 3, 1}, Shape{2, 1, 1},
                                         Shape{3, 5, 7}, Shape{5, 2, 3},
                                         Shape{8, 1, 16}, Shape{32, 1, 1},
                                         Shape{1, 8, 4}),
                         [](const testing::TestParamInfo<Shape> &info) {
                           return "w" + std::to_string(info.param.warps) +
                                  "_r" + std::to_string(info.param.rows) +
                                  "_i" + std::to_string(info.param.items);
                         });

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

TEST(Plans, StrategyOfTheOptions) {
  for (const char *strategy : {"", "single_block", "two_level_streaming"}) {
    SCOPED_TRACE(strategy);
    CompileOptions options;
    options.strategy = strategy;
    std::vector<CompiledScan> scans =
        compileOrFail(kAffineMonoid + affineScan("chosen", {}, ""), options);
    ASSERT_EQ(scans.size(), 1u);
    if (*strategy)
      EXPECT_EQ(scans[0].description().strategy, strategy);
    checkSizes<Affine, Affine>(scans[0], affineData, affineReference({}));
  }
}

/// A grid of any width gives the same values.
TEST(Plans, AnyNumberOfMultiprocessors) {
  std::vector<CompiledScan> scans = compileOrFail(
      kAffineMonoid + affineScan("wide", {}, smallStreaming(2)) +
      affineScan("wider", {},
                 "strategy = two_level_streaming, single_block_up_to = 0, "
                 "max_blocks = 300, " +
                     skeletons(1, 1, 1)));
  ASSERT_EQ(scans.size(), 2u);
  for (CompiledScan &scan : scans)
    for (unsigned smCount : {1u, 2u, 3u, 132u}) {
      RunOptions options;
      options.smCount = smCount;
      uint64_t tile = scan.description().tile;
      for (uint64_t n : {5 * tile, 310 * tile + 3}) {
        std::vector<Affine> in = affineData(n);
        ASSERT_TRUE((checkRun(scan, in, affineReference({})(in), options)));
      }
    }
}

} // namespace
