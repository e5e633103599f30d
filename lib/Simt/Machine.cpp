//===- Machine.cpp - Runs grids on fibres ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <atomic>
#include <cstring>
#include <utility>

using namespace scanc::simt;

namespace {

constexpr uint64_t sharedAlignment = 256;

constinit thread_local Machine *activeMachine = nullptr;

} // namespace

Machine &Machine::active() { return *activeMachine; }

Machine::Machine(StackPool &stacks, StreamRequest stream)
    : stacks(stacks), request(std::move(stream)),
      scheduler(createScheduler(request.options,
                                request.launches.front().clusters())),
      asyncUnit(*this, request.options) {
  static std::atomic<uint32_t> launches{0};
  uint64_t blocks = 0;
  grid.launches = std::move(request.launches);
  for (auto [index, launch] : llvm::enumerate(grid.launches)) {
    launch.number = index + 1;
    launch.gridId =
        request.options.number ? request.options.number : ++launches;
    launch.firstBlock = blocks;
    blocks += launch.blocks();
  }
  if (request.sites)
    addObservers();
}

Machine::~Machine() = default;

//===----------------------------------------------------------------------===//
// On the OS thread's stack
//===----------------------------------------------------------------------===//

llvm::Error Machine::run() {
  // Of each launch so many blocks are in flight at a time. Two launches may
  // meet; where more do, they share the places of two.
  uint64_t slots = 0, before = 0, sharedBytes = 0;
  for (const Launch &launch : grid.launches) {
    const uint64_t places = placesOf(launch);
    slots = std::max(slots, launch.dependent ? before + places : places);
    before = places;
    threadsOfSlot = std::max(threadsOfSlot, launch.threads());
    sharedBytes = std::max(sharedBytes, launch.sharedBytes);
  }
  if (llvm::Error error =
          stacks.reserve(slots * threadsOfSlot, request.stackBytes))
    return error;

  // One more alignment unit, so that the first arena can be aligned.
  const uint64_t arenaBytes =
      llvm::alignTo(std::max<uint64_t>(sharedBytes, 1), sharedAlignment);
  arena.reset(new uint8_t[slots * arenaBytes + sharedAlignment]);
  auto *shared = reinterpret_cast<uint8_t *>(
      llvm::alignAddr(arena.get(), llvm::Align(sharedAlignment)));

  grid.blocks.resize(slots);
  for (const auto &observer : observers)
    observer->gridStarted(grid);
  for (size_t slot = 0; slot < slots; ++slot) {
    Block &block = grid.blocks[slot];
    block.slot = slot;
    block.shared = shared + slot * arenaBytes;
  }
  startBlocks();

  accessesLeft = scheduler->accessesUntilPreemption();
  Machine *outer = std::exchange(activeMachine, this);
  while (Thread *next = scheduler->next(grid, nullptr)) {
    current = next;
    Fiber::switchTo(runFiber, next->fiber);
    if (failure)
      break;
    for (const auto &observer : observers)
      if (!failure && !observer->blockEnded(*ended))
        failure = {.kind = Failure::Kind::Observed,
                   .thread = current,
                   .observer = observer.get()};
    if (failure)
      break;
    endBlock(*ended);
    startBlocks();
  }
  activeMachine = outer;

  if (failure && failure->kind != Failure::Kind::Stopped)
    return llvm::createStringError(
        describe(*failure, grid, request.options, *scheduler));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// On fibres
//===----------------------------------------------------------------------===//

void Machine::fibreMain() {
  Machine &machine = active();
  const Launch &launch = *machine.current->warp->block->launch;
  launch.entry(launch.args.data());
  machine.exitThread();
}

void Machine::suspend() {
  Thread *self = current;
  noteStep();
  asyncUnit.atStop();
  checkBlockCanContinue(*self);
  Thread *next = scheduler->next(grid, self);
  turn = 0;
  if (next == self)
    return;
  current = next;
  Fiber::switchTo(self->fiber, next->fiber);
}

void Machine::noteStep() {
  ++steps;
  if (steps == request.options.stopAfter)
    fail({Failure::Kind::Stopped});
  if (request.options.stepLimit == 0 || steps <= request.options.stepLimit)
    return;
  fail({Failure::Kind::LiveLock});
}

void Machine::preempt() {
  accessesLeft = scheduler->accessesUntilPreemption();
  suspend();
}

void Machine::exitThread() {
  Thread *self = current;
  Block &block = *self->warp->block;
  park(*self, ThreadState::Exited);
  self->warp->exited |= laneBit(*self);
  Cluster &cluster = *block.cluster;
  --cluster.live;
  cluster.arrived -=
      self->hasArrivedAtCluster && self->clusterPhase == cluster.phase;
  completeClusterBarrier(cluster);
  noteEvent();
  if (--block.live == 0) {
    asyncUnit.blockEnds(block);
    ended = &block;
    leaveForRun();
  }
  checkBlockCanContinue(*self);
  turn = 0;
  current = scheduler->next(grid, self);
  Fiber::finish(self->fiber, current->fiber);
}

void Machine::leaveForRun() {
  // After a failure the stack is kept: the message may need what is on it.
  if (failure)
    Fiber::switchTo(current->fiber, runFiber);
  Fiber::finish(current->fiber, runFiber);
}

void Machine::fail(const Failure &what) {
  failure = what;
  if (!failure->thread)
    failure->thread = current;
  leaveForRun();
}

void Machine::checkBlockCanContinue(const Thread &stopped) {
  const Block &block = *stopped.warp->block;
  auto canContinue = [](const Block *of) {
    return of && (of->runnable() || of->isHeld());
  };
  if (stopped.warp->ready || canContinue(&block))
    return;
  // Others of the cluster may come to its barrier yet.
  if (block.isAtCluster() && llvm::any_of(block.cluster->blocks, canContinue))
    return;
  fail({Failure::Kind::BlockStuck});
}

//===----------------------------------------------------------------------===//
// Collectives and barriers
//===----------------------------------------------------------------------===//

/// Gives the lanes of `mask` the results of the collective that is next for all
/// of them, and takes them to their next ones.
static void completeCollective(Warp &warp, uint32_t mask) {
  LaneOperands in[warpSize];
  uint64_t out[warpSize];
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = llvm::countr_zero(lanes);
    in[lane] = warp.threads[lane].collectives.front().operands;
  }
  const Thread &first = warp.threads[llvm::countr_zero(mask)];
  evaluate(first.collectives.front().op, mask, in, out);
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = llvm::countr_zero(lanes);
    auto &todo = warp.threads[lane].collectives;
    todo.front().result = out[lane];
    todo = todo.drop_front();
  }
}

