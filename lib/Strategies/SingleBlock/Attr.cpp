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
  return "one block scans everything, or each its own rows; for small inputs";
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

/// Of chains, each block has its own: as many blocks as the GPU holds, where
/// there are as many chains, and tiles.
launch::LaunchRule
SingleBlockAttr::getLaunchRule(PlanAttr plan, const ScanTypes &types) const {
  using launch::divideUp, launch::Expr, launch::n;
  launch::LaunchRule rule = beginRule(plan, /*isAloneFirst=*/false);
  Expr blocks = 1;
  if (types.hasChains()) {
    const Expr most = rule.define(
        "most", min(launch::multiprocessors() * launch::blocksPerSM(),
                    launch::maxBlocks()));
    const uint64_t tile = plan.getTail().getTile();
    const Expr chains = n() / Expr::name(types.chain);
    blocks = rule.define("blocks",
                         max(min(most, min(chains, divideUp(n(), tile))), 1));
    rule.grids.front() = blocks;
  }
  rule.cases.push_back({launch::isLess(0, n()), {{0, blocks, blocks}}});
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

/// Where elements do not lie side by side, other strategies are bound by what
/// blocks tell each other of each tile; here they tell nothing.
int SingleBlockAttr::getPreference(PlanRequest &request) const {
  const DomainAttrInterface domain = request.scan.getDomain();
  return domain.hasChains() && domain.hasStrides() ? 2 : 0;
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
