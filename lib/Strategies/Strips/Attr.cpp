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
  static constexpr StringLiteral names[] = {"scan", "drawn_scan", "top"};
  return names;
}

ArrayRef<StringLiteral> StripsAttr::getOptionalSkeletonNames() const {
  static constexpr StringLiteral names[] = {"drawn_scan", "top"};
  return names;
}

std::vector<PlannedKernel>
StripsAttr::getKernels(PlanAttr plan, const ScanTypes &types) const {
  PlannedKernel strips{"strips", {plan.getScan()}, *plan.getBlocksPerSM()};
  strips.sharedBytes =
      StripLayout::of(plan.getScan(), types, /*areDrawn=*/false).bytes;
  const SkeletonAttr drawn = getDrawn(plan);
  if (!drawn)
    return {strips};
  PlannedKernel windows{"windows", {drawn}, *plan.getBlocksPerSM()};
  windows.sharedBytes = StripLayout::of(drawn, types, /*areDrawn=*/true).bytes;
  return {strips, windows};
}

launch::LaunchRule StripsAttr::getLaunchRule(PlanAttr plan,
                                             const ScanTypes &types) const {
  const SkeletonAttr scan = plan.getScan();
  StripsRule rule;
  auto of = [](SkeletonAttr skeleton) {
    return StripsRule::Shape{
        static_cast<uint64_t>(skeleton.getRows()),
        static_cast<uint64_t>(skeleton.getWarps() * skeleton.getItems())};
  };
  rule.walking = of(scan);
  rule.axis = types.chain;
  rule.stretch = types.stretch;
  if (SkeletonAttr drawn = getDrawn(plan)) {
    rule.drawing = of(drawn);
    rule.windowBytes = WindowLayout(drawn, types.state).bytes;
  }
  rule.mostStrips = WindowLayout::tiles / WindowLayout::windows;
  rule.mostBlocks = WindowLayout::blocks;
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
/// Tiles in shared memory. Where a block walks, more than two made it slower on
/// the H200, the more so the more there were.
static constexpr int64_t stagesOfRing = 2, stagesOfDrawn = 2;

/// Chains of a lane: a power of two.
static int64_t chooseRows(int64_t widest, int64_t registers) {
  int64_t rows = 1;
  while ((rows < mostRows || rows * widest < fewestBytes) &&
         2 * rows * widest <= bytesOfStep &&
         2 * rows * registers <= registersOfLane)
    rows *= 2;
  return rows;
}

/// A skeleton of that name, as far as it is not given.
static SkeletonAttr completeTile(PlanRequest &request, StringRef name,
                                 SkeletonAttr given, int64_t stages,
                                 bool areDrawn) {
  ScanOp scan = request.scan;
  const ScanTypes types = ScanTypes::of(scan, request.monoid);
  const int64_t element = bytesOf(scan.getInputArrays());
  const int64_t widest = std::max(widestOf(scan.getInputArrays()),
                                  widestOf(scan.getOutputArrays()));
  const int64_t registers = registersOf(request.state);
  const int64_t givenItems = request.widthOf(request.given.getThread()),
                givenWarps = request.warpsOf(request.given.getBlock());
  TileShape shape{givenWarps ? givenWarps : warpsOfBlock,
                  chooseRows(widest, registers), givenItems, stages};
  if (!givenItems)
    shape.items = std::clamp<int64_t>(
        std::min(bytesOfLane / element, registersOfLane / registers) /
            shape.rows,
        1, 32);
  auto complete = [&] {
    return request.complete(name, given, shape,
                            {/*thread=*/"serial", /*block=*/"serial"});
  };
  auto fits = [&](SkeletonAttr skeleton) {
    return StripLayout::of(skeleton, types, areDrawn).bytes <=
           request.gpu.sharedPerBlock;
  };
  SkeletonAttr skeleton = complete();
  // A smaller GPU, or a large state, has room for fewer steps, or warps.
  for (int64_t *less : {&shape.items, &shape.warps})
    while (skeleton && !fits(skeleton) && *less > 1) {
      *less /= 2;
      skeleton = complete();
    }
  return skeleton;
}

FailureOr<PlanAttr> StripsAttr::complete(PlanRequest &request) const {
  const PlanAttr given = request.given;
  SkeletonAttr scan =
      completeTile(request, "scan", given.getScan(), stagesOfRing,
                   /*areDrawn=*/false);
  SkeletonAttr drawn =
      scan ? completeTile(request, "drawn_scan", getDrawn(given), stagesOfDrawn,
                          /*areDrawn=*/true)
           : SkeletonAttr();
  if (!drawn)
    return failure();
  // A tile of entries: each warp gathers some, one after another.
  SkeletonAttr top =
      request.complete("top", given.getTop(), {1, 1, entriesOfWarp, 1},
                       {/*thread=*/"serial", /*block=*/"serial"});
  if (!top || failed(request.checkAllUsed()))
    return failure();
  return PlanAttr::getComplete(
      given.getStrategy(), /*singleBlockUpTo=*/0,
      given.getBlocksPerSM().value_or(1),
      given.getMaxBlocks().value_or(mostBlocksOfGrid),
      {{"scan", scan}, {"drawn_scan", drawn}, {"top", top}});
}

/// Of either skeleton that tiles have.
static LogicalResult checkTile(PlanChecker &checker, PlanAttr plan,
                               StringRef name, SkeletonAttr skeleton) {
  auto refuse = [&] { return checker.refuse(plan); };
  if (skeleton.getStages() < 2)
    return refuse() << "tiles come a stage ahead: '" << name
                    << "' must have 2 stages or more, got "
                    << skeleton.getStages();
  if (skeleton.getSublists() || skeleton.isBlockWide() || skeleton.isWarpWide())
    return refuse() << "'" << name
                    << "' must have a warp circuit of 32 columns and a block "
                       "circuit of one for each warp";
  if (!llvm::isPowerOf2_64(skeleton.getRows()) || skeleton.getRows() > 32)
    return refuse() << "the rows of '" << name
                    << "', which are chains, must be a power of two, at most "
                       "32, got "
                    << skeleton.getRows();
  return checker.checkBlocksPerSM(plan, skeleton.getThreads());
}

LogicalResult StripsAttr::check(PlanChecker &checker, PlanAttr plan) const {
  const SkeletonAttr drawn = getDrawn(plan), top = plan.getTop();
  if (failed(checkTile(checker, plan, "scan", plan.getScan())))
    return failure();
  if (!drawn != !top)
    return checker.refuse(plan)
           << "'drawn_scan' and 'top' are of the same kernel: "
              "a plan has both, or none";
  if (!drawn)
    return success();
  if (top.getWarps() != 1 || top.getRows() != 1 || top.getSublists() ||
      top.isBlockWide() || top.isWarpWide())
    return checker.refuse(plan)
           << "'top', entries that a warp gathers, must have 1 warp, 1 row and "
              "a warp circuit of 32 columns";
  return checkTile(checker, plan, "drawn_scan", drawn);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void StripsAttr::build(const ScanSource &source) const {
  buildStrips(source);
  if (getDrawn(source.plan))
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
