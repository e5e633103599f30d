//===- PlanPasses.cpp - A reduction, a scan, and a block over totals ------===//
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

#include "scanc/Dialect/Prefix/Transforms/PlanPasses.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Transforms/ChooseCircuit.h"
#include "scanc/Dialect/Prefix/Transforms/PlanChecker.h"

#include "llvm/ADT/bit.h"

using namespace mlir;

namespace scanc::prefix {

ArrayRef<SizeField<PassSizes>> PassSizes::fields() {
  using Sizes = PassSizes;
  static const SizeField<Sizes> fields[] = {
      {"warps", &Sizes::warps, 1, 32},
      {"long_warps", &Sizes::longWarps, 1, 32},
      {"rows", &Sizes::rows, 1, 16},
      {"long_rows", &Sizes::longRows, 1, 16},
      {"registers", &Sizes::registers, 1, 256},
      {"staged_registers", &Sizes::stagedRegisters, 1, 256},
      {SizesSchema::blocksPerSM, &Sizes::blocksPerSM, 1, 32},
      {"max_blocks", &Sizes::maxBlocks, 1, 65535},
      {SizesSchema::singleBlockTiles, &Sizes::singleBlockTiles, 0, 1024}};
  return fields;
}

PassSizes PassSizes::computed(const GpuLimits &limits) {
  PassSizes sizes;
  // Of 256 threads each, all at once.
  const int64_t blocks = limits.multiprocessors * limits.threads / 256;
  sizes.maxBlocks = std::clamp<int64_t>(
      llvm::bit_floor(static_cast<uint64_t>(blocks)), 64, 4096);
  return sizes;
}

FailureOr<PlanAttr> planPasses(PlanRequest &request, int64_t mostBlocks) {
  const PlanAttr given = request.given;
  ScanOp scan = request.scan;
  const int64_t elementBytes = bytesOf(scan.getInputArrays());
  const auto sizes = request.tuning.get<PassSizes>(elementBytes);
  const int64_t stateRegisters = registersOf(request.state);
  const int64_t fewest = request.tileKind.cutsTiles
                             ? request.fewestItems()
                             : request.fewestWholeItems();
  // A circuit for all kernels says how long runs are to be, how many of them a
  // thread has, or how many warps there are.
  const int64_t givenItems = request.widthOf(given.getThread()),
                givenRows = request.widthOf(given.getRow()),
                givenWarps = request.warpsOf(given.getBlock());
  const int64_t items = givenItems
                            ? givenItems
                            : chooseItems(fewest, elementBytes, stateRegisters,
                                          request.combineCost);
  const int64_t stages =
      request.convertsOnLoad() || request.tileKind.cutsTiles ? 1 : 2;
  const bool isLonger = items > fewest;
  const std::optional<PackedLanes> lanes =
      request.findPackedLanes(items, stages);
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
  TileShape streaming{givenWarps            ? givenWarps
                      : isLong || isWidened ? sizes.longWarps
                                            : sizes.warps,
                      givenRows ? givenRows : rows, items, stages};
  TileShape single = request.shapeTail();

  // The scan's tile must be whole tiles of the reduction.
  SkeletonAttr scanSkeleton =
      request.complete("scan", request.scanOrTree(), streaming);
  if (!scanSkeleton)
    return failure();
  const bool isHalved =
      scanSkeleton.getItems() >= 16 && scanSkeleton.getRows() % 2 == 0;
  SkeletonAttr reduce = request.complete(
      "reduce", given.getReduce(),
      {scanSkeleton.getWarps(), scanSkeleton.getRows() / (isHalved ? 2 : 1),
       scanSkeleton.getItems(), 1});
  // The top level and the tail run in one block.
  const TileShape tailShape = request.resolve(given.getTail(), single);
  if (failed(request.checkShape("tail", tailShape)))
    return failure();
  single.warps = tailShape.warps;
  SkeletonAttr top =
      request.complete("top", given.getTop(), {single.warps, 1, 1, 1});
  if (!reduce || !top)
    return failure();
  SkeletonAttr tail = request.complete("tail", given.getTail(),
                                       {top.getWarps(), 1, single.items, 1});
  if (!tail)
    return failure();

  if (failed(request.checkAllUsed()))
    return failure();

  const int64_t threads =
      std::max(scanSkeleton.getThreads(), reduce.getThreads());
  const int64_t blocksPerSM =
      given.getBlocksPerSM().value_or(std::clamp<int64_t>(
          request.threadsPerSM(scanSkeleton) / threads, 1, sizes.blocksPerSM));
  const int64_t singleBlockUpTo = given.getSingleBlockUpTo().value_or(
      request.isGiven ? 0 : sizes.singleBlockTiles * tail.getTile());
  const int64_t maxBlocks =
      given.getMaxBlocks().value_or(mostBlocks ? mostBlocks : sizes.maxBlocks);
  return PlanAttr::getComplete(given.getStrategy(), singleBlockUpTo,
                               blocksPerSM, maxBlocks,
                               {{"reduce", reduce},
                                {"scan", scanSkeleton},
                                {"top", top},
                                {"tail", tail}});
}

} // namespace scanc::prefix
