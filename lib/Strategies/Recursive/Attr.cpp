//===- Attr.cpp - Totals of totals ----------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Transforms/PlanPasses.h"
#include "scanc/Strategies/Recursive.h"

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
#include "Recursive/Recursive.cpp.inc"
#pragma GCC diagnostic pop

//===----------------------------------------------------------------------===//
// What both have
//===----------------------------------------------------------------------===//

static constexpr StringLiteral skeletonNames[] = {"reduce", "scan", "top",
                                                  "tail"};

/// In the order of the launch rule.
enum Kernel { Single, Up, UpTotals, Top, DownTotals, Down };

static launch::LaunchRule getRule(PlanAttr plan, const ScanTypes &types) {
  return recursiveRule(beginRule(plan), plan.getScan().getTile(),
                       plan.getTop().getTile(),
                       StructLayout::of(types.state).size);
}

static launch::Cadence findCadence(PlanAttr plan) {
  const uint64_t tile = plan.getScan().getTile(),
                 totals = plan.getTop().getTile(),
                 single = *plan.getSingleBlockUpTo();
  launch::Cadence cadence;
  cadence.tile = cadence.shortestTile = tile;
  cadence.grid = launch::Cadence::Grid::Growing;
  cadence.totalsTile = totals;
  cadence.totalsHaveTotals = true;
  const launch::KernelRange overInput{std::max(single, tile) + 1},
      overTotals{totals + 1, llvm::divideCeil(launch::mostElements, tile)};
  cadence.kernels = {{},          overInput,  overTotals,
                     {2, totals}, overTotals, overInput};
  return cadence;
}

static FailureOr<PlanAttr> completePlan(PlanRequest &request) {
  const int64_t registers = registersOf(request.state),
                arrays = request.scan.getInputArrays().size();
  const bool isReversed = request.scan.getReverse();
  request.tileKind.cutsTiles = true;
  request.tileKind.more = [=](TileShape) {
    return (isReversed ? 34 : 8 + 4 * registers) + 12 * (arrays - 1);
  };
  return planPasses(request, mostBlocksOfGrid);
}

static LogicalResult checkPlan(PlanChecker &checker, PlanAttr plan) {
  const StringRef name = plan.getStrategy().getName();
  if (failed(checker.checkPasses(plan)))
    return failure();
  if (plan.getScan().getStages() != 1)
    return checker.scan.emitError()
           << "'scan' can have 2 stages only where blocks scan one tile after "
              "another; in "
           << name << " it must have 1";
  if (plan.getScan().getSublists())
    return checker.scan.emitError()
           << name
           << " has one total for each tile: 'scan' and 'reduce' can have no "
              "sublists";
  return success();
}

//===----------------------------------------------------------------------===//
// scan_then_propagate
//===----------------------------------------------------------------------===//

StringRef ScanThenPropagateAttr::getName() const { return getMnemonic(); }

StringRef ScanThenPropagateAttr::getSummary() const {
  return "every tile is scanned, then joined with what comes before it; "
         "recursive; 4n bytes moved";
}

ArrayRef<StringLiteral> ScanThenPropagateAttr::getSkeletonNames() const {
  return skeletonNames;
}

std::vector<PlannedKernel>
ScanThenPropagateAttr::getKernels(PlanAttr plan, const ScanTypes &) const {
  const int64_t perSM = *plan.getBlocksPerSM();
  return {singleKernel(plan),
          {"scan", {plan.getScan()}, perSM},
          {"scan_totals", {plan.getTop()}},
          {"top", {plan.getTop()}},
          {"propagate_totals", {plan.getTop()}},
          {"propagate", {plan.getScan()}, perSM}};
}

launch::LaunchRule
ScanThenPropagateAttr::getLaunchRule(PlanAttr plan,
                                     const ScanTypes &types) const {
  return getRule(plan, types);
}

launch::Cadence ScanThenPropagateAttr::getCadence(PlanAttr plan,
                                                  const ScanTypes &) const {
  return findCadence(plan);
}

MemoryPasses ScanThenPropagateAttr::getMemoryPasses() const {
  return {1, 2, 1};
}

