//===- Scanners.cpp - Warps that scan tiles -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scanners.h"

using namespace mlir;

namespace scanc::prefix {

void Scanners::run(const Member &member, Value barrier) const {
  auto scanNext = [&](const Position &at, ValueRange) {
    awaitPlace(member, barrier);
    c.shared.acquire(c.layout.ready, at.slot, at.parity);
    scanTile(at, member);
    storeTile(at, member, barrier, b.isZero(member.thread));
    return State();
  };
  ring.forTiles(work, member.group, c.groups(), {}, scanNext);
  if (!emptiesAfterStores())
    awaitStores(b.isZero(member.thread));
}

void Scanners::runOnce(const Member &member, Value barrier,
                       ValueRange before) const {
  const Position at = ring.begin();
  c.shared.acquire(c.layout.ready, at.slot, at.parity);
  State seed = c.shared.load(c.layout.seeds, at.slot);
  Tile tile = ring.noted(at.slot);
  runs.scan(at, member, tile, runs.seedOf(member, tile, seed, before));
  Value isFirst = b.isZero(member.thread);
  storeTile(at, member, barrier, isFirst);
  awaitStores(isFirst);
}

void Scanners::scanTile(const Position &at, const Member &member) const {
  Value index = b.mul(at.slot, b.i32(c.down.getThreads()));
  Tile tile = ring.noted(at.slot);
  State seed = c.shared.load(c.layout.seeds, at.slot);
  State before = c.shared.load(c.layout.prefixes, b.add(index, member.thread));
  runs.scan(at, member, tile, runs.seedOf(member, tile, seed, before));
}

void Scanners::storeTile(const Position &at, const Member &member,
                         Value barrier, Value isFirst) const {
  const bool inPlace = !c.layout.outputs.count;
  // Whoever gives the slot back knows that all have read it.
  Value met = emptiesAfterStores() ? barrier : Value();
  // Once the group has met, the slot may be another tile's.
  Tile tile = ring.noted(at.slot);
  NVVM::FenceProxyOp::create(
      b, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
  c.waitForGroup(barrier);
  if (!inPlace)
    b.onlyIf(isFirst, [&] { empty(at.slot); });
  SmallVector<Stretch> output = copies.outputOf(tile);
  for (const Stretch &to : output)
    copies.copyRest(to.address, ring.outputPointer(at, tile, to.region),
                    to.bulk, tile, to.region, member.thread, met);
  b.onlyIf(isFirst, [&] {
    b.onlyIf(copies.isNonzero(copies.bulkOf(output)), [&] {
      copyOut(output, at, tile);
      NVVM::CpAsyncBulkCommitGroupOp::create(b);
      if (emptiesAfterStores())
        waitForOutputs();
    });
    if (inPlace)
      empty(at.slot);
  });
}

/// Whether outputs lie in their tile's slot, which another tile may get.
bool Scanners::emptiesAfterStores() const {
  return !c.layout.outputs.count && !c.hasOneTile;
}

/// Starts the bulk copies of a tile, at least one of which has bytes.
void Scanners::copyOut(ArrayRef<Stretch> output, const Position &at,
                       const Tile &tile) const {
  for (const Stretch &to : output) {
    auto copy = [&] {
      c.shared.copyOut(to.address, ring.outputPointer(at, tile, to.region),
                       to.bulk, policies.store);
    };
    if (output.size() == 1)
      return copy();
    b.onlyIf(copies.isNonzero(to.bulk), copy);
  }
}

/// Gives `slot` back, if another tile comes.
void Scanners::empty(Value slot) const {
  if (!c.hasOneTile)
    c.shared.release(c.layout.empty, slot);
}

/// Where outputs have places of their own: until the group's is free.
void Scanners::awaitPlace(const Member &member, Value barrier) const {
  if (!c.layout.outputs.count)
    return;
  b.onlyIf(b.isZero(member.thread), [&] { waitForOutputs(); });
  c.waitForGroup(barrier);
}

/// Before shared memory is another block's: until bulk copies have read all
/// that the group's first thread has had them copy out, if storeTile() has not
/// waited.
void Scanners::awaitStores(Value isFirst) const {
  b.onlyIf(isFirst, [&] { waitForOutputs(); });
}

/// Until bulk copies have read all that the thread has had them copy out.
void Scanners::waitForOutputs() const {
  NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, b.getUnitAttr());
}

} // namespace scanc::prefix
