//===- AxisPlanTest.cpp - Any tensor is what its plan says ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors are drawn by lot, small enough to list all their elements; the list
// is what plans and verdicts are compared with.
//
//===----------------------------------------------------------------------===//

#include "AxisTest.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace {

using Random = std::mt19937;

int64_t draw(Random &random, int64_t least, int64_t most) {
  return std::uniform_int_distribution<int64_t>(least, most)(random);
}

/// The indices of all places of the dimensions, in C order.
std::vector<std::vector<int64_t>> listPlaces(std::vector<uint64_t> extents) {
  std::vector<std::vector<int64_t>> places = {{}};
  for (uint64_t extent : extents) {
    std::vector<std::vector<int64_t>> longer;
    for (const std::vector<int64_t> &place : places)
      for (uint64_t index = 0; index < extent; ++index) {
        longer.push_back(place);
        longer.back().push_back(static_cast<int64_t>(index));
      }
    places = std::move(longer);
  }
  return places;
}

int64_t offsetOf(const std::vector<int64_t> &place, const int64_t *strides) {
  return std::inner_product(place.begin(), place.end(), strides, int64_t(0));
}

std::vector<uint64_t> extentsOf(const scanc_tensor &tensor, unsigned more = 0) {
  std::vector<uint64_t> extents(tensor.extent, tensor.extent + tensor.rank);
  extents[tensor.axis] += more;
  return extents;
}

/// Strides of a slice of a tensor whose dimensions are in another order, some
/// of them backwards: no two elements are one.
std::vector<int64_t> drawNested(Random &random,
                                const std::vector<uint64_t> &extents) {
  std::vector<size_t> order(extents.size());
  std::iota(order.begin(), order.end(), 0);
  if (draw(random, 0, 2))
    std::shuffle(order.begin(), order.end(), random);
  std::vector<int64_t> strides(extents.size());
  int64_t stride = draw(random, 0, 3) ? 1 : draw(random, 1, 3);
  for (size_t k : order) {
    strides[k] = draw(random, 0, 3) ? stride : -stride;
    stride *= static_cast<int64_t>(extents[k]);
    if (!draw(random, 0, 3))
      stride += draw(random, 1, 4);
  }
  return strides;
}

/// Anything: with elements that are one, or lie among others.
std::vector<int64_t> drawAny(Random &random, size_t rank) {
  std::vector<int64_t> strides(rank);
  for (int64_t &stride : strides)
    stride = draw(random, 0, 3) ? draw(random, -9, 9) : 0;
  return strides;
}

std::vector<uint64_t> drawExtents(Random &random, uint64_t most) {
  std::vector<uint64_t> extents(draw(random, 1, 8));
  uint64_t all = 1;
  for (uint64_t &extent : extents) {
    extent = std::min<uint64_t>(draw(random, 1, 4), most / all);
    all *= extent;
  }
  std::shuffle(extents.begin(), extents.end(), random);
  return extents;
}

/// Where a chain begins in each array.
using Begins = std::vector<int64_t>;

/// Of all chains, in C order of the dimensions other than the axis.
std::vector<Begins> listChains(const scanc_tensor &tensor, unsigned arrays) {
  std::vector<uint64_t> extents = extentsOf(tensor);
  extents[tensor.axis] = 1;
  std::vector<Begins> chains;
  for (const std::vector<int64_t> &place : listPlaces(extents)) {
    chains.emplace_back();
    for (unsigned array = 0; array < arrays; ++array)
      chains.back().push_back(offsetOf(place, tensor.stride[array]));
  }
  return chains;
}

class AxisPlanTest : public AxisTest {
protected:
  unsigned arrays() const { return scans[1].inputs + scans[1].outputs; }

  scanc_tensor drawTensor(Random &random, uint64_t most) {
    const std::vector<uint64_t> extents = drawExtents(random, most);
    std::vector<std::vector<int64_t>> strides;
    for (unsigned array = 0; array < arrays(); ++array)
      strides.push_back(array >= scans[1].inputs || draw(random, 0, 2)
                            ? drawNested(random, extents)
                            : drawAny(random, extents.size()));
    // Often, as is usual, all are alike.
    if (draw(random, 0, 1))
      std::fill(strides.begin(), strides.end(), strides.back());
    return makeTensor(
        static_cast<uint32_t>(draw(random, 0, extents.size() - 1)), extents,
        strides);
  }

