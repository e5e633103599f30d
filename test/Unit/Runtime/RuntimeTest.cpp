//===- RuntimeTest.cpp - Every status of the runtime, without a GPU -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime is compiled into this file as it is into a launcher, but for the
// driver's path, which is a variable: to a fake driver, or to none.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include "gtest/gtest.h"

#include <dlfcn.h>
#include <string>
#include <thread>
#include <vector>

static std::string libcudaPath;

#define SCANC_RUNTIME_STATIC
#define SCANC_LIBCUDA libcudaPath.c_str()
#include "../../../lib/Runtime/scanc_plan.c"
#include "../../../lib/Runtime/scanc_runtime.c"

namespace {

constexpr uint64_t big = 100000;          // needs the workspace
constexpr uintptr_t inAddress = 1u << 24; // pointers that nobody follows
constexpr uintptr_t outAddress = 2u << 24;
constexpr uintptr_t workspaceAddress = 3u << 24;

const char *const ptxPieces[] = {"first line\n", "second", " line\n", nullptr};

scanc_scan makeScan() {
  scanc_scan scan = {};
  scan.name = "sum";
  scan.ptx = ptxPieces;
  scan.arch = 90;
  scan.strategy = SCANC_TWO_LEVEL_STREAMING;
  scan.arrays = 1;
  scan.in[0] = scan.out[0] = {4, 4};
  scan.state_size = scan.state_align = 8;
  scan.tile = 1000;
  scan.single_up_to = 4000;
  scan.blocks_per_sm = 1;
  scan.max_blocks = 64;
  scan.lists = 1;
  scan.kernel_count = 4;
  scan.kernels[0] = {"single", 32, 0, 1, 128, 0};
  scan.kernels[1] = {"reduce", 64, 0, 1, 500, 0};
  scan.kernels[2] = {"top", 96, 0, 1, 96, 0};
  scan.kernels[3] = {"scan", 128, 0, 1, 1000, 0};
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
    return scanc_run(&scan, &module, stream, from.data(), to.data(), n,
                     reinterpret_cast<void *>(workspace));
  }

  scanc_status run(uint64_t n) {
    return runAt(inAddress, outAddress, n, workspaceAddress);
  }

  scanc_scan scan = makeScan();
  scanc_module module = {};
  fake_cuda *cuda = nullptr;
};

TEST_F(RuntimeTest, LaunchesThreeKernels) {
  auto *stream = reinterpret_cast<CUstream_st *>(0x55);
  ASSERT_EQ(runAt({inAddress}, {outAddress}, big, workspaceAddress, stream),
            SCANC_OK);
  ASSERT_EQ(cuda->launch_count, 3);
  const char *names[] = {"sum_reduce", "sum_top", "sum_scan"};
  unsigned grids[] = {64, 1, 64}, threads[] = {64, 96, 128};
  for (int i = 0; i < 3; ++i) {
    const fake_launch &launch = cuda->launches[i];
    EXPECT_STREQ(launch.kernel, names[i]);
    EXPECT_EQ(launch.grid, grids[i]);
    EXPECT_EQ(launch.block, threads[i]);
    EXPECT_EQ(launch.shared_bytes, 0u);
    EXPECT_EQ(launch.stream, stream);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(launch.in), inAddress);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(launch.out), outAddress);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(launch.workspace), workspaceAddress);
    EXPECT_EQ(launch.n, big);
    EXPECT_EQ(launch.blocks, 64u);
  }
  EXPECT_EQ(cuda->code_length, strlen("first line\nsecond line\n"));
  EXPECT_STREQ(cuda->code_tail, "ne\nsecond line\n");
}

TEST_F(RuntimeTest, SmallInputNeedsNoWorkspace) {
  EXPECT_EQ(runAt(inAddress, outAddress, 4000, 0), SCANC_OK);
  ASSERT_EQ(cuda->launch_count, 1);
  EXPECT_STREQ(cuda->launches[0].kernel, "sum_single");
}

TEST_F(RuntimeTest, AsksOnlyForTheKernelsOfTheScan) {
  scan.strategy = SCANC_SINGLE_BLOCK;
  scan.kernel_count = 1;
  EXPECT_EQ(runAt(inAddress, outAddress, big, 0), SCANC_OK);
  EXPECT_NE(module.kernels[0], nullptr);
  EXPECT_EQ(module.kernels[1], nullptr);
}

