//===- AsyncCopy.h - Asynchronous copies of a lane --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_ACCESS_ASYNCCOPY_H
#define SCANC_LIB_CONVERSION_ACCESS_ASYNCCOPY_H

#include "scanc/Conversion/Operators/ValueBuilder.h"

namespace scanc::prefix {

/// Begins to copy 4, 8 or 16 bytes from memory (!llvm.ptr<1>) to `place`
/// (!llvm.ptr<3>); those of 16 go by L1. `policy` (i64, or null) says what the
/// L2 cache is to evict (CachePolicy): LLVM has no intrinsic that takes one, so
/// it is a bundle of the call, which `addCachePolicies` makes PTX of.
void copyAsync(ValueBuilder &b, mlir::Value place, mlir::Value memory,
               int64_t bytes, mlir::Value policy);

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_ACCESS_ASYNCCOPY_H
