//===- AsyncCopyTest.cpp - Asynchronous copies, in time and not -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncTest.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace scanc::simt;

namespace {

constexpr uint32_t poison = 0xcdcdcdcd;

TEST(AsyncCopy, EveryIntrinsicCompiles) {
  auto text = llvm::MemoryBuffer::getFile(SCANC_ASYNC_INTRINSICS);
  ASSERT_TRUE(bool(text));
  EXPECT_EQ(compileError((*text)->getBuffer().str()), "");
}

TEST(AsyncCopy, SeveralBlocksOfAClusterAreRefused) {
  EXPECT_TRUE(contains(compileError(R"(
define void @f(ptr addrspace(7) %to, ptr addrspace(3) %bar, ptr addrspace(1) %from) {
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(7) %to, ptr addrspace(3) %bar, ptr addrspace(1) %from, i32 16, i16 3, i64 0, i1 true, i1 false)
  ret void
})"),
                       "does not know the intrinsic "
                       "'llvm.nvvm.cp.async.bulk.global.to.shared.cluster'"));
}

TEST(AsyncCopy, IntrinsicsThatLlvmDoesNotHaveAreRefused) {
  EXPECT_TRUE(contains(compileError(R"(
declare void @llvm.nvvm.mbarrier.arrive.expect.tx.shared(ptr addrspace(3), i32)
define void @f(ptr addrspace(3) %bar) {
  call void @llvm.nvvm.mbarrier.arrive.expect.tx.shared(ptr addrspace(3) %bar, i32 16)
  ret void
})"),
                       "does not know the intrinsic"));
}

//===----------------------------------------------------------------------===//
// Global to shared, with an mbarrier
//===----------------------------------------------------------------------===//

/// Each block adds 1 to its n tiles of 64; while it works on one, the next one
/// comes.
const char *const pipeline = R"(
  %row = mul i32 %bid, %n
  br i1 %leader, label %init, label %begin
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 1)
  %second = call ptr addrspace(3) @barrier(i32 1)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %second, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  call void @fetch(ptr addrspace(1) %in, i32 %row, i32 0)
  br label %begin
begin:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %loop
loop:
  %t = phi i32 [0, %begin], [%next, %use]
  %next = add i32 %t, 1
  %stage = and i32 %t, 1
  %round = lshr i32 %t, 1
  %parity = and i32 %round, 1
  %more = icmp ult i32 %next, %n
  %issues = and i1 %leader, %more
  br i1 %issues, label %issue, label %await
issue:
  %otherStage = and i32 %next, 1
  %following = add i32 %row, %next
  call void @fetch(ptr addrspace(1) %in, i32 %following, i32 %otherStage)
  br label %await
await:
  %full = call ptr addrspace(3) @barrier(i32 %stage)
  call void @wait(ptr addrspace(3) %full, i32 %parity)
  br label %use
use:
  %half = call ptr addrspace(3) @half(i32 %stage)
  %p = getelementptr i32, ptr addrspace(3) %half, i32 %tid
  %v = load i32, ptr addrspace(3) %p
  %w = add i32 %v, 1
  %now = add i32 %row, %t
  %base = mul i32 %now, 64
  %i = add i32 %base, %tid
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %w, ptr addrspace(1) %q
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %more, label %loop, label %end
end:
  ret void
}
define internal void @fetch(ptr addrspace(1) %in, i32 %tile, i32 %stage) {
  %i = mul i32 %tile, 64
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %to = call ptr addrspace(3) @half(i32 %stage)
  %bar = call ptr addrspace(3) @barrier(i32 %stage)
  call void @expect(ptr addrspace(3) %bar, i32 256)
  call void @load(ptr addrspace(3) %to, ptr addrspace(1) %from, i32 256, ptr addrspace(3) %bar)
)";

TEST(AsyncCopy, DoubleBufferedPipeline) {
  AsyncRun kernel(pipeline);
  const size_t size = 5 * 7 * 64;
  ASSERT_EQ(kernel.run({5}, 64, size, 7), "");
  EXPECT_EQ(kernel.out, counting(size, 1001));
  for (uint64_t seed = 0; seed < 16; ++seed) {
    kernel.shuffle(seed);
    ASSERT_EQ(kernel.run({5}, 64, size, 7), "");
    EXPECT_EQ(kernel.out, counting(size, 1001)) << "seed " << seed;
  }
}

