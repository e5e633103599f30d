//===- InlineMonoids.cpp - Inline combines and identities -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Step.h"

#include "scanc/Conversion/Passes.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXINLINEMONOIDSPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Clones `body` before `op`, which gives its arguments, and replaces `op`.
/// What is inlined stays where it was written, and is part of `op`'s step.
void inlineBody(Operation *op, Region &body) {
  OpBuilder builder(op);
  IRMapping mapping;
  mapping.map(body.getArguments(), op->getOperands());
  for (Operation &inner : body.front().without_terminator())
    builder.clone(inner, mapping)->walk([&](Operation *clone) {
      if (auto step = dyn_cast<NameLoc>(op->getLoc()))
        clone->setLoc(inStep(step.getName(), clone->getLoc()));
    });
  op->replaceAllUsesWith(
      llvm::map_to_vector(body.front().getTerminator()->getOperands(),
                          [&](Value value) { return mapping.lookup(value); }));
  op->erase();
}

struct PrefixInlineMonoidsPass
    : impl::PrefixInlineMonoidsPassBase<PrefixInlineMonoidsPass> {
  void runOnOperation() override {
    auto monoidOf = [](auto op) {
      return SymbolTable::lookupNearestSymbolFrom<MonoidOp>(op,
                                                            op.getMonoidAttr());
    };
    getOperation().walk(
        [&](ApplyOp op) { inlineBody(op, monoidOf(op).getCombine()); });
    getOperation().walk(
        [&](IdentityOp op) { inlineBody(op, monoidOf(op).getIdentity()); });
    for (Operation &op : llvm::make_early_inc_range(getOperation().getOps()))
      if (isa<MonoidOp, CircuitOp>(op))
        op.erase();
  }
};

} // namespace
} // namespace scanc::prefix
