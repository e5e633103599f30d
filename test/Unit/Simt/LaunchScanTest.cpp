//===- LaunchScanTest.cpp - The launches of a scan on the executor --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Simt/LaunchScan.h"
#include "SimtTest.h"

using namespace scanc::simt;

namespace {

/// Kernels of a scan in three launches that compute nothing. In s_reduce blocks
/// wait until all of them have counted in the workspace; s_scan takes 100
/// through dynamic shared memory to out[block], and adds `blocks`.
const char *kernels = R"(
@dyn = external addrspace(3) global [0 x i8], align 16
define ptx_kernel void @s_reduce(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %ws, i64 %n, i32 %blocks) {
entry:
  %old = atomicrmw add ptr addrspace(1) %ws, i32 1 monotonic
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %ws
  %all = icmp eq i32 %seen, %blocks
  br i1 %all, label %done, label %loop
done:
  ret void
}
define ptx_kernel void @s_top(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %ws, i64 %n, i32 %blocks) {
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 6
  %n32 = trunc i64 %n to i32
  store i32 %n32, ptr addrspace(1) %slot
  ret void
}
define ptx_kernel void @s_scan(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %ws, i64 %n, i32 %blocks) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %far = getelementptr i8, ptr addrspace(3) @dyn, i32 60000
  store i32 100, ptr addrspace(3) %far
  %v = load i32, ptr addrspace(3) %far
  %sum = add i32 %v, %blocks
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %block
  store i32 %sum, ptr addrspace(1) %slot
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
)";

scanc_launch step(const scanc_scan *scan, int kernel, uint64_t grid,
                  uint64_t blocks, uint64_t n) {
  return scanc_step(scan, kernel, grid, blocks, n, SCANC_IN, 0, SCANC_OUT, 0,
                    0);
}

int launchOnEachMultiprocessor(const scanc_scan *scan, uint64_t n,
                               const uint64_t *, unsigned multiprocessors,
                               scanc_launch *launches) {
  const uint64_t blocks = 2 * multiprocessors;
  launches[0] = step(scan, 0, blocks, blocks, n);
  launches[1] = step(scan, 1, 1, blocks, n);
  launches[2] = step(scan, 2, blocks, blocks, n);
  return 3;
}

int launchOne(const scanc_scan *scan, uint64_t n, const uint64_t *, unsigned,
              scanc_launch *launches) {
  launches[0] = step(scan, 0, 1, 1, n);
  return 1;
}

TEST(LaunchScan, GivesKernelsWhatTheyAskFor) {
  auto executor = compile(kernels);
  scanc_scan scan = {};
  scan.name = "s";
  scan.inputs = scan.outputs = 1;
  scan.launches = launchOnEachMultiprocessor;
  scan.kernel_count = 3;
  scan.kernels[0] = {"reduce", 1, 0, 0};
  scan.kernels[1] = {"top", 1, 0, 0};
  scan.kernels[2] = {"scan", 1, 60004, 0};
  std::vector<uint32_t> out(7, 0), workspace(1, 0);
  LaunchOptions options;
  options.residentBlocks = 6;
  const uint64_t n = 12345;
  EXPECT_EQ(llvm::toString(launchScan(*executor, scan,
                                      {{out.data()},
                                       {out.data()},
                                       workspace.data(),
                                       n,
                                       /*multiprocessors=*/3},
                                      options)),
            "");
  EXPECT_EQ(workspace[0], 6u);
  EXPECT_EQ(out, (std::vector<uint32_t>{106, 106, 106, 106, 106, 106, n}));
}

TEST(LaunchScan, BoundsTheSteps) {
  auto executor = compile(R"(
define ptx_kernel void @s_single(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %ws, i64 %n, i32 %blocks) {
  br label %loop
loop:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
)");
  scanc_scan scan = {};
  scan.name = "s";
  scan.inputs = scan.outputs = 1;
  scan.launches = launchOne;
  scan.kernel_count = 1;
  scan.kernels[0] = {"single", 32, 0, 0};
  uint32_t out = 0;
  // 2^20 + 4096 * 32 + 256 * 10
  EXPECT_TRUE(contains(
      llvm::toString(
          launchScan(*executor, scan, {{&out}, {&out}, &out, 10, 1})),
      "live-lock, threads have stopped or polled more than 1182208 times"));
}

} // namespace
