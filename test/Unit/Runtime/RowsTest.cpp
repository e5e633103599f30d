//===- RowsTest.cpp - The runtime launches rows ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsTest.h"

namespace {

uint64_t workspaceOfStrided(const scanc_scan *scan, uint64_t n) {
  return 2 * workspaceOfSum(scan, n);
}

uint64_t workspaceThatGrows(const scanc_scan *, uint64_t n) { return n; }

/// The first kernel writes to the workspace what the second one reads there.
int launchByTheWorkspace(const scanc_scan *scan, uint64_t n, const uint64_t *,
                         unsigned, scanc_launch *launches) {
  launches[0] =
      scanc_step(scan, 1, 64, 64, n, SCANC_IN, 16, SCANC_WORKSPACE, 64, 128);
  launches[1] =
      scanc_step(scan, 2, 1, 64, 64, SCANC_WORKSPACE, 64, SCANC_OUT, 32, 0);
  return 2;
}

//===----------------------------------------------------------------------===//
// The arguments
//===----------------------------------------------------------------------===//

TEST_F(RowsTest, NothingToDoIsDone) {
  useDriver("/no/such/driver");
  const std::pair<uint64_t, uint64_t> shapes[] = {
      {0, 0}, {0, n}, {rows, 0}, {0, UINT64_MAX}, {UINT64_MAX, 0}};
  for (auto [none, each] : shapes) {
    EXPECT_EQ(run({none, each, {0, 0}, {0}, {0}, 0}), SCANC_OK);
    EXPECT_EQ(run({none, each, {INT64_MIN, 1}, {3}, {3}, 5}), SCANC_OK);
  }
}

TEST_F(RowsTest, NullPointer) {
  EXPECT_EQ(run({rows, n, {n, n}, {0}, {outAddress}}),
            SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(run({rows, n, {n, n}, {inAddress}, {0}}), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(run({1, 1, {1, 1}, {0}, {outAddress}}), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(cuda->launch_count, 0);
}

TEST_F(RowsTest, TooManyElements) {
  const uintptr_t far = uintptr_t(1) << 46;
  auto runAll = [&](uint64_t rows, uint64_t n) {
    const auto stride = static_cast<int64_t>(n);
    return run({rows, n, {stride, stride}, {far}, {2 * far}});
  };
  const uint64_t most = SCANC_MAX_ELEMENTS, half = uint64_t(1) << 20;
  EXPECT_EQ(runAll(half, half), SCANC_OK);
  EXPECT_EQ(last().n, most);
  EXPECT_EQ(runAll(1, most), SCANC_OK);
  EXPECT_EQ(runAll(most, 1), SCANC_OK);
  const std::pair<uint64_t, uint64_t> shapes[] = {
      {half, half + 1},
      {half + 1, half},
      {1, most + 1},
      {most + 1, 1},
      {3, most / 3 + 1},
      // In 64 bits their products are few elements, or none.
      {uint64_t(1) << 32, uint64_t(1) << 32},
      {uint64_t(1) << 63, 2},
      {2, uint64_t(1) << 63},
      {(uint64_t(1) << 63) + 1, 2},
      {UINT64_MAX, UINT64_MAX},
      {UINT64_MAX, 1},
      {1, UINT64_MAX}};
  for (auto [rows, n] : shapes) {
    SCOPED_TRACE(testing::Message() << rows << " of " << n);
    EXPECT_EQ(runAll(rows, n), SCANC_ERROR_TOO_MANY_ELEMENTS);
  }
}

TEST_F(RowsTest, MisalignedPointer) {
  auto runAt = [&](uintptr_t in, uintptr_t out) {
    return run({rows, n, {11, 11}, {in}, {out}});
  };
  EXPECT_EQ(runAt(inAddress + 4, outAddress + 4), SCANC_OK);
  EXPECT_EQ(runAt(inAddress + 2, outAddress), SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(runAt(inAddress, outAddress + 1), SCANC_ERROR_MISALIGNED_POINTER);
  for (scanc_scan &scan : scans)
    scan.in[0] = {1, 1};
  EXPECT_EQ(runAt(inAddress + 1, outAddress), SCANC_OK);
}

TEST_F(RowsTest, RowsOfAnOutputLieApart) {
  for (int64_t out : {0, 1, 9, -1, -9}) {
    SCOPED_TRACE(out);
    EXPECT_EQ(run({rows, n, {n, out}}), SCANC_ERROR_STRIDE);
    EXPECT_EQ(run({rows, n, {out, out}, {inAddress}, {inAddress}}),
              SCANC_ERROR_STRIDE);
  }
  for (int64_t out : {10, 11, -10, -11})
    EXPECT_EQ(run({rows, n, {n, out}}), SCANC_OK);
  // Those of an input may be windows of one line, or all the same.
  for (int64_t in : {0, 1, 9, -1, -9}) {
    SCOPED_TRACE(in);
    EXPECT_EQ(run({rows, n, {in, n}}), SCANC_OK);
  }
}

TEST_F(RowsTest, RowsReachSoFar) {
  const int64_t most = int64_t(1) << 47; // of three rows
  const uintptr_t at = uintptr_t(1) << 52;
  auto runWith = [&](int64_t in, int64_t out) {
    return run({rows, n, {in, out}, {at}, {at + 4 * n}});
  };
  EXPECT_EQ(runWith(most, most), SCANC_OK);
  EXPECT_EQ(runWith(-most, -most), SCANC_OK);
  for (int64_t far : {most + 1, -most - 1, 2 * most, INT64_MAX, INT64_MIN,
                      INT64_MIN + 1, int64_t(1) << 62}) {
    SCOPED_TRACE(far);
    EXPECT_EQ(runWith(far, n), SCANC_ERROR_STRIDE);
    EXPECT_EQ(runWith(0, far), SCANC_ERROR_STRIDE);
    EXPECT_EQ(runWith(far, far), SCANC_ERROR_STRIDE);
  }
  // Two rows reach one stride, and no further.
  EXPECT_EQ(run({2, n, {2 * most, 2 * most}, {at}, {at + 4 * n}}), SCANC_OK);
  EXPECT_EQ(run({2, n, {2 * most + 1, n}, {at}, {at + 4 * n}}),
            SCANC_ERROR_STRIDE);
  EXPECT_EQ(run({2, n, {INT64_MIN, n}, {at}, {at + 4 * n}}),
            SCANC_ERROR_STRIDE);
}

TEST_F(RowsTest, AnOutputReplacesRowsOfItsStride) {
  auto runAt = [&](uintptr_t out, int64_t inStride, int64_t outStride) {
    return run({rows, n, {inStride, outStride}, {inAddress}, {out}});
  };
  for (int64_t stride : {10, 11, 15, -10, -15}) {
    SCOPED_TRACE(stride);
    EXPECT_EQ(runAt(inAddress, stride, stride), SCANC_OK);
    EXPECT_EQ(runAt(inAddress + 4, stride, stride), SCANC_ERROR_OVERLAP);
    EXPECT_EQ(runAt(inAddress - 4, stride, stride), SCANC_ERROR_OVERLAP);
  }
  EXPECT_EQ(runAt(inAddress, 15, 16), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, 16, 15), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, 10, 15), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, 15, -15), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, 0, 10), SCANC_ERROR_OVERLAP);
  // The same rows, but the last one is the first.
  EXPECT_EQ(runAt(inAddress + 2 * 60, 15, -15), SCANC_ERROR_OVERLAP);
  // In place needs elements of one size, though rows are as far apart.
  for (scanc_scan &scan : scans)
    scan.out[0] = {8, 8};
  EXPECT_EQ(runAt(inAddress, 15, 15), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, 30, 15), SCANC_ERROR_OVERLAP);
  // As many bytes in all.
  EXPECT_EQ(runAt(inAddress, 35, 15), SCANC_ERROR_OVERLAP);
}

