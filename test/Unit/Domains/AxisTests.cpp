//===- AxisTests.cpp - Scans along an axis on the executor ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DomainFixture.h"

#include "scanc/Dialect/Prefix/IR/StretchLayout.h"

using namespace scanc;
using namespace scanc::test;

namespace {

constexpr size_t others = 7;

/// How the elements of an array lie: from `first` on, `steps` apart.
struct Layout {
  int64_t first = 0, axis = 0;
  std::array<int64_t, others> steps = {};
  uint64_t size = 0; // of the array, in elements
};

/// A tensor with an axis and others, the last of them quickest.
struct Shape {
  uint64_t axis;
  std::vector<uint64_t> extents;

  uint64_t chains() const {
    uint64_t all = 1;
    for (uint64_t extent : extents)
      all *= extent;
    return all;
  }
  std::array<uint64_t, others> padded() const {
    std::array<uint64_t, others> all;
    all.fill(1);
    llvm::copy(extents, all.end() - extents.size());
    return all;
  }
  /// The axis before the last `inner` others, each dimension `gap` further
  /// apart than it must be, and backwards if so asked.
  Layout layout(size_t inner, uint64_t gap, bool isBackward) const {
    Layout layout;
    int64_t step = 1;
    const size_t count = extents.size();
    auto take = [&](int64_t &own, uint64_t extent) {
      own = step;
      step *= extent + gap;
      if (isBackward) {
        layout.first += own * (extent - 1);
        own = -own;
      }
    };
    for (size_t k = 0; k <= count; ++k) {
      if (k == inner)
        take(layout.axis, axis);
      if (k < count)
        take(layout.steps[others - 1 - k], extents[count - 1 - k]);
    }
    layout.size = step;
    return layout;
  }
};

/// Calls `visit` with each chain and its place beside the axis.
void forEachChain(const Shape &shape, const Layout &layout,
                  llvm::function_ref<void(uint64_t, int64_t)> visit) {
  const auto extents = shape.padded();
  for (uint64_t chain = 0; chain < shape.chains(); ++chain) {
    int64_t place = layout.first;
    uint64_t rest = chain;
    for (size_t d = others; d-- > 0; rest /= extents[d])
      place += layout.steps[d] * static_cast<int64_t>(rest % extents[d]);
    visit(chain, place);
  }
}

struct AxisTests : DomainTests {
  void check(const std::string &text, const Shape &shape,
             llvm::ArrayRef<Layout> layouts, bool isExclusive, bool isReversed,
             bool hasInit, bool hasStates, bool hasTotal = false);

