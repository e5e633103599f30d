//===- OpSyntax.h - Custom directives of the ops' formats -------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_IR_OPSYNTAX_H
#define SCANC_LIB_DIALECT_PREFIX_IR_OPSYNTAX_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

namespace scanc::prefix {

/// `kogge_stone<32>`
mlir::ParseResult parseFamily(mlir::OpAsmParser &parser, FamilyAttr &family);
void printFamily(mlir::OpAsmPrinter &printer, mlir::Operation *,
                 FamilyAttr family);

/// A family, or `@symbol`.
mlir::ParseResult parseCircuitName(mlir::OpAsmParser &parser,
                                   mlir::Attribute &circuit);
void printCircuitName(mlir::OpAsmPrinter &printer, mlir::Operation *,
                      mlir::Attribute circuit);

/// `inclusive`
mlir::ParseResult parseKind(mlir::OpAsmParser &parser, ScanKindAttr &kind);
void printKind(mlir::OpAsmPrinter &printer, mlir::Operation *,
               ScanKindAttr kind);

/// `registers`
mlir::ParseResult parseSpace(mlir::OpAsmParser &parser, SpaceAttr &space);
void printSpace(mlir::OpAsmPrinter &printer, mlir::Operation *,
                SpaceAttr space);

/// `reduce_then_scan`
mlir::ParseResult parseJoint(mlir::OpAsmParser &parser, JointAttr &joint);
void printJoint(mlir::OpAsmPrinter &printer, mlir::Operation *,
                JointAttr joint);

/// `<= 7`
mlir::ParseResult parseLimit(mlir::OpAsmParser &parser,
                             mlir::IntegerAttr &limit);
void printLimit(mlir::OpAsmPrinter &printer, mlir::Operation *,
                mlir::IntegerAttr limit);

/// `{size = 5, depth = 2}`
mlir::ParseResult parseExpect(mlir::OpAsmParser &parser,
                              mlir::DictionaryAttr &expect);
void printExpect(mlir::OpAsmPrinter &printer, mlir::Operation *,
                 mlir::DictionaryAttr expect);

/// `<strategy = single_block>`
mlir::ParseResult parsePlan(mlir::OpAsmParser &parser, PlanAttr &plan);
void printPlan(mlir::OpAsmPrinter &printer, mlir::Operation *, PlanAttr plan);

/// `(2.0 : f32, 1 : i64)`
mlir::ParseResult parseInit(mlir::OpAsmParser &parser, mlir::ArrayAttr &init);
void printInit(mlir::OpAsmPrinter &printer, mlir::Operation *,
               mlir::ArrayAttr init);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_IR_OPSYNTAX_H
