//===- RaceStores.cpp - Which atomic store is the last --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceCheck.h"
#include "llvm/ADT/STLExtras.h"

using namespace scanc::simt;

bool RaceCheck::reportUnordered(const Epoch &first, const Epoch &second,
                                std::optional<Epoch> reader, uintptr_t address,
                                const Thread &thread) {
  Race found;
  found.first = first;
  found.second = second;
  found.firstSite = first.site;
  found.secondSite = second.site;
  found.address = address;
  found.thread = &thread;
  found.isUnordered = true;
  found.reader = reader;
  race = found;
  return false;
}

bool RaceCheck::checkOrder(Cell &cell, Epoch &now, bool reads,
                           llvm::function_ref<bool(const Epoch &)> knows,
                           uintptr_t address, const Thread &thread) {
  Cell::Atomics &atomics = *cell.atomics;
  const uint32_t latest = atomics.version;
  auto isRead = [&](const Epoch &write) {
    return llvm::any_of(atomics.epochs, [&](const auto &entry) {
      const Epoch &other = entry.second;
      return !other.write && other.version == write.version && knows(other);
    });
  };
  if (reads && atomics.last.size() > 1) {
    llvm::erase_if(atomics.last, [&](const Epoch &write) {
      return write.version != latest && isRead(write);
    });
    auto first = llvm::find_if(atomics.last, knows);
    auto second = first == atomics.last.end()
                      ? first
                      : std::find_if(first + 1, atomics.last.end(), knows);
    if (second != atomics.last.end())
      return reportUnordered(*first, *second, now, address, thread);
  }
  now.version = latest;
  if (!now.write)
    return true;
  llvm::erase_if(atomics.last, [&](const Epoch &write) {
    return (reads && write.version == latest) || knows(write) || isRead(write);
  });
  now.version = ++atomics.version;
  atomics.last.push_back(now);
  hasUnordered |= atomics.last.size() > 1;
  return true;
}

/// Whether every word that outlives the launches has one last store.
bool RaceCheck::checkLastStores(const Thread &thread) {
  if (!hasUnordered)
    return true;
  return llvm::all_of(buffers, [&](const Buffer &buffer) {
    return shadow.forEachAccessed(
        reinterpret_cast<uintptr_t>(buffer.begin), buffer.bytes,
        [&](Cell &cell, uintptr_t address) {
          if (!cell.atomics || cell.atomics->last.size() < 2)
            return true;
          const llvm::SmallVector<Epoch, 1> &last = cell.atomics->last;
          return reportUnordered(last[0], last[1], {}, address, thread);
        });
  });
}
