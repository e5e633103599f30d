//===- RaceTest.cpp - Accesses that nothing orders ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are written so that round robin runs them without harm: what is
// missing is found all the same.
//
//===----------------------------------------------------------------------===//

#include "RaceTest.h"

using namespace scanc::simt;

namespace {

const char *const sharedHeader = R"(
@cells = internal addrspace(3) global [64 x i32] undef, align 4
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @cells, i32 %tid
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
)";

/// Each thread writes its cell, meets the others somehow, and reads the cell of
/// tid xor `distance`.
std::string swapCells(const std::string &meet, unsigned distance,
                      const std::string &after = "") {
  return sharedHeader + ("  store i32 %tid, ptr addrspace(3) %mine\n" + meet +
                         "\n  %partner = xor i32 %tid, " +
                         std::to_string(distance) + R"(
  %theirs = getelementptr i32, ptr addrspace(3) @cells, i32 %partner
  %v = load i32, ptr addrspace(3) %theirs
  store i32 %v, ptr addrspace(1) %slot
)" + after + "  ret void\n}\n");
}

const std::string blockBarrier =
    "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
const std::string warpSync = "  call void @llvm.nvvm.bar.warp.sync(i32 -1)\n";

} // namespace

//===----------------------------------------------------------------------===//
// Within a block
//===----------------------------------------------------------------------===//

TEST(Race, BlockBarrierOrdersWarps) {
  EXPECT_EQ(raceIn(swapCells(blockBarrier, 32), 1, 64), "");
}

TEST(Race, MissingBlockBarrier) {
  std::string message = raceIn(swapCells("", 32), 1, 64);
  EXPECT_TRUE(contains(
      message,
      "race (write after read) on shared address 0x80: load of 4 bytes by "
      "thread 0 of block (0, 0, 0) at unknown place in 'k', then store of 4 "
      "bytes by thread 32 of block (0, 0, 0) at unknown place in 'k': "));
  EXPECT_TRUE(contains(message, "no block barrier orders the two warps"));
}

TEST(Race, WarpSyncOrdersLanesOnly) {
  EXPECT_EQ(raceIn(swapCells(warpSync, 1), 1, 64), "");
  EXPECT_TRUE(contains(raceIn(swapCells(warpSync, 32), 1, 64),
                       "no block barrier orders the two warps"));
}

TEST(Race, MissingWarpSync) {
  EXPECT_TRUE(contains(raceIn(swapCells("", 1), 1, 32),
                       "no bar.warp.sync orders the two lanes"));
}

TEST(Race, ShufflesOrderNoMemory) {
  EXPECT_TRUE(contains(
      raceIn(swapCells("  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, "
                       "i32 %tid, i32 1, i32 31)\n",
                       1),
             1, 32),
      "shuffles order no memory"));
}

TEST(Race, WarpSyncOfHalfAWarpOrdersThatHalf) {
  const std::string half = R"(
  %low = icmp ult i32 %tid, 16
  %mask = select i1 %low, i32 65535, i32 -65536
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
)";
  EXPECT_EQ(raceIn(swapCells(half, 8), 1, 32), "");
  EXPECT_TRUE(contains(raceIn(swapCells(half, 16), 1, 32),
                       "no bar.warp.sync orders the two lanes"));
}

TEST(Race, NamedBarrierOfSomeWarps) {
  // Warps 0 and 1 meet at barrier 1, 2 and 3 at barrier 2.
  const std::string meet = R"(
  %pair = lshr i32 %tid, 6
  %id = add i32 %pair, 1
  call void @llvm.nvvm.barrier.cta.sync.count(i32 %id, i32 64)
)";
  const std::string big = [&] {
    std::string ir = swapCells(meet, 32);
    return ir.replace(ir.find("64 x i32"), 8, "128 x i32");
  }();
  EXPECT_EQ(raceIn(big, 1, 128), "");
  std::string across = swapCells(meet, 64);
  across.replace(across.find("64 x i32"), 8, "128 x i32");
  EXPECT_TRUE(contains(raceIn(across, 1, 128),
                       "no block barrier orders the two warps"));
}

TEST(Race, ProducerArrivesConsumerWaits) {
  // Warp 0 writes and arrives, warp 1 waits and reads; not the other way.
  const std::string body = R"(
  %warp = lshr i32 %tid, 5
  %isProducer = icmp eq i32 %warp, 0
  br i1 %isProducer, label %produce, label %consume
produce:
  store i32 %tid, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.arrive.count(i32 1, i32 64)
  AFTER
  ret void
consume:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 64)
  %partner = sub i32 %tid, 32
  %theirs = getelementptr i32, ptr addrspace(3) @cells, i32 %partner
  %v = load i32, ptr addrspace(3) %theirs
  store i32 %v, ptr addrspace(1) %slot
  ret void
}
)";
  auto with = [&](const std::string &after) {
    std::string ir = sharedHeader + body;
    return ir.replace(ir.find("AFTER"), 5, after);
  };
  EXPECT_EQ(raceIn(with(""), 1, 64), "");
  EXPECT_TRUE(contains(
      raceIn(with("store i32 0, ptr addrspace(3) %mine"), 1, 64), "race ("));
}

