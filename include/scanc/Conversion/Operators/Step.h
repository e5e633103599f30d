//===- Step.h - Which step of the plan an op is part of ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op of a kernel has a location loc("STEP"(where the scan is)), so that
// what is measured of the kernel can be told by step, however far it has been
// lowered. A step is called after the op of the kernel phase that it came from
// ("warp_scan"), perhaps with a part of it ("block_scan: stage 2"); what joins
// these ops is "grid".
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CONVERSION_OPERATORS_STEP_H
#define SCANC_CONVERSION_OPERATORS_STEP_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"

namespace scanc::prefix {

/// `place` as part of `step`.
inline mlir::Location inStep(llvm::StringRef step, mlir::Location place) {
  return mlir::NameLoc::get(mlir::StringAttr::get(place.getContext(), step),
                            place);
}

/// `part` of the step that `location` is in: "block_scan: publish".
inline mlir::Location inPart(llvm::StringRef part, mlir::Location location) {
  auto step = mlir::dyn_cast<mlir::NameLoc>(location);
  if (!step)
    return inStep(part, location);
  return inStep((step.getName().getValue() + ": " + part).str(),
                step.getChildLoc());
}

} // namespace scanc::prefix

#endif // SCANC_CONVERSION_OPERATORS_STEP_H
