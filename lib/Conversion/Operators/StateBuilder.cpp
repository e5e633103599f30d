//===- StateBuilder.cpp - Builds code that handles states -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Operators/StateBuilder.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::prefix {

State StateBuilder::identity() {
  return State(IdentityOp::create(*this, types, monoid).getResults());
}

State StateBuilder::combine(ValueRange low, ValueRange high) {
  SmallVector<Value> operands(low);
  llvm::append_range(operands, high);
  return State(ApplyOp::create(*this, types, monoid, operands).getResults());
}

State StateBuilder::join(ValueRange low, const Part &high) {
  State both = combine(low, high.state);
  return high.cut ? select(high.cut, high.state, both) : both;
}

Part StateBuilder::join(const Part &low, const Part &high) {
  State state = join(ValueRange(low.state), high);
  if (!low.cut || !high.cut)
    return {state, low.cut ? low.cut : high.cut};
  return {state, arith::OrIOp::create(*this, low.cut, high.cut)};
}

State StateBuilder::select(Value condition, ValueRange ifTrue,
                           ValueRange ifFalse) {
  State state;
  for (auto [a, b] : llvm::zip_equal(ifTrue, ifFalse))
    state.push_back(arith::SelectOp::create(*this, condition, a, b));
  return state;
}

/// Either both parts have a cut or none has, but for what has no elements.
Part StateBuilder::select(Value condition, const Part &ifTrue,
                          const Part &ifFalse) {
  Part part(select(condition, ifTrue.state, ifFalse.state));
  if (!ifTrue.cut && !ifFalse.cut)
    return part;
  auto cutOf = [&](const Part &of) -> Value {
    return of.cut ? of.cut : arith::ConstantIntOp::create(*this, false, 1);
  };
  part.cut =
      arith::SelectOp::create(*this, condition, cutOf(ifTrue), cutOf(ifFalse));
  return part;
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

static unsigned bitsOf(Type type) { return type.getIntOrFloatBitWidth(); }

/// Fields of 32 bits take a part, of 64 bits two; smaller ones share parts,
/// in order.
SmallVector<Value> StateBuilder::toParts(ValueRange state) {
  SmallVector<Value> parts;
  unsigned filled = 32; // bits of the last part in use by small fields
  for (Value value : state) {
    unsigned bits = bitsOf(value.getType());
    if (isa<FloatType>(value.getType()))
      value = arith::BitcastOp::create(*this, getIntegerType(bits), value);
    if (bits == 64) {
      Value high = arith::ShRUIOp::create(*this, value, i64(32));
      parts.push_back(arith::TruncIOp::create(*this, getI32Type(), value));
      parts.push_back(arith::TruncIOp::create(*this, getI32Type(), high));
      filled = 32;
    } else if (bits == 32) {
      parts.push_back(value);
      filled = 32;
    } else {
      Value wide = arith::ExtUIOp::create(*this, getI32Type(), value);
      if (filled + bits > 32) {
        parts.push_back(wide);
        filled = bits;
      } else {
        wide = arith::ShLIOp::create(*this, wide, i32(filled));
        parts.back() = arith::OrIOp::create(*this, parts.back(), wide);
        filled += bits;
      }
    }
  }
  return parts;
}

State StateBuilder::fromParts(ArrayRef<Value> parts) {
  State state;
  unsigned filled = 32;
  const Value *next = parts.begin();
  for (Type type : types) {
    unsigned bits = bitsOf(type);
    Value value;
    if (bits == 64) {
      Value low = arith::ExtUIOp::create(*this, getI64Type(), *next++);
      Value high = arith::ExtUIOp::create(*this, getI64Type(), *next++);
      high = arith::ShLIOp::create(*this, high, i64(32));
      value = arith::OrIOp::create(*this, high, low);
      filled = 32;
    } else if (bits == 32) {
      value = *next++;
      filled = 32;
    } else {
      if (filled + bits > 32) {
        value = *next++;
        filled = bits;
      } else {
        value = arith::ShRUIOp::create(*this, next[-1], i32(filled));
        filled += bits;
      }
      value = arith::TruncIOp::create(*this, getIntegerType(bits), value);
    }
    if (isa<FloatType>(type))
      value = arith::BitcastOp::create(*this, type, value);
    state.push_back(value);
  }
  return state;
}

State StateBuilder::readLane(ValueRange state, Value lane) {
  SmallVector<Value> parts = toParts(state);
  for (Value &part : parts)
    part = gpu::ShuffleOp::create(*this, part, lane, i32(32),
                                  gpu::ShuffleMode::IDX)
               .getShuffleResult();
  return fromParts(parts);
}

Part StateBuilder::readLane(const Part &part, Value lane) {
  Part read(readLane(ValueRange(part.state), lane));
  if (part.cut) {
    Value own = arith::ShRUIOp::create(*this, ballot(part.cut), lane);
    read.cut = arith::TruncIOp::create(*this, getI1Type(), own);
  }
  return read;
}

std::pair<State, Value> StateBuilder::readLaneBelow(ValueRange state,
                                                    int64_t offset) {
  SmallVector<Value> parts = toParts(state);
  Value valid;
  for (Value &part : parts) {
    auto shuffle = gpu::ShuffleOp::create(*this, part, i32(offset), i32(32),
                                          gpu::ShuffleMode::UP);
    part = shuffle.getShuffleResult();
    if (!valid)
      valid = shuffle.getValid();
  }
  return {fromParts(parts), valid};
}

Value StateBuilder::ballot(Value condition) {
  return NVVM::VoteSyncOp::create(*this, getI32Type(), i32(-1), condition,
                                  NVVM::VoteSyncKind::ballot);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Value StateBuilder::index(Value lane, const AccessForm &form) {
  switch (form.kind) {
  case AccessForm::Kind::Offset:
    return arith::SubIOp::create(*this, lane, i32(form.offset));
  case AccessForm::Kind::Bits: {
    Value scaled = arith::MulIOp::create(*this, lane, i32(form.scale));
    Value high = arith::ShRUIOp::create(*this, lane, i32(form.shift));
    high = arith::MulIOp::create(*this, high, i32(form.shifted));
    Value sum = arith::AddIOp::create(*this, scaled, high);
    return arith::AddIOp::create(*this, sum, i32(form.constant));
  }
  case AccessForm::Kind::Table:
    break;
  }
  // One 32-bit constant per bit of the numbers: bit `lane` of constant `k` is
  // bit `k` of the lane's number.
  Value number = i32(0);
  int32_t largest = *llvm::max_element(form.table);
  for (int bit = 0; largest >> bit; ++bit) {
    uint32_t column = 0;
    for (auto [lane, value] : llvm::enumerate(form.table))
      column |= uint32_t((value >> bit) & 1) << lane;
    Value own =
        arith::ShRUIOp::create(*this, i32(static_cast<int32_t>(column)), lane);
    own = arith::AndIOp::create(*this, own, i32(1));
    own = arith::ShLIOp::create(*this, own, i32(bit));
    number = arith::OrIOp::create(*this, number, own);
  }
  return number;
}

Value StateBuilder::isActive(Value lane, ArrayRef<bool> active) {
  if (llvm::all_of(active, [](bool on) { return on; }))
    return {};
  size_t first = llvm::find(active, true) - active.begin();
  if (llvm::all_of(active.drop_front(first), [](bool on) { return on; }))
    return arith::CmpIOp::create(*this, arith::CmpIPredicate::uge, lane,
                                 i32(first));
  uint32_t mask = 0;
  for (auto [index, on] : llvm::enumerate(active))
    mask |= uint32_t(on) << index;
  Value own =
      arith::ShRUIOp::create(*this, i32(static_cast<int32_t>(mask)), lane);
  return arith::TruncIOp::create(*this, getI1Type(), own);
}

} // namespace scanc::prefix
