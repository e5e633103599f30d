//===- GridTest.cpp - Blocks, dimensions, arguments, memory ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"
#include <numeric>

using namespace scanc::simt;

namespace {

/// Sums `256` i32 a block by halving in shared memory; %out[block].
const char *reduction = R"(
@buffer = internal addrspace(3) global [256 x i32] undef, align 16
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %block, 256
  %index = add i32 %base, %tid
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %index
  %x = load i32, ptr addrspace(1) %p
  %mine = getelementptr [256 x i32], ptr addrspace(3) @buffer, i32 0, i32 %tid
  store i32 %x, ptr addrspace(3) %mine
  br label %loop
loop:
  %half = phi i32 [128, %entry], [%next, %latch]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %active = icmp ult i32 %tid, %half
  br i1 %active, label %work, label %latch
work:
  %other = add i32 %tid, %half
  %q = getelementptr [256 x i32], ptr addrspace(3) @buffer, i32 0, i32 %other
  %a = load i32, ptr addrspace(3) %mine
  %b = load i32, ptr addrspace(3) %q
  %s = add i32 %a, %b
  store i32 %s, ptr addrspace(3) %mine
  br label %latch
latch:
  %next = lshr i32 %half, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %done
done:
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %write, label %end
write:
  %total = load i32, ptr addrspace(3) @buffer
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %block
  store i32 %total, ptr addrspace(1) %o
  br label %end
end:
  ret void
})";

TEST(Grid, BlockReductionThroughSharedMemory) {
  auto executor = compile(reduction);
  ASSERT_TRUE(executor);
  EXPECT_EQ(executor->sharedBytes(), 1024u);
  const unsigned blocks = 13;
  std::vector<uint32_t> in(256 * blocks);
  std::iota(in.begin(), in.end(), 7);
  for (unsigned resident : {1u, 2u, 4u, 64u}) {
    std::vector<uint32_t> out(blocks, 0);
    LaunchOptions options;
    options.residentBlocks = resident;
    ASSERT_EQ(launchError(executor.get(), {blocks}, {256},
                          {KernelArg::pointer(in.data()),
                           KernelArg::pointer(out.data())},
                          options),
              "");
    for (unsigned b = 0; b < blocks; ++b)
      EXPECT_EQ(out[b], std::accumulate(in.begin() + 256 * b,
                                        in.begin() + 256 * (b + 1), 0u));
  }
}

TEST(Grid, ThreeDimensions) {
  auto executor = compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %tz = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %nz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %bz = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %gx = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %gy = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %b0 = mul i32 %bz, %gy
  %b1 = add i32 %b0, %by
  %b2 = mul i32 %b1, %gx
  %b = add i32 %b2, %bx
  %t0 = mul i32 %b, %nz
  %t1 = add i32 %t0, %tz
  %t2 = mul i32 %t1, %ny
  %t3 = add i32 %t2, %ty
  %t4 = mul i32 %t3, %nx
  %t = add i32 %t4, %tx
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
  ret void
})");
  std::vector<uint32_t> out(3 * 2 * 4 * 5 * 2 * 3, 0);
  ASSERT_EQ(launchError(executor.get(), {3, 2, 4}, {5, 2, 3},
                        {KernelArg::pointer(out.data())}),
            "");
  EXPECT_EQ(out, std::vector<uint32_t>(out.size(), 1u));
}

TEST(Grid, ArgumentsOfEverySize) {
  auto executor = compile(R"(
define ptx_kernel void @k(i64 %n, i8 %a, ptr addrspace(1) %out, i16 %b, float %c, double %d, i1 %e) {
  %wa = sext i8 %a to i64
  %wb = sext i16 %b to i64
  %wc = fptosi float %c to i64
  %wd = fptosi double %d to i64
  %we = zext i1 %e to i64
  %s0 = add i64 %n, %wa
  %s1 = add i64 %s0, %wb
  %s2 = add i64 %s1, %wc
  %s3 = add i64 %s2, %wd
  %s4 = add i64 %s3, %we
  store i64 %s4, ptr addrspace(1) %out
  ret void
})");
  uint64_t out = 0;
  ASSERT_EQ(launchError(executor.get(), {1}, {1},
                        {KernelArg::u64(uint64_t(1) << 40),
                         {0xff, 1},
                         KernelArg::pointer(&out),
                         {0x8000, 2},
                         KernelArg::u32(llvm::bit_cast<uint32_t>(1000.0f)),
                         KernelArg::u64(llvm::bit_cast<uint64_t>(5e5)),
                         {1, 1}}),
            "");
  EXPECT_EQ(out, (uint64_t(1) << 40) - 1 - 32768 + 1000 + 500000 + 1);
}

