//===- Attr.cpp - A grid reduces, and scans -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Transforms/PlanPasses.h"
#include "scanc/Strategies/TwoLevel.h"

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
#include "TwoLevel/TwoLevel.cpp.inc"
#pragma GCC diagnostic pop

StringRef TwoLevelStreamingAttr::getName() const { return getMnemonic(); }

StringRef TwoLevelStreamingAttr::getSummary() const {
  return "a fixed grid reduces, one block scans the aggregates, the grid "
         "scans; "
         "3n bytes moved";
}

ArrayRef<StringLiteral> TwoLevelStreamingAttr::getSkeletonNames() const {
  static constexpr StringLiteral names[] = {"reduce", "scan", "top", "tail"};
  return names;
}

std::vector<PlannedKernel>
TwoLevelStreamingAttr::getKernels(PlanAttr plan, const ScanTypes &) const {
  const int64_t perSM = *plan.getBlocksPerSM();
  return {singleKernel(plan),
          {"reduce", {plan.getReduce()}, perSM, /*reduces=*/true},
          {"top", {plan.getTop(), plan.getTail()}},
          {"scan", {plan.getScan()}, perSM}};
}

launch::LaunchRule
TwoLevelStreamingAttr::getLaunchRule(PlanAttr plan,
                                     const ScanTypes &types) const {
  return twoLevelRule(beginRule(plan), plan.getScan().getTile(),
                      plan.getScan().getLists(),
                      StructLayout::of(types.state).size);
}

launch::Cadence TwoLevelStreamingAttr::getCadence(PlanAttr plan,
                                                  const ScanTypes &) const {
  launch::Cadence cadence;
  cadence.tile = cadence.shortestTile = plan.getScan().getTile();
  cadence.grid = launch::Cadence::Grid::Fixed;
  cadence.totalsTile = plan.getTop().getTile();
  const uint64_t fewest = *plan.getSingleBlockUpTo() + 1;
  cadence.kernels = {{}, {fewest}, {fewest}, {fewest}};
  return cadence;
}

MemoryPasses TwoLevelStreamingAttr::getMemoryPasses() const { return {2, 1}; }

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

int TwoLevelStreamingAttr::getPreference(PlanRequest &) const { return 2; }

FailureOr<PlanAttr>
TwoLevelStreamingAttr::complete(PlanRequest &request) const {
  return planPasses(request);
}

LogicalResult TwoLevelStreamingAttr::check(PlanChecker &checker,
                                           PlanAttr plan) const {
  constexpr int64_t mostBlocks = 65535;
  if (failed(checker.checkPasses(plan)))
    return failure();
  if (*plan.getMaxBlocks() > mostBlocks) // two_level_streaming_c1
    return checker.scan.emitError()
           << "'max_blocks' of two_level_streaming must be at most "
           << mostBlocks << ", got " << *plan.getMaxBlocks();
  return success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct TwoLevelExtension : DialectExtension<TwoLevelExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addStrategy<TwoLevelStreamingAttr>();
  }
};
} // namespace

void scanc::prefix::registerTwoLevel(DialectRegistry &registry) {
  registry.addExtensions<TwoLevelExtension>();
}
