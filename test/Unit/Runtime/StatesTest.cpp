//===- StatesTest.cpp - The runtime passes the states of chains -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsTest.h"

namespace {

constexpr uintptr_t initialAddress = 8u << 24, finalAddress = 9u << 24;
constexpr unsigned stateBytes = 8;

const void *pointer(uintptr_t address) {
  return reinterpret_cast<const void *>(address);
}

scanc_states statesAt(uintptr_t initial, uintptr_t final) {
  return {reinterpret_cast<const void *>(initial),
          reinterpret_cast<void *>(final)};
}

/// Gives a scan states of 8 bytes, and a kernel for chains without elements.
void takeStates(scanc_scan &scan, unsigned flags) {
  scan.states = flags;
  scan.state = {stateBytes, stateBytes};
  scan.kernels[scan.kernel_count] = {"empty", 32, 0, 0};
  scan.empty = scan.kernel_count++;
}

/// Of a line.
class StatesTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    takeStates(scan, SCANC_INITIAL | SCANC_FINAL);
    cuda->states = 2;
  }

  scanc_status runWith(uintptr_t initial, uintptr_t final, uint64_t n,
                       uintptr_t workspace = workspaceAddress) {
    const scanc_states own = statesAt(initial, final);
    states = &own;
    const scanc_status status = runAt(inAddress, outAddress, n, workspace);
    states = nullptr;
    return status;
  }

  const fake_launch &last() { return cuda->launches[cuda->launch_count - 1]; }
};

TEST_F(StatesTest, AreTheLastArgumentsOfEachKernel) {
  ASSERT_EQ(runWith(initialAddress, finalAddress, big), SCANC_OK);
  ASSERT_EQ(cuda->launch_count, 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(cuda->launches[i].states[0], pointer(initialAddress));
    EXPECT_EQ(cuda->launches[i].states[1], pointer(finalAddress));
    EXPECT_EQ(cuda->launches[i].n, big);
  }
}

TEST_F(StatesTest, AScanTakesThoseThatItHas) {
  cuda->states = 1;
  scan.states = SCANC_INITIAL;
  ASSERT_EQ(runWith(initialAddress, 0, 1), SCANC_OK);
  EXPECT_EQ(last().states[0], pointer(initialAddress));
  scan.states = SCANC_FINAL;
  ASSERT_EQ(runWith(0, finalAddress, 1), SCANC_OK);
  EXPECT_EQ(last().states[0], pointer(finalAddress));
}

TEST_F(StatesTest, MayBeLeftAway) {
  for (auto [initial, final] : {std::pair(initialAddress, uintptr_t(0)),
                                std::pair(uintptr_t(0), finalAddress),
                                std::pair<uintptr_t, uintptr_t>()}) {
    ASSERT_EQ(runWith(initial, final, 1), SCANC_OK);
    EXPECT_EQ(last().states[0], pointer(initial));
    EXPECT_EQ(last().states[1], pointer(final));
  }
  // Without any, kernels get null pointers all the same.
  ASSERT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(last().states[0], nullptr);
  EXPECT_EQ(last().states[1], nullptr);
}

