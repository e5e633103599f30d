//===- DenseContext.cpp - Tiles that are stretches of memory --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DenseContext.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

DenseContext::DenseContext(const ScanSource &source, StringRef suffix,
                           SkeletonAttr skeleton, const ClusterLayout &memory)
    : ChainContext(source, suffix, skeleton, StripLayout()), memory(memory) {
  followersLog = b.both(b.streamingBlocks(), b.i32(LaneWord::followersLog));
  followers = arith::ShLIOp::create(b, b.i32(1), followersLog);
  Value columnsLog = b.sub(b.i32(5), followersLog);
  columns = arith::ShLIOp::create(b, b.i32(1), columnsLog);
  column = b.both(b.laneId(), b.sub(columns, b.i32(1)));
  follower = arith::ShRUIOp::create(b, b.laneId(), columnsLog);
  ownChain = b.mul(column, b.i32(rows()));
  all = b.mul(columns, b.i32(rows()));
  allLog = b.add(columnsLog, b.i32(llvm::Log2_64(rows())));
  chains = b.i32(rows());
  tileSteps = b.toI64(arith::ShLIOp::create(
      b, b.i32(skeleton.getWarps() * skeleton.getItems()), followersLog));
  firstInput = placeOf(b.i64(0), Side::Input);
  firstOutputs = SmallVector<Value>(findChain(b.i64(0), Side::Output));
}

SmallVector<Value> DenseContext::placesOf(Side side) {
  SmallVector<Value> places;
  for (int64_t row = 0; row < rows(); ++row) {
    Value chain = b.toI64(b.add(ownChain, b.i32(row)));
    if (side == Side::Input)
      places.push_back(b.add(firstInput, chain));
    else
      for (Value first : firstOutputs)
        places.push_back(b.add(first, chain));
  }
  return places;
}

DenseContext::Tile DenseContext::tileAt(Value step, Value slot) {
  Value length = b.domain().chainLength(b);
  Value left = b.sub(length, arith::MinUIOp::create(b, step, length));
  return {step, arith::MinUIOp::create(b, left, tileSteps), slot};
}

StretchOp DenseContext::stretchOf(const Tile &tile) {
  Value chains = b.toI64(all), step = tile.step;
  // Backwards, the last step comes first in memory.
  const bool isBackward = b.domain().isBackward();
  if (isBackward)
    step = b.sub(b.add(step, tile.exist), b.i64(1));
  Value place = b.mul(step, chains);
  return StretchOp::create(
      b, input().bases.front(),
      isBackward ? b.sub(firstInput, place) : b.add(firstInput, place),
      b.mul(tile.exist, chains), memory.bytesOfElement, /*backward=*/false);
}

void DenseContext::prefetch(const Tile &tile) {
  StretchOp stretch = stretchOf(tile);
  Value bulk = stretch.getBulk();
  b.onlyIf(b.isNot(b.isZero(bulk)), [&] {
    shared.prefetch(stretch.getAddress(), bulk, b.i64(CachePolicy::evictLast));
  });
}

void DenseContext::fetch(const Tile &tile) {
  const StructLayout element =
      ScanTypes::of(source.scan, source.monoid).inputs().front();
  Value chains = b.toI64(all);
  Value to = shared.slot(memory.ring, tile.slot, 0);
  if (b.domain().isBackward()) {
    // Steps that do not exist have places in front.
    Value missing = b.mul(b.sub(tileSteps, tile.exist), chains);
    to = b.offsetBy(to, b.toI32(b.mul(missing, b.i64(element.size))));
  }
  StretchOp stretch = stretchOf(tile);
  Value from = stretch.getAddress(), bulk = stretch.getBulk();
  CopyRestOp::create(b, to, from, bulk, b.mul(tile.exist, chains), b.laneId(),
                     /*barrier=*/Value(), /*threads=*/32, element.size,
                     std::min<int64_t>(element.alignment, 8));
  fillRun(tile, to, from);
  NVVM::SyncWarpOp::create(b, b.i32(-1));
  b.onlyIf(b.isFirstLane(), [&] {
    shared.release(memory.full, tile.slot, bulk);
    b.onlyIf(b.isNot(b.isZero(bulk)), [&] {
      shared.copyIn(to, from, bulk, memory.full, tile.slot,
                    b.i64(CachePolicy::evictLast));
    });
  });
}

