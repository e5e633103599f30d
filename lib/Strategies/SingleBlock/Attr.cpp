//===- Attr.cpp - One block scans everything ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Strategies/SingleBlock.h"

#include "scanc/Dialect/Prefix/Transforms/PlanPasses.h"

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
#include "SingleBlock/SingleBlock.cpp.inc"
#pragma GCC diagnostic pop

StringRef SingleBlockAttr::getName() const { return getMnemonic(); }

StringRef SingleBlockAttr::getSummary() const {
  return "one block scans everything; for small inputs";
}

bool SingleBlockAttr::takesChains() const { return true; }

ArrayRef<StringLiteral> SingleBlockAttr::getSkeletonNames() const {
  static constexpr StringLiteral names[] = {"reduce", "scan", "top", "tail"};
  return names;
}

std::vector<PlannedKernel>
SingleBlockAttr::getKernels(PlanAttr plan, const ScanTypes &) const {
  return {singleKernel(plan)};
}

launch::LaunchRule SingleBlockAttr::getLaunchRule(PlanAttr plan,
                                                  const ScanTypes &) const {
  launch::LaunchRule rule = beginRule(plan, /*isAloneFirst=*/false);
  rule.cases.push_back({launch::isLess(0, launch::n()), {{0, 1, 1}}});
  return rule;
}

launch::Cadence SingleBlockAttr::getCadence(PlanAttr plan,
                                            const ScanTypes &) const {
  launch::Cadence cadence;
  cadence.tile = cadence.shortestTile = plan.getScan().getTile();
  cadence.kernels.resize(1);
  return cadence;
}

MemoryPasses SingleBlockAttr::getMemoryPasses() const { return {1, 1}; }

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// Complete plans have all skeletons, and are read back as they were printed.
/// A plan that names no strategy may be for several.
LogicalResult SingleBlockAttr::checkGiven(PlanRequest &request) const {
  const PlanAttr own = request.scan.getPlanAttr();
  if (!own || !own.getStrategy() || own.isComplete())
    return success();
  for (StringRef kernel : {"reduce", "scan"})
    if (request.given.getSkeleton(kernel))
      return request.scan.emitError() << "single_block runs the kernel of "
                                         "'tail' alone: its plan can say "
                                         "nothing of '"
                                      << kernel << "'";
  return success();
}

FailureOr<PlanAttr> SingleBlockAttr::complete(PlanRequest &request) const {
  return planPasses(request);
}

LogicalResult SingleBlockAttr::check(PlanChecker &checker,
                                     PlanAttr plan) const {
  return checker.checkPasses(plan);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Every scan has the single block's.
void SingleBlockAttr::build(const ScanSource &) const {}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct SingleBlockExtension
    : DialectExtension<SingleBlockExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addStrategy<SingleBlockAttr>();
  }
};
} // namespace

void scanc::prefix::registerSingleBlock(DialectRegistry &registry) {
  registry.addExtensions<SingleBlockExtension>();
}
