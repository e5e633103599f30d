//===- PrefixTypes.cpp - Types of the prefix dialect ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc::prefix;

#define GET_TYPEDEF_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixTypes.cpp.inc"

LogicalResult SpanType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t lo, int64_t hi) {
  if (lo < 0 || hi < lo) // span_c1
    return emitError() << "span must satisfy 0 <= first <= last, got <" << lo
                       << ", " << hi << ">";
  return success();
}

void PrefixDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "scanc/Dialect/Prefix/IR/PrefixTypes.cpp.inc"
      >();
}