TEST_F(StatesTest, AreAligned) {
  for (uint64_t n : {uint64_t(1), big}) {
    for (unsigned by : {1, 2, 4}) {
      EXPECT_EQ(runWith(initialAddress + by, finalAddress, n),
                SCANC_ERROR_MISALIGNED_POINTER);
      EXPECT_EQ(runWith(initialAddress, finalAddress + by, n),
                SCANC_ERROR_MISALIGNED_POINTER);
    }
    EXPECT_EQ(runWith(initialAddress + 8, finalAddress + 8, n), SCANC_OK);
  }
  // Also of no elements.
  EXPECT_EQ(runWith(initialAddress, finalAddress + 4, 0),
            SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(runWith(initialAddress + 4, finalAddress, 0),
            SCANC_ERROR_MISALIGNED_POINTER);
}

TEST_F(StatesTest, FinalOnesOverlapNothing) {
  const uint64_t n = 1000, bytes = 4 * n;
  auto runAt = [&](uintptr_t final) {
    return runWith(initialAddress, final, n);
  };
  for (uintptr_t array : {inAddress, outAddress}) {
    EXPECT_EQ(runAt(array - stateBytes), SCANC_OK);
    EXPECT_EQ(runAt(array), SCANC_ERROR_OVERLAP);
    EXPECT_EQ(runAt(array + bytes - stateBytes), SCANC_ERROR_OVERLAP);
    EXPECT_EQ(runAt(array + bytes), SCANC_OK);
  }
  // An odd number of elements ends in the middle of a state.
  EXPECT_EQ(runWith(0, inAddress + 8, 3), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(initialAddress), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(initialAddress + stateBytes), SCANC_OK);
  EXPECT_EQ(runAt(initialAddress - stateBytes), SCANC_OK);
  EXPECT_EQ(runWith(initialAddress, workspaceAddress + 504, big),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(initialAddress, workspaceAddress, big),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(initialAddress, workspaceAddress - stateBytes, big),
            SCANC_OK);
  EXPECT_EQ(runWith(initialAddress, workspaceAddress + 512, big), SCANC_OK);
}

TEST_F(StatesTest, InitialOnesOverlapNothingThatIsWritten) {
  const uint64_t n = 1000, bytes = 4 * n;
  auto runAt = [&](uintptr_t initial) {
    return runWith(initial, finalAddress, n);
  };
  EXPECT_EQ(runAt(outAddress - stateBytes), SCANC_OK);
  EXPECT_EQ(runAt(outAddress), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(outAddress + bytes - stateBytes), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(outAddress + bytes), SCANC_OK);
  // What is read may be read twice.
  EXPECT_EQ(runAt(inAddress), SCANC_OK);
  EXPECT_EQ(runAt(inAddress + bytes - stateBytes), SCANC_OK);
  const scanc_states own = statesAt(inAddress, finalAddress);
  states = &own;
  EXPECT_EQ(RuntimeTest::runAt(inAddress, inAddress, n, 0),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(workspaceAddress + 504, finalAddress, big),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(workspaceAddress - stateBytes, finalAddress, big),
            SCANC_OK);
  EXPECT_EQ(runWith(workspaceAddress + 512, finalAddress, big), SCANC_OK);
}

TEST_F(StatesTest, AWorkspaceThatIsNotNeededIsNotLookedAt) {
  EXPECT_EQ(runWith(workspaceAddress, finalAddress, 1000), SCANC_OK);
  EXPECT_EQ(runWith(initialAddress, workspaceAddress, 1000), SCANC_OK);
}

TEST_F(StatesTest, NothingToDoIsDone) {
  useDriver("/no/such/driver");
  EXPECT_EQ(runAt(0, 0, 0, 0), SCANC_OK);
  EXPECT_EQ(runWith(initialAddress, 0, 0), SCANC_OK);
  EXPECT_EQ(runWith(initialAddress + 1, 0, 0), SCANC_OK);
  EXPECT_EQ(runWith(0, 0, 0), SCANC_OK);
  EXPECT_EQ(runWith(0, finalAddress, 0), SCANC_ERROR_NO_DRIVER);
}

TEST_F(StatesTest, OfNoElementsTheFinalOneIsWritten) {
  cuda->range_size = 0;
  for (uintptr_t initial : {initialAddress, uintptr_t(0)}) {
    const scanc_states own = statesAt(initial, finalAddress);
    states = &own;
    // Whatever else there is.
    ASSERT_EQ(runAt(0, 0, 0, 0), SCANC_OK);
    EXPECT_STREQ(last().kernel, "sum_empty");
    EXPECT_EQ(last().n, 1u);
    EXPECT_EQ(last().grid, 1u);
    EXPECT_EQ(last().blocks, 1u);
    EXPECT_EQ(last().block, 32u);
    EXPECT_EQ(last().states[0], pointer(initial));
    EXPECT_EQ(last().states[1], pointer(finalAddress));
    ASSERT_EQ(runAt(3, 3, 0, 5), SCANC_OK);
  }
  EXPECT_EQ(cuda->launch_count, 4);
  EXPECT_EQ(cuda->loads, 1);
  EXPECT_EQ(cuda->unsafe_calls, 0);
  EXPECT_EQ(runWith(finalAddress, finalAddress, 0), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(finalAddress - stateBytes, finalAddress, 0), SCANC_OK);
  cuda->launch_result = 1;
  EXPECT_EQ(runWith(initialAddress, finalAddress, 0), SCANC_ERROR_LAUNCH);
}

TEST_F(StatesTest, OtherLaunchesAreAsTheyWere) {
  scanc_launch with[SCANC_MAX_LAUNCHES], without[SCANC_MAX_LAUNCHES];
  const scanc_scan plain = makeScan();
  EXPECT_EQ(scanc_plan_launches(&scan, 0, nullptr, 132, with), 0);
  for (uint64_t n : {uint64_t(1), uint64_t(4000), big}) {
    const int count = scanc_plan_launches(&scan, n, nullptr, 132, with);
    ASSERT_EQ(count, scanc_plan_launches(&plain, n, nullptr, 132, without));
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(with[i].kernel, without[i].kernel);
      EXPECT_EQ(with[i].grid, without[i].grid);
      EXPECT_NE(static_cast<unsigned>(with[i].kernel), scan.empty);
    }
    EXPECT_EQ(scanc_workspace_bytes(&scan, 1, n),
              scanc_workspace_bytes(&plain, 1, n));
  }
}

