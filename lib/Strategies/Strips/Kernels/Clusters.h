//===- Clusters.h - Clusters draw the tiles of few chains -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few chains that together are a stretch of memory. A cluster of C blocks draws
// groups of C tiles that follow each other: its rank r has tile r of each. So
// blocks tell each other what tiles make through shared memory, and clusters
// tell each other what groups make through L2: one way there for each tile.
//
// *Roles.* Each goes on as soon as it can, at its own pace:
//
//   loader      draws groups, by rank 0, which tells the others; brings tiles
//               by bulk copies, two at once
//   poster      hears what the tiles of a group make; posts what the group
//               makes, and finds what the ranks before this one make
//   scouts      gather what the groups posted that come between the cluster's
//               group before and its own; join that to what comes before
//               these, which the scout of the group before hands on; tell all
//               ranks
//   reducers    reduce a tile when it is there; tell all ranks what it makes
//   scanners    take a tile to their registers, so that another one can come
//               to its slot; wait for what comes before it; store its outputs
//
// Of the chains, each rank posts and gathers a part, and tells all others.
//
// *The same states, whoever is first.* What groups make is joined one after
// another, from the first to the last, whichever clusters draw them.
//
// *Who waits for whom.* A group waits for groups of lower numbers, which others
// have drawn before, so that it does not matter which clusters are there. The
// blocks of a cluster are there at the same time.
//
// *Rings.* Of S slots, scanners have finished tile i - S - 1 when reducers
// reduce tile i, since tile i - S has left its slot. To finish that, all ranks
// have told what comes before it, for which each has heard what all tiles of
// group i - S - 1 make, and its scout was done with the group before. So words
// of group i may overwrite those of group i - S - 2, and of all before. A
// loader draws one number ahead of what it loads, at most S ahead of its
// reducers; of two ranks, one is at most S + 2 ahead of the other: twice as
// many places do for numbers.
//
// *Mail* is words with tags: the tag of turn i is i + 1. It is cleared before
// anybody can tell anything. An arrival at another block's mbarrier would wait
// for all that its warp has stored before.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_KERNELS_CLUSTERS_H
#define SCANC_LIB_STRATEGIES_STRIPS_KERNELS_CLUSTERS_H

#include "../Attr.h"
#include "DenseContext.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

namespace scanc::prefix {

class Clusters {
public:
  using Value = mlir::Value;

  explicit Clusters(const ScanSource &source)
      : c(source, "clusters", getClustered(source.plan),
          ClusterLayout(getClustered(source.plan), getClusteredTop(source.plan),
                        ScanTypes::of(source.scan, source.monoid))),
        b(c.b), m(c.memory), shared(c.shared),
        top(getClusteredTop(source.plan)), groupsIn(top, b.getStateTypes()),
        entriesOfLane(top.getItems()) {}

  void build();

private:
  /// A turn of a role: which one, the slot of its tile, and the parity of that
  /// slot's use; the number of its group. i32 all.
  struct Turn {
    Value index, slot, parity, number;
  };

  void open();
  void initBarriers();
  /// Has L2 bring tiles of the groups that clusters draw first, whichever draws
  /// which: while the kernel before ends, and numbers are drawn.
  void prefetch();
  void clear(const WordArray &mail);