  /// What kernels of the form for all tensors make of the plan.
  void checkSizes(const scanc_tensor &tensor, const scanc_form_plan &plan,
                  bool hasStates) {
    const std::vector<Begins> chains = listChains(tensor, arrays());
    ASSERT_EQ(plan.chains, chains.size());
    ASSERT_EQ(plan.sizes[0], tensor.extent[tensor.axis]);
    const std::vector<uint64_t> extents(plan.sizes + 2, plan.sizes + 9);
    auto stridesOf = [&](unsigned layout) {
      return reinterpret_cast<const int64_t *>(plan.sizes + 9 + 8 * layout);
    };
    for (unsigned array = 0; array < arrays(); ++array)
      EXPECT_EQ(*stridesOf(array), tensor.extent[tensor.axis] > 1
                                       ? tensor.stride[array][tensor.axis]
                                       : 1);
    std::vector<Begins> kernels;
    std::set<int64_t> states;
    for (const std::vector<int64_t> &place : listPlaces(extents)) {
      kernels.emplace_back();
      for (unsigned array = 0; array < arrays(); ++array)
        kernels.back().push_back(offsetOf(place, stridesOf(array) + 1));
      if (!hasStates)
        continue;
      const int64_t state = offsetOf(place, stridesOf(arrays()) + 1);
      ASSERT_LT(static_cast<uint64_t>(state), chains.size());
      EXPECT_EQ(kernels.back(), chains[state]);
      EXPECT_TRUE(states.insert(state).second);
    }
    ASSERT_EQ(kernels.size(), chains.size());
    if (hasStates)
      EXPECT_EQ(*stridesOf(arrays()), 0);
    EXPECT_TRUE(
        std::is_permutation(kernels.begin(), kernels.end(), chains.begin()));
    checkOrder(extents, plan.sizes + 9, hasStates);
    checkStretch(plan.sizes[1], extents.back(), plan.sizes + 9);
  }

  /// So many chains fill a stretch of each array, or none do.
  void checkStretch(uint64_t stretch, uint64_t innermost,
                    const uint64_t *strides) {
    auto fill = [&](uint64_t width) {
      for (unsigned array = 0; array < arrays(); ++array)
        if (strides[8 * array] != width ||
            (width > 1 && strides[8 * array + 7] != 1))
          return false;
      return true;
    };
    EXPECT_EQ(stretch, fill(1) ? 1 : fill(innermost) ? innermost : 0);
  }

  /// Neighbours are the nearest, and no dimension could be left away.
  void checkOrder(const std::vector<uint64_t> &extents, const uint64_t *strides,
                  bool hasStates) {
    auto strideOf = [&](unsigned layout, unsigned k) {
      return static_cast<int64_t>(strides[8 * layout + 1 + k]);
    };
    auto distanceOf = [&](unsigned k) -> int64_t {
      for (unsigned array = 0; array < arrays(); ++array)
        if (strideOf(array, k))
          return std::abs(strideOf(array, k));
      return 0;
    };
    unsigned first = 0;
    while (first < 7 && extents[first] == 1)
      ++first;
    for (unsigned k = 0; k < first; ++k)
      for (unsigned layout = 0; layout < arrays() + hasStates; ++layout)
        EXPECT_EQ(strideOf(layout, k), 0);
    for (unsigned k = first; k + 1 < 7; ++k) {
      EXPECT_GT(extents[k + 1], 1u);
      EXPECT_GE(distanceOf(k), distanceOf(k + 1));
      bool areOne = true;
      for (unsigned layout = 0; layout < arrays() + hasStates; ++layout)
        areOne &=
            strideOf(layout, k) ==
            strideOf(layout, k + 1) * static_cast<int64_t>(extents[k + 1]);
      EXPECT_FALSE(areOne);
    }
  }
};

