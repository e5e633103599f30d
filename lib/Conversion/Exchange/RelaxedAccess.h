//===- RelaxedAccess.h - Words that blocks exchange -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores that are atomic and order nothing else: of the workspace, of
// device scope (ld.relaxed.gpu, st.relaxed.gpu), and of words in shared memory,
// of block scope or, where blocks of a cluster tell each other, of theirs.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_EXCHANGE_RELAXEDACCESS_H
#define SCANC_LIB_CONVERSION_EXCHANGE_RELAXEDACCESS_H

#include "scanc/Conversion/Operators/ValueBuilder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace scanc::prefix {

inline constexpr llvm::StringLiteral deviceScope = "device";
inline constexpr llvm::StringLiteral blockScope = "block";
inline constexpr llvm::StringLiteral clusterScope = "cluster";

/// `isKept`: L2 is to keep what is there (WideAtomics.h; of words of 16 bytes).
mlir::Value loadRelaxed(ValueBuilder &b, mlir::Type type, mlir::Value pointer,
                        llvm::StringRef scope = deviceScope,
                        bool isKept = false);
/// Of the workspace; what is loaded and stored behind it comes later. Not a
/// fence: that waits for all that was stored before, for some microseconds when
/// memory is busy.
mlir::Value loadAcquire(ValueBuilder &b, mlir::Type type, mlir::Value pointer);
void storeRelaxed(ValueBuilder &b, mlir::Value value, mlir::Value pointer,
                  llvm::StringRef scope = deviceScope, bool isKept = false);

/// `byte` (an integer) bytes behind `base`.
mlir::Value behind(ValueBuilder &b, mlir::Value base, mlir::Value byte);
/// The same of a constant, which is part of the instruction that takes the
/// address.
mlir::Value behind(ValueBuilder &b, mlir::Value base, int64_t byte);

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_EXCHANGE_RELAXEDACCESS_H
