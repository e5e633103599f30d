//===- PlanDrawnTiles.cpp - Sizes where blocks draw their tiles -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// chained and decoupled_lookback. Sized by bytes, never by the operator: a tile
// is long enough for its loads and stores to hide what the blocks tell each
// other, and short enough for several blocks on a multiprocessor.
//
//   items   the fewest elements whose bytes are a multiple of 16; more where
//           the operator is expensive
//   rows    as many runs a thread as fit in 32 registers of state, at most 5
//   warps   8
//   top     the window of a look-back: 4 entries a lane, fewer of wide states,
//           so that a lane reads at most 8 words
//
//===----------------------------------------------------------------------===//

#include "ChooseCircuit.h"
#include "PlanCheck.h"
#include "Planner.h"

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "llvm/ADT/bit.h"

using namespace mlir;

namespace scanc::prefix {

/// Entries of a look-back a lane.
static int64_t chooseEntries(ArrayRef<Type> state) {
  constexpr int64_t mostParts = 8, most = 2;
  return llvm::bit_floor(static_cast<uint64_t>(
      std::clamp<int64_t>(mostParts / countParts(state), 1, most)));
}

/// What a block takes of a tile, without what is given.
struct Extent {
  int64_t warps, mostRows, mostRegisters; // of the elements of a thread
};

/// Tiles of a chain follow each other as fast as a word goes from block to
/// block, so that it is as quick as they are few: they are as long as registers
/// allow.
static Extent chooseExtent(Strategy strategy, int64_t stateRegisters) {
  if (strategy != Strategy::Chained)
    return {8, 5, 32};
  if (stateRegisters == 1)
    return {32, 8, 16};
  return {stateRegisters <= 4 ? 16 : 8, 8, 32};
}

FailureOr<PlanAttr> Planner::planDrawnTiles() {
  MLIRContext *context = scan.getContext();
  if (!isDeterministic(chosen) && given.getDeterministic().value_or(false))
    return scan.emitError() << stringifyStrategy(chosen)
                            << " combines in an order that depends on timing: "
                               "its plan cannot be deterministic";
  const int64_t elementBytes = bytesOf(scan.getInputArrays());
  const int64_t stateRegisters = registersOf(state);
  const int64_t givenItems = widthOf(given.getThread()),
                givenWarps = warpsOf(given.getBlock());
  const int64_t items = givenItems ? givenItems
                                   : chooseItems(fewestItems(), elementBytes,
                                                 stateRegisters, combineCost);
  const Extent most = chooseExtent(chosen, stateRegisters);
  const Shape tile{
      givenWarps ? givenWarps : most.warps,
      std::clamp<int64_t>(most.mostRegisters / (items * stateRegisters), 1,
                          most.mostRows),
      items, 1};
  SkeletonAttr scanSkeleton = complete("scan", scanOrTree(), tile);
  if (!scanSkeleton)
    return failure();
  SkeletonAttr reduce =
      complete("reduce", given.getReduce(),
               {scanSkeleton.getWarps(), scanSkeleton.getRows(),
                scanSkeleton.getItems(), 1});

  // A circuit for all blocks is none for the one warp that looks back.
  SkeletonAttr window = given.getTop();
  if (!window) {
    FlatSymbolRefAttr warp =
        choose("warp", {}, given.getWarp(), "kogge_stone", warpSize);
    if (!warp)
      return failure();
    window = SkeletonAttr::get(context, 1, 1, chooseEntries(state), 1, {}, warp,
                               {}, {}, {}, /*sublists=*/false);
  }
  SkeletonAttr top = complete("top", window, {1, 1, chooseEntries(state), 1});

  SkeletonAttr tail = complete("tail", given.getTail(), shapeTail());
  if (!reduce || !top || !tail)
    return failure();
  if (failed(checkAllUsed()))
    return failure();

  const int64_t threads =
      threadsPerSM({scanSkeleton.getWarps(), scanSkeleton.getRows(),
                    scanSkeleton.getItems(), scanSkeleton.getStages()},
                   scanSkeleton.getWarp(), lookUpsOf(scanSkeleton));
  const int64_t blocksPerSM = given.getBlocksPerSM().value_or(
      std::clamp<int64_t>(threads / scanSkeleton.getThreads(), 1, 32));
  std::optional<bool> deterministic;
  if (!isDeterministic(chosen))
    deterministic = false;
  return PlanAttr::get(
      context, chosen, given.getSingleBlockUpTo().value_or(0), blocksPerSM,
      given.getMaxBlocks().value_or(mostBlocksOfGrid), {}, {}, {}, {}, reduce,
      scanSkeleton, top, tail, {}, deterministic);
}

} // namespace scanc::prefix
