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

/// The types of a scan's elements, states and outputs, signedness included,
/// whether elements and outputs lie in an array for each of their values, and
/// whether there are chains of them.
struct ScanTypes {
  llvm::SmallVector<mlir::Type> element, state, output;
  bool soa = false, hasChains = false;

  /// The arrays of the input, and of the output.
  llvm::SmallVector<StructLayout> inputs() const {
    return arraysOf(element, soa);
  }
  llvm::SmallVector<StructLayout> outputs() const {
    return arraysOf(output, soa);
  }

  static ScanTypes of(LaunchAttr launch);
  static ScanTypes of(ScanOp scan, MonoidOp monoid);
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_SCANTYPES_H