FailureOr<PlanAttr>
ScanThenPropagateAttr::complete(PlanRequest &request) const {
  return completePlan(request);
}

/// Whether `output` has a value of its own for each of a state of type `state`.
static bool holds(Type output, Type state) {
  if (auto float_ = dyn_cast<FloatType>(state)) {
    auto other = dyn_cast<FloatType>(output);
    return other && APFloat::isRepresentableBy(float_.getFloatSemantics(),
                                               other.getFloatSemantics());
  }
  return output.isInteger() &&
         output.getIntOrFloatBitWidth() >= state.getIntOrFloatBitWidth();
}

LogicalResult ScanThenPropagateAttr::check(PlanChecker &checker,
                                           PlanAttr plan) const {
  if (failed(checkPlan(checker, plan)))
    return failure();
  if (checker.scan.hasStore()) // scan_then_propagate_c2
    return checker.scan.emitError(
        "scan_then_propagate reads its outputs back as states, which a 'store' "
        "need not store; use another strategy");
  if (checker.scan.getInitial() || checker.scan.getFinal() ||
      checker.scan.getTotal()) // scan_then_propagate_c3
    return checker.scan.emitError(
        "scan_then_propagate stores each tile as if nothing came before it, "
        "and takes no 'initial', 'final' or 'total'; use another strategy");
  for (auto [index, output] : llvm::enumerate(checker.scan.getOutputTypes()))
    if (!holds(output, checker.state[index])) // scan_then_propagate_c2
      return checker.scan.emitError()
             << "scan_then_propagate reads its outputs back as states, and "
                "output #"
             << index << ", of " << output << ", cannot hold every value of "
             << checker.state[index]
             << "; use another strategy, or outputs of the state's type";
  return success();
}

void ScanThenPropagateAttr::build(const ScanSource &source) const {
  buildScanThenPropagate(source);
}

//===----------------------------------------------------------------------===//
// reduce_then_scan
//===----------------------------------------------------------------------===//

StringRef ReduceThenScanAttr::getName() const { return getMnemonic(); }

StringRef ReduceThenScanAttr::getSummary() const {
  return "every tile is reduced, then scanned from what comes before it; "
         "recursive; 3n bytes moved";
}

ArrayRef<StringLiteral> ReduceThenScanAttr::getSkeletonNames() const {
  return skeletonNames;
}

std::vector<PlannedKernel>
ReduceThenScanAttr::getKernels(PlanAttr plan, const ScanTypes &) const {
  const int64_t perSM = *plan.getBlocksPerSM();
  return {singleKernel(plan),
          {"reduce", {plan.getReduce()}, perSM, /*reduces=*/true},
          {"reduce_totals", {plan.getTop()}, 1, /*reduces=*/true},
          {"top", {plan.getTop()}},
          {"scan_totals", {plan.getTop()}},
          {"scan", {plan.getScan()}, perSM}};
}

launch::LaunchRule
ReduceThenScanAttr::getLaunchRule(PlanAttr plan, const ScanTypes &types) const {
  return getRule(plan, types);
}

launch::Cadence ReduceThenScanAttr::getCadence(PlanAttr plan,
                                               const ScanTypes &) const {
  return findCadence(plan);
}

MemoryPasses ReduceThenScanAttr::getMemoryPasses() const { return {2, 1}; }

FailureOr<PlanAttr> ReduceThenScanAttr::complete(PlanRequest &request) const {
  return completePlan(request);
}

LogicalResult ReduceThenScanAttr::check(PlanChecker &checker,
                                        PlanAttr plan) const {
  return checkPlan(checker, plan);
}

void ReduceThenScanAttr::build(const ScanSource &source) const {
  buildReduceThenScan(source);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct RecursiveExtension
    : DialectExtension<RecursiveExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addStrategy<ScanThenPropagateAttr>();
    dialect->addStrategy<ReduceThenScanAttr>();
  }
};
} // namespace

void scanc::prefix::registerRecursive(DialectRegistry &registry) {
  registry.addExtensions<RecursiveExtension>();
}
