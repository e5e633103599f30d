//===- Arrays.cpp - Elements as a scan's arrays hold them -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Arrays.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

namespace scanc::target {

/// The array of the `count` fields from number `first` on.
static ScanArray arrayOf(const std::vector<ScanField> &fields, size_t first,
                         const ArrayFields &own) {
  ScanArray array;
  array.firstField = first;
  array.fieldCount = own.count;
  array.structName = own.structName;
  array.offset = fields[first].offset;
  for (const ScanField &field :
       llvm::ArrayRef(fields).slice(first, own.count)) {
    array.alignment = std::max(array.alignment, field.size);
    array.size = field.offset + field.size - array.offset;
  }
  array.size = llvm::alignTo(array.size, array.alignment);
  return array;
}

static std::vector<ScanArray> arraysOf(const std::string &side,
                                       const std::vector<ScanField> &fields,
                                       const std::string &structName,
                                       std::vector<ArrayFields> parts,
                                       bool soa) {
  const bool areNumbered = parts.empty() ? soa : parts.size() > 1;
  if (parts.empty() && soa)
    parts.assign(fields.size(), {});
  else if (parts.empty())
    parts.push_back({fields.size(), structName});
  std::vector<ScanArray> arrays;
  size_t first = 0;
  for (const ArrayFields &part : parts) {
    ScanArray &array = arrays.emplace_back(arrayOf(fields, first, part));
    array.name = side;
    if (areNumbered)
      array.name = part.count == 1
                       ? nameArray(side, arrays.size() - 1, fields[first])
                       : side + std::to_string(arrays.size() - 1);
    first += part.count;
  }
  // Structs of one field may have it by one name.
  llvm::StringMap<unsigned> uses;
  for (const ScanArray &array : arrays)
    ++uses[array.name];
  for (auto [index, array] : llvm::enumerate(arrays))
    if (uses[array.name] > 1)
      array.name = side + std::to_string(index);
  return arrays;
}

std::string ScanDescription::apiName() const {
  llvm::StringRef shorter = name;
  return !suffix.empty() && shorter.consume_back(suffix) &&
                 shorter.consume_back("_")
             ? shorter.str()
             : name;
}

std::vector<ScanArray> ScanDescription::inputArrays() const {
  return arraysOf("in", element, elementStruct, loaded, soa);
}

std::vector<ScanArray> ScanDescription::outputArrays() const {
  return arraysOf("out", output, outputStruct, stored, soa);
}

static uint32_t sumOf(const std::vector<ScanArray> &arrays) {
  uint32_t bytes = 0;
  for (const ScanArray &array : arrays)
    bytes += array.size;
  return bytes;
}

uint32_t ScanDescription::inputBytes() const { return sumOf(inputArrays()); }

uint32_t ScanDescription::outputBytes() const { return sumOf(outputArrays()); }

llvm::ArrayRef<char> takeArray(const ScanArray &array,
                               llvm::ArrayRef<char> elements,
                               uint32_t elementSize,
                               std::vector<char> &storage) {
  if (array.size == elementSize)
    return elements;
  storage.resize(elements.size() / elementSize * array.size);
  char *to = storage.data();
  for (size_t at = array.offset; at < elements.size();
       at += elementSize, to += array.size)
    std::memcpy(to, &elements[at], array.size);
  return storage;
}

void putArray(const ScanArray &array, llvm::ArrayRef<char> values,
              llvm::MutableArrayRef<char> elements, uint32_t elementSize) {
  const char *from = values.data();
  for (size_t at = array.offset; at < elements.size();
       at += elementSize, from += array.size)
    std::memcpy(&elements[at], from, array.size);
}

scanc_tensor denseTensor(const ScanDescription &scan,
                         llvm::ArrayRef<uint64_t> extents, size_t axis) {
  scanc_tensor tensor = {};
  tensor.rank = static_cast<uint32_t>(extents.size());
  tensor.axis = static_cast<uint32_t>(axis);
  llvm::copy(extents, tensor.extent);
  const size_t inputs = scan.inputArrays().size(),
               arrays = inputs + scan.outputArrays().size();
  for (size_t array = 0; array < arrays; ++array) {
    uint64_t stride = 1; // of an empty array, it may be anything
    for (size_t k = extents.size(); k-- > 0;) {
      tensor.stride[array][k] = static_cast<int64_t>(stride);
      stride *= extents[k] + (k == axis && array >= inputs && scan.hasTotal);
    }
  }
  return tensor;
}

} // namespace scanc::target
