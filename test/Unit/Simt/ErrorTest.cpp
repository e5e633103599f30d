//===- ErrorTest.cpp - What the executor refuses and reports --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"

using namespace scanc::simt;

namespace {

/// The error of running kernelWithSlot(body) in one block.
std::string slotError(const std::string &body, unsigned threads,
                      const std::string &globals = "") {
  std::vector<uint32_t> out(threads);
  auto executor = compile(kernelWithSlot(body, globals));
  return launchError(executor.get(), {1}, {threads},
                     {KernelArg::pointer(out.data())});
}

//===----------------------------------------------------------------------===//
// At creation
//===----------------------------------------------------------------------===//

TEST(CreateError, UnknownIntrinsic) {
  EXPECT_EQ(compileError(kernelWithSlot(
                "  call void @llvm.nvvm.wgmma.fence.sync.aligned()\n")),
            "the executor does not know the intrinsic "
            "'llvm.nvvm.wgmma.fence.sync.aligned' that 'k' uses");
}

TEST(CreateError, UnresolvedFunction) {
  EXPECT_EQ(compileError(kernelWithSlot("  call void @elsewhere()\n",
                                        "declare void @elsewhere()\n")),
            "external function 'elsewhere' in 'k' is neither a libdevice "
            "function nor a device function known to the executor");
}

TEST(CreateError, UnusedDeclarationsAreFine) {
  EXPECT_EQ(compileError(kernelWithSlot("", "declare void @elsewhere()\n")),
            "");
}

TEST(CreateError, InlineAssembly) {
  EXPECT_TRUE(contains(compileError(kernelWithSlot(
                           "  call void asm sideeffect \"trap;\", \"\"()\n")),
                       "cannot run inline PTX 'trap;' in 'k'"));
}

TEST(CreateError, InitialisedSharedVariable) {
  EXPECT_EQ(compileError("@s = internal addrspace(3) global i32 4\n"),
            "shared variable 's' must not be initialised");
}

TEST(CreateError, AnotherTarget) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("m", *context);
  module->setTargetTriple(llvm::Triple("x86_64-linux-gnu"));
  auto executor = Executor::create(std::move(module), std::move(context));
  ASSERT_FALSE(executor);
  EXPECT_TRUE(contains(llvm::toString(executor.takeError()),
                       "takes modules for nvptx64-nvidia-cuda, got "
                       "'x86_64-linux-gnu'"));
}

//===----------------------------------------------------------------------===//
// At launch
//===----------------------------------------------------------------------===//

TEST(LaunchError, KernelArgumentsAndExtents) {
  auto executor = compile(R"(
define ptx_kernel void @k(i32 %a, i64 %b) #0 {
  ret void
}
define ptx_kernel void @fixed() #1 {
  ret void
}
define ptx_kernel void @wide(i128 %a) {
  ret void
}
define void @helper() {
  ret void
}
attributes #0 = { "nvvm.maxntid"="64,1,1" "target-cpu"="sm_90" }
attributes #1 = { "nvvm.reqntid"="32,2" }
)");
  ASSERT_TRUE(executor);
  EXPECT_EQ(executor->kernels(),
            std::vector<std::string>({"k", "fixed", "wide"}));
  auto run = [&](const char *name, Dim3 grid, Dim3 block,
                 std::vector<KernelArg> args) {
    llvm::Error error = executor->launch(name, grid, block, args);
    return error ? llvm::toString(std::move(error)) : "";
  };
  std::vector<KernelArg> good = {KernelArg::u32(1), KernelArg::u64(2)};
  EXPECT_EQ(run("k", {1}, {64}, good), "");
  EXPECT_EQ(run("helper", {1}, {1}, {}),
            "no kernel 'helper'; the module has: k, fixed, wide");
  EXPECT_EQ(run("k", {1}, {1}, {KernelArg::u32(1)}),
            "kernel 'k' takes 2 arguments, got 1");
  EXPECT_EQ(run("k", {1}, {1}, {KernelArg::u32(1), KernelArg::u32(1)}),
            "argument #1 of kernel 'k' must have 8 bytes, got 4");
  EXPECT_EQ(run("k", {1}, {65}, good),
            "kernel 'k' takes at most 64 threads a block, got 65");
  EXPECT_TRUE(contains(run("k", {0}, {1}, good), "grid (0, 1, 1)"));
  EXPECT_TRUE(contains(run("k", {1, 70000}, {1}, good), "grid (1, 70000, 1)"));
  EXPECT_TRUE(contains(run("k", {1}, {1025}, good), "block (1025, 1, 1)"));
  EXPECT_TRUE(contains(run("k", {1}, {1, 1, 65}, good), "block (1, 1, 65)"));
  EXPECT_EQ(run("fixed", {1}, {32, 2}, {}), "");
  EXPECT_EQ(run("fixed", {1}, {64}, {}),
            "kernel 'fixed' must be launched with blocks of (32, 2, 1), got "
            "(64, 1, 1)");
  EXPECT_EQ(run("wide", {1}, {1}, {KernelArg::u64(1)}),
            "kernel 'wide' cannot be launched: parameter #0 is not a scalar of "
            "1 to 8 bytes");
}