  /// Turns `first`, `first` + `step`, .. (i32), as long as the cluster has a
  /// group.
  void forTurns(Value first, int64_t step,
                llvm::function_ref<void(const Turn &)> body);
  /// The index, slot and parity of the turn `step` later; slots are of use
  /// where that is 1.
  llvm::SmallVector<Value> behind(const Turn &turn, int64_t step);
  /// Where a turn's word, or barrier, is in a ring of `count`, and the parity
  /// of its use (i32 both).
  Value placeIn(int64_t count, Value index) {
    return b.both(index, b.i32(count - 1));
  }
  Value parityIn(int64_t count, Value index) {
    return b.both(
        mlir::arith::ShRUIOp::create(b, index, b.i32(llvm::Log2_64(count))),
        b.i32(1));
  }
  /// Of a turn.
  Value barrierOf(const ClusterLayout::TurnBarriers &ring, Value index) {
    return b.add(placeIn(ring.count, index), b.i32(ring.first));
  }
  void waitFor(const ClusterLayout::TurnBarriers &ring, Value index) {
    shared.acquire(m.turns, barrierOf(ring, index),
                   parityIn(ring.count, index));
  }
  void announce(const ClusterLayout::TurnBarriers &ring, Value index) {
    mlir::NVVM::SyncWarpOp::create(b, b.i32(-1));
    b.onlyIf(b.isFirstLane(),
             [&] { shared.release(m.turns, barrierOf(ring, index)); });
  }
  Value tagOf(Value index) { return b.add(index, b.i32(1)); }
  /// Where what the exchange of a turn has is, of chain 0 (i32).
  Value exchangeOf(Value index, int64_t chains = ClusterLayout::mostChains) {
    return b.mul(placeIn(m.exchanges, index), b.i32(chains));
  }
  DenseContext::Tile tileOf(const Turn &turn);
  Value isGroup(Value number) {
    return b.compare(mlir::arith::CmpIPredicate::ult, number, groups);
  }
  Value isRank(Value other) {
    return b.compare(mlir::arith::CmpIPredicate::eq, rank, other);
  }
  void meet(int64_t barrier, int64_t warps) {
    mlir::NVVM::BarrierOp::create(b, mlir::TypeRange(), b.i32(barrier),
                                  b.i32(32 * warps),
                                  mlir::NVVM::BarrierReductionAttr(), Value());
  }
  /// What `body` gives, where `condition` holds; else `otherwise`.
  llvm::SmallVector<Value>
  valuesIf(Value condition, llvm::function_ref<llvm::SmallVector<Value>()> body,
           mlir::ValueRange otherwise);

  // What the loader does.
  void load();
  /// In the first lane of rank 0.
  Value draw();
  /// Has all warps of the cluster know the number of a turn's group, which the
  /// first lane of rank 0 has (i32). Gives it.
  Value tellNumber(Value index, Value number);
  /// The same of the block, in any lane.
  void keepNumber(Value index, Value number);
  void fetch(const Turn &turn);

  // What reducers do.
  void reduce();
  void reduceTile(const Turn &turn, Value warp);
  void tellTotals(const Turn &turn, Value warp, Value ofTile);

  // What the poster does.
  void post();
  /// Of chain `chain` (i32).
  void postChain(const Turn &turn, Value chain);

  // What scouts do.
  void scout();
  void findCarry(const Turn &turn, llvm::ArrayRef<Value> start);
  /// Joins `run` with what `count` groups (i32) from `first` (i32) on have
  /// posted of the lane's chain: at most as many as the warp has entries.
  State gather(Value first, Value count, llvm::function_ref<State()> run);
  void tellCarry(const Turn &turn, const State &before);
  void hearCarry(const Turn &turn);
  llvm::SmallVector<Value> placeOfState();

  // What scanners do.
  void scan();
  void scanTile(const Turn &turn, Value warp);

  DenseContext c;
  KernelBuilder &b;
  const ClusterLayout &m;
  const SharedMemory &shared;
  SkeletonAttr top;
  GroupLayout groupsIn;
  const int64_t entriesOfLane;
  mlir::TypedValue<EntriesType> entries;
  Value rank;       // i32
  Value groups;     // of the launch (i32)
  Value firstDrawn; // by rank 0's loader (i32)
  Value areAligned; // whether outputs begin at multiples of 16 bytes (i1)
  // Of a scout's lane: as a power of two, chains of a rank; which of them is
  // its own, among the rank's and among all; whether its entries are the first
  // or the second half. i32 all.
  Value ownLog, own, ownChain, half;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_KERNELS_CLUSTERS_H
