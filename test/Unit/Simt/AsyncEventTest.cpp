//===- AsyncEventTest.cpp - What listeners hear ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Simt/Machine.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace scanc::simt;

namespace {

/// Writes down what it hears, addresses as offsets in shared memory.
class Recorder final : public AsyncListener {
public:
  std::vector<std::string> events;

  void asyncIssued(const AsyncCopy &copy) override {
    note("issued", copy.number, copy.bytes);
  }
  void asyncRead(const AsyncCopy &copy, uintptr_t, uint32_t bytes) override {
    note("read", copy.number, bytes);
  }
  void asyncWrote(const AsyncCopy &copy, uintptr_t, uint32_t bytes) override {
    note("wrote", copy.number, bytes);
  }
  void asyncCompleted(const AsyncCopy &copy, uint64_t phase) override {
    note("completed", copy.number, phase);
  }
  void mbarrierUsed(const Thread &, uintptr_t) override { note("used"); }
  void mbarrierArrived(const Thread &, uintptr_t, uint64_t phase,
                       MbarrierOrder order) override {
    note(order != MbarrierOrder::Relaxed ? "released" : "arrived", phase);
  }
  void copiesArrived(const Thread &, uintptr_t, uint64_t phase,
                     uint64_t before) override {
    note("copies arrived", phase, before);
  }
  void mbarrierWaited(const Thread &, uintptr_t, uint64_t phase,
                      MbarrierOrder order) override {
    note(order != MbarrierOrder::Relaxed ? "acquired" : "waited", phase);
  }
  void mbarrierInitialised(const Thread &, uintptr_t) override { note("init"); }
  void mbarrierInvalidated(const Thread &, uintptr_t) override {
    note("inval");
  }
  void proxyFence(const Thread &, ProxyFence kind) override {
    note("fence", static_cast<uint64_t>(kind));
  }
  void groupWaited(const Thread &, bool bulk, uint64_t before,
                   bool readsOnly) override {
    note(std::string(bulk ? "bulk group " : "group ") +
             (readsOnly ? "read" : "done"),
         before);
  }

private:
  template <class... Numbers> void note(std::string text, Numbers... numbers) {
    ((text += " " + std::to_string(numbers)), ...);
    events.push_back(text);
  }
};

/// Runs one thread of host code as a kernel with 256 bytes of shared memory.
std::vector<std::string> record(KernelEntry kernel) {
  StackPool stacks;
  StreamRequest request;
  Launch &launch = request.launches.emplace_back();
  launch.kernel = "host";
  launch.entry = kernel;
  launch.sharedBytes = 256;
  request.stackBytes = 64 << 10;
  Machine machine(stacks, std::move(request));
  Recorder recorder;
  machine.async().listener = &recorder;
  if (llvm::Error error = machine.run())
    ADD_FAILURE() << llvm::toString(std::move(error));
  return recorder.events;
}

alignas(16) uint8_t global[64];

uint8_t *shared(unsigned offset) {
  return Machine::active().thread().warp->block->shared + offset;
}

uint64_t barrier(MbarrierOp op, uint64_t operand,
                 MbarrierOrder order = MbarrierOrder::Block) {
  return Machine::active().async().mbarrier(
      op, reinterpret_cast<uintptr_t>(shared(0)), operand, order);
}

TEST(AsyncEvents, CopyWithAnMbarrier) {
  auto events = record([](const uint64_t *) {
    AsyncUnit &async = Machine::active().async();
    barrier(MbarrierOp::Init, 1);
    async.proxyFence(ProxyFence::MbarrierInit);
    barrier(MbarrierOp::WaitParity, 1);
    barrier(MbarrierOp::ArriveExpectTx, 32);
    async.copy(CopyKind::GlobalToShared, shared(16), global, 32, 32,
               reinterpret_cast<uintptr_t>(shared(0)));
    while (!barrier(MbarrierOp::WaitParity, 0))
      ;
    uint64_t token = barrier(MbarrierOp::Arrive, 1, MbarrierOrder::Relaxed);
    barrier(MbarrierOp::Wait, token, MbarrierOrder::Relaxed);
    barrier(MbarrierOp::Inval, 0);
  });
  EXPECT_EQ(events, (std::vector<std::string>{
                        "init", "fence 7", "used", "used", "released 0",
                        "issued 0 32", "used", "read 0 32", "wrote 0 32",
                        "completed 0 0", "acquired 0", "used", "arrived 1",
                        "used", "waited 1", "inval"}));
}

TEST(AsyncEvents, CopiesInBulkGroups) {
  auto events = record([](const uint64_t *) {
    AsyncUnit &async = Machine::active().async();
    for (unsigned i = 0; i < 2; ++i) {
      async.proxyFence(ProxyFence::AsyncSharedCta);
      async.copy(CopyKind::SharedToGlobal, global + 16 * i, shared(16 * i), 16,
                 16, 0);
      async.groups(GroupOp::BulkCommit, 0);
    }
    async.groups(GroupOp::BulkWaitRead, 1);
    async.groups(GroupOp::BulkWait, 0);
  });
  EXPECT_EQ(events,
            (std::vector<std::string>{
                "fence 3", "issued 0 16", "fence 3", "issued 1 16", "read 0 16",
                "bulk group read 1", "wrote 0 16", "completed 0 0", "read 1 16",
                "wrote 1 16", "completed 1 0", "bulk group done 2"}));
}

TEST(AsyncEvents, NonBulkCopies) {
  auto events = record([](const uint64_t *) {
    AsyncUnit &async = Machine::active().async();
    barrier(MbarrierOp::Init, 1);
    async.copy(CopyKind::NonBulk, shared(16), global, 16, 4, 0);
    barrier(MbarrierOp::CopiesArriveNoInc, 0);
    async.copy(CopyKind::NonBulk, shared(32), global, 8, 8, 0);
    while (!barrier(MbarrierOp::WaitParity, 0))
      ;
    async.groups(GroupOp::WaitAll, 0);
  });
  EXPECT_EQ(events, (std::vector<std::string>{
                        "init", "issued 0 16", "used", "issued 1 8", "used",
                        "read 0 4", "wrote 0 16", "completed 0 0",
                        "copies arrived 0 1", "acquired 0", "read 1 8",
                        "wrote 1 8", "completed 1 0", "group done 1"}));
}

} // namespace
