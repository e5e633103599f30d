//===- RowsLaunchTest.cpp - What the runtime launches of rows -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsTest.h"

namespace {

class RowsLaunchTest : public RowsTest {};

TEST_F(RowsLaunchTest, WithoutGapsTheyHaveALength) {
  ASSERT_EQ(run({rows, n, {n, n}}), SCANC_OK);
  ASSERT_EQ(cuda->launch_count, 1);
  EXPECT_TRUE(tookTheFirst());
  EXPECT_EQ(last().n, rows * n);
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n}));
}

TEST_F(RowsLaunchTest, EachKernelHasTheSizes) {
  ASSERT_EQ(run({manyRows, manyColumns, {manyColumns, manyColumns}}), SCANC_OK);
  ASSERT_EQ(cuda->launch_count, 3);
  const char *names[] = {"sum_rows_reduce", "sum_rows_top", "sum_rows_scan"};
  for (int i = 0; i < 3; ++i) {
    const fake_launch &launch = cuda->launches[i];
    EXPECT_STREQ(launch.kernel, names[i]);
    EXPECT_EQ(launch.stream, stream);
    EXPECT_EQ(launch.in, reinterpret_cast<const void *>(inAddress));
    EXPECT_EQ(launch.out, reinterpret_cast<const void *>(outAddress));
    EXPECT_EQ(launch.workspace,
              reinterpret_cast<const void *>(workspaceAddress));
    EXPECT_EQ(launch.n, big);
    EXPECT_EQ(launch.blocks, 64u);
    EXPECT_EQ(launch.sizes[0], manyColumns);
  }
}

TEST_F(RowsLaunchTest, ApartTheyHaveStrides) {
  cuda->more_sizes = 3;
  const std::pair<int64_t, int64_t> strides[] = {
      {11, 10}, {10, 11}, {11, 12}, {0, 10}, {-10, 10}, {10, -10}, {9, 10}};
  for (auto [in, out] : strides) {
    SCOPED_TRACE(testing::Message() << in << ", " << out);
    ASSERT_EQ(run({rows, n, {in, out}}), SCANC_OK);
    EXPECT_FALSE(tookTheFirst());
    EXPECT_EQ(last().n, rows * n);
    EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n, in, out}));
    // Whatever the strides are, the kernels begin with the first row.
    EXPECT_EQ(last().in, reinterpret_cast<const void *>(inAddress));
    EXPECT_EQ(last().out, reinterpret_cast<const void *>(outAddress));
  }
}

TEST_F(RowsLaunchTest, OfOneRowStridesDoNotCount) {
  const int64_t strides[] = {0, 1, n, n + 1, -5, INT64_MIN, INT64_MAX};
  for (int64_t in : strides)
    for (int64_t out : strides) {
      SCOPED_TRACE(testing::Message() << in << ", " << out);
      cuda->launch_count = 0;
      cuda->more_sizes = 1;
      ASSERT_EQ(run({1, n, {in, out}}), SCANC_OK);
      EXPECT_TRUE(tookTheFirst());
      EXPECT_EQ(last().n, n);
      EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n}));
      // Kernels that want strides get good ones.
      cuda->more_sizes = 3;
      ASSERT_EQ(run(forms + 1, 1, {1, n, {in, out}}), SCANC_OK);
      EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n, n, n}));
      // In place, too.
      cuda->more_sizes = 1;
      EXPECT_EQ(run({1, n, {in, out}, {inAddress}, {inAddress}}), SCANC_OK);
    }
}

TEST_F(RowsLaunchTest, AnOnlyFormTakesAll) {
  cuda->more_sizes = 3;
  ASSERT_EQ(run(forms + 1, 1, {rows, n, {n, n}}), SCANC_OK);
  EXPECT_FALSE(tookTheFirst());
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n, n, n}));
  ASSERT_EQ(run(forms + 1, 1, {rows, n, {11, 12}}), SCANC_OK);
  EXPECT_FALSE(tookTheFirst());
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n, 11, 12}));
  EXPECT_EQ(cuda->loads, 1);
}

TEST_F(RowsLaunchTest, EachFormHasALibrary) {
  EXPECT_EQ(run({rows, n, {n, n}}), SCANC_OK);
  EXPECT_EQ(cuda->loads, 1);
  EXPECT_EQ(run({rows, n, {n, 11}}), SCANC_OK);
  EXPECT_EQ(cuda->loads, 2);
  EXPECT_EQ(run({rows, n, {n, n}}), SCANC_OK);
  EXPECT_EQ(run({rows, n, {n, 11}}), SCANC_OK);
  EXPECT_EQ(cuda->loads, 2);
  EXPECT_EQ(cuda->unsafe_calls, 0);
}

TEST_F(RowsLaunchTest, FewLongRowsAreLaunchedOneByOne) {
  cuda->range_size = 1 << 20;
  const auto addressOf = [](const void *pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
  };
  const int64_t length = 4096 * 3;
  ASSERT_EQ(run({3, 4096 * 3, {length + 2, -length}}), SCANC_OK);
  // Each one's own kernels, as many as it takes.
  ASSERT_EQ(cuda->launch_count % 3, 0);
  const int each = cuda->launch_count / 3;
  for (int i = 0; i < cuda->launch_count; ++i) {
    SCOPED_TRACE(i);
    const fake_launch &launch = cuda->launches[i];
    EXPECT_TRUE(std::string(launch.kernel).starts_with("sum_rows_"));
    EXPECT_FALSE(std::string(launch.kernel).starts_with("sum_rows_strided"));
    EXPECT_EQ(launch.sizes[0], 4096u * 3);
    const int64_t row = i / each;
    if (i % each)
      continue;
    EXPECT_EQ(addressOf(launch.in), inAddress + 4 * row * (length + 2));
    EXPECT_EQ(launch.n, 4096u * 3);
  }
  EXPECT_EQ(addressOf(last().out), outAddress - 2 * 4 * length);

  // One row more, or one element less of each, and they are launched together;
  // as they are where nothing else can be.
  for (const Call &call : {Call{4, 4096 * 3, {length + 2, -length}},
                           Call{3, 4096 * 3 - 1, {length + 2, -length}}}) {
    cuda->launch_count = 0;
    ASSERT_EQ(run(call), SCANC_OK);
    EXPECT_TRUE(std::string(last().kernel).starts_with("sum_rows_strided"));
    EXPECT_EQ(last().sizes[0], call.n);
  }
  cuda->launch_count = 0;
  ASSERT_EQ(run(forms + 1, 1, {3, 4096 * 3, {length + 2, -length}}), SCANC_OK);
  EXPECT_TRUE(std::string(last().kernel).starts_with("sum_rows_strided"));

  // What goes wrong with the first ends it.
  cuda->launch_count = 0;
  cuda->launch_result = 1;
  EXPECT_EQ(run({3, 4096 * 3, {length + 2, -length}}), SCANC_ERROR_LAUNCH);
  EXPECT_LE(cuda->launch_count, 1);
}

} // namespace