//===----------------------------------------------------------------------===//
// While running
//===----------------------------------------------------------------------===//

TEST(Divergence, SomeThreadsExitBeforeABarrier) {
  EXPECT_EQ(slotError(R"(
  %early = icmp uge i32 %tid, 32
  br i1 %early, label %out1, label %sync
out1:
  ret void
sync:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0))",
                      80),
            "kernel 'k': block (0, 0, 0): barrier divergence: threads 0..31 "
            "wait at barrier 0, where 32 of 80 threads have arrived; threads "
            "32..79 have exited");
}

TEST(Divergence, ThreadsWaitAtDifferentBarriers) {
  EXPECT_EQ(slotError(R"(
  %bit = and i32 %tid, 1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %bit))",
                      4),
            "kernel 'k': block (0, 0, 0): barrier divergence: threads 0, 2 "
            "wait at barrier 0, where 2 of 4 threads have arrived; threads 1, "
            "3 wait at barrier 1, where 2 of 4 threads have arrived");
}

TEST(Divergence, NamesTheBlockAndTheKernel) {
  auto executor = compile(R"(
define ptx_kernel void @k() {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b3 = icmp eq i32 %b, 3
  %t5 = icmp eq i32 %t, 5
  %skip = and i1 %b3, %t5
  br i1 %skip, label %end, label %sync
sync:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %end
end:
  ret void
})");
  EXPECT_EQ(launchError(executor.get(), {1, 6}, {32}, {}),
            "kernel 'k': block (0, 3, 0): barrier divergence: threads 0..4, "
            "6..31 wait at barrier 0, where 31 of 32 threads have arrived; "
            "thread 5 has exited");
  // The executor survives.
  EXPECT_EQ(launchError(executor.get(), {1, 3}, {32}, {}), "");
}

TEST(Divergence, LanesExitBeforeAShuffle) {
  EXPECT_EQ(slotError(R"(
  %early = icmp ult i32 %tid, 33
  br i1 %early, label %out1, label %go
out1:
  ret void
go:
  %v = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %tid, i32 1, i32 31))",
                      64),
            "kernel 'k': block (0, 0, 0): warp divergence: threads 0..32 have "
            "exited; threads 33..63 wait in warp 1 at shfl.sync.down with mask "
            "0xffffffff for lane 0 that exited");
}

TEST(Divergence, MasksThatDoNotMatch) {
  EXPECT_EQ(slotError(R"(
  %low = icmp ult i32 %tid, 16
  %mask = select i1 %low, i32 -1, i32 -65536
  %v = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %mask, i32 %tid, i32 1, i32 0))",
                      32),
            "kernel 'k': block (0, 0, 0): warp divergence: threads 0..15 wait "
            "in warp 0 at shfl.sync.up with mask 0xffffffff for lanes 16..31 "
            "that exited; threads 16..31 have exited");
}

TEST(Divergence, LanesThatDoNotExist) {
  EXPECT_TRUE(
      contains(slotError("  %v = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, "
                         "i1 true)\n",
                         20),
               "for lanes 20..31 that the block does not have"));
}