/// Input and output are columns of one matrix.
TEST_F(RowsTest, RowsLieBetweenOthers) {
  const int64_t stride = 20; // 80 bytes, of which 40 are a row
  auto runAt = [&](int64_t distance, int64_t in = stride,
                   int64_t out = stride) {
    return run({rows,
                n,
                {in, out},
                {inAddress},
                {inAddress + static_cast<uintptr_t>(distance)}});
  };
  // Beside, and some rows further or before.
  for (int64_t other : {0, 80, 160, 240, -80, -160, -240}) {
    SCOPED_TRACE(other);
    EXPECT_EQ(runAt(other + 40), SCANC_OK);
    EXPECT_EQ(runAt(other + 40, -stride, -stride), SCANC_OK);
  }
  for (int64_t other : {0, 80, -80, -160}) {
    SCOPED_TRACE(other);
    EXPECT_EQ(runAt(other + 36), SCANC_ERROR_OVERLAP);
    EXPECT_EQ(runAt(other + 44), SCANC_ERROR_OVERLAP);
    EXPECT_EQ(runAt(other + 36, -stride, -stride), SCANC_ERROR_OVERLAP);
    EXPECT_EQ(runAt(other + 44, -stride, -stride), SCANC_ERROR_OVERLAP);
  }
  // Behind the last row there is none to overlap.
  EXPECT_EQ(runAt(160 + 36), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(160 + 44), SCANC_OK);
  EXPECT_EQ(runAt(-160 - 36), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(-160 - 44), SCANC_OK);
  // One from the top, the other one from the bottom.
  EXPECT_EQ(runAt(160 + 40, stride, -stride), SCANC_OK);
  EXPECT_EQ(runAt(160 + 36, stride, -stride), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(40 - 160, -stride, stride), SCANC_OK);
  EXPECT_EQ(runAt(36 - 160, -stride, stride), SCANC_ERROR_OVERLAP);
  // A little more than twice the room, and a little less.
  EXPECT_EQ(runAt(44, 21, 21), SCANC_OK);
  EXPECT_EQ(runAt(48, 21, 21), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(40, 19, 19), SCANC_ERROR_OVERLAP);
}

