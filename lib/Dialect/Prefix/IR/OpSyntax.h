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

/// `line`
mlir::ParseResult parseDomain(mlir::OpAsmParser &parser,
                              DomainAttrInterface &domain);
void printDomain(mlir::OpAsmPrinter &printer, mlir::Operation *,
                 DomainAttrInterface domain);

/// `line, rows`
mlir::ParseResult parseDomains(mlir::OpAsmParser &parser,
                               mlir::ArrayAttr &domains);
void printDomains(mlir::OpAsmPrinter &printer, mlir::Operation *,
                  mlir::ArrayAttr domains);

/// `"loader" 1 { ... } "scanners" 8 { ... }`
mlir::ParseResult
parseRoles(mlir::OpAsmParser &parser, mlir::ArrayAttr &names,
           mlir::DenseI64ArrayAttr &warps,
           llvm::SmallVectorImpl<std::unique_ptr<mlir::Region>> &bodies);
void printRoles(mlir::OpAsmPrinter &printer, mlir::Operation *,
                mlir::ArrayAttr names, mlir::DenseI64ArrayAttr warps,
                mlir::RegionRange bodies);

/// `reduce_then_scan`
mlir::ParseResult parseJoint(mlir::OpAsmParser &parser, JointAttr &joint);
void printJoint(mlir::OpAsmPrinter &printer, mlir::Operation *,
                JointAttr joint);

/// The body of an op that ends with `prefix.yield`: an error where it does not
/// names the `body` and `what` the yield gives.
mlir::ParseResult
parseYieldingRegion(mlir::OpAsmParser &parser, mlir::Region &region,
                    llvm::ArrayRef<mlir::OpAsmParser::Argument> arguments,
                    llvm::StringRef body, llvm::StringRef what);

/// `load (%x: f32) index %i { ... }` or
/// `store before (%a: f32) after (%b: f32) in (%x: f32) index %i { ... }`, of
/// which each part may be missing; the bodies end with `prefix.yield`.
mlir::ParseResult parseMap(mlir::OpAsmParser &parser, mlir::Region &body,
                           MapArgumentsAttr &arguments);
void printMap(mlir::OpAsmPrinter &printer, mlir::Operation *,
              mlir::Region &body, MapArgumentsAttr arguments);

/// What is behind `load` or `store`.
mlir::ParseResult parseLoad(mlir::OpAsmParser &parser, mlir::Region &body,
                            MapArgumentsAttr &arguments);
void printLoad(mlir::OpAsmPrinter &printer, mlir::Operation *,
               mlir::Region &body, MapArgumentsAttr arguments);
mlir::ParseResult parseStore(mlir::OpAsmParser &parser, mlir::Region &body,
                             MapArgumentsAttr &arguments);
void printStore(mlir::OpAsmPrinter &printer, mlir::Operation *,
                mlir::Region &body, MapArgumentsAttr arguments);

/// `(%low0: f32, %low1: i32)`
mlir::ParseResult
parseState(mlir::OpAsmParser &parser,
           llvm::SmallVectorImpl<mlir::OpAsmParser::Argument> &arguments);
void printState(mlir::OpAsmPrinter &printer,
                llvm::ArrayRef<mlir::BlockArgument> state);

/// `expect {size = 5, depth = 2}`, or nothing. The places of the figures go
/// into the op's location (Expect.h).
mlir::ParseResult parseOptionalExpect(mlir::OpAsmParser &parser,
                                      mlir::OperationState &result);
void printOptionalExpect(mlir::OpAsmPrinter &printer,
                         mlir::DictionaryAttr expect);

/// The type of a scalar. What is none gets an error that names the one that is
/// likely meant: `u32` for `ui32`, `float` for `f32`.
mlir::ParseResult parseScalarType(mlir::AsmParser &parser, mlir::Type &type);

/// `(f32, ui8) -> (f32, i32)`
mlir::ParseResult parseScanTypes(mlir::OpAsmParser &parser,
                                 mlir::TypeAttr &types);
void printScanTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                    mlir::TypeAttr types);

/// `<strategy = NAME>`
mlir::ParseResult parsePlan(mlir::OpAsmParser &parser, PlanAttr &plan);
void printPlan(mlir::OpAsmPrinter &printer, mlir::Operation *, PlanAttr plan);

/// `(2.0 : f32, 1 : i64)`
mlir::ParseResult parseInit(mlir::OpAsmParser &parser, mlir::ArrayAttr &init);
void printInit(mlir::OpAsmPrinter &printer, mlir::Operation *,
               mlir::ArrayAttr init);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_IR_OPSYNTAX_H
