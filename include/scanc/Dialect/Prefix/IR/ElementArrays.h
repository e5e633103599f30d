//===- ElementArrays.h - In which arrays elements lie -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_ELEMENTARRAYS_H
#define SCANC_DIALECT_PREFIX_IR_ELEMENTARRAYS_H

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

namespace scanc::prefix {

/// The arrays of a scan's input, or of its output: one of structures, or
/// several, each of scalars or of structures.
struct ElementArrays {
  /// What each array holds, a scalar or a `!prefix.struct`, if they are
  /// `apart`; else the fields of the one array there is.
  llvm::SmallVector<mlir::Type> types;
  bool apart = false;

  /// Those of a side of a scan's type: with `soa`, an array for each field;
  /// where a map reads or writes it, one for each type.
  static ElementArrays of(llvm::ArrayRef<mlir::Type> side, bool soa,
                          bool mapped);

  size_t count() const { return apart ? types.size() : 1; }
  /// What array `array` holds of an element.
  llvm::SmallVector<mlir::Type> fieldsOf(size_t array) const;
  /// All of an element: array after array.
  llvm::SmallVector<mlir::Type> fields() const;
  llvm::SmallVector<StructLayout> layouts() const;
  /// An element of all arrays as a C struct that has a struct for each array:
  /// where each array's part begins, and what the whole takes.
  StructLayout together() const;
};

/// What of a state a scan stores: that before an element, that after it.
enum class ScanOutputs { Before, After, Both };

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_ELEMENTARRAYS_H