TEST_F(AxisPlanTest, ReachesEveryElement) {
  Random random(1);
  int dense = 0, any = 0;
  for (unsigned flags :
       {0u, unsigned(SCANC_FINAL), unsigned(SCANC_INITIAL | SCANC_FINAL)})
    for (unsigned inputs : {1, 2}) {
      if (flags)
        for (scanc_scan &scan : scans)
          scan.states = flags;
      setArrays(inputs, 1);
      for (int i = 0; i < 3000; ++i) {
        SCOPED_TRACE(testing::Message() << flags << " " << inputs << " " << i);
        const scanc_tensor tensor = drawTensor(random, 200);
        const scanc_form_plan own = plan(tensor);
        EXPECT_EQ(own.n, listPlaces(extentsOf(tensor)).size());
        EXPECT_FALSE(own.is_each);
        if (own.form == forms) {
          ++dense;
          const auto row = static_cast<int64_t>(own.sizes[0]);
          ASSERT_EQ(own.sizes[0], tensor.extent[tensor.axis]);
          std::vector<Begins> chains = listChains(tensor, arrays());
          if (!flags)
            std::sort(chains.begin(), chains.end());
          for (size_t chain = 0; chain < chains.size(); ++chain)
            ASSERT_EQ(chains[chain],
                      Begins(arrays(), static_cast<int64_t>(chain) * row));
          for (unsigned array = 0; array < arrays() && row > 1; ++array)
            ASSERT_EQ(tensor.stride[array][tensor.axis], 1);
        } else {
          ++any;
          checkSizes(tensor, own, flags != 0);
        }
        if (HasFailure())
          return;
      }
    }
  EXPECT_GT(dense, 200);
  EXPECT_GT(any, 5000);
}

TEST_F(AxisPlanTest, ChainsOfLaunchesOneByOneBeginWhereTheyDo) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const scanc_tensor tensor = drawTensor(random, 200);
    const std::vector<Begins> chains = listChains(tensor, 2);
    for (size_t chain = 0; chain < chains.size(); ++chain)
      for (unsigned array = 0; array < 2; ++array)
        ASSERT_EQ(scanc_chain_begin(&tensor, array, chain),
                  chains[chain][array]);
  }
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

/// The bytes of an array, and whether two of its elements share one.
struct Bytes {
  std::set<uintptr_t> all;
  bool overlapItself = false;

  static Bytes of(uintptr_t begin, const scanc_tensor &tensor, unsigned array,
                  unsigned size, unsigned more = 0) {
    Bytes bytes;
    for (const std::vector<int64_t> &place :
         listPlaces(extentsOf(tensor, more))) {
      const int64_t at = offsetOf(place, tensor.stride[array]);
      for (unsigned byte = 0; byte < size; ++byte)
        bytes.overlapItself |=
            !bytes.all.insert(begin + at * size + byte).second;
    }
    return bytes;
  }

  bool meet(const Bytes &other) const {
    return std::any_of(all.begin(), all.end(),
                       [&](uintptr_t byte) { return other.all.count(byte); });
  }
};

class AxisVerdictTest : public AxisPlanTest {
protected:
  /// Whether the first two arrays have the same strides.
  static bool areAlike(const scanc_tensor &tensor) {
    bool are = true;
    for (unsigned k = 0; k < tensor.rank; ++k)
      are &=
          tensor.extent[k] == 1 || tensor.stride[0][k] == tensor.stride[1][k];
    return are;
  }

  scanc_status check(const scanc_tensor &tensor,
                     const std::vector<uintptr_t> &at,
                     const scanc_states *states = nullptr,
                     uintptr_t workspace = 0, size_t workspaceBytes = 0) {
    std::vector<const void *> in;
    std::vector<void *> out;
    for (unsigned i = 0; i < scans[1].inputs; ++i)
      in.push_back(reinterpret_cast<const void *>(at[i]));
    for (unsigned i = 0; i < scans[1].outputs; ++i)
      out.push_back(reinterpret_cast<void *>(at[scans[1].inputs + i]));
    return scanc_check_arguments(&scans[1], in.data(), out.data(), &tensor,
                                 states, reinterpret_cast<void *>(workspace),
                                 workspaceBytes);
  }
};