TEST_F(RowsTest, RowsOfAnInputThatOverlapLeaveNoRoom) {
  for (int64_t in : {0, 1, 5}) {
    SCOPED_TRACE(in);
    const uintptr_t end = inAddress + 4 * (2 * in + n);
    EXPECT_EQ(run({rows, n, {in, n}, {inAddress}, {end}}), SCANC_OK);
    EXPECT_EQ(run({rows, n, {in, n}, {inAddress}, {end - 4}}),
              SCANC_ERROR_OVERLAP);
    EXPECT_EQ(run({rows, n, {in, n}, {inAddress}, {inAddress - 120}}),
              SCANC_OK);
    EXPECT_EQ(run({rows, n, {in, n}, {inAddress}, {inAddress - 116}}),
              SCANC_ERROR_OVERLAP);
  }
}

TEST_F(RowsTest, NegativeStridesReachDown) {
  auto runAt = [&](uintptr_t in, int64_t inStride, uintptr_t out,
                   int64_t outStride) {
    return run({rows, n, {inStride, outStride}, {in}, {out}});
  };
  const uintptr_t below = 2 * 40, all = 3 * 40;
  // From the lowest row on, the input takes [at - below, at + 40).
  const uintptr_t at = inAddress;
  EXPECT_EQ(runAt(at, -10, at + 40, 10), SCANC_OK);
  EXPECT_EQ(runAt(at, -10, at + 36, 10), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(at, -10, at - below - all, 10), SCANC_OK);
  EXPECT_EQ(runAt(at, -10, at - below - all + 4, 10), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(at, -10, at - below, 10), SCANC_ERROR_OVERLAP);
  // And so does the output.
  EXPECT_EQ(runAt(at + 40, 10, at, -10), SCANC_OK);
  EXPECT_EQ(runAt(at + 36, 10, at, -10), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(at - below - all, 10, at, -10), SCANC_OK);
  EXPECT_EQ(runAt(at - below - all + 4, 10, at, -10), SCANC_ERROR_OVERLAP);
}

//===----------------------------------------------------------------------===//
// The workspace
//===----------------------------------------------------------------------===//

TEST_F(RowsTest, TheWorkspaceLiesApart) {
  const auto stride = static_cast<int64_t>(manyColumns);
  auto runAt = [&](uintptr_t workspace, int64_t in, int64_t out) {
    return run({manyRows,
                manyColumns,
                {in, out},
                {inAddress},
                {outAddress},
                workspace});
  };
  EXPECT_EQ(runAt(inAddress, stride, stride), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(outAddress + 4 * big - 16, stride, stride),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(outAddress + 4 * big, stride, stride), SCANC_OK);
  EXPECT_EQ(runAt(outAddress - 512, stride, stride), SCANC_OK);
  EXPECT_EQ(runAt(outAddress - 496, stride, stride), SCANC_ERROR_OVERLAP);
  // In the last row of an input that ends later.
  const uintptr_t twice = inAddress + 2 * 4 * manyColumns * (manyRows - 1);
  EXPECT_EQ(runAt(twice, stride, stride), SCANC_OK);
  EXPECT_EQ(runAt(twice, 2 * stride, stride), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(twice + 4 * manyColumns, 2 * stride, stride), SCANC_OK);
  // Below the first row.
  EXPECT_EQ(runAt(outAddress - 512, stride, -stride), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(outAddress - 4 * (big - manyColumns) - 512, stride, -stride),
            SCANC_OK);
  EXPECT_EQ(runAt(outAddress - 4 * (big - manyColumns) - 496, stride, -stride),
            SCANC_ERROR_OVERLAP);
  // A workspace that is not needed is not looked at.
  EXPECT_EQ(run({rows, n, {n, n}, {inAddress}, {outAddress}, inAddress}),
            SCANC_OK);
}

