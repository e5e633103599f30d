//===- RuntimeTest.cpp - Every status of the runtime, without a GPU -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

#include <thread>

namespace {

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
  scan.parameters[SCANC_SINGLE_BLOCK_UP_TO] = SCANC_MAX_ELEMENTS;
  scan.kernel_count = 1;
  EXPECT_EQ(runAt(inAddress, outAddress, big, 0), SCANC_OK);
  EXPECT_NE(module.libraries[0].kernels[0], nullptr);
  EXPECT_EQ(module.libraries[0].kernels[1], nullptr);
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

TEST_F(RuntimeTest, InitWorkspace) {
  auto init = [&](uintptr_t workspace) {
    return scanc_init_workspace(&scan, 1, reinterpret_cast<void *>(workspace),
                                reinterpret_cast<CUstream_st *>(0x55));
  };
  EXPECT_EQ(init(0), SCANC_OK);
  EXPECT_EQ(init(workspaceAddress), SCANC_OK);
  EXPECT_EQ(init(workspaceAddress + 4), SCANC_ERROR_MISALIGNED_WORKSPACE);
  EXPECT_EQ(cuda->fills, 0);
  scan.workspace_zeroed = 512;
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
  EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_ERROR_NO_DRIVER);
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
  EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_ERROR_NO_CONTEXT);
}

TEST_F(RuntimeTest, GpuTooOld) {
  cuda->major = 8;
  cuda->minor = 9;
  EXPECT_EQ(run(big), SCANC_ERROR_GPU_TOO_OLD);
  EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_ERROR_GPU_TOO_OLD);
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
  EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_ERROR_LOAD);
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
  EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_OK);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->unloads, 1);
  EXPECT_EQ(cuda->unsafe_calls, 0);
  EXPECT_EQ(cuda->capture_exchanges, 8);
  // Restored, hence unsafe again.
  size_t size;
  uint64_t base;
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
  EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_OK);
  EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_OK);
  EXPECT_EQ(cuda->loads, 1);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->live, 1);
  EXPECT_EQ(scanc_unload(&module), SCANC_OK);
  EXPECT_EQ(cuda->live, 0);
  // A launch loads it anew, and keeps it whatever others load and unload.
  EXPECT_EQ(run(big), SCANC_OK);
  EXPECT_EQ(cuda->loads, 2);
  EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_OK);
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
          EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_OK);
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
        EXPECT_EQ(scanc_load(&scan, 1, &module), SCANC_OK);
        void *mine = module.libraries[0].library; // stays until my unload
        EXPECT_EQ(run(big), SCANC_OK);
        EXPECT_EQ(module.libraries[0].library, mine);
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
  for (int i = SCANC_OK; i <= SCANC_ERROR_SHAPE; ++i) {
    std::string string = scanc_status_string(static_cast<scanc_status>(i));
    EXPECT_FALSE(string.empty());
    EXPECT_NE(string.back(), '.');
    for (const std::string &other : strings)
      EXPECT_NE(string, other);
    strings.push_back(string);
  }
}

TEST(AddressTest, FindsOperands) {
  const char in[2][8] = {}, workspace[8] = {};
  char out[2][8];
  const void *const from[] = {in[0], in[1]};
  void *const to[] = {out[0], out[1]};
  scanc_scan scan = {};
  scan.inputs = scan.outputs = 2;
  auto find = [&](scanc_buffer buffer, uint64_t offset, unsigned array) {
    return scanc_address(&scan, {buffer, offset}, array, from, to, workspace);
  };
  EXPECT_EQ(find(SCANC_IN, 3, 0), in[0] + 3);
  EXPECT_EQ(find(SCANC_IN, 0, 1), in[1]);
  EXPECT_EQ(find(SCANC_OUT, 0, 0), out[0]);
  EXPECT_EQ(find(SCANC_OUT, 5, 1), out[1] + 5);
  EXPECT_EQ(find(SCANC_WORKSPACE, 7, 0), workspace + 7);
  EXPECT_EQ(find(SCANC_WORKSPACE, 7, 1), workspace + 7);
  EXPECT_EQ(scanc_address(&scan, {SCANC_WORKSPACE, 0}, 0, from, to, nullptr),
            nullptr);
  // Of a kernel that takes more arrays than there are, the last one again.
  scan.outputs = 1;
  EXPECT_EQ(find(SCANC_OUT, 5, 1), out[0] + 5);
  EXPECT_EQ(find(SCANC_IN, 0, 1), in[1]);
}

} // namespace
