//===- ScheduleOrderTest.cpp - Who runs when, and what that shows ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Simt/Machine.h"
#include "SimtTest.h"
#include "scanc/Simt/Schedules.h"
#include <algorithm>
#include <numeric>

using namespace scanc::simt;
using Schedule = LaunchOptions::Schedule;

namespace {

//===----------------------------------------------------------------------===//
// Who runs when
//===----------------------------------------------------------------------===//

/// Every thread writes its number in the grid to a log, before and after a
/// barrier.
const char *logTwice = R"(
define internal void @note(ptr addrspace(1) %count, ptr addrspace(1) %log, i32 %id) {
  %i = atomicrmw add ptr addrspace(1) %count, i32 1 syncscope("device") monotonic
  %p = getelementptr i32, ptr addrspace(1) %log, i32 %i
  store i32 %id, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @k(ptr addrspace(1) %count, ptr addrspace(1) %log) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %base = mul i32 %block, %threads
  %id = add i32 %base, %tid
  call void @note(ptr addrspace(1) %count, ptr addrspace(1) %log, i32 %id)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @note(ptr addrspace(1) %count, ptr addrspace(1) %log, i32 %id)
  ret void
})";

std::vector<uint32_t> logOf(Executor *executor, unsigned blocks,
                            unsigned threads, const LaunchOptions &options) {
  uint32_t count = 0;
  std::vector<uint32_t> log(2 * blocks * threads, ~0u);
  EXPECT_EQ(
      launchError(executor, {blocks}, {threads},
                  {KernelArg::pointer(&count), KernelArg::pointer(log.data())},
                  options),
      "");
  return log;
}

/// The log, `unit` threads taken together, without repetitions in a row.
std::vector<uint32_t> turns(const std::vector<uint32_t> &log, unsigned unit) {
  std::vector<uint32_t> result;
  for (uint32_t id : log)
    result.push_back(id / unit);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

TEST(Schedules, RoundRobinGoesInOrder) {
  auto executor = compile(logTwice);
  auto log = logOf(executor.get(), 2, 64, scheduled(Schedule::RoundRobin));
  EXPECT_EQ(turns(log, 64), std::vector<uint32_t>({1, 0}));
  std::vector<uint32_t> lanes(64);
  std::iota(lanes.begin(), lanes.end(), 64);
  EXPECT_TRUE(std::equal(lanes.begin(), lanes.end(), log.begin()));
}

TEST(Schedules, RandomFollowsItsSeed) {
  auto executor = compile(logTwice);
  std::vector<std::vector<uint32_t>> logs;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    LaunchOptions options = scheduled(Schedule::Random, seed);
    logs.push_back(logOf(executor.get(), 8, 64, options));
    EXPECT_EQ(logOf(executor.get(), 8, 64, options), logs.back());
  }
  llvm::sort(logs);
  EXPECT_EQ(std::unique(logs.begin(), logs.end()), logs.end());
}

TEST(Schedules, RandomStartsBlocksInAnyOrder) {
  // One block at a time, so that the turns are the order of the starts.
  auto executor = compile(logTwice);
  bool everyFirst[4] = {};
  for (uint64_t seed = 0; seed < 40; ++seed) {
    auto order = turns(
        logOf(executor.get(), 4, 1, scheduled(Schedule::Random, seed, 1)), 1);
    ASSERT_EQ(order.size(), 4u);
    everyFirst[order.front()] = true;
  }
  for (bool first : everyFirst)
    EXPECT_TRUE(first);
}

TEST(Schedules, StarvedBlockComesLast) {
  auto executor = compile(logTwice);
  for (uint32_t seed : {0, 1, 2}) {
    auto order = turns(logOf(executor.get(), 6, 64,
                             scheduled(Schedule::StarvedBlock, seed, 3)),
                       64);
    EXPECT_EQ(order.size(), 6u);
    EXPECT_EQ(order.back(), seed);
  }
}

TEST(Schedules, StarvedBlockMayStartAhead) {
  auto executor = compile(logTwice);
  for (uint32_t place : {0, 1, 2}) {
    // One thread's turn is not enough for the barrier.
    auto log = logOf(executor.get(), 6, 64,
                     scheduled(Schedule::StarvedBlock, 3 * 1 + place, 3));
    EXPECT_EQ(log.front() / 64, place);
    EXPECT_EQ(log.back() / 64, place);
    EXPECT_NE(log[1] / 64, place);
  }
}

TEST(Schedules, StarvedBlockMayBeginLate) {
  auto executor = compile(logTwice);
  LaunchOptions options = scheduled(Schedule::StarvedBlock, 0, 3);
  for (uint32_t place : {0, 1, 2}) {
    // Eight turns of the other two, by turns; then one of its own.
    options.seed = uint64_t(2 * 8) << 32 | (3 * 1 + place);
    auto log = logOf(executor.get(), 3, 64, options);
    for (int i = 0; i < 8; ++i) {
      EXPECT_NE(log[i] / 64, place);
      EXPECT_NE(log[i] / 64, log[i + 1] / 64);
    }
    EXPECT_EQ(llvm::find_if(
                  log, [&](uint32_t thread) { return thread / 64 == place; }) -
                  log.begin(),
              8);
    EXPECT_EQ(log.back() / 64, place);
  }
}

TEST(Schedules, WarpAheadKeepsItsRanks) {
  auto executor = compile(logTwice);
  for (unsigned seed : {0, 2, 3}) {
    auto order = turns(
        logOf(executor.get(), 1, 128, scheduled(Schedule::WarpAhead, seed)),
        32);
    std::vector<uint32_t> expected;
    for (unsigned i = 0; i < 8; ++i)
      expected.push_back((seed + i) % 4);
    EXPECT_EQ(order, expected);
  }
}

