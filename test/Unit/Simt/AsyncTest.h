//===- AsyncTest.h - Kernels of asynchronous copies from text ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SIMT_ASYNCTEST_H
#define SCANC_TEST_UNIT_SIMT_ASYNCTEST_H

#include "SimtTest.h"
#include <numeric>

namespace scanc::simt {

/// Shared variables and helpers of the kernels. At the start of shared memory:
/// @tile, then @bar, two mbarriers, at 0x200 and 0x208.
inline const char *const asyncPrelude = R"(
@tile = internal addrspace(3) global [128 x i32] undef, align 256
@bar = internal addrspace(3) global [2 x i64] undef, align 8

define internal ptr addrspace(3) @half(i32 %stage) {
  %n = mul i32 %stage, 64
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %n
  ret ptr addrspace(3) %p
}
define internal ptr addrspace(3) @barrier(i32 %stage) {
  %p = getelementptr i64, ptr addrspace(3) @bar, i32 %stage
  ret ptr addrspace(3) %p
}
define internal void @wait(ptr addrspace(3) %bar, i32 %parity) {
  br label %loop
loop:
  %done = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) %bar, i32 %parity)
  br i1 %done, label %end, label %loop
end:
  ret void
}
define internal void @expect(ptr addrspace(3) %bar, i32 %bytes) {
  %t = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) %bar, i32 %bytes)
  ret void
}
define internal void @load(ptr addrspace(3) %to, ptr addrspace(1) %from, i32 %bytes, ptr addrspace(3) %bar) {
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) %to, ptr addrspace(3) %bar, ptr addrspace(1) %from, i32 %bytes, i64 0, i1 false)
  ret void
}
define internal void @store(ptr addrspace(1) %to, ptr addrspace(3) %from, i32 %bytes) {
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %to, ptr addrspace(3) %from, i32 %bytes, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  ret void
}
)";

/// A kernel @k(out, in, n) over i32, with %tid, %bid and %leader: thread 0.
inline std::string asyncKernel(const std::string &body) {
  return asyncPrelude + std::string(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %leader = icmp eq i32 %tid, 0
)") + body +
         R"(
  ret void
}
)";
}

/// What a launch of asyncKernel(body) leaves. The input is 1000, 1001, ...; all
/// arrays are aligned as bulk copies need.
struct AsyncRun {
  struct alignas(16) Quad {
    uint32_t words[4];
  };
  explicit AsyncRun(const std::string &body)
      : executor(compile(asyncKernel(body))) {
    options.spinLimit = 20000;
  }

  /// Runs with arrays of `size` i32; returns the error.
  std::string run(Dim3 grid, unsigned threads, size_t size, uint32_t n = 0) {
    std::vector<Quad> from((size + 3) / 4), to((size + 3) / 4);
    auto *in = from.data()->words;
    std::iota(in, in + size, 1000u);
    std::fill_n(to.data()->words, size, 0xdeadbeef);
    std::string error = launchError(executor.get(), grid, {threads},
                                    {KernelArg::pointer(to.data()),
                                     KernelArg::pointer(in), KernelArg::u32(n)},
                                    options);
    out.assign(to.data()->words, to.data()->words + size);
    return error;
  }

  /// Completion at random times.
  void shuffle(uint64_t seed) {
    options.asyncCompletion = LaunchOptions::AsyncCompletion::Random;
    options.seed = seed;
  }

  std::unique_ptr<Executor> executor;
  LaunchOptions options;
  std::vector<uint32_t> out;
};

inline std::vector<uint32_t> counting(size_t size, uint32_t first = 1000) {
  std::vector<uint32_t> values(size);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// The error of asyncKernel(body) in one block of one thread.
inline std::string asyncError(const std::string &body, unsigned threads = 1) {
  return AsyncRun(body).run({1}, threads, 128);
}

/// `text` with the only occurrence of `from` replaced.
inline std::string with(std::string text, const std::string &from,
                        const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  EXPECT_EQ(text.find(from, at + 1), std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

} // namespace scanc::simt

#endif // SCANC_TEST_UNIT_SIMT_ASYNCTEST_H
