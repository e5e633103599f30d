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
static std::string
describeExpected(const std::vector<target::ScanField> &element) {
  std::string numpy, names;
  for (const target::ScanField &field : element) {
    const ScalarType *type = machine::findScalarType(field.type);
    numpy += (numpy.empty() ? "'" : ", '") +
             (type ? type->numpy.str() : field.type) + "'";
    names += (names.empty() ? "" : ", ") +
             (target::areNamed(element) ? field.name + ": " : "") + field.type;
  }
  if (element.size() == 1)
    return "a 1-D array of " + numpy + " (" + names + ")";
  return "a 1-D array with " + std::to_string(element.size()) + " fields " +
         numpy + " (" + names + ")";
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

/// Where the fields are, or why the array is no input of the scan.
static Expected<std::vector<FieldSource>>
findFields(const npy::Header &header,
           const std::vector<target::ScanField> &element, StringRef fileName) {
  auto refuse = [&] {
    return badInput(fileName + ": expected " + describeExpected(element) +
                    ", got " + npy::printType(header) + " of shape " +
                    describeShape(header));
  };
  std::vector<FieldSource> sources;
  if (header.shape.size() == 1 && header.fields.size() == element.size()) {
    for (auto [field, have] :
         llvm::zip_equal(element, orderFields(header, element))) {
      if (!matches(field.type, have.type))
        return refuse();
      sources.push_back({have.offset, header.itemSize});
    }
    return sources;
  }
  if (header.shape.size() == 2 && !header.structured &&
      header.shape[1] == element.size()) {
    uint64_t size = header.itemSize, rows = header.shape[0];
    for (uint64_t i = 0; i < element.size(); ++i) {
      if (!matches(element[i].type, header.fields.front().type))
        return refuse();
      if (header.fortranOrder)
        sources.push_back({i * rows * size, size});
      else
        sources.push_back({i * size, element.size() * size});
    }
    return sources;
  }
  return refuse();
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

Expected<Elements> Elements::load(const npy::Array &array,
                                  const target::ScanDescription &scan,
                                  StringRef fileName) {
  Expected<std::vector<FieldSource>> sources =
      findFields(array.header, scan.element, fileName);
  if (!sources)
    return sources.takeError();

  Elements elements;
  elements.n = array.header.shape.front();
  // The scan needs its elements aligned; a file may put them anywhere.
  bool asItIs =
      reinterpret_cast<uintptr_t>(array.data()) % scan.elementAlign == 0;
  for (auto [source, field] : llvm::zip(*sources, scan.element))
    asItIs &=
        source.offset == field.offset && source.stride == scan.elementSize;
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
    for (uint64_t i = 0; i < elements.n; ++i)
      std::memcpy(to + i * scan.elementSize, from + i * source.stride,
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
  header.shape = {input.shape.front()};
  if (input.shape.size() == 2 && sameTypes) {
    // Fields of one type have no padding: an element is a row.
    header.shape.push_back(scan.output.size());
    header.itemSize = header.fields.front().size;
    header.fields.resize(1);
    return header;
  }
  header.structured = input.structured || scan.output.size() > 1;
  return header;
}
