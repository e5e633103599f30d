//===- Observer.cpp - Sees what threads do to memory ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Observer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>

using namespace scanc::simt;
using llvm::formatv;

Observer::~Observer() = default;

static std::string hex(uint64_t value) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
}

/// A distance within which an address outside a buffer is named after it.
static constexpr uint64_t nearby = 1 << 16;

/// " of block (1, 0, 0)", if that is not the thread's own.
static std::string ofBlock(const Block &owner, const Block &own) {
  return &owner == &own ? std::string()
                        : formatv(" of block ({0}, {1}, {2})", owner.index.x,
                                  owner.index.y, owner.index.z)
                              .str();
}

/// An address that is, or should be, in the shared memory of `block`.
static std::string describeShared(const Block &block, const Block &own,
                                  uintptr_t address) {
  const std::string of = ofBlock(block, own);
  auto offset = int64_t(address - reinterpret_cast<uintptr_t>(block.shared));
  if (llvm::any_of(block.launch->sharedGaps, [&](const SharedRange &gap) {
        return offset >= int64_t(gap.begin) && offset < int64_t(gap.end);
      }))
    return formatv("shared address {0}{1}, where no variable lies", hex(offset),
                   of);
  if (offset >= 0 && uint64_t(offset) < block.sharedBytes)
    return formatv("shared address {0}{1}", hex(offset), of);
  return formatv("shared address {0}{1}, where the block has {2} bytes",
                 offset < 0 ? "-" : "", hex(std::abs(offset)),
                 block.sharedBytes);
}

std::string scanc::simt::describeAddress(const Block &block,
                                         const std::vector<Buffer> &buffers,
                                         AccessSpace space, uintptr_t address) {
  if (const Block *owner = findOwner(block, address))
    return describeShared(*owner, block, address);
  if (space == AccessSpace::SharedCluster)
    return "an address that is in the shared memory of no block of the cluster "
           "that is still there";
  if (space == AccessSpace::Shared)
    return describeShared(block, block, address);
  const Buffer *nearest = nullptr;
  uint64_t distance = nearby;
  for (const Buffer &buffer : buffers) {
    uintptr_t begin = reinterpret_cast<uintptr_t>(buffer.begin);
    if (address - begin < buffer.bytes)
      return formatv("byte {0} of the {1}", address - begin, buffer.name);
    uint64_t away =
        std::min<uint64_t>(address - begin - buffer.bytes, begin - address);
    if (away < distance) {
      distance = away;
      nearest = &buffer;
    }
  }
  if (!nearest)
    return formatv("address {0}", hex(address));
  return formatv("byte {0} of the {1}, which has {2} bytes",
                 int64_t(address - reinterpret_cast<uintptr_t>(nearest->begin)),
                 nearest->name, nearest->bytes);
}

std::string scanc::simt::describeThread(const Thread &thread) {
  const Dim3 &block = thread.warp->block->index;
  return formatv("thread {0} of block ({1}, {2}, {3})", thread.linearIndex,
                 block.x, block.y, block.z);
}
