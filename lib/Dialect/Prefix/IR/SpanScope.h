//===- SpanScope.h - Spans of the wires of a circuit being read -*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The wires of a circuit are written without types, which follow from how they
// are made. MLIR's parser wants the type of an operand to find its value, and
// does not tell an op what types values have. So a circuit that is being read
// keeps the spans of its wires by name, and the ops of its body ask for them:
//
//   prefix.circuit @pair(%x0, %x1) {     %x0: 0..0, %x1: 1..1
//     %a = combine %x0, %x1              asks for both; %a: 0..1
//     yield %x0, %a                      asks for both
//   }
//
// The parser makes a new parser object for each op, and gives none of them a
// place to keep things, so the scope that is open is found through the thread.
// It opens and closes within CircuitOp::parse.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_IR_SPANSCOPE_H
#define SCANC_LIB_DIALECT_PREFIX_IR_SPANSCOPE_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include "llvm/ADT/DenseMap.h"

namespace scanc::prefix {

/// The wires of the circuit whose body is being parsed by this thread.
class SpanScope {
public:
  SpanScope();
  ~SpanScope();
  SpanScope(const SpanScope &) = delete;
  SpanScope &operator=(const SpanScope &) = delete;

  /// The innermost scope, or null.
  static SpanScope *current();

  /// A wire of a circuit's own, `name` without its percent sign.
  void define(llvm::StringRef name, unsigned number, SpanType span);

  /// Finds the values of `wires`; an error at the first that is not known.
  mlir::ParseResult
  resolve(mlir::OpAsmParser &parser,
          llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> wires,
          llvm::SmallVectorImpl<mlir::Value> &values) const;

private:
  llvm::DenseMap<std::pair<llvm::StringRef, unsigned>, SpanType> spans;
  SpanScope *outer;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_IR_SPANSCOPE_H
