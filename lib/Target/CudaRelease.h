//===- CudaRelease.h - The CUDA that knows a PTX version --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_CUDARELEASE_H
#define SCANC_LIB_TARGET_CUDARELEASE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace scanc::target {

/// The oldest release of CUDA whose driver runs a launcher of this PTX, such as
/// "12.3": it knows the version that the PTX names, and has the entry points
/// that launchers call. Errors: the PTX names no version, or one that is not
/// known here.
llvm::Expected<llvm::StringRef> findCudaRelease(llvm::StringRef ptx);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_CUDARELEASE_H
