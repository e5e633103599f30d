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

#include <utility>

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
      : b(b), scan(scan),
        arguments(b.open(
            name, scan.getInput().count() + scan.getOutput().count() + 1, 2)),
        count(arguments.drop_back().back()), chain(arguments.back()),
        signs(signedStates(scan, b.getStateTypes())) {
    // What there is beside the length is that of a chain; so are strides, which
    // leave no gaps.
    const prefix::DomainAttrInterface over = scan.getDomain();
    const size_t inputs = scan.getInput().count(),
                 arrays = inputs + scan.getOutput().count();
    SmallVector<Value> sizes(
        over.getSizeNames().size() + (over.hasStrides() ? arrays : 0), chain);
    sizes.front() = count;
    std::unique_ptr<prefix::Domain> domain = prefix::Domain::of(scan, sizes);
    ValueRange bases = arguments.take_front(arrays);
    states = {{arguments[arrays]}, {llvm::to_vector(b.getStateTypes())}, {}};
    in = {bases.take_front(inputs), scan.getInput(),
          domain->walk(b, prefix::Side::Input),
          b.addMap(scan, /*isLoad=*/true)};
    out = {bases.drop_front(inputs), scan.getOutput(),
           domain->walk(b, prefix::Side::Output),
           b.addMap(scan, /*isLoad=*/false), &in};
    in.whole = out.whole = domain->bind(b, prefix::Side::Input);
  }
  ScanKernelBuilder(const ScanKernelBuilder &) = delete;

  /// Element `i`, of which maps want to know where in its chain it lies.
  Element element(Value i) {
    if (!scan.hasLoad() && !scan.hasStore())
      return {i};
    Value place = placeInChain(i);
    if (scan.getReverse()) {
      Value last = arith::SubIOp::create(b, chain, b.i64(1));
      place = arith::SubIOp::create(b, last, place);
    }
    return {i, place};
  }
  void store(ValueRange before, ValueRange after, Value i) {
    b.store(after, b.getStateTypes(), this->states, {i});
    SmallVector<Value> states;
    if (scan.getScanOutputs() != prefix::ScanOutputs::After)
      llvm::append_range(states, before);
    if (scan.getScanOutputs() != prefix::ScanOutputs::Before)
      llvm::append_range(states, after);
    b.store(states, signs, out, element(i));
  }

  /// Where element `i` is in its chain.
  Value placeInChain(Value i) {
    return scan.getDomain().hasChains() ? arith::RemUIOp::create(b, i, chain)
                                        : i;
  }
  State choose(Value condition, ValueRange then, ValueRange otherwise) {
    State chosen;
    for (auto [t, o] : llvm::zip_equal(then, otherwise))
      chosen.push_back(arith::SelectOp::create(b, condition, t, o));
    return chosen;
  }
  Value isAt(Value place, int64_t which) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place,
                                 b.i64(which));
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
  Value count, chain;
  SmallVector<Type> signs;
  Arrays in, out, states; // states: those after elements
};
} // namespace

/// scan(in, out, states, count, chain).
static void buildScan(SerialBuilder &b, prefix::ScanOp scan) {
  ScanKernelBuilder kernel(b, scan, "scan");
  const State start = kernel.start();
  b.loop(kernel.count, start, [&](Value i, ValueRange carried) {
    const State prefix =
        kernel.choose(kernel.isAt(kernel.placeInChain(i), 0), start, carried);
    State next = b.combine(prefix, b.load(kernel.in, kernel.element(i)));
    kernel.store(prefix, next, i);
    return next;
  });
}

static std::string nameOfGroups(uint64_t size) {
  return "groups_of_" + std::to_string(size);
}

/// NAME(in, out, states, count, chain): the state is what comes before a group,
/// then what the group has before an element.
static void buildGroups(SerialBuilder &b, prefix::ScanOp scan, StringRef name,
                        int64_t groupSize) {
  ScanKernelBuilder kernel(b, scan, name);
  const State identity = b.identity();
  const State start = kernel.start();
  State carry = start;
  const size_t fields = carry.size();
  llvm::append_range(carry, identity);
  b.loop(kernel.count, carry, [&](Value i, ValueRange carried) {
    Value place = kernel.placeInChain(i);
    Value isFirst = kernel.isAt(place, 0);
    const State prefix =
        kernel.choose(isFirst, start, carried.take_front(fields));
    const State partial =
        kernel.choose(isFirst, identity, carried.drop_front(fields));
    Value inGroup = arith::RemUIOp::create(b, place, b.i64(groupSize));
    // The identity may change an element that is out of the operator's domain;
    // a kernel need not combine them.
    const State element = b.load(kernel.in, kernel.element(i));
    const State longer = kernel.choose(kernel.isAt(inGroup, 0), element,
                                       b.combine(partial, element));
    const State all = b.combine(prefix, longer);
    kernel.store(scan.getScanOutputs() == prefix::ScanOutputs::After
                     ? prefix
                     : b.combine(prefix, partial),
                 all, i);
    Value isLast = kernel.isAt(inGroup, groupSize - 1);
    State next = kernel.choose(isLast, all, prefix);
    llvm::append_range(next, kernel.choose(isLast, identity, longer));
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
  reference.inputs = ArrayParts(scan.getInput());
  reference.outputs = ArrayParts(scan.getOutput());
  reference.stateSize = prefix::StructLayout::of(monoid.getStateTypes()).size;
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
ReferenceScan::run(ArrayRef<uint8_t> input, uint64_t chain,
                   std::vector<uint8_t> *states) {
  return run("scan", input, chain, states);
}

llvm::Expected<std::vector<uint8_t>>
ReferenceScan::runInGroups(ArrayRef<uint8_t> input, uint64_t size,
                           uint64_t chain, std::vector<uint8_t> *states) {
  assert(llvm::is_contained(groupSizes, size) && "no kernel for it");
  return run(nameOfGroups(size), input, chain, states);
}

llvm::Expected<std::vector<uint8_t>>
ReferenceScan::run(StringRef kernel, ArrayRef<uint8_t> input, uint64_t chain,
                   std::vector<uint8_t> *states) {
  if (input.size() % elementSize())
    return llvm::createStringError(
        llvm::formatv("expected a whole number of elements of {0} bytes, got "
                      "{1} bytes",
                      elementSize(), input.size()));
  const uint64_t count = input.size() / elementSize();
  const ArrayParts::Values from = inputs.take(input);
  ArrayParts::Values to = outputs.make(count);
  std::vector<const void *> pointers;
  for (const ArrayParts::Values *side : {&from, &std::as_const(to)})
    for (const std::vector<uint8_t> &array : *side)
      pointers.push_back(array.data());
  std::vector<uint8_t> own(count * stateSize);
  pointers.push_back(own.data());
  if (llvm::Error error =
          runSerial(*executor, kernel, pointers,
                    {count, chain ? chain : std::max<uint64_t>(count, 1)}))
    return error;
  if (states)
    *states = std::move(own);
  return outputs.put(to);
}

llvm::Expected<std::vector<uint8_t>> referenceScan(prefix::ScanOp scan,
                                                   ArrayRef<uint8_t> input) {
  llvm::Expected<ReferenceScan> reference = ReferenceScan::create(scan);
  if (!reference)
    return reference.takeError();
  return reference->run(input);
}

} // namespace scanc::verify