/// Of rows.
class RowStatesTest : public RowsTest {
protected:
  void SetUp() override {
    RowsTest::SetUp();
    for (scanc_scan &scan : scans)
      takeStates(scan, SCANC_INITIAL | SCANC_FINAL);
    cuda->states = 2;
  }

  scanc_status runWith(uintptr_t initial, uintptr_t final, Call call) {
    const scanc_states own = statesAt(initial, final);
    call.states = &own;
    return run(call);
  }
};

TEST_F(RowStatesTest, AreBehindTheSizes) {
  cuda->more_sizes = 1;
  ASSERT_EQ(runWith(initialAddress, finalAddress, {rows, n, {n, n}}), SCANC_OK);
  EXPECT_TRUE(tookTheFirst());
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n}));
  EXPECT_EQ(last().states[0], pointer(initialAddress));
  EXPECT_EQ(last().states[1], pointer(finalAddress));
  cuda->more_sizes = 3;
  ASSERT_EQ(runWith(0, finalAddress, {rows, n, {n, n + 1}}), SCANC_OK);
  EXPECT_FALSE(tookTheFirst());
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n, n, n + 1}));
  EXPECT_EQ(last().states[0], nullptr);
  EXPECT_EQ(last().states[1], pointer(finalAddress));
  ASSERT_EQ(run({rows, n, {n, n + 1}}), SCANC_OK);
  EXPECT_EQ(last().states[0], nullptr);
  EXPECT_EQ(last().states[1], nullptr);
}

TEST_F(RowStatesTest, ThereIsOneForEachRow) {
  const uintptr_t all = rows * stateBytes;
  auto runAt = [&](uintptr_t initial, uintptr_t final) {
    return runWith(initial, final, {rows, n, {n, n}});
  };
  EXPECT_EQ(runAt(initialAddress, initialAddress + all), SCANC_OK);
  EXPECT_EQ(runAt(initialAddress, initialAddress + all - stateBytes),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(initialAddress, initialAddress - all), SCANC_OK);
  EXPECT_EQ(runAt(initialAddress, initialAddress - all + stateBytes),
            SCANC_ERROR_OVERLAP);
  for (uintptr_t array : {inAddress, outAddress}) {
    EXPECT_EQ(runAt(initialAddress, array - all), SCANC_OK);
    EXPECT_EQ(runAt(initialAddress, array - all + stateBytes),
              SCANC_ERROR_OVERLAP);
  }
  EXPECT_EQ(runAt(outAddress - all, finalAddress), SCANC_OK);
  EXPECT_EQ(runAt(outAddress - all + stateBytes, finalAddress),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, finalAddress), SCANC_OK);
}

TEST_F(RowStatesTest, EachIsThatOfItsRowWhereRowsAreLaunchedOneByOne) {
  cuda->range_size = 1 << 20;
  const int64_t length = 4096 * 3;
  const Call call{3, 4096 * 3, {length + 2, -length}};
  for (auto [initial, final] : {std::pair(initialAddress, finalAddress),
                                std::pair(uintptr_t(0), finalAddress),
                                std::pair(initialAddress, uintptr_t(0))}) {
    cuda->launch_count = 0;
    ASSERT_EQ(runWith(initial, final, call), SCANC_OK);
    ASSERT_EQ(cuda->launch_count % 3, 0);
    const int each = cuda->launch_count / 3;
    for (int i = 0; i < cuda->launch_count; ++i) {
      SCOPED_TRACE(i);
      const uintptr_t before = i / each * stateBytes;
      EXPECT_EQ(cuda->launches[i].states[0],
                pointer(initial ? initial + before : 0));
      EXPECT_EQ(cuda->launches[i].states[1],
                pointer(final ? final + before : 0));
    }
  }
}