/// Whether the same collective with this mask is next for all lanes in it.
static bool allAtSame(const Warp &warp, uint32_t mask) {
  const Thread &first = warp.threads[llvm::countr_zero(mask)];
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    const Thread &thread = warp.threads[llvm::countr_zero(lanes)];
    if (thread.collectives.empty() || thread.collectives.front().mask != mask ||
        thread.collectives.front().op != first.collectives.front().op)
      return false;
  }
  return true;
}

uint32_t Machine::arrive(Thread &thread) {
  Warp &warp = *thread.warp;
  const WarpOp op = thread.collectives.front().op;
  const uint32_t mask = thread.collectives.front().mask;
  auto *meeting = llvm::find_if(warp.rendezvous, [&](const Rendezvous &known) {
    return known.op == op && known.mask == mask;
  });
  if (meeting == warp.rendezvous.end())
    meeting = warp.rendezvous.insert(meeting, {op, mask, 0});
  meeting->arrived |= laneBit(thread);
  if (meeting->arrived != mask)
    return 0;

  *meeting = warp.rendezvous.back();
  warp.rendezvous.pop_back();
  // Lanes with a row of collectives mostly have the same row.
  do {
    const WarpOp met =
        warp.threads[llvm::countr_zero(mask)].collectives.front().op;
    completeCollective(warp, mask);
    for (const auto &observer : observers)
      met == WarpOp::Sync ? observer->warpSynced(warp, mask)
                          : observer->warpMet(warp, met, mask);
  } while (allAtSame(warp, mask));
  return mask;
}

