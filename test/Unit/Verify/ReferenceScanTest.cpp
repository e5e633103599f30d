//===- ReferenceScanTest.cpp - Scans by definition against C++ ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyTest.h"

#include "scanc/Verify/ReferenceScan.h"

#include <numeric>

using namespace scanc::verify;
namespace prefix = scanc::prefix;

static ReferenceScan compile(llvm::StringRef text) {
  auto module = parse(text);
  return llvm::cantFail(ReferenceScan::create(first<prefix::ScanOp>(*module)));
}

template <class Out, class In>
static std::vector<Out> run(llvm::StringRef text, const std::vector<In> &in) {
  ReferenceScan scan = compile(text);
  EXPECT_EQ(scan.elementSize(), sizeof(In));
  EXPECT_EQ(scan.outputSize(), sizeof(Out));
  return valuesOf<Out>(llvm::cantFail(scan.run(bytesOf(in))));
}

TEST(ReferenceScan, InclusiveSumOfAMillion) {
  std::vector<int32_t> in(1000000), expected(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<int32_t>(i * 2654435761u);
  uint32_t sum = 0;
  for (size_t i = 0; i < in.size(); ++i)
    expected[i] = static_cast<int32_t>(sum += uint32_t(in[i]));
  EXPECT_EQ(
      run<int32_t>("prefix.scan @s inclusive @add_i32 : (i32) -> (i32)", in),
      expected);
}

TEST(ReferenceScan, RunsManyTimesAndOnNothing) {
  ReferenceScan scan =
      compile("prefix.scan @s inclusive @add_i64 : (i64) -> (i64)");
  EXPECT_TRUE(llvm::cantFail(scan.run({})).empty());
  for (int64_t first : {1, 5}) {
    auto out = valuesOf<int64_t>(
        llvm::cantFail(scan.run(bytesOf<int64_t>({first, int64_t(1) << 40}))));
    EXPECT_EQ(out, (std::vector<int64_t>{first, first + (int64_t(1) << 40)}));
  }
}

TEST(ReferenceScan, RefusesHalfAnElement) {
  ReferenceScan scan =
      compile("prefix.scan @s inclusive @add_i32 : (i32) -> (i32)");
  auto out = scan.run(std::vector<uint8_t>(6));
  ASSERT_FALSE(out);
  EXPECT_EQ(llvm::toString(out.takeError()),
            "expected a whole number of elements of 4 bytes, got 6 bytes");
}

TEST(ReferenceScan, ExclusiveStartsFromTheIdentity) {
  EXPECT_EQ(run<int16_t>("prefix.scan @s exclusive @max_i16 : (i16) -> (i16)",
                         std::vector<int16_t>{-5, 3, 1}),
            (std::vector<int16_t>{INT16_MIN, -5, 3}));
}

TEST(ReferenceScan, StartsFromItsInit) {
  const std::vector<int32_t> in = {1, 2, 3};
  EXPECT_EQ(run<int32_t>("prefix.scan @s exclusive @add_i32 init (10 : i32) "
                         ": (i32) -> (i32)",
                         in),
            (std::vector<int32_t>{10, 11, 13}));
  EXPECT_EQ(run<int32_t>("prefix.scan @s inclusive @add_i32 init (10 : i32) "
                         ": (i32) -> (i32)",
                         in),
            (std::vector<int32_t>{11, 13, 16}));
}

TEST(ReferenceScan, ReverseGoesFromTheLastElement) {
  const std::vector<int32_t> in = {1, 2, 3};
  EXPECT_EQ(run<int32_t>("prefix.scan @s inclusive reverse @add_i32 "
                         ": (i32) -> (i32)",
                         in),
            (std::vector<int32_t>{6, 5, 3}));
  EXPECT_EQ(run<int32_t>("prefix.scan @s exclusive reverse @add_i32 "
                         ": (i32) -> (i32)",
                         in),
            (std::vector<int32_t>{5, 3, 0}));
}

TEST(ReferenceScan, KeepsTheOrderOfOperands) {
  struct Affine {
    int32_t a, b;
    bool operator==(const Affine &) const = default;
  };
  const std::string text =
      affineMonoid +
      std::string(
          "prefix.scan @s inclusive @affine : (i32, i32) -> (i32, i32)");
  EXPECT_TRUE((run<Affine>(text, std::vector<Affine>{{2, 1}, {3, 5}}) ==
               std::vector<Affine>{{2, 1}, {6, 8}}));
}

TEST(ReferenceScan, WidensByTheSignOfTheElement) {
  const std::vector<uint8_t> in = {200, 100};
  EXPECT_EQ(run<uint32_t>("prefix.scan @s inclusive @add_i32 "
                          ": (ui8) -> (ui32)",
                          in),
            (std::vector<uint32_t>{200, 300}));
  EXPECT_EQ(
      run<int32_t>("prefix.scan @s inclusive @add_i32 : (i8) -> (i32)", in),
      (std::vector<int32_t>{-56, 44}));
  // The state's i32 is unsigned where it is stored.
  EXPECT_EQ(run<int64_t>("prefix.scan @s inclusive @add_i32 init (-1 : i32) "
                         ": (ui8) -> (i64)",
                         std::vector<uint8_t>{0}),
            (std::vector<int64_t>{0xffffffff}));
}

TEST(ReferenceScan, SumsHalvesInSingle) {
  // 2049 halves of 1: an f16 sum would stop at 2048.
  std::vector<uint16_t> in(4100, 0x3c00); // 1.0
  std::vector<uint16_t> out =
      run<uint16_t>("prefix.scan @s inclusive @add_f32 : (f16) -> (f16)", in);
  EXPECT_EQ(out[2047], 0x6800); // 2048
  EXPECT_EQ(out[2048], 0x6800); // 2049, a tie: rounded to even
  EXPECT_EQ(out[2049], 0x6801); // 2050
  EXPECT_EQ(out[4095], 0x6c00); // 4096
}

TEST(ReferenceScan, NamesAnUnknownMonoid) {
  auto module = parse("prefix.scan @s inclusive @add_i32 : (i32) -> (i32)");
  auto scan = first<prefix::ScanOp>(*module);
  scan.setMonoid("nonesuch");
  auto reference = ReferenceScan::create(scan);
  ASSERT_FALSE(reference);
  EXPECT_EQ(llvm::toString(reference.takeError()),
            "the scan '@s' names no known monoid: '@nonesuch'");
}

TEST(ReferenceScan, ReportsATrap) {
  ReferenceScan scan = compile(R"(
prefix.monoid @divide identity {
  %e = arith.constant 1 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.divsi %a, %b : i32
  prefix.yield %c : i32
}
prefix.scan @s inclusive @divide : (i32) -> (i32))");
  auto out = scan.run(bytesOf<int32_t>({1, 0}));
  ASSERT_FALSE(out);
  EXPECT_EQ(llvm::toString(out.takeError()),
            "kernel 'scan': block (0, 0, 0), thread 0: integer division by "
            "zero");
}

TEST(ReferenceScan, OnceForAll) {
  auto module = parse("prefix.scan @s inclusive @mul_i8 : (i8) -> (i8)");
  auto out = llvm::cantFail(referenceScan(first<prefix::ScanOp>(*module),
                                          bytesOf<int8_t>({2, 3, 100})));
  EXPECT_EQ(valuesOf<int8_t>(out), (std::vector<int8_t>{2, 6, 88}));
}

namespace {
/// A scan of chains that start from states, and what it leaves.
struct Chains {
  explicit Chains(const std::string &text, uint64_t length = 0)
      : scan(compile(text)), length(length) {}

  template <class Out, class In, class State>
  std::vector<Out> run(const std::vector<In> &in,
                       const std::vector<State> &initial = {}) {
    return valuesOf<Out>(llvm::cantFail(
        scan.run(bytesOf(in), length, &states, bytesOf(initial))));
  }
  template <class State> std::vector<State> finals() {
    return valuesOf<State>(scan.finals(states, length));
  }

  ReferenceScan scan;
  uint64_t length;
  std::vector<uint8_t> states = {};
};

using Ints = std::vector<int32_t>;
} // namespace

TEST(ReferenceScan, AChainStartsFromItsInitialState) {
  const Ints in = {1, 2, 3}, initial = {100};
  for (const char *init : {"", "init (10 : i32)"}) {
    const std::string rest =
        std::string(" @add_i32 ") + init + " initial final : (i32) -> (i32)";
    Chains inclusive("prefix.scan @s inclusive" + rest);
    EXPECT_EQ(inclusive.run<int32_t>(in, initial), (Ints{101, 103, 106}));
    EXPECT_EQ(inclusive.finals<int32_t>(), Ints{106});
    Chains exclusive("prefix.scan @s exclusive" + rest);
    EXPECT_EQ(exclusive.run<int32_t>(in, initial), (Ints{100, 101, 103}));
    EXPECT_EQ(exclusive.finals<int32_t>(), Ints{106});
    Chains reversed("prefix.scan @s exclusive reverse" + rest);
    EXPECT_EQ(reversed.run<int32_t>(in, initial), (Ints{105, 103, 100}));
    EXPECT_EQ(reversed.finals<int32_t>(), Ints{106});
  }
}

TEST(ReferenceScan, WithoutInitialStatesItStartsAsItSays) {
  Chains scan("prefix.scan @s exclusive @add_i32 init (10 : i32) initial final "
              ": (i32) -> (i32)");
  EXPECT_EQ((scan.run<int32_t, int32_t, int32_t>({1, 2})), (Ints{10, 11}));
  EXPECT_EQ(scan.finals<int32_t>(), Ints{13});
  Chains plain("prefix.scan @s exclusive @add_i32 initial : (i32) -> (i32)");
  EXPECT_EQ((plain.run<int32_t, int32_t, int32_t>({1, 2})), (Ints{0, 1}));
  EXPECT_EQ(plain.finals<int32_t>(), Ints{3});
}

TEST(ReferenceScan, AnInitialStateIsInFront) {
  struct Affine {
    int32_t a, b;
    bool operator==(const Affine &) const = default;
  };
  Chains scan(affineMonoid +
              std::string("prefix.scan @s inclusive @affine initial final "
                          ": (i32, i32) -> (i32, i32)"));
  EXPECT_TRUE((scan.run<Affine>(std::vector<Affine>{{3, 5}, {2, 0}},
                                std::vector<Affine>{{2, 1}}) ==
               std::vector<Affine>{{6, 8}, {12, 16}}));
  EXPECT_TRUE(scan.finals<Affine>() == (std::vector<Affine>{{12, 16}}));
}

TEST(ReferenceScan, EachRowHasStatesOfItsOwn) {
  const Ints in = {1, 2, 3, 4, 5, 6}, initial = {100, 200, 300};
  const std::string rest =
      " @add_i32 initial final : (i32) -> (i32) domain rows";
  Chains forward("prefix.scan @s inclusive" + rest, 2);
  EXPECT_EQ(forward.run<int32_t>(in, initial),
            (Ints{101, 103, 203, 207, 305, 311}));
  EXPECT_EQ(forward.finals<int32_t>(), (Ints{103, 207, 311}));
  Chains backward("prefix.scan @s exclusive reverse" + rest, 2);
  EXPECT_EQ(backward.run<int32_t>(in, initial),
            (Ints{102, 100, 204, 200, 306, 300}));
  EXPECT_EQ(backward.finals<int32_t>(), (Ints{103, 207, 311}));
  // One row of all.
  Chains line("prefix.scan @s inclusive" + rest);
  EXPECT_EQ(line.run<int32_t>(in, Ints{100}).back(), 121);
  EXPECT_EQ(line.finals<int32_t>(), Ints{121});
}

TEST(ReferenceScan, StatesAreNoElements) {
  // Of bytes; what they come to does not fit one.
  Chains scan("prefix.scan @s inclusive @add_i32 initial final "
              ": (ui8) -> (ui8)");
  EXPECT_EQ(scan.run<uint8_t>(std::vector<uint8_t>{200, 100}, Ints{1000}),
            (std::vector<uint8_t>{1200 % 256, 1300 % 256}));
  EXPECT_EQ(scan.finals<int32_t>(), Ints{1300});
}

TEST(ReferenceScan, GroupsStartFromInitialStates) {
  // Rows of no whole number of groups, which do not commute.
  Ints in(2 * 5 * 7), initial(2 * 7);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<int32_t>(i * 7919 + 3);
  for (size_t i = 0; i < initial.size(); ++i)
    initial[i] = static_cast<int32_t>(i * 104729 + 11);
  for (const char *kind :
       {"inclusive", "exclusive", "inclusive reverse", "exclusive reverse"}) {
    ReferenceScan scan = compile(
        affineMonoid + std::string("prefix.scan @s ") + kind +
        " @affine initial final : (i32, i32) -> (i32, i32) domain rows");
    std::vector<uint8_t> states, statesOfGroups;
    const auto outputs =
        llvm::cantFail(scan.run(bytesOf(in), 5, &states, bytesOf(initial)));
    const auto outputsOfGroups = llvm::cantFail(
        scan.runInGroups(bytesOf(in), 3, 5, &statesOfGroups, bytesOf(initial)));
    EXPECT_EQ(outputs, outputsOfGroups) << kind;
    EXPECT_EQ(states, statesOfGroups) << kind;
    EXPECT_NE(outputs, llvm::cantFail(scan.run(bytesOf(in), 5))) << kind;
  }
}

TEST(ReferenceScan, ChainsWithoutElementsEndAsTheyStart) {
  const Ints initial = {100, 200, 300};
  for (const char *kind : {"inclusive", "exclusive reverse"}) {
    const std::string head =
                          std::string("prefix.scan @s ") + kind + " @add_i32",
                      rest = " final : (i32) -> (i32) domain rows";
    auto starts = [](const std::string &text, llvm::ArrayRef<uint8_t> initial) {
      ReferenceScan scan = compile(text);
      return valuesOf<int32_t>(llvm::cantFail(scan.starts(3, initial)));
    };
    EXPECT_EQ(starts(head + " initial" + rest, bytesOf(initial)), initial);
    EXPECT_EQ(starts(head + " initial" + rest, {}), (Ints{0, 0, 0}));
    EXPECT_EQ(starts(head + " init (7 : i32) initial" + rest, {}),
              (Ints{7, 7, 7}));
    EXPECT_EQ(starts(head + " init (7 : i32) initial" + rest, bytesOf(initial)),
              initial);
    EXPECT_EQ(starts(head + " init (7 : i32)" + rest, {}), (Ints{7, 7, 7}));
  }
  ReferenceScan scan = compile("prefix.scan @s inclusive @add_i32 final "
                               ": (i32) -> (i32)");
  EXPECT_TRUE(scan.finals({}).empty());
}

TEST(ReferenceScan, ATotalIsBehindTheElements) {
  const Ints in = {1, 2, 3, 4}, initial = {100, 200};
  Chains line("prefix.scan @s exclusive @add_i32 init (10 : i32) total "
              ": (i32) -> (i32)");
  EXPECT_EQ((line.run<int32_t, int32_t, int32_t>({1, 2, 3})),
            (Ints{10, 11, 13, 16}));
  Chains back("prefix.scan @s exclusive reverse @add_i32 init (10 : i32) total "
              ": (i32) -> (i32)");
  EXPECT_EQ((back.run<int32_t, int32_t, int32_t>({1, 2, 3})),
            (Ints{16, 15, 13, 10}));
  const std::string rest =
      " @add_i32 initial final total : (i32) -> (i32) domain strided_rows";
  Chains rows("prefix.scan @s exclusive" + rest, 2);
  EXPECT_EQ(rows.run<int32_t>(in, initial),
            (Ints{100, 101, 103, 200, 203, 207}));
  EXPECT_EQ(rows.finals<int32_t>(), (Ints{103, 207}));
  Chains rowsBack("prefix.scan @s exclusive reverse" + rest, 2);
  EXPECT_EQ(rowsBack.run<int32_t>(in, initial),
            (Ints{103, 102, 100, 207, 204, 200}));
  EXPECT_EQ(rowsBack.finals<int32_t>(), (Ints{103, 207}));
  // Of no elements, there is nothing else.
  std::vector<uint8_t> totals;
  llvm::cantFail(rowsBack.scan.starts(2, bytesOf(initial), &totals));
  EXPECT_EQ(valuesOf<int32_t>(totals), initial);
}
