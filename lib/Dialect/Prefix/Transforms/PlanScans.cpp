//===- PlanScans.cpp - Fill in what plans leave open --------------- -*- C++ -*-===//
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
//   rows    up to 3 runs a thread, as many as fit in 24 registers of state:
//           that many loads are in flight at once. Three, not four, so that
//           blocks in step do not all hit the same memory channels
//   stages  2 for the scan: the next tile is being loaded while one is scanned
//   warps   8, four such blocks on a multiprocessor; fewer blocks where
//           threads need more registers
//
// The single block of the top level has 32 warps, 16 or 8 where threads need
// more registers, and one row: it is bound by latency.
//
//===----------------------------------------------------------------------===//

#include "CircuitTable.h"

#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/Analysis/Placement.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Transforms/Passes.h"

#include "llvm/ADT/StringSet.h"

#include <numeric>

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXPLANSCANSPASS
#include "scanc/Dialect/Prefix/Transforms/Passes.h.inc"

namespace {

constexpr int64_t warpSize = 32;
constexpr int64_t maxThreadsPerSM = 2048;
constexpr int64_t maxRegisters = 255;
constexpr int64_t registersPerSM = 65536;
constexpr int64_t staticSharedBytes = 48 * 1024;

/// 32-bit registers that one value of each type takes.
int64_t registersOf(ArrayRef<Type> types) {
  int64_t registers = 0;
  for (Type type : types)
    registers += getFieldBytes(type) > 4 ? 2 : 1;
  return registers;
}

/// Plans one scan.
class Planner {
public:
  Planner(ScanOp scan, MonoidOp monoid, CircuitTable &circuits, StringRef strategy)
      : scan(scan), state(monoid.getStateTypes()), circuits(circuits),
        strategy(strategy) {}