TEST_F(RowsTest, EitherFormHasEnoughWorkspace) {
  EXPECT_EQ(workspaceBytes(rows, n), 0u);
  EXPECT_EQ(workspaceBytes(0, big), 0u);
  EXPECT_EQ(workspaceBytes(big, 0), 0u);
  EXPECT_EQ(workspaceBytes(manyRows, manyColumns), 512u);
  scans[1].workspace = workspaceOfStrided;
  EXPECT_EQ(workspaceBytes(rows, n), 0u);
  EXPECT_EQ(workspaceBytes(manyRows, manyColumns), 1024u);
  EXPECT_EQ(workspaceBytes(big, 1), 1024u);
  EXPECT_EQ(workspaceBytes(1, big), 1024u);
  // The first form, too, is launched with as much.
  const auto stride = static_cast<int64_t>(manyColumns);
  const Call call = {manyRows, manyColumns, {stride, stride}};
  cuda->range_size = 1023;
  EXPECT_EQ(run(call), SCANC_ERROR_WORKSPACE_TOO_SMALL);
  cuda->range_size = 1024;
  EXPECT_EQ(run(call), SCANC_OK);
  scans[0].workspace = workspaceOfStrided;
  scans[1].workspace = workspaceOfSum;
  EXPECT_EQ(workspaceBytes(manyRows, manyColumns), 1024u);
}

TEST_F(RowsTest, OfTooManyElementsTheWorkspaceIsThatOfTheMost) {
  scans[1].workspace = workspaceThatGrows;
  const uint64_t half = uint64_t(1) << 20;
  EXPECT_EQ(workspaceBytes(1000, 1000), 1000000u);
  EXPECT_EQ(workspaceBytes(half, half), SCANC_MAX_ELEMENTS);
  EXPECT_EQ(workspaceBytes(half, half + 1), SCANC_MAX_ELEMENTS);
  EXPECT_EQ(workspaceBytes(uint64_t(1) << 32, uint64_t(1) << 32),
            SCANC_MAX_ELEMENTS);
  EXPECT_EQ(workspaceBytes(uint64_t(1) << 63, 2), SCANC_MAX_ELEMENTS);
  EXPECT_EQ(workspaceBytes(UINT64_MAX, UINT64_MAX), SCANC_MAX_ELEMENTS);
}

TEST_F(RowsTest, Workspace) {
  const auto stride = static_cast<int64_t>(manyColumns);
  auto runAt = [&](uintptr_t workspace) {
    return run({manyRows,
                manyColumns,
                {stride, stride + 1},
                {inAddress},
                {outAddress},
                workspace});
  };
  EXPECT_EQ(runAt(0), SCANC_ERROR_NO_WORKSPACE);
  EXPECT_EQ(runAt(workspaceAddress + 8), SCANC_ERROR_MISALIGNED_WORKSPACE);
  cuda->range_size = 511;
  EXPECT_EQ(runAt(workspaceAddress), SCANC_ERROR_WORKSPACE_TOO_SMALL);
  EXPECT_EQ(cuda->launch_count, 0);
  cuda->range_size = 512;
  EXPECT_EQ(runAt(workspaceAddress), SCANC_OK);
}

