//===- ClusterLayout.h - What clusters of blocks keep -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the shared memory of a block of NAME_clusters:
//
//   ring         tiles on their way, as they lie in memory
//   full, empty  of each slot: the tile is there; it is no longer needed
//   mail         words that blocks of the cluster tell this one: the numbers of
//                groups; of each chain, what each rank's tile makes; and what
//                comes before the cluster's tiles
//   drawn        the numbers of some of the cluster's groups, as they were
//                told; told: they are there
//   reduced      the block has told the others what its tile makes
//   carry        what comes before the cluster's tiles, as it was told;
//                carried: it is there
//   made, pre    what a group makes, and what the ranks before make of it;
//                preMade: they are there
//   after        what all make up to the end of a group, of the chains that the
//                rank sees to; handed: it is there
//   ofReducers   what each reducer's part of a tile makes, of two in turn
//   ofScanners   the same of scanners
//
// What there is of each group, or exchange, is in rings that are a power of two
// of them long: see Clusters.cpp for how long they must be.
//
// In the workspace, behind the counter and the epoch of drawn tiles
// (EntryLayout), each group has a place for a state of each chain.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_CLUSTERLAYOUT_H
#define SCANC_LIB_STRATEGIES_STRIPS_CLUSTERLAYOUT_H

#include "scanc/Dialect/Prefix/IR/ScanTypes.h"
#include "scanc/Dialect/Prefix/IR/SharedArrays.h"

namespace scanc::prefix {

struct ClusterLayout {
  /// Of the skeletons `clustered_scan` and `clustered_top` of a complete plan.
  ClusterLayout(SkeletonAttr scan, SkeletonAttr top, const ScanTypes &types);

  /// Chains of a launch at most.
  static constexpr int64_t mostChains = 64;
  /// Chains that a rank sees to, at most: two lanes of a scout have each, and
  /// half of its entries.
  static constexpr int64_t mostOfRank = 16;
  /// Warps that reduce tiles, at most; and those that load and that post.
  static constexpr int64_t mostReducers = 4, othersOfBlock = 2;

  SlotArray ring;
  BarrierArray full, empty, turns;
  WordArray mail, drawn;
  StateArray ofReducers, ofScanners, made, pre, carry, after;
  int64_t bytes = 0;

  /// Of `turns`, those that say something of each turn: a ring of them.
  struct TurnBarriers {
    int64_t first, count;
  };
  TurnBarriers told, reduced, preMade, carried, handed;
  /// Where totals and carries begin in the mail, behind numbers.
  int64_t totals, carries;
  int64_t slots;     // of the ring
  int64_t exchanges; // groups whose totals and carries have places
  int64_t numbers;   // groups whose numbers have
  int64_t parts;     // of a state, of 32 bits
  int64_t scanners, reducers, scouts, cluster;
  int64_t bytesOfElement;

  /// Of a block, beside its scanners.
  int64_t otherWarps() const { return othersOfBlock + scouts + reducers; }
  /// Words of mail from a part to the next.
  int64_t totalsApart() const { return exchanges * cluster * mostChains; }
  int64_t carriesApart() const { return exchanges * mostChains; }
};

/// Where groups have places in the workspace.
struct GroupLayout {
  /// `top` is the skeleton `clustered_top` of a complete plan.
  GroupLayout(SkeletonAttr top, llvm::ArrayRef<mlir::Type> state);

  int64_t states; // where they begin, in bytes
  int64_t bytesOfGroup, bytes;
  /// Groups of a launch at most: the workspace has a place for each, and for as
  /// many more as a scout reads at once.
  int64_t most;
  /// Whether a state is one word, as it has to be.
  bool isOneWord;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_CLUSTERLAYOUT_H
