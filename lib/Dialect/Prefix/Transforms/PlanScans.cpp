//===- PlanScans.cpp - Fill in what plans leave open --------------- -*- C++
//-*-===//
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
//           run is whole 16-byte accesses
//   stages  2 for the scan, so that the next tile is being loaded while one is
//           scanned; 1 where values are used as soon as they are loaded, to be
//           cut out of words or converted
//   rows    up to 3 runs a thread, 4 of long ones, as many as fit in 48
//           registers of state in two stages, or 64 in one: that many loads are
//           in flight at once. Three, not four, so that blocks in step do not
//           all hit the same memory channels
//   warps   8 a block, 4 where runs are long; as many blocks on a
//           multiprocessor as its registers are likely to hold
//
// The single block of the top level has 32 warps, 16 or 8 where threads need
// more registers, and one row: it is bound by latency.
//
//===----------------------------------------------------------------------===//

#include "CircuitTable.h"
#include "PlanCheck.h"

#include "scanc/Dialect/Prefix/Analysis/AccessForm.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/Analysis/Placement.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Transforms/Passes.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/bit.h"

#include <numeric>

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXPLANSCANSPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

namespace {

constexpr int64_t warpSize = 32;
/// Plans one scan.
class Planner {
public:
  Planner(ScanOp scan, MonoidOp monoid, CircuitTable &circuits,
          StringRef strategy)
      : scan(scan), state(monoid.getStateTypes()), circuits(circuits),
        strategy(strategy) {}

  FailureOr<PlanAttr> plan();

private:
  struct Shape {
    int64_t warps, rows, items, stages;
  };
  SkeletonAttr complete(SkeletonAttr given, Shape shape);
  FlatSymbolRefAttr choose(StringRef level, Attribute own, Attribute shared,
                           StringRef family, int64_t width);
  int64_t threadsPerSM(Shape shape, Attribute warpCircuit);
  bool convertsOnLoad();
  CircuitOp lookup(StringRef level, Attribute circuit);
  LogicalResult checkUsed(StringRef level, Attribute shared);