TEST_F(RowStatesTest, OfRowsWithoutElements) {
  const std::pair<uint64_t, unsigned> grids[] = {
      {1, 1}, {32, 1}, {33, 2}, {65535 * 32, 65535}, {65535 * 32 + 1, 65535}};
  for (auto [count, grid] : grids) {
    SCOPED_TRACE(count);
    ASSERT_EQ(runWith(initialAddress, uintptr_t(1) << 46,
                      {count, 0, {0, 0}, {0}, {0}, 0}),
              SCANC_OK);
    EXPECT_TRUE(std::string(last().kernel).ends_with("_empty"));
    EXPECT_EQ(last().n, count);
    EXPECT_EQ(last().grid, grid);
    EXPECT_EQ(last().blocks, grid);
    EXPECT_EQ(last().block, 32u);
  }
  EXPECT_EQ(cuda->unsafe_calls, 0);
  // Without rows there are no states.
  const int launches = cuda->launch_count;
  EXPECT_EQ(runWith(initialAddress, finalAddress, {0, 0, {0, 0}}), SCANC_OK);
  EXPECT_EQ(runWith(initialAddress, finalAddress, {0, n, {n, n}}), SCANC_OK);
  EXPECT_EQ(runWith(initialAddress, 0, {rows, 0, {0, 0}}), SCANC_OK);
  EXPECT_EQ(cuda->launch_count, launches);
}

TEST_F(RowStatesTest, TooManyRowsWithoutElements) {
  const uintptr_t far = uintptr_t(1) << 46;
  const uint64_t most = SCANC_MAX_ELEMENTS;
  EXPECT_EQ(runWith(far, 2 * far, {most, 0, {0, 0}}), SCANC_OK);
  EXPECT_EQ(last().n, most);
  for (uint64_t count : {most + 1, uint64_t(1) << 63, UINT64_MAX})
    EXPECT_EQ(runWith(far, 2 * far, {count, 0, {0, 0}}),
              SCANC_ERROR_TOO_MANY_ELEMENTS);
  // The states of so many rows overlap, if nothing else does.
  EXPECT_EQ(runWith(far, far + 8 * most, {most, 0, {0, 0}}), SCANC_OK);
  EXPECT_EQ(runWith(far, far + 8 * most - 8, {most, 0, {0, 0}}),
            SCANC_ERROR_OVERLAP);
}

//===----------------------------------------------------------------------===//
// An output behind the elements of each chain
//===----------------------------------------------------------------------===//

/// Of a line; there are no states, unless a test takes some.
class TotalTest : public StatesTest {
protected:
  void SetUp() override {
    StatesTest::SetUp();
    scan.states = SCANC_TOTAL;
    cuda->states = 0;
  }
};

TEST_F(TotalTest, IsPartOfTheOutput) {
  const uint64_t n = 1000, bytes = 4 * (n + 1);
  EXPECT_EQ(runAt(inAddress, inAddress - bytes, n, 0), SCANC_OK);
  EXPECT_EQ(runAt(inAddress, inAddress - bytes + 4, n, 0), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, inAddress + bytes - 4, n, 0), SCANC_OK);
  // It has no place in the input.
  EXPECT_EQ(runAt(inAddress, inAddress, n, 0), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, outAddress, big, outAddress + 4 * big),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, outAddress, big, outAddress + 4 * big + 16),
            SCANC_OK);
  scan.states = SCANC_TOTAL | SCANC_INITIAL | SCANC_FINAL;
  cuda->states = 2;
  EXPECT_EQ(runWith(initialAddress, outAddress + 4 * n, n),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(outAddress + 4 * n, finalAddress, n), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(outAddress + 4 * n + 8, finalAddress, n), SCANC_OK);
  EXPECT_EQ(last().states[0], pointer(outAddress + 4 * n + 8));
}

