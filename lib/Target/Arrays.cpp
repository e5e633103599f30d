//===- Arrays.cpp - Elements as a scan's arrays hold them -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Target/Arrays.h"

#include <cstring>

namespace scanc::target {

static std::vector<ScanArray> arraysOf(const std::vector<ScanField> &fields,
                                       uint32_t size, uint32_t alignment,
                                       bool soa) {
  if (!soa)
    return {{0, size, alignment}};
  std::vector<ScanArray> arrays;
  for (const ScanField &field : fields)
    arrays.push_back({field.offset, field.size, field.size});
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
  return arraysOf(element, elementSize, elementAlign, soa);
}

std::vector<ScanArray> ScanDescription::outputArrays() const {
  return arraysOf(output, outputSize, outputAlign, soa);
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

} // namespace scanc::target
