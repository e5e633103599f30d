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

#include <cstring>

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

/// Where in an element what each array has of it begins, and its size.
static prefix::StructLayout layoutOf(const prefix::ElementArrays &arrays) {
  return arrays.apart ? arrays.together()
                      : prefix::StructLayout::of(arrays.types);
}

ArrayParts::ArrayParts(const prefix::ElementArrays &arrays) {
  const prefix::StructLayout all = layoutOf(arrays);
  size = all.size;
  for (auto [array, layout] : llvm::enumerate(arrays.layouts())) {
    offsets.push_back(arrays.apart ? all.offsets[array] : 0);
    sizes.push_back(layout.size);
  }
}

ArrayParts::Values ArrayParts::make(uint64_t count) const {
  Values arrays;
  for (unsigned own : sizes)
    arrays.emplace_back(count * own);
  return arrays;
}

ArrayParts::Values ArrayParts::take(ArrayRef<uint8_t> elements) const {
  Values arrays = make(elements.size() / size);
  for (auto [array, own, offset] : llvm::zip_equal(arrays, sizes, offsets))
    for (size_t k = 0; k < elements.size() / size; ++k)
      std::memcpy(&array[k * own], &elements[k * size + offset], own);
  return arrays;
}

std::vector<uint8_t> ArrayParts::put(const Values &arrays) const {
  std::vector<uint8_t> elements(arrays.front().size() / sizes.front() * size);
  for (auto [array, own, offset] : llvm::zip_equal(arrays, sizes, offsets))
    for (size_t k = 0; k < elements.size() / size; ++k)
      std::memcpy(&elements[k * size + offset], &array[k * own], own);
  return elements;
}

std::vector<Field> fieldsOf(const prefix::ElementArrays &arrays,
                            unsigned &size) {
  const prefix::StructLayout all = layoutOf(arrays);
  size = all.size;
  std::vector<Field> fields;
  for (size_t array = 0; array < arrays.count(); ++array)
    for (Field field : fieldsOf(arrays.fieldsOf(array))) {
      field.offset += arrays.apart ? all.offsets[array] : 0;
      fields.push_back(field);
    }
  return fields;
}

SmallVector<Type> signedStates(prefix::ScanOp scan, TypeRange state) {
  if (scan.hasLoad())
    return llvm::to_vector(state);
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
  unsigned size;
  const std::vector<Field> fields = fieldsOf(scan.getInput(), size);
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

llvm::Expected<std::vector<uint8_t>> toStates(prefix::ScanOp scan,
                                              prefix::MonoidOp monoid,
                                              ArrayRef<uint8_t> elements) {
  const prefix::ElementArrays input = scan.getInput();
  auto executor = compileSerial(monoid, [&](SerialBuilder &b) {
    ValueRange arguments = b.open("convert", input.count() + 1);
    Arrays in{arguments.take_front(input.count()), input, {}};
    in.map = b.addMap(scan, /*isLoad=*/true);
    in.whole = b.line(arguments.back());
    Arrays out{
        {arguments[input.count()]}, {llvm::to_vector(b.getStateTypes())}, {}};
    b.loop(arguments.back(), {}, [&](Value i, ValueRange) {
      b.store(b.load(in, {i, i}), b.getStateTypes(), out, {i});
      return State();
    });
  });
  if (!executor)
    return executor.takeError();
  const ArrayParts parts(input);
  const uint64_t count = elements.size() / parts.elementSize();
  std::vector<uint8_t> states(
      count * prefix::StructLayout::of(monoid.getStateTypes()).size);
  const ArrayParts::Values storage = parts.take(elements);
  SmallVector<const void *> pointers;
  for (const std::vector<uint8_t> &array : storage)
    pointers.push_back(array.data());
  pointers.push_back(states.data());
  if (llvm::Error error = runSerial(**executor, "convert", pointers, count))
    return error;
  return states;
}

} // namespace scanc::verify