  ScanOp scan;
  SmallVector<Type> state;
  CircuitTable &circuits;
  StringRef strategy;
  PlanAttr given;
  llvm::StringSet<> used; // levels whose default some kernel took
};

CircuitOp Planner::lookup(StringRef level, Attribute circuit) {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(circuit);
  CircuitOp op = symbol ? circuits.lookup(symbol) : CircuitOp();
  if (!op)
    scan.emitError() << "the plan's " << level << " circuit " << circuit
                     << " does not exist";
  return op;
}

FlatSymbolRefAttr Planner::choose(StringRef level, Attribute own,
                                  Attribute shared, StringRef family,
                                  int64_t width) {
  if (own)
    return cast<FlatSymbolRefAttr>(own);
  if (shared) {
    CircuitOp op = lookup(level, shared);
    if (!op)
      return {};
    if (op.getWidth() == width) {
      used.insert(level);
      return cast<FlatSymbolRefAttr>(shared);
    }
  }
  return circuits.get(FamilyAttr::get(scan.getContext(), family, width,
                                      DictionaryAttr::get(scan.getContext())),
                      scan.getLoc());
}

SkeletonAttr Planner::complete(SkeletonAttr own, Shape shape) {
  MLIRContext *context = scan.getContext();
  if (!own)
    own = SkeletonAttr::get(context, 0, 0, 0, 0, {}, {}, {}, {});
  auto pick = [](int64_t given, int64_t chosen) {
    return given ? given : chosen;
  };
  shape = {pick(own.getWarps(), shape.warps), pick(own.getRows(), shape.rows),
           pick(own.getItems(), shape.items),
           pick(own.getStages(), shape.stages)};
  auto thread = choose("thread", own.getThread(), given.getThread(), "serial",
                       shape.items);
  auto warp =
      choose("warp", own.getWarp(), given.getWarp(), "kogge_stone", warpSize);
  auto row = choose("row", own.getRow(), given.getRow(), "serial", shape.rows);
  auto block = choose("block", own.getBlock(), given.getBlock(), "kogge_stone",
                      shape.warps);
  if (!thread || !warp || !row || !block)
    return {};
  return SkeletonAttr::get(context, shape.warps, shape.rows, shape.items,
                           shape.stages, thread, warp, row, block);
}

LogicalResult Planner::checkUsed(StringRef level, Attribute shared) {
  if (!shared || used.contains(level))
    return success();
  CircuitOp op = lookup(level, shared);
  if (!op)
    return failure();
  return scan.emitError() << "the plan's " << level << " circuit " << shared
                          << " has width " << op.getWidth()
                          << ", which fits the " << level
                          << " level of no kernel";
}

/// As many threads as leave each the registers it is likely to need: the values
/// of its runs in every stage (twice for narrow ones, which are widened), one
/// state per row in flight, the slots of the warp circuit (as they are, as they
/// were, and what selects among them), a lane's entries of its tables, and
/// addresses.
int64_t Planner::threadsPerSM(Shape shape, Attribute warpCircuit) {
  const int64_t stateRegisters = registersOf(state);
  auto symbol = dyn_cast_or_null<FlatSymbolRefAttr>(warpCircuit);
  CircuitOp warp = symbol ? circuits.lookup(symbol) : CircuitOp();
  int64_t slots = 1, tables = 0;
  if (warp && warp.getWidth() == warpSize) {
    Placement placement = placeByColumn(getNetwork(warp));
    slots = placement.slots;
    tables = llvm::count_if(placement.steps, [](const PlacedStep &step) {
      return findAccessForm(step.lowColumn).kind == AccessForm::Kind::Table;
    });
  }
  const bool narrow = llvm::any_of(scan.getElementTypes(), [](Type type) {
    return getFieldBytes(type) < 4;
  });
  const int64_t values = shape.items * shape.stages * (narrow ? 2 : 1);
  const int64_t perRow = values + (slots > 1 ? 3 * slots : 1) + 1;
  const int64_t needed = shape.rows * stateRegisters * perRow + 2 * tables +
                         (scan.getReverse() ? 26 : 20);
  if (needed >= 160 || stateRegisters > 8)
    return 256;
  if (needed >= 76 || stateRegisters > 4)
    return 512;
  return needed >= 52 ? 768 : 1024;
}

/// Whether loaded values are used at once, to be cut out of words or
/// converted: then loading ahead gains nothing.
bool Planner::convertsOnLoad() {
  return llvm::any_of(llvm::zip_equal(scan.getElementTypes(), state),
                      [](auto types) {
                        auto [element, value] = types;
                        return getFieldBytes(element) < 4 ||
                               getFieldBytes(element) != getFieldBytes(value) ||
                               isa<FloatType>(element) != isa<FloatType>(value);
                      });
}

FailureOr<PlanAttr> Planner::plan() {
  MLIRContext *context = scan.getContext();
  given = scan.getPlanAttr();
  if (!given)
    given =
        PlanAttr::get(context, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});

  for (SkeletonAttr own : {given.getReduce(), given.getScan(), given.getTop(),
                           given.getTail()})
    if (given.getLevels() || (own && own.getLevels()))
      return scan.emitError("the plan's levels are not expanded");

  const int64_t elementBytes = StructLayout::of(scan.getElementTypes()).size;
  const int64_t stateRegisters = registersOf(state);
  const int64_t items = std::lcm<int64_t>(16, elementBytes) / elementBytes;
  const int64_t stages = convertsOnLoad() ? 1 : 2;
  const int64_t rows = std::clamp<int64_t>(
      (stages == 1 ? 64 : 48) / (items * stateRegisters * stages), 1,
      items < 16 ? 3 : 4);
  Shape streaming{items < 16 ? 8 : 4, rows, items, stages};
  Shape single{32, 1, items, 1};
  const Attribute tailWarp = given.getTail() && given.getTail().getWarp()
                                 ? given.getTail().getWarp()
                                 : given.getWarp();
  single.warps = llvm::bit_floor(
      static_cast<uint64_t>(threadsPerSM(single, tailWarp) / warpSize));

