//===- ScalarTypes.cpp - MLIR's types that memory can hold ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/ScalarTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using scanc::machine::ScalarType;
using scanc::machine::scalarTypes;

namespace scanc::prefix {

const ScalarType *scalarOf(Type type) {
  for (const ScalarType &known : scalarTypes()) {
    if (auto number = dyn_cast<FloatType>(type)) {
      if (known.format == &number.getFloatSemantics())
        return &known;
    } else if (auto integer = dyn_cast<IntegerType>(type)) {
      // The sign of a truth value says nothing.
      if (!known.isFloat() && known.bits == integer.getWidth() &&
          (known.bits == 1 || known.isUnsigned() == integer.isUnsigned()))
        return &known;
    }
  }
  return nullptr;
}

Type stateTypeOf(const ScalarType &type, MLIRContext *context) {
  if (!type.isFloat())
    return IntegerType::get(context, type.bits);
  for (FloatType known : std::initializer_list<FloatType>{
           Float16Type::get(context), BFloat16Type::get(context),
           Float32Type::get(context), Float64Type::get(context)})
    if (&known.getFloatSemantics() == type.format)
      return known;
  llvm_unreachable("a format that MLIR has no type of");
}

Type elementTypeOf(const ScalarType &type, MLIRContext *context) {
  if (type.isUnsigned())
    return IntegerType::get(context, type.bits, IntegerType::Unsigned);
  return stateTypeOf(type, context);
}

} // namespace scanc::prefix
