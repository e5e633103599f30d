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
