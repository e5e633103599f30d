//===- VerifyMaps.cpp - What a map takes and yields -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyMaps.h"

using namespace mlir;

namespace scanc::prefix {

static InFlightDiagnostic fail(Operation *op, bool isLoad,
                               const Twine &message) {
  return op->emitOpError("'") << (isLoad ? "load" : "store") << "' " << message;
}

LogicalResult verifyMapArguments(Operation *op, bool isLoad,
                                 MapArgumentsAttr takes, Region &body) {
  if (takes.getIsLoad() != isLoad)
    return fail(op, isLoad, "has the arguments of the other map");
  if (isLoad && (takes.getBefore() || takes.getAfter()))
    return fail(op, isLoad, "takes no state");
  const size_t outside = takes.getOutside() ? takes.getOutside().size() : 0;
  const uint64_t count = uint64_t(takes.getBefore()) + takes.getAfter() +
                         takes.getIn() + takes.countNeighbours() +
                         takes.getIndex();
  if (count != body.getNumArguments() || outside != takes.countNeighbours())
    return fail(op, isLoad, "must have as many arguments as it says: ")
           << count << " expected, got " << body.getNumArguments();
  if (takes.getIndex() && !body.getArguments().back().getType().isInteger(64))
    return fail(op, isLoad, "must take its index as an i64, got ")
           << body.getArguments().back().getType();
  for (unsigned i = 0; i < takes.countNeighbours(); ++i)
    if (takes.getNeighbours()[i] < 0 ||
        takes.getNeighbours()[i] / 2 >= takes.getIn() ||
        !isa<IntegerAttr, FloatAttr>(takes.getOutside()[i])) // scan_c12
      return fail(op, isLoad,
                  "must name a value of the element that it takes, and a "
                  "number where there is none");
  return success();
}

/// Whether `argument` can be value `index` of an element, which has `fields`.
static LogicalResult verifyValue(Operation *op, bool isLoad, size_t index,
                                 ArrayRef<Type> fields, Type argument) {
  if (!getFieldBytes(argument) || // scan_c8
      !(argument.isSignlessInteger() || isa<FloatType>(argument)))
    return fail(op, isLoad,
                "must take a scalar for value #" + Twine(index) +
                    " of an element, got ")
           << argument;
  if (isa<FloatType>(fields[index]) && !isa<FloatType>(argument)) // scan_c3
    return fail(op, isLoad,
                "must take value #" + Twine(index) + " of an element, of ")
           << fields[index] << ", as a float, got " << argument
           << ": integers are converted to floats, floats to floats only";
  return success();
}

/// The states, then the values of an element and of its neighbours.
static LogicalResult verifyTaken(Operation *op, Region &body,
                                 MapArgumentsAttr takes, ArrayRef<Type> element,
                                 ArrayRef<Type> state) {
  const bool isLoad = takes.getIsLoad();
  ArrayRef<BlockArgument> left = body.getArguments();
  for (auto [name, count] :
       {std::pair<StringRef, unsigned>{"before", takes.getBefore()},
        {"after", takes.getAfter()}}) {
    if (!count)
      continue;
    ArrayRef<BlockArgument> own = left.take_front(count);
    left = left.drop_front(count);
    if (!llvm::equal(ValueRange(own).getTypes(), state)) // scan_c8
      return fail(op, isLoad, "must take a state '" + name + "' an element: (")
             << state << ") expected, got (" << ValueRange(own).getTypes()
             << ")";
  }
  const unsigned in = takes.getIn();
  if (!in && !isLoad)
    return success();
  if (in != element.size()) // scan_c8
    return fail(op, isLoad,
                "must take each value of an element: " + Twine(element.size()) +
                    " expected, got " + Twine(in));
  for (auto [index, argument] : llvm::enumerate(left.take_front(in)))
    if (failed(verifyValue(op, isLoad, index, element, argument.getType())))
      return failure();
  for (auto [argument, beside] :
       llvm::zip(left.drop_front(in), takes.listNeighbours())) {
    if (beside.outside.getType() != argument.getType()) // scan_c12
      return fail(op, isLoad, "takes ")
             << argument.getType() << " beside an element, and "
             << beside.outside.getType() << " where there is none";
    if (failed(
            verifyValue(op, isLoad, beside.value, element, argument.getType())))
      return failure();
  }
  return success();
}

LogicalResult verifyLoad(Operation *op, Region &body, MapArgumentsAttr takes,
                         ArrayRef<Type> element, ArrayRef<Type> state) {
  if (failed(verifyTaken(op, body, takes, element, state)))
    return failure();
  Operation *yield = body.front().getTerminator();
  if (llvm::equal(yield->getOperandTypes(), state)) // scan_c8
    return success();
  InFlightDiagnostic diag = fail(op, /*isLoad=*/true, "must yield a state (")
                            << state << "), got (" << yield->getOperandTypes()
                            << ")";
  diag.attachNote(yield->getLoc()) << "yielded here";
  return diag;
}

LogicalResult verifyStore(Operation *op, Region &body, MapArgumentsAttr takes,
                          ArrayRef<Type> element, ArrayRef<Type> state,
                          ArrayRef<Type> output) {
  if (failed(verifyTaken(op, body, takes, element, state)))
    return failure();
  Operation *yield = body.front().getTerminator();
  auto failYield = [&](const Twine &message) -> LogicalResult {
    InFlightDiagnostic diag = fail(op, /*isLoad=*/false, message);
    diag.attachNote(yield->getLoc()) << "yielded here";
    return diag;
  };
  if (yield->getNumOperands() != output.size()) // scan_c8
    return failYield(
        "must yield a value for each output: " + Twine(output.size()) +
        " expected, got " + Twine(yield->getNumOperands()));
  for (auto [index, value, field] :
       llvm::enumerate(yield->getOperandTypes(), output)) {
    if (!getFieldBytes(value)) // scan_c8
      return failYield("must yield scalars, but value #" + Twine(index) +
                       " has a type that memory cannot hold");
    if (isa<FloatType>(value) && !isa<FloatType>(field)) // scan_c3
      return failYield("yields a float as value #" + Twine(index) +
                       ", whose output is an integer: integers are converted "
                       "to floats, floats to floats only");
  }
  return success();
}

} // namespace scanc::prefix
