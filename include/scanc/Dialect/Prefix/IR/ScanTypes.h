//===- ScanTypes.h - The types of a scan ------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_SCANTYPES_H
#define SCANC_DIALECT_PREFIX_IR_SCANTYPES_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

namespace scanc::prefix {

/// The types of a scan's elements, states and outputs, signedness included, in
/// which arrays elements and outputs lie, and whether there are chains of them.
struct ScanTypes {
  ElementArrays input, output;
  llvm::SmallVector<mlir::Type> state;
  /// Which size of the domain is the length of a chain, if it has chains.
  llvm::StringRef chain;
  /// Which says how many of them fill a stretch of memory, if any does.
  llvm::StringRef stretch;

  /// The arrays of the input, and of the output.
  llvm::SmallVector<StructLayout> inputs() const { return input.layouts(); }
  llvm::SmallVector<StructLayout> outputs() const { return output.layouts(); }

  /// Whether maps look at elements beside one: while somebody may, nothing is
  /// written in the place of an element.
  bool looksAround = false;
  /// Whether the states of chains lie in memory, those that they start from or
  /// end in.
  bool hasStates = false;

  bool hasChains() const { return !chain.empty(); }

  static ScanTypes of(LaunchAttr launch);
  static ScanTypes of(ScanOp scan, MonoidOp monoid);
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_SCANTYPES_H
