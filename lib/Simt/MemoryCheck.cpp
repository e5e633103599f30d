//===- MemoryCheck.cpp - Accesses that are not allowed --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryCheck.h"
#include "AsyncCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace scanc::simt;
using llvm::formatv;

static uintptr_t beginOf(const Buffer &buffer) {
  return reinterpret_cast<uintptr_t>(buffer.begin);
}

MemoryCheck::MemoryCheck(const std::vector<Buffer> &given) : buffers(given) {
  llvm::sort(buffers, [](const Buffer &a, const Buffer &b) {
    return beginOf(a) < beginOf(b);
  });
  ownWritten.reserve(buffers.size());
  for (const Buffer &buffer : buffers) {
    ownWritten.emplace_back(buffer.initialised ? 0 : buffer.bytes);
    writtenGlobal.push_back(buffer.written ? buffer.written
                                           : &ownWritten.back());
  }
}

void MemoryCheck::gridStarted(const Grid &grid) {
  writtenShared.resize(grid.blocks.size());
}

void MemoryCheck::blockStarted(Block &block) {
  writtenShared[block.slot].assign(block.sharedBytes, false);
}

const Buffer *MemoryCheck::findBuffer(uintptr_t address) const {
  auto after = llvm::upper_bound(
      buffers, address,
      [](uintptr_t a, const Buffer &buffer) { return a < beginOf(buffer); });
  return after == buffers.begin() ? nullptr : &*std::prev(after);
}

bool MemoryCheck::fail(Problem what, const Access &access, uintptr_t where) {
  failed = true;
  problem = what;
  site = &access.site;
  thread = &access.thread;
  address = where;
  return false;
}

bool MemoryCheck::access(const Access &access) {
  if (access.address % access.site.align != 0)
    return fail(Problem::Misaligned, access, access.address);
  const AccessSpace space = access.site.space;
  const bool isRemote = access.shared != access.thread.warp->block;
  if (access.shared && isRemote && space == AccessSpace::Shared)
    return fail(Problem::Outside, access, access.address);
  if (access.shared) {
    const Block &block = *access.shared;
    uint64_t offset =
        access.address - reinterpret_cast<uintptr_t>(block.shared);
    if (offset + access.bytes > block.sharedBytes ||
        llvm::any_of(block.launch->sharedGaps, [&](const SharedRange &gap) {
          return offset < gap.end && gap.begin < offset + access.bytes;
        }))
      return fail(Problem::Outside, access, access.address);
    return accessWithin(access, offset, writtenShared[block.slot]);
  }
  if (space == AccessSpace::Shared || space == AccessSpace::SharedCluster)
    return fail(Problem::Outside, access, access.address);
  if (buffers.empty() || access.bytes == 0)
    return true;
  const Buffer *buffer = findBuffer(access.address);
  uint64_t offset = buffer ? access.address - beginOf(*buffer) : 0;
  if (!buffer || offset + access.bytes > buffer->bytes)
    return fail(Problem::Outside, access, access.address);
  if (access.site.writes() && !buffer->writable)
    return fail(Problem::ReadOnly, access, access.address);
  return accessWithin(access, offset, *writtenGlobal[buffer - buffers.data()]);
}

bool MemoryCheck::accessWithin(const Access &access, uint64_t offset,
                               Written &written) {
  if (written.empty())
    return true;
  auto first = written.begin() + offset, last = first + access.bytes;
  if (access.site.reads()) {
    auto missing = std::find(first, last, false);
    if (missing != last)
      return fail(Problem::NeverWritten, access,
                  access.address + (missing - first));
  }
  if (access.site.writes())
    std::fill(first, last, true);
  return true;
}

void MemoryCheck::checkCopy(const AsyncCopy &copy, uintptr_t address,
                            uint32_t bytes, AccessKind kind) {
  const Thread &thread = *copy.issuer;
  const Block &block = *thread.warp->block;
  if (failed || bytes == 0)
    return;
  if (!copySite)
    copySite = std::make_unique<AccessSite>();
  copySite->kind = kind;
  copySite->what = formatv("{0} of {1} bytes",
                           kind == AccessKind::Prefetch ? "a prefetch"
                           : kind == AccessKind::Load   ? "a copy's read"
                                                        : "a copy's write",
                           bytes);
  if (thread.site)
    copySite->place = thread.site->place;
  const Block *shared = block.owns(address) ? &block : nullptr;
  access({*copySite, const_cast<Thread &>(thread), address, bytes, 0, shared});
}

void MemoryCheck::asyncFetched(const AsyncCopy &copy) {
  checkCopy(copy, reinterpret_cast<uintptr_t>(copy.source), copy.bytes,
            AccessKind::Prefetch);
}

void MemoryCheck::asyncRead(const AsyncCopy &copy, uintptr_t address,
                            uint32_t bytes) {
  checkCopy(copy, address, bytes, AccessKind::Load);
}

void MemoryCheck::asyncWrote(const AsyncCopy &copy, uintptr_t address,
                             uint32_t bytes) {
  checkCopy(copy, address, bytes, AccessKind::Store);
}

std::string MemoryCheck::describe(const Grid &) const {
  const Block &block = *thread->warp->block;
  std::string who = formatv("{0}: {1} at {2}", describeThread(*thread),
                            site->what, site->place.text);
  std::string where = describeAddress(block, buffers, site->space, address);
  switch (problem) {
  case Problem::Outside:
    return formatv("{0} is out of bounds: {1}", who, where);
  case Problem::Misaligned:
    return formatv("{0} is misaligned: {1} is no multiple of {2}", who, where,
                   site->align);
  case Problem::ReadOnly:
    return formatv("{0} writes to {1}, which is read only", who, where);
  case Problem::NeverWritten:
    return formatv("{0} reads {1}, which nobody has written", who, where);
  }
  return who;
}
