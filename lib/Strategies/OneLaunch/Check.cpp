//===- Check.cpp - What one launch asks of its plan -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Machine/GpuModel.h"

using namespace mlir;

namespace scanc::prefix {

/// Blocks may be as many cycles apart, twice; a row of totals is used again
/// after 32.
static constexpr int64_t mostStreamStages = 15;

/// What a kernel asks of its roles, whose skeletons have names that begin with
/// `prefix`.
static LogicalResult checkStream(PlanChecker &checker, PlanAttr plan,
                                 StringRef prefix) {
  SkeletonAttr up = plan.getReduce(), down = plan.getScan(),
               spine = plan.getTop();
  const std::string ofUp = (prefix + "reduce").str(),
                    ofDown = (prefix + "scan").str();
  auto refuse = [&] { return checker.refuse(plan); };
  for (auto [name, skeleton] :
       {std::pair<StringRef, SkeletonAttr>{ofUp, up}, {ofDown, down}})
    if (skeleton.getRows() != 1 || skeleton.isBlockWide() ||
        skeleton.isWarpWide() || skeleton.getSublists())
      return refuse() << "'" << name
                      << "' must have 1 row, a warp circuit of 32 columns and "
                         "a block circuit over its warps";
  if (up.getWarps() != down.getWarps() || up.getItems() != down.getItems())
    return refuse() << "the warps and items of '" << ofUp << "' and '" << ofDown
                    << "' must agree, got " << up.getWarps() << " x "
                    << up.getItems() << " and " << down.getWarps() << " x "
                    << down.getItems();
  if (getPiece(up) && getPiece(up) != getRunPiece(down))
    return refuse() << "the pieces of '" << ofUp << "' and '" << ofDown
                    << "' must agree, got " << *getPiece(up) << " and "
                    << getRunPiece(down);
  if (spine.getRows() != 1 || spine.getSublists() || spine.isBlockWide() ||
      spine.isWarpWide())
    return refuse() << "'top' must have 1 row and a warp circuit of 32 columns";
  if (spine.getWarps() > down.getStages())
    return refuse() << "'top' can have a warp for each of " << down.getStages()
                    << " stages, got " << spine.getWarps();
  if (*plan.getMaxBlocks() > 32 * spine.getItems())
    return refuse() << "'max_blocks' of " << *plan.getMaxBlocks()
                    << " is more than the " << 32 * spine.getItems()
                    << " entries of 'top'";
  if (*plan.getBlocksPerSM() != 1)
    return refuse() << "'blocks_per_sm' must be 1, got "
                    << *plan.getBlocksPerSM();
  if (!down.getOwn(groupsKey) || !down.getOwn(aheadKey))
    return refuse() << "'" << ofDown << "' must have groups and ahead";
  if (down.getStages() < getGroups(down))
    return refuse() << "'" << ofDown << "' must have a stage for each of its "
                    << getGroups(down) << " groups, got " << down.getStages();
  if (down.getStages() > mostStreamStages)
    return refuse() << "'" << ofDown << "' can have at most "
                    << mostStreamStages << " stages, got " << down.getStages();
  const int64_t mostAhead =
      OneLaunchSizes::mostAhead(down.getStages(), getGroups(down));
  if (getAhead(down) > mostAhead)
    return refuse() << "with " << down.getStages() << " stages and "
                    << getGroups(down) << " groups, 'ahead' can be at most "
                    << mostAhead << ", got " << getAhead(down);
  const int64_t roles = prefix.empty() ? 2 : 1;
  const int64_t threads =
      32 * (1 + spine.getWarps() + roles * getGroups(down) * down.getWarps());
  const std::string groups =
      roles == 1 ? "a group"
                 : "2 times " + std::to_string(getGroups(down)) + " groups";
  if (threads > machine::threadsPerBlock)
    return refuse() << groups << " of " << down.getWarps() << " warps and "
                    << 1 + spine.getWarps() << " more cannot fit: " << threads
                    << " threads, at most " << machine::threadsPerBlock
                    << " in a block";
  const int64_t bytes =
      StreamLayout::of(down, ScanTypes::of(checker.scan, checker.monoid)).bytes;
  if (bytes > checker.gpu.sharedPerBlock)
    return refuse() << "'" << ofDown << "' with " << down.getStages()
                    << " stages takes " << bytes
                    << " bytes of shared memory, of "
                    << checker.gpu.sharedPerBlock << " a block on "
                    << checker.gpu.name;
  return success();
}

LogicalResult checkOneLaunch(PlanChecker &checker, PlanAttr plan) {
  if (failed(checkStream(checker, plan, "")))
    return failure();
  if (!getShortScan(plan))
    return success();
  const SkeletonAttr down = getShortScan(plan);
  if (down.getStages() != 1 || getGroups(down) != 1)
    return checker.refuse(plan)
           << "'short_scan' is of one tile a block: it "
              "must have 1 stage and 1 group, got "
           << down.getStages() << " and " << getGroups(down);
  return checkStream(checker, getShort(plan), "short_");
}

} // namespace scanc::prefix
