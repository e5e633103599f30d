//===- ShadowMemory.h - Who accessed a byte last ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each word of memory: the last plain write; the plain reads since then of
// which none is known to have come before another, mostly one; and the atomic
// accesses since then. Of the latter, several may be unordered without a race,
// and yet one of them may race with what comes later.
//
// Pages of 256 bytes come into being when they are accessed. A page has a cell
// for every 4 bytes, until an access is smaller or lies across: then a cell for
// each byte, so that neighbouring bytes are not mistaken for one.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_SHADOWMEMORY_H
#define SCANC_LIB_SIMT_SHADOWMEMORY_H

#include "Observer.h"
#include "VectorClock.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace scanc::simt {

/// An access that happened.
struct Epoch {
  const AccessSite *site = nullptr; // null: none
  uint32_t block = 0;               // number, through all launches
  Clock time = 0;
  /// Of an atomic access: the number of the write whose value it reads or, if
  /// it writes, its own. Its word counts from 1; 0 is what was there before.
  uint32_t version = 0;
  /// Of an atomic write: what it has left here, once another follows it.
  uint32_t value = 0;
  uint16_t agent = 0;
  uint8_t launch = 0; // number
  bool atomic : 1 = false;
  bool write : 1 = false;
  bool bulk : 1 = false;    // by a bulk copy, through the async proxy
  bool fetches : 1 = false; // reads global memory, and not atomically
  AccessScope scope : 2 = AccessScope::System;

  explicit operator bool() const { return site; }
  /// The agent.
  uint64_t who() const { return uint64_t(block) << 16 | agent; }
};

/// A word or a byte.
struct Cell {
  /// By agent. There are many cells, of which few have more than two.
  using Epochs = llvm::SmallDenseMap<uint64_t, Epoch, 4>;

  class Atomics {
  public:
    /// By agent, scope and whether it writes.
    Epochs epochs;

    void add(const Epoch &epoch) {
      if (epochs.empty())
        some = epoch;
      isOneLaunch &= epoch.launch == some.launch;
      isOneBlock &= epoch.block == some.block;
      isForDevice &= epoch.scope >= AccessScope::Device;
      epochs[epoch.who() << 4 | unsigned(epoch.scope) << 1 | epoch.write] =
          epoch;
    }
    /// The number of the latest write.
    uint32_t version = 0;
    /// Whether an atomic load has found it.
    bool latestIsRead = false;
    /// The writes of which none is known to come before another, nor before the
    /// latest: mostly one.
    llvm::SmallVector<Epoch, 1> last;

    /// Whether no conflict of any of them with `now` is a race.
    bool areAllStrong(const Epoch &now) const {
      return now.atomic && isOneLaunch && now.launch == some.launch &&
             ((isForDevice && now.scope >= AccessScope::Device) ||
              (isOneBlock && now.block == some.block));
    }

  private:
    Epoch some;
    bool isOneLaunch = true, isOneBlock = true, isForDevice = true;
  };

  uint32_t bytes = 4;
  Epoch write, read; // plain
  std::unique_ptr<Epochs> moreReads;
  std::unique_ptr<Atomics> atomics;
};

class ShadowMemory {
public:
  /// Calls `visit(cell, address)` for each cell of the range until it returns
  /// false; whether it never did.
  template <class Visit>
  bool forEach(uintptr_t address, uint64_t bytes, Visit visit) {
    const uintptr_t end = address + bytes;
    while (address < end) {
      const uintptr_t base = address & ~(pageBytes - 1);
      const uintptr_t stop = end < base + pageBytes ? end : base + pageBytes;
      Page &page = find(base);
      if (!page.fine && ((address | stop) % wordBytes) != 0)
        refine(page);
      const uintptr_t step = page.fine ? 1 : wordBytes;
      for (; address < stop; address += step)
        if (!visit(page.cells[(address - base) / step], address))
          return false;
    }
    return true;
  }

  /// The same for the cells that were accessed, or whose neighbours were.
  template <class Visit>
  bool forEachAccessed(uintptr_t address, uint64_t bytes, Visit visit) {
    const uintptr_t end = address + bytes;
    for (uintptr_t base = address & ~(pageBytes - 1); base < end;
         base += pageBytes) {
      const uintptr_t first = std::max(address, base);
      if (pages.count(base) &&
          !forEach(first, std::min(end, base + pageBytes) - first, visit))
        return false;
    }
    return true;
  }

  /// Forgets a range, which begins and ends with pages.
  void forget(uintptr_t address, uint64_t bytes);

private:
  static constexpr uintptr_t pageBytes = 256, wordBytes = 4;
  struct Page {
    bool fine = false;
    std::vector<Cell> cells;
  };

  Page &find(uintptr_t base);
  static void refine(Page &page);

  llvm::DenseMap<uintptr_t, std::unique_ptr<Page>> pages;
  uintptr_t lastBase = 1; // no page's
  Page *lastPage = nullptr;
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_SHADOWMEMORY_H
