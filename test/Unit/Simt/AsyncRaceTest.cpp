//===- AsyncRaceTest.cpp - Copies that nothing orders ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"

using namespace scanc::simt;

namespace {

/// The message of a launch of @k(ptr %out, ptr %in) with `body`.
std::string errorIn(const std::string &body, unsigned threads = 1,
                    unsigned blocks = 1) {
  const std::string ir = R"(
@tile = internal addrspace(3) global [16 x i32] undef, align 16
@barrier = internal addrspace(3) global i64 undef, align 8
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %cell = getelementptr i32, ptr addrspace(3) @tile, i32 %tid
)" + body + "\n  ret void\n}\n";
  alignas(16) uint32_t out[16] = {}, in[16] = {};
  LaunchOptions options;
  options.checks.buffers = {Buffer{out, sizeof out, "output"},
                            Buffer{in, sizeof in, "input"}};
  auto executor = compileInstrumented(ir);
  return launchError(executor.get(), {blocks}, {threads},
                     {KernelArg::pointer(out), KernelArg::pointer(in)},
                     options);
}

const std::string fill = "  store <4 x i32> zeroinitializer, ptr addrspace(3) "
                         "@tile, align 16\n";
const std::string proxyFence =
    "  call void @llvm.nvvm.fence.proxy.async.shared_cta()\n";
const std::string storeTile =
    "  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1)"
    " %out, ptr addrspace(3) @tile, i32 16, i64 0, i1 false)\n"
    "  call void @llvm.nvvm.cp.async.bulk.commit.group()\n";
const std::string waitRead =
    "  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 0)\n";
const std::string waitAll =
    "  call void @llvm.nvvm.cp.async.bulk.wait.group(i32 0)\n";

} // namespace

TEST(AsyncRace, FenceBeforeABulkStore) {
  EXPECT_EQ(errorIn(fill + proxyFence + storeTile + waitAll), "");
  std::string message = errorIn(fill + storeTile + waitAll);
  EXPECT_TRUE(contains(message, "race (read after write) on shared address "
                                "0x0: store of 16 bytes by thread 0"));
  EXPECT_TRUE(contains(message, "then bulk copy by a copy by thread 0"));
  EXPECT_TRUE(contains(
      message, "no fence.proxy.async stands between the store and the copy"));
}

TEST(AsyncRace, FenceThatComesTooEarly) {
  EXPECT_TRUE(contains(errorIn(proxyFence + fill + storeTile + waitAll),
                       "no fence.proxy.async stands between"));
}

TEST(AsyncRace, WhatIsFetchedCountsOnceTheBlockStores) {
  // Block 1 fetches what block 0 replaces.
  const std::string byCopy = R"(
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @barrier, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  %t = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @barrier, i32 16)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @barrier, ptr addrspace(1) %in, i32 16, i64 0, i1 false)
  br label %loop
loop:
  %done = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @barrier, i32 0)
  br i1 %done, label %then, label %loop
then:
  %v = load i32, ptr addrspace(3) @tile
)";
  const std::string byLoad = "  %v = load i32, ptr addrspace(1) %in\n";
  auto kernel = [](const std::string &fetch, const std::string &then) {
    return R"(
  %bid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %second = icmp eq i32 %bid, 1
  br i1 %second, label %fetch, label %replace
replace:
  store i32 7, ptr addrspace(1) %in
  br label %end
fetch:
)" + fetch +
           then + R"(
  br label %end
end:)";
  };
  for (const std::string &fetch : {byCopy, byLoad}) {
    EXPECT_EQ(errorIn(kernel(fetch, ""), 1, 2), "");
    EXPECT_EQ(
        errorIn(kernel(fetch, "  store atomic i32 %v, ptr addrspace(1) %out "
                              "syncscope(\"device\") monotonic, align 4"),
                1, 2),
        "");
    EXPECT_TRUE(contains(
        errorIn(kernel(fetch, "  store i32 %v, ptr addrspace(1) %out"), 1, 2),
        "nothing orders the two blocks"));
  }
}