TEST(Race, WriteAfterReadInADoubleBuffer) {
  // Two rounds over one buffer need a barrier between reads and next writes.
  auto rounds = [](const std::string &between) {
    return swapCells(blockBarrier, 32,
                     between + "  store i32 7, ptr addrspace(3) %mine\n" +
                         blockBarrier +
                         "  %w = load i32, ptr addrspace(3) %theirs\n"
                         "  store i32 %w, ptr addrspace(1) %slot\n");
  };
  EXPECT_EQ(raceIn(rounds(blockBarrier), 1, 64), "");
  std::string message = raceIn(rounds(""), 1, 64);
  EXPECT_TRUE(contains(message, "race ("));
  EXPECT_TRUE(contains(message, "no block barrier orders the two warps"));
}

TEST(Race, NeighbouringBytesAreNotOneWord) {
  EXPECT_EQ(raceIn(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr i8, ptr addrspace(1) %out, i32 %tid
  store i8 1, ptr addrspace(1) %slot
  ret void
}
)",
                   1, 128),
            "");
}

TEST(Race, VectorsOverlapWords) {
  EXPECT_TRUE(contains(raceIn(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store <2 x i32> zeroinitializer, ptr addrspace(1) %slot, align 4
  ret void
}
)",
                              1, 64),
                       "race (write after write) on byte 4 of the output: "
                       "store of 8 bytes by thread 0"));
}

TEST(Race, ReadsNeverRace) {
  EXPECT_EQ(raceIn(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %v = load i32, ptr addrspace(1) %flag
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %v, ptr addrspace(1) %slot
  ret void
}
)",
                   1, 128),
            "");
}

//===----------------------------------------------------------------------===//
// Between blocks
//===----------------------------------------------------------------------===//

TEST(Race, TwoBlocksWriteTheSame) {
  EXPECT_TRUE(
      contains(raceIn(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  store i32 1, ptr addrspace(1) %out
  ret void
}
)",
                      9, 1),
               "at unknown place in 'k': nothing orders the two blocks: "
               "no release by the first that the second acquires"));
}

/// Block 0 writes data and then a flag, block 1 waits for the flag and reads
/// the data.
static std::string handOver(const std::string &store, const std::string &load,
                            const std::string &before = "",
                            const std::string &after = "") {
  return R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %block, 0
  br i1 %first, label %give, label %take
give:
  store i32 42, ptr addrspace(1) %out
  )" + before +
         "\n  " + store + R"(
  ret void
take:
  )" + load +
         R"(
  %set = icmp ne i32 %f, 0
  br i1 %set, label %use, label %take
use:
  )" + after +
         R"(
  %v = load i32, ptr addrspace(1) %out
  %next = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %v, ptr addrspace(1) %next
  ret void
}
)";
}

static std::string flagStore(const std::string &order,
                             const std::string &scope = "device") {
  return "store atomic i32 1, ptr addrspace(1) %flag syncscope(\"" + scope +
         "\") " + order + ", align 4";
}
static std::string flagLoad(const std::string &order,
                            const std::string &scope = "device") {
  return "%f = load atomic i32, ptr addrspace(1) %flag syncscope(\"" + scope +
         "\") " + order + ", align 4";
}
static const std::string releaseFence = "fence syncscope(\"device\") release";
static const std::string acquireFence = "fence syncscope(\"device\") acquire";

TEST(Race, ReleaseAndAcquireOrderBlocks) {
  EXPECT_EQ(raceIn(handOver(flagStore("release"), flagLoad("acquire")), 2, 1),
            "");
  EXPECT_EQ(raceIn(handOver(flagStore("monotonic"), flagLoad("monotonic"),
                            releaseFence, acquireFence),
                   2, 1),
            "");
  EXPECT_EQ(raceIn(handOver(flagStore("monotonic"), flagLoad("acquire"),
                            "call void @llvm.nvvm.membar.gl()"),
                   2, 1),
            "");
}

TEST(Race, RelaxedFlagWhereReleaseIsNeeded) {
  std::string message =
      raceIn(handOver(flagStore("monotonic"), flagLoad("acquire")), 2, 1);
  EXPECT_TRUE(contains(message, "race (read after write) on byte 0 of the "
                                "output"));
  EXPECT_TRUE(contains(message, "atomic store of 4 bytes at unknown place in "
                                "'k', which the second thread has read, is "
                                "relaxed where a release is needed"));
}