TEST_F(RowsTest, AFormHasItsPartOfTheWorkspace) {
  scans[1].workspace_begin = 256;
  scans[1].launches = launchByTheWorkspace;
  cuda->range_size = 768;
  EXPECT_EQ(workspaceBytes(manyRows, manyColumns), 768u);
  const auto stride = static_cast<int64_t>(manyColumns);
  ASSERT_EQ(run({manyRows, manyColumns, {stride, stride + 1}}), SCANC_OK);
  ASSERT_EQ(cuda->launch_count, 2);
  auto addressOf = [](const void *pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
  };
  const fake_launch *launches = cuda->launches;
  EXPECT_EQ(addressOf(launches[0].in), inAddress + 16);
  EXPECT_EQ(addressOf(launches[0].out), workspaceAddress + 256 + 64);
  EXPECT_EQ(addressOf(launches[0].workspace), workspaceAddress + 256 + 128);
  EXPECT_EQ(addressOf(launches[1].in), workspaceAddress + 256 + 64);
  EXPECT_EQ(addressOf(launches[1].out), outAddress + 32);
  EXPECT_EQ(addressOf(launches[1].workspace), workspaceAddress + 256);
  // The other one has the beginning.
  cuda->launch_count = 0;
  ASSERT_EQ(run({manyRows, manyColumns, {stride, stride}}), SCANC_OK);
  EXPECT_EQ(addressOf(launches[0].workspace), workspaceAddress);
}

TEST_F(RowsTest, TheWorkspaceHoldsAllThatBeginsAsZeros) {
  for (scanc_scan &scan : scans)
    scan.workspace_zeroed = 2048;
  // What needs none does without.
  EXPECT_EQ(workspaceBytes(rows, n), 0u);
  EXPECT_EQ(workspaceBytes(manyRows, manyColumns), 2048u);
  scans[1].workspace_begin = 2048;
  EXPECT_EQ(workspaceBytes(manyRows, manyColumns), 2048u + 512);
}

//===----------------------------------------------------------------------===//
// Several arrays
//===----------------------------------------------------------------------===//

/// A structure of two arrays.
class RowsOfArraysTest : public RowsTest {
protected:
  void SetUp() override {
    RowsTest::SetUp();
    setArrays(2);
  }

  scanc_status runWith(std::vector<int64_t> strides,
                       std::vector<uintptr_t> in = {in0, in1},
                       std::vector<uintptr_t> out = {out0, out1}) {
    return run({rows, n, std::move(strides), std::move(in), std::move(out)});
  }

  static constexpr uintptr_t in0 = inAddress, in1 = 7 * inAddress,
                             out0 = outAddress, out1 = 5 * inAddress;
};

TEST_F(RowsOfArraysTest, EachHasAStride) {
  cuda->more_sizes = 5;
  ASSERT_EQ(runWith({11, 12, 13, 14}), SCANC_OK);
  EXPECT_FALSE(tookTheFirst());
  EXPECT_EQ(last().n, rows * n);
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n, 11, 12, 13, 14}));
  const uintptr_t expected[] = {in0, in1, out0, out1};
  for (int array = 0; array < 4; ++array)
    EXPECT_EQ(last().arrays[array],
              reinterpret_cast<const void *>(expected[array]));
}

TEST_F(RowsOfArraysTest, NoneHasGapsInTheFirstForm) {
  EXPECT_EQ(runWith({n, n, n, n}), SCANC_OK);
  EXPECT_TRUE(tookTheFirst());
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n}));
  for (int array = 0; array < 4; ++array) {
    SCOPED_TRACE(array);
    std::vector<int64_t> strides(4, n);
    strides[array] = n + 1;
    EXPECT_EQ(runWith(strides), SCANC_OK);
    EXPECT_FALSE(tookTheFirst());
  }
}

