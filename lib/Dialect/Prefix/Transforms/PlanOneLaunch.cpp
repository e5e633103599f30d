//===- PlanOneLaunch.cpp - Sizes of one-launch streaming ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sized by bytes, never by the operator, with the sizes of a tuning (Tuning.h);
// what matters is how many bytes are on their way at once, and that the threads
// of a warp read shared memory without conflicts. What is built in for sm_90:
//
//   items   so many that a run is an odd number of 16-byte vectors, about nine:
//           eight lanes that access memory together then cover all banks
//   warps   4 a group, so that a tile is about 18 KB
//   groups  2 that reduce and 2 that scan
//   top     2 warps of the spine; one alone is the bottleneck of all sizes from
//           2^22 on, and three were slower than two
//   stages  as many tiles as shared memory holds, up to 11
//   ahead   8 tiles: more lets the blocks' accesses drift apart, less leaves
//           the memory idle
//
// The spine has an entry for each of 160 blocks, 5 a lane.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "scanc/Dialect/Prefix/IR/StreamLayout.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include <numeric>

using namespace mlir;

namespace scanc::prefix {

/// Elements of `bytes` bytes whose vectors of 16 bytes are about `wanted`, and
/// odd in number where they can be.
static int64_t oddVectors(int64_t bytes, int64_t wanted) {
  const int64_t unit = std::lcm<int64_t>(16, bytes) / bytes;
  const int64_t vectors = unit * bytes / 16;
  int64_t units = std::max<int64_t>(1, wanted / vectors);
  if (units % 2 == 0)
    --units;
  return unit * units;
}

FailureOr<PlanAttr> Planner::planOneLaunch(bool isGiven) {
  MLIRContext *context = scan.getContext();
  const ScanTypes types = ScanTypes::of(scan, monoid);
  const int64_t bytes = std::max(StructLayout::of(types.element).size,
                                 StructLayout::of(types.output).size);
  const OneLaunchSizes &sizes = tuning.oneLaunch(bytes);
  const int64_t givenItems = widthOf(given.getThread()),
                givenWarps = warpsOf(given.getBlock());
  Shape tile{givenWarps ? givenWarps : sizes.warps, 1,
             givenItems ? givenItems : oddVectors(bytes, sizes.vectors),
             sizes.stages};

  auto withStream = [&](SkeletonAttr skeleton, int64_t stages, int64_t groups,
                        int64_t ahead) {
    return SkeletonAttr::get(context, skeleton.getWarps(), skeleton.getRows(),
                             skeleton.getItems(), stages, skeleton.getThread(),
                             skeleton.getWarp(), skeleton.getRow(),
                             skeleton.getBlock(), skeleton.getMapping(),
                             skeleton.getSublists(), {}, groups, ahead);
  };
  SkeletonAttr own = given.getScan();
  SkeletonAttr down = complete("scan", own, tile);
  if (!down)
    return failure();
  const int64_t groups =
      own && own.getGroups() ? own.getGroups() : sizes.groups;
  int64_t stages = down.getStages();
  if (!own || !own.getStages())
    while (stages > groups &&
           StreamLayout::of(withStream(down, stages, groups, 1), types).bytes >
               tuning.limits.sharedBytes)
      --stages;
  const int64_t ahead = own && own.getAhead()
                            ? own.getAhead()
                            : std::min<int64_t>(stages, sizes.ahead);
  down = withStream(down, stages, groups, ahead);

  SkeletonAttr up =
      complete("reduce", given.getReduce(),
               {down.getWarps(), down.getRows(), down.getItems(), 1});
  SkeletonAttr top = complete("top", given.getTop(),
                              {sizes.spineWarps, 1, sizes.spineEntries, 1});
  if (!up || !top)
    return failure();

  const int64_t elementBytes = StructLayout::of(types.element).size;
  const int64_t fewest = std::lcm<int64_t>(16, elementBytes) / elementBytes;
  Shape single{32, 1, givenItems ? givenItems : fewest, 1};
  const Attribute tailWarp = given.getTail() && given.getTail().getWarp()
                                 ? given.getTail().getWarp()
                                 : given.getWarp();
  single.warps = llvm::bit_floor(
      static_cast<uint64_t>(threadsPerSM(single, tailWarp) / warpSize));
  SkeletonAttr tail = complete("tail", given.getTail(), single);
  if (!tail)
    return failure();

  if (failed(checkUsed("thread", given.getThread())) ||
      failed(checkUsed("warp", given.getWarp())) ||
      failed(checkUsed("row", given.getRow())) ||
      failed(checkUsed("block", given.getBlock())))
    return failure();
  return PlanAttr::get(
      context, Strategy::OneLaunchStreaming,
      given.getSingleBlockUpTo().value_or(
          isGiven ? 0 : sizes.singleBlockTiles * tail.getTile()),
      given.getBlocksPerSM().value_or(1),
      given.getMaxBlocks().value_or(32 * top.getItems()), {}, {}, {}, {}, up,
      down, top, tail);
}

} // namespace scanc::prefix
