//===- PlanScans.cpp - Fill in what plans leave open ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The defaults are sized by bytes, never by the operator:
//
//   items   the fewest elements whose bytes are a multiple of 16, so that a
//           run is whole 16-byte accesses; two or four times as many where the
//           operator is so expensive that what longer runs save of the circuits
//           above them outweighs what they cost in memory accesses
//   stages  2 for the scan, so that the next tile is being loaded while one is
//           scanned; 1 where values are used as soon as they are loaded, to be
//           cut out of words or converted, and where a block has one tile
//   rows    up to 3 runs a thread, 4 of long ones, as many as fit in 48
//           registers of state in two stages, or 64 in one (of packed words,
//           where narrow elements stay in them): that many loads are in flight
//           at once. Three, not four, so that blocks in step do not all hit the
//           same memory channels
//   warps   8 a block, 4 where runs are long; as many blocks on a
//           multiprocessor as its registers are likely to hold
//
// The single block of the top level has 32 warps, 16 or 8 where threads need
// more registers, and one row: it is bound by latency.
//
//===----------------------------------------------------------------------===//

#include "ChooseCircuit.h"
#include "PlanCheck.h"
#include "Planner.h"

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Transforms/Passes.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXPLANSCANSPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

/// Complete plans have all skeletons, and are read back as they were printed.
LogicalResult Planner::checkSingleBlock() {
  if (given.getStrategy() != Strategy::SingleBlock || given.isComplete())
    return success();
  for (auto [kernel, own] :
       {std::pair<StringRef, SkeletonAttr>{"reduce", given.getReduce()},
        {"scan", given.getScan()}})
    if (own)
      return scan.emitError() << "single_block runs the kernel of 'tail' "
                                 "alone: its plan can say nothing of '"
                              << kernel << "'";
  return success();
}

/// What a ring of tiles is made of is said of one kernel only.
LogicalResult Planner::checkRing() {
  for (auto [kernel, own] : given.getSkeletons()) {
    const bool isStream = chosen == Strategy::OneLaunchStreaming;
    if (own && kernel.starts_with("short_") && !isStream)
      return scan.emitError()
             << "'" << kernel << "' is of one_launch_streaming, got one of "
             << stringifyStrategy(chosen);
    const bool hasRing =
        isStream && (kernel == "scan" || kernel == "short_scan");
    if (own && (own.getGroups() || own.getAhead()) && !hasRing)
      return scan.emitError() << "'groups' and 'ahead' are of the 'scan' of "
                                 "one_launch_streaming, got one for the '"
                              << kernel << "' of " << stringifyStrategy(chosen);
    const bool hasPieces =
        hasRing ||
        (isStream && (kernel == "reduce" || kernel == "short_reduce"));
    if (own && own.getPiece() && !hasPieces)
      return scan.emitError() << "'piece' is of the 'scan' and the 'reduce' of "
                                 "one_launch_streaming, got one for the '"
                              << kernel << "' of " << stringifyStrategy(chosen);
  }
  return success();
}

FailureOr<PlanAttr> Planner::plan() {
  given = scan.getPlanAttr();
  if (!given)
    given = PlanAttr::get(scan.getContext(), {}, {}, {}, {}, {}, {}, {}, {}, {},
                          {}, {}, {});

  for (auto [kernel, own] : given.getSkeletons())
    if (given.getLevels() || (own && own.getLevels()))
      return scan.emitError("the plan's levels are not expanded");
  if (failed(checkSingleBlock()))
    return failure();

  isGiven = given.getStrategy() || (strategy != "" && strategy != "auto");
  if (isGiven)
    chosen = given.getStrategy() ? *given.getStrategy()
                                 : *symbolizeStrategy(strategy);
  else if (fitsOneLaunch())
    chosen = Strategy::OneLaunchStreaming;
  if (failed(checkRing()))
    return failure();
  if (chosen == Strategy::OneLaunchStreaming)
    return planOneLaunch();
  return drawsTiles(chosen) ? planDrawnTiles() : planTwoLevels();
}

