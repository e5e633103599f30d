//===- DomainTests.cpp - A domain is a folder and a line ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `every_second` and `second_half` are in folders beside this file, and each of
// them is registered in one line. Strategies scan them that know neither.
// Structures of arrays and runs of bytes are found where the domain says.
//
//===----------------------------------------------------------------------===//

#include "DomainFixture.h"

using namespace scanc;
using namespace scanc::test;

namespace {

/// All strategies that take tiles as they come.
constexpr StringRef strategies[] = {"single_block",     "two_level_streaming",
                                    "reduce_then_scan", "scan_then_propagate",
                                    "chained",          "decoupled_lookback"};
constexpr uint64_t lengths[] = {1, 31, 1000, 20011};

TEST_F(DomainTests, EveryStrategyScansIt) {
  for (StringRef strategy : strategies)
    for (const bool isReversed : {false, true})
      for (const uint64_t n : lengths) {
        SCOPED_TRACE(strategy.str() + (isReversed ? ", reverse, " : ", ") +
                     std::to_string(n));
        const std::string text = maps.str() + "prefix.scan @s exclusive " +
                                 (isReversed ? "reverse " : "") +
                                 "@maps : (i32, i32) -> (i32, i32) soa "
                                 "domain every_second";
        std::vector<std::vector<uint32_t>> in(2, std::vector<uint32_t>(2 * n)),
            out(2, std::vector<uint32_t>(2 * n, 0xabcdef01u));
        for (auto [field, array] : llvm::enumerate(in))
          std::iota(array.begin(), array.end(), 3 + 1000u * field);
        run<uint32_t>(text, strategy, in, out, n);
        uint32_t a = 1, b = 0;
        for (uint64_t k = 0; k < n; ++k) {
          const uint64_t place = 2 * (isReversed ? n - 1 - k : k);
          ASSERT_EQ(out[0][place], a) << k;
          ASSERT_EQ(out[1][place], b) << k;
          ASSERT_EQ(out[0][place + 1], 0xabcdef01u) << k;
          ASSERT_EQ(out[1][place + 1], 0xabcdef01u) << k;
          a *= in[0][place];
          b = b * in[0][place] + in[1][place];
        }
      }
}

/// Elements that lie side by side, but not from the array's beginning on: bulk
/// copies take them, too.
TEST_F(DomainTests, EveryStrategyScansWhatBeginsLater) {
  std::vector<StringRef> all(std::begin(strategies), std::end(strategies));
  all.push_back("one_launch_streaming");
  for (StringRef strategy : all)
    for (const bool isReversed : {false, true})
      for (const uint64_t n : lengths) {
        SCOPED_TRACE(strategy.str() + (isReversed ? ", reverse, " : ", ") +
                     std::to_string(n));
        const std::string text = maps.str() + "prefix.scan @s inclusive " +
                                 (isReversed ? "reverse " : "") +
                                 "@maps : (i32, i32) -> (i32, i32) soa "
                                 "domain second_half";
        std::vector<std::vector<uint32_t>> in(2, std::vector<uint32_t>(2 * n)),
            out(2, std::vector<uint32_t>(2 * n, 0xabcdef01u));
        for (auto [field, array] : llvm::enumerate(in))
          std::iota(array.begin(), array.end(), 3 + 1000u * field);
        run<uint32_t>(text, strategy, in, out, n);
        uint32_t a = 1, b = 0;
        for (uint64_t k = 0; k < n; ++k) {
          const uint64_t place = isReversed ? 2 * n - 1 - k : n + k;
          a *= in[0][place];
          b = b * in[0][place] + in[1][place];
          ASSERT_EQ(out[0][place], a) << k;
          ASSERT_EQ(out[1][place], b) << k;
          ASSERT_EQ(out[0][k], 0xabcdef01u) << k;
          ASSERT_EQ(out[1][k], 0xabcdef01u) << k;
        }
      }
}

/// Those that begin anew.
constexpr StringRef ofChains[] = {"single_block", "chained",
                                  "decoupled_lookback", "one_launch_streaming"};

/// Rows of lengths below a run, a warp, a tile, and above each.
TEST_F(DomainTests, EachRowIsAScanOfItsOwn) {
  const std::pair<uint64_t, uint64_t> shapes[] = {
      {1, 1},    {5000, 1}, {2500, 2},  {700, 7},   {300, 31},  {301, 33},
      {60, 513}, {9, 4417}, {2, 20011}, {1, 30000}, {33000, 1}, {3, 8192}};
  for (StringRef strategy : ofChains)
    for (const bool isReversed : {false, true})
      for (StringRef kind : {"inclusive", "exclusive"})
        for (StringRef init : {"", "init (5 : i32, 9 : i32) "}) {
          const std::string text =
              (maps + "prefix.scan @s " + kind + " " +
               (isReversed ? "reverse " : "") + "@maps " + init +
               ": (i32, i32) -> (i32, i32) soa domain rows")
                  .str();
          std::optional<Compiled> compiled = compile(text, strategy);
          ASSERT_TRUE(compiled);
          for (auto [rows, length] : shapes) {
            SCOPED_TRACE((strategy + (isReversed ? ", reverse, " : ", ") +
                          kind + " " + init + llvm::Twine(rows) + " x " +
                          llvm::Twine(length))
                             .str());
            const uint64_t n = rows * length;
            std::vector<std::vector<uint32_t>> in(2, std::vector<uint32_t>(n)),
                out(2, std::vector<uint32_t>(n, 0xabcdef01u));
            for (auto [field, array] : llvm::enumerate(in))
              std::iota(array.begin(), array.end(), 3 + 1000u * field);
            launch<uint32_t>(*compiled, in, out, n, length, 3);
            for (uint64_t row = 0; row < rows; ++row) {
              uint32_t a = init.empty() ? 1 : 5, b = init.empty() ? 0 : 9;
              for (uint64_t k = 0; k < length; ++k) {
                const uint64_t place =
                    row * length + (isReversed ? length - 1 - k : k);
                if (kind == "exclusive") {
                  ASSERT_EQ(out[0][place], a) << row << ", " << k;
                  ASSERT_EQ(out[1][place], b) << row << ", " << k;
                }
                b = b * in[0][place] + in[1][place];
                a *= in[0][place];
                if (kind == "inclusive") {
                  ASSERT_EQ(out[0][place], a) << row << ", " << k;
                  ASSERT_EQ(out[1][place], b) << row << ", " << k;
                }
              }
            }
          }
        }
}

/// Chains begin anew whatever circuit runs at each level: in columns that lanes
/// hold one or several of, in cells of warps or of all threads.
TEST_F(DomainTests, EveryCircuitBeginsAnew) {
  constexpr StringRef tails[] = {
      "warps = 4, rows = 1, items = 8, thread = sklansky<8>",
      "warps = 4, rows = 1, items = 8, thread = brent_kung<8>, "
      "warp = brent_kung<32>",
      "warps = 4, rows = 1, items = 40, warp = serial<32>",
      "warps = 8, rows = 1, items = 4, warp = kogge_stone<32>, "
      "block = sklansky<8>",
      "warps = 8, rows = 4, items = 2, row = kogge_stone<4>, "
      "warp = sklansky<32>, block = brent_kung<8>",
      "warps = 1, rows = 40, items = 1, row = brent_kung<40>",
      "warps = 2, rows = 2, items = 3, warp = sklansky<64>",
      "warps = 2, rows = 3, items = 1, warp = brent_kung<96>",
      "warps = 2, rows = 1, items = 2, block = kogge_stone<64>",
      "warps = 4, rows = 1, items = 2, block = serial<128>, "
      "mapping = <threads = rows<32>>",
      "warps = 2, rows = 2, items = 1, block = sklansky<128>"};
  const std::pair<uint64_t, uint64_t> shapes[] = {
      {500, 1}, {170, 3}, {64, 17}, {5, 211}, {2, 1025}, {1, 1500}};
  for (StringRef tail : tails)
    for (StringRef kind : {"inclusive", "exclusive"}) {
      const std::string text =
          (maps + "prefix.scan @s " + kind +
           " @maps : (i32, i32) -> (i32, i32) domain rows plan <strategy = "
           "single_block, top = <" +
           tail.split(',').first + ">, tail = <" + tail + ">>")
              .str();
      std::optional<Compiled> compiled = compile(text, "");
      ASSERT_TRUE(compiled) << tail.str();
      for (auto [rows, length] : shapes) {
        SCOPED_TRACE((tail + ", " + kind + ", " + llvm::Twine(rows) + " x " +
                      llvm::Twine(length))
                         .str());
        const uint64_t n = rows * length;
        using Element = std::array<uint32_t, 2>;
        std::vector<std::vector<Element>> in(1, std::vector<Element>(n)),
            out(1, std::vector<Element>(n));
        for (uint64_t i = 0; i < n; ++i)
          in[0][i] = {uint32_t(3 + i), uint32_t(1000 + 7 * i)};
        launch<Element>(*compiled, in, out, n, length);
        Element state = {1, 0};
        for (uint64_t i = 0; i < n; ++i) {
          if (i % length == 0)
            state = {1, 0};
          const Element before = state;
          state = {state[0] * in[0][i][0],
                   state[1] * in[0][i][0] + in[0][i][1]};
          ASSERT_EQ(out[0][i], kind == "inclusive" ? state : before) << i;
        }
      }
    }
}

TEST_F(DomainTests, WhoCannotBeginAnewRefusesRows) {
  EXPECT_FALSE(lower("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) "
                     "domain rows",
                     Phase::Plan, "two_level_streaming"));
  EXPECT_EQ(errors, "two_level_streaming: scans all elements as one: it cannot "
                    "begin anew, as 'rows' asks\n");
}

/// What rows of a matrix give, row by row.
TEST_F(DomainTests, RowsMayLieApart) {
  const std::string text = std::string(maps) +
                           "prefix.scan @s inclusive reverse @maps : "
                           "(i32, i32) -> (i32, i32) soa domain strided_rows";
  const uint64_t rows = 37, n = 19;
  // Of the arrays in, and of those out.
  const int64_t strides[] = {23, 19, 40, -21};
  auto compiled = compile(text, "");
  ASSERT_TRUE(compiled);
  EXPECT_EQ(description.moreSizes,
            (std::vector<std::string>{"row", "in0_stride", "in1_stride",
                                      "out0_stride", "out1_stride"}));
  std::vector<std::vector<int32_t>> in(2), out(2);
  auto place = [&](size_t array, uint64_t row, uint64_t k) {
    const int64_t stride = strides[array];
    return (stride < 0 ? (rows - 1 - row) * -stride : row * stride) + k;
  };
  for (size_t i = 0; i < 2; ++i) {
    in[i].resize(rows * 40);
    std::iota(in[i].begin(), in[i].end(), 3 + int(i));
    out[i].assign(rows * 40, -1);
  }
  const std::vector<uint64_t> sizes = {n, 23, 19, 40, uint64_t(-21)};
  std::vector<const void *> from = {in[0].data(), in[1].data()};
  std::vector<void *> to = {out[0].data(), &out[1][place(3, 0, 0)]};
  std::vector<uint64_t> workspace(
      scanc_workspace_bytes(&compiled->scan, 1, rows * n) / 8 + 32);
  void *aligned = workspace.data();
  size_t room = workspace.size() * 8;
  std::align(128, room - 128, aligned, room);
  ASSERT_EQ(
      llvm::toString(simt::launchScan(*compiled->executor, compiled->scan,
                                      {from, to, aligned, rows * n, 2, sizes})),
      "");
  std::vector<std::vector<int32_t>> expected(2);
  expected[0].assign(rows * 40, -1);
  expected[1] = expected[0];
  for (uint64_t row = 0; row < rows; ++row) {
    uint32_t a = 1, b = 0;
    for (uint64_t k = n; k-- > 0;) {
      const uint32_t c = in[0][place(0, row, k)], d = in[1][place(1, row, k)];
      b = b * c + d;
      a *= c;
      expected[0][place(2, row, k)] = a;
      expected[1][place(3, row, k)] = b;
    }
  }
  EXPECT_EQ(out, expected);
}

TEST_F(DomainTests, ASecondFormHasAPlanOfItsOwn) {
  module = lower("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) "
                 "domain line, rows",
                 Phase::Plan, "one_launch_streaming");
  ASSERT_TRUE(module) << errors;
  std::vector<std::string> planned;
  for (auto scan : module->getOps<prefix::ScanOp>())
    planned.push_back(
        (scan.getSymName() + ": " + scan.getPlanAttr().getStrategy().getName())
            .str());
  EXPECT_EQ(planned,
            (std::vector<std::string>{"s: one_launch_streaming",
                                      "s_rows: one_launch_streaming",
                                      "s_rows_strided: single_block"}));
}

TEST_F(DomainTests, ListsAreChecked) {
  EXPECT_FALSE(lower("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) "
                     "domain rows, rows",
                     Phase::Circuit));
  EXPECT_EQ(errors, "'prefix.scan' op names the domain 'rows' twice\n");
  errors.clear();
  EXPECT_FALSE(lower("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) "
                     "domain line, every_second",
                     Phase::Circuit));
  EXPECT_EQ(errors, "the domains 'line' and 'every_second' have functions of "
                    "one name\n");
  errors.clear();
  EXPECT_FALSE(
      lower("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) domain rows "
            "prefix.scan @s_rows inclusive @add_i32 : (i32) -> (i32)",
            Phase::Circuit));
  EXPECT_EQ(errors, "the domain 'rows' needs the name '@s_rows', which "
                    "something else has\n");
}

TEST_F(DomainTests, RunsOfBytesAreNotPacked) {
  const std::string text =
      "prefix.scan @s inclusive @add_i8 : (ui8) -> (ui8) domain every_second";
  const uint64_t n = 5003;
  std::vector<std::vector<uint8_t>> in(1, std::vector<uint8_t>(2 * n)),
      out(1, std::vector<uint8_t>(2 * n, 0xcd));
  std::iota(in[0].begin(), in[0].end(), 1);
  run<uint8_t>(text, "two_level_streaming", in, out, n);
  uint8_t sum = 0;
  for (uint64_t k = 0; k < n; ++k) {
    sum += in[0][2 * k];
    ASSERT_EQ(out[0][2 * k], sum) << k;
    ASSERT_EQ(out[0][2 * k + 1], 0xcd) << k;
  }
}

TEST_F(DomainTests, WhoMovesWholeTilesRefusesIt) {
  const std::string text =
      "prefix.scan @s inclusive @add_i32 : (i32) -> (i32) domain every_second";
  EXPECT_FALSE(lower(text, Phase::Plan, "one_launch_streaming"));
  EXPECT_EQ(errors,
            "one_launch_streaming: moves tiles as they lie in memory: the "
            "elements of 'every_second' do not lie side by side\n");
}

TEST_F(DomainTests, NobodyPlansWhatCannotScanIt) {
  auto module = lower(
      "prefix.scan @s inclusive @add_i32 : (i32) -> (i32) domain every_second",
      Phase::Plan);
  ASSERT_TRUE(module) << errors;
  prefix::ScanOp scan = *module->getOps<prefix::ScanOp>().begin();
  EXPECT_EQ(scan.getPlanAttr().getStrategy().getName(), "two_level_streaming");
  EXPECT_EQ(scan.getDomain().getName(), "every_second");
}

TEST_F(DomainTests, IsListedWhereAnotherIsNamed) {
  EXPECT_FALSE(
      lower("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) domain circle",
            Phase::Plan));
  EXPECT_EQ(errors,
            "custom op 'prefix.scan' unknown domain 'circle'; expected line, "
            "rows, strided_rows, axis, every_second, second_half\n");
}

} // namespace