TEST(AsyncCopy, ForgottenWaitReadsPoisonAndIsAnError) {
  AsyncRun kernel(
      with(pipeline, "  call void @wait(ptr addrspace(3) %full, i32 %parity)\n",
           ""));
  std::string error = kernel.run({1}, 64, 64, 1);
  EXPECT_TRUE(contains(error,
                       "kernel 'k': block (0, 0, 0), thread 0: the block "
                       "ends while 1 asynchronous copy may still use "
                       "its shared memory; copy of 256 bytes from "
                       "address 0x"));
  EXPECT_TRUE(contains(error, " to shared address 0x0, issued by thread 0"));
  EXPECT_EQ(kernel.out, std::vector<uint32_t>(64, poison + 1));
}

TEST(AsyncCopy, BufferReusedWhileItIsStillRead) {
  // Without the barrier at the end of the loop, the leader fetches over what
  // others have not read yet; only a copy that comes early does any harm.
  AsyncRun kernel(with(pipeline, R"(
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %more)",
                       "\n  br i1 %more"));
  std::set<bool> right;
  for (uint64_t seed = 0; seed < 32; ++seed) {
    kernel.shuffle(seed);
    kernel.run({1}, 64, 8 * 64, 8);
    right.insert(kernel.out == counting(8 * 64, 1001));
  }
  EXPECT_TRUE(right.count(false));
}

TEST(AsyncCopy, ForgottenExpectTxDeadLocks) {
  AsyncRun kernel(with(
      pipeline, "  call void @expect(ptr addrspace(3) %bar, i32 256)\n", ""));
  EXPECT_EQ(kernel.run({1}, 64, 64, 1),
            "kernel 'k': dead-lock, no thread in flight makes progress: block "
            "(0, 0, 0): threads 0..63 wait for the end of a phase of parity 0 "
            "at mbarrier at shared address 0x280, which is in phase 0 with 1 "
            "of 1 arrivals pending and a tx-count of -256");
}

TEST(AsyncCopy, ArrivalWithoutExpectTxLetsWaitersThrough) {
  AsyncRun kernel(with(pipeline, R"(
  call void @expect(ptr addrspace(3) %bar, i32 256))",
                       R"(
  %t = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) %bar))"));
  EXPECT_TRUE(contains(kernel.run({1}, 64, 64, 1), "the block ends while"));
  EXPECT_EQ(kernel.out, std::vector<uint32_t>(64, poison + 1));
}

const char *const oneTile = R"(
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 1)
  call void @load(ptr addrspace(3) @tile, ptr addrspace(1) %in, i32 64, ptr addrspace(3) @bar)
  ;announce
  ;wait
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 3
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(1) %out
  ;late wait
)";
const char *const announce = "call void @expect(ptr addrspace(3) @bar, i32 64)";
const char *const await = "call void @wait(ptr addrspace(3) @bar, i32 0)";

TEST(AsyncCopy, WaitingForBytesThatNobodyAnnounced) {
  // The copy comes before the arrival here, so the bytes count against it.
  AsyncRun kernel(with(oneTile, ";announce", R"(
  br label %early
early:
  %soon = call i1 @llvm.nvvm.mbarrier.test.wait.parity.scope.cta.space.cta(ptr addrspace(3) @bar, i32 0)
  %t = call i64 @llvm.nvvm.mbarrier.arrive.scope.cta.space.cta(ptr addrspace(3) @bar, i32 1)
  call void @wait(ptr addrspace(3) @bar, i32 0))"));
  EXPECT_EQ(kernel.run({1}, 1, 64),
            "kernel 'k': dead-lock, no thread in flight makes progress: block "
            "(0, 0, 0): thread 0 waits for the end of a phase of parity 0 at "
            "mbarrier at shared address 0x280, which is in phase 0 with 0 of 1 "
            "arrivals pending and a tx-count of -64");
}

TEST(AsyncCopy, WaitingForMoreBytesThanCome) {
  AsyncRun kernel(
      with(with(oneTile, ";announce",
                "call void @expect(ptr addrspace(3) @bar, i32 128)"),
           ";wait", await));
  EXPECT_TRUE(contains(kernel.run({1}, 1, 64), "a tx-count of 64"));
}

TEST(AsyncCopy, LateWaitReadsPoison) {
  AsyncRun kernel(
      with(with(oneTile, ";announce", announce), ";late wait", await));
  ASSERT_EQ(kernel.run({1}, 1, 64), "");
  EXPECT_EQ(kernel.out[0], poison);
}

TEST(AsyncCopy, RandomTimesShowBothSidesOfARace) {
  // A thread that sleeps instead of waiting is lucky now and then.
  AsyncRun kernel(with(
      with(with(oneTile, ";announce", announce), ";late wait", await), ";wait",
      "call void @llvm.nvvm.nanosleep(i32 1)\n"
      "  call void @llvm.nvvm.nanosleep(i32 1)"));
  std::set<uint32_t> seen;
  for (uint64_t seed = 0; seed < 32; ++seed) {
    kernel.shuffle(seed);
    ASSERT_EQ(kernel.run({1}, 1, 64), "");
    uint32_t first = kernel.out[0];
    ASSERT_EQ(kernel.run({1}, 1, 64), "");
    EXPECT_EQ(kernel.out[0], first) << "seed " << seed << " is no schedule";
    seen.insert(first);
  }
  EXPECT_EQ(seen, (std::set<uint32_t>{1003, poison}));
}

TEST(AsyncCopy, SharedToSharedOfTheSameBlock) {
  AsyncRun kernel(R"(
  store i32 7, ptr addrspace(3) @tile
  %to = call ptr addrspace(3) @half(i32 1)
  %cluster = addrspacecast ptr addrspace(3) %to to ptr
  %to7 = addrspacecast ptr %cluster to ptr addrspace(7)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 1)
  call void @expect(ptr addrspace(3) @bar, i32 16)
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(7) %to7, ptr addrspace(3) @bar, ptr addrspace(3) @tile, i32 16)
  call void @wait(ptr addrspace(3) @bar, i32 0)
  %v = load i32, ptr addrspace(3) %to
  store i32 %v, ptr addrspace(1) %out)");
  ASSERT_EQ(kernel.run({1}, 1, 4), "");
  EXPECT_EQ(kernel.out[0], 7u);
}

