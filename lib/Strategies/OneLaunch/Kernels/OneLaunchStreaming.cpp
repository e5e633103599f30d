//===- OneLaunchStreaming.cpp - Reduce, then scan, in one launch ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   NAME_stream   C blocks, one for each multiprocessor   reads, writes n
//   NAME_short    the same, at most one tile a block      reads, writes n
//
// The second, if the plan has one, is the same kernel with no more than one
// tile a block: without loops over tiles, and without carries. There reducers
// have nothing else to do once they have reduced, and scan.
//
// In cycle k block b scans tile k * C + b. Each element is read once: a tile
// stays in shared memory, a slot of a ring, from its load to its store. The
// warps of a block have roles, and proceed tile by tile on their own:
//
//   loader     1 warp    empty slot       -> bulk copy from `in`      -> full
//   reducers   groups    full slot        -> each thread's prefix within the
//                                            tile, in shared memory   -> ready
//                                         -> the tile's total, to all blocks
//   spine      warps     totals of the    -> what comes before the
//                        cycle's C tiles     tile                     -> ready
//   scanners   groups    ready slot       -> outputs, in the slot
//                                         -> bulk copy to `out`       -> empty
//
// Outputs that are not as large as the input have places of their own, and
// leave the slot as soon as they are there.
//
// This is two-level reduce-then-scan (Merrill and Grimshaw 2009, section 3.4),
// pipelined: what were launches are roles, and what was the top-level scan is
// the spine of every block, whose warps combine the C totals of a cycle as they
// come. No total waits for another: one hop through memory a cycle, in a fixed
// order, so that the same bits come out every time. A look at a row of totals
// takes longer than a cycle when memory is busy, so the warps of the spine take
// turns, and hand on the carry.
//
// A cycle's spine waits for all C totals, also for those behind its own tile.
// It keeps the blocks at the same cycle, and thus what they read and write
// close together in memory, which is worth 5 % on an H200.
//
// Nothing promises that all blocks run at once. Where some do not come in time,
// the others do their work, too, with the same bits (BlockMode.h, Presence.h,
// StandIn.h). Until it is known that all have come, nobody scans anything.
//
// The next launch may begin once a tile of every block is there: before, its
// blocks would be in the way of these. A short launch leaves half of the
// multiprocessors to them (oneLaunchRule).
//
// Tiles are whole runs, but for the last one. It ends in its slot with whole
// runs all the same: the end of an array is what all blocks wait for, and is no
// place for a loop over elements.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "Loader.h"
#include "StandIn.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

class StreamKernel {
public:
  StreamKernel(const ScanSource &source, KernelBuilder &b, bool hasOneTile)
      : c(source, b, hasOneTile), b(b), ring(c), mode(c), copies(c),
        exchange(c), work(WorkDivision::divide(c)),
        policies(CachePolicies::choose(c)),
        loader(c, work, ring, mode, copies, policies),
        reducers(c, work, ring, mode, copies), spine(c, work, ring, mode),
        scanners(c, work, ring, copies, policies),
        presence(c, work, mode, exchange),
        standIn(c, work, ring, mode, copies, policies, exchange) {}

  void build() {
    const Loader::First first = loader.prefetch();
    Value isSpine =
        b.compare(arith::CmpIPredicate::eq, b.threadId(), b.i32(32));
    initBarriers(isSpine);
    b.waitForKernelBefore();
    loader.loadFirst(first);
    // As early as the first load, for all roles of the block wait for it.
    b.onlyIf(isSpine, [&] { exchange.open(); });
    b.onlyIf(first.hasTiles, [&] { divideRoles(); });
  }

private:
  void divideRoles() {
    const int64_t perRole = c.groups() * c.down.getWarps();
    SmallVector<KernelBuilder::Role> roles{
        {"loader", 1, [&] { load(); }},
        {"spine", c.spine.getWarps(), [&] { spine.run(exchange); }}};
    if (!c.hasOneTile)
      roles.push_back({"reducers", perRole, [&] { reducers.run(exchange); }});
    roles.push_back({"scanners", perRole,
                     [&] { c.hasOneTile ? reduceAndScan() : scan(); }});
    b.roles(roles);
  }

  /// By one thread (`isSpine`, the spine's first): lanes of a warp would take
  /// turns, and more time.
  void initBarriers(Value isSpine) {
    const SharedMemory &shared = c.shared;
    const StreamLayout &layout = c.layout;
    b.onlyIf(isSpine, [&] {
      shared.init(layout.full, 1);
      // The spine, and a group of reducers if others scan.
      shared.init(layout.ready, c.hasOneTile ? 1 : c.down.getThreads() + 1);
      if (!c.hasOneTile) {
        shared.init(layout.empty, 1);
        if (c.passesCarry())
          shared.init(layout.carried, 1);
      }
      // The loader, if it loads more than one tile; the leaders of the spine's
      // warps; all reducers.
      mode.init(c.firstReducer() - (c.hasOneTile ? 1 : 0) +
                32 * (c.firstScanner() - c.firstReducer()));
      shared.init(layout.opened, 1);
      NVVM::FenceMbarrierInitOp::create(b);
      if (!c.hasOneTile) {
        shared.store(layout.carries, b.i32(0), b.start());
        if (c.passesCarry())
          shared.release(layout.carried, b.i32(0));
      }
    });
    NVVM::BarrierOp::create(b);
  }

  /// The loader has nothing else to do where there is one tile.
  void load() {
    Value isLeader = b.isFirstLane();
    b.onlyIf(isLeader,
             [&] { c.hasOneTile ? presence.decide() : loader.run(); });
  }

  void scan() {
    Member member = Member::of(c, c.firstScanner());
    Value barrier = b.add(member.group, b.i32(c.scannersBarrier()));
    Value isFirst =
        b.compare(arith::CmpIPredicate::eq, member.thread, b.i32(0));
    b.onlyIf(b.both(isFirst, b.isZero(member.group)),
             [&] { presence.decide(); });
    mode.awaitDecision();
    b.either(
        mode.is(Mode::Normal), [&] { scanners.run(member, barrier); },
        [&] { standIn.run(member.group); });
  }

  /// In place of reducers and scanners, where there is nothing to overlap with.
  void reduceAndScan() {
    const Position at = ring.begin();
    Member member = Member::of(c, c.firstReducer());
    Value barrier = b.i32(c.scannersBarrier());
    Descriptors totals = exchange.await(work);
    State before = reducers.reduceTile(at, member, barrier, at.k, totals);
    mode.awaitDecision();
    b.either(
        mode.is(Mode::Normal),
        [&] { scanners.runOnce(member, barrier, before); },
        [&] { standIn.run(member.group); });
  }

  const StreamContext c;
  KernelBuilder &b;
  const TileRing ring;
  const BlockMode mode;
  const TileCopies copies;
  const Exchange exchange;
  const WorkDivision work;
  const CachePolicies policies;
  const Loader loader;
  const Reducers reducers;
  const Spine spine;
  const Scanners scanners;
  const Presence presence;
  const StandIn standIn;
};

} // namespace

void buildOneLaunchStreaming(ScanSource source) {
  const PlanAttr plan = source.plan;
  KernelBuilder stream = source.openEarly("stream");
  StreamKernel(source, stream, /*hasOneTile=*/false).build();
  if (!getShortScan(plan))
    return;
  KernelBuilder shorter = source.openEarly("short");
  source.plan = getShort(plan);
  StreamKernel(source, shorter, /*hasOneTile=*/true).build();
}

} // namespace scanc::prefix
