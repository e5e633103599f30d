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
//           eight lanes that access memory together then cover all banks;
//           seven for elements of one or two bytes, whose runs are long
//   warps   4 a group, so that a tile is about 18 KB; 5 where runs are shorter
//   groups  2 that reduce and 2 that scan
//   top     2 warps of the spine; one alone is the bottleneck of all sizes from
//           2^22 on, and three were slower than two
//   stages  as many tiles as shared memory holds, up to 11
//   ahead   9 tiles: more lets the blocks' accesses drift apart, less leaves
//           the memory idle
//
// What a thread combines on its own is a tree where nothing but the total is
// wanted, which takes no more combines than a chain, and waits for fewer of
// them: in a short array a run is most of the way from the input to the total.
// A thread that scans its run does so serially, with the fewest combines.
//
// The spine has an entry for each of 160 blocks, 5 a lane.
//
//===----------------------------------------------------------------------===//

#include "PlanCheck.h"
#include "Planner.h"

#include "scanc/Dialect/Prefix/IR/StreamLayout.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include <numeric>

using namespace mlir;

namespace scanc::prefix {

/// A block leaves each thread less than 100 registers: a combine of larger
/// states spills.
static constexpr int64_t mostStateRegisters = 8;

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

/// Circuits whose last output waits for as few combines as can be.
static constexpr Families trees{"sklansky", "sklansky"};

static SkeletonAttr withStream(SkeletonAttr skeleton, int64_t stages,
                               int64_t groups, int64_t ahead) {
  return SkeletonAttr::get(
      skeleton.getContext(), skeleton.getWarps(), skeleton.getRows(),
      skeleton.getItems(), stages, skeleton.getThread(), skeleton.getWarp(),
      skeleton.getRow(), skeleton.getBlock(), skeleton.getMapping(),
      skeleton.getSublists(), {}, groups, ahead);
}

/// As many stages as shared memory holds, up to those of `skeleton`; fewer than
/// groups if it does not hold a stage for each.
static int64_t countStages(SkeletonAttr skeleton, int64_t groups,
                           const ScanTypes &types, int64_t sharedBytes) {
  int64_t stages = skeleton.getStages();
  while (
      stages >= groups &&
      StreamLayout::of(withStream(skeleton, stages, groups, 1), types).bytes >
          sharedBytes)
    --stages;
  return stages;
}

const OneLaunchSizes &Planner::sizesOneLaunch() {
  const ScanTypes types = ScanTypes::of(scan, monoid);
  return tuning.oneLaunch(std::max(StructLayout::of(types.element).size,
                                   StructLayout::of(types.output).size));
}

Planner::Shape Planner::shapeOneLaunch() {
  constexpr int64_t runRegisters = 160;
  const OneLaunchSizes &sizes = sizesOneLaunch();
  const ScanTypes types = ScanTypes::of(scan, monoid);
  const int64_t givenItems = widthOf(given.getThread()),
                givenWarps = warpsOf(given.getBlock());
  const int64_t bytes = std::max(StructLayout::of(types.element).size,
                                 StructLayout::of(types.output).size);
  // Narrow elements of wide states must not take more registers than there are.
  int64_t items = oddVectors(bytes, sizes.vectors);
  for (int64_t fewer = sizes.vectors;
       items * registersOf(state) > runRegisters && fewer > 1;)
    items = oddVectors(bytes, --fewer);
  return {givenWarps ? givenWarps : sizes.warps, 1,
          givenItems ? givenItems : items, sizes.stages};
}

bool Planner::fitsOneLaunch() {
  if (!canStream || given.getReduce() || given.getScan() || given.getTop() ||
      given.getRow() || given.getBlocksPerSM() || given.getMaxBlocks())
    return false;
  const int64_t warp = widthOf(given.getWarp()),
                block = widthOf(given.getBlock());
  if ((warp && warp != warpSize) || block >= warpSize)
    return false;
  const OneLaunchSizes &sizes = sizesOneLaunch();
  const Shape shape = shapeOneLaunch();
  const int64_t threads =
      warpSize * (1 + sizes.spineWarps + 2 * sizes.groups * shape.warps);
  const int64_t registers = shape.items * registersOf(state);
  if (threads > maxThreads || registersOf(state) > mostStateRegisters ||
      registers > maxRegisters ||
      shape.warps * warpSize * registers > registersPerSM)
    return false;
  SkeletonAttr skeleton =
      SkeletonAttr::get(scan.getContext(), shape.warps, shape.rows, shape.items,
                        shape.stages, {}, {}, {}, {}, {}, /*sublists=*/false);
  return countStages(skeleton, sizes.groups, ScanTypes::of(scan, monoid),
                     tuning.limits.sharedBytes) >=
         std::max(sizes.groups, sizes.spineWarps);
}

FailureOr<PlanAttr> Planner::planOneLaunch() {
  MLIRContext *context = scan.getContext();
  const OneLaunchSizes &sizes = sizesOneLaunch();
  const ScanTypes types = ScanTypes::of(scan, monoid);
  SkeletonAttr own = given.getScan();
  SkeletonAttr down = complete("scan", own, shapeOneLaunch());
  if (!down)
    return failure();
  const int64_t groups =
      own && own.getGroups() ? own.getGroups() : sizes.groups;
  const int64_t stages =
      own && own.getStages()
          ? own.getStages()
          : std::max(groups, countStages(down, groups, types,
                                         tuning.limits.sharedBytes));
  const int64_t ahead =
      own && own.getAhead()
          ? own.getAhead()
          : std::min(StreamLayout::mostAhead(stages, groups), sizes.ahead);
  down = withStream(down, stages, groups, ahead);

  SkeletonAttr up =
      complete("reduce", given.getReduce(),
               {down.getWarps(), down.getRows(), down.getItems(), 1}, trees);
  SkeletonAttr top =
      complete("top", given.getTop(),
               {sizes.spineWarps, 1, sizes.spineEntries, 1}, trees);
  if (!up || !top)
    return failure();

  SkeletonAttr tail = complete("tail", given.getTail(), shapeTail());
  if (!tail)
    return failure();

  if (failed(checkAllUsed()))
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
