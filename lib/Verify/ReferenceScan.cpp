//===- ReferenceScan.cpp - A scan by its definition -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/ReferenceScan.h"
#include "SerialKernels.h"

#include "scanc/Conversion/Access/Domain.h"
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

namespace {
/// A kernel over a scan's arrays.
struct ScanKernelBuilder {
  ScanKernelBuilder(SerialBuilder &b, prefix::ScanOp scan, StringRef name)
      : b(b), scan(scan), arguments(b.open(name, 2)), count(arguments[2]),
        signs(signedStates(scan, b.getStateTypes())) {
    Value walk = prefix::Domain::of(scan, count)->walk(b);
    in = {arguments[0], llvm::to_vector(scan.getElementTypes()), walk};
    out = {arguments[1], llvm::to_vector(scan.getOutputTypes()), walk};
  }

  State start() {
    if (!scan.getInit())
      return b.identity();
    State init;
    for (auto value : scan.getInit()->getAsRange<TypedAttr>())
      init.push_back(arith::ConstantOp::create(b, value));
    return init;
  }

  SerialBuilder &b;
  prefix::ScanOp scan;
  ValueRange arguments;
  Value count;
  SmallVector<Type> signs;
  Array in, out;
};
} // namespace

/// scan(in, out, count).
static void buildScan(SerialBuilder &b, prefix::ScanOp scan) {
  ScanKernelBuilder kernel(b, scan, "scan");
  b.loop(kernel.count, kernel.start(), [&](Value i, ValueRange prefix) {
    State next = b.combine(prefix, b.load(kernel.in, i));
    b.store(scan.isInclusive() ? ValueRange(next) : prefix, kernel.signs,
            kernel.out, i);
    return next;
  });
}

static std::string nameOfGroups(uint64_t size) {
  return "groups_of_" + std::to_string(size);
}

/// NAME(in, out, count): the state is what comes before a group, then what the
/// group has before an element.
static void buildGroups(SerialBuilder &b, prefix::ScanOp scan, StringRef name,
                        int64_t groupSize) {
  ScanKernelBuilder kernel(b, scan, name);
  const State identity = b.identity();
  State carry = kernel.start();
  const size_t fields = carry.size();
  llvm::append_range(carry, identity);
  b.loop(kernel.count, carry, [&](Value i, ValueRange carried) {
    ValueRange prefix = carried.take_front(fields),
               partial = carried.drop_front(fields);
    Value place = arith::RemUIOp::create(b, i, b.i64(groupSize));
    auto isAt = [&](int64_t which) {
      return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place,
                                   b.i64(which));
    };
    auto choose = [&](Value condition, ValueRange then, ValueRange otherwise) {
      State chosen;
      for (auto [t, o] : llvm::zip_equal(then, otherwise))
        chosen.push_back(arith::SelectOp::create(b, condition, t, o));
      return chosen;
    };
    // The identity may change an element that is out of the operator's domain;
    // a kernel need not combine them.
    const State element = b.load(kernel.in, i);
    State longer = choose(isAt(0), element, b.combine(partial, element));
    State all = b.combine(prefix, longer);
    b.store(scan.isInclusive() ? all : b.combine(prefix, partial), kernel.signs,
            kernel.out, i);
    Value isLast = isAt(groupSize - 1);
    State next = choose(isLast, all, prefix);
    llvm::append_range(next, choose(isLast, identity, longer));
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
  auto executor = compileSerial(monoid, [&](SerialBuilder &b) {
    buildScan(b, scan);
    for (uint64_t size : groupSizes)
      buildGroups(b, scan, nameOfGroups(size), size);
  });
  if (!executor)
    return executor.takeError();
  reference.executor = std::move(*executor);
  return reference;
}

llvm::Expected<std::vector<uint8_t>>
ReferenceScan::run(ArrayRef<uint8_t> input) {
  return run("scan", input);
}

llvm::Expected<std::vector<uint8_t>>
ReferenceScan::runInGroups(ArrayRef<uint8_t> input, uint64_t size) {
  assert(llvm::is_contained(groupSizes, size) && "no kernel for it");
  return run(nameOfGroups(size), input);
}

llvm::Expected<std::vector<uint8_t>>
ReferenceScan::run(StringRef kernel, ArrayRef<uint8_t> input) {
  if (input.size() % inputSize)
    return llvm::createStringError(
        llvm::formatv("expected a whole number of elements of {0} bytes, got "
                      "{1} bytes",
                      inputSize, input.size()));
  const uint64_t count = input.size() / inputSize;
  std::vector<uint8_t> output(count * resultSize);
  if (llvm::Error error =
          runSerial(*executor, kernel, {input.data(), output.data()}, count))
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