TEST_F(AxisVerdictTest, NoOverlapIsAccepted) {
  Random random(3);
  int accepted = 0, refused = 0, inPlace = 0, wary = 0;
  for (int i = 0; i < 60000; ++i) {
    SCOPED_TRACE(i);
    const unsigned sizes[] = {1, 2, 4, 8};
    const unsigned in = sizes[draw(random, 0, 2)],
                   out = draw(random, 0, 3) ? in : sizes[draw(random, 0, 3)];
    const unsigned more = !draw(random, 0, 7);
    scans[1].states = more ? SCANC_TOTAL : 0;
    scans[1].kept = !draw(random, 0, 7);
    scans[1].in[0] = {in, in};
    scans[1].out[0] = {out, out};
    scanc_tensor tensor = drawTensor(random, 40);
    if (!draw(random, 0, 4)) {
      const std::vector<int64_t> strides = drawAny(random, tensor.rank);
      std::copy(strides.begin(), strides.end(), tensor.stride[1]);
    }
    const uintptr_t from = inAddress,
                    to = from + out * (draw(random, 0, 3)
                                           ? draw(random, -60, 60)
                                           : draw(random, -4, 4) / 3);
    const Bytes read = Bytes::of(from, tensor, 0, in),
                written = Bytes::of(to, tensor, 1, out, more);
    const bool replaces =
        from == to && in == out && !more && !scans[1].kept && areAlike(tensor);
    const scanc_status status = check(tensor, {from, to});
    if (written.overlapItself) {
      ASSERT_EQ(status, SCANC_ERROR_STRIDE);
    } else if (replaces) {
      ASSERT_NE(status, SCANC_ERROR_OVERLAP);
      inPlace += status == SCANC_OK;
    } else if (read.meet(written)) {
      ASSERT_NE(status, SCANC_OK);
      ++refused;
    } else if (areAlike(tensor) && in == out && status != SCANC_ERROR_STRIDE) {
      // Nothing is unknown where strides are alike.
      ASSERT_EQ(status, SCANC_OK);
      ++accepted;
    } else {
      wary += status == SCANC_ERROR_OVERLAP;
    }
    // Apart, anything goes.
    if (*read.all.rbegin() < *written.all.begin() ||
        *written.all.rbegin() < *read.all.begin())
      ASSERT_NE(status, SCANC_ERROR_OVERLAP);
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(refused, 1000);
  EXPECT_GT(inPlace, 100);
  // Of strides that differ, few are given up.
  EXPECT_LT(wary, 3000);
}

/// Nothing is refused that is nested, of tensors in any order.
TEST_F(AxisVerdictTest, NestedOutputsAreAccepted) {
  Random random(4);
  for (unsigned more : {0, 1}) {
    scans[1].states = more ? SCANC_TOTAL : 0;
    for (int i = 0; i < 5000; ++i) {
      scanc_tensor tensor = drawTensor(random, 100);
      std::vector<uint64_t> extents = extentsOf(tensor, more);
      const std::vector<int64_t> strides = drawNested(random, extents);
      std::copy(strides.begin(), strides.end(), tensor.stride[1]);
      ASSERT_EQ(check(tensor, {inAddress, 2 * inAddress}), SCANC_OK);
    }
  }
}

TEST_F(AxisVerdictTest, OutputsStatesAndTheWorkspaceLieApart) {
  Random random(5);
  setArrays(1, 2);
  for (scanc_scan &scan : scans) {
    scan.states = SCANC_INITIAL | SCANC_FINAL;
    scan.state = {8, 8};
  }
  int accepted = 0, refused = 0;
  for (int i = 0; i < 30000; ++i) {
    SCOPED_TRACE(i);
    const scanc_tensor tensor = drawTensor(random, 24);
    const size_t chains = listChains(tensor, 1).size();
    auto near = [&](unsigned align) {
      return inAddress + draw(random, -40, 40) * int64_t(align);
    };
    const std::vector<uintptr_t> at = {near(4), near(4), near(4)};
    const uintptr_t initial = draw(random, 0, 1) ? near(8) : 0,
                    final = draw(random, 0, 1) ? near(8) : 0,
                    workspace = near(16);
    const size_t bytes = 16 * draw(random, 0, 2);
    const scanc_states states = {reinterpret_cast<const void *>(initial),
                                 reinterpret_cast<void *>(final)};
    auto solid = [](uintptr_t begin, size_t count) {
      Bytes bytes;
      for (size_t i = 0; i < count; ++i)
        bytes.all.insert(begin + i);
      return bytes;
    };
    std::vector<Bytes> read = {Bytes::of(at[0], tensor, 0, 4)}, written;
    for (unsigned array : {1, 2})
      written.push_back(Bytes::of(at[array], tensor, array, 4));
    if (initial)
      read.push_back(solid(initial, 8 * chains));
    if (final)
      written.push_back(solid(final, 8 * chains));
    written.push_back(solid(workspace, bytes));
    bool doMeet = false;
    for (size_t a = 0; a < written.size(); ++a) {
      for (size_t b = 0; b < a; ++b)
        doMeet |= written[a].meet(written[b]);
      for (const Bytes &other : read)
        doMeet |= written[a].meet(other);
    }
    const bool replaces = at[0] == at[1] && areAlike(tensor);
    const scanc_status status = check(tensor, at, &states, workspace, bytes);
    if (doMeet && !replaces) {
      ASSERT_EQ(status, SCANC_ERROR_OVERLAP);
      ++refused;
    }
    accepted += status == SCANC_OK;
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 1000);
}

/// Channels of one buffer, which lie between each other.
TEST_F(AxisVerdictTest, SlicesOfOneBuffer) {
  // [batch, 3 channels, time, 4 features] of 4 bytes.
  const int64_t feature = 1, time = 4, channel = 4 * 10, batch = 3 * channel;
  const std::vector<int64_t> strides = {batch, time, feature};
  const scanc_tensor tensor = makeTensor(1, {5, 10, 4}, {strides, strides});
  const uintptr_t at = inAddress;
  EXPECT_EQ(check(tensor, {at, at + 4 * channel}), SCANC_OK);
  EXPECT_EQ(check(tensor, {at + 8 * channel, at}), SCANC_OK);
  EXPECT_EQ(check(tensor, {at, at + 4 * channel - 4}), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(check(tensor, {at, at + 4 * channel - 16}), SCANC_ERROR_OVERLAP);
  // A batch further on.
  EXPECT_EQ(check(tensor, {at, at + 4 * (batch + channel)}), SCANC_OK);
  EXPECT_EQ(check(tensor, {at, at + 4 * (batch + channel) + 4}), SCANC_OK);
  EXPECT_EQ(check(tensor, {at, at + 4 * batch + 4}), SCANC_ERROR_OVERLAP);
  // One backwards: the same elements, in another order, or those between.
  std::vector<int64_t> turned = {-batch, -time, feature};
  const scanc_tensor back = makeTensor(1, {5, 10, 4}, {strides, turned});
  const uintptr_t end = at + 4 * (4 * batch + 9 * time);
  EXPECT_EQ(check(back, {at, end}), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(check(back, {at, end + 4 * channel}), SCANC_OK);
}

TEST_F(AxisVerdictTest, ElementsBetweenElements) {
  // Every second one, of three dimensions.
  const std::vector<int64_t> strides = {200, 20, 2};
  const scanc_tensor tensor = makeTensor(0, {7, 9, 5}, {strides, strides});
  for (int64_t by : {1, 3, 9, 10, 11, 17, 190, 197, -1, -10, -179})
    EXPECT_EQ(check(tensor, {inAddress, inAddress + 4 * by}), SCANC_OK) << by;
  for (int64_t by : {2, 8, 18, 20, 160, 180, 198, 200, -2, -18, -20, -200})
    EXPECT_EQ(check(tensor, {inAddress, inAddress + 4 * by}),
              SCANC_ERROR_OVERLAP)
        << by;
}

} // namespace
