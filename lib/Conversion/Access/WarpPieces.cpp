//===- WarpPieces.cpp - Lanes that copy for each other --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpPieces.h"

using namespace mlir;

namespace scanc::prefix {

bool WarpPieces::areAny() {
  for (const StructArray &array : access.getArrays())
    if (lanesOf(array) * lane.rows * array.getSize() % bytes != 0 ||
        lane.items % lanesOf(array) != 0)
      return false;
  return mostLanes() > 1;
}

int64_t WarpPieces::mostLanes() {
  int64_t most = 1;
  for (const StructArray &array : access.getArrays())
    most = std::max(most, lanesOf(array));
  return most;
}

Value WarpPieces::areWhole() {
  // So many chains in a row, or none of them, are there, and lanes that lie
  // side by side are at least as many.
  return b.both(access.areTogether(mostLanes()), lane.isWhole());
}

void WarpPieces::forEach(size_t number, ChainSlot &slot,
                         function_ref<void(Value, Value)> copy) {
  const StructArray &array = access.getArrays()[number];
  const int64_t size = array.getSize(), lanes = lanesOf(array);
  // Which of the lanes it is, and of the steps whose pieces it has; and whose
  // chains these begin with.
  Value turn = b.both(b.laneId(), b.i32(lanes - 1));
  Value first = access.addressOf(
      number, access.elementOf(0, number, b.add(lane.step, b.toI64(turn))));
  Value before = b.sub(b.i32(0), turn);
  Value memory = LLVM::GEPOp::create(
      b, first.getType(), b.getI8Type(), first,
      ArrayRef<LLVM::GEPArg>{b.mul(before, b.i32(lane.rows * size))});
  Value place = slot.addressOf(number, before, turn, size);
  for (int64_t item = 0; item < lane.items; item += lanes) {
    for (int64_t byte = 0; byte < lanes * lane.rows * size; byte += bytes)
      copy(at(memory, byte), at(place, slot.bytesOfStep(size) * item + byte));
    memory = access.further(number, memory, lanes);
  }
}

Value WarpPieces::at(Value pointer, int64_t byte) {
  return LLVM::GEPOp::create(
      b, pointer.getType(), b.getI8Type(), pointer,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(byte)});
}

} // namespace scanc::prefix