TEST(Divergence, LaneOutsideItsOwnMask) {
  EXPECT_EQ(slotError("  call void @llvm.nvvm.bar.warp.sync(i32 3)\n", 3),
            "kernel 'k': block (0, 0, 0), thread 2: lane 2 executes "
            "bar.warp.sync with mask 0x3, which lacks the lane itself");
}

TEST(BarrierUse, NumberAndCount) {
  EXPECT_TRUE(
      contains(slotError("  call void "
                         "@llvm.nvvm.barrier.cta.sync.aligned.all(i32 16)\n",
                         32),
               "barrier number must be 0 to 15, got 16"));
  EXPECT_TRUE(contains(
      slotError("  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 2, "
                "i32 33)\n",
                64),
      "thread count of barrier 2 must be a positive multiple of 32, "
      "got 33"));
  EXPECT_TRUE(contains(slotError(R"(
  %high = icmp uge i32 %tid, 32
  %n = select i1 %high, i32 64, i32 96
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 %n))",
                                 96),
                       "barrier 1 is awaited for 64 threads here, and for 96 "
                       "threads by threads that came earlier"));
  EXPECT_TRUE(contains(
      slotError("  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, "
                "i32 64)\n",
                32),
      "where 32 of 64 threads have arrived"));
}

TEST(Misaligned, VectorsAndScalars) {
  auto out = slotError(R"(
  %p = getelementptr i8, ptr addrspace(1) %slot, i32 1
  store i32 5, ptr addrspace(1) %p, align 4)",
                       2);
  EXPECT_TRUE(contains(out, "block (0, 0, 0), thread 0: access of 4 bytes at "
                            "address 0x"));
  EXPECT_TRUE(contains(out, "must be aligned to 4"));
  EXPECT_TRUE(
      contains(slotError(R"(
  %p = getelementptr i32, ptr addrspace(3) @shared, i32 %tid
  %v = load volatile <4 x i32>, ptr addrspace(3) %p, align 16)",
                         8,
                         "@shared = internal addrspace(3) global [16 x i32] "
                         "undef, align 16\n"),
               "thread 1: access of 16 bytes at shared address 0x4 "
               "must be aligned to 16"));
}

TEST(LaunchError, MoreThreadsInFlightThanStacks) {
  auto executor = compile(kernelWithSlot(""));
  LaunchOptions options;
  options.residentBlocks = 1u << 20;
  uint32_t out[1024];
  EXPECT_TRUE(contains(launchError(executor.get(), {1u << 20}, {1024},
                                   {KernelArg::pointer(out)}, options),
                       "stacks"));
  EXPECT_EQ(launchError(executor.get(), {3}, {1024}, {KernelArg::pointer(out)}),
            "");
}

TEST(Traps, EndTheLaunchNotTheProcess) {
  EXPECT_EQ(slotError(R"(
  %last = icmp eq i32 %tid, 6
  br i1 %last, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:)",
                      7),
            "kernel 'k': block (0, 0, 0), thread 6: trap");
  EXPECT_TRUE(contains(slotError(R"(
  %v = load i32, ptr addrspace(1) %slot
  %q = udiv i32 7, %v
  store i32 %q, ptr addrspace(1) %slot)",
                                 3),
                       "thread 0: integer division by zero"));
  EXPECT_TRUE(contains(slotError(R"(
  %d = sub i32 3, %tid
  %s = shl i32 -2147483648, %tid
  %q = srem i32 -2147483648, %d
  %v = sdiv i32 %s, %d
  store i32 %v, ptr addrspace(1) %slot)",
                                 8),
                       "thread 3: integer division by zero"));
  EXPECT_TRUE(contains(slotError(R"(
  %d = sub i32 -4, %tid
  %e = add i32 %d, 3
  %q = sdiv i32 -2147483648, %e
  store i32 %q, ptr addrspace(1) %slot)",
                                 1),
                       "thread 0: integer division of the most negative "
                       "number by -1"));
}

