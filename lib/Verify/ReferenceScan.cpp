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
            name, scan.getInput().count() + scan.getOutput().count() + 2, 3)),
        count(arguments.drop_back(2).back()),
        chain(arguments.drop_back().back()), hasInitial(arguments.back()),
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
    initial = states;
    initial.bases = {arguments[arrays + 1]};
    in = {bases.take_front(inputs), scan.getInput(),
          domain->walk(b, prefix::Side::Input),
          b.addMap(scan, /*isLoad=*/true)};
    out = {bases.drop_front(inputs), scan.getOutput(),
           domain->walk(b, prefix::Side::Output),
           b.addMap(scan, /*isLoad=*/false), &in};
    in.whole = out.whole = domain->bind(b, prefix::Side::Input);
    // Of outputs with others between, the places are computed here.
    if (scan.getTotal())
      out.walk = {};
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
    if (scan.getStored() != prefix::ScanOutputs::After)
      llvm::append_range(states, before);
    if (scan.getStored() != prefix::ScanOutputs::Before)
      llvm::append_range(states, after);
    if (scan.getTotal())
      return storeWithTotal(states, after, i);
    b.store(states, signs, out, element(i));
  }

  /// Behind the last element that a chain has in memory, one more output: what
  /// the chain comes to or, in a scan backwards, what it starts from.
  void storeWithTotal(ValueRange states, ValueRange after, Value i) {
    Value place = i, one = b.i64(1);
    if (scan.getReverse())
      place = arith::SubIOp::create(b, arith::SubIOp::create(b, count, one), i);
    Value own = arith::AddIOp::create(b, place,
                                      arith::DivUIOp::create(b, place, chain));
    b.store(states, signs, out, {own});
    Value inChain = arith::RemUIOp::create(b, place, chain);
    Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, inChain,
                                         arith::SubIOp::create(b, chain, one));
    auto branch = scf::IfOp::create(b, isLast, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenBlock()->getTerminator());
    b.store(scan.getReverse() ? startAt(i) : State(after), signs, out,
            {arith::AddIOp::create(b, own, one)});
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

  /// What chains start from that have no state of their own.
  State start() {
    if (!scan.getInit())
      return b.identity();
    State init;
    for (auto value : scan.getInit()->getAsRange<TypedAttr>())
      init.push_back(arith::ConstantOp::create(b, value));
    return init;
  }

  /// What chain `number` of `count` starts from, counted along the scan.
  State startOf(Value number, Value chains) {
    if (!scan.getInitial())
      return start();
    if (scan.getReverse()) {
      Value last = arith::SubIOp::create(b, chains, b.i64(1));
      number = arith::SubIOp::create(b, last, number);
    }
    auto read = scf::IfOp::create(b, b.getStateTypes(), isAt(hasInitial, 0),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(read.thenBlock());
    scf::YieldOp::create(b, start());
    b.setInsertionPointToStart(read.elseBlock());
    scf::YieldOp::create(b, b.load(initial, {number}));
    return State(read.getResults());
  }
  /// What the chain of element `i` starts from.
  State startAt(Value i) {
    if (!scan.getInitial())
      return start();
    return startOf(arith::DivUIOp::create(b, i, chain),
                   arith::DivUIOp::create(b, count, chain));
  }

  SerialBuilder &b;
  prefix::ScanOp scan;
  ValueRange arguments;
  Value count, chain, hasInitial;
  SmallVector<Type> signs;
  // states: those after elements; initial: those that chains start from
  Arrays in, out, states, initial;
};
} // namespace

/// scan(in, out, states, count, chain).
static void buildScan(SerialBuilder &b, prefix::ScanOp scan) {
  ScanKernelBuilder kernel(b, scan, "scan");
  b.loop(kernel.count, kernel.start(), [&](Value i, ValueRange carried) {
    const State start = kernel.startAt(i);
    const State prefix =
        kernel.choose(kernel.isAt(kernel.placeInChain(i), 0), start, carried);
    State next = b.combine(prefix, b.load(kernel.in, kernel.element(i)));
    kernel.store(prefix, next, i);
    return next;
  });
}

