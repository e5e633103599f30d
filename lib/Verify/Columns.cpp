//===- Columns.cpp - Whether a scan of several columns is one of each -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both scans as a serial loop has them (ReferenceScan), on the same elements:
//
//   x0 y0 x1 y1 x2 y2       the joined scan's, three of two columns
//   x0 x1 x2, y0 y1 y2      those of two scans of one
//
// The states after elements and the outputs must have the same bits, from what
// the scans say themselves and, where they take initial states, from those that
// the first run leaves.
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include "scanc/Verify/ReferenceScan.h"
#include "scanc/Verify/Verify.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::verify;
using llvm::Expected;
using llvm::formatv;

using Bytes = std::vector<uint8_t>;

/// Elements of all columns by turns.
static Bytes interleave(ArrayRef<Bytes> columns, size_t size) {
  Bytes all;
  for (size_t at = 0; at < columns.front().size(); at += size)
    for (const Bytes &column : columns)
      all.insert(all.end(), column.begin() + at, column.begin() + at + size);
  return all;
}

/// The same elements, as the other scan's arrays have them.
static Bytes relay(const prefix::ElementArrays &from,
                   const prefix::ElementArrays &to, const Bytes &elements) {
  return ArrayParts(to).put(ArrayParts(from).take(elements));
}

namespace {
class Comparison {
public:
  Comparison(prefix::ScanOp joined, prefix::ScanOp one, ReferenceScan ofJoined,
             ReferenceScan ofOne)
      : joined(joined), one(one), ofJoined(std::move(ofJoined)),
        ofOne(std::move(ofOne)), columns(joined.getDomain().getColumns()) {}

  /// Empty, or what is not alike.
  Expected<std::string> compare(ArrayRef<Bytes> inputs) {
    std::vector<Bytes> initial(columns);
    Expected<std::string> unlike = compareFrom(inputs, initial);
    if (!unlike || !unlike->empty() || !one.getInitial())
      return unlike;
    // `initial` has got what the first run left.
    return compareFrom(inputs, initial);
  }

private:
  Expected<std::string> compareFrom(ArrayRef<Bytes> inputs,
                                    std::vector<Bytes> &initial) {
    std::vector<Bytes> outputs(columns), states(columns);
    Bytes starts;
    for (const Bytes &each : initial)
      starts.insert(starts.end(), each.begin(), each.end());
    const size_t count = inputs.front().size() / ofOne.elementSize();
    for (size_t column = 0; column < columns; ++column) {
      if (llvm::Error error =
              ofOne.run(inputs[column], 0, &states[column], initial[column])
                  .moveInto(outputs[column]))
        return error;
      initial[column] = ofOne.finals(states[column]);
    }
    Bytes ownStates;
    Expected<Bytes> own =
        ofJoined.run(relay(one.getInput(), joined.getInput(),
                           interleave(inputs, ofOne.elementSize())),
                     0, &ownStates, starts);
    if (!own)
      return own.takeError();
    const Bytes expected =
        relay(one.getOutput(), joined.getOutput(),
              interleave(outputs, outputs.front().size() / count));
    const char *what =
        *own != expected ? "outputs"
        : ownStates != interleave(states, states.front().size() / count)
            ? "states"
            : nullptr;
    if (!what)
      return "";
    return formatv("of {0} elements of each, the {1} are not those of {2} "
                   "scans side by side",
                   count, what, columns)
        .str();
  }

  prefix::ScanOp joined, one;
  ReferenceScan ofJoined, ofOne;
  size_t columns;
};
} // namespace

Expected<std::string> scanc::verify::compareColumns(prefix::ScanOp joined,
                                                    prefix::ScanOp one,
                                                    uint64_t seed) {
  Expected<ReferenceScan> ofJoined = ReferenceScan::create(joined);
  if (!ofJoined)
    return ofJoined.takeError();
  Expected<ReferenceScan> ofOne = ReferenceScan::create(one);
  if (!ofOne)
    return ofOne.takeError();
  unsigned size;
  const std::vector<Field> fields = fieldsOf(one.getInput(), size);
  Random random(seed);
  StatePool pool = sampleStates(fields, size, Constants(), random);
  Expected<Bytes> declared = declaredElements(one);
  if (!declared)
    return declared.takeError();
  if (!declared->empty())
    pool.bytes = std::move(*declared);
  Comparison comparison(joined, one, std::move(*ofJoined), std::move(*ofOne));
  auto compare = [&](size_t drawn) -> Expected<std::string> {
    for (size_t count : {1, 2, 3, 40}) {
      std::vector<Bytes> inputs(joined.getDomain().getColumns());
      for (Bytes &column : inputs)
        for (size_t i = 0; i < count; ++i)
          llvm::append_range(column, pool[random() % drawn]);
      Expected<std::string> unlike = comparison.compare(inputs);
      if (!unlike || !unlike->empty())
        return unlike;
    }
    return "";
  };
  Expected<std::string> unlike = compare(pool.size());
  if (unlike || pool.size() <= naturalStates)
    return unlike;
  // Some operators must not meet the odd ones.
  llvm::consumeError(unlike.takeError());
  return compare(naturalStates);
}