TEST(DeadLock, BarrierAgainstShuffle) {
  EXPECT_TRUE(contains(slotError(R"(
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %end
b:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %end
end:)",
                                 32),
                       "dead-lock: thread 0 waits at barrier 0, where 1 of "
                       "32 threads have arrived; threads 1..31 wait in warp "
                       "0 at bar.warp.sync with mask 0xffffffff for lane 0"));
}

const char *waitsForFlag = R"(
  br label %spin
spin:
  %f = load atomic i32, ptr addrspace(1) %out syncscope("device") acquire, align 4
  %set = icmp eq i32 %f, 77
  br i1 %set, label %go, label %spin
go:)";

TEST(DeadLock, FlagThatNobodySets) {
  std::string message = slotError(waitsForFlag, 64);
  EXPECT_TRUE(contains(message, "kernel 'k': dead-lock, no thread in flight "
                                "makes progress: block (0, 0, 0): threads "
                                "0..63 poll 4 bytes at address 0x"));
  EXPECT_TRUE(contains(message, "which hold 0x0"));
}

/// Its upper half is what changed last.
TEST(DeadLock, WordOf16BytesThatNobodyCompletes) {
  std::string message = slotError(R"(
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %post, label %spin
post:
  store atomic i128 316912650057057350374175801344, ptr addrspace(1) %out syncscope("device") monotonic, align 16
  br label %spin
spin:
  %w = load atomic i128, ptr addrspace(1) %out syncscope("device") monotonic, align 16
  %high = lshr i128 %w, 96
  %tag = trunc i128 %high to i32
  %set = icmp eq i32 %tag, 5
  br i1 %set, label %go, label %spin
go:)",
                                  64);
  EXPECT_TRUE(contains(message, "threads 0..63 poll 16 bytes at address 0x"));
  EXPECT_TRUE(contains(message, "which hold 0x4000000000000000000000000"));
}

TEST(DeadLock, BlockThatWaitsForOneNotYetResident) {
  // Block b waits for block b + 1; the last one starts the wave.
  auto executor = compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %flags) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %next = add i32 %b, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %set, label %spin
spin:
  %f = getelementptr i32, ptr addrspace(1) %flags, i32 %next
  %v = load volatile i32, ptr addrspace(1) %f
  %ok = icmp ne i32 %v, 0
  br i1 %ok, label %set, label %spin
set:
  %g = getelementptr i32, ptr addrspace(1) %flags, i32 %b
  store volatile i32 1, ptr addrspace(1) %g
  ret void
})");
  LaunchOptions options;
  options.residentBlocks = 4;
  std::vector<uint32_t> flags(8, 0);
  EXPECT_EQ(launchError(executor.get(), {4}, {32},
                        {KernelArg::pointer(flags.data())}, options),
            "");
  flags.assign(8, 0);
  std::string message = launchError(
      executor.get(), {8}, {32}, {KernelArg::pointer(flags.data())}, options);
  EXPECT_TRUE(contains(message, "no thread in flight makes progress"));
  EXPECT_TRUE(contains(message, "block (3, 0, 0): threads 0..31 poll"));
}

TEST(DeadLock, UpdatesThatChangeNothing) {
  std::string message = slotError(R"(
  br label %spin
spin:
  %f = atomicrmw add ptr addrspace(1) %out, i32 0 monotonic
  %set = icmp eq i32 %f, 77
  br i1 %set, label %go, label %spin
go:)",
                                  32);
  EXPECT_TRUE(contains(message, "no thread in flight makes progress"));
}

TEST(DeadLock, BarrierAgainstPolling) {
  std::string message = slotError(R"(
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %spin, label %meet
spin:
  %f = load volatile i32, ptr addrspace(3) @flag
  %set = icmp eq i32 %f, 77
  br i1 %set, label %meet, label %spin
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0))",
                                  64,
                                  "@pad = internal addrspace(3) global i32 "
                                  "undef\n@flag = internal addrspace(3) global "
                                  "i32 undef\n");
  EXPECT_TRUE(contains(message, "thread 0 polls 4 bytes at shared address 0x"));
  EXPECT_TRUE(contains(message, "which hold 0xcdcdcdcd"));
  EXPECT_TRUE(contains(message, "threads 1..63 wait at barrier 0, where 63 of "
                                "64 threads have arrived"));
}

} // namespace
