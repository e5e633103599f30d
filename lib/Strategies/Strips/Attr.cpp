//===- Attr.cpp - Lanes have chains of their own --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "Rule.h"
#include "StripLayout.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Strategies/Strips.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

// Strategies are parsed and printed by the dialect
// (PrefixDialect::addStrategy).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define GET_ATTRDEF_CLASSES
#include "Strips/Strips.cpp.inc"
#pragma GCC diagnostic pop

StringRef StripsAttr::getName() const { return getMnemonic(); }

StringRef StripsAttr::getSummary() const {
  return "one launch: blocks walk along strips of chains that lie side by "
         "side, "
         "or draw their tiles; 2n bytes moved";
}

bool StripsAttr::isAcross() const { return true; }

bool StripsAttr::takesChains() const { return true; }

ArrayRef<StringLiteral> StripsAttr::getSkeletonNames() const {
  static constexpr StringLiteral names[] = {"scan", "top"};
  return names;
}

ArrayRef<StringLiteral> StripsAttr::getOptionalSkeletonNames() const {
  static constexpr StringLiteral names[] = {"top"};
  return names;
}

std::vector<PlannedKernel>
StripsAttr::getKernels(PlanAttr plan, const ScanTypes &types) const {
  PlannedKernel strips{"strips", {plan.getScan()}, *plan.getBlocksPerSM()};
  strips.sharedBytes =
      StripLayout::of(plan.getScan(), types, /*areDrawn=*/false).bytes;
  if (!plan.getTop())
    return {strips};
  PlannedKernel windows = strips;
  windows.suffix = "windows";
  windows.sharedBytes =
      StripLayout::of(plan.getScan(), types, /*areDrawn=*/true).bytes;
  return {strips, windows};
}

launch::LaunchRule StripsAttr::getLaunchRule(PlanAttr plan,
                                             const ScanTypes &types) const {
  const SkeletonAttr scan = plan.getScan();
  StripsRule rule;
  rule.rows = scan.getRows();
  rule.steps = scan.getWarps() * scan.getItems();
  rule.axis = types.chain;
  if (plan.getTop())
    rule.windowBytes = WindowLayout(scan, types.state).bytes;
  rule.mostStrips = WindowLayout::tiles / WindowLayout::windows;
  return rule.make(launch::LaunchRule::begin(
      /*singleBlockUpTo=*/0, *plan.getBlocksPerSM(), *plan.getMaxBlocks(),
      scan.getTile(), /*isAloneFirst=*/false));
}

launch::Cadence StripsAttr::getCadence(PlanAttr plan,
                                       const ScanTypes &types) const {
  launch::Cadence cadence;
  cadence.tile = cadence.shortestTile = plan.getScan().getTile();
  cadence.kernels.resize(getKernels(plan, types).size());
  return cadence;
}

MemoryPasses StripsAttr::getMemoryPasses() const { return {1, 1}; }

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

int StripsAttr::getPreference(PlanRequest &) const { return 1; }

/// Of what a lane has of a tile: bytes of each step in the widest array, bytes
/// in all, and values of states. A strip of 32 such lanes has 256 bytes of each
/// step where elements are not narrow, so that memory is read in long enough
/// pieces; wider strips are fewer.
static constexpr int64_t bytesOfStep = 8, fewestBytes = 4, bytesOfLane = 256,
                         registersOfLane = 64;
/// Chains of a lane at most, where they are no narrower than `fewestBytes`.
static constexpr int64_t mostRows = 2;
/// Warps of a block: the fewer, the fewer totals each lane combines, and the
/// more registers it has.
static constexpr int64_t warpsOfBlock = 8;
/// Entries of other tiles that a warp gathers.
static constexpr int64_t entriesOfWarp = 4;
/// Tiles in shared memory. More than two made it slower on the H200, the more
/// so the more there were.
static constexpr int64_t stagesOfRing = 2;

/// Chains of a lane: a power of two.
static int64_t chooseRows(int64_t widest, int64_t registers) {
  int64_t rows = 1;
  while ((rows < mostRows || rows * widest < fewestBytes) &&
         2 * rows * widest <= bytesOfStep &&
         2 * rows * registers <= registersOfLane)
    rows *= 2;
  return rows;
}

