//===- AttrSyntax.h - Text of attributes that ops share ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_IR_ATTRSYNTAX_H
#define SCANC_LIB_DIALECT_PREFIX_IR_ATTRSYNTAX_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

namespace scanc::prefix {

/// An integer as digits, perhaps with a sign, or an error that says what is
/// expected. MLIR's own reader takes `true` too, for -1.
template <typename T>
mlir::ParseResult parseNumber(mlir::AsmParser &parser, T &value,
                              const llvm::Twine &expected) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef word;
  if (mlir::succeeded(parser.parseOptionalKeyword(&word)))
    return parser.emitError(loc)
           << "expected " << expected << ", got '" << word << "'";
  mlir::OptionalParseResult parsed = parser.parseOptionalInteger(value);
  if (!parsed.has_value())
    return parser.emitError(loc) << "expected " << expected;
  return *parsed;
}

/// `kogge_stone<32>`, `harris<64, l = 1, f = 2>`.
mlir::ParseResult parseFamilyText(mlir::AsmParser &parser, FamilyAttr &family);
void printFamilyText(mlir::AsmPrinter &printer, FamilyAttr family);

/// A family, or the symbol of `what`.
mlir::ParseResult parseCircuitText(mlir::AsmParser &parser,
                                   llvm::StringRef what,
                                   mlir::Attribute &circuit);
void printCircuitText(mlir::AsmPrinter &printer, mlir::Attribute circuit);

/// `<strategy = NAME, scan = <warps = 8>>`.
mlir::ParseResult parsePlanText(mlir::AsmParser &parser, PlanAttr &plan);
void printPlanText(mlir::AsmPrinter &printer, PlanAttr plan);

/// `<threads = compact, layout = pad<32>>`.
mlir::ParseResult parseMappingText(mlir::AsmParser &parser,
                                   MappingAttr &mapping);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_IR_ATTRSYNTAX_H
