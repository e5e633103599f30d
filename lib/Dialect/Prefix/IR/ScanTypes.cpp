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
    return llvm::to_vector(types.getAsValueRange<TypeAttr>());
  };
  return {ElementArrays::of(typesOf(launch.getElement()), launch.getSoa(),
                            launch.getLoads()),
          ElementArrays::of(typesOf(launch.getOutput()), launch.getSoa(),
                            launch.getStores()),
          typesOf(launch.getState()),
          launch.getDomain() ? launch.getDomain().getChainSize() : StringRef(),
          launch.getDomain() ? launch.getDomain().getStretchSize()
                             : StringRef(),
          launch.getKept() && !launch.getKept().empty(),
          launch.getInitial() || launch.getFinal()};
}

ScanTypes ScanTypes::of(ScanOp scan, MonoidOp monoid) {
  return {scan.getInput(),
          scan.getOutput(),
          monoid.getStateTypes(),
          scan.getDomain().getChainSize(),
          scan.getDomain().getStretchSize(),
          !scan.getKeptArrays().empty(),
          scan.hasStates()};
}

} // namespace scanc::prefix
