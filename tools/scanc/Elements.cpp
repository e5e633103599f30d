//===- Elements.cpp - Between .npy arrays and a scan's memory -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "Command.h"

#include "scanc/Machine/ScalarTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <new>

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using machine::ScalarType;

namespace {

/// Where one field of every element lies in the file.
struct FieldSource {
  uint64_t offset; ///< Of the first element's, from the start of the data.
  uint64_t stride; ///< Bytes to the next element's.
  uint64_t rowStride = 0; ///< Bytes to that of the next row.
};

} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::string describeShape(const npy::Header &header) {
  std::string text = "(";
  for (uint64_t extent : header.shape)
    text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + (header.shape.size() == 1 ? ",)" : ")");
}

/// "a 1-D array of '<i4' (i32)", or for several fields of their list.
static std::string describeExpected(const target::ScanDescription &scan) {
  const std::vector<target::ScanField> &element = scan.element;
  std::string numpy, names;
  for (const target::ScanField &field : element) {
    const ScalarType *type = machine::findScalarType(field.type);
    numpy += (numpy.empty() ? "'" : ", '") +
             (type ? type->numpy.str() : field.type) + "'";
    names += (names.empty() ? "" : ", ") +
             (target::areNamed(element) ? field.name + ": " : "") + field.type;
  }
  const std::string array = scan.isOfRows() ? "a 2-D array " : "a 1-D array ";
  if (element.size() == 1)
    return array + "of " + numpy + " (" + names + ")";
  return array + "with " + std::to_string(element.size()) + " fields " + numpy +
         " (" + names + ")";
}

static bool matches(StringRef fieldName, StringRef numpyType) {
  const ScalarType *type = machine::findScalarType(fieldName);
  return type && type->matchesNumpy(numpyType);
}

/// The fields of the file in the order of the element's: by name where the file
/// has all the names that the source gives, else as they lie.
static std::vector<npy::Field>
orderFields(const npy::Header &header,
            const std::vector<target::ScanField> &element) {
  if (!header.structured || !target::areNamed(element))
    return header.fields;
  std::vector<npy::Field> ordered;
  for (const target::ScanField &field : element) {
    auto found = llvm::find_if(header.fields, [&](const npy::Field &have) {
      return have.name == field.name;
    });
    if (found == header.fields.end())
      return header.fields;
    ordered.push_back(*found);
  }
  return ordered;
}

/// Dimensions of an array of the scan's elements.
static size_t dimensionsOf(const target::ScanDescription &scan) {
  return scan.isOfRows() ? 2 : 1;
}

/// Where the fields are, or why the array is no input of the scan.
static Expected<std::vector<FieldSource>>
findFields(const npy::Header &header, const target::ScanDescription &scan,
           StringRef fileName) {
  const std::vector<target::ScanField> &element = scan.element;
  auto refuse = [&] {
    return badInput(fileName + ": expected " + describeExpected(scan) +
                    ", got " + npy::printType(header) + " of shape " +
                    describeShape(header));
  };
  const size_t dimensions = dimensionsOf(scan);
  const bool areApart = header.shape.size() == dimensions + 1 &&
                        !header.structured &&
                        header.shape.back() == element.size();
  if (!areApart && (header.shape.size() != dimensions ||
                    header.fields.size() != element.size()))
    return refuse();
  // Bytes from one to the next along each dimension.
  llvm::SmallVector<uint64_t> strides(header.shape.size());
  uint64_t bytes = header.itemSize;
  for (size_t i = 0; i < strides.size(); ++i) {
    const size_t at = header.fortranOrder ? i : strides.size() - 1 - i;
    strides[at] = bytes;
    bytes *= header.shape[at];
  }
  const uint64_t rowStride = dimensions == 2 ? strides[0] : 0,
                 stride = strides[dimensions - 1];
  std::vector<FieldSource> sources;
  const std::vector<npy::Field> have = orderFields(header, element);
  for (auto [index, field] : llvm::enumerate(element)) {
    const npy::Field &own = areApart ? have.front() : have[index];
    if (!matches(field.type, own.type))
      return refuse();
    sources.push_back(
        {areApart ? index * strides.back() : own.offset, stride, rowStride});
  }
  return sources;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

Expected<Elements> Elements::load(const npy::Array &array,
                                  const target::ScanDescription &scan,
                                  StringRef fileName) {
  Expected<std::vector<FieldSource>> sources =
      findFields(array.header, scan, fileName);
  if (!sources)
    return sources.takeError();

  Elements elements;
  const uint64_t rows = scan.isOfRows() ? array.header.shape[0] : 1;
  const uint64_t row = array.header.shape[dimensionsOf(scan) - 1];
  elements.n = rows * row;
  elements.rowCount = rows;
  elements.rowLength = row;
  // The scan needs its elements aligned; a file may put them anywhere.
  bool asItIs =
      reinterpret_cast<uintptr_t>(array.data()) % scan.elementAlign == 0;
  for (auto [source, field] : llvm::zip(*sources, scan.element))
    asItIs &= source.offset == field.offset &&
              source.stride == scan.elementSize &&
              (rows <= 1 || source.rowStride == row * scan.elementSize);
  uint64_t size = elements.n * scan.elementSize;
  if (asItIs) {
    elements.view = {array.data(), static_cast<size_t>(size)};
    return elements;
  }

  // Zeroed: the padding of an element is never read, but may be copied.
  elements.storage.reset(new (std::nothrow) char[size]());
  if (!elements.storage)
    return badInput(fileName + ": not enough memory for " + Twine(size) +
                    " bytes");
  for (auto [source, field] : llvm::zip(*sources, scan.element)) {
    const char *from = array.data() + source.offset;
    char *to = elements.storage.get() + field.offset;
    for (uint64_t at = 0; at < rows; ++at)
      for (uint64_t i = 0; i < row; ++i, to += scan.elementSize)
        std::memcpy(to, from + at * source.rowStride + i * source.stride,
                    field.size);
  }
  elements.view = {elements.storage.get(), static_cast<size_t>(size)};
  return elements;
}

npy::Header scanc::outputHeader(const npy::Header &input,
                                const target::ScanDescription &scan) {
  // A type that NumPy does not have is spelt as the input spells it.
  StringRef opaque;
  for (const npy::Field &field : input.fields)
    if (field.kind == 'V')
      opaque = field.type;

  npy::Header header;
  bool sameTypes = true;
  for (auto [index, field] : llvm::enumerate(scan.output)) {
    const ScalarType &type = machine::getScalarType(field.type);
    npy::Field out;
    out.type = !opaque.empty() && type.matchesNumpy(opaque) ? opaque.str()
                                                            : type.numpy.str();
    out.size = field.size;
    out.offset = field.offset;
    out.name = input.structured && index < input.fields.size() &&
                       !target::areNamed(scan.output)
                   ? input.fields[index].name
                   : target::nameField(index, field);
    sameTypes &= field.type == scan.output.front().type;
    header.fields.push_back(std::move(out));
  }
  header.itemSize = scan.outputSize;
  const size_t dimensions = dimensionsOf(scan);
  header.shape.assign(input.shape.begin(), input.shape.begin() + dimensions);
  if (input.shape.size() == dimensions + 1 && sameTypes) {
    // Fields of one type have no padding: an element is a row.
    header.shape.push_back(scan.output.size());
    header.itemSize = header.fields.front().size;
    header.fields.resize(1);
    return header;
  }
  header.structured = input.structured || scan.output.size() > 1;
  return header;
}
