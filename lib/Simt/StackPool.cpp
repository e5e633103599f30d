//===- StackPool.cpp - Stacks for fibres ----------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackPool.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>
#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>

using namespace scanc::simt;

namespace {

/// Linux gives a process 65530 mappings unless told otherwise; a stack and its
/// guard are two.
constexpr size_t maxStacks = 32000;

constexpr size_t stagger = 128, staggerPeriod = 32;

size_t pageBytes() {
  static const size_t bytes = sysconf(_SC_PAGESIZE);
  return bytes;
}

} // namespace

StackPool::~StackPool() { release(); }

void StackPool::release() {
  for (Chunk &chunk : chunks)
    munmap(chunk.base, chunk.count * (stackBytes + pageBytes()));
  chunks.clear();
  available = 0;
}

llvm::Error StackPool::reserve(size_t count, size_t bytes) {
  bytes = llvm::alignTo(bytes + stagger * staggerPeriod, pageBytes());
  if (bytes > stackBytes) {
    release();
    stackBytes = bytes;
  }
  if (count <= available)
    return llvm::Error::success();

  size_t missing = count - available, stride = stackBytes + pageBytes();
  auto fail = [&] {
    return llvm::createStringError(
        std::error_code(errno, std::generic_category()),
        llvm::formatv("cannot map {0} stacks of {1} bytes for GPU threads; "
                      "fewer resident blocks need fewer",
                      missing, stackBytes)
            .str());
  };
  if (count > maxStacks) {
    errno = ENOMEM;
    return fail();
  }
  void *base = mmap(nullptr, missing * stride, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED)
    return fail();
  for (size_t i = 0; i < missing; ++i)
    if (mprotect(static_cast<char *>(base) + i * stride, pageBytes(),
                 PROT_NONE)) {
      llvm::Error error = fail();
      munmap(base, missing * stride);
      return error;
    }
  chunks.push_back({static_cast<char *>(base), available, missing});
  available = count;
  return llvm::Error::success();
}

Stack StackPool::get(size_t index) const {
  for (const Chunk &chunk : chunks)
    if (index - chunk.first < chunk.count) {
      char *guard =
          chunk.base + (index - chunk.first) * (stackBytes + pageBytes());
      char *bottom = guard + pageBytes();
      return {bottom + stackBytes - index % staggerPeriod * stagger, bottom};
    }
  assert(false && "stack was not reserved");
  return {};
}