TEST_F(TotalTest, IsTheOnlyOutputOfNoElements) {
  cuda->range_size = 0;
  ASSERT_EQ(runAt(0, outAddress, 0, 0), SCANC_OK);
  EXPECT_STREQ(last().kernel, "sum_empty");
  EXPECT_EQ(last().n, 1u);
  EXPECT_EQ(last().out, pointer(outAddress));
  ASSERT_EQ(runAt(3, outAddress, 0, 5), SCANC_OK);
  EXPECT_EQ(runAt(inAddress, inAddress, 0, 0), SCANC_OK);
  EXPECT_EQ(runAt(inAddress, 0, 0, 0), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(runAt(inAddress, outAddress + 2, 0, 0),
            SCANC_ERROR_MISALIGNED_POINTER);
  scan.states = SCANC_TOTAL | SCANC_INITIAL | SCANC_FINAL;
  cuda->states = 2;
  ASSERT_EQ(runWith(initialAddress, 0, 0), SCANC_OK);
  EXPECT_EQ(last().states[0], pointer(initialAddress));
  EXPECT_EQ(last().states[1], nullptr);
  EXPECT_EQ(runWith(initialAddress + 4, 0, 0), SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(runWith(outAddress, finalAddress, 0), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(initialAddress, outAddress, 0), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(initialAddress, outAddress - 8, 0), SCANC_OK);
  EXPECT_EQ(runWith(initialAddress, outAddress + 8, 0), SCANC_OK);
}

class RowTotalsTest : public RowStatesTest {
protected:
  void SetUp() override {
    RowStatesTest::SetUp();
    for (scanc_scan &scan : scans)
      scan.states |= SCANC_TOTAL;
    cuda->more_sizes = 3;
  }

  /// Scans with a total have the form of all strides alone.
  scanc_status runApart(Call call) { return run(forms + 1, 1, call); }
};

TEST_F(RowTotalsTest, RowsOfAnOutputAreLonger) {
  EXPECT_EQ(runApart({rows, n, {n, n}}), SCANC_ERROR_STRIDE);
  EXPECT_EQ(runApart({rows, n, {n, -10}}), SCANC_ERROR_STRIDE);
  EXPECT_EQ(runApart({rows, n, {n, n + 1}}), SCANC_OK);
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{n, n, n + 1}));
  EXPECT_EQ(runApart({rows, n, {n, -11}}), SCANC_OK);
  EXPECT_EQ(runApart({1, n, {n, n}}), SCANC_OK);
  // Rows of the input may lie between them, if there is room.
  const uintptr_t behind = inAddress + 40;
  EXPECT_EQ(runApart({rows, n, {21, 21}, {inAddress}, {behind}}), SCANC_OK);
  EXPECT_EQ(runApart({rows, n, {20, 20}, {inAddress}, {behind}}),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runApart({rows, n, {11, 11}, {inAddress}, {inAddress}}),
            SCANC_ERROR_OVERLAP);
}

TEST_F(RowTotalsTest, OfRowsWithoutElements) {
  ASSERT_EQ(runApart({rows, 0, {0, 5}, {0}, {outAddress}, 0}), SCANC_OK);
  EXPECT_TRUE(std::string(last().kernel).ends_with("_empty"));
  EXPECT_EQ(last().n, rows);
  EXPECT_EQ(lastSizes(), (std::vector<int64_t>{0, 0, 5}));
  EXPECT_EQ(last().states[0], nullptr);
  EXPECT_EQ(runApart({rows, 0, {0, 0}}), SCANC_ERROR_STRIDE);
  EXPECT_EQ(runApart({rows, 0, {0, -1}}), SCANC_OK);
  EXPECT_EQ(runApart({0, 0, {0, 0}, {0}, {0}}), SCANC_OK);
  // Outputs, one every five, begin with the first and end with the last.
  auto runWith = [&](uintptr_t initial, uintptr_t final) {
    const scanc_states own = statesAt(initial, final);
    Call call = {rows, 0, {0, 5}, {0}, {outAddress}, 0};
    call.states = &own;
    return runApart(call);
  };
  const uintptr_t all = rows * stateBytes, end = outAddress + 4 * (2 * 5 + 2);
  EXPECT_EQ(runWith(outAddress - all, end), SCANC_OK);
  EXPECT_EQ(runWith(outAddress - all + 8, end), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runWith(outAddress - all, end - 8), SCANC_ERROR_OVERLAP);
}

TEST_F(RowTotalsTest, OutputsWithoutElementsLieApart) {
  setArrays(2);
  cuda->more_sizes = 5;
  auto runAt = [&](uintptr_t second, int64_t stride) {
    return runApart(
        {rows, 0, {0, 0, 2, stride}, {0, 0}, {outAddress, second}, 0});
  };
  EXPECT_EQ(runAt(outAddress + 12 * 4, 2), SCANC_OK);
  EXPECT_EQ(runAt(outAddress + 4, 2), SCANC_OK); // in between
  EXPECT_EQ(runAt(outAddress + 8, 2), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(outAddress + 4, 3), SCANC_ERROR_OVERLAP);
}

} // namespace
