//===- ScheduleTest.cpp - Names, progress and dead-locks of schedules -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTest.h"
#include "scanc/Simt/Schedules.h"

using namespace scanc::simt;
using Schedule = LaunchOptions::Schedule;

namespace {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

TEST(Schedules, Names) {
  for (const ScheduleInfo &info : schedules()) {
    EXPECT_EQ(nameOf(info.schedule), info.name);
    llvm::Expected<Schedule> parsed = parseSchedule(info.name);
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    EXPECT_EQ(*parsed, info.schedule);
  }
  llvm::Expected<Schedule> unknown = parseSchedule("fifo");
  ASSERT_FALSE(bool(unknown));
  EXPECT_EQ(llvm::toString(unknown.takeError()),
            "expected a schedule (round_robin, random, starved_block, "
            "warp_ahead, reverse_blocks), got 'fifo'");
}

//===----------------------------------------------------------------------===//
// What every schedule must get through
//===----------------------------------------------------------------------===//

/// Block k waits for block k - 1 and adds k to its sum; k is the number in
/// which the block started, or its index.
std::string chain(bool dynamic) {
  return std::string(R"(
@number = internal addrspace(3) global i32 undef
define ptx_kernel void @k(ptr addrspace(1) %counter, ptr addrspace(1) %flags, ptr addrspace(1) %sums) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %take, label %meet
take:
)") +
         (dynamic ? "  %mine = atomicrmw add ptr addrspace(1) %counter, i32 1 "
                    "syncscope(\"device\") monotonic\n"
                  : "  %mine = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n") +
         R"(
  store i32 %mine, ptr addrspace(3) @number
  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = load i32, ptr addrspace(3) @number
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
})";
}

/// Runs a chain of so many blocks; returns the message, and checks the sums if
/// there is none.
std::string runChain(Executor *executor, unsigned blocks,
                     const LaunchOptions &options) {
  uint32_t counter = 0;
  std::vector<uint32_t> flags(blocks, 0), sums(blocks, 0);
  std::string message = launchError(executor, {blocks}, {64},
                                    {KernelArg::pointer(&counter),
                                     KernelArg::pointer(flags.data()),
                                     KernelArg::pointer(sums.data())},
                                    options);
  if (message.empty())
    for (unsigned b = 0; b < blocks; ++b)
      EXPECT_EQ(sums[b], b * (b + 1) / 2);
  return message;
}

/// A schedule and a seed.
class EverySchedule
    : public testing::TestWithParam<std::tuple<Schedule, uint64_t>> {
protected:
  LaunchOptions options(unsigned residentBlocks) const {
    return scheduled(std::get<0>(GetParam()), std::get<1>(GetParam()),
                     residentBlocks);
  }
};

TEST_P(EverySchedule, ChainInTheOrderOfStarting) {
  auto executor = compile(chain(/*dynamic=*/true));
  for (unsigned resident : {1u, 2u, 5u})
    EXPECT_EQ(runChain(executor.get(), 40, options(resident)), "");
}

TEST_P(EverySchedule, ChainByIndexWithAllBlocksResident) {
  auto executor = compile(chain(/*dynamic=*/false));
  EXPECT_EQ(runChain(executor.get(), 6, options(6)), "");
}

TEST_P(EverySchedule, PollsBetweenBarriers) {
  // Every turn of the loop completes barriers, so something happens all the
  // time. Block 0 sets the flag.
  auto executor = compile(R"(
@seen = internal addrspace(3) global i32 undef
define ptx_kernel void @k(ptr addrspace(1) %flag) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = icmp eq i32 %tid, 0
  %setter = icmp eq i32 %block, 0
  br i1 %setter, label %set, label %loop
loop:
  br i1 %first, label %look, label %meet
look:
  %v = load volatile i32, ptr addrspace(1) %flag
  store i32 %v, ptr addrspace(3) @seen
  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s = load i32, ptr addrspace(3) @seen
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %done = icmp ne i32 %s, 0
  br i1 %done, label %end, label %loop
set:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store volatile i32 1, ptr addrspace(1) %flag
  br label %end
end:
  ret void
})");
  uint32_t flag = 0;
  EXPECT_EQ(launchError(executor.get(), {3}, {64}, {KernelArg::pointer(&flag)},
                        options(3)),
            "");
}

