//===- WaitingTest.cpp - Barriers, locks, flags, tickets ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"

using namespace scanc::simt;

namespace {

TEST(Barrier, NamedWithThreadCounts) {
  // Warps 0 and 1 exchange through barrier 3, warps 2 and 3 through barrier 4;
  // warp 4 only arrives at barrier 5, where warp 5 waits for it.
  auto out = runSlots(R"(
  %warp = lshr i32 %tid, 5
  %p = getelementptr i32, ptr addrspace(3) @shared, i32 %tid
  store i32 %tid, ptr addrspace(3) %p
  %low = icmp ult i32 %warp, 4
  br i1 %low, label %pairs, label %rest
pairs:
  %pair = lshr i32 %warp, 1
  %id = add i32 %pair, 3
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 %id, i32 64)
  %other = xor i32 %tid, 32
  br label %read
rest:
  %four = icmp eq i32 %warp, 4
  br i1 %four, label %arrive, label %wait
arrive:
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 5, i32 64)
  br label %end
wait:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 5, i32 64)
  %before = sub i32 %tid, 32
  br label %read
read:
  %from = phi i32 [%other, %pairs], [%before, %wait]
  %q = getelementptr i32, ptr addrspace(3) @shared, i32 %from
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %slot
  br label %end
end:)",
                      192,
                      "@shared = internal addrspace(3) global [192 x i32] "
                      "undef\n");
  for (unsigned i = 0; i < 192; ++i)
    EXPECT_EQ(out[i], i < 128 ? i ^ 32 : i < 160 ? 0xdeadbeef : i - 32);
}

TEST(Barrier, ReductionsOfPredicates) {
  auto out = runSlots(R"(
  %odd = trunc i32 %tid to i1
  %count = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 1, i1 %odd)
  %and = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 1, i1 %odd)
  %or = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 1, i1 %odd)
  %a = select i1 %and, i32 1000, i32 0
  %o = select i1 %or, i32 100, i32 0
  %s = add i32 %a, %o
  %r = add i32 %s, %count
  store i32 %r, ptr addrspace(1) %slot)",
                      40);
  EXPECT_EQ(out, std::vector<uint32_t>(out.size(), 120u));
}

TEST(Barrier, OldSpellings) {
  auto out = runSlots(R"(
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.membar.gl()
  fence syncscope("device") acq_rel
  store i32 1, ptr addrspace(1) %slot)",
                      64);
  EXPECT_EQ(out, std::vector<uint32_t>(out.size(), 1u));
}

/// Threads 0 and 32 count a word up for ever, and wait for it to be 1 again.
const char *const neverOne = R"(
@word = internal addrspace(3) global i32 undef
define ptx_kernel void @k(ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %old = atomicrmw add ptr addrspace(3) @word, i32 2 monotonic
  %seen = load volatile i32, ptr addrspace(3) @word
  %odd = and i32 %seen, 1
  %done = icmp eq i32 %odd, 0
  br i1 %done, label %end, label %loop
end:
  ret void
})";

TEST(Waiting, LiveLocksEnd) {
  // What nobody has written is odd.
  auto executor = compile(neverOne);
  uint32_t out = 0;
  for (auto schedule :
       {LaunchOptions::Schedule::RoundRobin, LaunchOptions::Schedule::Random,
        LaunchOptions::Schedule::StarvedBlock,
        LaunchOptions::Schedule::WarpAhead,
        LaunchOptions::Schedule::ReverseBlocks}) {
    LaunchOptions options = scheduled(schedule, /*seed=*/2);
    options.stepLimit = 100000;
    const std::string error = launchError(executor.get(), {2}, {64},
                                          {KernelArg::pointer(&out)}, options);
    EXPECT_TRUE(contains(error,
                         "kernel 'k': live-lock, threads have stopped or "
                         "polled more than 100000 times and are not "
                         "done: block ("));
    EXPECT_TRUE(contains(error, "polled 4 bytes at shared address 0x0, which "
                                "hold 0x"));
  }
}

TEST(Waiting, LiveLocksThatMeetAtBarriersEnd) {
  auto executor = compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
})");
  uint32_t out = 0;
  LaunchOptions options;
  options.stepLimit = 100000;
  EXPECT_TRUE(contains(launchError(executor.get(), {1}, {64},
                                   {KernelArg::pointer(&out)}, options),
                       "live-lock"));
}

