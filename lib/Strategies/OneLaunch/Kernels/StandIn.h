//===- StandIn.h - Doing the work of absent blocks --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where c of C blocks are there (Presence.h), they share all tiles: the
// block of rank r takes tiles r, r + c, r + 2 c, .. of the launch, one by one.
// The tiles are the same ones, as are the rows of C totals, and the order in
// which they are combined, hence the bits of the outputs. The first group of
// scanners does all of it, without bulk copies, in the first slot of the ring:
// this need not be quick.
//
// For a tile it waits for all totals of the rows before, and those before the
// tile in its row. They are of tiles that come first, so that the first of the
// tiles that are not done yet can always go on.
//
// Blocks that have yet to find out that they are late may post totals of early
// tiles, and those that are given up are replaced by others in the early rows,
// at any time. So the rows here are other ones, 16 in turn: those that no early
// tile can have, with tags of later cycles. A block posts a total when it has
// found what comes before its last one, so that nobody is two rows ahead.
//
// Before they begin, the present blocks meet: none of them is any longer on the
// normal way, where it reads what others will write. At the end blocks count
// who departs, late ones too. The last one leaves a workspace like a fresh one,
// but for the epoch, which moves on. Nobody is there any more who could have
// use for it, or write.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STANDIN_H
#define SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STANDIN_H

#include "Presence.h"
#include "Reducers.h"
#include "Scanners.h"
#include "Spine.h"

namespace scanc::prefix {

class StandIn {
public:
  using Value = mlir::Value;

  /// `known` is how the launch was divided; here it is recalled from shared
  /// memory each time that it is needed.
  StandIn(const StreamContext &c, const WorkDivision &known,
          const TileRing &ring, const BlockMode &mode, const TileCopies &copies,
          const CachePolicies &policies, const Exchange &exchange)
      : c(c), b(c.b), known(known), ring(ring), mode(mode), copies(copies),
        policies(policies), exchange(exchange) {}

  /// By the scanners of `group` (i32), in place of their role, where some
  /// blocks are absent, or this one is. The first group does it.
  void run(Value group) const;

private:
  WorkDivision recall() const { return WorkDivision::recall(c, known); }
  /// The thread, of the first group of scanners.
  Member anew() const;
  void fillEarlyRows(const WorkDivision &work) const;
  void takeTurns() const;
  Tile ownTile(const WorkDivision &work) const;
  void reduceForAbsent(const WorkDivision &work) const;
  void scanForAbsent(const WorkDivision &work) const;
  void storeForAbsent(const WorkDivision &work) const;
  void seedTile(const WorkDivision &work, Value row, Value own) const;
  void seedOnlyTile(const WorkDivision &work, Value row, Value own) const;
  void meet(const WorkDivision &work, Value present) const;
  void depart(const WorkDivision &work) const;
  void noteShortLaunch() const;
  Value cycleOf(Value row) const;

  const StreamContext &c;
  KernelBuilder &b;
  const WorkDivision &known;
  const TileRing &ring;
  const BlockMode &mode;
  const TileCopies &copies;
  const CachePolicies &policies;
  const Exchange &exchange;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_ONELAUNCH_KERNELS_STANDIN_H
