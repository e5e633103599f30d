//===- ArgumentsTest.cpp - What the runtime asks of its arguments ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

namespace {

class ArgumentsTest : public RuntimeTest {};

TEST_F(ArgumentsTest, NothingToDoIsDone) {
  useDriver("/no/such/driver");
  EXPECT_EQ(runAt(0, 0, 0, 0), SCANC_OK);
  EXPECT_EQ(runAt(3, 3, 0, 5), SCANC_OK);
}

TEST_F(ArgumentsTest, NullPointer) {
  EXPECT_EQ(runAt(0, outAddress, 1, 0), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(runAt(inAddress, 0, 1, 0), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(cuda->launch_count, 0);
}

TEST_F(ArgumentsTest, TooManyElements) {
  uintptr_t far = uintptr_t(1) << 46;
  EXPECT_EQ(runAt(far, 2 * far, SCANC_MAX_ELEMENTS, workspaceAddress),
            SCANC_OK);
  EXPECT_EQ(runAt(far, 2 * far, SCANC_MAX_ELEMENTS + 1, workspaceAddress),
            SCANC_ERROR_TOO_MANY_ELEMENTS);
  EXPECT_EQ(runAt(far, 2 * far, UINT64_MAX, workspaceAddress),
            SCANC_ERROR_TOO_MANY_ELEMENTS);
}

TEST_F(ArgumentsTest, MisalignedPointer) {
  EXPECT_EQ(runAt(inAddress + 4, outAddress, big, workspaceAddress), SCANC_OK);
  EXPECT_EQ(runAt(inAddress + 2, outAddress, big, workspaceAddress),
            SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(runAt(inAddress, outAddress + 1, big, workspaceAddress),
            SCANC_ERROR_MISALIGNED_POINTER);
  scan.in[0] = {1, 1};
  EXPECT_EQ(runAt(inAddress + 1, outAddress, big, workspaceAddress), SCANC_OK);
}

TEST_F(ArgumentsTest, Overlap) {
  uint64_t n = 1000, bytes = 4 * n;
  EXPECT_EQ(runAt(inAddress, inAddress, n, 0), SCANC_OK);
  EXPECT_EQ(runAt(inAddress, inAddress + bytes, n, 0), SCANC_OK);
  EXPECT_EQ(runAt(inAddress, inAddress - bytes, n, 0), SCANC_OK);
  for (uintptr_t out : {inAddress + 4, inAddress - 4, inAddress + bytes - 4,
                        inAddress - bytes + 4})
    EXPECT_EQ(runAt(inAddress, out, n, 0), SCANC_ERROR_OVERLAP);
  // In place needs elements of one size.
  scan.out[0] = {8, 8};
  EXPECT_EQ(runAt(inAddress, inAddress, n, 0), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, inAddress + bytes, n, 0), SCANC_OK);
  EXPECT_EQ(runAt(inAddress, inAddress - bytes, n, 0), SCANC_ERROR_OVERLAP);
}

/// A structure of arrays: 4 and 8 bytes in, 4 and 2 bytes out.
class ArraysTest : public RuntimeTest {
protected:
  ArraysTest() {
    scan.inputs = scan.outputs = 2;
    scan.in[1] = {8, 8};
    scan.out[1] = {2, 2};
  }

  static constexpr uintptr_t in0 = inAddress, in1 = 7 * inAddress,
                             out0 = outAddress, out1 = 5 * inAddress;
};

TEST_F(ArraysTest, EachHasAParameter) {
  cuda->more_arrays = 1;
  ASSERT_EQ(runAt({in0, in1}, {out0, out1}, big, workspaceAddress), SCANC_OK);
  ASSERT_EQ(cuda->launch_count, 3);
  for (int i = 0; i < 3; ++i) {
    const fake_launch &launch = cuda->launches[i];
    const uintptr_t expected[] = {in0, in1, out0, out1};
    for (int array = 0; array < 4; ++array)
      EXPECT_EQ(launch.arrays[array],
                reinterpret_cast<const void *>(expected[array]));
    EXPECT_EQ(launch.workspace,
              reinterpret_cast<const void *>(workspaceAddress));
    EXPECT_EQ(launch.n, big);
  }
}

TEST_F(ArraysTest, EachIsLookedAt) {
  auto run = [&](std::initializer_list<uintptr_t> in,
                 std::initializer_list<uintptr_t> out) {
    return runAt(in, out, big, workspaceAddress);
  };
  EXPECT_EQ(run({in0, 0}, {out0, out1}), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(run({in0, in1}, {out0, 0}), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(run({in0 + 4, in1 + 8}, {out0 + 4, out1 + 2}), SCANC_OK);
  EXPECT_EQ(run({in0, in1 + 4}, {out0, out1}), SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(run({in0, in1}, {out0, out1 + 1}), SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(runAt({in0, in1}, {out0, out1}, big, in1 + 16),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt({in0, in1}, {out0, out1}, big, out1 - 16),
            SCANC_ERROR_OVERLAP);
}

TEST_F(ArraysTest, AnOutputReplacesItsOwnInputOnly) {
  const uint64_t n = 1000;
  auto run = [&](std::initializer_list<uintptr_t> in,
                 std::initializer_list<uintptr_t> out) {
    return runAt(in, out, n, 0);
  };
  EXPECT_EQ(run({in0, in1}, {in0, out1}), SCANC_OK);
  // The second one is not as large as its input.
  EXPECT_EQ(run({in0, in1}, {out0, in1}), SCANC_ERROR_OVERLAP);
  scan.out[1] = {8, 8};
  EXPECT_EQ(run({in0, in1}, {in0, in1}), SCANC_OK);
  scan.in[1] = scan.out[1] = {4, 4};
  EXPECT_EQ(run({in0, in1}, {in1, in0}), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(run({in0, in1}, {in0 + 4, out1}), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(run({in0, in1}, {out0, out0}), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(run({in0, in1}, {out0, out0 + 4 * n - 4}), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(run({in0, in1}, {out0, out0 + 4 * n}), SCANC_OK);
  // Inputs are only read.
  EXPECT_EQ(run({in0, in0}, {out0, out1}), SCANC_OK);
  EXPECT_EQ(run({in0, in0}, {in0, out1}), SCANC_ERROR_OVERLAP);
}

TEST_F(ArgumentsTest, OverlapWithTheWorkspace) {
  EXPECT_EQ(runAt(inAddress, outAddress, big, inAddress), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, outAddress, big, outAddress + 4 * big - 16),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, outAddress, big, outAddress - 512), SCANC_OK);
  // A workspace that is not needed is not looked at.
  EXPECT_EQ(runAt(inAddress, outAddress, 4000, inAddress), SCANC_OK);
}

TEST_F(ArgumentsTest, Workspace) {
  EXPECT_EQ(runAt(inAddress, outAddress, big, 0), SCANC_ERROR_NO_WORKSPACE);
  EXPECT_EQ(runAt(inAddress, outAddress, big, workspaceAddress + 8),
            SCANC_ERROR_MISALIGNED_WORKSPACE);
  cuda->range_size = 511;
  EXPECT_EQ(run(big), SCANC_ERROR_WORKSPACE_TOO_SMALL);
  cuda->range_size = 1024;
  EXPECT_EQ(runAt(inAddress, outAddress, big, workspaceAddress + 512),
            SCANC_OK);
  EXPECT_EQ(runAt(inAddress, outAddress, big, workspaceAddress + 528),
            SCANC_ERROR_WORKSPACE_TOO_SMALL);
  // The driver knows nothing of this one.
  EXPECT_EQ(runAt(inAddress, outAddress, big, workspaceAddress + 4096),
            SCANC_OK);
}

} // namespace
