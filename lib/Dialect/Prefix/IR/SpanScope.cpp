//===- SpanScope.cpp - Spans of the wires of a circuit being read ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpanScope.h"

using namespace mlir;
using namespace scanc::prefix;

static thread_local SpanScope *innermost = nullptr;

SpanScope::SpanScope() : outer(innermost) { innermost = this; }
SpanScope::~SpanScope() { innermost = outer; }

SpanScope *SpanScope::current() { return innermost; }

void SpanScope::define(StringRef name, unsigned number, SpanType span) {
  spans.try_emplace({name, number}, span);
}

ParseResult SpanScope::resolve(OpAsmParser &parser,
                               ArrayRef<OpAsmParser::UnresolvedOperand> wires,
                               SmallVectorImpl<Value> &values) const {
  for (const OpAsmParser::UnresolvedOperand &wire : wires) {
    SpanType span = spans.lookup({wire.name.drop_front(), wire.number});
    if (!span)
      return parser.emitError(wire.location)
             << "expected a wire of the circuit that is defined before, got '"
             << wire.name << "'";
    if (parser.resolveOperand(wire, span, values))
      return failure();
  }
  return success();
}
