//===- ThroughputTest.cpp - How fast kernels run, printed -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"
#include <ctime>
#include <iostream>

using namespace scanc::simt;

namespace {

TEST(Throughput, ShufflesAndBarriers) {
  // For each 4096 elements, by 256 threads of 4: a 4-wide load, 7 shuffles for
  // 128 elements a warp, 2 barriers, a 4-wide store.
  std::string steps, x = "%t";
  for (unsigned i = 0; i < 7; ++i) {
    std::string n = std::to_string(i), d = std::to_string(1 << (i % 5));
    steps += "  %p" + n +
             " = call {i32, i1} @llvm.nvvm.shfl.sync.up.i32p(i32 "
             "-1, i32 " +
             x + ", i32 " + d + ", i32 0)\n  %v" + n +
             " = extractvalue {i32, i1} %p" + n + ", 0\n  %s" + n +
             " = add i32 %v" + n + ", " + x + "\n";
    x = "%s" + n;
  }
  std::string ir = R"(
@shared = internal addrspace(3) global [256 x i32] undef
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %tiles) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %wide = zext i32 %tid to i64
  %mine = getelementptr i32, ptr addrspace(3) @shared, i32 %tid
  %opp = xor i32 %tid, 255
  %his = getelementptr i32, ptr addrspace(3) @shared, i32 %opp
  %blockWide = zext i32 %block to i64
  %start = mul i64 %blockWide, %tiles
  %stop = add i64 %start, %tiles
  br label %loop
loop:
  %i = phi i64 [%start, %entry], [%next, %tail]
  %base = mul i64 %i, 256
  %index = add i64 %base, %wide
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i64 %index
  %q = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 %index
  %e = load <4 x i32>, ptr addrspace(1) %p, align 16
  %t = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %e)
STEPS
  %quarter = and i64 %i, 3
  %sync = icmp eq i64 %quarter, 3
  br i1 %sync, label %meet, label %tail
meet:
  store i32 LAST, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %o = load i32, ptr addrspace(3) %his
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %tail
tail:
  %z = phi i32 [LAST, %loop], [%o, %meet]
  %ins = insertelement <4 x i32> %e, i32 %z, i32 0
  store <4 x i32> %ins, ptr addrspace(1) %q, align 16
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %stop
  br i1 %more, label %loop, label %end
end:
  ret void
})";
  auto replace = [&](const std::string &what, const std::string &by) {
    for (size_t at; (at = ir.find(what)) != std::string::npos;)
      ir.replace(at, what.size(), by);
  };
  replace("STEPS", steps);
  replace("LAST", x);

  // Processor time, because tests run side by side.
  auto seconds = [](std::clock_t since) {
    return double(std::clock() - since) / CLOCKS_PER_SEC;
  };
  std::clock_t start = std::clock();
  auto executor = compile(ir);
  ASSERT_TRUE(executor);
  double compiling = seconds(start);

  const unsigned blocks = 8, tiles = 256;
  const size_t n = size_t(blocks) * tiles * 1024;
  struct alignas(16) Vector {
    uint32_t x[4];
  };
  std::vector<Vector> in(n / 4), out(n / 4);
  start = std::clock();
  ASSERT_EQ(
      launchError(executor.get(), {blocks}, {256},
                  {KernelArg::pointer(in.data()),
                   KernelArg::pointer(out.data()), KernelArg::u64(tiles)}),
      "");
  double running = seconds(start);
  std::cout << "compiled in " << compiling * 1e3 << " ms, ran at "
            << n / running * 1e-6 << " million elements a second\n";
}

} // namespace