TEST(Schedules, ReverseBlocksGoesBackwards) {
  auto executor = compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %count, ptr addrspace(1) %log) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %base = mul i32 %block, %threads
  %id = add i32 %base, %tid
  %i = atomicrmw add ptr addrspace(1) %count, i32 1 syncscope("device") monotonic
  %p = getelementptr i32, ptr addrspace(1) %log, i32 %i
  store i32 %id, ptr addrspace(1) %p
  ret void
})");
  uint32_t count = 0;
  std::vector<uint32_t> log(256), expected(256);
  std::iota(expected.rbegin(), expected.rend(), 0);
  ASSERT_EQ(
      launchError(executor.get(), {4}, {64},
                  {KernelArg::pointer(&count), KernelArg::pointer(log.data())},
                  scheduled(Schedule::ReverseBlocks)),
      "");
  EXPECT_EQ(log, expected);
}

//===----------------------------------------------------------------------===//
// Pre-emption
//===----------------------------------------------------------------------===//

const Thread *lastAccessor = nullptr;
unsigned switches = 0;

/// What instrumented code calls before an access.
void access() {
  Machine &machine = Machine::active();
  machine.maybePreempt();
  switches += lastAccessor && lastAccessor != &machine.thread();
  lastAccessor = &machine.thread();
}

TEST(Schedules, PreemptionAtAccesses) {
  // 32 threads of 4096 accesses each.
  DeviceFunctions functions;
  functions.add("access", access);
  auto executor = compile(R"(
declare void @access()
define ptx_kernel void @k() {
entry:
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  call void @access()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 4096
  br i1 %more, label %loop, label %end
end:
  ret void
})",
                          functions);
  for (const ScheduleInfo &info : schedules()) {
    lastAccessor = nullptr;
    switches = 0;
    EXPECT_EQ(
        launchError(executor.get(), {1}, {32}, {}, scheduled(info.schedule)),
        "");
    if (info.schedule == Schedule::Random) {
      // 2048 pre-emptions, hardly any of which draws the same thread again.
      EXPECT_GT(switches, 1700u);
      EXPECT_LT(switches, 2300u);
    } else {
      EXPECT_EQ(switches, 31u) << info.name.str();
    }
  }
}

//===----------------------------------------------------------------------===//
// What the unkind schedules bring to light
//===----------------------------------------------------------------------===//

TEST(Schedules, RandomShowsALostUpdate) {
  auto executor = compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %sum) {
  %v = load volatile i32, ptr addrspace(1) %sum
  %w = add i32 %v, 1
  store volatile i32 %w, ptr addrspace(1) %sum
  ret void
})");
  auto sum = [&](const LaunchOptions &options) {
    uint32_t sum = 0;
    EXPECT_EQ(launchError(executor.get(), {2}, {64}, {KernelArg::pointer(&sum)},
                          options),
              "");
    return sum;
  };
  EXPECT_EQ(sum(scheduled(Schedule::RoundRobin)), 128u);
  unsigned shown = 0;
  for (uint64_t seed = 0; seed < 20; ++seed)
    shown += sum(scheduled(Schedule::Random, seed)) != 128;
  EXPECT_GT(shown, 0u);
}

TEST(Schedules, WarpAheadShowsAMissingBarrier) {
  // Each warp reads what the warp before it has written.
  auto executor = compile(R"(
@shared = internal addrspace(3) global [128 x i32] undef
define ptx_kernel void @k(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @shared, i32 %tid
  store i32 7, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %low = icmp ult i32 %tid, 32
  %before = sub i32 %tid, 32
  %from = select i1 %low, i32 %tid, i32 %before
  %q = getelementptr i32, ptr addrspace(3) @shared, i32 %from
  %v = load i32, ptr addrspace(3) %q
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %v, ptr addrspace(1) %slot
  ret void
})");
  auto wrong = [&](const LaunchOptions &options) {
    std::vector<uint32_t> out(128, 0);
    EXPECT_EQ(launchError(executor.get(), {1}, {128},
                          {KernelArg::pointer(out.data())}, options),
              "");
    return std::count(out.begin(), out.end(), 0xcdcdcdcdu);
  };
  EXPECT_EQ(wrong(scheduled(Schedule::RoundRobin)), 0);
  EXPECT_EQ(wrong(scheduled(Schedule::WarpAhead, 2)), 32);
}

TEST(Schedules, ReverseBlocksShowsAnUnsynchronisedNeighbour) {
  // Each block reads what the block before it has written.
  auto executor = compile(R"(
define ptx_kernel void @k(ptr addrspace(1) %data) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %p = getelementptr i32, ptr addrspace(1) %data, i32 %b
  %v = load i32, ptr addrspace(1) %p
  %n = add i32 %b, 1
  %q = getelementptr i32, ptr addrspace(1) %data, i32 %n
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %q
  ret void
})");
  auto last = [&](Schedule schedule) {
    std::vector<uint32_t> data(9, 0);
    EXPECT_EQ(launchError(executor.get(), {8}, {1},
                          {KernelArg::pointer(data.data())},
                          scheduled(schedule, 0, 1)),
              "");
    return data.back();
  };
  EXPECT_EQ(last(Schedule::RoundRobin), 8u);
  EXPECT_EQ(last(Schedule::ReverseBlocks), 1u);
}

} // namespace
