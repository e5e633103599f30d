//===- ContestCheck.cpp - Outputs against the reference -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contest.h"
#include "ToolError.h"

#include "scanc/Target/Arrays.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace scanc;
using namespace scanc::bench;
using llvm::Error;
using llvm::Expected;

Expected<std::string> Contest::checkGuards(unsigned slot) {
  for (const ArrayBlock::Part &part : outs->parts()) {
    unsigned char guard[ArrayBlock::room];
    if (Error error = gpu.driver().check(
            gpu.driver().cuMemcpyDtoH_v2(
                guard, outputAt(slot) + part.offset + part.bytes,
                ArrayBlock::room),
            "copying outputs"))
      return error;
    if (!llvm::all_of(guard, [](unsigned char byte) {
          return byte == ArrayBlock::poison;
        }))
      return "wrote behind the output";
  }
  return "";
}

/// Outputs from `first` on, as C structs.
Expected<std::vector<uint8_t>> Contest::download(unsigned slot, uint64_t first,
                                                 uint64_t count) const {
  std::vector<uint8_t> outputs(count * scan.outputSize);
  std::vector<char> values;
  for (const ArrayBlock::Part &part : outs->parts()) {
    values.resize(count * part.array.size);
    if (Error error = gpu.driver().check(
            gpu.driver().cuMemcpyDtoH_v2(values.data(),
                                         outputAt(slot) + part.offset +
                                             first * part.array.size,
                                         values.size()),
            "copying outputs"))
      return error;
    target::putArray(part.array, values,
                     {reinterpret_cast<char *>(outputs.data()), outputs.size()},
                     scan.outputSize);
  }
  return outputs;
}

std::string Contest::nameOutput(uint64_t k) const {
  if (!prepared.subject.tensor)
    return llvm::formatv("output {0} of {1}", k, n).str();
  const std::vector<uint64_t> &shape = prepared.subject.tensor->shape;
  std::vector<uint64_t> place(shape.size());
  for (size_t d = shape.size(); d-- > 0; k /= shape[d])
    place[d] = k % shape[d];
  return "output " + describeShape(place) + " of " + describeShape(shape);
}

/// What is wrong with outputs that differ from the reference, the first one or
/// one behind it: nothing, where they need not agree to the bit and differ by
/// rounding; then `loose` is set.
Expected<std::string> Contest::explain(unsigned slot, uint64_t first,
                                       uint64_t wrongWords, bool &loose) {
  const uint64_t count = std::min(n, prepared.checked);
  const uint64_t from = scan.reverse ? n - count : 0;
  const uint64_t reference =
      scan.reverse ? prepared.checked - count : 0; // of its outputs
  // One output is enough where each must agree.
  const uint64_t begin = prepared.exact ? first : 0;
  const uint64_t end = prepared.exact ? begin + 1 : count;
  Expected<std::vector<uint8_t>> got =
      download(slot, from + begin, end - begin);
  if (!got)
    return got.takeError();
  for (uint64_t k = begin; k < end; ++k) {
    const uint8_t *is = &(*got)[(k - begin) * scan.outputSize];
    const uint8_t *should =
        &prepared.expected[(reference + k) * scan.outputSize];
    if (prepared.exact || !isClose(scan, is, should))
      return llvm::formatv("{0} is {1}, expected {2}; {3} words of 4 bytes "
                           "differ",
                           nameOutput(from + k), printOutput(scan, is),
                           printOutput(scan, should), wrongWords)
          .str();
  }
  loose = true;
  return "";
}

Expected<std::string> Contest::checkSlot(unsigned slot, bool &loose) {
  // Slots hold the same elements: outputs that agree with those of the first
  // need not be looked at one by one again.
  const bool asFirst = loose && slot > 0;
  for (size_t index = 0; index < outs->parts().size(); ++index) {
    Expected<std::string> wrong = checkArray(slot, index, loose, asFirst);
    if (!wrong || !wrong->empty())
      return wrong;
  }
  return checkGuards(slot);
}

/// Compares an array of the outputs with the reference's, or with that of the
/// first slot.
Expected<std::string> Contest::checkArray(unsigned slot, size_t index,
                                          bool &loose, bool asFirst) {
  const ArrayBlock::Part &part = outs->parts()[index];
  const uint64_t size = part.array.size;
  const uint64_t count = std::min(n, prepared.checked), bytes = count * size;
  DevicePointer got =
      outputAt(slot) + part.offset + (scan.reverse ? (n - count) * size : 0);
  DevicePointer reference =
      expected.address() + expectedBlock.parts()[index].offset +
      (scan.reverse ? (prepared.checked - count) * size : 0);
  if (got % 4)
    return toolFailed("cannot compare a part of a reverse scan at an odd size");
  if (asFirst)
    reference = got - outputAt(slot) + outputAt(0);
  if (reference % 4) {
    // Words are compared, so it must lie at one.
    if (Error error = shifted.reserve(llvm::alignTo(bytes, 4)))
      return error;
    if (Error error = gpu.driver().check(
            gpu.driver().cuMemcpyDtoDAsync_v2(shifted.address(), reference,
                                              bytes, gpu.stream()),
            "copying the reference"))
      return error;
    reference = shifted.address();
  }
  // Bytes between fields are nobody's.
  std::vector<uint8_t> mask(size, 0);
  for (const target::ScanField &field : scan.output)
    if (field.offset >= part.array.offset &&
        field.offset < part.array.offset + size)
      std::fill_n(mask.begin() + field.offset - part.array.offset, field.size,
                  1);
  auto difference = gpu.compare(got, reference, bytes, mask);
  if (!difference)
    return difference.takeError();
  if (!*difference)
    return "";
  return explain(slot, (*difference)->firstByte / size, (*difference)->words,
                 loose);
}
