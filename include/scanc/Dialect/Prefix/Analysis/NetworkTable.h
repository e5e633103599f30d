//===- NetworkTable.h - The network of any op for a circuit -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Four ops stand for a circuit: `prefix.circuit`, `prefix.family`,
// `prefix.search` and `prefix.compose`. This makes the network of any of them,
// once, and follows the symbols of compositions to the others:
//
//   compose @tile  ->  leaf: family serial<4>
//                      join: search @best     ->  searched once, however many
//                      join: compose @upper       compositions name it
//                              -> ..
//
// What can be wrong beyond what verifiers refuse is said at the op: a search
// that finds no circuit, and figures of `expect` that are not met.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_NETWORKTABLE_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_NETWORKTABLE_H

#include "scanc/Circuits/Network.h"
#include "scanc/Circuits/Search.h"
#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace scanc::prefix {

/// Whether `op` is one of the four.
bool standsForCircuit(mlir::Operation *op);

/// The networks of verified ops, which must stay where they are while the table
/// is used.
class NetworkTable {
public:
  /// The network of an op that stands for a circuit; null after an error.
  const circuits::Network *get(mlir::Operation *op);

  /// What a search found out; null after an error.
  const circuits::SearchResult *getSearch(SearchOp search);

  /// Consecutive levels of one composition, the first of them as the leaf.
  mlir::FailureOr<circuits::Network> compose(ComposeOp composition,
                                             llvm::ArrayRef<Level> levels);

private:
  mlir::FailureOr<circuits::Network> build(mlir::Operation *op);
  mlir::FailureOr<circuits::Network> buildLevel(const Level &level);

  llvm::DenseMap<mlir::Operation *, std::unique_ptr<circuits::Network>>
      networks;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<circuits::SearchResult>>
      searches;
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_NETWORKTABLE_H
