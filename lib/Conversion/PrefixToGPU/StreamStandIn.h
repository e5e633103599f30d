//===- StreamStandIn.h - Doing the work of absent blocks --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where some of C blocks are absent (Presence.h), the c that are present do the
// work of all, with the same tiles, rows and order of combination, and so the
// same bits. The block of rank r stands for blocks r, r + c, .. < C. In each
// cycle it
//
//   probes   reduces the tile of each of them, and posts its total,
//   scans    loads each again, and scans it after what came before.
//
// All c blocks run, and no probe waits for anybody's scan of the same cycle, so
// that any c > 0 will do. The first group of reducers does all of it, without
// bulk copies, in the first slot of the ring: this need not be quick.
//
// Before they begin, the present blocks meet: none of them is any longer on the
// normal way, where it reads what others will write. At the end, blocks count
// who departs, late ones too. The last one leaves a workspace like a fresh one,
// but for the epoch, which moves on. Nobody is there any more who could have
// use for it, or write.
//
// Blocks that have yet to find out that they are late may post totals of early
// tiles at any time, and see in the first row that they are absent. So those
// that stand in use other rows: the last two before the launch's first one, in
// turn, which no early tile can have, because there are at most 15 of them. A
// block posts a row when it has gathered the one before, so that two will do.
// Their tags are those of later cycles than the early ones.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMSTANDIN_H
#define SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMSTANDIN_H

#include "StreamSpine.h"

namespace scanc::prefix {

class StreamStandIn : protected StreamSpine {
protected:
  StreamStandIn(ScanSource source, KernelBuilder &b) : StreamSpine(source, b) {}

  /// What the reducers of a slow or late block do after their early tiles.
  void leaveNormalWay(const Member &member);

private:
  void standIn(const Member &member, Value tiles, Value cycles);
  /// Probes (`scans`, an i1, is 0) or scans tile `v` (i32) of cycle `k`, of
  /// which there are `count`; gives the carry after the cycle, in the first
  /// warp, where it is known.
  State takeTile(const Member &member, Descriptors &descriptors, Value k,
                 Value v, Value count, Value scans, ValueRange carry,
                 ValueRange next);
  State seedTile(const Member &member, Descriptors &descriptors, Value row,
                 Value v, Value count, ValueRange carry, ValueRange next);
  void depart(Value tiles, Value cycles);
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMSTANDIN_H
