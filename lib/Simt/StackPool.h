//===- StackPool.h - Stacks for fibres --------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fixed-size stacks, each above a page that faults, so that an overflow stops
// there instead of in the neighbour's data. Stacks are kept for later launches.
//
//   | guard |        stack 0 | guard |        stack 1 | ...
//
// Equal offsets in stacks of equal size would fall into the same cache sets,
// and a warp's 32 hot frames would evict each other; so the top of stack i is
// moved down by i modulo 32 times 128 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_STACKPOOL_H
#define SCANC_LIB_SIMT_STACKPOOL_H

#include "llvm/Support/Error.h"
#include <cstddef>
#include <vector>

namespace scanc::simt {

struct Stack {
  void *top = nullptr;    // where the first frame goes, downwards
  void *bottom = nullptr; // lowest usable address
  size_t size() const {
    return static_cast<char *>(top) - static_cast<char *>(bottom);
  }
};

class StackPool {
public:
  StackPool() = default;
  ~StackPool();
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;

  /// Makes stacks 0..count-1 available with at least `bytes` each. Call it
  /// while no fibre lives. Errors: more than the system has
  /// mappings or memory for.
  llvm::Error reserve(size_t count, size_t bytes);

  size_t count() const { return available; }
  Stack get(size_t index) const;

private:
  void release();

  struct Chunk {
    char *base;
    size_t first, count; // indices of its stacks
  };
  std::vector<Chunk> chunks;
  size_t available = 0;
  size_t stackBytes = 0; // without the guard page
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_STACKPOOL_H