TEST(Grid, SharedMemoryStartsPoisonedInEveryBlock) {
  auto executor = compile(R"(
@a = internal addrspace(3) global [32 x i32] undef, align 4
@b = internal addrspace(3) global [32 x i32] undef, align 256
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %block, 32
  %index = add i32 %base, %tid
  %p = getelementptr i32, ptr addrspace(3) @b, i32 %tid
  %q = getelementptr i32, ptr addrspace(3) @a, i32 %tid
  %old = load i32, ptr addrspace(3) %p
  %old2 = load i32, ptr addrspace(3) %q
  %both = and i32 %old, %old2
  store i32 7, ptr addrspace(3) %p
  store i32 9, ptr addrspace(3) %q
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %index
  store i32 %both, ptr addrspace(1) %slot
  ret void
})");
  std::vector<uint32_t> out(32 * 8, 0);
  ASSERT_EQ(
      launchError(executor.get(), {8}, {32}, {KernelArg::pointer(out.data())}),
      "");
  EXPECT_EQ(out, std::vector<uint32_t>(out.size(), 0xcdcdcdcdu));
}

TEST(Grid, DynamicSharedMemoryStartsBehindTheStatic) {
  auto executor = compile(R"(
@fixed = internal addrspace(3) global [5 x i8] undef, align 1
@dyn = external addrspace(3) global [0 x i8], align 16
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @dyn, i32 %tid
  store i32 %tid, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %mirror = sub i32 63, %tid
  %q = getelementptr i32, ptr addrspace(3) @dyn, i32 %mirror
  %v = load i32, ptr addrspace(3) %q
  %d = ptrtoint ptr addrspace(3) @dyn to i64
  %f = ptrtoint ptr addrspace(3) @fixed to i64
  %gap = sub i64 %d, %f
  %gap32 = trunc i64 %gap to i32
  %r = mul i32 %gap32, 1000
  %s = add i32 %r, %v
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %s, ptr addrspace(1) %slot
  ret void
})");
  std::vector<uint32_t> out(64, 0);
  KernelLaunch launch;
  launch.kernel = "k";
  launch.block = {64};
  launch.args = {KernelArg::pointer(out.data())};
  launch.dynamicSharedBytes = 256;
  ASSERT_EQ(llvm::toString(executor->launch(launch)), "");
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], (16 + 128) * 1000 + 63 - i); // with the gap
}

TEST(Grid, ConstantTablesAndGenericPointers) {
  auto out = runSlots(R"(
  %t = getelementptr [4 x i32], ptr addrspace(4) @table, i32 0, i32 %tid
  %g = addrspacecast ptr addrspace(4) %t to ptr
  %a = load i32, ptr %g
  %u = getelementptr [4 x i32], ptr addrspace(1) @global, i32 0, i32 %tid
  %b = load i32, ptr addrspace(1) %u
  %s = getelementptr [4 x i32], ptr addrspace(3) @shared, i32 0, i32 %tid
  %sg = addrspacecast ptr addrspace(3) %s to ptr
  store i32 %a, ptr %sg
  %c = load i32, ptr addrspace(3) %s
  %is = call i1 @llvm.nvvm.isspacep.shared(ptr %sg)
  %not = call i1 @llvm.nvvm.isspacep.shared(ptr %g)
  %x = xor i1 %is, %not
  %z = zext i1 %x to i32
  %r0 = mul i32 %c, %b
  %r = add i32 %r0, %z
  store i32 %r, ptr addrspace(1) %slot)",
                      4, R"(
@table = internal addrspace(4) constant [4 x i32] [i32 3, i32 1, i32 4, i32 1]
@global = internal addrspace(1) global [4 x i32] [i32 5, i32 9, i32 2, i32 6]
@shared = internal addrspace(3) global [4 x i32] undef
)");
  EXPECT_EQ(out, std::vector<uint32_t>({16, 10, 9, 7}));
}

TEST(Grid, ThreadsMayExitAnywhere) {
  auto out = runSlots(R"(
  store i32 1, ptr addrspace(1) %slot
  %odd = trunc i32 %tid to i1
  br i1 %odd, label %gone, label %stay
gone:
  call void @leave()
  br label %stay
stay:
  store i32 2, ptr addrspace(1) %slot)",
                      40, R"(
define internal void @leave() noinline {
  call void @llvm.nvvm.exit()
  ret void
}
)");
  for (unsigned i = 0; i < 40; ++i)
    EXPECT_EQ(out[i], 2 - i % 2);
}

TEST(Grid, DeviceFunctionsUseTheirBlocksSharedMemory) {
  auto out = runSlots(R"(
  call void @put(i32 %tid)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %m = sub i32 31, %tid
  %p = getelementptr i32, ptr addrspace(3) @shared, i32 %m
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(1) %slot)",
                      32, R"(
@shared = internal addrspace(3) global [32 x i32] undef
define internal ptx_device void @put(i32 %i) noinline {
  %p = getelementptr i32, ptr addrspace(3) @shared, i32 %i
  store i32 %i, ptr addrspace(3) %p
  ret void
}
)");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], 31 - i);
}

} // namespace
