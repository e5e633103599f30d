//===- Plan.cpp - Sizes where blocks draw their tiles ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// chained and decoupled_lookback. A tile is long enough for its loads and
// stores to hide what the blocks tell each other, and short enough for
// registers to hold it, and several blocks on a multiprocessor.
//
//   items   the fewest elements whose bytes are a multiple of 16; more where
//           the operator is expensive
//   warps   8 of a look-back; of a chain 32, 16 or 8, by the registers that a
//           state takes
//   rows    of a look-back: 7 runs a thread, of at most 28 registers of state,
//           if that leaves room for three blocks a multiprocessor, else 5; of
//           states of several fields, which take more registers beside, 8 runs
//           of at most 32 and mostly two blocks. Of narrow elements, whose
//           tiles are short, 5 runs of at most 48 registers, or of 32 from the
//           end
//   top     the window of a look-back: 32 tiles, or 64 where so many take less
//           than 1 MiB
//
// Sums of i32 and f64 and 2x2 matrices were measured with 4 to 32 warps, 1 to
// 16 rows, 1 to 6 blocks and windows of 32 to 128 tiles. Tiles in flight beyond
// the window wait for a prefix to come nearer, and a longer window for more
// totals.
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Transforms/ChooseCircuit.h"

using namespace mlir;

namespace scanc::prefix {

/// What a block takes of a tile, without what is given.
struct Extent {
  int64_t warps, mostRows, mostRegisters; // of the elements of a thread
  int64_t fewestBlocksPerSM;
};

/// In order of preference; the last fits in any case. Tiles of a chain follow
/// each other as fast as a word goes from block to block, so that it is as
/// quick as they are few: they are as long as registers allow.
static SmallVector<Extent, 2> listExtents(bool looksBack, int64_t fields,
                                          int64_t stateRegisters,
                                          int64_t elementBytes,
                                          bool isReversed) {
  if (!looksBack) {
    if (stateRegisters == 1)
      return {{32, 8, 16, 1}};
    return {{stateRegisters <= 4 ? 16 : 8, 8, 32, 1}};
  }
  if (elementBytes < 4)
    return {{8, 5, isReversed ? 32 : 48, 1}};
  if (fields > 1)
    return {{8, 8, 32, 1}};
  return {{8, 7, 28, 3}, {8, 5, 20, 1}};
}

/// Entries of a look-back a lane.
static int64_t chooseEntries(int64_t tileBytes) {
  constexpr int64_t windowBytes = int64_t(1) << 20;
  return machine::warpSize * tileBytes < windowBytes ? 2 : 1;
}

/// What ptxas was seen to need beyond what is counted.
static int64_t moreRegisters(PlanRequest &request, TileShape shape) {
  const int64_t fields = request.state.size(),
                registers = registersOf(request.state);
  // Exclusive scans do without the last elements of runs.
  const int64_t last =
      request.scan.isInclusive() ? 0 : shape.rows * registers / 2;
  return 12 * fields - last +
         2 * std::min<int64_t>(
                 static_cast<int64_t>(request.combineCost.instructions), 8);
}

FailureOr<PlanAttr> completeDrawnTiles(PlanRequest &request,
                                       const DrawnTilesKind &kind) {
  ScanOp scan = request.scan;
  const PlanAttr given = request.given;
  request.tileKind.cutsTiles = true;
  request.tileKind.statesPerRow = 0;
  request.tileKind.more = [&request](TileShape shape) {
    return moreRegisters(request, shape);
  };
  const int64_t elementBytes = bytesOf(scan.getInputArrays());
  const int64_t stateRegisters = registersOf(request.state);
  const int64_t givenItems = request.widthOf(given.getThread()),
                givenWarps = request.warpsOf(given.getBlock());
  const int64_t items = givenItems
                            ? givenItems
                            : chooseItems(request.fewestItems(), elementBytes,
                                          stateRegisters, request.combineCost);
  SkeletonAttr scanSkeleton;
  int64_t blocksPerSM = 0;
  for (const Extent &extent :
       listExtents(kind.looksBack, request.state.size(), stateRegisters,
                   elementBytes, scan.getReverse())) {
    const TileShape tile{
        givenWarps ? givenWarps : extent.warps,
        std::clamp<int64_t>(extent.mostRegisters / (items * stateRegisters), 1,
                            extent.mostRows),
        items, 1};
    scanSkeleton = request.complete("scan", given.getScan(), tile);
    if (!scanSkeleton)
      return failure();
    const int64_t threads = request.threadsPerSM(scanSkeleton);
    blocksPerSM =
        std::clamp<int64_t>(threads / scanSkeleton.getThreads(), 1, 32);
    if (blocksPerSM >= extent.fewestBlocksPerSM)
      break;
  }
  SkeletonAttr reduce =
      request.complete("reduce", given.getReduce(),
                       {scanSkeleton.getWarps(), scanSkeleton.getRows(),
                        scanSkeleton.getItems(), 1});

  const int64_t entries = chooseEntries(scanSkeleton.getTile() * elementBytes);
  // A circuit for all blocks is none for the one warp that looks back.
  SkeletonAttr window = given.getTop();
  if (!window) {
    FlatSymbolRefAttr warp = request.choose("warp", {}, given.getWarp(),
                                            "kogge_stone", machine::warpSize);
    if (!warp)
      return failure();
    SkeletonParts parts = TileShape{1, 1, entries, 1}.parts();
    parts.warp = warp;
    window = SkeletonAttr::get(scan.getContext(), parts);
  }
  SkeletonAttr top = request.complete("top", window, {1, 1, entries, 1});

  SkeletonAttr tail = request.completeTail(request.shapeTail());
  if (!reduce || !top || !tail)
    return failure();
  if (failed(request.checkAllUsed()))
    return failure();

  return PlanAttr::getComplete(given.getStrategy(),
                               given.getSingleBlockUpTo().value_or(0),
                               given.getBlocksPerSM().value_or(blocksPerSM),
                               given.getMaxBlocks().value_or(mostBlocksOfGrid),
                               {{"reduce", reduce},
                                {"scan", scanSkeleton},
                                {"top", top},
                                {"tail", tail}});
}

} // namespace scanc::prefix
