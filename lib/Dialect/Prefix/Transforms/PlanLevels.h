//===- PlanLevels.h - Compositions as the hierarchy of kernels --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A plan that names a composition as its `levels` asks for its levels at the
// levels of the machine. The composition falls into three pieces, from below:
//
//   compose @tile                                              circuit of
//     leaf serial<4>       on registers                        thread
//     join brent_kung<16>  on shared via reduce_then_scan      block, width
//     512, join kogge_stone<32> on warp via scan_then_propagate       composed
//
//   thread   all levels on registers; without any, a thread has one item
//   warp     all levels on a warp next above; without any, for the plan to say
//   block    everything from the first level in shared memory upwards, a later
//            level on a warp being one that a single warp runs there
//
// How kernels join the pieces is theirs: the joints between them must say so.
// Widths are left to the checks of plans.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_PLANLEVELS_H
#define SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_PLANLEVELS_H

#include "scanc/Dialect/Prefix/Transforms/CircuitTable.h"

#include "scanc/Dialect/Prefix/Analysis/NetworkTable.h"

namespace scanc::prefix {

/// Takes the compositions apart that plans name as `levels`.
class PlanLevels {
public:
  PlanLevels(NetworkTable &networks, CircuitTable &circuits)
      : networks(networks), circuits(circuits) {}

  /// The plan of `scan` with circuits in place of `levels`; the pieces of a
  /// composition are inserted once, as `@tile_thread` and so on. An error where
  /// a composition makes no sense as a hierarchy.
  mlir::FailureOr<PlanAttr> lower(ScanOp scan);

private:
  /// Null where the plan is to say.
  struct Pieces {
    mlir::Attribute thread, warp, block;
  };
  mlir::FailureOr<Pieces> piecesOf(ScanOp scan, mlir::FlatSymbolRefAttr levels);
  mlir::FailureOr<Pieces> takeApart(ScanOp scan, ComposeOp composition);
  mlir::FailureOr<SkeletonAttr> lower(ScanOp scan, SkeletonAttr skeleton);

  NetworkTable &networks;
  CircuitTable &circuits;
  llvm::DenseMap<mlir::Operation *, Pieces> known;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_TRANSFORMS_PLANLEVELS_H
