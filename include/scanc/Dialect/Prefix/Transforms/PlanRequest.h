//===- PlanRequest.h - A scan whose plan is to be completed -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What strategies need to complete a plan (StrategyPlanning): the scan, what
// its author gave, the GPU and the tuning; and services that complete a
// skeleton, its circuits and how a block runs its circuit, and that say how
// many threads a multiprocessor holds.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_PLANREQUEST_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_PLANREQUEST_H

#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"
#include "scanc/Dialect/Prefix/Analysis/PackedLanes.h"
#include "scanc/Dialect/Prefix/Transforms/CircuitTable.h"
#include "scanc/Dialect/Prefix/Transforms/Tuning.h"
#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/StringSet.h"

#include <functional>

namespace scanc::prefix {

using machine::warpSize;

/// The families of a kernel's circuits that nobody named.
struct Families {
  llvm::StringRef thread = "serial", block = "kogge_stone";
};

/// What a block takes of a tile.
struct TileShape {
  int64_t warps, rows, items, stages;
  int64_t piece = 0; // what a thread's circuit spans, if not all items

  /// Those of a skeleton without circuits.
  SkeletonParts parts() const {
    SkeletonParts parts;
    parts.warps = warps;
    parts.rows = rows;
    parts.items = items;
    parts.stages = stages;
    return parts;
  }
};

/// What a strategy's kernel over the input is like, as far as it counts for
/// registers.
struct TileKind {
  /// Any tile may be cut short: bounds are checked, and words are cut as well.
  bool cutsTiles = false;
  /// States of a thread that each row takes beside its elements.
  int64_t statesPerRow = 1;
  /// Registers of a thread beyond what is counted, as ptxas was seen to need;
  /// else a few where a scan goes from the end to the start.
  std::function<int64_t(TileShape)> more;
};

/// One scan.
class PlanRequest {
public:
  PlanRequest(ScanOp scan, MonoidOp monoid, CircuitTable &circuits,
              llvm::StringRef strategy, const Tuning &tuning,
              const machine::GpuModel &gpu);

  /// The plan of the strategy that somebody named, in the plan or as an option,
  /// or of the most preferred one.
  mlir::FailureOr<PlanAttr> plan();

  //===--------------------------------------------------------------------===//
  // What is known
  //===--------------------------------------------------------------------===//

  ScanOp scan;
  MonoidOp monoid;
  llvm::SmallVector<mlir::Type> state;
  const Tuning &tuning;
  const machine::GpuModel &gpu;
  OperatorCost combineCost;
  llvm::SmallVector<int64_t> fieldBytes; // of the state
  PlanAttr given;
  /// Whether somebody chose the strategy: it then does every n.
  bool isGiven = false;
  /// To be set by the strategy before it asks for skeletons.
  TileKind tileKind;
  /// Whether remarks at the scan are wanted that say why.
  bool isExplained = false;

  /// Says why something was chosen, if anybody wants to know.
  void explain(const llvm::Twine &why);

  //===--------------------------------------------------------------------===//
  // Skeletons
  //===--------------------------------------------------------------------===//

  /// What a kernel's author gave, and `chosen` for the rest.
  TileShape resolve(SkeletonAttr own, TileShape chosen);
  mlir::LogicalResult checkShape(llvm::StringRef kernel, TileShape shape);
  /// A complete skeleton for the kernel of that name; null after an error.
  SkeletonAttr complete(llvm::StringRef kernel, SkeletonAttr own,
                        TileShape chosen, const Families &families = {});
  /// That of the single block, the plan's `tail`.
  SkeletonAttr completeTail(TileShape chosen) {
    return complete("tail", given.getTail(), chosen);
  }
  mlir::FlatSymbolRefAttr choose(llvm::StringRef level, mlir::Attribute own,
                                 mlir::Attribute shared, llvm::StringRef family,
                                 int64_t width);
  /// Whether each circuit that was given for all kernels fits one of them.
  mlir::LogicalResult checkAllUsed();
  /// What is given for the scan kernel; where nothing is said of how it joins
  /// its runs, maybe a circuit that combines less.
  SkeletonAttr scanOrTree();

  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  /// Of a circuit by its name; 0 for others.
  int64_t widthOf(mlir::Attribute circuit);
  /// The warps of a block whose circuit has a column for each; 0 if there is no
  /// telling.
  int64_t warpsOf(mlir::Attribute blockCircuit);
  /// As many threads as a multiprocessor's registers are likely to hold.
  int64_t threadsPerSM(TileShape shape, mlir::Attribute warpCircuit,
                       int64_t lookUps = 0);
  int64_t threadsPerSM(SkeletonAttr skeleton) {
    return threadsPerSM({skeleton.getWarps(), skeleton.getRows(),
                         skeleton.getItems(), skeleton.getStages()},
                        skeleton.getWarp(), lookUpsOf(skeleton));
  }
  /// The lanes of a run that prefix-pack-narrow will keep in words.
  std::optional<PackedLanes> findPackedLanes(int64_t items, int64_t stages);
  /// Whether loaded values are used at once, to be cut out of words or
  /// converted.
  bool convertsOnLoad();
  int64_t fewestWholeItems();
  int64_t fewestItems();
  int64_t fewerWithRegisters(int64_t items);
  /// One block that scans alone, of as many warps as its registers let it have.
  TileShape shapeTail();

private:
  bool takesDomain(StrategyAttrInterface strategy);
  mlir::FailureOr<StrategyAttrInterface> chooseStrategy();
  void explainPlan(PlanAttr plan);
  mlir::LogicalResult checkOwnParameters();
  mlir::FlatSymbolRefAttr blockWideCircuit(SkeletonAttr own);
  CircuitOp warpWideCircuit(SkeletonAttr own);
  int64_t lookUpsOf(SkeletonAttr skeleton);
  CircuitOp lookup(llvm::StringRef level, mlir::Attribute circuit);
  mlir::LogicalResult checkUsed(llvm::StringRef level, mlir::Attribute shared);

  CircuitTable &circuits;
  llvm::StringRef strategy;
  llvm::StringSet<> used; // levels whose default some kernel took
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_PLANREQUEST_H
