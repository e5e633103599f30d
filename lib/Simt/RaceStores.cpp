//===- RaceStores.cpp - Which atomic store is the last --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RaceCheck.h says when two atomic stores leave open which is the last. Each
// word keeps the writes that may be it (Cell::Atomics::last): a new write takes
// the place of those that it is known to follow.
//
//===----------------------------------------------------------------------===//

#include "RaceCheck.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace scanc::simt;

bool RaceCheck::reportUnordered(const Epoch &first, const Epoch &second,
                                std::optional<Epoch> reader, uintptr_t address,
                                const Thread &thread) {
  race = raceOf(first, second, address, thread);
  race->isUnordered = true;
  race->reader = reader;
  return false;
}

/// What the cell holds before the access at hand.
static uint32_t contentOf(const Cell &cell, uintptr_t address) {
  uint32_t content = 0;
  std::memcpy(&content, reinterpret_cast<const void *>(address), cell.bytes);
  return content;
}

/// Two of the writes that nothing orders and that `isKnown`, with different
/// values; nothing if there are none.
static std::optional<std::pair<Epoch, Epoch>>
findUnordered(const Cell &cell, uintptr_t address,
              llvm::function_ref<bool(const Epoch &)> isKnown) {
  const Cell::Atomics &atomics = *cell.atomics;
  auto valueOf = [&](const Epoch &write) {
    return write.version == atomics.version ? contentOf(cell, address)
                                            : write.value;
  };
  std::optional<Epoch> first;
  for (const Epoch &write : atomics.last) {
    if (!isKnown(write))
      continue;
    if (first && valueOf(*first) != valueOf(write))
      return std::pair(*first, write);
    if (!first)
      first = write;
  }
  return std::nullopt;
}

bool RaceCheck::checkOrder(Cell &cell, Epoch &now, bool reads,
                           llvm::function_ref<bool(const Epoch &)> knows,
                           uintptr_t address, const Thread &thread) {
  Cell::Atomics &atomics = *cell.atomics;
  const uint32_t latest = atomics.version;
  if (reads && atomics.last.size() > 1)
    if (auto two = findUnordered(cell, address, knows))
      return reportUnordered(two->first, two->second, now, address, thread);
  now.version = latest;
  if (!now.write) {
    atomics.latestIsRead |= now.atomic;
    return true;
  }
  // Only the latest one can have been read since it was written.
  const bool isDone = reads || atomics.latestIsRead;
  llvm::erase_if(atomics.last, [&](const Epoch &write) {
    return (isDone && write.version == latest) || knows(write);
  });
  atomics.latestIsRead = false;
  for (Epoch &write : atomics.last)
    if (write.version == latest)
      write.value = contentOf(cell, address);
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
          auto two =
              findUnordered(cell, address, [](const Epoch &) { return true; });
          return !two ||
                 reportUnordered(two->first, two->second, {}, address, thread);
        });
  });
}
