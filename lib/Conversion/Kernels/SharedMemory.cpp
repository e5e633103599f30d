//===- SharedMemory.cpp - Dynamic shared memory, and who waits in it ------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Kernels/SharedMemory.h"

using namespace mlir;

namespace scanc::prefix {

TypedValue<BarriersType>
SharedMemory::named(const BarrierArray &barriers) const {
  Value array = b.sharedArray(barriers.name, [&] {
    return BarriersOp::create(b, barriers.name, barriers.offset,
                              barriers.count);
  });
  return cast<TypedValue<BarriersType>>(array);
}

TypedValue<WordsType> SharedMemory::named(const WordArray &array) const {
  Value words = b.sharedArray(array.name, [&] {
    return WordsOp::create(b, WordsType::get(b.getContext(), typeOf(array)),
                           array.name, array.offset, array.count);
  });
  return cast<TypedValue<WordsType>>(words);
}

TypedValue<StatesType> SharedMemory::named(const StateArray &array) const {
  Value states = b.sharedArray(array.name, [&] {
    return StatesOp::create(b, b.getStringAttr(array.name), b.getMonoid(),
                            b.getDenseI64ArrayAttr(array.offsets),
                            b.getI64IntegerAttr(array.count));
  });
  return cast<TypedValue<StatesType>>(states);
}

TypedValue<SlotsType> SharedMemory::named(const SlotArray &array) const {
  Value slots = b.sharedArray(array.name, [&] {
    return SlotsOp::create(b, array.name, array.offset, array.count,
                           array.bytes);
  });
  return cast<TypedValue<SlotsType>>(slots);
}

void SharedMemory::store(const StateArray &array, Value index,
                         ValueRange state) const {
  StoreStateOp::create(b, state, named(array), index);
}

State SharedMemory::load(const StateArray &array, Value index) const {
  return State(LoadStateOp::create(b, b.getStateTypes(), named(array), index)
                   .getState());
}

void SharedMemory::store(const WordArray &array, Value index,
                         Value word) const {
  StoreWordOp::create(b, word, named(array), index, /*relaxed=*/false);
}

Value SharedMemory::load(const WordArray &array, Value index) const {
  return LoadWordOp::create(b, typeOf(array), named(array), index,
                            /*relaxed=*/false);
}

Value SharedMemory::loadWide(const WordArray &array, Value index) const {
  return LoadWordOp::create(b, b.getI64Type(), named(array), index,
                            /*relaxed=*/false);
}

void SharedMemory::store(const WordArray &array, Value word) const {
  store(array, b.i32(0), word);
}

Value SharedMemory::load(const WordArray &array) const {
  return load(array, b.i32(0));
}

void SharedMemory::storeRelaxed(const WordArray &array, Value word) const {
  StoreWordOp::create(b, word, named(array), b.i32(0), /*relaxed=*/true);
}

Value SharedMemory::loadRelaxed(const WordArray &array) const {
  return LoadWordOp::create(b, typeOf(array), named(array), b.i32(0),
                            /*relaxed=*/true);
}

Value SharedMemory::slot(const SlotArray &array, Value index,
                         int64_t byte) const {
  TypedValue<SlotsType> slots = named(array);
  for (Operation *user : slots.getUsers())
    if (auto known = dyn_cast<SlotOp>(user);
        known && known.getIndex() == index &&
        static_cast<int64_t>(known.getByte()) == byte && b.isVisible(known))
      return known;
  return SlotOp::create(b, slots, index, byte);
}

void SharedMemory::init(const BarrierArray &barriers, int64_t arrivals) const {
  InitBarriersOp::create(b, named(barriers), arrivals);
}

void SharedMemory::release(const BarrierArray &barriers, Value index,
                           Value bytes) const {
  ReleaseOp::create(b, named(barriers), index, bytes);
}

void SharedMemory::acquire(const BarrierArray &barriers, Value index,
                           Value parity, function_ref<void()> meanwhile) const {
  auto wait = AcquireOp::create(b, named(barriers), index, parity,
                                /*paces=*/false);
  if (!meanwhile)
    return;
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&wait.getMeanwhile());
  meanwhile();
}

void SharedMemory::pace(const BarrierArray &barriers, Value index,
                        Value parity) const {
  AcquireOp::create(b, named(barriers), index, parity, /*paces=*/true);
}

void SharedMemory::copyIn(Value to, Value from, Value bytes,
                          const BarrierArray &barriers, Value index,
                          Value policy) const {
  CopyInOp::create(b, bytes, from, to, named(barriers), index, policy);
}

void SharedMemory::copyOut(Value to, Value from, Value bytes,
                           Value policy) const {
  NVVM::CpAsyncBulkSharedCTAToGlobalOp::create(b, to, from, bytes, policy,
                                               /*byteMask=*/Value());
}

void SharedMemory::prefetch(Value from, Value bytes, Value policy) const {
  NVVM::CpAsyncBulkPrefetchOp::create(b, from, bytes, policy);
}

} // namespace scanc::prefix
