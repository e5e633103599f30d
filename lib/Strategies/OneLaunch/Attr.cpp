//===- Attr.cpp - One launch of streaming blocks --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Machine/GpuModel.h"
#include "scanc/Strategies/OneLaunch.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

// Strategies are parsed and printed by the dialect
// (PrefixDialect::addStrategy).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define GET_ATTRDEF_CLASSES
#include "OneLaunch/OneLaunch.cpp.inc"
#pragma GCC diagnostic pop

StringRef OneLaunchStreamingAttr::getName() const { return getMnemonic(); }

StringRef OneLaunchStreamingAttr::getSummary() const {
  return "one launch of blocks that keep step: a pipeline of bulk copies, "
         "reducing warps, a spine and scanning warps";
}

ArrayRef<StringLiteral> OneLaunchStreamingAttr::getSkeletonNames() const {
  static constexpr StringLiteral names[] = {
      "reduce", "scan", "top", "tail", "short_reduce", "short_scan"};
  return names;
}

ArrayRef<ArrayRef<StringLiteral>>
OneLaunchStreamingAttr::getOptionalSkeletons() const {
  static constexpr StringLiteral shortLaunch[] = {"short_reduce", "short_scan"};
  static const ArrayRef<StringLiteral> groups[] = {shortLaunch};
  return groups;
}

//===----------------------------------------------------------------------===//
// Rings and pieces
//===----------------------------------------------------------------------===//

ArrayRef<SkeletonParameter>
OneLaunchStreamingAttr::getSkeletonParameters() const {
  static constexpr SkeletonParameter parameters[] = {
      {groupsKey, 7}, {aheadKey, 32}, {pieceKey, 256}};
  return parameters;
}

LogicalResult OneLaunchStreamingAttr::verifySkeleton(
    function_ref<InFlightDiagnostic()> emitError,
    const SkeletonParts &parts) const {
  const std::optional<int64_t> ahead = parts.getOwn(aheadKey),
                               piece = parts.getOwn(pieceKey),
                               items = parts.items;
  if (ahead && parts.stages && *ahead > *parts.stages)
    return emitError() << "'ahead' must be 1 to " << *parts.stages << ", got "
                       << *ahead;
  if (piece && items && *items % *piece)
    return emitError() << "'piece' must divide the " << *items << " items, got "
                       << *piece;
  auto family = dyn_cast_or_null<FamilyAttr>(parts.thread);
  if (!family || !items || family.getWidth() == *items ||
      (piece && family.getWidth() == *piece))
    return success();
  InFlightDiagnostic diag = emitError()
                            << "the thread circuit must have width " << *items;
  if (piece && *piece != *items)
    diag << ", or " << *piece << " for a piece";
  return diag << ", got " << family.getName() << "<" << family.getWidth()
              << ">";
}

std::optional<int64_t>
OneLaunchStreamingAttr::getPiece(SkeletonAttr skeleton) const {
  return prefix::getPiece(skeleton);
}

bool OneLaunchStreamingAttr::needsContiguous() const { return true; }

bool OneLaunchStreamingAttr::takesChains() const { return true; }

uint32_t OneLaunchStreamingAttr::getNeeds() const {
  return machine::BulkCopies;
}

PlanAttr prefix::getShort(PlanAttr plan) {
  const SkeletonAttr all = plan.getTop();
  SkeletonParts parts = all.getParts();
  parts.warps = 1;
  const SkeletonAttr top = SkeletonAttr::get(plan.getContext(), parts);
  return PlanAttr::getComplete(plan.getStrategy(), *plan.getSingleBlockUpTo(),
                               *plan.getBlocksPerSM(), *plan.getMaxBlocks(),
                               {{"reduce", getShortReduce(plan)},
                                {"scan", getShortScan(plan)},
                                {"top", top},
                                {"tail", plan.getTail()}});
}

int64_t prefix::getShortTile(PlanAttr plan, const ScanTypes &types) {
  // Where runs have pieces, blocks are as many as have a piece for each thread.
  const SkeletonAttr scan = plan.getScan();
  if (getRunPiece(scan) != scan.getItems())
    return 0;
  // About 1 KiB of the tiles that are planned: for more, what blocks tell each
  // other takes less time than one block would.
  const SkeletonAttr shortest = getShortScan(plan) ? getShortScan(plan) : scan;
  return llvm::alignTo(llvm::divideCeil(scan.getTile(), 16),
                       StreamLayout::of(shortest, types).granule);
}