  // The scan's tile must be whole tiles of the reduction.
  SkeletonAttr scanSkeleton = complete(given.getScan(), streaming);
  if (!scanSkeleton)
    return failure();
  const bool isLong =
      scanSkeleton.getItems() >= 16 && scanSkeleton.getRows() % 2 == 0;
  SkeletonAttr reduce =
      complete(given.getReduce(), {scanSkeleton.getWarps(),
                                   scanSkeleton.getRows() / (isLong ? 2 : 1),
                                   scanSkeleton.getItems(), 1});
  SkeletonAttr top = complete(given.getTop(), {single.warps, 1, 1, 1});
  if (!reduce || !top)
    return failure();
  SkeletonAttr tail = complete(given.getTail(), {top.getWarps(), 1, items, 1});
  if (!tail)
    return failure();

  if (failed(checkUsed("thread", given.getThread())) ||
      failed(checkUsed("warp", given.getWarp())) ||
      failed(checkUsed("row", given.getRow())) ||
      failed(checkUsed("block", given.getBlock())))
    return failure();

  const int64_t threads =
      std::max(scanSkeleton.getThreads(), reduce.getThreads());
  const int64_t blocksPerSM =
      given.getBlocksPerSM().value_or(std::clamp<int64_t>(
          threadsPerSM({scanSkeleton.getWarps(), scanSkeleton.getRows(),
                        scanSkeleton.getItems(), scanSkeleton.getStages()},
                       scanSkeleton.getWarp()) /
              threads,
          1, 32));
  Strategy chosen = Strategy::TwoLevelStreaming;
  int64_t singleBlockUpTo = 4 * tail.getTile();
  if (given.getStrategy()) {
    chosen = *given.getStrategy();
    singleBlockUpTo = 0;
  } else if (strategy != "" && strategy != "auto") {
    chosen = *symbolizeStrategy(strategy);
    singleBlockUpTo = 0;
  }
  singleBlockUpTo = given.getSingleBlockUpTo().value_or(singleBlockUpTo);
  return PlanAttr::get(context, chosen, singleBlockUpTo, blocksPerSM,
                       given.getMaxBlocks().value_or(1024), {}, {}, {}, {},
                       reduce, scanSkeleton, top, tail);
}

struct PrefixPlanScansPass
    : impl::PrefixPlanScansPassBase<PrefixPlanScansPass> {
  using PrefixPlanScansPassBase::PrefixPlanScansPassBase;

  void runOnOperation() override {
    if (strategy != "" && strategy != "auto" && !symbolizeStrategy(strategy)) {
      getOperation().emitError()
          << "unknown strategy '" << strategy
          << "'; expected auto, single_block, two_level_streaming";
      return signalPassFailure();
    }
    CircuitTable circuits(getOperation());
    for (auto scan : getOperation().getOps<ScanOp>()) {
      auto monoid = SymbolTable::lookupNearestSymbolFrom<MonoidOp>(
          scan, scan.getMonoidAttr());
      if (!monoid) {
        scan.emitError() << "unknown monoid '@" << scan.getMonoid() << "'";
        return signalPassFailure();
      }
      FailureOr<PlanAttr> plan =
          Planner(scan, monoid, circuits, strategy).plan();
      if (failed(plan))
        return signalPassFailure();
      if (failed(checkPlan(scan, *plan, monoid, [&](FlatSymbolRefAttr circuit) {
            return circuits.lookup(circuit);
          })))
        return signalPassFailure();
      scan.setPlanAttr(*plan);
    }
  }
};

} // namespace
} // namespace scanc::prefix