TEST_F(RuntimeTest, GivesKernelsTheirSharedMemory) {
  scan.kernels[1].shared_bytes = 48 * 1024;
  scan.kernels[3].shared_bytes = 48 * 1024 + 1;
  cuda->occupancy = 1;
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(cuda->launches[0].shared_bytes, 48u * 1024);
  EXPECT_EQ(cuda->launches[1].shared_bytes, 0u);
  EXPECT_EQ(cuda->launches[2].shared_bytes, 48u * 1024 + 1);
  // Allowed, in the context that is current.
  EXPECT_EQ(cuda->allowances, 1);
  EXPECT_EQ(cuda->allowed_bytes, 48 * 1024 + 1);
  EXPECT_STREQ(cuda->allowed_kernel, "sum_scan");
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(cuda->allowances, 1);
  // A reset brings another context, which can have the same handle.
  ++cuda->context_id;
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(cuda->allowances, 2);
}

TEST_F(RuntimeTest, RefusesBlocksThatDoNotFit) {
  scan.kernels[3].shared_bytes = 200000;
  cuda->occupancy = 0;
  EXPECT_EQ(run(big), SCANC_ERROR_NOT_RESIDENT);
  EXPECT_EQ(cuda->launch_count, 0);
  cuda->occupancy = 1;
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(cuda->launch_count, 3);
}

TEST_F(RuntimeTest, LaunchesAsTheFlagsAsk) {
  scan.kernels[2].flags = scan.kernels[3].flags = SCANC_KERNEL_DEPENDENT;
  scan.kernels[3].shared_bytes = 64;
  EXPECT_EQ(run(big), SCANC_OK);
  ASSERT_EQ(cuda->launch_count, 3);
  int dependent[] = {0, 1, 1};
  unsigned grids[] = {64, 1, 64}, threads[] = {64, 96, 128};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(cuda->launches[i].dependent, dependent[i]);
    EXPECT_EQ(cuda->launches[i].grid, grids[i]);
    EXPECT_EQ(cuda->launches[i].block, threads[i]);
    EXPECT_EQ(cuda->launches[i].n, big);
  }
  EXPECT_EQ(cuda->launches[2].shared_bytes, 64u);
  // A grid that does not fit is refused.
  cuda->launch_result = 720;
  EXPECT_EQ(run(big), SCANC_ERROR_LAUNCH);
}

TEST_F(RuntimeTest, NothingToDoIsDone) {
  useDriver("/no/such/driver");
  EXPECT_EQ(runAt(0, 0, 0, 0), SCANC_OK);
  EXPECT_EQ(runAt(3, 3, 0, 5), SCANC_OK);
}

