//===- PrefixDialect.cpp - The prefix dialect ---------------------- -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/Prefix.h"

using namespace mlir;
using namespace scanc::prefix;

#include "scanc/Dialect/Prefix/IR/PrefixDialect.cpp.inc"

void PrefixDialect::initialize() {
  registerTypes();
  registerAttrs();
  addOperations<
#define GET_OP_LIST
#include "scanc/Dialect/Prefix/IR/PrefixOps.cpp.inc"
      >();
}

LogicalResult PrefixDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (attr.getName() == phaseAttrName && !isa<StringAttr>(attr.getValue()))
    return op->emitError() << "'" << phaseAttrName
                           << "' must be the name of a phase";
  if (attr.getName() == launchAttrName && !isa<LaunchAttr>(attr.getValue()))
    return op->emitError() << "'" << launchAttrName
                           << "' must be a #prefix.launch attribute";
  return success();
}
