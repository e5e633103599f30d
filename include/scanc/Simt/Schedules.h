//===- Schedules.h - The executor's schedules by name -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which thread of a grid runs next is nobody's promise. A kernel that is right
// computes the same under every schedule; one that is right by luck fails under
// some. The executor has a schedule that is quick, one that draws lots, and
// some that are as unkind as a GPU is allowed to be:
//
//   round_robin     warp by warp, block by block
//   random          any thread, any block, also between two memory accesses
//   starved_block   one block sleeps while anybody else can do anything
//   warp_ahead      one warp of each block is always as far as it can be
//   reverse_blocks  the last block, the last warp, the last lane first
//
// All of them keep the promise that GPUs do give: a thread of a block in flight
// that can run gets its turn at some time, so that waiting for it ends. None
// gives a block that has not started any turn; see `residentBlocks`.
//
// What each one does exactly: the essays in lib/Simt/RoundRobin.cpp, Random.cpp
// and so on.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_SIMT_SCHEDULES_H
#define SCANC_SIMT_SCHEDULES_H

#include "scanc/Simt/Executor.h"

namespace scanc::simt {

struct ScheduleInfo {
  LaunchOptions::Schedule schedule;
  llvm::StringLiteral name; // as on the command line
  llvm::StringLiteral sentence;
};

/// All schedules, in the order of the enumeration.
llvm::ArrayRef<ScheduleInfo> schedules();

/// The name on the command line.
llvm::StringRef nameOf(LaunchOptions::Schedule schedule);

/// The schedule of that name. Error: there is none; lists those that are.
llvm::Expected<LaunchOptions::Schedule> parseSchedule(llvm::StringRef name);

} // namespace scanc::simt

#endif // SCANC_SIMT_SCHEDULES_H
