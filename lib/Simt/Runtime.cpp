//===- Runtime.cpp - What compiled kernels call ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "Machine.h"

using namespace scanc::simt;

namespace {

uint32_t readRegister(uint32_t which) {
  Machine &machine = Machine::active();
  const Grid &grid = machine.state();
  const Thread &thread = machine.thread();
  const Warp &warp = *thread.warp;
  const Block &block = *warp.block;
  const Launch &launch = *block.launch;
  switch (static_cast<Register>(which)) {
#define REGISTER(enumerator, name, value)                                      \
  case Register::enumerator:                                                   \
    return value;
#include "Registers.def"
  }
  return 0;
}

uint64_t readClock() { return Machine::active().clock(); }

void *sharedBase() { return Machine::active().thread().warp->block->shared; }

uint32_t isShared(const void *address, uint32_t cluster) {
  const Block &block = *Machine::active().thread().warp->block;
  const auto place = reinterpret_cast<uintptr_t>(address);
  return cluster ? findOwner(block, place) != nullptr : block.owns(place);
}

void *mapShared(const void *address, uint32_t rank) {
  return Machine::active().mapShared(address, rank);
}

uint32_t rankOf(const void *address) {
  const Block &block = *Machine::active().thread().warp->block;
  const Block *owner = findOwner(block, reinterpret_cast<uintptr_t>(address));
  return owner ? owner->rank : block.rank;
}

void clusterArrive(uint32_t orders) {
  Machine::active().clusterArrive(orders != 0);
}

void clusterWait(uint32_t orders) {
  Machine::active().clusterWait(orders != 0);
}

uint64_t collective(uint32_t op, uint32_t mask, uint64_t value, uint32_t b,
                    uint32_t c) {
  CollectiveCall call{static_cast<WarpOp>(op), mask, {value, b, c}};
  Machine::active().collectives(call);
  return call.result;
}

void collectives(CollectiveCall *calls, uint32_t count) {
  Machine::active().collectives({calls, count});
}

uint32_t barrier(uint32_t op, uint32_t id, uint32_t counted, uint32_t threads,
                 uint32_t predicate) {
  return Machine::active().barrier(static_cast<BarrierOp>(op), id,
                                   counted ? std::optional<unsigned>(threads)
                                           : std::nullopt,
                                   predicate != 0);
}

uint64_t *coverageWords() { return Machine::active().coverageWords(); }

// Threads talk by volatile and atomic accesses, so that between two of these is
// where another thread should come in; even where nothing announces the plain
// accesses.

void poll(const void *address, uint32_t bytes) {
  Machine &machine = Machine::active();
  machine.poll(address, bytes);
  machine.maybePreempt();
}

void pollUpdate(const void *address, uint32_t bytes, uint64_t old) {
  Machine &machine = Machine::active();
  machine.pollUpdate(address, bytes, old);
  machine.maybePreempt();
}

void wrote() {
  Machine &machine = Machine::active();
  machine.wrote();
  machine.maybePreempt();
}

void pauseThread() { Machine::active().pause(); }

void awaitLaunchBefore() { Machine::active().awaitLaunchBefore(); }

void letNextBegin() { Machine::active().letNextBegin(); }

uint64_t mbarrier(uint32_t op, const void *address, uint64_t operand,
                  uint32_t order) {
  return Machine::active().async().mbarrier(
      static_cast<MbarrierOp>(op), reinterpret_cast<uintptr_t>(address),
      operand, static_cast<MbarrierOrder>(order));
}

void asyncCopy(uint32_t kind, void *destination, const void *source,
               uint32_t bytes, uint32_t sourceBytes, const void *mbarrier) {
  Machine::active().async().copy(static_cast<CopyKind>(kind), destination,
                                 source, bytes, sourceBytes,
                                 reinterpret_cast<uintptr_t>(mbarrier));
}

void asyncGroups(uint32_t op, uint32_t n) {
  Machine::active().async().groups(static_cast<GroupOp>(op), n);
}

void proxyFence(uint32_t kind) {
  Machine::active().async().proxyFence(static_cast<ProxyFence>(kind));
}

void misaligned(const void *address, uint32_t bytes, uint32_t alignment) {
  Machine::active().misaligned(address, bytes, alignment);
}

void observeAccess(uint32_t site, const void *address, uint64_t bytes,
                   uint64_t iteration, const void *expected) {
  Machine::active().access(site, address, bytes, iteration, expected);
}

void atSite(uint32_t site) { Machine::active().atSite(site); }

void longLoop(uint32_t site) { Machine::active().longLoop(site); }

void combined(uint32_t site, uint32_t kept) {
  Machine::active().combined(site, kept != 0);
}

void trap(uint32_t kind) {
  Machine::active().trap(static_cast<TrapKind>(kind));
}

void exitThread() { Machine::active().exitThread(); }

} // namespace

llvm::ArrayRef<HostFunction> scanc::simt::runtimeFunctions() {
  static const HostFunction table[] = {
      {runtime::readRegister, addressOf(readRegister)},
      {runtime::clock, addressOf(readClock)},
      {runtime::sharedBase, addressOf(sharedBase)},
      {runtime::coverage, addressOf(coverageWords)},
      {runtime::isShared, addressOf(isShared)},
      {runtime::mapShared, addressOf(mapShared)},
      {runtime::rankOf, addressOf(rankOf)},
      {runtime::clusterArrive, addressOf(clusterArrive)},
      {runtime::clusterWait, addressOf(clusterWait)},
      {runtime::collective, addressOf(collective)},
      {runtime::collectives, addressOf(collectives)},
      {runtime::barrier, addressOf(barrier)},
      {runtime::poll, addressOf(poll)},
      {runtime::pollUpdate, addressOf(pollUpdate)},
      {runtime::wrote, addressOf(wrote)},
      {runtime::pause, addressOf(pauseThread)},
      {runtime::awaitLaunchBefore, addressOf(awaitLaunchBefore)},
      {runtime::letNextBegin, addressOf(letNextBegin)},
      {runtime::mbarrier, addressOf(mbarrier)},
      {runtime::asyncCopy, addressOf(asyncCopy)},
      {runtime::asyncGroups, addressOf(asyncGroups)},
      {runtime::proxyFence, addressOf(proxyFence)},
      {runtime::misaligned, addressOf(misaligned)},
      {runtime::access, addressOf(observeAccess)},
      {runtime::atSite, addressOf(atSite)},
      {runtime::longLoop, addressOf(longLoop)},
      {runtime::combined, addressOf(combined)},
      {runtime::trap, addressOf(trap)},
      {runtime::exit, addressOf(exitThread)},
  };
  return table;
}
