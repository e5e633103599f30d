//===- Scheduler.h - Who runs next ------------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scheduler picks among the runnable threads of the blocks in flight, each
// time a thread stops (waits, polls in vain, ends). It moves polling threads
// back to ready when their turn comes. Any choice is a legal execution of the
// grid as far as the kernel's own synchronisation goes; a choice that lets a
// runnable thread starve for ever is not, because a GPU gives every resident
// thread its turn.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_SCHEDULER_H
#define SCANC_LIB_SIMT_SCHEDULER_H

#include "Grid.h"
#include <memory>

namespace scanc::simt {

class Scheduler {
public:
  virtual ~Scheduler();

  /// The next thread to run, whose bit in Warp::ready is set on return.
  /// `last` stopped just now, or is null at the start and after a block has
  /// ended. Null when no thread of the grid is runnable.
  virtual Thread *next(Grid &grid, Thread *last) = 0;

  /// The index of the next block to start, given how many have started: the
  /// hook for orders other than the numerical one.
  virtual uint64_t startOrder(uint64_t started) { return started; }
};

std::unique_ptr<Scheduler> createScheduler(const LaunchOptions &options);

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_SCHEDULER_H
