//===- ScanTypes.cpp - The types of a scan --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/ScanTypes.h"

using namespace mlir;

namespace scanc::prefix {

ScanTypes ScanTypes::of(LaunchAttr launch) {
  auto typesOf = [](ArrayAttr types) {
    auto all = llvm::to_vector(types.getAsValueRange<TypeAttr>());
    return SmallVector<Type>(StructType::flatten(all));
  };
  return {typesOf(launch.getElement()), typesOf(launch.getState()),
          typesOf(launch.getOutput()), launch.getSoa(),
          launch.getDomain() && launch.getDomain().hasChains()};
}

ScanTypes ScanTypes::of(ScanOp scan, MonoidOp monoid) {
  return {SmallVector<Type>(scan.getElementTypes()), monoid.getStateTypes(),
          SmallVector<Type>(scan.getOutputTypes()), scan.getSoa(),
          scan.getDomain().hasChains()};
}

} // namespace scanc::prefix