TEST_P(EverySchedule, LocksThatAreTakenInVain) {
  // Every turn of the loop changes the lock. Block 0 sets what the others look
  // for under the lock.
  for (const char *release :
       {"store atomic i32 0, ptr addrspace(1) %lock syncscope(\"device\") "
        "release, align 4",
        "%old = atomicrmw xchg ptr addrspace(1) %lock, i32 0 "
        "syncscope(\"device\") release"}) {
    auto executor = compile(std::string(R"(
define ptx_kernel void @k(ptr addrspace(1) %lock, ptr addrspace(1) %value) {
entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %setter = icmp eq i32 %block, 0
  br label %spin
spin:
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 syncscope("device") acquire monotonic
  %got = extractvalue {i32, i1} %pair, 1
  br i1 %got, label %inside, label %spin
inside:
  %v = load i32, ptr addrspace(1) %value
  %more = add i32 %v, 1
  %w = select i1 %setter, i32 %more, i32 %v
  store i32 %w, ptr addrspace(1) %value
)") + release + R"(
  %done = icmp ne i32 %w, 0
  br i1 %done, label %end, label %spin
end:
  ret void
})");
    uint32_t lock = 0, value = 0;
    EXPECT_EQ(
        launchError(executor.get(), {3}, {64},
                    {KernelArg::pointer(&lock), KernelArg::pointer(&value)},
                    options(3)),
        "");
    EXPECT_EQ(value, 64u);
  }
}

TEST_P(EverySchedule, RunsEveryBlockOnce) {
  auto executor = compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %b
  %v = load i32, ptr addrspace(1) %p
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %p
  ret void
})");
  for (unsigned blocks = 1; blocks < 70; ++blocks) {
    std::vector<uint32_t> out(blocks, 0);
    ASSERT_EQ(launchError(executor.get(), {blocks}, {1},
                          {KernelArg::pointer(out.data())}, options(3)),
              "");
    EXPECT_EQ(out, std::vector<uint32_t>(blocks, 1u));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Seeds, EverySchedule,
    testing::Combine(testing::Values(Schedule::RoundRobin, Schedule::Random,
                                     Schedule::StarvedBlock,
                                     Schedule::WarpAhead,
                                     Schedule::ReverseBlocks),
                     testing::Values(0, 1, 2)),
    [](const auto &info) {
      return nameOf(std::get<0>(info.param)).str() + "_" +
             std::to_string(std::get<1>(info.param));
    });

//===----------------------------------------------------------------------===//
// Dead-locks that a schedule brings about
//===----------------------------------------------------------------------===//

TEST(Schedules, ChainByIndexDeadLocksInReverse) {
  auto executor = compile(chain(/*dynamic=*/false));
  EXPECT_EQ(runChain(executor.get(), 6, scheduled(Schedule::RoundRobin, 0, 2)),
            "");
  std::string message =
      runChain(executor.get(), 6, scheduled(Schedule::ReverseBlocks, 0, 2));
  EXPECT_TRUE(contains(message, "kernel 'k': dead-lock, no thread in flight "
                                "makes progress: block (5, 0, 0): "));
  EXPECT_TRUE(contains(message, "threads 0..62 have exited; thread 63 polls 4 "
                                "bytes at address 0x"));
  EXPECT_TRUE(contains(message, "which hold 0x0; block (4, 0, 0): "));
  EXPECT_TRUE(contains(
      message, "; 4 of 6 blocks have not started (blocks 0..3), since at most "
               "2 are resident at a time; replay with "
               "--schedule=reverse_blocks --seed=0"));
}

TEST(Schedules, MessageReplays) {
  auto executor = compile(chain(/*dynamic=*/false));
  LaunchOptions options = scheduled(Schedule::Random, 7, 1);
  uint32_t counter = 0;
  std::vector<uint32_t> flags(8), sums(8);
  auto run = [&] {
    flags.assign(8, 0);
    return launchError(executor.get(), {8}, {64},
                       {KernelArg::pointer(&counter),
                        KernelArg::pointer(flags.data()),
                        KernelArg::pointer(sums.data())},
                       options);
  };
  std::string message = run();
  EXPECT_TRUE(contains(message, "since at most 1 is resident at a time"));
  EXPECT_TRUE(contains(message, "; replay with --schedule=random --seed=7"));
  EXPECT_EQ(run(), message);
}

} // namespace
