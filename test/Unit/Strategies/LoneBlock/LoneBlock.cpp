//===- LoneBlock.cpp - A block of its own ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The strategy that docs/Tutorial-Extending.md walks through: two kernels, that
// of the single block, which every scan has, and
//
//   NAME_walk<<<1>>>   scans any n, tile after tile, of tuned sizes
//
//===----------------------------------------------------------------------===//

#include "LoneBlock.h"

#include "scanc/Conversion/Kernels/StrategyKernels.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.h"
#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

#define GET_ATTRDEF_CLASSES
#include "LoneBlock/LoneBlock.h.inc"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define GET_ATTRDEF_CLASSES
#include "LoneBlock/LoneBlock.cpp.inc"
#pragma GCC diagnostic pop

//===----------------------------------------------------------------------===//
// What others ask of it
//===----------------------------------------------------------------------===//

StringRef LoneBlockAttr::getName() const { return getMnemonic(); }

StringRef LoneBlockAttr::getSummary() const {
  return "one block scans everything, by a kernel of another name";
}

ArrayRef<StringLiteral> LoneBlockAttr::getSkeletonNames() const {
  static constexpr StringLiteral names[] = {"walk", "tail"};
  return names;
}

std::vector<PlannedKernel> LoneBlockAttr::getKernels(PlanAttr plan,
                                                     const ScanTypes &) const {
  return {singleKernel(plan), {"walk", {plan.getSkeleton("walk")}}};
}

launch::LaunchRule LoneBlockAttr::getLaunchRule(PlanAttr plan,
                                                const ScanTypes &) const {
  launch::LaunchRule rule = beginRule(plan);
  rule.cases.push_back(
      {launch::isLess(0, launch::n()), {{/*kernel=*/1, 1, 1}}});
  rule.grids.push_back(1);
  return rule;
}

launch::Cadence LoneBlockAttr::getCadence(PlanAttr plan,
                                          const ScanTypes &) const {
  launch::Cadence cadence;
  cadence.tile = cadence.shortestTile = plan.getSkeleton("walk").getTile();
  cadence.kernels.resize(2);
  return cadence;
}

MemoryPasses LoneBlockAttr::getMemoryPasses() const { return {1, 1}; }

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

FailureOr<PlanAttr> LoneBlockAttr::complete(PlanRequest &request) const {
  const PlanAttr given = request.given;
  const TileShape shape = request.shapeTail();
  const auto sizes =
      request.tuning.get<WalkSizes>(bytesOf(request.scan.getInputArrays()));
  const SkeletonAttr tail = request.completeTail(shape);
  const SkeletonAttr walk =
      request.complete("walk", given.getSkeleton("walk"),
                       {sizes.warps, sizes.rows, shape.items, /*stages=*/1});
  if (!tail || !walk || failed(request.checkAllUsed()))
    return failure();
  return PlanAttr::getComplete(*this, given.getSingleBlockUpTo().value_or(0),
                               given.getBlocksPerSM().value_or(1),
                               given.getMaxBlocks().value_or(1),
                               {{"walk", walk}, {"tail", tail}});
}

LogicalResult LoneBlockAttr::check(PlanChecker &checker, PlanAttr plan) const {
  if (*plan.getMaxBlocks() != 1)
    return checker.refuse(plan)
           << "'max_blocks' must be 1, got " << *plan.getMaxBlocks();
  return success();
}

//===----------------------------------------------------------------------===//
// Tuning
//===----------------------------------------------------------------------===//

ArrayRef<SizeField<WalkSizes>> WalkSizes::fields() {
  static const SizeField<WalkSizes> fields[] = {
      {"warps", &WalkSizes::warps, 1, 32}, {"rows", &WalkSizes::rows, 1, 4}};
  return fields;
}

WalkSizes WalkSizes::computed(const GpuLimits &) { return {}; }

const SizesSchema &LoneBlockAttr::getSizes() const {
  return SizesSchema::of<WalkSizes>();
}

std::vector<SizesToTry> LoneBlockAttr::getSizesToTry(const Tuning &base,
                                                     int64_t bytes,
                                                     bool isQuick) const {
  std::vector<SizesToTry> tried;
  auto add = [&](WalkSizes sizes) {
    tried.push_back({llvm::formatv("lone_block_{0}_w{1}r{2}", bytes,
                                   sizes.warps, sizes.rows),
                     toRow(sizes)});
  };
  const auto standard = base.get<WalkSizes>(bytes);
  add(standard);
  for (int64_t warps : {4, 16, 32})
    if (warps != standard.warps && (!isQuick || warps == 16))
      add({warps, standard.rows});
  return tried;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void LoneBlockAttr::build(const ScanSource &given) const {
  ScanSource source = given;
  const SkeletonAttr walk = source.plan.getSkeleton("walk");
  KernelBuilder b = source.open("walk");
  const Place in = b.input().upTo(b.length()),
              out = b.output().upTo(b.length());
  Value tile = b.i64(walk.getTile());
  b.loop(b.domain().countTiles(b, walk.getTile()), b.start(),
         [&](Value k, ValueRange carry) {
           Value first = b.warpStart(walk, b.mul(k, tile));
           SmallVector<Value> rows = in.load(b, walk, first);
           auto [outputs, next] =
               b.scanTile(walk, rows, carry, source.outputs());
           b.storeScanned(in, out, walk, first, outputs);
           return next;
         });
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct LoneBlockExtension
    : DialectExtension<LoneBlockExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addStrategy<LoneBlockAttr>();
  }
};
} // namespace

void scanc::prefix::registerLoneBlock(DialectRegistry &registry) {
  registry.addExtensions<LoneBlockExtension>();
}
