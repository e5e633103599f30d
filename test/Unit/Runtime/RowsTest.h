//===- RowsTest.h - The runtime with two forms of rows ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fixture of GoogleTest: a scan of rows, and of rows that lie apart, on a
// driver that only takes notes.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_RUNTIME_ROWSTEST_H
#define SCANC_TEST_UNIT_RUNTIME_ROWSTEST_H

#include "RuntimeTest.h"

// Not every test needs all of it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "../../../lib/Runtime/scanc_rows.c"
#pragma GCC diagnostic pop

namespace {

/// Arguments of a launch of rows: of each array, the input's first, where it
/// begins and its stride.
struct Call {
  uint64_t rows, n;
  std::vector<int64_t> strides;
  std::vector<uintptr_t> in = {inAddress}, out = {outAddress};
  uintptr_t workspace = workspaceAddress;
  const scanc_states *states = nullptr;
};

/// Rows of some elements, and rows of so many that they need the workspace.
constexpr uint64_t rows = 3, n = 10;
constexpr uint64_t manyRows = 100, manyColumns = big / manyRows;

class RowsTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    cuda->more_sizes = 1; // both forms have the length of a row
    setArrays(1);
    scans[0].name = "sum_rows";
    scans[1].name = "sum_rows_strided";
  }

  void setArrays(unsigned arrays) {
    for (scanc_scan &scan : scans) {
      scan.inputs = scan.outputs = arrays;
      for (unsigned i = 0; i < arrays; ++i)
        scan.in[i] = scan.out[i] = {4, 4};
    }
    scans[0].size_count = 1;
    scans[1].size_count = 1 + 2 * arrays;
    cuda->more_arrays = arrays - 1;
  }

  scanc_status run(const Call &call) { return run(forms, 2, call); }

  scanc_status run(const scanc_form *some, unsigned count, const Call &call) {
    std::vector<const void *> from;
    std::vector<void *> to;
    for (uintptr_t address : call.in)
      from.push_back(reinterpret_cast<const void *>(address));
    for (uintptr_t address : call.out)
      to.push_back(reinterpret_cast<void *>(address));
    return scanc_run_rows(some, count, stream, from.data(), to.data(),
                          call.rows, call.n, call.strides.data(), call.states,
                          reinterpret_cast<void *>(call.workspace));
  }

  size_t workspaceBytes(uint64_t rows, uint64_t n) {
    return scanc_rows_workspace_bytes(forms, 2, rows, n);
  }

  const fake_launch &last() { return cuda->launches[cuda->launch_count - 1]; }

  /// The sizes that the last launch had, as the driver was told to look for
  /// them.
  std::vector<int64_t> lastSizes() {
    return {last().sizes, last().sizes + cuda->more_sizes};
  }

  /// Whether the last launch was one of rows without gaps.
  bool tookTheFirst() {
    EXPECT_GT(cuda->launch_count, 0);
    const bool isFirst = !strcmp(last().kernel, "sum_rows_single");
    if (!isFirst)
      EXPECT_STREQ(last().kernel, "sum_rows_strided_single");
    return isFirst;
  }

  CUstream_st *stream = reinterpret_cast<CUstream_st *>(0x55);
  scanc_scan scans[2] = {makeScan(), makeScan()};
  scanc_module modules[2] = {};
  scanc_form forms[2] = {{&scans[0], 1, &modules[0]},
                         {&scans[1], 1, &modules[1]}};
};

} // namespace

#endif // SCANC_TEST_UNIT_RUNTIME_ROWSTEST_H
