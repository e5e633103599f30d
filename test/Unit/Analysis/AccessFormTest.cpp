//===- AccessFormTest.cpp - The cheapest form of an index -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomCircuits.h"

#include "scanc/Dialect/Prefix/Analysis/AccessForm.h"
#include "scanc/Dialect/Prefix/Analysis/Placement.h"

#include "llvm/ADT/STLExtras.h"

using namespace scanc;
using namespace scanc::prefix;
using namespace scanc::prefix::test;

namespace {

using Kind = AccessForm::Kind;
using Indices = std::vector<int32_t>;

/// The form agrees on every active lane.
AccessForm check(const Indices &indices) {
  AccessForm form = findAccessForm(indices);
  for (auto [lane, index] : llvm::enumerate(indices))
    if (index >= 0)
      EXPECT_EQ(form.evaluate(lane), index) << "lane " << lane;
  if (form.kind == Kind::Table) {
    EXPECT_EQ(form.table.size(), indices.size());
    // The lowering encodes the numbers in bits.
    for (int32_t number : form.table)
      EXPECT_GE(number, 0);
  }
  return form;
}

/// `index(lane)` in lanes `first` and on, others inactive.
Indices from(int32_t first, llvm::function_ref<int32_t(int32_t)> index,
             int32_t lanes = 32) {
  Indices result(lanes, -1);
  for (int32_t lane = first; lane < lanes; ++lane)
    result[lane] = index(lane);
  return result;
}

/// The kinds of the steps of a family.
std::vector<Kind> kindsOf(llvm::StringRef name, int64_t width) {
  std::vector<Kind> kinds;
  for (const PlacedStep &step : placeByColumn(family(name, width)).steps)
    kinds.push_back(check(step.lowColumn).kind);
  return kinds;
}

TEST(AccessForm, Offsets) {
  for (int32_t distance = 1; distance < 32; ++distance) {
    AccessForm form =
        check(from(distance, [&](int32_t lane) { return lane - distance; }));
    EXPECT_EQ(form.kind, Kind::Offset);
    EXPECT_EQ(form.offset, distance);
  }
}

TEST(AccessForm, OneActiveLaneIsAnOffset) {
  Indices indices(32, -1);
  indices[17] = 5;
  AccessForm form = check(indices);
  EXPECT_EQ(form.kind, Kind::Offset);
  EXPECT_EQ(form.offset, 12);
}

/// Above the lane, and the lane itself: no shuffle up, but an offset.
TEST(AccessForm, OffsetsUpwards) {
  EXPECT_EQ(check(from(0, [](int32_t lane) { return lane; })).offset, 0);
  EXPECT_EQ(check(from(0, [](int32_t lane) { return lane + 3; })).offset, -3);
}

TEST(AccessForm, OffsetsWithGaps) {
  Indices indices(32, -1);
  for (int32_t lane : {3, 7, 8, 30})
    indices[lane] = lane - 2;
  AccessForm form = check(indices);
  EXPECT_EQ(form.kind, Kind::Offset);
  EXPECT_EQ(form.offset, 2);
}

/// Sklansky's shared source: the last lane of the block below.
TEST(AccessForm, SharedSources) {
  for (int32_t shift = 1; shift < 5; ++shift) {
    Indices indices(32, -1);
    for (int32_t lane = 0; lane < 32; ++lane)
      if (lane >> shift & 1)
        indices[lane] = (lane >> shift << shift) - 1;
    AccessForm form = check(indices);
    EXPECT_EQ(form.kind, Kind::Bits) << "shift " << shift;
    EXPECT_EQ(form.scale, 0);
  }
}

TEST(AccessForm, ConstantSource) {
  AccessForm form = check(from(4, [](int32_t) { return 3; }));
  EXPECT_EQ(form.kind, Kind::Bits);
  EXPECT_EQ(form.scale, 0);
}

TEST(AccessForm, ScaledLanes) {
  AccessForm form = check(from(0, [](int32_t lane) { return 2 * lane + 1; }));
  EXPECT_EQ(form.kind, Kind::Bits);
}

TEST(AccessForm, IrregularSourcesNeedATable) {
  AccessForm form = check({-1, 0, 0, 2, 0, 3, 3, 1});
  EXPECT_EQ(form.kind, Kind::Table);
  EXPECT_EQ(form.table, (Indices{0, 0, 0, 2, 0, 3, 3, 1}));
}

TEST(AccessForm, Families) {
  EXPECT_EQ(kindsOf("kogge_stone", 32), std::vector(5, Kind::Offset));
  EXPECT_EQ(kindsOf("serial", 32), std::vector(31, Kind::Offset));
  // Way up and way down overlap in the middle, where lanes combine at several
  // distances.
  EXPECT_EQ(kindsOf("brent_kung", 32),
            (std::vector{Kind::Offset, Kind::Bits, Kind::Bits, Kind::Table,
                         Kind::Table, Kind::Table, Kind::Bits, Kind::Offset}));
  std::vector<Kind> sklansky(5, Kind::Bits);
  sklansky.front() = Kind::Offset; // lane - 1 in odd lanes
  EXPECT_EQ(kindsOf("sklansky", 32), sklansky);
}

/// Every step of every family, at every width a block can have.
TEST(AccessForm, FamiliesAtAllWidths) {
  for (const circuits::FamilyInfo &info : circuits::families())
    for (int64_t width = 1; width <= 64; ++width)
      kindsOf(info.name, width);
}

TEST(AccessForm, StepsOfRandomCircuits) {
  size_t tables = 0;
  for (uint32_t seed = 0; seed < 100; ++seed)
    for (const PlacedStep &step :
         placeByColumn(RandomCircuit(seed, 32, 0.9).network).steps)
      tables += check(step.lowColumn).kind == Kind::Table;
  EXPECT_GT(tables, 0u) << "the circuits are too tame";
}

TEST(AccessForm, RandomMaps) {
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    int32_t lanes = std::uniform_int_distribution<int32_t>(1, 64)(random);
    int32_t numbers = std::uniform_int_distribution<int32_t>(1, 64)(random);
    double density = std::uniform_real_distribution<>(0.05, 1)(random);
    Indices indices(lanes, -1);
    for (int32_t &index : indices)
      if (std::bernoulli_distribution(density)(random))
        index = std::uniform_int_distribution<int32_t>(0, numbers - 1)(random);
    indices[std::uniform_int_distribution<int32_t>(0, lanes - 1)(random)] = 0;
    check(indices);
  }
}

/// Any bit form is found as a form that is no table, where the lanes with the
/// first lane's high bits are active.
TEST(AccessForm, RandomBitForms) {
  std::mt19937 random(2);
  for (int round = 0; round < 20000; ++round) {
    auto pick = [&](int32_t least, int32_t most) {
      return std::uniform_int_distribution<int32_t>(least, most)(random);
    };
    int32_t shift = pick(1, 4), scale = pick(0, 2), shifted = pick(0, 3),
            constant = pick(0, 5);
    Indices indices = from(pick(0, 8) >> shift << shift, [&](int32_t lane) {
      return constant + scale * lane + shifted * (lane >> shift);
    });
    EXPECT_NE(check(indices).kind, Kind::Table)
        << constant << " + " << scale << " * lane + " << shifted
        << " * (lane >> " << shift << ")";
  }
}

} // namespace
