//===- Elements.cpp - What is known of the elements of scans --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/Elements.h"
#include "SerialKernels.h"
#include "Values.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"
#include "scanc/Dialect/Prefix/Prelude/Prelude.h"
#include "scanc/Verify/HostMonoid.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace scanc::verify {

prefix::MonoidOp monoidOf(prefix::ScanOp scan, OwningOpRef<ModuleOp> &prelude) {
  if (auto monoid = SymbolTable::lookupNearestSymbolFrom<prefix::MonoidOp>(
          scan, scan.getMonoidAttr()))
    return monoid;
  prelude = parseSourceString<ModuleOp>(
      prefix::preludeSource(), ParserConfig(scan.getContext()), "prelude.mlir");
  if (!prelude)
    return {};
  return dyn_cast_or_null<prefix::MonoidOp>(
      SymbolTable::lookupSymbolIn(*prelude, scan.getMonoidAttr()));
}

/// Writes `value` as a field of type `type`. False where it is no number, or a
/// fraction where an integer is expected.
static bool write(Attribute value, Type type, MutableArrayRef<uint8_t> bytes) {
  APInt bits;
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    if (isa<FloatType>(type))
      return false;
    bits = integer.getValue().sextOrTrunc(type.getIntOrFloatBitWidth());
  } else if (auto number = dyn_cast<FloatAttr>(value)) {
    auto target = dyn_cast<FloatType>(type);
    if (!target)
      return false;
    APFloat converted = number.getValue();
    bool inexact;
    converted.convert(target.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                      &inexact);
    bits = converted.bitcastToAPInt();
  } else {
    return false;
  }
  storeBits(bits, bytes);
  return true;
}

SmallVector<Type> signedStates(prefix::ScanOp scan, TypeRange state) {
  SmallVector<Type> types;
  for (auto [type, element] : llvm::zip_equal(state, scan.getElementTypes()))
    types.push_back(type.isInteger() && element.isUnsignedInteger()
                        ? IntegerType::get(type.getContext(),
                                           type.getIntOrFloatBitWidth(),
                                           IntegerType::Unsigned)
                        : type);
  return types;
}

llvm::Expected<std::vector<uint8_t>> declaredElements(prefix::ScanOp scan) {
  Attribute declared = scan->getAttr("prefix.elements");
  if (!declared)
    return std::vector<uint8_t>();
  auto failure = [&] {
    return llvm::createStringError(
        "'prefix.elements' of the scan '@" + scan.getSymName() +
        "' must be a list of elements, each a list of one number per field");
  };
  auto list = dyn_cast<ArrayAttr>(declared);
  if (!list)
    return failure();
  std::vector<Field> fields = fieldsOf(scan.getElementTypes());
  const unsigned size = prefix::StructLayout::of(scan.getElementTypes()).size;
  std::vector<uint8_t> elements(list.size() * size);
  for (auto [index, entry] : llvm::enumerate(list)) {
    auto element = dyn_cast<ArrayAttr>(entry);
    if (!element || element.size() != fields.size())
      return failure();
    for (auto [value, field] : llvm::zip_equal(element, fields))
      if (!write(value, field.type,
                 MutableArrayRef(elements).slice(index * size + field.offset,
                                                 field.size)))
        return failure();
  }
  return elements;
}

llvm::Expected<std::vector<uint8_t>> toStates(prefix::MonoidOp monoid,
                                              ArrayRef<Type> types,
                                              ArrayRef<uint8_t> elements) {
  auto executor = compileSerial(monoid, [&](SerialBuilder &b) {
    ValueRange arguments = b.open("convert", 2);
    Array in{arguments[0], llvm::to_vector(types), {}};
    Array out{arguments[1], llvm::to_vector(b.getStateTypes()), {}};
    b.loop(arguments[2], {}, [&](Value i, ValueRange) {
      b.store(b.load(in, i), b.getStateTypes(), out, i);
      return State();
    });
  });
  if (!executor)
    return executor.takeError();
  const uint64_t count = elements.size() / prefix::StructLayout::of(types).size;
  std::vector<uint8_t> states(
      count * prefix::StructLayout::of(monoid.getStateTypes()).size);
  if (llvm::Error error = runSerial(**executor, "convert",
                                    {elements.data(), states.data()}, count))
    return error;
  return states;
}

} // namespace scanc::verify
