//===- AxisLaunchTest.cpp - What the runtime launches along an axis -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisTest.h"

namespace {

class AxisLaunchTest : public AxisTest {
protected:
  /// The sizes that the last launch had.
  std::vector<int64_t> lastSizes() {
    return {last().sizes, last().sizes + cuda->more_sizes};
  }
  bool tookRows() {
    return std::string(last().kernel).rfind("sum_rows_", 0) == 0;
  }
  static const void *pointer(uintptr_t address) {
    return reinterpret_cast<const void *>(address);
  }

  /// [2, 3, 4] without gaps, along the middle.
  const scanc_tensor middle =
      makeTensor(1, {2, 3, 4}, {{12, 4, 1}, {12, 4, 1}});
};

//===----------------------------------------------------------------------===//
// The tensor
//===----------------------------------------------------------------------===//

TEST_F(AxisLaunchTest, ShapesThatThereAreNot) {
  scanc_tensor tensor = middle;
  for (uint32_t rank : {0u, 9u, UINT32_MAX}) {
    tensor.rank = rank;
    EXPECT_EQ(run(tensor), SCANC_ERROR_SHAPE);
    EXPECT_EQ(statusOf(tensor), SCANC_ERROR_SHAPE);
    EXPECT_EQ(scanc_axis_workspace_bytes(forms, 2, &tensor), 0u);
  }
  tensor.rank = 3;
  for (uint32_t axis : {3u, 8u, UINT32_MAX}) {
    tensor.axis = axis;
    EXPECT_EQ(run(tensor), SCANC_ERROR_SHAPE);
    EXPECT_EQ(scanc_axis_workspace_bytes(forms, 2, &tensor), 0u);
  }
  EXPECT_EQ(scanc_run_axis(forms, 2, nullptr, nullptr, nullptr, nullptr,
                           nullptr, nullptr),
            SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(scanc_axis_workspace_bytes(forms, 2, nullptr), 0u);
  EXPECT_EQ(cuda->launch_count, 0);
}

TEST_F(AxisLaunchTest, TooManyElements) {
  const uint64_t half = uint64_t(1) << 20, most = SCANC_MAX_ELEMENTS;
  const uintptr_t far = uintptr_t(1) << 46;
  auto tensorOf = [](uint64_t outer, uint64_t axis, uint64_t inner) {
    const std::vector<int64_t> strides = {static_cast<int64_t>(axis * inner),
                                          static_cast<int64_t>(inner), 1};
    return makeTensor(1, {outer, axis, inner}, {strides, strides});
  };
  EXPECT_EQ(run(tensorOf(1, half, half), far, 2 * far), SCANC_OK);
  EXPECT_EQ(last().n, most);
  const std::vector<std::vector<uint64_t>> shapes = {
      {1, half, half + 1},
      {2, half, half},
      {1, most + 1, 1},
      {most + 1, 1, 1},
      // In 64 bits the products are few elements, or none.
      {uint64_t(1) << 32, 1, uint64_t(1) << 32},
      {2, uint64_t(1) << 63, 1},
      {uint64_t(1) << 22, uint64_t(1) << 22, uint64_t(1) << 22},
      {UINT64_MAX, UINT64_MAX, UINT64_MAX},
      {(uint64_t(1) << 63) + 1, 1, 2}};
  const int launches = cuda->launch_count;
  for (const std::vector<uint64_t> &shape : shapes) {
    const scanc_tensor tensor = tensorOf(shape[0], shape[1], shape[2]);
    EXPECT_EQ(run(tensor, far, 2 * far), SCANC_ERROR_TOO_MANY_ELEMENTS);
    EXPECT_EQ(scanc_axis_workspace_bytes(forms, 2, &tensor), 0u);
  }
  EXPECT_EQ(cuda->launch_count, launches);
}

TEST_F(AxisLaunchTest, StridesThatAreNot) {
  auto statusWith = [&](std::vector<int64_t> in, std::vector<int64_t> out) {
    return statusOf(makeTensor(1, {2, 3, 4}, {in, out}));
  };
  const std::vector<int64_t> plain = {12, 4, 1};
  EXPECT_EQ(statusWith({0, 0, 0}, plain), SCANC_OK);
  EXPECT_EQ(statusWith({1, 1, 1}, plain), SCANC_OK);
  const std::vector<std::vector<int64_t>>
      good = {{-12, -4, -1}, {1, 2, 6}, {100, 5, 1}, {4, 8, 1}, {1, 8, -2}},
      bad = {{0, 4, 1},   {12, 0, 1}, {12, 4, 0},  {11, 4, 1}, {12, 3, 1},
             {12, -3, 1}, {4, 4, 1},  {-11, 4, 1}, {1, 1, 12}, {12, 4, -4}};
  for (const std::vector<int64_t> &out : good)
    EXPECT_EQ(statusWith(plain, out), SCANC_OK);
  for (const std::vector<int64_t> &out : bad)
    EXPECT_EQ(statusWith(plain, out), SCANC_ERROR_STRIDE);
  // Of three along the axis, each reaches half as far.
  const int64_t most = int64_t(1) << 47;
  EXPECT_EQ(statusWith({0, most, 0}, plain), SCANC_OK);
  EXPECT_EQ(statusWith({2 * most, -most, 0}, plain), SCANC_OK);
  EXPECT_EQ(statusWith(plain, {1, most, 2}), SCANC_OK);
  for (int64_t far : {most + 1, -most - 1, INT64_MAX, INT64_MIN}) {
    EXPECT_EQ(statusWith({0, far, 0}, plain), SCANC_ERROR_STRIDE);
    EXPECT_EQ(statusWith(plain, {1, far, 2}), SCANC_ERROR_STRIDE);
    EXPECT_EQ(run(makeTensor(1, {2, 3, 4}, {{0, far, 0}, plain})),
              SCANC_ERROR_STRIDE);
  }
  // Of one element, strides do not count.
  EXPECT_EQ(statusOf(makeTensor(1, {1, 1, 1},
                                {{INT64_MIN, 0, 7}, {0, INT64_MIN, 0}})),
            SCANC_OK);
  EXPECT_EQ(cuda->launch_count, 0);
}

TEST_F(AxisLaunchTest, Pointers) {
  EXPECT_EQ(run(middle, 0), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(run(middle, inAddress, 0), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(run(middle, inAddress + 2), SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(run(middle, inAddress, outAddress + 1),
            SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(run(middle, inAddress, inAddress), SCANC_OK);
  EXPECT_EQ(run(middle, inAddress, inAddress + 4), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(run(middle, inAddress, inAddress + 4 * 24), SCANC_OK);
  for (scanc_scan &scan : scans)
    scan.kept = 1;
  EXPECT_EQ(run(middle, inAddress, inAddress), SCANC_ERROR_OVERLAP);
}

TEST_F(AxisLaunchTest, Workspace) {
  const int64_t n = big / 100;
  const scanc_tensor tensor =
      makeTensor(0, {big / 100, 100}, {{100, 1}, {1, n}});
  EXPECT_EQ(scanc_axis_workspace_bytes(forms, 2, &tensor), 512u);
  EXPECT_EQ(scanc_axis_workspace_bytes(forms, 2, &middle), 0u);
  EXPECT_EQ(run(tensor), SCANC_OK);
  EXPECT_EQ(run(tensor, inAddress, outAddress, 0, 0, 0),
            SCANC_ERROR_NO_WORKSPACE);
  EXPECT_EQ(run(tensor, inAddress, outAddress, 0, 0, workspaceAddress + 8),
            SCANC_ERROR_MISALIGNED_WORKSPACE);
  EXPECT_EQ(run(tensor, inAddress, outAddress, 0, 0, outAddress + 4 * big - 16),
            SCANC_ERROR_OVERLAP);
  cuda->range_size = 511;
  EXPECT_EQ(run(tensor), SCANC_ERROR_WORKSPACE_TOO_SMALL);
}

//===----------------------------------------------------------------------===//
// What is launched
//===----------------------------------------------------------------------===//

TEST_F(AxisLaunchTest, KernelsTakeTheSizes) {
  cuda->more_sizes = 25;
  ASSERT_EQ(run(middle), SCANC_OK);
  EXPECT_STREQ(last().kernel, "sum_axis_single");
  EXPECT_EQ(last().n, 24u);
  EXPECT_EQ(last().in, pointer(inAddress));
  EXPECT_EQ(last().out, pointer(outAddress));
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{3, 4, 1, 1, 1, 1, 1,  2, 4, //
                                               4, 0, 0, 0, 0, 0, 12, 1,    //
                                               4, 0, 0, 0, 0, 0, 12, 1}));
  // What is furthest apart comes first, and what is one is one.
  ASSERT_EQ(run(makeTensor(0, {3, 4, 1, 5, 2},
                           {{1, 3, 9, 24, -12}, {1, 3, 7, 24, -12}})),
            SCANC_OK);
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{3, 1, 1, 1, 1, 1,  5,   2, 4, //
                                               1, 0, 0, 0, 0, 24, -12, 3,    //
                                               1, 0, 0, 0, 0, 24, -12, 3}));
  ASSERT_EQ(run(makeTensor(0, {3, 5, 2, 4}, {{1, 0, 0, 3}, {1, 24, 12, 3}})),
            SCANC_OK);
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{3, 1, 1, 1, 1, 1, 1,  10, 4, //
                                               1, 0, 0, 0, 0, 0, 0,  3,     //
                                               1, 0, 0, 0, 0, 0, 12, 3}));
}

TEST_F(AxisLaunchTest, StatesKeepTheOrderOfTheCaller) {
  takeStates(SCANC_INITIAL | SCANC_FINAL);
  cuda->more_sizes = 33;
  const uintptr_t initial = 8u << 24, final = 9u << 24;
  // Dimensions the other way round in memory.
  ASSERT_EQ(run(makeTensor(1, {4, 3, 2}, {{1, 4, 12}, {1, 4, 12}}), inAddress,
                outAddress, initial, final),
            SCANC_OK);
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{3, 4, 1, 1, 1, 1, 1,  2, 4, //
                                               4, 0, 0, 0, 0, 0, 12, 1,    //
                                               4, 0, 0, 0, 0, 0, 12, 1,    //
                                               0, 0, 0, 0, 0, 0, 1,  2}));
  EXPECT_EQ(last().states[0], pointer(initial));
  EXPECT_EQ(last().states[1], pointer(final));
  EXPECT_EQ(run(middle, inAddress, outAddress, initial, initial + 56),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(run(middle, inAddress, outAddress, initial, initial + 64),
            SCANC_OK);
  EXPECT_EQ(run(middle, inAddress, outAddress, initial + 4, final),
            SCANC_ERROR_MISALIGNED_POINTER);
}