  FailureOr<PlanAttr> plan();

private:
  struct Shape {
    int64_t warps, rows, items, stages;
  };
  SkeletonAttr complete(StringRef kernel, SkeletonAttr given, Shape shape);
  FlatSymbolRefAttr choose(StringRef kernel, StringRef level, Attribute own,
                           Attribute shared, StringRef family, int64_t width);
  LogicalResult checkSkeleton(StringRef kernel, SkeletonAttr skeleton);
  int64_t threadsPerSM(SkeletonAttr skeleton);
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

FlatSymbolRefAttr Planner::choose(StringRef kernel, StringRef level,
                                  Attribute own, Attribute shared,
                                  StringRef family, int64_t width) {
  if (own) {
    CircuitOp op = lookup(level, own);
    if (!op)
      return {};
    if (op.getWidth() != width) {
      (scan.emitError() << "the " << level << " circuit of '" << kernel
                        << "' must have width " << width << ", got "
                        << op.getWidth())
              .attachNote(op.getLoc())
          << "'@" << op.getSymName() << "' is this circuit";
      return {};
    }
    return cast<FlatSymbolRefAttr>(own);
  }
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

SkeletonAttr Planner::complete(StringRef kernel, SkeletonAttr own, Shape shape) {
  MLIRContext *context = scan.getContext();
  if (!own)
    own = SkeletonAttr::get(context, 0, 0, 0, 0, {}, {}, {}, {});
  auto pick = [](int64_t given, int64_t chosen) { return given ? given : chosen; };
  shape = {pick(own.getWarps(), shape.warps), pick(own.getRows(), shape.rows),
           pick(own.getItems(), shape.items), pick(own.getStages(), shape.stages)};
  auto thread = choose(kernel, "thread", own.getThread(), given.getThread(),
                       "serial", shape.items);
  auto warp = choose(kernel, "warp", own.getWarp(), given.getWarp(),
                     "kogge_stone", warpSize);
  auto row = choose(kernel, "row", own.getRow(), given.getRow(), "serial",
                    shape.rows);
  auto block = choose(kernel, "block", own.getBlock(), given.getBlock(),
                      "kogge_stone", shape.warps);
  if (!thread || !warp || !row || !block)
    return {};
  auto skeleton = SkeletonAttr::get(context, shape.warps, shape.rows,
                                    shape.items, shape.stages, thread, warp, row,
                                    block);
  return failed(checkSkeleton(kernel, skeleton)) ? SkeletonAttr() : skeleton;
}

LogicalResult Planner::checkSkeleton(StringRef kernel, SkeletonAttr skeleton) {
  int64_t registers = skeleton.getRows() * skeleton.getItems() * registersOf(state);
  if (registers > maxRegisters)
    return scan.emitError() << "the plan of '" << kernel << "' cannot fit: "
                            << skeleton.getRows() << " rows of "
                            << skeleton.getItems() << " items take at least "
                            << registers << " registers a thread, of "
                            << maxRegisters;
  if (skeleton.getThreads() * registers > registersPerSM)
    return scan.emitError() << "the plan of '" << kernel << "' cannot fit: "
                            << skeleton.getThreads() << " threads with at least "
                            << registers << " registers each take "
                            << skeleton.getThreads() * registers << ", of "
                            << registersPerSM << " on a multiprocessor";
  CircuitOp block = circuits.lookup(cast<FlatSymbolRefAttr>(skeleton.getBlock()));
  Placement placement = placeByColumn(getNetwork(block));
  int64_t cells = placement.slots * skeleton.getWarps() + skeleton.getWarps() + 1;
  int64_t bytes = cells * StructLayout::of(state).size;
  if (bytes > staticSharedBytes)
    return scan.emitError() << "the plan of '" << kernel << "' cannot fit: '@"
                            << block.getSymName() << "' takes " << bytes
                            << " bytes of shared memory, of " << staticSharedBytes;
  return success();
}

LogicalResult Planner::checkUsed(StringRef level, Attribute shared) {
  if (!shared || used.contains(level))
    return success();
  CircuitOp op = lookup(level, shared);
  if (!op)
    return failure();
  return scan.emitError() << "the plan's " << level << " circuit " << shared
                          << " has width " << op.getWidth()
                          << ", which fits the " << level << " level of no kernel";
}

/// As many threads as leave each the registers it is likely to need: the values
/// of its runs in every stage, one state per row in flight and one per slot of
/// the warp circuit, and addresses.
int64_t Planner::threadsPerSM(SkeletonAttr skeleton) {
  const int64_t stateRegisters = registersOf(state);
  CircuitOp warp = circuits.lookup(cast<FlatSymbolRefAttr>(skeleton.getWarp()));
  const int64_t slots = placeByColumn(getNetwork(warp)).slots;
  const int64_t needed =
      skeleton.getRows() * stateRegisters *
          (skeleton.getItems() * skeleton.getStages() + slots + 1) +
      (scan.getReverse() ? 26 : 20);
  if (needed >= 100 || stateRegisters > 8)
    return 256;
  if (needed >= 76 || stateRegisters > 4)
    return 512;
  return needed >= 52 ? 768 : 1024;
}

FailureOr<PlanAttr> Planner::plan() {
  MLIRContext *context = scan.getContext();
  given = scan.getPlanAttr();
  if (!given)
    given = PlanAttr::get(context, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});

  const int64_t elementBytes = StructLayout::of(scan.getElementTypes()).size;
  const int64_t stateRegisters = registersOf(state);
  const int64_t items = std::lcm<int64_t>(16, elementBytes) / elementBytes;
  const int64_t rows = std::clamp<int64_t>(24 / (items * stateRegisters), 1, 3);
  const bool wide = stateRegisters > 4;
  const int64_t topWarps = wide ? 8 : items > 8 ? 16 : 32;

  Shape streaming{8, rows, items, 2};
  // The scan's tile must be whole tiles of the reduction.
  SkeletonAttr scanSkeleton = complete("scan", given.getScan(), streaming);
  if (!scanSkeleton)
    return failure();
  SkeletonAttr reduce = complete(
      "reduce", given.getReduce(),
      {scanSkeleton.getWarps(), scanSkeleton.getRows(), scanSkeleton.getItems(), 1});
  SkeletonAttr top = complete("top", given.getTop(), {topWarps, 1, 1, 1});
  if (!reduce || !top)
    return failure();
  SkeletonAttr tail = complete("tail", given.getTail(), {top.getWarps(), 1, items, 1});
  if (!tail)
    return failure();

  if (scanSkeleton.getTile() % reduce.getTile())
    return scan.emitError() << "the tile of 'scan' (" << scanSkeleton.getTile()
                            << " elements) must be a multiple of that of 'reduce' ("
                            << reduce.getTile() << ")";
  if (top.getWarps() != tail.getWarps())
    return scan.emitError() << "'top' and 'tail' run in one block: their warps "
                               "must agree, got "
                            << top.getWarps() << " and " << tail.getWarps();
  if (failed(checkUsed("thread", given.getThread())) ||
      failed(checkUsed("warp", given.getWarp())) ||
      failed(checkUsed("row", given.getRow())) ||
      failed(checkUsed("block", given.getBlock())))
    return failure();

  const int64_t threads = std::max(scanSkeleton.getThreads(), reduce.getThreads());
  const int64_t blocksPerSM = given.getBlocksPerSM().value_or(std::clamp<int64_t>(
      threadsPerSM(scanSkeleton) / threads, 1, 32));
  if (blocksPerSM * threads > maxThreadsPerSM)
    return scan.emitError() << "'blocks_per_sm' of " << blocksPerSM
                            << " cannot fit: blocks of " << threads
                            << " threads, at most " << maxThreadsPerSM
                            << " threads on a multiprocessor";

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

struct PrefixPlanScansPass : impl::PrefixPlanScansPassBase<PrefixPlanScansPass> {
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
      FailureOr<PlanAttr> plan = Planner(scan, monoid, circuits, strategy).plan();
      if (failed(plan))
        return signalPassFailure();
      scan.setPlanAttr(*plan);
    }
  }
};

} // namespace
} // namespace scanc::prefix