TEST_F(RuntimeTest, NullPointer) {
  EXPECT_EQ(runAt(0, outAddress, 1, 0), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(runAt(inAddress, 0, 1, 0), SCANC_ERROR_NULL_POINTER);
  EXPECT_EQ(cuda->launch_count, 0);
}

TEST_F(RuntimeTest, TooManyElements) {
  uintptr_t far = uintptr_t(1) << 46;
  EXPECT_EQ(runAt(far, 2 * far, SCANC_MAX_ELEMENTS, workspaceAddress),
            SCANC_OK);
  EXPECT_EQ(runAt(far, 2 * far, SCANC_MAX_ELEMENTS + 1, workspaceAddress),
            SCANC_ERROR_TOO_MANY_ELEMENTS);
  EXPECT_EQ(runAt(far, 2 * far, UINT64_MAX, workspaceAddress),
            SCANC_ERROR_TOO_MANY_ELEMENTS);
}

TEST_F(RuntimeTest, MisalignedPointer) {
  EXPECT_EQ(runAt(inAddress + 4, outAddress, big, workspaceAddress), SCANC_OK);
  EXPECT_EQ(runAt(inAddress + 2, outAddress, big, workspaceAddress),
            SCANC_ERROR_MISALIGNED_POINTER);
  EXPECT_EQ(runAt(inAddress, outAddress + 1, big, workspaceAddress),
            SCANC_ERROR_MISALIGNED_POINTER);
  scan.in[0] = {1, 1};
  EXPECT_EQ(runAt(inAddress + 1, outAddress, big, workspaceAddress), SCANC_OK);
}

TEST_F(RuntimeTest, Overlap) {
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
    scan.arrays = 2;
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

TEST_F(RuntimeTest, OverlapWithTheWorkspace) {
  EXPECT_EQ(runAt(inAddress, outAddress, big, inAddress), SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, outAddress, big, outAddress + 4 * big - 16),
            SCANC_ERROR_OVERLAP);
  EXPECT_EQ(runAt(inAddress, outAddress, big, outAddress - 512), SCANC_OK);
  // A workspace that is not needed is not looked at.
  EXPECT_EQ(runAt(inAddress, outAddress, 4000, inAddress), SCANC_OK);
}

TEST_F(RuntimeTest, Workspace) {
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

TEST_F(RuntimeTest, InitWorkspace) {
  auto init = [&](uintptr_t workspace) {
    return scanc_init_workspace(&scan, reinterpret_cast<void *>(workspace),
                                reinterpret_cast<CUstream_st *>(0x55));
  };
  EXPECT_EQ(init(0), SCANC_OK);
  EXPECT_EQ(init(workspaceAddress), SCANC_OK);
  EXPECT_EQ(init(workspaceAddress + 4), SCANC_ERROR_MISALIGNED_WORKSPACE);
  EXPECT_EQ(cuda->fills, 0);
  scan.workspace_zeroed = 1;
  EXPECT_EQ(init(workspaceAddress + 4), SCANC_ERROR_MISALIGNED_WORKSPACE);
  EXPECT_EQ(init(0), SCANC_OK);
  EXPECT_EQ(cuda->fills, 0);
  EXPECT_EQ(init(workspaceAddress), SCANC_OK);
  EXPECT_EQ(cuda->fills, 1);
  EXPECT_EQ(cuda->filled_address, workspaceAddress);
  EXPECT_EQ(cuda->filled_bytes, 512u);
  EXPECT_EQ(cuda->filled_with, 0);
  EXPECT_EQ(cuda->filled_in, reinterpret_cast<void *>(0x55));
  cuda->launch_result = 719;
  EXPECT_EQ(init(workspaceAddress), SCANC_ERROR_LAUNCH);
  cuda->has_context = 0;
  EXPECT_EQ(init(workspaceAddress), SCANC_ERROR_NO_CONTEXT);
  useDriver("/no/such/driver");
  EXPECT_EQ(init(workspaceAddress), SCANC_ERROR_NO_DRIVER);
}

TEST_F(RuntimeTest, NoDriver) {
  useDriver("/no/such/driver");
  EXPECT_EQ(run(big), SCANC_ERROR_NO_DRIVER);
  EXPECT_EQ(scanc_load(&scan, &module), SCANC_ERROR_NO_DRIVER);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  // It is looked for again.
  useDriver(SCANC_TEST_FAKE_CUDA);
  EXPECT_EQ(run(big), SCANC_OK);
}

TEST_F(RuntimeTest, DriverThatDoesNotStart) {
  cuda->init_result = 999;
  EXPECT_EQ(run(big), SCANC_ERROR_NO_DRIVER);
  cuda->init_result = 100;
  EXPECT_EQ(run(big), SCANC_ERROR_NO_DEVICE);
}

TEST_F(RuntimeTest, DriverTooOld) {
  cuda->version = 11080;
  EXPECT_EQ(run(big), SCANC_ERROR_DRIVER_TOO_OLD);
  useDriver(SCANC_TEST_FAKE_CUDA_OLD);
  EXPECT_EQ(run(big), SCANC_ERROR_DRIVER_TOO_OLD);
}

TEST_F(RuntimeTest, DriverThatDoesNotKnowThePtx) {
  cuda->load_result = 222;
  EXPECT_EQ(run(big), SCANC_ERROR_DRIVER_TOO_OLD);
  cuda->load_result = 0;
  cuda->function_result = 222;
  EXPECT_EQ(run(big), SCANC_ERROR_DRIVER_TOO_OLD);
  EXPECT_EQ(cuda->live, 0);
}

TEST_F(RuntimeTest, NoContext) {
  cuda->has_context = 0;
  EXPECT_EQ(run(big), SCANC_ERROR_NO_CONTEXT);
  EXPECT_EQ(scanc_load(&scan, &module), SCANC_ERROR_NO_CONTEXT);
}

TEST_F(RuntimeTest, GpuTooOld) {
  cuda->major = 8;
  cuda->minor = 9;
  EXPECT_EQ(run(big), SCANC_ERROR_GPU_TOO_OLD);
  EXPECT_EQ(scanc_load(&scan, &module), SCANC_ERROR_GPU_TOO_OLD);
  EXPECT_EQ(cuda->loads, 0);
  // A later GPU runs the PTX; device 1 is asked about for itself.
  cuda->device = 1;
  cuda->major = 12;
  cuda->minor = 0;
  EXPECT_EQ(run(big), SCANC_OK);
}

TEST_F(RuntimeTest, LoadFailure) {
  cuda->load_result = 218;
  EXPECT_EQ(run(big), SCANC_ERROR_LOAD);
  cuda->load_result = 0;
  cuda->kernel_result = 500;
  EXPECT_EQ(run(big), SCANC_ERROR_LOAD);
  cuda->kernel_result = 0;
  cuda->function_result = 700;
  EXPECT_EQ(run(big), SCANC_ERROR_LOAD);
  EXPECT_EQ(scanc_load(&scan, &module), SCANC_ERROR_LOAD);
  EXPECT_EQ(cuda->live, 0);
  // Nothing of it sticks.
  cuda->function_result = 0;
  EXPECT_EQ(run(big), SCANC_OK);
}

TEST_F(RuntimeTest, LoadFailureForANameTooLong) {
  std::string name(250, 'a');
  scan.name = name.c_str();
  EXPECT_EQ(run(big), SCANC_ERROR_LOAD);
  EXPECT_EQ(cuda->live, 0);
}

TEST_F(RuntimeTest, LaunchFailure) {
  cuda->launch_result = 719;
  EXPECT_EQ(run(big), SCANC_ERROR_LAUNCH);
  cuda->launch_result = 0;
  EXPECT_EQ(run(big), SCANC_OK);
}

TEST_F(RuntimeTest, RelaxesTheCaptureModeAndRestoresIt) {
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(scanc_load(&scan, &module), SCANC_OK);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->unloads, 1);
  EXPECT_EQ(cuda->unsafe_calls, 0);
  EXPECT_EQ(cuda->capture_exchanges, 8);
  // Restored, hence unsafe again.
  size_t size;
  unsigned long long base;
  EXPECT_NE(scanc_driver.address_range(&base, &size, 1), 0);
  EXPECT_EQ(cuda->unsafe_calls, 1);
}

TEST_F(RuntimeTest, AsksAboutADeviceOnce) {
  EXPECT_EQ(run(big), SCANC_OK);
  int asked = cuda->attributes;
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(cuda->attributes, asked);
  // Beyond the table it asks every time.
  cuda->device = SCANC_KNOWN_DEVICES;
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(cuda->attributes, asked + 6);
}

TEST_F(RuntimeTest, LoadsAreMatchedByUnloads) {
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(scanc_load(&scan, &module), SCANC_OK);
  EXPECT_EQ(scanc_load(&scan, &module), SCANC_OK);
  EXPECT_EQ(cuda->loads, 1);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->live, 1);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->live, 0);
  // A launch loads it anew, and keeps it whatever others load and unload.
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(cuda->loads, 2);
  EXPECT_EQ(scanc_load(&scan, &module), SCANC_OK);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->live, 1);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->live, 0);
}

