//===- Prefix.h - The prefix dialect: types, attributes, ops ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_PREFIX_H
#define SCANC_DIALECT_PREFIX_IR_PREFIX_H

#include "scanc/Circuits/FamilySpec.h"
#include "scanc/Circuits/Network.h"
#include "scanc/Dialect/Prefix/IR/ElementArrays.h"
#include "scanc/Dialect/Prefix/IR/Mapping.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Machine/GpuModel.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <optional>

namespace scanc::prefix {
class DomainAttrInterface;
class StrategyAttrInterface;
struct SkeletonParts;

/// Whether `type` is a pointer to memory `space` of a GPU: 1 global, 3 shared.
bool isPointerTo(mlir::Type type, unsigned space);
mlir::Type pointerTo(mlir::MLIRContext *context, unsigned space);
} // namespace scanc::prefix

#include "scanc/Dialect/Prefix/IR/PrefixDialect.h.inc"
#include "scanc/Dialect/Prefix/IR/PrefixEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.h.inc"

namespace scanc::prefix {
/// What a SkeletonAttr is made of. Nothing or null means: not given.
struct SkeletonParts {
  std::optional<int64_t> warps, rows, items, stages;
  mlir::Attribute thread, warp, row, block;
  MappingAttr mapping;
  bool sublists = false;
  mlir::FlatSymbolRefAttr levels;
  mlir::DictionaryAttr own; // the strategy's own parameters

  std::optional<int64_t> getOwn(llvm::StringRef name) const;
  /// Sets one, or takes it away.
  void setOwn(mlir::MLIRContext *context, llvm::StringRef name,
              std::optional<int64_t> value);
};

/// A parameter that a strategy's skeletons have beside those that all have: an
/// integer from 1 to `most`.
struct SkeletonParameter {
  llvm::StringLiteral name;
  int64_t most;
};

/// A `prefix.leaf` or `prefix.join` of a composition.
struct Level {
  mlir::Operation *op;
  mlir::Attribute circuit; // a family or a symbol
  std::optional<Space> on;
  std::optional<Joint> via; // nothing for the leaf
  bool reuseLast;
};
} // namespace scanc::prefix

#include "scanc/Dialect/Prefix/IR/Domain.h"

namespace scanc::prefix {
/// What circuit `name`, as seen from `op`, combines. It exists.
circuits::Network networkOf(mlir::Operation *op, mlir::FlatSymbolRefAttr name);
} // namespace scanc::prefix

#include "scanc/Dialect/Prefix/IR/LevelOpInterface.h.inc"

#define GET_OP_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixOps.h.inc"

#include "scanc/Dialect/Prefix/IR/Strategy.h"

#endif // SCANC_DIALECT_PREFIX_IR_PREFIX_H