/// Two levels, or more of them where the strategy is recursive.
FailureOr<PlanAttr> Planner::planTwoLevels() {
  MLIRContext *context = scan.getContext();
  const int64_t elementBytes = bytesOf(scan.getInputArrays());
  const TwoLevelSizes &sizes = tuning.twoLevel(elementBytes);
  const int64_t stateRegisters = registersOf(state);
  const int64_t fewest =
      isRecursive(chosen) ? fewestItems() : fewestWholeItems();
  // A circuit for all kernels says how long runs are to be, how many of them a
  // thread has, or how many warps there are.
  const int64_t givenItems = widthOf(given.getThread()),
                givenRows = widthOf(given.getRow()),
                givenWarps = warpsOf(given.getBlock());
  const int64_t items = givenItems ? givenItems
                                   : chooseItems(fewest, elementBytes,
                                                 stateRegisters, combineCost);
  const int64_t stages = convertsOnLoad() || isRecursive(chosen) ? 1 : 2;
  const bool isLonger = items > fewest;
  const std::optional<PackedLanes> lanes = findPackedLanes(items, stages);
  const int64_t runRegisters =
      lanes ? items / lanes->count() : items * stateRegisters * stages;
  const int64_t rows = std::clamp<int64_t>(
      (stages == 1 ? sizes.registers : sizes.stagedRegisters) / runRegisters,
      isLonger ? 2 : 1,
      isLonger     ? 2
      : items < 16 ? sizes.rows
                   : sizes.longRows);
  const bool isWide = items >= 16 || items * stateRegisters >= 16;
  // Narrow values that are widened are many.
  const bool isWidened = elementBytes < 4 && !lanes;
  const bool isLong = isWide && (items >= 16 || isLonger);
  Shape streaming{givenWarps            ? givenWarps
                  : isLong || isWidened ? sizes.longWarps
                                        : sizes.warps,
                  givenRows ? givenRows : rows, items, stages};
  Shape single = shapeTail();

  // The scan's tile must be whole tiles of the reduction.
  SkeletonAttr scanSkeleton = complete("scan", scanOrTree(), streaming);
  if (!scanSkeleton)
    return failure();
  const bool isHalved =
      scanSkeleton.getItems() >= 16 && scanSkeleton.getRows() % 2 == 0;
  SkeletonAttr reduce = complete("reduce", given.getReduce(),
                                 {scanSkeleton.getWarps(),
                                  scanSkeleton.getRows() / (isHalved ? 2 : 1),
                                  scanSkeleton.getItems(), 1});
  // The top level and the tail run in one block.
  const Shape tailShape = resolve(given.getTail(), single);
  if (failed(checkShape("tail", tailShape)))
    return failure();
  single.warps = tailShape.warps;
  SkeletonAttr top = complete("top", given.getTop(), {single.warps, 1, 1, 1});
  if (!reduce || !top)
    return failure();
  SkeletonAttr tail =
      complete("tail", given.getTail(), {top.getWarps(), 1, single.items, 1});
  if (!tail)
    return failure();

  if (failed(checkAllUsed()))
    return failure();

  const int64_t threads =
      std::max(scanSkeleton.getThreads(), reduce.getThreads());
  const int64_t blocksPerSM =
      given.getBlocksPerSM().value_or(std::clamp<int64_t>(
          threadsPerSM({scanSkeleton.getWarps(), scanSkeleton.getRows(),
                        scanSkeleton.getItems(), scanSkeleton.getStages()},
                       scanSkeleton.getWarp(), lookUpsOf(scanSkeleton)) /
              threads,
          1, sizes.blocksPerSM));
  const int64_t singleBlockUpTo = given.getSingleBlockUpTo().value_or(
      isGiven ? 0 : sizes.singleBlockTiles * tail.getTile());
  const int64_t maxBlocks = given.getMaxBlocks().value_or(
      isRecursive(chosen) ? mostBlocksOfGrid : sizes.maxBlocks);
  return PlanAttr::get(context, chosen, singleBlockUpTo, blocksPerSM, maxBlocks,
                       {}, {}, {}, {}, reduce, scanSkeleton, top, tail);
}

namespace {

struct PrefixPlanScansPass
    : impl::PrefixPlanScansPassBase<PrefixPlanScansPass> {
  using PrefixPlanScansPassBase::PrefixPlanScansPassBase;

  PrefixPlanScansPass(PrefixPlanScansPassOptions options,
                      std::shared_ptr<const Tuning> tuning)
      : PrefixPlanScansPassBase(std::move(options)), tuning(std::move(tuning)) {
  }

  void runOnOperation() override {
    if (strategy != "" && strategy != "auto" && !symbolizeStrategy(strategy)) {
      getOperation().emitError() << "unknown strategy '" << strategy
                                 << "'; expected auto, " << listStrategies();
      return signalPassFailure();
    }
    const machine::GpuModel *gpu = findTarget();
    if (!gpu)
      return signalPassFailure();
    CircuitTable circuits(getOperation());
    const Tuning builtIn = Tuning::forArch(gpu->name);
    for (auto scan : getOperation().getOps<ScanOp>()) {
      auto monoid = SymbolTable::lookupNearestSymbolFrom<MonoidOp>(
          scan, scan.getMonoidAttr());
      if (!monoid) {
        scan.emitError() << "unknown monoid '@" << scan.getMonoid() << "'";
        return signalPassFailure();
      }
      FailureOr<PlanAttr> plan = Planner(scan, monoid, circuits, strategy,
                                         tuning ? *tuning : builtIn, *gpu)
                                     .plan();
      if (failed(plan))
        return signalPassFailure();
      if (failed(checkPlan(scan, *plan, monoid, *gpu,
                           [&](FlatSymbolRefAttr circuit) {
                             return circuits.lookup(circuit);
                           })))
        return signalPassFailure();
      scan.setPlanAttr(*plan);
    }
    getOperation()->setAttr(PrefixDialect::targetAttrName,
                            TargetAttr::get(&getContext(), gpu->name));
  }

  /// What the option says or what the module says, which must agree if both say
  /// something. Null after an error.
  const machine::GpuModel *findTarget() {
    ModuleOp module = getOperation();
    auto target =
        module->getAttrOfType<TargetAttr>(PrefixDialect::targetAttrName);
    if (arch.empty())
      return &TargetAttr::of(module);
    const machine::GpuModel *gpu = machine::findGpu(arch);
    if (!gpu)
      module.emitError() << "unknown architecture '" << arch << "'; expected "
                         << machine::listGpus();
    else if (target && &target.getGpu() != gpu)
      module.emitError() << "cannot plan for " << gpu->name
                         << ": the module is for " << target.getName() << " ('"
                         << PrefixDialect::targetAttrName << "')";
    else
      return gpu;
    return nullptr;
  }

  /// Null for the one that is built in.
  std::shared_ptr<const Tuning> tuning;
};

} // namespace

std::unique_ptr<Pass>
createPrefixPlanScansPass(PrefixPlanScansPassOptions options,
                          std::shared_ptr<const Tuning> tuning) {
  return std::make_unique<PrefixPlanScansPass>(std::move(options),
                                               std::move(tuning));
}

} // namespace scanc::prefix
