//===- ChainContext.cpp - Kernels whose lanes have chains -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainContext.h"

using namespace mlir;

namespace scanc::prefix {

ChainContext::ChainContext(const ScanSource &source, StringRef suffix,
                           SkeletonAttr skeleton, StripLayout layout)
    : source(source), b(open(this->source, suffix)), skeleton(skeleton),
      layout(std::move(layout)), shared(b) {
  b.letNextBegin();
}

ChainContext::~ChainContext() = default;

KernelBuilder ChainContext::open(ScanSource &source, StringRef suffix) {
  const ScanTypes types = ScanTypes::of(source.scan, source.monoid);
  for (const PlannedKernel &kernel : getKernels(source.plan, types))
    if (kernel.suffix == suffix)
      return KernelBuilder::open(source.module, source.scan, source.monoid,
                                 kernel);
  return KernelBuilder::open(source.module, source.scan, source.monoid,
                             emptyKernel(source.plan, types));
}

Value ChainContext::isToldOf(uint64_t bit) {
  return b.isNot(b.isZero(b.both(b.streamingBlocks(), b.i32(bit))));
}

void ChainContext::keepInputs() {
  policy = arith::SelectOp::create(b, isToldOf(LaneWord::kept),
                                   b.i64(CachePolicy::evictLast),
                                   b.i64(CachePolicy::evictNormal));
}

void ChainContext::keepEntries() {
  areStreamed = true;
  const ScanTypes types = ScanTypes::of(source.scan, source.monoid);
  if (StripLayout::widestOf(types) < 8)
    policy = b.i64(CachePolicy::evictFirst);
}

size_t ChainContext::arraysOf(Side side) {
  return side == Side::Input    ? source.scan.getInput().count()
         : side == Side::Output ? source.scan.getOutput().count()
                                : 1;
}

size_t ChainContext::firstArrayOf(Side side) {
  return side == Side::Input ? 0
         : side == Side::Output
             ? arraysOf(Side::Input)
             : arraysOf(Side::Input) + arraysOf(Side::Output);
}

SmallVector<Value> ChainContext::flat(ArrayRef<State> states) {
  SmallVector<Value> values;
  for (const State &state : states)
    llvm::append_range(values, state);
  return values;
}

SmallVector<State> ChainContext::split(ValueRange values) {
  SmallVector<State> states;
  for (; !values.empty(); values = values.drop_front(fields()))
    states.emplace_back(values.take_front(fields()));
  return states;
}

SmallVector<State> ChainContext::combine(ArrayRef<State> low,
                                         ArrayRef<State> high) {
  SmallVector<State> both;
  for (auto [one, other] : llvm::zip_equal(low, high))
    both.push_back(b.combine(one, other));
  return both;
}

SmallVector<Side> ChainContext::sides() {
  SmallVector<Side> sides = {Side::Input, Side::Output};
  if (source.scan.hasStates())
    sides.push_back(Side::States);
  return sides;
}

ValueRange ChainContext::findChain(Value chain, Side side) {
  return PlaceChainOp::create(
             b, SmallVector<Type>(arraysOf(side), b.getI64Type()), chain,
             b.walk(side), side == Side::Output && source.scan.getTotal())
      .getPlaces();
}

LaneChains ChainContext::lane(Side side, Value step, int64_t items) {
  return {placesOf(side), step, chains, rows(), items};
}

SmallVector<State> ChainContext::startOfChains() {
  if (Value initial = b.initialStates()) {
    SmallVector<Type> types;
    for (int64_t row = 0; row < rows(); ++row)
      llvm::append_range(types, b.getStateTypes());
    return split(StartAcrossOp::create(
                     b, types, b.getMonoid(), initial, placesOf(Side::States),
                     chains, source.scan.getInit().value_or(ArrayAttr()))
                     .getStates());
  }
  return SmallVector<State>(rows(), b.start());
}

void ChainContext::finish(ArrayRef<State> states) {
  if (Value final = b.finalStates())
    EndAcrossOp::create(b, b.getMonoid(), flat(states), final,
                        placesOf(Side::States), chains);
  if (!source.scan.getTotal())
    return;
  SmallVector<Value> vectors;
  for (Value value : flat(states))
    vectors.push_back(vector::FromElementsOp::create(
        b, VectorType::get(1, value.getType()), value));
  output().storeAcross(b, lane(Side::Output, b.domain().chainLength(b), 1),
                       /*stretch=*/nullptr, /*slot=*/{}, {}, vectors,
                       /*isLonger=*/true);
}

} // namespace scanc::prefix
