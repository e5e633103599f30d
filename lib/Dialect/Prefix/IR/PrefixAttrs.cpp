//===- PrefixAttrs.cpp - Attributes of the prefix dialect -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc::prefix;

#include "scanc/Dialect/Prefix/IR/PrefixEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"

void PrefixDialect::registerAttrs() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"
      >();
}
