//===- Domain.h - What a domain says ----------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of Prefix.h, which includes it before the ops.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_DOMAIN_H
#define SCANC_DIALECT_PREFIX_IR_DOMAIN_H

#include "mlir/IR/Attributes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include "scanc/Dialect/Prefix/IR/DomainAttrInterface.h.inc"

namespace scanc::prefix {

/// The name of a scan as its source has it, from its `name` over `domain`
/// (null: a line), which has the domain's suffix.
llvm::StringRef withoutSuffix(llvm::StringRef name, DomainAttrInterface domain);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_DOMAIN_H
