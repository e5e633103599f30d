//===- StateBuilder.h - Builds code that handles states ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state of F values travels as F SSA values. This builder hides that: what
// one would write for one scalar is written once and holds for any monoid.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_OPERATORS_STATEBUILDER_H
#define SCANC_CONVERSION_OPERATORS_STATEBUILDER_H

#include "scanc/Conversion/Operators/ValueBuilder.h"
#include "scanc/Conversion/Passes.h"
#include "scanc/Dialect/Prefix/Analysis/AccessForm.h"

namespace scanc::prefix {

/// The values of one state.
using State = llvm::SmallVector<mlir::Value, 2>;

/// What some consecutive elements make and, where the walk begins anew,
/// whether a chain begins within them (i1): then the state is of those from the
/// last such place on, and what comes before has no part in it.
struct Part {
  Part() = default;
  explicit Part(State state) : state(std::move(state)) {}
  Part(State state, mlir::Value cut) : state(std::move(state)), cut(cut) {}

  State state;
  mlir::Value cut; // null: no
};

class StateBuilder : public ValueBuilder {
public:
  /// Builds before `op`, for the monoid `op` names.
  StateBuilder(mlir::Operation *op, mlir::FlatSymbolRefAttr monoid)
      : StateBuilder(mlir::OpBuilder(op), op, monoid) {}
  /// Builds where `builder` does, in place of `op`, for the monoid `op` names.
  StateBuilder(const mlir::OpBuilder &builder, mlir::Operation *op,
               mlir::FlatSymbolRefAttr monoid)
      : ValueBuilder(op->getLoc(), builder), monoid(monoid),
        types(mlir::SymbolTable::lookupNearestSymbolFrom<MonoidOp>(op, monoid)
                  .getStateTypes()) {}
  /// Builds where `builder` does, for `monoid`.
  StateBuilder(mlir::ImplicitLocOpBuilder &builder, MonoidOp monoid)
      : ValueBuilder(builder),
        monoid(mlir::FlatSymbolRefAttr::get(monoid.getSymNameAttr())),
        types(monoid.getStateTypes()) {}

  llvm::ArrayRef<mlir::Type> getStateTypes() const { return types; }
  mlir::FlatSymbolRefAttr getMonoid() const { return monoid; }

  State identity();
  State combine(mlir::ValueRange low, mlir::ValueRange high);
  /// `high` joined with what lies before it, where that has a part in it.
  State join(mlir::ValueRange low, const Part &high);
  Part join(const Part &low, const Part &high);
  State select(mlir::Value condition, mlir::ValueRange ifTrue,
               mlir::ValueRange ifFalse);

  Part select(mlir::Value condition, const Part &ifTrue, const Part &ifFalse);

  /// The state in lane `lane`, of all lanes; a shuffle for every 32 bits.
  State readLane(mlir::ValueRange state, mlir::Value lane);
  Part readLane(const Part &part, mlir::Value lane);
  /// The state `offset` lanes below, and whether there is such a lane.
  std::pair<State, mlir::Value> readLaneBelow(mlir::ValueRange state,
                                              int64_t offset);

  /// A bit for each lane of the warp in which `condition` holds (i32).
  mlir::Value ballot(mlir::Value condition);

  /// The state packed into parts of 32 bits, and back.
  llvm::SmallVector<mlir::Value> toParts(mlir::ValueRange state);
  State fromParts(llvm::ArrayRef<mlir::Value> parts);

  /// The number of an active `lane` (i32) by `form`.
  mlir::Value index(mlir::Value lane, const AccessForm &form);
  /// Whether `active` holds `lane` (i32, below 32); null if every lane does.
  mlir::Value isActive(mlir::Value lane, llvm::ArrayRef<bool> active);

private:
  mlir::FlatSymbolRefAttr monoid;
  llvm::SmallVector<mlir::Type> types;
};

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_OPERATORS_STATEBUILDER_H
