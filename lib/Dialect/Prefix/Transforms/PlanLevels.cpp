//===- PlanLevels.cpp - Compositions as the hierarchy of kernels ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanLevels.h"

using namespace mlir;

namespace scanc::prefix {

/// An error at a level, with a note at the scan that asks for it.
static InFlightDiagnostic errorAt(const Level &level, ScanOp scan,
                                  const Twine &message) {
  InFlightDiagnostic diag = level.op->emitError() << message;
  diag.attachNote(scan.getLoc()) << "the plan of this scan names its levels";
  return diag;
}

/// Whether the levels go from registers outwards: registers, then warps, then
/// shared memory and, there, warps again.
static LogicalResult checkOrder(ArrayRef<Level> levels, ScanOp scan) {
  std::optional<Space> below;
  for (const Level &level : levels) {
    if (!level.on)
      return errorAt(level, scan,
                     "expected 'on registers', 'on warp' or 'on shared' at "
                     "each level of a plan, got none");
    if (*level.on == Space::Registers && below && *below != Space::Registers)
      return errorAt(level, scan,
                     "a level on registers must be below the others, got one "
                     "above '" +
                         stringifySpace(*below) + "'");
    below = level.on;
  }
  return success();
}

/// Whether the upper of two pieces is joined as kernels do it.
static LogicalResult checkJoint(ArrayRef<Level> upper, Joint joint,
                                StringRef below, ScanOp scan) {
  if (upper.empty() || upper.front().via == joint)
    return success();
  return errorAt(upper.front(), scan,
                 "kernels join " + below + " to the level above via " +
                     stringifyJoint(joint) + ", got " +
                     stringifyJoint(*upper.front().via));
}

FailureOr<PlanLevels::Pieces> PlanLevels::takeApart(ScanOp scan,
                                                    ComposeOp composition) {
  SmallVector<Level> levels = composition.getLevels();
  if (failed(checkOrder(levels, scan)))
    return failure();
  auto prefixOn = [](ArrayRef<Level> levels, Space space) {
    return levels.take_while(
        [&](const Level &level) { return level.on == space; });
  };
  ArrayRef<Level> thread = prefixOn(levels, Space::Registers);
  ArrayRef<Level> aboveThread = ArrayRef(levels).drop_front(thread.size());
  ArrayRef<Level> warp = prefixOn(aboveThread, Space::Warp);
  ArrayRef<Level> block = aboveThread.drop_front(warp.size());
  if (!thread.empty() &&
      failed(checkJoint(aboveThread, Joint::ReduceThenScan, "registers", scan)))
    return failure();
  if (!warp.empty() &&
      failed(checkJoint(block, Joint::ScanThenPropagate, "a warp", scan)))
    return failure();

  bool isBuilt = true;
  auto build = [&](ArrayRef<Level> piece, StringRef suffix) -> Attribute {
    if (piece.empty())
      return {};
    FailureOr<circuits::Network> network = networks.compose(composition, piece);
    isBuilt &= succeeded(network);
    if (failed(network))
      return {};
    return circuits.insert((composition.getSymName() + suffix).str(), *network,
                           composition.getLoc());
  };
  Pieces pieces{build(thread, "_thread"), build(warp, "_warp"),
                build(block, "_block")};
  if (!isBuilt)
    return failure();
  if (thread.empty())
    pieces.thread = FamilyAttr::get(scan.getContext(), "serial", 1,
                                    DictionaryAttr::get(scan.getContext()));
  return pieces;
}

FailureOr<PlanLevels::Pieces> PlanLevels::piecesOf(ScanOp scan,
                                                   FlatSymbolRefAttr levels) {
  Operation *op = SymbolTable::lookupNearestSymbolFrom(scan, levels);
  if (!op)
    return scan.emitError()
           << "the plan's levels " << levels << " do not exist";
  auto composition = dyn_cast<ComposeOp>(op);
  if (!composition) {
    InFlightDiagnostic diag = scan.emitError() << "the plan's levels " << levels
                                               << " must be a 'prefix.compose'";
    diag.attachNote(op->getLoc()) << "it is a '" << op->getName() << "'";
    return diag;
  }
  if (auto found = known.find(op); found != known.end())
    return found->second;
  FailureOr<Pieces> pieces = takeApart(scan, composition);
  if (succeeded(pieces))
    known[op] = *pieces;
  return pieces;
}

FailureOr<SkeletonAttr> PlanLevels::lower(ScanOp scan, SkeletonAttr skeleton) {
  if (!skeleton || !skeleton.getLevels())
    return skeleton;
  FailureOr<Pieces> pieces = piecesOf(scan, skeleton.getLevels());
  if (failed(pieces))
    return failure();
  SkeletonParts parts = skeleton.getParts();
  parts.thread = pieces->thread;
  parts.warp = pieces->warp;
  parts.block = pieces->block;
  parts.levels = {};
  return SkeletonAttr::getChecked([&] { return scan.emitError(); },
                                  scan.getContext(), parts);
}

FailureOr<PlanAttr> PlanLevels::lower(ScanOp scan) {
  PlanAttr plan = scan.getPlanAttr();
  SmallVector<PlanAttr::NamedSkeleton> skeletons;
  for (auto [name, given] : plan.getNamedSkeletons()) {
    FailureOr<SkeletonAttr> skeleton = lower(scan, given);
    if (failed(skeleton) || !*skeleton)
      return failure();
    skeletons.emplace_back(name, *skeleton);
  }
  Pieces shared{plan.getThread(), plan.getWarp(), plan.getBlock()};
  if (plan.getLevels()) {
    FailureOr<Pieces> pieces = piecesOf(scan, plan.getLevels());
    if (failed(pieces))
      return failure();
    shared = *pieces;
  }
  return PlanAttr::get(scan.getContext(), plan.getStrategy(),
                       plan.getSingleBlockUpTo(), plan.getBlocksPerSM(),
                       plan.getMaxBlocks(), shared.thread, shared.warp,
                       plan.getRow(), shared.block,
                       PlanAttr::makeSkeletons(scan.getContext(), skeletons),
                       {}, plan.getDeterministic());
}

} // namespace scanc::prefix
