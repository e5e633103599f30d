//===- StreamSpine.h - What comes before each tile --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warps of a streaming block that exchange totals with the other blocks,
// and hand the scanners what comes before each of their tiles. Every cycle is a
// row of the exchange, and the carry goes from warp to warp.
//
// The first of them also says that the block has come, before the others may
// post, and watches the time while the first row is not complete. Where blocks
// are absent, or this one is too late, it finds out and decides for the block
// (Presence.h, StreamJobs.h).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMSPINE_H
#define SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMSPINE_H

#include "Presence.h"
#include "StreamJobs.h"

namespace scanc::prefix {

class StreamSpine : protected StreamJobs {
protected:
  StreamSpine(ScanSource source, KernelBuilder &b)
      : StreamJobs(source, b), spine(source.plan.getTop()) {}

  /// The role of the spine's warps, from warp 1 of the block on: they take
  /// turns with the cycles, so that while one hands on the carry, the next ones
  /// wait for their totals already.
  void carryPrefixes();

  SkeletonAttr spine;

  /// Before the first slow job: waits until nothing of the normal way is under
  /// way here, nor in any other present block. One thread.
  void meetOthers();

private:
  /// Says that the block has come.
  void come(Descriptors &descriptors);
  /// What a warp does now and then that waits for the first row.
  void lookAround(Descriptors &descriptors);
  /// What its first lane does: whether it became the closer (i1).
  Value lookAtTime(Descriptors &descriptors);
  /// The descriptors for what is hardly ever done: with the epoch from shared
  /// memory, so that no register holds what is made of it.
  Descriptors keptOf(Descriptors &descriptors) {
    return descriptors.withEpoch(loadWord(layout.epoch));
  }
  Value timeNow(); // i64, in nanoseconds
  /// Hands on the carry and the seed; the first lane. Gives whether the job was
  /// dropped (i1).
  Value handOn(const Job &job, const Work &work, Value isEarly, ValueRange all,
               ValueRange below);
  void endRow(Descriptors &descriptors, const Work &work, Value count,
              Value awaited, Value isDropped);
  void endLaunch(Descriptors &descriptors, const Job &job, const Work &work,
                 Value isDropped);
  /// The launch's last act, unless others have yet to depart.
  void depart(Descriptors descriptors);
  State combineAll(ValueRange totals);
  State combineBelow(Descriptors &descriptors, ValueRange totals, Value end);
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMSPINE_H
