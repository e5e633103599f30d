//===- Planner.h - Chooses what a scan's plan leaves open -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// plan() of a strategy sizes its kernels and completes the skeleton of each:
// circuits that nobody named, and how a block runs its circuit. A strategy's
// sizes are in a file of their own (PlanScans.cpp, PlanOneLaunch.cpp,
// PlanDrawnTiles.cpp); what they share is in Planner.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_PLANNER_H
#define SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_PLANNER_H

#include "CircuitTable.h"

#include "scanc/Dialect/Prefix/Analysis/CombineCost.h"
#include "scanc/Dialect/Prefix/Analysis/PackedLanes.h"
#include "scanc/Dialect/Prefix/Transforms/Tuning.h"
#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/StringSet.h"

namespace scanc::prefix {

using machine::warpSize;

/// The families of a kernel's circuits that nobody named.
struct Families {
  llvm::StringRef thread = "serial", block = "kogge_stone";
};

/// Plans one scan.
class Planner {
public:
  /// `strategy` is empty or auto where nobody named one.
  Planner(ScanOp scan, MonoidOp monoid, CircuitTable &circuits,
          llvm::StringRef strategy, const Tuning &tuning,
          const machine::GpuModel &gpu);

  mlir::FailureOr<PlanAttr> plan();

private:
  mlir::FailureOr<PlanAttr> planTwoLevels();
  mlir::FailureOr<PlanAttr> planOneLaunch();
  mlir::FailureOr<PlanAttr> planDrawnTiles();

  struct Shape {
    int64_t warps, rows, items, stages;
    int64_t piece = 0; // what a thread's circuit spans, if not all items
  };
  /// How threads go through their runs, where nobody says: at once, so too
  /// unless the launch is short, or piece by piece.
  enum class Runs { Whole, InPieces, ByPiece };
  /// Whether one launch can do what the plan asks for.
  bool fitsOneLaunch();
  int64_t widerBytes();
  int64_t widestArrayBytes();
  int64_t itemsOf(int64_t vectors);
  int64_t stagesInShared(Shape shape, int64_t groups);
  bool hasRoomFor(OneLaunchSizes wider);
  OneLaunchSizes sizesOneLaunch();
  int64_t choosePiece(int64_t items);
  OneLaunchSizes sizesShort();
  bool wantsShort(SkeletonAttr down, Shape shape);
  Shape shapeOneLaunch(const OneLaunchSizes &sizes);
  Runs chooseRuns(int64_t items);
  SkeletonAttr completeRing(llvm::StringRef name, SkeletonAttr own, Shape shape,
                            const OneLaunchSizes &sizes, Runs runs);
  SkeletonAttr completeReduce(llvm::StringRef name, SkeletonAttr own,
                              SkeletonAttr down, Runs runs);
  Shape shapeSingle();
  mlir::FlatSymbolRefAttr blockWideCircuit(SkeletonAttr own);
  CircuitOp warpWideCircuit(SkeletonAttr own);
  int64_t widthOf(mlir::Attribute circuit);
  int64_t warpsOf(mlir::Attribute blockCircuit);
  Shape resolve(SkeletonAttr own, Shape chosen);
  mlir::LogicalResult checkShape(llvm::StringRef kernel, Shape shape);
  SkeletonAttr complete(llvm::StringRef kernel, SkeletonAttr own, Shape chosen,
                        const Families &families = {});
  mlir::FlatSymbolRefAttr choose(llvm::StringRef level, mlir::Attribute own,
                                 mlir::Attribute shared, llvm::StringRef family,
                                 int64_t width);
  int64_t registersBeyond(Shape shape);
  int64_t threadsPerSM(Shape shape, mlir::Attribute warpCircuit,
                       int64_t lookUps = 0);
  std::optional<PackedLanes> findPackedLanes(int64_t items, int64_t stages);
  int64_t lookUpsOf(SkeletonAttr skeleton);
  SkeletonAttr scanOrTree();
  bool convertsOnLoad();
  CircuitOp lookup(llvm::StringRef level, mlir::Attribute circuit);
  int64_t fewestWholeItems();
  int64_t fewestItems();
  Shape shapeTail();
  mlir::LogicalResult checkSingleBlock();
  mlir::LogicalResult checkRing();
  mlir::LogicalResult checkUsed(llvm::StringRef level, mlir::Attribute shared);
  mlir::LogicalResult checkAllUsed();

  ScanOp scan;
  MonoidOp monoid;
  llvm::SmallVector<mlir::Type> state;
  CircuitTable &circuits;
  llvm::StringRef strategy;
  const Tuning &tuning;
  const machine::GpuModel &gpu;
  OperatorCost combineCost;
  llvm::SmallVector<int64_t> fieldBytes;
  PlanAttr given;
  bool isGiven = false; // somebody chose the strategy
  Strategy chosen = Strategy::TwoLevelStreaming;
  llvm::StringSet<> used; // levels whose default some kernel took
};

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_PLANNER_H
