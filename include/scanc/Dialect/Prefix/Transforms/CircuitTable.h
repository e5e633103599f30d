//===- CircuitTable.h - The circuits that plans of a module use -*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_TRANSFORMS_CIRCUITTABLE_H
#define SCANC_DIALECT_PREFIX_TRANSFORMS_CIRCUITTABLE_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/IR/BuiltinOps.h"

namespace scanc::prefix {

/// Expands each family at most once, under a symbol of its own.
class CircuitTable {
public:
  explicit CircuitTable(mlir::ModuleOp module) : symbols(module) {}

  /// The symbol of the circuit that `family` expands to.
  mlir::FlatSymbolRefAttr get(FamilyAttr family, mlir::Location loc);
  /// A new circuit, named `name` or, where that is taken, alike.
  mlir::FlatSymbolRefAttr insert(llvm::StringRef name,
                                 const circuits::Network &network,
                                 mlir::Location loc);
  /// The circuit named `symbol`, or null.
  CircuitOp lookup(mlir::FlatSymbolRefAttr symbol) {
    return symbols.lookup<CircuitOp>(symbol.getValue());
  }

private:
  mlir::SymbolTable symbols;
  llvm::DenseMap<FamilyAttr, mlir::FlatSymbolRefAttr> expanded;
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_TRANSFORMS_CIRCUITTABLE_H