void DenseContext::fillRun(const Tile &tile, Value to, Value from) {
  const StructLayout element =
      ScanTypes::of(source.scan, source.monoid).inputs().front();
  const int64_t items = skeleton.getItems();
  Value chains = b.toI64(all), exist = b.toI32(tile.exist);
  Value bytes = b.mul(all, b.i32(element.size)); // of a step
  Value rest = arith::RemUIOp::create(b, exist, b.i32(items));
  Value missing = arith::SelectOp::create(b, b.isZero(rest), b.i32(0),
                                          b.sub(b.i32(items), rest));
  auto loop = scf::ForOp::create(b, b.i32(0), missing, b.i32(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value step = loop.getInductionVar();
  Value place =
      b.domain().isBackward() ? b.sub(b.i32(-1), step) : b.add(exist, step);
  CopyRestOp::create(b, b.offsetBy(to, b.mul(place, bytes)), from,
                     /*bulk=*/b.i32(0), chains, b.laneId(), /*barrier=*/Value(),
                     /*threads=*/32, element.size,
                     std::min<int64_t>(element.alignment, 8));
}

SmallVector<Value> DenseContext::load(const Tile &tile, Value first) {
  const int64_t items = skeleton.getItems();
  WarpStretch lies;
  Value place = first;
  lies.pitch = all;
  if (b.domain().isBackward()) {
    place = b.sub(b.sub(b.toI32(tileSteps), b.i32(1)), first);
    lies.pitch = b.sub(b.i32(0), all);
  }
  lies.at = b.add(arith::ShLIOp::create(b, place, allLog), ownChain);
  lies.pad = b.i32(0);
  lies.packed = b.boolean(true);
  LaneChains own;
  own.step = b.add(tile.step, b.toI64(first));
  own.chains = chains;
  own.rows = rows();
  own.items = items;
  return b.input().loadAcross(b, own, &lies,
                              shared.slot(memory.ring, tile.slot, 0),
                              /*isMasked=*/source.scan.hasEmptyKernel());
}

void DenseContext::scan(const Tile &tile, Value first, ArrayRef<Value> elements,
                        ArrayRef<State> before, bool isWhole) {
  SmallVector<Value> outputs;
  const ValueRange inputs(elements);
  for (auto [row, seed] : llvm::enumerate(before))
    llvm::append_range(
        outputs, b.scanRun(skeleton, inputs.slice(row * fields(), fields()),
                           seed, outputsOf()));
  LaneChains own =
      lane(Side::Output, b.add(tile.step, b.toI64(first)), skeleton.getItems());
  own.isWhole = isWhole;
  output().storeAcross(b, own, /*stretch=*/nullptr, /*slot=*/{}, {}, outputs,
                       /*isLonger=*/false);
}

Value DenseContext::areOutputsAligned() {
  constexpr int64_t unit = 16; // of bulk copies, and of the widest stores
  const SmallVector<StructLayout> outputs =
      ScanTypes::of(source.scan, source.monoid).outputs();
  const Place place = output();
  Value are = b.boolean(true);
  for (auto [array, layout] : llvm::enumerate(outputs)) {
    auto some = StretchOp::create(b, place.bases[array], firstOutputs[array],
                                  b.i64(unit), layout.size, /*backward=*/false);
    are = b.both(are, b.isNot(b.isZero(some.getBulk())));
  }
  return are;
}

SmallVector<State> DenseContext::upToLane(ArrayRef<State> own) {
  // From lanes 1, 2, 4, .. followers below; a loop, since so many are not known
  // before.
  SmallVector<Value> carried = flat(own);
  SmallVector<Type> types{b.getI32Type()};
  for (Value value : carried)
    types.push_back(value.getType());
  carried.insert(carried.begin(), columns);
  const SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = scf::WhileOp::create(b, types, carried);
  {
    OpBuilder::InsertionGuard guard(b);
    Block *before = b.createBlock(&loop.getBefore(), {}, types, locations);
    Value isOn =
        b.compare(arith::CmpIPredicate::ult, before->getArgument(0), b.i32(32));
    scf::ConditionOp::create(b, isOn, before->getArguments());
    Block *after = b.createBlock(&loop.getAfter(), {}, types, locations);
    Value distance = after->getArgument(0);
    Value exists = b.compare(arith::CmpIPredicate::uge, b.laneId(), distance);
    Value below = b.sub(b.laneId(), distance);
    SmallVector<Value> next = {arith::ShLIOp::create(b, distance, b.i32(1))};
    for (const State &state :
         split(ValueRange(after->getArguments()).drop_front()))
      llvm::append_range(
          next,
          b.select(exists, b.combine(b.readLane(state, below), state), state));
    scf::YieldOp::create(b, next);
  }
  return split(loop.getResults().drop_front());
}

SmallVector<State> DenseContext::beforeLane(ArrayRef<State> upTo) {
  Value isFirst = b.isZero(follower);
  Value below = b.sub(b.laneId(), columns);
  SmallVector<State> before;
  for (const State &state : upTo)
    before.push_back(b.select(isFirst, b.identity(), b.readLane(state, below)));
  return before;
}

void DenseContext::storeTotals(const StateArray &array, Value place,
                               ArrayRef<State> upTo) {
  Value isLast =
      b.compare(arith::CmpIPredicate::eq, b.add(follower, b.i32(1)), followers);
  b.onlyIf(isLast, [&] {
    Value first = b.add(place, ownChain);
    for (auto [row, state] : llvm::enumerate(upTo))
      shared.store(array, b.add(first, b.i32(row)), state);
  });
}

} // namespace scanc::prefix