TEST(Waiting, TicketAndChainOfBlocks) {
  // Each block takes a ticket, waits for its predecessor's flag, adds to the
  // sum that came with it, and passes both on.
  auto executor = compile(R"(
@ticket = internal addrspace(3) global i32 undef
define ptx_kernel void @k(ptr addrspace(1) %counter, ptr addrspace(1) %flags, ptr addrspace(1) %sums) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %take, label %meet
take:
  %mine = atomicrmw add ptr addrspace(1) %counter, i32 1 syncscope("device") monotonic
  store i32 %mine, ptr addrspace(3) @ticket
  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = load i32, ptr addrspace(3) @ticket
  %last = icmp eq i32 %tid, 63
  br i1 %last, label %chain, label %end
chain:
  %none = icmp eq i32 %b, 0
  br i1 %none, label %publish, label %spin
spin:
  %before = sub i32 %b, 1
  %f = getelementptr i32, ptr addrspace(1) %flags, i32 %before
  %seen = load atomic i32, ptr addrspace(1) %f syncscope("device") acquire, align 4
  %ready = icmp eq i32 %seen, 1
  br i1 %ready, label %read, label %spin
read:
  %s = getelementptr i32, ptr addrspace(1) %sums, i32 %before
  %sum = load i32, ptr addrspace(1) %s
  br label %publish
publish:
  %prefix = phi i32 [0, %chain], [%sum, %read]
  %total = add i32 %prefix, %b
  %o = getelementptr i32, ptr addrspace(1) %sums, i32 %b
  store i32 %total, ptr addrspace(1) %o
  %g = getelementptr i32, ptr addrspace(1) %flags, i32 %b
  store atomic i32 1, ptr addrspace(1) %g syncscope("device") release, align 4
  br label %end
end:
  ret void
})");
  ASSERT_TRUE(executor);
  const unsigned blocks = 100;
  for (unsigned resident : {1u, 3u, 8u, 100u}) {
    uint32_t counter = 0;
    std::vector<uint32_t> flags(blocks, 0), sums(blocks, 0);
    LaunchOptions options;
    options.residentBlocks = resident;
    ASSERT_EQ(launchError(executor.get(), {blocks}, {64},
                          {KernelArg::pointer(&counter),
                           KernelArg::pointer(flags.data()),
                           KernelArg::pointer(sums.data())},
                          options),
              "");
    for (unsigned b = 0; b < blocks; ++b)
      EXPECT_EQ(sums[b], b * (b + 1) / 2);
  }
}

TEST(Waiting, SpinLockInsideAWarp) {
  auto executor = compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %lock, ptr addrspace(1) %value) {
entry:
  br label %spin
spin:
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 syncscope("device") acquire monotonic
  %got = extractvalue {i32, i1} %pair, 1
  br i1 %got, label %inside, label %spin
inside:
  %v = load i32, ptr addrspace(1) %value
  call void @llvm.nvvm.nanosleep(i32 20)
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %value
  %old = atomicrmw xchg ptr addrspace(1) %lock, i32 0 syncscope("device") release
  ret void
})");
  uint32_t lock = 0, value = 0;
  ASSERT_EQ(
      launchError(executor.get(), {5}, {96},
                  {KernelArg::pointer(&lock), KernelArg::pointer(&value)}),
      "");
  EXPECT_EQ(value, 5 * 96u);
}

/// Thread 0 waits for a flag until a second is over, and the others for it.
const char *patientKernel = R"(
define ptx_kernel void @k(ptr addrspace(1) %flag, ptr addrspace(1) %out, i64 %patience) {
entry:
  %start = call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
  %deadline = add i64 %start, %patience
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %watch, label %spin
watch:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("device") monotonic, align 4
  %set = icmp ne i32 %f, 0
  br i1 %set, label %done, label %look
look:
  %now = call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
  %over = icmp ugt i64 %now, %deadline
  br i1 %over, label %done, label %watch
done:
  store atomic i32 1, ptr addrspace(1) %out syncscope("device") monotonic, align 4
  br label %end
spin:
  %o = load atomic i32, ptr addrspace(1) %out syncscope("device") monotonic, align 4
  %go = icmp ne i32 %o, 0
  br i1 %go, label %end, label %spin
end:
  ret void
}
declare i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)";

TEST(Waiting, TimePassesWhereNothingElseHappens) {
  auto executor = compile(patientKernel);
  for (LaunchOptions::Schedule schedule :
       {LaunchOptions::Schedule::RoundRobin, LaunchOptions::Schedule::Random,
        LaunchOptions::Schedule::StarvedBlock,
        LaunchOptions::Schedule::WarpAhead,
        LaunchOptions::Schedule::ReverseBlocks}) {
    uint32_t flag = 0, out = 0;
    EXPECT_EQ(launchError(executor.get(), {2}, {64},
                          {KernelArg::pointer(&flag), KernelArg::pointer(&out),
                           KernelArg::u64(1'000'000'000)},
                          scheduled(schedule, 3)),
              "");
    EXPECT_EQ(out, 1u);
  }
}

TEST(Waiting, WhoeverWaitsForTimeForEverIsDeadLocked) {
  auto executor = compile(patientKernel);
  uint32_t flag = 0, out = 0;
  LaunchOptions options;
  options.spinLimit = 1 << 16;
  EXPECT_TRUE(
      contains(launchError(executor.get(), {2}, {64},
                           {KernelArg::pointer(&flag), KernelArg::pointer(&out),
                            KernelArg::u64(uint64_t(1) << 62)},
                           options),
               "no thread in flight makes progress"));
}

TEST(Waiting, VolatileFlagBetweenWarps) {
  auto out = runSlots(R"(
  %warp = lshr i32 %tid, 5
  %isFirst = icmp eq i32 %tid, 0
  br i1 %isFirst, label %init, label %go
init:
  store i32 0, ptr addrspace(3) @flag
  br label %go
go:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
loop:
  %f = load volatile i32, ptr addrspace(3) @flag
  %turn = icmp eq i32 %f, %tid
  br i1 %turn, label %next, label %loop
next:
  %n = add i32 %tid, 1
  store volatile i32 %n, ptr addrspace(3) @flag
  store i32 %f, ptr addrspace(1) %slot)",
                      128, "@flag = internal addrspace(3) global i32 undef\n");
  for (unsigned i = 0; i < 128; ++i)
    EXPECT_EQ(out[i], i);
}

} // namespace
