//===- Schedules.cpp - The executor's schedules by name -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows all schedulers.
//
//===----------------------------------------------------------------------===//

#include "scanc/Simt/Schedules.h"
#include "Scheduler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace scanc::simt;
using Schedule = LaunchOptions::Schedule;

Scheduler::~Scheduler() = default;

llvm::ArrayRef<ScheduleInfo> scanc::simt::schedules() {
  static constexpr ScheduleInfo table[] = {
      {Schedule::RoundRobin, "round_robin",
       "lanes, then warps, then blocks take turns, in order"},
      {Schedule::Random, "random",
       "a thread drawn by lot runs next, and may be interrupted at any access "
       "to memory; blocks start in an order drawn by lot"},
      {Schedule::StarvedBlock, "starved_block",
       "one of the blocks in flight runs only when nobody else makes progress"},
      {Schedule::WarpAhead, "warp_ahead",
       "one warp of each block runs as far as it can before the others do"},
      {Schedule::ReverseBlocks, "reverse_blocks",
       "blocks start in reverse order; warps and lanes take turns in reverse"},
  };
  return table;
}

llvm::StringRef scanc::simt::nameOf(Schedule schedule) {
  return schedules()[static_cast<size_t>(schedule)].name;
}

llvm::Expected<Schedule> scanc::simt::parseSchedule(llvm::StringRef name) {
  for (const ScheduleInfo &info : schedules())
    if (info.name == name)
      return info.schedule;
  std::string known = llvm::join(
      llvm::map_range(schedules(),
                      [](const ScheduleInfo &info) { return info.name.str(); }),
      ", ");
  return llvm::createStringError("expected a schedule (" + known + "), got '" +
                                 name + "'");
}

std::unique_ptr<Scheduler>
scanc::simt::createScheduler(const LaunchOptions &options,
                             uint64_t numClusters) {
  switch (options.schedule) {
  case Schedule::RoundRobin:
    return createRoundRobin();
  case Schedule::Random:
    return createRandom(options.seed, numClusters);
  case Schedule::StarvedBlock:
    return createStarvedBlock(options.seed);
  case Schedule::WarpAhead:
    return createWarpAhead(options.seed);
  case Schedule::ReverseBlocks:
    return createReverseBlocks(numClusters);
  }
  llvm_unreachable("unknown schedule");
}
