//===- AsyncCopies.h - The outstanding copies of a launch -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An asynchronous copy is an agent of its own: between the instruction that
// issues it and the moment when somebody has waited for it, it may happen at
// any time. Here it is an entry in a list until the schedule has it happen, and
// only then does it read its source and write its destination:
//
//   issue --> outstanding --> has read --> has written, signalled, forgotten
//
// Two schedules (LaunchOptions::AsyncCompletion):
//
//   Latest   when somebody waits for it and nobody else can help, the oldest
//            first; a read that is waited for happens without its write.
//            Whoever forgets to wait, or waits for the wrong thing, sees the
//            old contents.
//   Random   also at any stop of any thread, any copy, its read and its write
//            at different stops: whoever relies on lateness sees it early.
//
// This is the list and the choice from it; AsyncUnit has the copies happen.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_ASYNCCOPIES_H
#define SCANC_LIB_SIMT_ASYNCCOPIES_H

#include "Grid.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <random>

namespace scanc::simt {

enum class CopyKind : uint32_t {
  NonBulk,        // cp.async
  GlobalToShared, // cp.async.bulk, signals an mbarrier
  SharedToShared, // cp.async.bulk, signals an mbarrier
  SharedToGlobal, // cp.async.bulk, in a bulk group
  Prefetch,       // cp.async.bulk.prefetch, no copy at all
};

struct AsyncCopy {
  CopyKind kind = CopyKind::NonBulk;
  const Thread *issuer = nullptr;
  uint64_t number = 0; // in the launch, in order of issue
  const uint8_t *source = nullptr;
  uint8_t *destination = nullptr;
  uint32_t sourceBytes = 0; // to read
  uint32_t bytes = 0;       // to write; what was not read is zero
  uintptr_t mbarrier = 0;   // that it signals; 0 for copies in groups
  uint64_t group = 0;       // among the issuer's groups of its sort

  bool hasRead = false;
  llvm::SmallVector<uint8_t, 16> data; // from read to write

  bool readsShared() const {
    return kind == CopyKind::SharedToShared || kind == CopyKind::SharedToGlobal;
  }
  bool writesShared() const { return kind != CopyKind::SharedToGlobal; }
};

class AsyncCopies {
public:
  using Filter = llvm::function_ref<bool(const AsyncCopy &)>;

  explicit AsyncCopies(const LaunchOptions &options);

  /// Valid until the next add() or remove().
  AsyncCopy &add(AsyncCopy copy);
  void remove(const AsyncCopy &copy);

  /// Whether nothing is outstanding.
  bool empty() const { return count == 0; }
  /// How many copies have been issued.
  uint64_t issued() const { return nextNumber; }

  /// The copies of a thread, in order of issue.
  llvm::ArrayRef<AsyncCopy> of(const Thread &issuer) const;

  /// The schedule's choice among the copies of a thread, or of all threads,
  /// that pass the filter; null if none does.
  AsyncCopy *pick(const Thread &issuer, Filter filter);
  AsyncCopy *pick(Filter filter);

  // What the schedule says:
  /// Whether a copy is to act now although nobody may wait for it.
  bool actsUnasked() { return !empty() && oneIn(4); }
  /// Whether a copy that somebody waits for is to act now.
  bool actsWhenAwaited() { return !random || oneIn(2); }
  /// Whether a copy that has just read is to write later.
  bool pausesAfterRead() { return oneIn(2); }

private:
  /// Stays when it is empty: a thread that copies once copies often.
  using Queue = llvm::SmallVector<AsyncCopy, 0>;

  /// Never true under Latest.
  bool oneIn(unsigned chances) { return random && (*random)() % chances == 0; }
  AsyncCopy *choose();

  llvm::MapVector<const Thread *, Queue> queues;
  llvm::SmallVector<AsyncCopy *> candidates;
  std::optional<std::mt19937_64> random;
  uint64_t nextNumber = 0;
  size_t count = 0;
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_ASYNCCOPIES_H