  /// What the GPU is said to have, and how its threads take turns.
  unsigned multiprocessors = 2;
  simt::LaunchOptions options;
};

void AxisTests::check(const std::string &text, const Shape &shape,
                      llvm::ArrayRef<Layout> layouts, bool isExclusive,
                      bool isReversed, bool hasInit, bool hasStates,
                      bool hasTotal) {
  auto compiled = compile(text, "", "_axis");
  ASSERT_TRUE(compiled);
  std::vector<std::vector<uint32_t>> in, out;
  for (size_t array = 0; array < 4; ++array)
    (array < 2 ? in : out).emplace_back(layouts[array].size, 0xabcdef01u);
  for (size_t array = 0; array < 2; ++array)
    for (auto [k, value] : llvm::enumerate(in[array]))
      value = static_cast<uint32_t>(k * 2654435761u + array * 977u) % 1000;

  std::vector<std::vector<int64_t>> strides;
  for (const Layout &layout : layouts) {
    strides.push_back({layout.axis});
    llvm::append_range(strides.back(), layout.steps);
  }
  std::vector<uint64_t> sizes{
      shape.axis, prefix::chainsOfStretch(shape.padded().back(), strides)};
  llvm::append_range(sizes, shape.padded());
  for (const auto &own : strides)
    for (int64_t step : own)
      sizes.push_back(static_cast<uint64_t>(step));
  std::vector<std::array<uint32_t, 2>> initial(shape.chains()),
      final(shape.chains());
  scanc_states states = {};
  if (hasStates) {
    for (auto [k, state] : llvm::enumerate(initial))
      state = {static_cast<uint32_t>(3 * k + 5), static_cast<uint32_t>(7 * k)};
    states = {initial.data(), final.data()};
    const Layout own = Shape{1, shape.extents}.layout(0, 0, false);
    sizes.push_back(0);
    for (int64_t step : own.steps)
      sizes.push_back(static_cast<uint64_t>(step));
  }
  ASSERT_EQ(sizes.size(), compiled->scan.size_count);

  auto expected = out;
  // Arrays begin where their first element is, not where they do in memory.
  std::vector<const void *> from;
  std::vector<void *> to;
  for (size_t array = 0; array < 2; ++array) {
    from.push_back(in[array].data() + layouts[array].first);
    to.push_back(out[array].data() + layouts[2 + array].first);
  }
  // Aligned, and zero, as the first launch finds it.
  std::vector<uint64_t> workspace(
      scanc_workspace_bytes(&compiled->scan, 1, shape.chains() * shape.axis) /
          8 +
      2);
  void *aligned = workspace.data();
  size_t room = workspace.size() * 8;
  std::align(16, room - 16, aligned, room);
  ASSERT_EQ(llvm::toString(simt::launchScan(*compiled->executor, compiled->scan,
                                            {from, to, workspace.data(),
                                             shape.chains() * shape.axis, 2,
                                             sizes, states})),
            "");

  std::vector<std::array<uint32_t, 2>> after(shape.chains());
  std::vector<std::array<int64_t, 4>> places(shape.chains());
  for (size_t array = 0; array < 4; ++array)
    forEachChain(shape, layouts[array], [&](uint64_t chain, int64_t place) {
      places[chain][array] = place;
    });
  for (uint64_t chain = 0; chain < shape.chains(); ++chain) {
    uint32_t a = hasStates ? initial[chain][0]
                 : hasInit ? 3
                           : 1,
             b = hasStates ? initial[chain][1]
                 : hasInit ? 4
                           : 0;
    const auto &place = places[chain];
    auto put = [&](int64_t at) {
      expected[0][place[2] + at * layouts[2].axis] = a;
      expected[1][place[3] + at * layouts[3].axis] = b;
    };
    for (uint64_t k = 0; k < shape.axis; ++k) {
      const auto at = static_cast<int64_t>(isReversed ? shape.axis - 1 - k : k);
      if (isExclusive)
        put(at + (hasTotal && isReversed));
      const uint32_t x = in[0][place[0] + at * layouts[0].axis],
                     y = in[1][place[1] + at * layouts[1].axis];
      a *= x;
      b = b * x + y;
      if (!isExclusive)
        put(at);
    }
    if (hasTotal)
      put(isReversed ? 0 : static_cast<int64_t>(shape.axis));
    after[chain] = {a, b};
  }
  for (size_t array = 0; array < 2; ++array)
    for (size_t k = 0; k < out[array].size(); ++k)
      ASSERT_EQ(out[array][k], expected[array][k]) << array << ": " << k;
  if (hasStates) {
    EXPECT_EQ(final, after);
  }
}

std::string scanOf(bool isExclusive, bool isReversed, bool hasInit,
                   llvm::StringRef rest) {
  return maps.str() + "prefix.scan @s " +
         (isExclusive ? "exclusive " : "inclusive ") +
         (isReversed ? "reverse " : "") + "@maps " +
         (hasInit ? "init(3 : i32, 4 : i32) " : "") + rest.str();
}

const Shape shapes[] = {
    {1, {1}},        {1, {5}},       {300, {1}},
    {513, {2}},      {67, {64}},     {40, {3, 65}},
    {9, {2, 3, 34}}, {600, {2, 17}}, {5, {2, 1, 3, 1, 2, 2, 7}}};

TEST_F(AxisTests, EachChainIsAScanOfItsOwn) {
  size_t number = 0;
  for (const Shape &shape : shapes)
    for (const bool isExclusive : {false, true})
      for (const bool isReversed : {false, true}) {
        const bool hasInit = ++number % 3 == 0, hasStates = number % 4 == 1;
        const std::string text =
            scanOf(isExclusive, isReversed, hasInit,
                   hasStates ? "initial final : (i32, i32) -> (i32, i32) soa "
                               "domain axis"
                             : ": (i32, i32) -> (i32, i32) soa domain axis");
        // Dense and wide, then with gaps, the axis in different places.
        for (const bool isPlain : {true, false}) {
          SCOPED_TRACE(text.substr(maps.size()) + ", axis " +
                       std::to_string(shape.axis) + " of " +
                       std::to_string(shape.chains()) + " chains" +
                       (isPlain ? "" : ", apart"));
          std::vector<Layout> layouts;
          for (size_t array = 0; array < 4; ++array)
            layouts.push_back(
                isPlain ? shape.layout(1, 0, false)
                        : shape.layout(array % (shape.extents.size() + 1),
                                       array % 3, array % 2));
          check(text, shape, layouts, isExclusive, isReversed, hasInit,
                hasStates);
          if (HasFatalFailure())
            return;
        }
      }
}

TEST_F(AxisTests, ChainsMayHaveOneOutputMore) {
  for (const Shape &shape : shapes)
    for (const bool isReversed : {false, true})
      for (const bool hasStates : {false, true}) {
        const std::string text =
            scanOf(/*isExclusive=*/true, isReversed, /*hasInit=*/true,
                   (hasStates ? "initial final total " : "total ") +
                       std::string(": (i32, i32) -> (i32, i32) soa domain "
                                   "axis"));
        SCOPED_TRACE(text.substr(maps.size()) + ", axis " +
                     std::to_string(shape.axis));
        const Shape longer{shape.axis + 1, shape.extents};
        std::vector<Layout> layouts(2, shape.layout(1, 0, false));
        layouts.resize(4, longer.layout(1, 0, false));
        check(text, shape, layouts, /*isExclusive=*/true, isReversed,
              /*hasInit=*/true, hasStates, /*hasTotal=*/true);
        if (HasFatalFailure())
          return;
      }
}

/// Every circuit at every level, whatever lanes share a chain.
TEST_F(AxisTests, EveryCircuitAtEveryLevel) {
  for (const llvm::StringRef plan :
       {"warps = 4, rows = 1, items = 5, thread = sklansky<5>, warp = "
        "brent_kung<32>, block = kogge_stone<4>, stages = 3",
        "warps = 8, rows = 4, items = 2, thread = serial<2>, warp = "
        "serial<32>, block = brent_kung<8>, stages = 2",
        "warps = 1, rows = 2, items = 40, thread = ladner_fischer<40>, warp = "
        "sklansky<32>, stages = 2",
        "warps = 6, rows = 1, items = 3, block = sklansky<6>"})
    for (const Shape &shape : shapes) {
      SCOPED_TRACE(plan.str() + ", axis " + std::to_string(shape.axis));
      const std::string text =
          scanOf(true, false, false,
                 ": (i32, i32) -> (i32, i32) soa domain axis plan <strategy = "
                 "strips, scan = <" +
                     plan.str() + ">>");
      check(text, shape, std::vector<Layout>(4, shape.layout(1, 0, false)),
            true, false, false, false);
      if (HasFatalFailure())
        return;
    }
}

/// More tiles than there are places for, of windows that are short, in all
/// orders.
TEST_F(AxisTests, TilesOfFewStripsTellEachOther) {
  const Shape few[] = {{3000, {1}}, {2500, {3}}, {1200, {2, 40}}};
  using Schedule = simt::LaunchOptions::Schedule;
  multiprocessors = options.residentBlocks = 7;
  for (const Schedule schedule :
       {Schedule::RoundRobin, Schedule::Random, Schedule::StarvedBlock,
        Schedule::WarpAhead, Schedule::ReverseBlocks})
    for (const Shape &shape : few)
      for (const bool hasStates : {false, true}) {
        SCOPED_TRACE(std::to_string(static_cast<int>(schedule)) + ", axis " +
                     std::to_string(shape.axis));
        options.schedule = schedule;
        ++options.seed;
        const std::string text = scanOf(
            /*isExclusive=*/false, hasStates, false,
            std::string(hasStates ? "initial final " : "") +
                ": (i32, i32) -> (i32, i32) soa domain axis plan <strategy = "
                "strips, scan = <warps = 1, rows = 1, items = 2, stages = 3>, "
                "top = <warps = 1, rows = 1, items = 4>>");
        check(text, shape, std::vector<Layout>(4, shape.layout(1, 0, false)),
              /*isExclusive=*/false, hasStates, false, hasStates);
        if (HasFatalFailure())
          return;
      }
}

/// What each form takes of chains that lie side by side, or do not.
TEST_F(AxisTests, OthersRefuseIt) {
  EXPECT_FALSE(lower("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) "
                     "domain axis plan <strategy = chained>",
                     Phase::Plan));
  EXPECT_NE(errors.find("gives each lane a part of a chain: the chains of "
                        "'axis' lie side by side"),
            std::string::npos)
      << errors;
  errors.clear();
  EXPECT_FALSE(lower("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) "
                     "plan <strategy = strips>",
                     Phase::Plan));
  EXPECT_NE(errors.find("gives each lane chains of its own: those of 'line' do "
                        "not lie side by side"),
            std::string::npos)
      << errors;
}

} // namespace