TEST_F(AxisLaunchTest, RowsWithoutGapsAreRows) {
  cuda->more_sizes = 1;
  const std::vector<scanc_tensor> tensors = {
      makeTensor(0, {10}, {{1}, {1}}),
      makeTensor(1, {4, 10}, {{10, 1}, {10, 1}}),
      makeTensor(2, {2, 3, 10}, {{30, 10, 1}, {30, 10, 1}}),
      // Where the axis is in the middle, or the first.
      makeTensor(1, {2, 10, 3}, {{30, 1, 10}, {30, 1, 10}}),
      makeTensor(0, {10, 1, 3}, {{1, 77, 10}, {1, 78, 10}}),
      makeTensor(1, {3, 10, 2}, {{10, 1, 30}, {10, 1, 30}})};
  const std::vector<uint64_t> ns = {10, 40, 60, 60, 30, 60};
  for (size_t i = 0; i < tensors.size(); ++i) {
    ASSERT_EQ(run(tensors[i]), SCANC_OK);
    EXPECT_TRUE(tookRows()) << i;
    EXPECT_EQ(last().n, ns[i]);
    EXPECT_EQ(lastSizes(), std::vector<int64_t>{10});
  }
  for (const scanc_tensor &tensor :
       {makeTensor(0, {10}, {{1}, {2}}), makeTensor(0, {10}, {{-1}, {-1}}),
        makeTensor(1, {4, 10}, {{10, 1}, {11, 1}}),
        makeTensor(1, {4, 10}, {{0, 1}, {10, 1}}),
        makeTensor(1, {4, 10}, {{-10, 1}, {-10, 1}}),
        makeTensor(1, {2, 10, 3}, {{30, 1, 10}, {10, 1, 20}})}) {
    ASSERT_EQ(run(tensor), SCANC_OK);
    EXPECT_FALSE(tookRows());
  }
  // Rows have their states one behind another.
  takeStates(SCANC_FINAL);
  ASSERT_EQ(run(tensors[3]), SCANC_OK);
  EXPECT_TRUE(tookRows());
  ASSERT_EQ(run(tensors[5]), SCANC_OK);
  EXPECT_FALSE(tookRows());
  // Without such kernels, the others take them.
  const void *const from[] = {pointer(inAddress)};
  void *const to[] = {reinterpret_cast<void *>(outAddress)};
  ASSERT_EQ(scanc_run_axis(forms + 1, 1, nullptr, from, to, &tensors[3],
                           nullptr, nullptr),
            SCANC_OK);
  EXPECT_FALSE(tookRows());
}

