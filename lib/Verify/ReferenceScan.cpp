//===- ReferenceScan.cpp - A scan by its definition -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/ReferenceScan.h"
#include "SerialKernels.h"
#include "scanc/Verify/Elements.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace scanc::verify {

ReferenceScan::ReferenceScan() = default;
ReferenceScan::ReferenceScan(ReferenceScan &&) = default;
ReferenceScan &ReferenceScan::operator=(ReferenceScan &&) = default;
ReferenceScan::~ReferenceScan() = default;

/// An integer state has the signedness of its element.
static SmallVector<Type> signsOf(prefix::ScanOp scan, ArrayRef<Type> state) {
  SmallVector<Type> signs;
  for (auto [type, element] : llvm::zip_equal(state, scan.getElementTypes()))
    signs.push_back(type.isInteger() && element.isUnsignedInteger()
                        ? IntegerType::get(type.getContext(),
                                           type.getIntOrFloatBitWidth(),
                                           IntegerType::Unsigned)
                        : type);
  return signs;
}

/// scan(in, out, count).
static void buildScan(SerialBuilder &b, prefix::ScanOp scan) {
  ValueRange arguments = b.open("scan", 2);
  Value count = arguments[2];
  Value reversed = scan.getReverse() ? count : Value();
  Array in{arguments[0], llvm::to_vector(scan.getElementTypes()), reversed};
  Array out{arguments[1], llvm::to_vector(scan.getOutputTypes()), reversed};
  SmallVector<Type> signs = signsOf(scan, b.getStateTypes());
  State start;
  if (scan.getInit())
    for (auto value : scan.getInit()->getAsRange<TypedAttr>())
      start.push_back(arith::ConstantOp::create(b, value));
  else
    start = b.identity();
  b.loop(count, start, [&](Value i, ValueRange prefix) {
    State next = b.combine(prefix, b.load(in, i));
    b.store(scan.isInclusive() ? ValueRange(next) : prefix, signs, out, i);
    return next;
  });
}

llvm::Expected<ReferenceScan> ReferenceScan::create(prefix::ScanOp scan) {
  OwningOpRef<ModuleOp> prelude;
  prefix::MonoidOp monoid = monoidOf(scan, prelude);
  if (!monoid)
    return llvm::createStringError("the scan '@" + scan.getSymName() +
                                   "' names no known monoid: '@" +
                                   scan.getMonoid() + "'");
  ReferenceScan reference;
  reference.inputSize = prefix::StructLayout::of(scan.getElementTypes()).size;
  reference.resultSize = prefix::StructLayout::of(scan.getOutputTypes()).size;
  auto executor =
      compileSerial(monoid, [&](SerialBuilder &b) { buildScan(b, scan); });
  if (!executor)
    return executor.takeError();
  reference.executor = std::move(*executor);
  return reference;
}

llvm::Expected<std::vector<uint8_t>>
ReferenceScan::run(ArrayRef<uint8_t> input) {
  if (input.size() % inputSize)
    return llvm::createStringError(
        llvm::formatv("expected a whole number of elements of {0} bytes, got "
                      "{1} bytes",
                      inputSize, input.size()));
  const uint64_t count = input.size() / inputSize;
  std::vector<uint8_t> output(count * resultSize);
  if (llvm::Error error =
          runSerial(*executor, "scan", {input.data(), output.data()}, count))
    return error;
  return output;
}

llvm::Expected<std::vector<uint8_t>> referenceScan(prefix::ScanOp scan,
                                                   ArrayRef<uint8_t> input) {
  llvm::Expected<ReferenceScan> reference = ReferenceScan::create(scan);
  if (!reference)
    return reference.takeError();
  return reference->run(input);
}

} // namespace scanc::verify