TEST(AsyncRace, ReuseOfABufferThatACopyReads) {
  EXPECT_EQ(errorIn(fill + proxyFence + storeTile + waitRead + fill + waitAll),
            "");
  // The copy happens as late as it can, after the second store.
  EXPECT_TRUE(contains(errorIn(fill + proxyFence + storeTile + fill + waitAll),
                       "race ("));
}

TEST(AsyncRace, AnotherThreadsStoresNeedABarrierToo) {
  // Thread 0 copies what the four threads wrote, each having fenced.
  auto kernel = [](const std::string &meet) {
    return "  store i32 %tid, ptr addrspace(3) %cell\n" + proxyFence + meet +
           R"(
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %copy, label %done
copy:
)" + proxyFence +
           storeTile + waitAll + "  br label %done\ndone:";
  };
  EXPECT_EQ(errorIn(kernel("  call void "
                           "@llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"),
                    4),
            "");
  EXPECT_TRUE(contains(errorIn(kernel(""), 4), "race ("));
}

TEST(AsyncRace, EachThreadsFenceBeforeTheBarrierWillDo) {
  // The issuer itself does not fence: it knows of the others' fences.
  auto kernel = [](const std::string &fence) {
    return "  store i32 %tid, ptr addrspace(3) %cell\n" + fence +
           "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n" + R"(
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %copy, label %done
copy:
)" + storeTile +
           waitAll + "  br label %done\ndone:";
  };
  EXPECT_EQ(errorIn(kernel(proxyFence), 4), "");
  EXPECT_TRUE(
      contains(errorIn(kernel(""), 4), "no fence.proxy.async stands between"));
  // A store after the fence is not fenced.
  const std::string again = "  store i32 7, ptr addrspace(3) %cell\n";
  EXPECT_TRUE(contains(errorIn(kernel(proxyFence + again), 4),
                       "no fence.proxy.async stands between"));
}

TEST(AsyncRace, ReadsThatOneThreadWaitedForAreDoneForOthers) {
  // Thread 0 copies out and waits for the reads; then thread 1 stores.
  auto kernel = [](const std::string &wait) {
    return "  store i32 %tid, ptr addrspace(3) %cell\n" + proxyFence +
           "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n" +
           R"(
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %copy, label %meet
copy:
)" + storeTile +
           wait + R"(  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 9, ptr addrspace(3) %cell
)" + waitAll;
  };
  EXPECT_EQ(errorIn(kernel(waitRead), 4), "");
  EXPECT_TRUE(contains(errorIn(kernel(""), 4), "race ("));
}

/// Thread 0 has 16 bytes loaded and waits for the mbarrier, or does not.
static std::string load(const std::string &wait) {
  return R"(
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @barrier, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  %s = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @barrier, i32 16)
  %to = addrspacecast ptr addrspace(3) @tile to ptr addrspace(7)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(7) %to, ptr addrspace(3) @barrier, ptr addrspace(1) %in, i32 16, i16 0, i64 0, i1 false, i1 false)
  br label %wait
wait:
)" + wait +
         R"(
use:
  %v = load i32, ptr addrspace(3) @tile
  store i32 %v, ptr addrspace(1) %out
  br label %end
end:
  %late = call i1 @llvm.nvvm.mbarrier.test.wait.parity.scope.cta.space.cta(ptr addrspace(3) @barrier, i32 0)
  br i1 %late, label %done, label %end
done:)";
}

TEST(AsyncRace, LoadThatIsWaitedFor) {
  EXPECT_EQ(errorIn(load("  %ok = call i1 "
                         "@llvm.nvvm.mbarrier.test.wait.parity.scope.cta.space."
                         "cta(ptr addrspace(3) @barrier, i32 0)\n"
                         "  br i1 %ok, label %use, label %wait")),
            "");
}

TEST(AsyncRace, LoadThatIsNotWaitedFor) {
  EXPECT_TRUE(contains(errorIn(load("  br label %use")),
                       "reads shared address 0x0, which nobody has written"));
}

//===----------------------------------------------------------------------===//
// Mbarriers come into being and end
//===----------------------------------------------------------------------===//

static const std::string init = "  call void @llvm.nvvm.mbarrier.init.shared("
                                "ptr addrspace(3) @barrier, i32 1)\n";
