//===- AsyncUnit.cpp - Executes mbarriers and asynchronous copies ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncUnit.h"
#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstring>

using namespace scanc::simt;
using Kind = AsyncFault::Kind;

namespace {

/// Of addresses and sizes of bulk copies.
constexpr unsigned bulkUnit = 16;

uintptr_t addressOf(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

uint64_t offsetIn(const Block &block, uintptr_t address) {
  return address - addressOf(block.shared);
}

bool isShared(const Block &block, uintptr_t address, uint64_t bytes) {
  uint64_t offset = offsetIn(block, address);
  return offset <= block.sharedBytes && bytes <= block.sharedBytes - offset;
}

} // namespace

AsyncUnit::AsyncUnit(Machine &machine, const LaunchOptions &options)
    : machine(machine), copies(options) {}

AsyncUnit::Cause AsyncUnit::caller() { return {machine.thread()}; }

void AsyncUnit::fail(Kind kind, uintptr_t address, int64_t first,
                     int64_t second, const Cause &cause) {
  Failure failure{Failure::Kind::Async};
  failure.thread = &cause.thread;
  failure.async = {kind, address, first, second, cause.copy};
  machine.fail(failure);
}

void AsyncUnit::proxyFence(ProxyFence kind) {
  if (listener)
    listener->proxyFence(machine.thread(), kind);
}

//===----------------------------------------------------------------------===//
// Mbarriers
//===----------------------------------------------------------------------===//

/// Whether the mbarrier may be another block's of the cluster: one that arrives
/// there, or tells it of bytes. PTX ISA 9.0, 9.7.13.15.
static bool mayBeRemote(MbarrierOp op) {
  switch (op) {
  case MbarrierOp::Arrive:
  case MbarrierOp::ArriveExpectTx:
  case MbarrierOp::ArriveDrop:
  case MbarrierOp::ArriveDropExpectTx:
  case MbarrierOp::ExpectTx:
  case MbarrierOp::CompleteTx:
    return true;
  default:
    return false;
  }
}

uint64_t AsyncUnit::mbarrier(MbarrierOp op, uintptr_t address, uint64_t operand,
                             MbarrierOrder order) {
  checkPlace(address, mayBeRemote(op));
  switch (op) {
  case MbarrierOp::Init:
    init(address, operand);
    return 0;
  case MbarrierOp::Inval:
    invalidate(address);
    return 0;
  case MbarrierOp::Arrive:
  case MbarrierOp::ArriveNoComplete:
  case MbarrierOp::ArriveExpectTx:
  case MbarrierOp::ArriveDrop:
  case MbarrierOp::ArriveDropNoComplete:
  case MbarrierOp::ArriveDropExpectTx:
    return arrive(op, address, operand, order);
  case MbarrierOp::ExpectTx:
  case MbarrierOp::CompleteTx:
    changeTx(op, address, operand);
    return 0;
  case MbarrierOp::Wait:
  case MbarrierOp::WaitParity:
    return wait(op, address, operand, order);
  case MbarrierOp::CopiesArrive:
  case MbarrierOp::CopiesArriveNoInc:
    copiesArrive(op, address);
    return 0;
  }
  llvm_unreachable("unknown mbarrier operation");
}

void AsyncUnit::checkPlace(uintptr_t address, bool mayBeRemote) {
  const Block *owner = machine.thread().warp->block;
  if (mayBeRemote)
    owner = findOwner(*owner, address);
  if (!owner || !isShared(*owner, address, Mbarrier::bytes))
    fail(Kind::NotShared, address, 0, 0, caller());
  if (address % Mbarrier::bytes != 0)
    machine.misaligned(reinterpret_cast<void *>(address), Mbarrier::bytes,
                       Mbarrier::bytes);
}

Mbarrier &AsyncUnit::find(uintptr_t address, const Cause &cause) {
  Block *owner = findOwner(*cause.thread.warp->block, address);
  if (!owner)
    fail(Kind::NotShared, address, 0, 0, cause);
  auto found = owner->mbarriers.find(address);
  if (found == owner->mbarriers.end())
    fail(Kind::NotInitialised, address, 0, 0, cause);
  uint64_t bits = found->second.bits();
  if (std::memcmp(reinterpret_cast<void *>(address), &bits, sizeof(bits)) != 0)
    fail(Kind::Overwritten, address, 0, 0, cause);
  return found->second;
}

Mbarrier &AsyncUnit::use(uintptr_t address) {
  Mbarrier &mbarrier = find(address, caller());
  if (listener)
    listener->mbarrierUsed(machine.thread(), address);
  return mbarrier;
}

void AsyncUnit::update(Mbarrier &mbarrier, uintptr_t address,
                       uint64_t phaseBefore, Kind fault, int64_t operand,
                       const Cause &cause) {
  if (fault != Kind::None)
    fail(fault, address, operand, 0, cause);
  uint64_t bits = mbarrier.bits();
  std::memcpy(reinterpret_cast<void *>(address), &bits, sizeof(bits));
  if (mbarrier.phase != phaseBefore)
    machine.noteEvent();
  else
    machine.wrote();
}

void AsyncUnit::init(uintptr_t address, uint64_t count) {
  auto &mbarriers = machine.thread().warp->block->mbarriers;
  if (mbarriers.contains(address))
    fail(Kind::AlreadyInitialised, address, 0, 0, caller());
  Mbarrier mbarrier;
  if (Kind fault = mbarrier.init(count); fault != Kind::None)
    fail(fault, address, count, 0, caller());
  update(mbarriers[address] = mbarrier, address, 0, Kind::None, 0, caller());
  if (listener)
    listener->mbarrierInitialised(machine.thread(), address);
}

void AsyncUnit::invalidate(uintptr_t address) {
  find(address, caller());
  if (AsyncCopy *user = pickFor(address))
    fail(Kind::InvalidatedInUse, address, 0, 0, {*user->issuer, user});
  machine.thread().warp->block->mbarriers.erase(address);
  if (listener)
    listener->mbarrierInvalidated(machine.thread(), address);
}

uint64_t AsyncUnit::arrive(MbarrierOp op, uintptr_t address, uint64_t operand,
                           MbarrierOrder order) {
  Thread &self = machine.thread();
  Mbarrier &mbarrier = use(address);
  const uint64_t phase = mbarrier.phase;
  const Block &owner = *findOwner(*self.warp->block, address);
  const uint64_t token = mbarrier.token(offsetIn(owner, address));
  bool drop = op == MbarrierOp::ArriveDrop ||
              op == MbarrierOp::ArriveDropNoComplete ||
              op == MbarrierOp::ArriveDropExpectTx;
  bool mayComplete = op != MbarrierOp::ArriveNoComplete &&
                     op != MbarrierOp::ArriveDropNoComplete;
  int64_t count = operand;
  if (op == MbarrierOp::ArriveExpectTx ||
      op == MbarrierOp::ArriveDropExpectTx) {
    update(mbarrier, address, phase, mbarrier.expectTx(operand), operand,
           caller());
    count = 1;
  }
  update(mbarrier, address, phase, mbarrier.arrive(count, drop, mayComplete),
         count, caller());
  if (listener)
    listener->mbarrierArrived(self, address, phase, order);
  return token;
}

void AsyncUnit::changeTx(MbarrierOp op, uintptr_t address, uint64_t bytes) {
  Mbarrier &mbarrier = use(address);
  const uint64_t phase = mbarrier.phase;
  update(mbarrier, address, phase,
         op == MbarrierOp::ExpectTx ? mbarrier.expectTx(bytes)
                                    : mbarrier.completeTx(bytes),
         bytes, caller());
}

void AsyncUnit::copiesArrive(MbarrierOp op, uintptr_t address) {
  Thread &self = machine.thread();
  Mbarrier &mbarrier = use(address);
  if (op == MbarrierOp::CopiesArrive)
    update(mbarrier, address, mbarrier.phase, mbarrier.addPending(), 0,
           caller());
  arrivals.push_back({&self, address, copies.issued()});
  fireArrivals(self);
}

bool AsyncUnit::hasCompleted(MbarrierOp op, uintptr_t address,
                             uint64_t operand) {
  const Mbarrier &mbarrier = find(address, caller());
  if (op == MbarrierOp::WaitParity) {
    if (operand > 1)
      fail(Kind::Parity, address, operand, 0, caller());
    return mbarrier.parity() != operand;
  }
  const uint64_t offset = offsetIn(*machine.thread().warp->block, address);
  if (Kind fault = mbarrier.check(operand, offset); fault != Kind::None)
    fail(fault, address, Mbarrier::tokenPhase(operand), 0, caller());
  return mbarrier.hasCompleted(operand);
}

bool AsyncUnit::wait(MbarrierOp op, uintptr_t address, uint64_t operand,
                     MbarrierOrder order) {
  use(address);
  if (!hasCompleted(op, address, operand)) {
    unsigned parity = op == MbarrierOp::WaitParity
                          ? operand
                          : Mbarrier::tokenPhase(operand) & 1;
    machine.awaitMbarrier(address, parity);
    if (!hasCompleted(op, address, operand) && copies.actsWhenAwaited())
      if (AsyncCopy *copy = pickFor(address))
        finish(*copy);
    if (!hasCompleted(op, address, operand))
      return false;
  }
  // The phase before the first one counts as complete, and nobody made it so.
  const uint64_t phase = find(address, caller()).phase;
  if (listener && phase > 0)
    listener->mbarrierWaited(machine.thread(), address, phase - 1, order);
  return true;
}

//===----------------------------------------------------------------------===//
// Issuing copies, and waiting for groups
//===----------------------------------------------------------------------===//

void AsyncUnit::copy(CopyKind kind, void *destination, const void *source,
                     uint32_t bytes, uint32_t sourceBytes, uintptr_t mbarrier) {
  Thread &self = machine.thread();
  AsyncCopy copy;
  copy.kind = kind;
  copy.issuer = &self;
  copy.source = static_cast<const uint8_t *>(source);
  copy.destination = static_cast<uint8_t *>(destination);
  copy.bytes = bytes;
  copy.sourceBytes = sourceBytes;
  copy.mbarrier = mbarrier;
  copy.group =
      kind == CopyKind::SharedToGlobal ? self.bulkGroup : self.nonBulkGroup;
  checkCopy(copy);
  if (kind == CopyKind::Prefetch) {
    if (listener)
      listener->asyncFetched(copy);
    return;
  }
  if (mbarrier) {
    checkPlace(mbarrier);
    find(mbarrier, caller());
  }
  const AsyncCopy &issued = copies.add(std::move(copy));
  if (listener)
    listener->asyncIssued(issued);
}

void AsyncUnit::checkCopy(const AsyncCopy &copy) {
  const bool bulk = copy.kind != CopyKind::NonBulk;
  if (bulk && copy.bytes % bulkUnit != 0)
    fail(Kind::BulkSize, addressOf(copy.source), copy.bytes, 0, caller());
  if (copy.sourceBytes > copy.bytes)
    fail(Kind::SourceSize, addressOf(copy.source), copy.sourceBytes, copy.bytes,
         caller());
  const unsigned alignment = bulk ? bulkUnit : copy.bytes;
  for (const void *address : {static_cast<const void *>(copy.source),
                              static_cast<const void *>(copy.destination)})
    if (addressOf(address) % alignment != 0)
      machine.misaligned(address, copy.bytes, alignment);
  if (copy.kind == CopyKind::Prefetch)
    return;
  if (copy.readsShared())
    checkShared(copy.source, copy.bytes);
  if (copy.writesShared())
    checkShared(copy.destination, copy.bytes);
}

void AsyncUnit::checkShared(const void *address, uint32_t bytes) {
  if (!isShared(*machine.thread().warp->block, addressOf(address), bytes))
    fail(Kind::OutsideShared, addressOf(address), bytes, 0, caller());
}

void AsyncUnit::groups(GroupOp op, uint64_t n) {
  Thread &self = machine.thread();
  auto allBut = [n](uint64_t open) { return open < n ? 0 : open - n; };
  switch (op) {
  case GroupOp::Commit:
    ++self.nonBulkGroup;
    return;
  case GroupOp::BulkCommit:
    ++self.bulkGroup;
    return;
  case GroupOp::Wait:
    return waitForGroups(false, allBut(self.nonBulkGroup), false);
  case GroupOp::WaitAll:
    return waitForGroups(false, ++self.nonBulkGroup, false);
  case GroupOp::BulkWait:
    return waitForGroups(true, allBut(self.bulkGroup), false);
  case GroupOp::BulkWaitRead:
    return waitForGroups(true, allBut(self.bulkGroup), true);
  }
  llvm_unreachable("unknown group operation");
}

void AsyncUnit::waitForGroups(bool bulk, uint64_t before, bool readsOnly) {
  Thread &self = machine.thread();
  auto isAwaited = [&](const AsyncCopy &copy) {
    return (bulk ? copy.kind == CopyKind::SharedToGlobal
                 : copy.kind == CopyKind::NonBulk) &&
           copy.group < before && !(readsOnly && copy.hasRead);
  };
  // Others run first: they may spoil what has not been read yet.
  if (llvm::any_of(copies.of(self), isAwaited))
    machine.pause();
  while (AsyncCopy *copy = copies.pick(self, isAwaited)) {
    if (readsOnly)
      read(*copy);
    else
      finish(*copy);
  }
  if (listener)
    listener->groupWaited(self, bulk, before, readsOnly);
}

//===----------------------------------------------------------------------===//
// Copies happen
//===----------------------------------------------------------------------===//

AsyncCopy *AsyncUnit::pickFor(uintptr_t mbarrier) {
  if (AsyncCopy *copy = copies.pick([&](const AsyncCopy &candidate) {
        return candidate.mbarrier == mbarrier;
      }))
    return copy;
  // An arrival that is still to come has copies that are not done.
  for (const Arrival &arrival : arrivals)
    if (arrival.mbarrier == mbarrier)
      return copies.pick(*arrival.thread, [&](const AsyncCopy &candidate) {
        return isAwaitedBy(candidate, arrival);
      });
  return nullptr;
}

void AsyncUnit::stepAny() {
  AsyncCopy &copy = *copies.pick([](const AsyncCopy &) { return true; });
  if (!copy.hasRead) {
    read(copy);
    if (copies.pausesAfterRead())
      return;
  }
  finish(copy);
}

void AsyncUnit::read(AsyncCopy &copy) {
  copy.data.assign(copy.source, copy.source + copy.sourceBytes);
  copy.data.resize(copy.bytes, 0);
  copy.hasRead = true;
  if (listener)
    listener->asyncRead(copy, addressOf(copy.source), copy.sourceBytes);
}

void AsyncUnit::finish(AsyncCopy &copy) {
  if (!copy.hasRead)
    read(copy);
  std::memcpy(copy.destination, copy.data.data(), copy.bytes);
  if (listener)
    listener->asyncWrote(copy, addressOf(copy.destination), copy.bytes);

  uint64_t phase = 0;
  if (copy.mbarrier) {
    const Cause cause{*copy.issuer, &copy};
    Mbarrier &mbarrier = find(copy.mbarrier, cause);
    phase = mbarrier.phase;
    update(mbarrier, copy.mbarrier, phase, mbarrier.completeTx(copy.bytes),
           copy.bytes, cause);
  }
  machine.noteEvent();
  if (listener)
    listener->asyncCompleted(copy, phase);

  const Thread &issuer = *copy.issuer;
  const bool bulk = copy.kind != CopyKind::NonBulk;
  copies.remove(copy);
  if (!bulk)
    fireArrivals(issuer);
}

void AsyncUnit::fireArrivals(const Thread &thread) {
  llvm::erase_if(arrivals, [&](const Arrival &arrival) {
    if (arrival.thread != &thread ||
        llvm::any_of(copies.of(thread), [&](const AsyncCopy &copy) {
          return isAwaitedBy(copy, arrival);
        }))
      return false;
    Mbarrier &mbarrier = find(arrival.mbarrier, {thread});
    const uint64_t phase = mbarrier.phase;
    update(mbarrier, arrival.mbarrier, phase, mbarrier.arrive(1), 1, {thread});
    if (listener)
      listener->copiesArrived(thread, arrival.mbarrier, phase, arrival.before);
    return true;
  });
}

void AsyncUnit::blockEnds(const Block &block) {
  auto ofBlock = [&](const AsyncCopy &copy) {
    return copy.issuer->warp->block == &block;
  };
  size_t inUse = 0;
  auto needsBlock = [&](const AsyncCopy &copy) {
    bool needs = ofBlock(copy) && (copy.writesShared() || !copy.hasRead);
    inUse += needs;
    return needs;
  };
  if (AsyncCopy *copy = copies.pick(needsBlock))
    fail(Kind::BlockEnds, 0, inUse, 0, {*copy->issuer, copy});
  while (AsyncCopy *copy = copies.pick(ofBlock))
    finish(*copy);
}

bool AsyncUnit::finishAll() {
  if (copies.empty())
    return false;
  while (!copies.empty())
    finish(*copies.pick([](const AsyncCopy &) { return true; }));
  return true;
}
