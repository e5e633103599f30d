//===- Expect.cpp - What an op expects of its circuit ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/IR/Expect.h"

#include "scanc/Circuits/Cost.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace scanc;

Location scanc::prefix::withPlacesOfFigures(Location location,
                                            DictionaryAttr places) {
  if (places.empty())
    return location;
  return FusedLoc::get({location}, places, location.getContext());
}

/// Where `figure` is written, or else where `op` is.
static Location placeOf(Operation *op, StringRef figure) {
  if (auto fused = dyn_cast<FusedLoc>(op->getLoc()))
    if (auto places = dyn_cast_or_null<DictionaryAttr>(fused.getMetadata()))
      if (auto place = places.getAs<LocationAttr>(figure))
        return place;
  return op->getLoc();
}

LogicalResult scanc::prefix::verifyExpect(Operation *op,
                                          DictionaryAttr expect) {
  if (!expect)
    return success();
  for (NamedAttribute entry : expect) {
    if (llvm::none_of(circuits::figures(), [&](const auto &known) {
          return entry.getName() == known.name;
        }))
      return op->emitOpError("expects an unknown figure '")
             << entry.getName().getValue() << "'";
    auto value = dyn_cast<IntegerAttr>(entry.getValue());
    if (!value || !value.getType().isSignlessInteger(64))
      return op->emitOpError("'")
             << entry.getName().getValue()
             << "' must be an integer of 64 bits, got " << entry.getValue();
  }
  return success();
}

LogicalResult scanc::prefix::checkExpect(Operation *op, DictionaryAttr expect,
                                         const circuits::Network &network) {
  if (!expect || expect.empty())
    return success();
  circuits::Cost cost = circuits::computeCost(network);
  LogicalResult result = success();
  for (const circuits::Figure &figure : circuits::figures()) {
    auto expected = expect.getAs<IntegerAttr>(figure.name);
    if (!expected || expected.getInt() == cost.*figure.value)
      continue;
    mlir::emitError(placeOf(op, figure.name))
        << "expected " << figure.name << " " << expected.getInt() << ", got "
        << cost.*figure.value;
    result = failure();
  }
  return result;
}
