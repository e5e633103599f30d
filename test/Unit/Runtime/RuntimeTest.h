//===- RuntimeTest.h - The runtime, and a driver that answers ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime is compiled into each file that includes this as it is into a
// launcher, but for the driver's path, which is a variable: to a fake driver,
// or to none. What it keeps of a driver is forgotten before each test.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_RUNTIME_RUNTIMETEST_H
#define SCANC_TEST_UNIT_RUNTIME_RUNTIMETEST_H

#include "FakeCuda.h"
#include "gtest/gtest.h"

#include <dlfcn.h>
#include <string>
#include <vector>

static std::string libcudaPath;

#define SCANC_RUNTIME_STATIC
#define SCANC_LIBCUDA libcudaPath.c_str()
// Not every test needs all of it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "../../../lib/Runtime/scanc_runtime.c"
#pragma GCC diagnostic pop

namespace {

constexpr uint64_t big = 100000;          // needs the workspace
constexpr uintptr_t inAddress = 1u << 24; // pointers that nobody follows
constexpr uintptr_t outAddress = 2u << 24;
constexpr uintptr_t workspaceAddress = 3u << 24;

const char *const ptxPieces[] = {"first line\n", "second", " line\n", nullptr};

/// One block up to 4000, else a grid of 64.
int launchSum(const scanc_scan *scan, uint64_t n, const uint64_t *, unsigned,
              scanc_launch *launches) {
  auto step = [&](int kernel, uint64_t grid) {
    return scanc_step(scan, kernel, grid, grid, n, SCANC_IN, 0, SCANC_OUT, 0,
                      0);
  };
  if (n <= scan->parameters[SCANC_SINGLE_BLOCK_UP_TO]) {
    launches[0] = step(0, 1);
    return 1;
  }
  launches[0] = step(1, 64);
  launches[1] = step(2, 1);
  launches[1].blocks = 64;
  launches[2] = step(3, 64);
  return 3;
}

uint64_t workspaceOfSum(const scanc_scan *scan, uint64_t n) {
  return n <= scan->parameters[SCANC_SINGLE_BLOCK_UP_TO] ? 0 : 512;
}

scanc_scan makeScan() {
  scanc_scan scan = {};
  scan.name = "sum";
  scan.ptx = ptxPieces;
  scan.arch = 90;
  scan.inputs = scan.outputs = 1;
  scan.in[0] = scan.out[0] = {4, 4};
  scan.parameters[SCANC_SINGLE_BLOCK_UP_TO] = 4000;
  scan.launches = launchSum;
  scan.workspace = workspaceOfSum;
  scan.kernel_count = 4;
  scan.kernels[0] = {"single", 32, 0, 0};
  scan.kernels[1] = {"reduce", 64, 0, 0};
  scan.kernels[2] = {"top", 96, 0, 0};
  scan.kernels[3] = {"scan", 128, 0, 0};
  return scan;
}

class RuntimeTest : public testing::Test {
protected:
  void SetUp() override {
    useDriver(SCANC_TEST_FAKE_CUDA);
    cuda->range_base = workspaceAddress;
    cuda->range_size = 512;
  }

  /// Forgets the driver and takes another, in the state it begins with.
  void useDriver(const char *path) {
    libcudaPath = path;
    memset(&scanc_driver, 0, sizeof(scanc_driver));
    memset(scanc_devices, 0, sizeof(scanc_devices));
    cuda = nullptr;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return;
    cuda = static_cast<fake_cuda *>(dlsym(library, "fake_cuda"));
    *cuda = {};
    cuda->version = 13000;
    cuda->has_context = 1;
    cuda->sm_count = 132;
    cuda->major = 9;
  }

  scanc_status runAt(uintptr_t in, uintptr_t out, uint64_t n,
                     uintptr_t workspace) {
    return runAt({in}, {out}, n, workspace);
  }

  scanc_status runAt(std::initializer_list<uintptr_t> in,
                     std::initializer_list<uintptr_t> out, uint64_t n,
                     uintptr_t workspace, CUstream_st *stream = nullptr) {
    std::vector<const void *> from;
    std::vector<void *> to;
    for (uintptr_t address : in)
      from.push_back(reinterpret_cast<const void *>(address));
    for (uintptr_t address : out)
      to.push_back(reinterpret_cast<void *>(address));
    return scanc_run(&scan, 1, &module, stream, from.data(), to.data(), n,
                     states, reinterpret_cast<void *>(workspace));
  }

  const scanc_states *states = nullptr; // of all calls

  scanc_status run(uint64_t n) {
    return runAt(inAddress, outAddress, n, workspaceAddress);
  }

  scanc_scan scan = makeScan();
  scanc_module module = {};
  fake_cuda *cuda = nullptr;
};

} // namespace

#endif // SCANC_TEST_UNIT_RUNTIME_RUNTIMETEST_H