TEST_F(AxisLaunchTest, FewLongChainsAreLaunchedOneByOne) {
  takeStates(SCANC_INITIAL | SCANC_FINAL);
  cuda->range_size = 1 << 20;
  cuda->more_sizes = 1;
  const uint64_t length = 4096 * 4;
  const auto far = static_cast<int64_t>(length) + 2;
  auto tensorOf = [&](uint64_t extent) {
    // Chains 1 and 2 change places in memory; the output is backwards.
    return makeTensor(1, {2, extent, 2},
                      {{far, 1, 3 * far}, {-2 * far, 1, -far}});
  };
  ASSERT_EQ(run(tensorOf(length), inAddress, outAddress, 8u << 24, 9u << 24),
            SCANC_OK);
  ASSERT_EQ(cuda->launch_count, 4 * 3);
  const int64_t in[] = {0, 3, 1, 4}, out[] = {0, -1, -2, -3};
  for (int chain = 0; chain < 4; ++chain) {
    const fake_launch &first = cuda->launches[3 * chain],
                      &third = cuda->launches[3 * chain + 2];
    EXPECT_STREQ(first.kernel, "sum_rows_reduce");
    EXPECT_EQ(first.n, length);
    EXPECT_EQ(first.sizes[0], length);
    EXPECT_EQ(first.in, pointer(inAddress + 4 * far * in[chain]));
    EXPECT_EQ(third.out, pointer(outAddress + 4 * far * out[chain]));
    EXPECT_EQ(first.states[0], pointer((8u << 24) + 8 * chain));
    EXPECT_EQ(first.states[1], pointer((9u << 24) + 8 * chain));
  }
  cuda->launch_count = 0;
  ASSERT_EQ(run(tensorOf(length - 1)), SCANC_OK);
  EXPECT_FALSE(tookRows());
  // What goes wrong with the first ends it.
  cuda->launch_count = 0;
  cuda->launch_result = 1;
  EXPECT_EQ(run(tensorOf(length)), SCANC_ERROR_LAUNCH);
  EXPECT_LE(cuda->launch_count, 1);
}

