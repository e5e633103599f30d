//===- Places.h - Number the places of kernels ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_PLACES_H
#define SCANC_LIB_TARGET_PLACES_H

#include "scanc/Target/Places.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <vector>

namespace scanc::target {

/// A module with a copy of `kernels`, which is in the llvm phase, whose
/// instructions have the number of their place, from 1, for a line. Null on
/// failure, with a diagnostic.
mlir::OwningOpRef<mlir::ModuleOp> numberPlaces(mlir::gpu::GPUModuleOp kernels,
                                               std::vector<Place> &places);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_PLACES_H
