//===- Diagnosis.cpp - Says why a launch failed ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnosis.h"
#include "Scheduler.h"
#include "scanc/Simt/Schedules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace scanc::simt;
using llvm::formatv;

namespace {

/// A message lists at most so many groups, and so many ranges in each.
constexpr size_t maxGroups = 8, maxRanges = 6;
/// Blocks that have not started are listed up to so many, else only counted.
constexpr uint64_t maxListedBlocks = 1 << 16;

/// Threads in the same situation, by linear number, ascending.
struct Group {
  const Thread *example;
  std::vector<unsigned> threads;
};

bool sameSituation(const Thread &a, const Thread &b) {
  if (a.state != b.state || a.site != b.site)
    return false;
  switch (a.state) {
  case ThreadState::Runnable:
    return a.polledAddress == b.polledAddress && a.polledSize == b.polledSize;
  case ThreadState::Held:
  case ThreadState::AtClusterBarrier:
  case ThreadState::Exited:
    return true;
  case ThreadState::AtCollective:
    return a.warp == b.warp &&
           a.collectives.front().op == b.collectives.front().op &&
           a.collectives.front().mask == b.collectives.front().mask;
  case ThreadState::AtBarrier:
    return a.barrier == b.barrier;
  case ThreadState::Polling:
    return a.polledAddress == b.polledAddress && a.polledSize == b.polledSize &&
           a.awaitedParity == b.awaitedParity;
  }
  return false;
}

std::vector<Group> groupThreads(const Block &block) {
  std::vector<Group> groups;
  for (const Thread &thread : block.threads) {
    auto group = llvm::find_if(groups, [&](const Group &g) {
      return sameSituation(*g.example, thread);
    });
    if (group == groups.end())
      group = groups.insert(group, Group{&thread, {}});
    group->threads.push_back(thread.linearIndex);
  }
  return groups;
}

/// "thread 3", "threads 0..31", "lanes 0..3, 8".
std::string ranges(llvm::StringRef noun, llvm::ArrayRef<unsigned> numbers) {
  std::string text = (noun + (numbers.size() == 1 ? " " : "s ")).str();
  size_t count = 0;
  for (size_t i = 0; i < numbers.size(); ++count) {
    size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
      ++end;
    if (count)
      text += ", ";
    if (count == maxRanges)
      return text + "...";
    text += std::to_string(numbers[i]);
    if (end - i > 1)
      text += ".." + std::to_string(numbers[end - 1]);
    i = end;
  }
  return text;
}

/// " at scan.mlir:3:4", where the module is instrumented.
std::string placeOf(const Thread &thread) {
  return thread.site ? " at " + thread.site->place.text : "";
}

std::string lanesOf(uint32_t mask) {
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (mask >> lane & 1)
      lanes.push_back(lane);
  return ranges("lane", lanes);
}

std::string hex(uint64_t value) { return "0x" + llvm::utohexstr(value, true); }

/// The number that `size` bytes hold, in hexadecimal.
std::string valueAt(uintptr_t address, unsigned size) {
  llvm::SmallVector<uint64_t> words(llvm::divideCeil(size, 8));
  std::memcpy(words.data(), reinterpret_cast<const void *>(address), size);
  return "0x" + llvm::toString(llvm::APInt(8 * size, words), 16,
                               /*Signed=*/false, /*formatAsCLiteral=*/false,
                               /*UpperCase=*/false);
}

/// What the lanes that wait at a collective wait for.
std::string awaitedLanes(const Thread &thread) {
  const Warp &warp = *thread.warp;
  const CollectiveCall &call = thread.collectives.front();
  uint32_t arrived = 0;
  for (const Rendezvous &meeting : warp.rendezvous)
    if (meeting.op == call.op && meeting.mask == call.mask)
      arrived = meeting.arrived;
  uint32_t missing = call.mask & ~arrived;
  llvm::SmallVector<std::string, 3> parts;
  if (uint32_t absent = missing & ~warp.lanes)
    parts.push_back(lanesOf(absent) + " that the block does not have");
  if (uint32_t gone = missing & warp.exited)
    parts.push_back(lanesOf(gone) + " that exited");
  if (uint32_t late = missing & warp.lanes & ~warp.exited)
    parts.push_back(lanesOf(late));
  return llvm::join(parts, " and for ");
}

std::string situation(const Group &group, const Block &block) {
  const Thread &thread = *group.example;
  bool one = group.threads.size() == 1;
  std::string who = ranges("thread", group.threads);
  switch (thread.state) {
  case ThreadState::Runnable:
    if (thread.polledSize == 0)
      return formatv("{0} can run", who);
    return formatv("{0} can run, and last polled {1} bytes at {2}, which hold "
                   "{3}",
                   who, thread.polledSize,
                   nameAddress(block, thread.polledAddress),
                   valueAt(thread.polledAddress, thread.polledSize));
  case ThreadState::Exited:
    return formatv("{0} {1} exited", who, one ? "has" : "have");
  case ThreadState::Held:
    return formatv("{0} {1} for the launch before{2}", who,
                   one ? "waits" : "wait", placeOf(thread));
  case ThreadState::AtCollective: {
    const CollectiveCall &call = thread.collectives.front();
    return formatv("{0} {1} in warp {2} at {3} with mask {4}{5} for {6}", who,
                   one ? "waits" : "wait", thread.warp->index,
                   spelling(call.op), hex(call.mask), placeOf(thread),
                   awaitedLanes(thread));
  }
  case ThreadState::AtBarrier: {
    const Barrier &barrier = block.barriers[thread.barrier];
    return formatv("{0} {1} at barrier {2}{3}, where {4} of {5} threads have "
                   "arrived",
                   who, one ? "waits" : "wait", thread.barrier, placeOf(thread),
                   barrier.threads,
                   barrier.wholeBlock ? block.threads.size()
                                      : size_t(barrier.expected));
  }
  case ThreadState::AtClusterBarrier: {
    const Cluster &cluster = *block.cluster;
    return formatv("{0} {1} at the barrier of the cluster{2}, where {3} of {4} "
                   "threads have arrived",
                   who, one ? "waits" : "wait", placeOf(thread),
                   cluster.arrived, cluster.live);
  }
  case ThreadState::Polling: {
    if (thread.polledSize == 0)
      return formatv("{0} {1} sleeping", who, one ? "is" : "are");
    if (thread.awaitedParity)
      return formatv("{0} {1} for the end of a phase of parity {2} at {3}", who,
                     one ? "waits" : "wait", *thread.awaitedParity,
                     describeMbarrier(block, thread.polledAddress));
    return formatv("{0} {1} {2} bytes at {3}, which hold {4}", who,
                   one ? "polls" : "poll", thread.polledSize,
                   nameAddress(block, thread.polledAddress),
                   valueAt(thread.polledAddress, thread.polledSize));
  }
  }
  return who;
}

std::string situations(const Block &block) {
  std::vector<Group> groups = groupThreads(block);
  llvm::SmallVector<std::string> parts;
  for (const Group &group : llvm::ArrayRef(groups).take_front(maxGroups))
    parts.push_back(situation(group, block));
  if (groups.size() > maxGroups)
    parts.push_back(
        formatv("and {0} more groups of threads", groups.size() - maxGroups));
  return llvm::join(parts, "; ");
}

std::string blockName(const Block &block) {
  return formatv("block ({0}, {1}, {2})", block.index.x, block.index.y,
                 block.index.z);
}

/// The name of what has gone wrong in a block that is stuck.
llvm::StringRef nameOfStuck(const Block &block) {
  bool atBarrier = false, atCollective = false;
  for (const Thread &thread : block.threads) {
    atBarrier |= thread.state == ThreadState::AtBarrier ||
                 thread.state == ThreadState::AtClusterBarrier;
    atCollective |= thread.state == ThreadState::AtCollective;
  }
  if (atBarrier && atCollective)
    return "dead-lock";
  return atBarrier ? "barrier divergence" : "warp divergence";
}

/// `what` is wrong, and what each block in flight does.
std::string describeInFlight(llvm::StringRef what, const Grid &grid) {
  llvm::SmallVector<std::string> parts;
  for (const Block &block : grid.blocks)
    if (block.resident)
      parts.push_back(blockName(block) + ": " + situations(block));
  std::string text = (what + ": ").str();
  text += llvm::join(llvm::ArrayRef(parts).take_front(maxGroups), "; ");
  if (parts.size() > maxGroups)
    text += formatv("; and {0} more blocks", parts.size() - maxGroups);
  return text;
}

/// The blocks that no thread in flight can wait for with success.
/// `resident` is how many blocks of a launch may be in flight.
std::string notStarted(const Launch &launch, uint64_t resident,
                       const Scheduler &scheduler) {
  const uint64_t numBlocks = launch.blocks();
  const uint64_t missing = numBlocks - launch.blocksStarted;
  if (!missing)
    return "";
  std::string text = formatv("; {0} of {1} blocks {2} not started", missing,
                             numBlocks, missing == 1 ? "has" : "have");
  if (missing <= maxListedBlocks) {
    std::vector<unsigned> blocks;
    for (uint64_t i = launch.clustersStarted(); i < launch.clusters(); ++i)
      for (unsigned rank = 0; rank < launch.blocksOfCluster(); ++rank)
        blocks.push_back(
            launch.linearOf(launch.indexOf(scheduler.startOrder(i), rank)));
    llvm::sort(blocks);
    text += " (" + ranges("block", blocks) + ")";
  }
  return text + formatv(", since at most {0} {1} resident at a time", resident,
                        resident == 1 ? "is" : "are")
                    .str();
}

/// The options under which the launch fails again; nothing for the default.
std::string replay(const LaunchOptions &options) {
  if (options.schedule == LaunchOptions::Schedule::RoundRobin)
    return "";
  return formatv("; replay with --schedule={0} --seed={1}",
                 nameOf(options.schedule), options.seed);
}

std::string describeUse(const Failure &failure) {
  auto countName = [](unsigned count) {
    return count ? formatv("{0} threads", count).str()
                 : std::string("the whole block");
  };
  switch (failure.kind) {
  case Failure::Kind::LaneNotInMask:
    return formatv("lane {0} executes {1} with mask {2}, which lacks the lane "
                   "itself",
                   failure.thread->lane, spelling(failure.op),
                   hex(failure.mask));
  case Failure::Kind::BarrierNumber:
    return formatv("barrier number must be 0 to 15, got {0}", failure.first);
  case Failure::Kind::BarrierCount:
    return formatv("thread count of barrier {0} must be a positive multiple "
                   "of 32, got {1}",
                   failure.first, failure.second);
  case Failure::Kind::BarrierMismatch:
    return formatv("barrier {0} is awaited for {1} here, and for {2} by "
                   "threads that came earlier",
                   failure.first, countName(failure.second),
                   countName(failure.third));
  case Failure::Kind::BarrierOverflow:
    return formatv("more threads arrive at barrier {0} than the {1} it "
                   "expects",
                   failure.first, failure.second);
  case Failure::Kind::ClusterArrivedTwice:
    return "arrives at the barrier of its cluster again before it has waited "
           "for the phase that it arrived in";
  case Failure::Kind::ClusterNotArrived:
    return "waits at the barrier of its cluster without having arrived";
  case Failure::Kind::NoBlockOfCluster:
    if (failure.first < failure.second)
      return formatv("the block of rank {0} in the cluster has ended",
                     failure.first);
    return formatv("the cluster has {0} block{1}, and none of rank {2}",
                   failure.second, failure.second == 1 ? "" : "s",
                   failure.first);
  case Failure::Kind::Misaligned:
    return formatv("access of {0} bytes at {1} must be aligned to {2}",
                   failure.first,
                   nameAddress(*failure.thread->warp->block, failure.address),
                   failure.second);
  case Failure::Kind::Trap:
    return "trap";
  case Failure::Kind::EndlessLoop:
    return "endless loop, which waits for nobody (a loop that waits for a "
           "value in memory must load it atomically)";
  case Failure::Kind::DivisionByZero:
    return "integer division by zero";
  case Failure::Kind::DivisionOverflow:
    return "integer division of the most negative number by -1";
  case Failure::Kind::Async:
    return describe(failure.async, *failure.thread->warp->block);
  case Failure::Kind::BlockStuck:
  case Failure::Kind::NoProgress:
  case Failure::Kind::LiveLock:
  case Failure::Kind::Stopped:
  case Failure::Kind::Observed:
    break;
  }
  return "failure";
}

std::string describeCause(const Failure &failure, const Grid &grid,
                          const LaunchOptions &options,
                          const Scheduler &scheduler) {
  if (failure.kind == Failure::Kind::Observed)
    return failure.observer->describe(grid);
  const Block &block = *failure.thread->warp->block;
  if (failure.kind == Failure::Kind::NoProgress ||
      failure.kind == Failure::Kind::LiveLock)
    return describeInFlight(
               failure.kind == Failure::Kind::NoProgress
                   ? std::string(
                         "dead-lock, no thread in flight makes progress")
                   : formatv("live-lock, threads have stopped or polled more "
                             "than {0} times and are not done",
                             options.stepLimit)
                         .str(),
               grid) +
           notStarted(*block.launch,
                      llvm::alignTo(std::max(options.residentBlocks, 1u),
                                    block.launch->blocksOfCluster()),
                      scheduler);
  if (failure.kind == Failure::Kind::BlockStuck)
    return blockName(block) + ": " + nameOfStuck(block).str() + ": " +
           situations(block);
  return formatv("{0}, thread {1}: {2}{3}", blockName(block),
                 failure.thread->linearIndex, describeUse(failure),
                 placeOf(*failure.thread));
}

} // namespace

std::string scanc::simt::nameAddress(const Block &block, uintptr_t address) {
  const Block *owner = findOwner(block, address);
  if (!owner)
    return "address " + hex(address);
  const std::string name =
      "shared address " +
      hex(address - reinterpret_cast<uintptr_t>(owner->shared));
  return owner == &block ? name : name + " of " + blockName(*owner);
}

std::string scanc::simt::describe(const Failure &failure, const Grid &grid,
                                  const LaunchOptions &options,
                                  const Scheduler &scheduler) {
  return formatv(
      "kernel '{0}': {1}{2}", failure.thread->warp->block->launch->kernel,
      describeCause(failure, grid, options, scheduler), replay(options));
}
