//===- MbarrierTest.cpp - Phases, counts, tokens, and their misuse --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Simt/Mbarrier.h"
#include "AsyncTest.h"

using namespace scanc::simt;
using Kind = AsyncFault::Kind;

namespace {

//===----------------------------------------------------------------------===//
// The state alone
//===----------------------------------------------------------------------===//

TEST(Mbarrier, PhaseNeedsArrivalsAndBytes) {
  Mbarrier mbarrier;
  ASSERT_EQ(mbarrier.init(2), Kind::None);
  EXPECT_EQ(mbarrier.expectTx(64), Kind::None);
  EXPECT_EQ(mbarrier.arrive(2), Kind::None);
  EXPECT_EQ(mbarrier.phase, 0u);
  EXPECT_EQ(mbarrier.completeTx(48), Kind::None);
  EXPECT_EQ(mbarrier.phase, 0u);
  EXPECT_EQ(mbarrier.completeTx(16), Kind::None);
  EXPECT_EQ(mbarrier.phase, 1u);
  EXPECT_EQ(mbarrier.pending, 2u);
}

TEST(Mbarrier, BytesMayComeBeforeTheyAreExpected) {
  Mbarrier mbarrier;
  ASSERT_EQ(mbarrier.init(1), Kind::None);
  EXPECT_EQ(mbarrier.completeTx(64), Kind::None);
  EXPECT_EQ(mbarrier.expectTx(64), Kind::None);
  EXPECT_EQ(mbarrier.phase, 0u);
  EXPECT_EQ(mbarrier.arrive(1), Kind::None);
  EXPECT_EQ(mbarrier.phase, 1u);
}

TEST(Mbarrier, DropLowersWhatLaterPhasesExpect) {
  Mbarrier mbarrier;
  ASSERT_EQ(mbarrier.init(3), Kind::None);
  EXPECT_EQ(mbarrier.arrive(1, /*drop=*/true), Kind::None);
  EXPECT_EQ(mbarrier.arrive(2), Kind::None);
  EXPECT_EQ(mbarrier.phase, 1u);
  EXPECT_EQ(mbarrier.pending, 2u);
}

TEST(Mbarrier, Ranges) {
  Mbarrier mbarrier;
  EXPECT_EQ(mbarrier.init(0), Kind::Count);
  EXPECT_EQ(mbarrier.init(1 << 20), Kind::Count);
  ASSERT_EQ(mbarrier.init(Mbarrier::maxCount), Kind::None);
  EXPECT_EQ(mbarrier.arrive(0), Kind::Count);
  EXPECT_EQ(mbarrier.addPending(), Kind::TooManyPending);
  EXPECT_EQ(mbarrier.arrive(Mbarrier::maxCount, false, /*mayComplete=*/false),
            Kind::WouldComplete);
  EXPECT_EQ(mbarrier.expectTx(-1), Kind::TxCount);
  EXPECT_EQ(mbarrier.expectTx(1 << 20), Kind::TxCount);
  EXPECT_EQ(mbarrier.expectTx(Mbarrier::maxCount), Kind::None);
  EXPECT_EQ(mbarrier.expectTx(1), Kind::TxOverflow);
  EXPECT_EQ(mbarrier.completeTx(Mbarrier::maxCount), Kind::None);
  EXPECT_EQ(mbarrier.completeTx(Mbarrier::maxCount), Kind::None);
  EXPECT_EQ(mbarrier.completeTx(1), Kind::TxOverflow);
  EXPECT_EQ(mbarrier.tx, -Mbarrier::maxCount);
}

TEST(Mbarrier, TokensOfThisPhaseAndTheOneBefore) {
  Mbarrier mbarrier;
  ASSERT_EQ(mbarrier.init(1), Kind::None);
  uint64_t token = mbarrier.token(/*offset=*/8);
  EXPECT_FALSE(mbarrier.hasCompleted(token));
  EXPECT_EQ(mbarrier.check(token, 16), Kind::ForeignToken);
  EXPECT_EQ(mbarrier.arrive(1), Kind::None);
  EXPECT_EQ(mbarrier.check(token, 8), Kind::None);
  EXPECT_TRUE(mbarrier.hasCompleted(token));
  EXPECT_EQ(mbarrier.arrive(1), Kind::None);
  EXPECT_EQ(mbarrier.check(token, 8), Kind::StaleToken);
}

//===----------------------------------------------------------------------===//
// In kernels
//===----------------------------------------------------------------------===//

TEST(MbarrierKernel, TokensInABlock) {
  // Every thread writes, arrives, waits with its token, and reads another's
  // value; 3 rounds.
  AsyncRun kernel(R"(
  br i1 %leader, label %init, label %begin
init:
  %generic = addrspacecast ptr addrspace(3) @bar to ptr
  call void @llvm.nvvm.mbarrier.init(ptr %generic, i32 96)
  br label %begin
begin:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %round
round:
  %r = phi i32 [0, %begin], [%next, %passed]
  %sum = phi i32 [0, %begin], [%more, %passed]
  %next = add i32 %r, 1
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %tid
  %mine = mul i32 %tid, %next
  store i32 %mine, ptr addrspace(3) %p
  %token = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  br label %spin
spin:
  %done = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @bar, i64 %token)
  br i1 %done, label %passed, label %spin
passed:
  %other = sub i32 95, %tid
  %q = getelementptr i32, ptr addrspace(3) @tile, i32 %other
  %v = load i32, ptr addrspace(3) %q
  %more = add i32 %sum, %v
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %again = icmp ult i32 %next, 3
  br i1 %again, label %round, label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %more, ptr addrspace(1) %o)");
  ASSERT_EQ(kernel.run({3}, 96, 96), "");
  for (unsigned i = 0; i < 96; ++i)
    EXPECT_EQ(kernel.out[i], 6 * (95 - i));
}