TEST_F(RowsOfArraysTest, EachIsLookedAt) {
  EXPECT_EQ(runWith({n, n, n, n}, {in0, 0}), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(runWith({n, n, n, n}, {in0, in1}, {out0, 0}),
            SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(runWith({n, n, n, n}, {in0, in1 + 2}),
            SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(runWith({n, n, n, n}, {in0, in1}, {out0, out1 + 1}),
            SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(runWith({n, 9, n, n}), SCANC_OK);
  EXPECT_EQ(runWith({n, n, 9, n}), SCANC_ERROR_STRIDE);
  EXPECT_EQ(runWith({n, n, n, 9}), SCANC_ERROR_STRIDE);
  EXPECT_EQ(runWith({n, INT64_MIN, n, n}), SCANC_ERROR_STRIDE);
}

TEST_F(RowsOfArraysTest, AnOutputReplacesItsOwnInputOnly) {
  EXPECT_EQ(runWith({15, 16, 15, 16}, {in0, in1}, {in0, in1}), SCANC_OK);
  EXPECT_EQ(runWith({15, 16, 15, 17}, {in0, in1}, {in0, in1}),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith({15, 16, 17, 16}, {in0, in1}, {in0, in1}),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith({15, 15, 15, 15}, {in0, in1}, {in1, in0}),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith({15, 15, 15, 15}, {in0, in1}, {out0, out0}),
            SCANC_ERROR_OVERLAP);
  // Inputs are only read.
  EXPECT_EQ(runWith({15, 16, 15, 15}, {in0, in0}), SCANC_OK);
}

/// All four are columns of one matrix.
TEST_F(RowsOfArraysTest, RowsLieBetweenOthers) {
  auto runAt = [&](uintptr_t third, uintptr_t fourth) {
    return runWith({40, 40, 40, 40}, {in0, in0 + 40},
                   {in0 + third, in0 + fourth});
  };
  EXPECT_EQ(runAt(80, 120), SCANC_OK);
  EXPECT_EQ(runAt(120, 80), SCANC_OK);
  EXPECT_EQ(runAt(0, 120), SCANC_OK);
  EXPECT_EQ(runAt(76, 120), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(80, 116), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(80, 124), SCANC_ERROR_OVERLAP);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

TEST_F(RowsTest, LoadsAllForms) {
  EXPECT_EQ(scanc_unload_forms(forms, 2), SCANC_OK);
  ASSERT_EQ(scanc_load_forms(forms, 2), SCANC_OK);
  EXPECT_EQ(cuda->loads, 2);
  EXPECT_EQ(run({rows, n, {n, n}}), SCANC_OK);
  EXPECT_EQ(run({rows, n, {11, 11}}), SCANC_OK);
  EXPECT_EQ(cuda->loads, 2);
  ASSERT_EQ(scanc_load_forms(forms, 2), SCANC_OK);
  EXPECT_EQ(scanc_unload_forms(forms, 2), SCANC_OK);
  EXPECT_EQ(cuda->live, 2);
  EXPECT_EQ(scanc_unload_forms(forms, 2), SCANC_OK);
  EXPECT_EQ(cuda->live, 0);
  EXPECT_EQ(cuda->unsafe_calls, 0);
}

TEST_F(RowsTest, LoadsNoneWhereItCannotLoadAll) {
  cuda->load_result = 218;
  EXPECT_EQ(scanc_load_forms(forms, 2), SCANC_ERROR_LOAD);
  EXPECT_EQ(cuda->loads, 0);
  cuda->load_result = 0;
  // The second one fails behind the first.
  const std::string name(250, 'a');
  scans[1].name = name.c_str();
  EXPECT_EQ(scanc_load_forms(forms, 2), SCANC_ERROR_LOAD);
  EXPECT_EQ(cuda->loads, 2);
  EXPECT_EQ(cuda->live, 0);
  EXPECT_EQ(modules[0].loads, 0u);
  EXPECT_EQ(modules[1].loads, 0u);
  // What others hold stays.
  ASSERT_EQ(scanc_load_forms(forms, 1), SCANC_OK);
  EXPECT_EQ(scanc_load_forms(forms, 2), SCANC_ERROR_LOAD);
  EXPECT_EQ(cuda->live, 1);
  EXPECT_EQ(modules[0].loads, 1u);
  // Nothing of it sticks.
  scans[1].name = "sum_rows_strided";
  EXPECT_EQ(scanc_load_forms(forms, 2), SCANC_OK);
  EXPECT_EQ(cuda->live, 2);
}

TEST_F(RowsTest, UnloadsAllFormsWhateverTheDriverSays) {
  for (const scanc_form &only : forms) {
    ASSERT_EQ(scanc_load_forms(&only, 1), SCANC_OK);
    cuda->unload_result = 1;
    EXPECT_EQ(scanc_unload_forms(forms, 2), SCANC_ERROR_LOAD);
    EXPECT_EQ(cuda->live, 0);
    cuda->unload_result = 0;
  }
  ASSERT_EQ(scanc_load_forms(forms, 2), SCANC_OK);
  cuda->unload_result = 1;
  EXPECT_EQ(scanc_unload_forms(forms, 2), SCANC_ERROR_LOAD);
  EXPECT_EQ(cuda->live, 0);
}

TEST_F(RowsTest, UnloadsWhatLaunchesLoaded) {
  EXPECT_EQ(run({rows, n, {n, n}}), SCANC_OK);
  EXPECT_EQ(run({rows, n, {11, 11}}), SCANC_OK);
  EXPECT_EQ(cuda->live, 2);
  EXPECT_EQ(scanc_unload_forms(forms, 2), SCANC_OK);
  EXPECT_EQ(cuda->live, 0);
}

} // namespace