/// The loader, the spine, and groups of warps in so many `roles`.
static PlannedKernel planStream(StringRef suffix, PlanAttr plan,
                                const ScanTypes &types, int64_t roles) {
  const SkeletonAttr scan = plan.getScan();
  PlannedKernel stream{suffix, {scan, plan.getTop()}};
  stream.sharedBytes = StreamLayout::of(scan, types).bytes;
  stream.otherWarps = 1 + plan.getTop().getWarps() +
                      (roles - 1) * getGroups(scan) * scan.getWarps();
  stream.groups = getGroups(scan);
  stream.letsNextBegin = true;
  return stream;
}

std::vector<PlannedKernel>
OneLaunchStreamingAttr::getKernels(PlanAttr plan,
                                   const ScanTypes &types) const {
  std::vector<PlannedKernel> kernels = {singleKernel(plan),
                                        planStream("stream", plan, types, 2)};
  kernels.front().letsNextBegin = true;
  if (getShortScan(plan))
    kernels.push_back(planStream("short", getShort(plan), types, 1));
  return kernels;
}

/// Elements of the shortest tile that a block of NAME_stream has.
static uint64_t shortestTile(SkeletonAttr scan) {
  return scan.getTile() / scan.getItems() * getRunPiece(scan);
}

launch::LaunchRule
OneLaunchStreamingAttr::getLaunchRule(PlanAttr plan,
                                      const ScanTypes &types) const {
  OneLaunchTiles tiles;
  tiles.whole = plan.getScan().getTile();
  tiles.shortened = shortestTile(plan.getScan());
  tiles.worthABlock = getShortTile(plan, types);
  if (const SkeletonAttr scan = getShortScan(plan))
    tiles.ofShort = scan.getTile();
  tiles.chain = types.chain;
  tiles.ofSingle = plan.getTail().getTile();
  tiles.itemsOfSingle = plan.getTail().getItems();
  return oneLaunchRule(
      beginRule(plan), tiles,
      ExchangeLayout(plan.getTop().getItems(), types.state).bytes());
}

launch::Cadence
OneLaunchStreamingAttr::getCadence(PlanAttr plan,
                                   const ScanTypes &types) const {
  const SkeletonAttr scan = plan.getScan();
  const uint64_t fewest = *plan.getSingleBlockUpTo() + 1;
  launch::Cadence cadence;
  cadence.tile = scan.getTile();
  cadence.shortestTile = shortestTile(scan);
  cadence.grid = launch::Cadence::Grid::Fixed;
  cadence.blockRing = scan.getStages();
  cadence.worthABlock = getShortTile(plan, types);
  cadence.kernels = {{}, {fewest}};
  if (const SkeletonAttr shorter = getShortScan(plan)) {
    cadence.shortTile = shorter.getTile();
    cadence.kernels.push_back({fewest});
    // NAME_stream and NAME_short, in this order.
    cadence.kernels[1].share = {cadence.shortTile, /*isMore=*/true};
    cadence.kernels[2].share = {cadence.shortTile, /*isMore=*/false};
  }
  return cadence;
}

MemoryPasses OneLaunchStreamingAttr::getMemoryPasses() const { return {1, 1}; }

LogicalResult OneLaunchStreamingAttr::check(PlanChecker &checker,
                                            PlanAttr plan) const {
  return checkOneLaunch(checker, plan);
}

void OneLaunchStreamingAttr::build(const ScanSource &source) const {
  buildOneLaunchStreaming(source);
}

LogicalResult
OneLaunchStreamingAttr::buildSkeleton(const ScanSource &source,
                                      SkeletonPattern pattern) const {
  return buildBulkSkeleton(source, pattern);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct OneLaunchExtension
    : DialectExtension<OneLaunchExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addStrategy<OneLaunchStreamingAttr>();
  }
};
} // namespace

void scanc::prefix::registerOneLaunch(DialectRegistry &registry) {
  registry.addExtensions<OneLaunchExtension>();
}