TEST(MbarrierKernel, PendingCountOfATokenAndInvalidation) {
  AsyncRun kernel(R"(
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 9)
  %a = call i64 @llvm.nvvm.mbarrier.arrive.noComplete.shared(ptr addrspace(3) @bar, i32 2)
  %b = call i64 @llvm.nvvm.mbarrier.arrive.drop.scope.cta.space.cta(ptr addrspace(3) @bar, i32 3)
  %na = call i32 @llvm.nvvm.mbarrier.pending.count(i64 %a)
  %nb = call i32 @llvm.nvvm.mbarrier.pending.count(i64 %b)
  call void @llvm.nvvm.mbarrier.inval.shared(ptr addrspace(3) @bar)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 1)
  %q = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %na, ptr addrspace(1) %out
  store i32 %nb, ptr addrspace(1) %q)");
  ASSERT_EQ(kernel.run({2}, 1, 2), "");
  EXPECT_EQ(kernel.out, (std::vector<uint32_t>{9, 7}));
}

TEST(MbarrierKernel, ThePhaseBeforeTheFirstIsComplete) {
  EXPECT_EQ(asyncError(R"(
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 1)
  call void @wait(ptr addrspace(3) @bar, i32 1))"),
            "");
}

TEST(MbarrierKernel, Misuse) {
  const std::string bar = "(ptr addrspace(3) @bar",
                    op = "  call void @llvm.nvvm.mbarrier.",
                    arrival = " = call i64 @llvm.nvvm.mbarrier.",
                    init = op + "init.shared" + bar + ", i32 2)\n",
                    arrive = arrival + "arrive.shared" + bar + ")\n",
                    wait = "  call void @wait" + bar;
  const std::string place = "mbarrier at shared address 0x280";
  struct Case {
    std::string body, message;
  };
  for (const Case &test : {
           Case{wait + ", i32 0)",
                "there is no " + place + ": it has not been initialised"},
           Case{init + op + "inval.shared" + bar + ")\n  %a" + arrive,
                "there is no " + place},
           Case{init + init, place + " is initialised again before it is "
                                     "invalidated"},
           Case{op + "init.shared" + bar + ", i32 0)",
                "arrival count of the " + place +
                    " must be 1 to 1048575, got 0"},
           Case{init + "  %a" + arrival + "arrive.scope.cta.space.cta" + bar +
                    ", i32 3)",
                "3 arrivals are too many for the " + place +
                    ", which is in phase 0 with 2 of 2 arrivals pending and a "
                    "tx-count of 0"},
           Case{init + "  %a" + arrival + "arrive.noComplete.shared" + bar +
                    ", i32 2)",
                "arrival of 2 without completion would complete the phase of "
                "the " +
                    place},
           Case{init + op + "expect.tx.scope.cta.space.cta" + bar +
                    ", i32 1048576)",
                "transaction count for the " + place +
                    " must be 0 to 1048575, got 1048576"},
           Case{init + op + "expect.tx.scope.cta.space.cta" + bar +
                    ", i32 1048575)\n" + op + "expect.tx.scope.cta.space.cta" +
                    bar + ", i32 1)",
                "a transaction count of 1 takes the tx-count beyond "
                "-1048575..1048575 at the " +
                    place},
           Case{init + wait + ", i32 2)",
                "phase parity must be 0 or 1, got 2, at the " + place},
           Case{init + "  %a = call i1 @llvm.nvvm.mbarrier.test.wait.shared" +
                    bar + ", i64 1)",
                place + " is awaited with a token that it has not given"},
           Case{op + "init.shared" + bar + ", i32 1)\n  %a" + arrive + "  %b" +
                    arrive +
                    "  %c = call i1 @llvm.nvvm.mbarrier.test.wait.shared" +
                    bar + ", i64 %a)",
                "token of phase 0 is too old for the " + place +
                    ", which is in phase 2"},
           Case{init + "  store i32 0, ptr addrspace(3) @bar\n  %a" + arrive,
                place + " has been overwritten since it was initialised"},
           Case{"  %g = addrspacecast ptr addrspace(1) %out to ptr\n"
                "  call void @llvm.nvvm.mbarrier.init(ptr %g, i32 1)",
                "must be in the shared memory of its block"},
           Case{"  %p = getelementptr i8, ptr addrspace(3) @bar, i32 4\n"
                "  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) "
                "%p, i32 1)",
                "access of 8 bytes at shared address 0x284 must be aligned to "
                "8"},
           Case{init +
                    "  call void @load(ptr addrspace(3) @tile, ptr "
                    "addrspace(1) %in, i32 16, ptr addrspace(3) @bar)\n" +
                    op + "inval.shared" + bar + ")",
                place + " is invalidated before it is signalled; copy of 16 "
                        "bytes from address 0x"},
       })
    EXPECT_TRUE(contains(asyncError(test.body), test.message)) << test.body;
}

TEST(MbarrierKernel, MissingArrivalDeadLocks) {
  AsyncRun kernel(R"(
  br i1 %leader, label %init, label %begin
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 64)
  br label %begin
begin:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %low = icmp ult i32 %tid, 32
  br i1 %low, label %waits, label %leaves
waits:
  %token = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  call void @wait(ptr addrspace(3) @bar, i32 0)
  ret void
leaves:)");
  EXPECT_EQ(kernel.run({1}, 64, 64),
            "kernel 'k': dead-lock, no thread in flight makes progress: block "
            "(0, 0, 0): threads 0..31 wait for the end of a phase of parity 0 "
            "at mbarrier at shared address 0x280, which is in phase 0 with 32 "
            "of 64 arrivals pending and a tx-count of 0; threads 32..63 have "
            "exited");
}

} // namespace