static const std::string inval = "  call void @llvm.nvvm.mbarrier.inval.shared("
                                 "ptr addrspace(3) @barrier)\n";
static const std::string initFence =
    "  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()\n";
static const std::string syncBlock =
    "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
static const std::string syncWarp =
    "  call void @llvm.nvvm.bar.warp.sync(i32 -1)\n";

/// The calling thread alone uses the mbarrier for 16 bytes of %in.
static const std::string copyIn = R"(
  call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @barrier, i32 16)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) @tile, ptr addrspace(3) @barrier, ptr addrspace(1) %in, i32 16, i64 0, i1 false)
)";
static const std::string arrive =
    "  call i64 @llvm.nvvm.mbarrier.arrive.scope.cta.space.cta("
    "ptr addrspace(3) @barrier, i32 1)\n";
static const std::string testWait =
    "  call i1 @llvm.nvvm.mbarrier.test.wait.parity.scope.cta.space.cta("
    "ptr addrspace(3) @barrier, i32 0)\n";

/// Waits until phase 0 is complete; once in a kernel.
static const std::string waitPhase = R"(
  br label %wait
wait:
  %complete = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @barrier, i32 0)
  br i1 %complete, label %waited, label %wait
waited:
)";

/// `code`, which falls through, for one thread.
static std::string only(unsigned thread, const std::string &code) {
  static unsigned count = 0;
  const std::string id = std::to_string(count++),
                    number = std::to_string(thread);
  return "  %is" + id + " = icmp eq i32 %tid, " + number + "\n  br i1 %is" +
         id + ", label %then" + id + ", label %join" + id + "\nthen" + id +
         ":\n" + code + "  br label %join" + id + "\njoin" + id + ":\n";
}

TEST(MbarrierRace, InitWithoutAFence) {
  EXPECT_EQ(errorIn(init + initFence + copyIn + waitPhase), "");
  const std::string message = errorIn(init + copyIn + waitPhase);
  EXPECT_TRUE(contains(message, "race on the mbarrier at shared address 0x"));
  EXPECT_TRUE(contains(message, "mbarrier.init by thread 0 of block (0, 0, 0) "
                                "at unknown place in 'k', then bulk "
                                "copy by a copy by thread 0 of block"));
  EXPECT_TRUE(contains(
      message, "no fence.mbarrier_init by the first stands between the two"));
}

TEST(MbarrierRace, FenceBeforeTheInit) {
  EXPECT_TRUE(contains(errorIn(initFence + init + copyIn + waitPhase),
                       "no fence.mbarrier_init by the first"));
}

TEST(MbarrierRace, ProxyFenceBeforeACopySignals) {
  EXPECT_EQ(errorIn(init + proxyFence + copyIn + waitPhase), "");
  // Also that of the issuer, behind a barrier.
  EXPECT_EQ(errorIn(only(0, init) + syncBlock + only(1, proxyFence + copyIn) +
                        waitPhase,
                    2),
            "");
}

TEST(MbarrierRace, FenceOfInitDoesNotOrderData) {
  // The bytes that the copy reads were stored by the generic proxy.
  EXPECT_TRUE(contains(errorIn(fill + initFence + storeTile + waitAll),
                       "no fence.proxy.async stands between"));
}

TEST(MbarrierRace, FenceOfTheThreadThatInitialised) {
  auto kernel = [](const std::string &first, const std::string &second) {
    return only(0, init + first) + syncBlock + only(1, second + copyIn) +
           waitPhase;
  };
  EXPECT_EQ(errorIn(kernel(initFence, ""), 2), "");
  // Another thread's fence is about the inits of that thread.
  EXPECT_TRUE(contains(errorIn(kernel("", initFence), 2),
                       "no fence.mbarrier_init by the first"));
  // A fence behind the barrier is not known to the issuer.
  EXPECT_TRUE(contains(errorIn(only(0, init) + syncBlock + only(0, initFence) +
                                   only(1, copyIn) + waitPhase,
                               2),
                       "no fence.mbarrier_init by the first"));
}