TEST(Race, RelaxedLoadWhereAcquireIsNeeded) {
  EXPECT_TRUE(contains(
      raceIn(handOver(flagStore("release"), flagLoad("monotonic")), 2, 1),
      "is relaxed where an acquire is needed"));
}

TEST(Race, MissingFenceOnEitherSide) {
  EXPECT_TRUE(contains(raceIn(handOver(flagStore("monotonic"),
                                       flagLoad("monotonic"), "", acquireFence),
                              2, 1),
                       "is relaxed where a release is needed"));
  EXPECT_TRUE(contains(raceIn(handOver(flagStore("monotonic"),
                                       flagLoad("monotonic"), releaseFence),
                              2, 1),
                       "is relaxed where an acquire is needed"));
}

TEST(Race, ScopeOfTheBlockDoesNotReachAnother) {
  EXPECT_TRUE(contains(
      raceIn(handOver(flagStore("release", "block"), flagLoad("acquire")), 2,
             1),
      "race"));
  EXPECT_TRUE(
      contains(raceIn(handOver(flagStore("monotonic"), flagLoad("acquire"),
                               "call void @llvm.nvvm.membar.cta()"),
                      2, 1),
               "device is needed"));
}

TEST(Race, RelaxedUpdateCarriesTheReleaseOn) {
  // Block 0 releases, block 1 adds without order, block 2 sees both.
  const std::string ir = R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  switch i32 %block, label %take [ i32 0, label %give i32 1, label %count ]
give:
  store i32 42, ptr addrspace(1) %out
  store atomic i32 1, ptr addrspace(1) %flag syncscope("device") ORDER, align 4
  ret void
count:
  %a = load atomic i32, ptr addrspace(1) %flag syncscope("device") monotonic, align 4
  %one = icmp eq i32 %a, 1
  br i1 %one, label %add, label %count
add:
  %c = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("device") monotonic
  ret void
take:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("device") acquire, align 4
  %two = icmp eq i32 %f, 2
  br i1 %two, label %use, label %take
use:
  %v = load i32, ptr addrspace(1) %out
  %own = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %v, ptr addrspace(1) %own
  ret void
}
)";
  auto with = [&](const std::string &order) {
    std::string text = ir;
    return text.replace(text.find("ORDER"), 5, order);
  };
  EXPECT_EQ(raceIn(with("release"), 3, 1), "");
  EXPECT_TRUE(contains(raceIn(with("monotonic"), 3, 1), "race ("));
}

TEST(Race, UpdatesHaveNoOrderOfTheirOwn) {
  // PTX gets atom.add, whatever order atomicrmw has; fences are what counts.
  const std::string update =
      "  %g = atomicrmw add ptr addrspace(1) %flag, i32 1 ";
  const std::string fence = "  fence syncscope(\"device\") release\n";
  const std::string load = flagLoad("acquire");
  EXPECT_TRUE(contains(
      raceIn(handOver(update + "syncscope(\"device\") acq_rel\n", load), 2, 1),
      "is relaxed where a release is needed"));
  EXPECT_EQ(
      raceIn(
          handOver(fence + update + "syncscope(\"device\") monotonic\n", load),
          2, 1),
      "");
  // Its scope is the device's.
  EXPECT_EQ(raceIn(handOver(fence + update + "syncscope(\"block\") monotonic\n",
                            load),
                   2, 1),
            "");
}

TEST(Race, KnowledgePassesFromBlockToBlock) {
  // A chain: block k takes from k - 1 and gives to k + 1; the last reads what
  // the first wrote.
  EXPECT_EQ(raceIn(R"(
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %flag) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %block, 0
  br i1 %first, label %write, label %wait
write:
  store i32 42, ptr addrspace(1) %out
  br label %give
wait:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("device") acquire, align 4
  %mine = icmp eq i32 %f, %block
  br i1 %mine, label %use, label %wait
use:
  %v = load i32, ptr addrspace(1) %out
  br label %give
give:
  %next = add i32 %block, 1
  store atomic i32 %next, ptr addrspace(1) %flag syncscope("device") release, align 4
  ret void
}
)",
                   6, 1),
            "");
}

TEST(Race, BlocksThatReuseASlotAreStrangers) {
  std::vector<uint32_t> out(1);
  LaunchOptions options;
  options.residentBlocks = 1;
  options.checks.buffers = {Buffer{out.data(), 4, "output"}};
  auto executor = compileInstrumented(R"(
define ptx_kernel void @k(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out
  ret void
}
)");
  EXPECT_TRUE(contains(launchError(executor.get(), {2}, {1},
                                   {KernelArg::pointer(out.data())}, options),
                       "nothing orders the two blocks"));
}