//===----------------------------------------------------------------------===//
// Misuse
//===----------------------------------------------------------------------===//

TEST(AsyncCopyError, Alignment) {
  EXPECT_TRUE(contains(asyncError(R"(
  %to = getelementptr i8, ptr addrspace(3) @tile, i32 8
  call void @load(ptr addrspace(3) %to, ptr addrspace(1) %in, i32 64, ptr addrspace(3) @bar))"),
                       "access of 64 bytes at shared address 0x8 must be "
                       "aligned to 16"));
  EXPECT_TRUE(contains(asyncError(R"(
  %from = getelementptr i8, ptr addrspace(1) %in, i32 4
  call void @load(ptr addrspace(3) @tile, ptr addrspace(1) %from, i32 64, ptr addrspace(3) @bar))"),
                       "must be aligned to 16"));
  EXPECT_TRUE(contains(asyncError(R"(
  %to = getelementptr i8, ptr addrspace(3) @tile, i32 4
  call void @llvm.nvvm.cp.async.ca.shared.global.8(ptr addrspace(3) %to, ptr addrspace(1) %in))"),
                       "access of 8 bytes at shared address 0x4 must be "
                       "aligned to 8"));
}

TEST(AsyncCopyError, Size) {
  EXPECT_TRUE(contains(asyncError(R"(
  call void @load(ptr addrspace(3) @tile, ptr addrspace(1) %in, i32 20, ptr addrspace(3) @bar))"),
                       "size of a bulk copy must be a multiple of 16, got 20"));
  EXPECT_TRUE(contains(asyncError(R"(
  call void @llvm.nvvm.cp.async.bulk.prefetch.L2(ptr addrspace(1) %in, i32 8, i64 0, i1 false))"),
                       "size of a bulk copy must be a multiple of 16, got 8"));
  EXPECT_EQ(asyncError(R"(
  call void @llvm.nvvm.cp.async.bulk.prefetch.L2(ptr addrspace(1) %in, i32 64, i64 0, i1 false))"),
            "");
}

TEST(AsyncCopyError, OutsideSharedMemory) {
  EXPECT_TRUE(contains(asyncError(R"(
  %to = call ptr addrspace(3) @half(i32 1)
  call void @store(ptr addrspace(1) %out, ptr addrspace(3) %to, i32 1024))"),
                       "asynchronous copy of 1024 bytes at shared address "
                       "0x100 leaves the 656 bytes of shared memory of its "
                       "block"));
}

TEST(AsyncCopyError, WithoutAnMbarrier) {
  EXPECT_TRUE(contains(asyncError(R"(
  call void @load(ptr addrspace(3) @tile, ptr addrspace(1) %in, i32 64, ptr addrspace(3) @bar))"),
                       "there is no mbarrier at shared address 0x280: it has "
                       "not been initialised"));
}

TEST(AsyncCopyError, OverTheMbarrierItSignals) {
  EXPECT_TRUE(contains(asyncError(R"(
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 1)
  call void @expect(ptr addrspace(3) @bar, i32 16)
  call void @load(ptr addrspace(3) @bar, ptr addrspace(1) %in, i32 16, ptr addrspace(3) @bar)
  call void @wait(ptr addrspace(3) @bar, i32 0))"),
                       "mbarrier at shared address 0x280 has been overwritten "
                       "since it was initialised; copy of 16 bytes from "));
}

} // namespace
