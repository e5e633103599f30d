//===- MemoryCheck.h - Accesses that are not allowed ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports, before it happens, an access
//
//   outside the shared memory of the block and all buffers of the launch;
//   at an address that its alignment forbids;
//   that writes to a buffer that is read only;
//   that reads bytes that nobody has written: of shared memory since the block
//   started, of a buffer that was not initialised since the launch began.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_MEMORYCHECK_H
#define SCANC_LIB_SIMT_MEMORYCHECK_H

#include "Observer.h"

namespace scanc::simt {

class MemoryCheck final : public Observer {
public:
  /// Without buffers, accesses outside shared memory are not judged.
  explicit MemoryCheck(const std::vector<Buffer> &buffers);

  void gridStarted(const Grid &grid) override;
  void blockStarted(Block &block) override;
  bool access(const Access &access) override;
  void asyncFetched(const AsyncCopy &copy) override;
  void asyncRead(const AsyncCopy &copy, uintptr_t address,
                 uint32_t bytes) override;
  void asyncWrote(const AsyncCopy &copy, uintptr_t address,
                  uint32_t bytes) override;
  bool hasFailed() const override { return failed; }
  std::string describe(const Grid &grid) const override;

private:
  enum class Problem {
    Outside,
    Misaligned,
    ReadOnly,
    NeverWritten,
  };
  /// Bits of bytes that were written; empty if all count as such.
  using Written = std::vector<bool>;

  bool fail(Problem what, const Access &access, uintptr_t address);
  bool accessWithin(const Access &access, uint64_t offset, Written &written);
  const Buffer *findBuffer(uintptr_t address) const;

  std::vector<Buffer> buffers;     // by address
  std::vector<Written> ownWritten; // for buffers that bring none
  std::vector<Written *> writtenGlobal;
  std::vector<Written> writtenShared; // by slot

  void checkCopy(const AsyncCopy &copy, uintptr_t address, uint32_t bytes,
                 AccessKind kind);

  // What went wrong.
  bool failed = false;
  std::unique_ptr<AccessSite> copySite; // of a copy, made for the message
  Problem problem{};
  const AccessSite *site = nullptr;
  const Thread *thread = nullptr;
  uintptr_t address = 0;
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_MEMORYCHECK_H