void Machine::collectives(llvm::MutableArrayRef<CollectiveCall> calls) {
  Thread &self = *current;
  Warp &warp = *self.warp;
  for (const CollectiveCall &call : calls)
    if (!(call.mask & laneBit(self))) {
      Failure failure{Failure::Kind::LaneNotInMask};
      failure.op = call.op;
      failure.mask = call.mask;
      fail(failure);
    }
  self.collectives = calls;

  // A collective that completes takes its lanes to their next ones, which may
  // complete these, and so on; lanes with nothing left to do can run.
  uint32_t moving = laneBit(self), done = 0;
  while (moving) {
    unsigned lane = llvm::countr_zero(moving);
    moving &= moving - 1;
    if (warp.threads[lane].collectives.empty())
      done |= uint32_t(1) << lane;
    else
      moving |= arrive(warp.threads[lane]);
  }
  if (done) {
    wake(warp, done);
    noteMeeting();
  }
  if (!self.collectives.empty()) {
    park(self, ThreadState::AtCollective);
    suspend();
  } else if (done != laneBit(self) && scheduler->preemptsWaker()) {
    preempt();
  }
}

uint32_t Machine::barrier(BarrierOp op, unsigned id,
                          std::optional<unsigned> threads, bool predicate) {
  Thread &self = *current;
  Warp &warp = *self.warp;
  Block &block = *warp.block;
  auto failWith = [&](Failure::Kind kind, unsigned second, unsigned third) {
    Failure failure{kind};
    failure.first = id;
    failure.second = second;
    failure.third = third;
    fail(failure);
  };
  if (id >= numBarriers)
    failWith(Failure::Kind::BarrierNumber, 0, 0);
  if (threads && (*threads == 0 || *threads % warpSize != 0))
    failWith(Failure::Kind::BarrierCount, *threads, 0);

  Barrier &barrier = block.barriers[id];
  const unsigned expected =
      threads ? *threads : unsigned(block.warps.size() * warpSize);
  if (barrier.arrived == 0) {
    barrier.expected = expected;
    barrier.wholeBlock = !threads;
  } else if (barrier.expected != expected) {
    failWith(Failure::Kind::BarrierMismatch, threads.value_or(0),
             barrier.wholeBlock ? 0 : barrier.expected);
  }

  // The last lane of a ragged warp counts for those that do not exist.
  unsigned lanes = llvm::popcount(warp.lanes);
  barrier.arrived += self.lane + 1 == lanes ? warpSize - lanes + 1 : 1;
  if (barrier.arrived > barrier.expected)
    failWith(Failure::Kind::BarrierOverflow, barrier.expected, 0);
  ++barrier.threads;
  barrier.count += predicate;
  barrier.all &= predicate;
  if (op != BarrierOp::Arrive)
    barrier.waiting[warp.index] |= laneBit(self);

  for (const auto &observer : observers)
    observer->barrierArrived(self, id);
  if (barrier.arrived == barrier.expected) {
    for (const auto &observer : observers)
      observer->barrierCompleted(block, id, barrier.waiting);
    completeBarrier(block, barrier, op);
    if (scheduler->preemptsWaker())
      preempt();
  } else if (op != BarrierOp::Arrive) {
    self.barrier = id;
    park(self, ThreadState::AtBarrier);
    suspend();
  }
  return self.barrierResult;
}

void Machine::completeBarrier(Block &block, Barrier &barrier, BarrierOp op) {
  uint32_t result = op == BarrierOp::ReduxAnd  ? barrier.all
                    : op == BarrierOp::ReduxOr ? barrier.count != 0
                                               : barrier.count;
  for (Warp &warp : block.warps) {
    uint32_t lanes = std::exchange(barrier.waiting[warp.index], 0);
    wake(warp, lanes);
    if (op != BarrierOp::Sync)
      for (; lanes; lanes &= lanes - 1)
        warp.threads[llvm::countr_zero(lanes)].barrierResult = result;
  }
  barrier = Barrier();
  noteEvent();
}

void Machine::misaligned(const void *address, unsigned bytes,
                         unsigned alignment) {
  Failure failure{Failure::Kind::Misaligned};
  failure.address = reinterpret_cast<uintptr_t>(address);
  failure.first = bytes;
  failure.second = alignment;
  fail(failure);
}

void Machine::trap(TrapKind kind) {
  switch (kind) {
  case TrapKind::Trap:
    fail({Failure::Kind::Trap});
  case TrapKind::DivisionByZero:
    fail({Failure::Kind::DivisionByZero});
  case TrapKind::DivisionOverflow:
    fail({Failure::Kind::DivisionOverflow});
  }
  llvm_unreachable("unknown trap");
}