TEST(MbarrierRace, FenceWithoutABarrier) {
  auto kernel = [](const std::string &meet) {
    return only(0, init + initFence) + meet +
           only(1, "  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta("
                   "ptr addrspace(3) @tile, ptr addrspace(3) @barrier, "
                   "ptr addrspace(1) %in, i32 16, i64 0, i1 false)\n") +
           syncBlock +
           only(0, "  call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta."
                   "space.cta(ptr addrspace(3) @barrier, i32 16)\n") +
           waitPhase;
  };
  EXPECT_EQ(errorIn(kernel(syncBlock), 2), "");
  EXPECT_EQ(errorIn(kernel(syncWarp), 32), "");
  const std::string message = errorIn(kernel(""), 2);
  EXPECT_TRUE(contains(message, "race on the mbarrier at"));
  EXPECT_TRUE(contains(message, "mbarrier.init by thread 0"));
  EXPECT_TRUE(contains(message, "bulk copy by a copy by thread 1"));
  EXPECT_TRUE(contains(message, "no bar.warp.sync orders the two lanes"));
}

TEST(MbarrierRace, SeveralThreadsInitialise) {
  // Each thread an mbarrier of its own, in the tile; thread 1 uses that of 0.
  auto kernel = [](const std::string &fence) {
    return R"(
  %mine = getelementptr i64, ptr addrspace(3) @tile, i32 %tid
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) %mine, i32 1)
)" + fence +
           syncBlock + only(1, R"(
  call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @tile, i32 16)
  %to = getelementptr i8, ptr addrspace(3) @tile, i32 32
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) %to, ptr addrspace(3) @tile, ptr addrspace(1) %in, i32 16, i64 0, i1 false)
)") + R"(
  br label %wait
wait:
  %complete = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @tile, i32 0)
  br i1 %complete, label %waited, label %wait
waited:
)";
  };
  EXPECT_EQ(errorIn(kernel(initFence), 4), "");
  EXPECT_TRUE(contains(errorIn(kernel(only(1, initFence)), 4),
                       "mbarrier.init by thread 0"));
  EXPECT_EQ(errorIn(kernel(only(0, initFence)), 4), "");
}

TEST(MbarrierRace, UsesWithoutABarrier) {
  const struct {
    std::string use, name;
  } uses[] = {
      {arrive, "mbarrier.arrive"},
      {testWait, "wait for the mbarrier"},
      {"  call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta("
       "ptr addrspace(3) @barrier, i32 0)\n",
       "mbarrier.arrive.expect_tx"},
      {"  call void @llvm.nvvm.mbarrier.expect.tx.scope.cta.space.cta("
       "ptr addrspace(3) @barrier, i32 16)\n",
       "mbarrier.expect_tx"},
      {"  call void @llvm.nvvm.cp.async.mbarrier.arrive.shared("
       "ptr addrspace(3) @barrier)\n",
       "cp.async.mbarrier.arrive"},
  };
  for (const auto &[use, name] : uses) {
    EXPECT_EQ(errorIn(only(0, init) + syncBlock + only(1, use), 2), "");
    const std::string message = errorIn(only(0, init) + only(1, use), 2);
    EXPECT_TRUE(contains(message, "race on the mbarrier at shared address 0x"));
    EXPECT_TRUE(contains(message, "mbarrier.init by thread 0"));
    EXPECT_TRUE(contains(message, ", then " + name + " by thread 1"));
    EXPECT_TRUE(contains(message, "no bar.warp.sync orders the two lanes"));
    // The fence is none for the generic proxy.
    EXPECT_TRUE(contains(errorIn(only(0, init + initFence) + only(1, use), 2),
                         "race on the mbarrier at"));
    EXPECT_TRUE(contains(errorIn(only(0, init) + only(32, use), 64),
                         "no block barrier orders the two warps"));
  }
}

TEST(MbarrierRace, UseBehindAUseThatIsOrdered) {
  // Thread 0's own arrival does not hide its init from thread 1.
  EXPECT_TRUE(contains(errorIn(only(0, init + arrive) + only(1, testWait), 2),
                       "mbarrier.init by thread 0"));
}