TEST_F(RuntimeTest, LoadsUnloadsAndLaunchesFromManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        // Half of them launch without a load of their own.
        if (t % 2 == 0)
          EXPECT_EQ(scanc_load(&scan, &module), SCANC_OK);
        EXPECT_EQ(run(i % 3 ? big : 10), SCANC_OK);
        EXPECT_EQ(scanc_unload(&module), SCANC_OK);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(cuda->dead_launches, 0);
  EXPECT_EQ(cuda->unsafe_calls, 0);
  EXPECT_EQ(module.launches, 0u);
  // Odd threads may have unmatched unloads that even threads' loads then lack.
  while (module.loads || module.kept)
    EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->live, 0);
  EXPECT_EQ(cuda->loads, cuda->unloads);
}

TEST_F(RuntimeTest, MatchedLoadsFromManyThreadsNeverUnloadALaunchedScan) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(scanc_load(&scan, &module), SCANC_OK);
        void *mine = module.library; // stays until my unload
        EXPECT_EQ(run(big), SCANC_OK);
        EXPECT_EQ(module.library, mine);
        EXPECT_EQ(scanc_unload(&module), SCANC_OK);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(cuda->dead_launches, 0);
  EXPECT_EQ(cuda->launch_count, 8 * 100 * 3);
  EXPECT_EQ(module.loads, 0u);
  EXPECT_EQ(cuda->live, 0);
  EXPECT_EQ(cuda->loads, cuda->unloads);
}

TEST(StatusTest, EveryStatusHasItsOwnString) {
  std::vector<std::string> strings;
  for (int i = SCANC_OK; i <= SCANC_ERROR_OUT_OF_HOST_MEMORY; ++i) {
    std::string string = scanc_status_string(static_cast<scanc_status>(i));
    EXPECT_FALSE(string.empty());
    EXPECT_NE(string.back(), '.');
    for (const std::string &other : strings)
      EXPECT_NE(string, other);
    strings.push_back(string);
  }
}

} // namespace
