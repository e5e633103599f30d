//===- ProfileMemory.h - Counts what a launch does to memory ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each lane runs on a fibre of its own, one after another, so that a request is
// gathered: it is whole when the last live lane of the warp has come, and as
// whole as it will ever be when its lanes meet, or the block ends.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_PROFILEMEMORY_H
#define SCANC_LIB_SIMT_PROFILEMEMORY_H

#include "Observer.h"
#include "scanc/Simt/MemoryProfile.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <map>

namespace scanc::simt {

class ProfileMemory final : public Observer {
public:
  /// Appends to `profile` when the grid has ended. `sites` are the module's.
  ProfileMemory(MemoryProfile &profile, const std::vector<AccessSite> &sites);

  void gridStarted(const Grid &grid) override;
  void blockStarted(Block &block) override;
  bool blockEnded(Block &block) override;
  bool access(const Access &access) override;
  void asyncIssued(const AsyncCopy &copy) override;
  void combined(Thread &thread, const AccessSite &site, bool kept) override;
  void warpSynced(Warp &warp, uint32_t mask) override;
  void warpMet(Warp &warp, WarpOp op, uint32_t mask) override;
  void barrierCompleted(Block &block, unsigned id,
                        const uint32_t (&waiting)[warpSize]) override;

private:
  /// Lanes that execute a site together.
  struct Request {
    const AccessSite *site;
    bool shared;
    uint64_t bytes = 0;          // of a lane
    uint32_t mask = 0, idle = 0; // of these, lanes that access nothing
    bool isCopy = false;         // asynchronous
    uintptr_t addresses[warpSize];
  };
  /// Twice the index of a site, one more for shared memory; and the iteration.
  using Key = std::pair<uint64_t, uint64_t>;
  using Requests = llvm::DenseMap<Key, Request>;

  uint64_t indexOf(const AccessSite &site) const {
    return &site - sites.data();
  }
  StepProfile &stepAt(const AccessSite &site);
  Requests &requestsOf(const Warp &warp);
  /// A lane executes a site that its warp has executed so often before.
  void gather(const Thread &thread, const AccessSite &site, bool shared,
              uint64_t iteration, uintptr_t address, uint64_t bytes,
              bool isCopy);
  /// Counts the requests of which all lanes are in `mask`.
  void finish(const Warp &warp, uint32_t mask);
  void count(const Request &request, const Warp &warp);
  /// The bytes of global memory of a copy of one thread, from `address` on.
  void countCopy(const AccessSite &site, uintptr_t address, uint64_t bytes,
                 bool writes);
  void finishGrid();

  MemoryProfile &profile;
  const std::vector<AccessSite> &sites;
  LaunchProfile launch;
  uint64_t blocksToGo = 0;
  std::map<uint64_t, AccessProfile> accesses; // by Key::first
  std::map<uint64_t, StepProfile> steps;      // by site
  std::vector<std::vector<Requests>> pending; // by slot and warp
  /// How often each lane has executed a copy: by slot and warp, and by site.
  using LaneCounts = std::array<uint64_t, warpSize>;
  std::vector<std::vector<llvm::DenseMap<uint64_t, LaneCounts>>> copies;
};

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_PROFILEMEMORY_H