FailureOr<PlanAttr> StripsAttr::complete(PlanRequest &request) const {
  const PlanAttr given = request.given;
  ScanOp scan = request.scan;
  const ScanTypes types = ScanTypes::of(scan, request.monoid);
  const int64_t element = bytesOf(scan.getInputArrays());
  const int64_t widest = std::max(widestOf(scan.getInputArrays()),
                                  widestOf(scan.getOutputArrays()));
  const int64_t registers = registersOf(request.state);
  const int64_t givenItems = request.widthOf(given.getThread()),
                givenWarps = request.warpsOf(given.getBlock());
  TileShape shape{givenWarps ? givenWarps : warpsOfBlock,
                  chooseRows(widest, registers), givenItems, stagesOfRing};
  if (!givenItems)
    shape.items = std::clamp<int64_t>(
        std::min(bytesOfLane / element, registersOfLane / registers) /
            shape.rows,
        1, 32);
  auto complete = [&] {
    return request.complete("scan", given.getScan(), shape,
                            {/*thread=*/"serial", /*block=*/"serial"});
  };
  auto fits = [&](SkeletonAttr skeleton) {
    return StripLayout::of(skeleton, types, /*areDrawn=*/true).bytes <=
           request.gpu.sharedPerBlock;
  };
  SkeletonAttr skeleton = complete();
  // A smaller GPU, or a large state, has room for fewer steps, or warps.
  for (int64_t *less : {&shape.items, &shape.warps})
    while (skeleton && !fits(skeleton) && *less > 1) {
      *less /= 2;
      skeleton = complete();
    }
  if (!skeleton)
    return failure();
  // A tile of entries: each warp gathers some, one after another.
  SkeletonAttr top =
      request.complete("top", given.getTop(), {1, 1, entriesOfWarp, 1},
                       {/*thread=*/"serial", /*block=*/"serial"});
  if (!top || failed(request.checkAllUsed()))
    return failure();
  return PlanAttr::getComplete(given.getStrategy(), /*singleBlockUpTo=*/0,
                               given.getBlocksPerSM().value_or(1),
                               given.getMaxBlocks().value_or(mostBlocksOfGrid),
                               {{"scan", skeleton}, {"top", top}});
}

LogicalResult StripsAttr::check(PlanChecker &checker, PlanAttr plan) const {
  const SkeletonAttr scan = plan.getScan();
  auto refuse = [&] { return checker.refuse(plan); };
  if (scan.getStages() < 2)
    return refuse() << "tiles come a stage ahead: 'scan' must have 2 stages or "
                       "more, got "
                    << scan.getStages();
  if (scan.getSublists() || scan.isBlockWide() || scan.isWarpWide())
    return refuse() << "'scan' must have a warp circuit of 32 columns and a "
                       "block circuit of one for each warp";
  if (!llvm::isPowerOf2_64(scan.getRows()) || scan.getRows() > 32)
    return refuse() << "the rows of 'scan', which are chains, must be a power "
                       "of two, at most 32, got "
                    << scan.getRows();
  if (SkeletonAttr top = plan.getTop()) {
    if (top.getWarps() != 1 || top.getRows() != 1 || top.getSublists() ||
        top.isBlockWide() || top.isWarpWide())
      return refuse()
             << "'top', entries that a warp gathers, must have 1 warp, "
                "1 row and a warp circuit of 32 columns";
  }
  return checker.checkBlocksPerSM(plan, scan.getThreads());
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void StripsAttr::build(const ScanSource &source) const {
  buildStrips(source);
  if (source.plan.getTop())
    buildWindows(source);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
struct StripsExtension : DialectExtension<StripsExtension, PrefixDialect> {
  void apply(MLIRContext *, PrefixDialect *dialect) const final {
    dialect->addStrategy<StripsAttr>();
  }
};
} // namespace

void scanc::prefix::registerStrips(DialectRegistry &registry) {
  registry.addExtensions<StripsExtension>();
}
