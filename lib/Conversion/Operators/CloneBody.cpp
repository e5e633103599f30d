//===- CloneBody.cpp - A body in the place of an op -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Operators/CloneBody.h"

#include "scanc/Conversion/Operators/Step.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace scanc::prefix {

SmallVector<Value> cloneBody(OpBuilder &b, Region &body, ValueRange arguments,
                             Location place) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &inner : body.front().without_terminator())
    b.clone(inner, mapping)->walk([&](Operation *clone) {
      if (auto step = dyn_cast<NameLoc>(place))
        clone->setLoc(inStep(step.getName(), clone->getLoc()));
    });
  return llvm::map_to_vector(
      body.front().getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

} // namespace scanc::prefix