TEST(MbarrierRace, AWaitLearnsOfNoLaterPhase) {
  const std::string initTwo = "  call void @llvm.nvvm.mbarrier.init.shared("
                              "ptr addrspace(3) @barrier, i32 2)\n";
  const std::string store = "  store i32 1, ptr addrspace(3) @tile\n";
  const std::string load = "  %got = load i32, ptr addrspace(3) @tile\n";
  auto kernel = [&](const std::string &phase0, const std::string &phase1) {
    return only(0, initTwo) + syncBlock + only(0, phase0) + only(1, phase1) +
           waitPhase + only(2, load);
  };
  EXPECT_EQ(errorIn(kernel(arrive, store + arrive), 3), "");
  EXPECT_TRUE(contains(errorIn(kernel(arrive + arrive, store + arrive), 3),
                       "race (read after write) on shared address"));
}

TEST(MbarrierRace, InvalidationAfterUses) {
  auto kernel = [](const std::string &meet, const std::string &then) {
    return only(0, init) + syncBlock + only(1, arrive) + meet + only(0, then);
  };
  EXPECT_EQ(errorIn(kernel(syncBlock, inval), 2), "");
  EXPECT_EQ(errorIn(kernel(syncBlock, inval + init), 2), "");
  const std::string message = errorIn(kernel("", inval), 2);
  EXPECT_TRUE(contains(message, "race on the mbarrier at"));
  EXPECT_TRUE(contains(message, "mbarrier.arrive by thread 1"));
  EXPECT_TRUE(contains(message, ", then mbarrier.inval by thread 0"));
}

TEST(MbarrierRace, InvalidationAfterACopySignalled) {
  // Whoever has waited knows that the copy has signalled.
  EXPECT_EQ(errorIn(init + initFence + copyIn + waitPhase + inval), "");
  EXPECT_EQ(errorIn(only(0, init + initFence + copyIn) + syncBlock + waitPhase +
                        syncBlock + only(1, inval),
                    2),
            "");
  // Thread 1 has seen the phase, and a relaxed wait orders nothing.
  EXPECT_TRUE(contains(
      errorIn(only(0, init + initFence + copyIn) + syncBlock + only(1, R"(
  br label %wait
wait:
  %complete = call i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3) @barrier, i32 0)
  br i1 %complete, label %waited, label %wait
waited:
)" + inval),
              2),
      "then mbarrier.inval by thread 1"));
}

TEST(MbarrierRace, NewInitByAnotherThread) {
  auto kernel = [](const std::string &meet) {
    return only(0, init + inval) + meet + only(1, init);
  };
  EXPECT_EQ(errorIn(kernel(syncBlock), 2), "");
  const std::string message = errorIn(kernel(""), 2);
  EXPECT_TRUE(contains(message, "mbarrier.inval by thread 0"));
  EXPECT_TRUE(contains(message, ", then mbarrier.init by thread 1"));
}

TEST(MbarrierRace, NewInitNeedsAFenceOfItsOwn) {
  const std::string used = init + initFence + copyIn + waitPhase + inval;
  const std::string again = "  call void @llvm.nvvm.cp.async.bulk.global.to."
                            "shared.cta(ptr addrspace(3) @tile, ptr addrspace("
                            "3) @barrier, ptr addrspace(1) %in, i32 16, i64 0, "
                            "i1 false)\n";
  EXPECT_TRUE(contains(errorIn(used + init + again),
                       "no fence.mbarrier_init by the first"));
}

TEST(MbarrierRace, BytesOfAnMbarrierForData) {
  const std::string store = "  store i64 7, ptr addrspace(3) @barrier\n";
  auto kernel = [&](const std::string &meet) {
    return only(0, init + inval) + meet + only(1, store);
  };
  EXPECT_EQ(errorIn(kernel(syncBlock), 2), "");
  EXPECT_TRUE(contains(errorIn(kernel(""), 2), "mbarrier.inval by thread 0"));
  EXPECT_TRUE(contains(errorIn(only(0, store) + only(1, init), 2),
                       ", then mbarrier.init by thread 1"));
}

TEST(MbarrierRace, BlocksInOneSlotDoNotKnowEachOther) {
  EXPECT_EQ(errorIn(only(0, init + initFence) + syncBlock + only(1, copyIn) +
                        waitPhase,
                    2, 12),
            "");
}
