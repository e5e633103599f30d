//===- AxisTest.h - The runtime with forms of an axis -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fixture of GoogleTest: a scan of rows without gaps, and of tensors along
// any axis, on a driver that only takes notes.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_RUNTIME_AXISTEST_H
#define SCANC_TEST_UNIT_RUNTIME_AXISTEST_H

#include "RuntimeTest.h"

// Not every test needs all of it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "../../../lib/Runtime/scanc_axis.c"
#pragma GCC diagnostic pop

namespace {

/// A tensor whose arrays, the inputs first, have the strides given.
scanc_tensor makeTensor(uint32_t axis, const std::vector<uint64_t> &extents,
                        const std::vector<std::vector<int64_t>> &strides) {
  scanc_tensor tensor;
  memset(&tensor, 0x55, sizeof(tensor)); // nothing else is looked at
  tensor.rank = static_cast<uint32_t>(extents.size());
  tensor.axis = axis;
  std::copy(extents.begin(), extents.end(), tensor.extent);
  for (size_t array = 0; array < strides.size(); ++array)
    std::copy(strides[array].begin(), strides[array].end(),
              tensor.stride[array]);
  return tensor;
}

class AxisTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    scans[0].name = "sum_rows";
    scans[1].name = "sum_axis";
    setArrays(1, 1);
  }

  void setArrays(unsigned inputs, unsigned outputs) {
    for (scanc_scan &scan : scans) {
      scan.inputs = inputs;
      scan.outputs = outputs;
      for (unsigned i = 0; i < SCANC_MAX_ARRAYS; ++i)
        scan.in[i] = scan.out[i] = {4, 4};
    }
    setSizes();
    cuda->more_arrays = inputs - 1;
  }

  /// Gives both scans states of 8 bytes, and a kernel for chains without
  /// elements.
  void takeStates(unsigned flags) {
    for (scanc_scan &scan : scans) {
      scan.states = flags;
      scan.state = {8, 8};
      scan.kernels[scan.kernel_count] = {"empty", 32, 0, 0};
      scan.empty = scan.kernel_count++;
    }
    setSizes();
    cuda->states = !!(flags & SCANC_INITIAL) + !!(flags & SCANC_FINAL);
  }

  scanc_form_plan plan(const scanc_tensor &tensor) {
    scanc_form_plan plan;
    memset(&plan, 0, sizeof(plan));
    EXPECT_EQ(scanc_plan_axis(forms, 2, &tensor, &plan), SCANC_OK);
    return plan;
  }

  scanc_status statusOf(const scanc_tensor &tensor) {
    scanc_form_plan plan;
    return scanc_plan_axis(forms, 2, &tensor, &plan);
  }

  scanc_status run(const scanc_tensor &tensor, uintptr_t in = inAddress,
                   uintptr_t out = outAddress, uintptr_t initial = 0,
                   uintptr_t final = 0,
                   uintptr_t workspace = workspaceAddress) {
    const void *const from[] = {reinterpret_cast<const void *>(in)};
    void *const to[] = {reinterpret_cast<void *>(out)};
    const scanc_states states = {reinterpret_cast<const void *>(initial),
                                 reinterpret_cast<void *>(final)};
    return scanc_run_axis(forms, 2, nullptr, from, to, &tensor, &states,
                          reinterpret_cast<void *>(workspace));
  }

  const fake_launch &last() { return cuda->launches[cuda->launch_count - 1]; }

  scanc_scan scans[2] = {makeScan(), makeScan()};
  scanc_module modules[2] = {};
  scanc_form forms[2] = {{&scans[0], 1, &modules[0]},
                         {&scans[1], 1, &modules[1]}};

private:
  void setSizes() {
    const bool hasStates = scans[1].states & (SCANC_INITIAL | SCANC_FINAL);
    scans[0].size_count = 1;
    scans[1].size_count =
        1 + 8 * (1 + scans[1].inputs + scans[1].outputs + hasStates);
  }
};

} // namespace

#endif // SCANC_TEST_UNIT_RUNTIME_AXISTEST_H