/// What chains without elements start from is what they leave.
static void buildStarts(SerialBuilder &b, prefix::ScanOp scan) {
  ScanKernelBuilder kernel(b, scan, "starts");
  b.loop(kernel.count, {}, [&](Value i, ValueRange) {
    Value place = i;
    if (scan.getReverse())
      place = arith::SubIOp::create(
          b, arith::SubIOp::create(b, kernel.count, b.i64(1)), i);
    const State start = kernel.startOf(i, kernel.count);
    b.store(start, b.getStateTypes(), kernel.states, {place});
    if (scan.getTotal())
      b.store(start, kernel.signs, kernel.out, {place});
    return State();
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
  State carry = kernel.start();
  const size_t fields = carry.size();
  llvm::append_range(carry, identity);
  b.loop(kernel.count, carry, [&](Value i, ValueRange carried) {
    Value place = kernel.placeInChain(i);
    Value isFirst = kernel.isAt(place, 0);
    const State start = kernel.startAt(i);
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
    kernel.store(scan.getStored() == prefix::ScanOutputs::After
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
  reference.isReversed = scan.getReverse();
  reference.hasTotal = scan.getTotal();
  reference.stateSize = prefix::StructLayout::of(monoid.getStateTypes()).size;
  // Chain after chain, chains that lie side by side are rows.
  OwningOpRef<prefix::ScanOp> rows;
  if (scan.getDomain().isAcross()) {
    rows = scan.clone();
    rows->setDomainsAttr(OpBuilder(scan).getArrayAttr(
        scan.getContext()
            ->getLoadedDialect<prefix::PrefixDialect>()
            ->findDomain("rows")));
    scan = *rows;
  }
  auto executor = compileSerial(monoid, [&](SerialBuilder &b) {
    buildScan(b, scan);
    buildStarts(b, scan);
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
                   std::vector<uint8_t> *states, ArrayRef<uint8_t> initial) {
  return run("scan", input, chain, states, initial);
}

llvm::Expected<std::vector<uint8_t>>
ReferenceScan::runInGroups(ArrayRef<uint8_t> input, uint64_t size,
                           uint64_t chain, std::vector<uint8_t> *states,
                           ArrayRef<uint8_t> initial) {
  assert(llvm::is_contained(groupSizes, size) && "no kernel for it");
  return run(nameOfGroups(size), input, chain, states, initial);
}

llvm::Expected<std::vector<uint8_t>>
ReferenceScan::run(StringRef kernel, ArrayRef<uint8_t> input, uint64_t chain,
                   std::vector<uint8_t> *states, ArrayRef<uint8_t> initial) {
  if (input.size() % elementSize())
    return llvm::createStringError(
        llvm::formatv("expected a whole number of elements of {0} bytes, got "
                      "{1} bytes",
                      elementSize(), input.size()));
  const uint64_t count = input.size() / elementSize();
  const ArrayParts::Values from = inputs.take(input);
  const uint64_t chains =
      chain ? count / chain : static_cast<uint64_t>(count != 0);
  ArrayParts::Values to = outputs.make(count + (hasTotal ? chains : 0));
  std::vector<uint8_t> own(count * stateSize);
  if (llvm::Error error = launch(kernel, from, to, count, chain, own, initial))
    return error;
  if (states)
    *states = std::move(own);
  return outputs.put(to);
}

llvm::Error ReferenceScan::launch(StringRef kernel,
                                  const ArrayParts::Values &from,
                                  ArrayParts::Values &to, uint64_t count,
                                  uint64_t chain, std::vector<uint8_t> &states,
                                  ArrayRef<uint8_t> initial) {
  std::vector<const void *> pointers;
  for (const ArrayParts::Values *side : {&from, &std::as_const(to)})
    for (const std::vector<uint8_t> &array : *side)
      pointers.push_back(array.data());
  pointers.push_back(states.data());
  pointers.push_back(initial.data());
  return runSerial(
      *executor, kernel, pointers,
      {count, chain ? chain : std::max<uint64_t>(count, 1), !initial.empty()});
}

std::vector<uint8_t> ReferenceScan::finals(ArrayRef<uint8_t> states,
                                           uint64_t chain) const {
  const uint64_t count = states.size() / stateSize,
                 length = chain ? chain : std::max<uint64_t>(count, 1),
                 chains = count / length;
  std::vector<uint8_t> result(chains * stateSize);
  for (uint64_t number = 0; number < chains; ++number) {
    const uint64_t place = isReversed ? chains - 1 - number : number;
    llvm::copy(states.slice(((number + 1) * length - 1) * stateSize, stateSize),
               &result[place * stateSize]);
  }
  return result;
}

llvm::Expected<std::vector<uint8_t>>
ReferenceScan::starts(uint64_t chains, ArrayRef<uint8_t> initial,
                      std::vector<uint8_t> *totals) {
  const ArrayParts::Values from = inputs.take({});
  ArrayParts::Values to = outputs.make(hasTotal ? chains : 0);
  std::vector<uint8_t> result(chains * stateSize);
  if (llvm::Error error =
          launch("starts", from, to, chains, /*chain=*/1, result, initial))
    return error;
  if (totals)
    *totals = outputs.put(to);
  return result;
}

llvm::Expected<std::vector<uint8_t>> referenceScan(prefix::ScanOp scan,
                                                   ArrayRef<uint8_t> input) {
  llvm::Expected<ReferenceScan> reference = ReferenceScan::create(scan);
  if (!reference)
    return reference.takeError();
  return reference->run(input);
}

} // namespace scanc::verify
