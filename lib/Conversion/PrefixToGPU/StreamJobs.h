//===- StreamJobs.h - What a streaming block does, job by job ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A job takes a tile through the roles of a block, one slot of the ring, one
// use of its barriers. Where all C blocks are there, job j of block b is tile
// j * C + b, and it is reduced, posted and scanned.
//
// Where some blocks are absent (Presence.h), the c that are present do the work
// of all, with the same tiles, rows and order of combination, and so the same
// bits. The block of rank t stands for blocks t, t + c, .. < C, m of them, and
// has 2 m jobs a cycle:
//
//   probes   reduce each one's tile and post its total; the tile is dropped
//   scans    load it again, and scan it after what came before
//
// All c blocks run, and no probe waits for anybody's scan of the same cycle, so
// that any c > 0 will do. The carry moves on with the last scan of a cycle.
//
// Which of the two it will be is known once the first row of totals is
// complete, or a verdict is there. The first jobs need not know: as many as a
// loader can have ahead of the spine are the same in both ways, up to their
// totals. So every role does these, waits for the decision, and goes on:
//
//   normal   jobs    0 1 .. ahead-1 | ahead ..            own tiles
//   slow             dropped        | probes scans probes scans ..
//   late             dropped        |
//
// A slow block goes on in the middle of its ring: slots, parities and turns
// follow the job's number, whatever the job is. A late block - one that came
// after it had been counted as absent - stores nothing, and leaves when its
// loads have landed.
//
// Scanners know before their first job: there is nothing to scan before that.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMJOBS_H
#define SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMJOBS_H

#include "StreamTiles.h"

namespace scanc::prefix {

/// How a block goes on: its mode word in shared memory.
enum class StreamMode : int32_t {
  Unknown,  // nothing is known yet
  Admitted, // it came in time: the normal way, as far as is known
  Slow,     // in the place of absent blocks, too
  Late      // it is absent
};

class StreamJobs : protected StreamTiles {
protected:
  StreamJobs(ScanSource source, KernelBuilder &b) : StreamTiles(source, b) {}

  /// Job number `at.k` of the block.
  struct Job {
    Position at;
    Value isSlow; // i1, whether it is one of the slow way
    Value isLast; // i1, of the jobs that are known of
  };

  /// What is done in a job.
  struct Work {
    Value tile;         // i64, number in the launch; no tile from `tiles` on
    Value cycle, entry; // i32, of its total
    Value posts;        // i1, whether the total is posted
    Value scans;        // i1, whether there are outputs
    Value ends;         // i1, whether the carry of the cycle moves on
  };

  /// When a role has to know how the launch goes on.
  enum class Needs { Later, First };

  /// For the block's jobs from `first` (i32) on, every `step`th; `carry` goes
  /// along. `whenSlow` is what has to be done before the first slow job.
  void forJobs(Value first, int64_t step, Needs needs, ValueRange carry,
               llvm::function_ref<State(Job, ValueRange)> body,
               llvm::function_ref<void()> whenSlow = {});
  Work workOf(const Job &job);

  /// How many jobs there are before the decision (i32).
  Value earlyJobs();
  /// The blocks that have tiles, as far as the first cycle goes (i32).
  Value participants();
  Value cycles(); // i32

  Value loadWord(int64_t offset); // i32, a word of shared memory
  void storeWord(int64_t offset, Value value);
  Value loadMode() { return loadWord(layout.mode); }
  /// How the block goes on; one thread. Before the decision, where it cannot
  /// change any more.
  void setMode(StreamMode mode);
  /// The same for the slow way, as the block of a rank among those present.
  void setSlow(Value rank, Value present);
  Value isMode(Value mode, StreamMode is) {
    return compare(mlir::arith::CmpIPredicate::eq, mode,
                   b.i32(static_cast<int32_t>(is)));
  }
  /// Whether the first jobs are dropped.
  Value isDropping(Value mode) {
    return compare(mlir::arith::CmpIPredicate::uge, mode,
                   b.i32(static_cast<int32_t>(StreamMode::Slow)));
  }
  /// The mode once it is known whether the block came in time, given a look at
  /// it before that.
  Value awaitAdmission(Value mode);

  Value constant(bool value) {
    return mlir::arith::ConstantIntOp::create(b, value, 1);
  }
  Value both(Value x, Value y) { return mlir::arith::AndIOp::create(b, x, y); }
  Value isNot(Value x) {
    return mlir::arith::XOrIOp::create(b, x, constant(true));
  }
  /// Whether there is nobody to exchange totals with.
  Value isAlone() {
    return compare(mlir::arith::CmpIPredicate::eq, tiles, b.i64(1));
  }

private:
  Work slowWork(const Job &job);
  /// Waits for the decision; gives the end of the jobs, and whether they are
  /// slow.
  std::pair<Value, Value> settle(Value wasSlow,
                                 llvm::function_ref<void()> whenSlow);
};

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_PREFIXTOGPU_STREAMJOBS_H
