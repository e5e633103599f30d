//===- Polling.cpp - Threads that wait by looking at memory ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that sees nothing new in memory lets others run; a launch whose
// threads do nothing else is dead-locked.
//
// Unless time helps. The clock moves on a little with each look at it, and as
// in a discrete event simulation it leaps where nothing else can happen: when
// all threads have polled in vain for a while, and one that polls looks at the
// clock. Some schedules have it leap at other times, too. So a thread that
// gives up waiting after a time does so, however long that is, and on every
// host at the same point of the launch.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace scanc::simt;

namespace {

/// A thread gives way after so many volatile and atomic accesses, or up to
/// twice as many, whatever it saw.
constexpr unsigned minTurn = 64;
/// Polls of all threads after which the launch counts as dead-locked even if
/// they keep seeing changes, unless some threads met, started or ended.
constexpr uint64_t maxPollsWithoutEvent = uint64_t(1) << 28;

/// Polls in vain of every thread in flight, on average, after which only time
/// can help.
constexpr uint64_t vainPolls = 64;
/// How far the clock leaps, in nanoseconds, and how often before the launch
/// counts as dead-locked all the same.
constexpr uint64_t leapTime = 1'000'000'000;
constexpr uint64_t maxLeaps = 64;

/// The value that a poll saw: the bytes themselves up to 8, else a mixture.
uint64_t readForPoll(const void *address, unsigned size) {
  uint64_t value = 0;
  for (unsigned done = 0; done < size; done += 8) {
    uint64_t part = 0;
    std::memcpy(&part, static_cast<const char *>(address) + done,
                size - done < 8 ? size - done : 8);
    value = value * 0x9e3779b97f4a7c15u + part;
  }
  return value;
}

} // namespace

void Machine::poll(const void *address, unsigned size) {
  Thread &self = *current;
  Thread::Poll seen{reinterpret_cast<uintptr_t>(address),
                    readForPoll(address, size)};
  ++self.pollCount;
  self.polledAddress = seen.address;
  self.polledSize = size;
  if (!llvm::is_contained(self.polls, seen)) {
    if (self.polls.size() < Thread::mostPolls)
      self.polls.push_back(seen);
    else
      self.polls[self.nextPoll++ % Thread::mostPolls] = seen;
    noteChange();
    notePoll();
    return;
  }
  yieldPolling();
}

void Machine::pollUpdate(const void *address, unsigned size, uint64_t old) {
  uint64_t now = 0;
  std::memcpy(&now, address, std::min(size, 8u));
  if (now == old)
    return poll(address, size);
  noteChange();
  notePoll();
}

void Machine::notePoll() {
  noteStep();
  if (++pollsSinceEvent > maxPollsWithoutEvent)
    fail({Failure::Kind::NoProgress});
  noteAccess();
}

void Machine::noteAccess() {
  // The length of a turn varies, or else a thread that takes a lock and gives
  // it back all the time could hold it whenever the others look. A linear
  // congruence goes through all lengths.
  if (++turn <= turnLength)
    return;
  turnLength = minTurn + (5 * turnLength + 3) % minTurn;
  giveWay();
}

void Machine::wrote() {
  noteChange();
  noteAccess();
}

void Machine::yieldPolling() {
  ++pollsSinceEvent;
  ++idlePolls;
  ++stillPolls;
  if (isTimed)
    letTimePass();
  if ((idlePolls > request.options.spinLimit ||
       pollsSinceEvent > maxPollsWithoutEvent) &&
      !asyncUnit.finishAll()) {
    current->state = ThreadState::Polling;
    fail({Failure::Kind::NoProgress});
  }
  giveWay();
}

void Machine::letTimePass() {
  if (stillPolls < grid.threadsInFlight() * vainPolls || leaps == maxLeaps)
    return;
  ticks += leapTime;
  ++leaps;
  isTimed = false;
  idlePolls = stillPolls = 0;
}

uint64_t Machine::clock() {
  isTimed = true;
  if (scheduler->leapsInTime())
    ticks += leapTime;
  return ticks += 64;
}

void Machine::giveWay() {
  Thread &self = *current;
  park(self, ThreadState::Polling);
  self.warp->polling |= laneBit(self);
  suspend();
  self.state = ThreadState::Runnable;
}

void Machine::pause() {
  current->polledSize = 0;
  yieldPolling();
}

void Machine::awaitMbarrier(uintptr_t address, unsigned parity) {
  Thread &self = *current;
  self.polledAddress = address;
  self.polledSize = sizeof(uint64_t);
  self.awaitedParity = parity;
  ++self.pollCount;
  yieldPolling();
  self.awaitedParity.reset();
}