//===----------------------------------------------------------------------===//
// Without elements
//===----------------------------------------------------------------------===//

TEST_F(AxisLaunchTest, NothingToDoIsDone) {
  useDriver("/no/such/driver");
  for (const std::vector<uint64_t> &extents :
       std::vector<std::vector<uint64_t>>{{0, 0, 0},
                                          {0, 3, 4},
                                          {2, 0, 4},
                                          {2, 3, 0},
                                          {0, UINT64_MAX, 2},
                                          {UINT64_MAX, UINT64_MAX, 0}}) {
    const scanc_tensor tensor =
        makeTensor(1, extents, {{INT64_MIN, 0, 1}, {INT64_MAX, INT64_MIN, 0}});
    EXPECT_EQ(run(tensor, 0, 3, 0, 0, 5), SCANC_OK);
    EXPECT_EQ(scanc_axis_workspace_bytes(forms, 2, &tensor), 0u);
  }
  EXPECT_EQ(run(makeTensor(1, {SCANC_MAX_ELEMENTS + 1, 0, 1},
                           {{0, 0, 0}, {0, 0, 0}})),
            SCANC_ERROR_TOO_MANY_ELEMENTS);
}

TEST_F(AxisLaunchTest, ChainsWithoutElementsLeaveStates) {
  takeStates(SCANC_INITIAL | SCANC_FINAL);
  cuda->more_sizes = 33;
  cuda->range_size = 0;
  const uintptr_t initial = 8u << 24, final = 9u << 24;
  const scanc_tensor tensor =
      makeTensor(1, {4, 0, 2}, {{INT64_MIN, 5, 7}, {3, 5, INT64_MIN}});
  ASSERT_EQ(run(tensor, 0, 0, initial, final, 0), SCANC_OK);
  EXPECT_STREQ(last().kernel, "sum_axis_empty");
  EXPECT_EQ(last().n, 8u);
  EXPECT_EQ(last().states[1], pointer(final));
  EXPECT_EQ(last().sizes[0], 0u);
  EXPECT_EQ(run(tensor, 0, 0, initial, 0), SCANC_OK);
  EXPECT_EQ(cuda->launch_count, 1);
  EXPECT_EQ(run(tensor, 0, 0, initial, initial + 56), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(run(makeTensor(1, {0, 0, 2}, {{0, 0, 0}, {0, 0, 0}}), 0, 0, initial,
                final),
            SCANC_OK);
  EXPECT_EQ(cuda->launch_count, 1);
  // Rows, too, are a tensor's where they have no elements.
  for (const scanc_tensor &empty : {makeTensor(0, {0}, {{1}, {1}}),
                                    makeTensor(1, {4, 0}, {{0, 1}, {0, 1}})}) {
    ASSERT_EQ(run(empty, 0, 0, initial, final, 0), SCANC_OK);
    EXPECT_STREQ(last().kernel, "sum_axis_empty");
  }
}

TEST_F(AxisLaunchTest, ChainsWithoutElementsHaveTotals) {
  takeStates(SCANC_TOTAL);
  cuda->more_sizes = 25;
  auto tensorOf = [](std::vector<int64_t> out) {
    return makeTensor(1, {4, 0, 2}, {{0, 0, 0}, out});
  };
  ASSERT_EQ(run(tensorOf({1, 0, 4}), 0, outAddress, 0, 0, 0), SCANC_OK);
  EXPECT_STREQ(last().kernel, "sum_axis_empty");
  EXPECT_EQ(last().n, 8u);
  EXPECT_EQ(last().out, pointer(outAddress));
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{0, 1, 1, 1, 1, 1, 1, 1, 8, //
                                               1, 0, 0, 0, 0, 0, 0, 0,    //
                                               1, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(run(tensorOf({1, 0, 3}), 0, outAddress), SCANC_ERROR_STRIDE);
  EXPECT_EQ(run(tensorOf({1, 0, 4}), 0, 0), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(run(tensorOf({1, 0, 4}), 0, outAddress + 2),
            SCANC_ERROR_MISALIGNED_POINTER);
}

TEST_F(AxisLaunchTest, OutputsWithTotalsAreLonger) {
  takeStates(SCANC_TOTAL);
  auto runWith = [&](std::vector<int64_t> strides) {
    return run(makeTensor(1, {2, 3, 4}, {{12, 4, 1}, strides}));
  };
  EXPECT_EQ(runWith({12, 4, 1}), SCANC_ERROR_STRIDE);
  EXPECT_EQ(runWith({16, 4, 1}), SCANC_OK);
  EXPECT_EQ(runWith({-16, -4, 1}), SCANC_OK);
  EXPECT_EQ(runWith({15, 4, 1}), SCANC_ERROR_STRIDE);
  // A chain of one element has a second one.
  cuda->more_sizes = 25;
  ASSERT_EQ(run(makeTensor(1, {2, 1, 4}, {{4, 9, 1}, {8, 4, 1}})), SCANC_OK);
  EXPECT_EQ(last().sizes[9], 1u);
  EXPECT_EQ(last().sizes[17], 4u);
}

} // namespace
