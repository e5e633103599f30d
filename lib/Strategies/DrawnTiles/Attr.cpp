//===- Attr.cpp - Blocks draw their tiles ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "TileLayout.h"
#include "scanc/Strategies/DrawnTiles.h"

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
#include "DrawnTiles/DrawnTiles.cpp.inc"
#pragma GCC diagnostic pop

//===----------------------------------------------------------------------===//
// What both have
//===----------------------------------------------------------------------===//

static constexpr StringLiteral skeletonNames[] = {"reduce", "scan", "top",
                                                  "tail"};

static std::vector<PlannedKernel> listKernels(PlanAttr plan,
                                              const ScanTypes &types) {
  PlannedKernel scan{
      "scan", {plan.getScan(), plan.getTop()}, *plan.getBlocksPerSM()};
  scan.sharedBytes = TileLayout::of(types).bytes;
  return {singleKernel(plan), scan};
}

static launch::LaunchRule getRule(PlanAttr plan, const ScanTypes &types) {
  return drawnTilesRule(
      beginRule(plan), plan.getScan().getTile(),
      EntryLayout(plan.getTop().getItems(), types.state).bytes());
}

static launch::Cadence findCadence(PlanAttr plan, const ScanTypes &types,
                                   bool looksBack) {
  const EntryLayout entries(plan.getTop().getItems(), types.state);
  launch::Cadence cadence;
  cadence.tile = cadence.shortestTile = plan.getScan().getTile();
  cadence.grid = launch::Cadence::Grid::Fixed;
  cadence.gridRing = entries.entries();
  cadence.window = looksBack ? entries.window() : 0;
  cadence.kernels = {{},
                     {static_cast<uint64_t>(*plan.getSingleBlockUpTo()) + 1}};
  return cadence;
}

static LogicalResult checkPlan(PlanChecker &checker, PlanAttr plan) {
  SkeletonAttr tile = plan.getScan(), window = plan.getTop();
  auto refuse = [&] { return checker.refuse(plan); };
  if (tile.getStages() != 1)
    return refuse() << "'scan' must have 1 stage, got " << tile.getStages();
  if (tile.getSublists())
    return refuse() << "a tile has one total: 'scan' can have no sublists";
  if (window.getWarps() != 1 || window.getRows() != 1 ||
      window.getStages() != 1 || window.getSublists() || window.isBlockWide() ||
      window.isWarpWide())
    return refuse() << "'top' must have 1 warp, 1 row, 1 stage and a warp "
                       "circuit of 32 columns";
  if (!llvm::isPowerOf2_64(window.getItems()))
    return refuse() << "the items of 'top', entries of a look-back a lane, "
                       "must be a power of two, got "
                    << window.getItems();
  return checker.checkBlocksPerSM(plan, tile.getThreads());
}

//===----------------------------------------------------------------------===//
// chained
//===----------------------------------------------------------------------===//

StringRef ChainedAttr::getName() const { return getMnemonic(); }

StringRef ChainedAttr::getSummary() const {
  return "one launch: blocks draw tiles, each waits for the prefix of the tile "
         "before; 2n bytes moved";
}

ArrayRef<StringLiteral> ChainedAttr::getSkeletonNames() const {
  return skeletonNames;
}

std::vector<PlannedKernel>
ChainedAttr::getKernels(PlanAttr plan, const ScanTypes &types) const {
  return listKernels(plan, types);
}

launch::LaunchRule ChainedAttr::getLaunchRule(PlanAttr plan,
                                              const ScanTypes &types) const {
  return getRule(plan, types);
}

launch::Cadence ChainedAttr::getCadence(PlanAttr plan,
                                        const ScanTypes &types) const {
  return findCadence(plan, types, /*looksBack=*/false);
}

MemoryPasses ChainedAttr::getMemoryPasses() const { return {1, 1}; }

FailureOr<PlanAttr> ChainedAttr::complete(PlanRequest &request) const {
  return completeDrawnTiles(request, {/*looksBack=*/false});
}

LogicalResult ChainedAttr::check(PlanChecker &checker, PlanAttr plan) const {
  return checkPlan(checker, plan);
}

void ChainedAttr::build(const ScanSource &source) const {
  buildChained(source);
}

//===----------------------------------------------------------------------===//
// decoupled_lookback
//===----------------------------------------------------------------------===//

StringRef DecoupledLookbackAttr::getName() const { return getMnemonic(); }

StringRef DecoupledLookbackAttr::getSummary() const {
  return "one launch: blocks draw tiles and look back over a window of them; "
         "2n bytes moved; not deterministic: sums of floats may differ from "
         "run to run";
}

bool ChainedAttr::takesChains() const { return true; }

/// It takes whatever lies wherever, and is deterministic: the last resort.
int ChainedAttr::getPreference(PlanRequest &) const { return 1; }

bool DecoupledLookbackAttr::takesChains() const { return true; }

bool DecoupledLookbackAttr::isDeterministic() const { return false; }

ArrayRef<StringLiteral> DecoupledLookbackAttr::getSkeletonNames() const {
  return skeletonNames;
}

std::vector<PlannedKernel>
DecoupledLookbackAttr::getKernels(PlanAttr plan, const ScanTypes &types) const {
  return listKernels(plan, types);
}

launch::LaunchRule
DecoupledLookbackAttr::getLaunchRule(PlanAttr plan,
                                     const ScanTypes &types) const {
  return getRule(plan, types);
}

launch::Cadence
DecoupledLookbackAttr::getCadence(PlanAttr plan, const ScanTypes &types) const {
  return findCadence(plan, types, /*looksBack=*/true);
}

MemoryPasses DecoupledLookbackAttr::getMemoryPasses() const { return {1, 1}; }

FailureOr<PlanAttr>
DecoupledLookbackAttr::complete(PlanRequest &request) const {
  return completeDrawnTiles(request, {/*looksBack=*/true});
}

LogicalResult DecoupledLookbackAttr::check(PlanChecker &checker,
                                           PlanAttr plan) const {
  return checkPlan(checker, plan);
}

void DecoupledLookbackAttr::build(const ScanSource &source) const {
  buildDecoupledLookback(source);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct DrawnTilesExtension
    : DialectExtension<DrawnTilesExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addStrategy<ChainedAttr>();
    dialect->addStrategy<DecoupledLookbackAttr>();
  }
};
} // namespace

void scanc::prefix::registerDrawnTiles(DialectRegistry &registry) {
  registry.addExtensions<DrawnTilesExtension>();
}
