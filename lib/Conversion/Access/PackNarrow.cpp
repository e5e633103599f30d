//===- PackNarrow.cpp - Runs of narrow elements by packed arithmetic ------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is rewritten, all of it or nothing:
//
//   load_tile --> thread_reduce
//            \--> thread_scan --> store_tile
//
// where words go all the way and no element is ever cut out of one:
//
//   - an element is one integer of 8 or 16 bits or one 16-bit float, and a run
//     has whole words;
//   - the combine is one instruction on the low and the high state, whatever
//     its monoid is called: an addition, a multiplication or a logic
//     instruction, a minimum or maximum of integers, or one of floats that
//     propagates NaN;
//   - the circuit is serial, or, of a reduction, one whose last output waits
//   for
//     as few combines as can be. Those are the planner's for runs, and an
//     author's other choice stands;
//   - nobody else looks at the run;
//   - what is stored has the type of what was loaded, but for signs. Where the
//     state is wider, outputs must follow from the seed as an element: lower
//     bits do from lower bits, and a rounded extreme from rounded floats, since
//     rounding keeps order. The extreme of integers does not, if the seed is
//     out of their range. A product has no bits to spare for a wider state;
//   - a run that the end of the array cuts short is filled up with identities,
//     so that a state must then be as wide as an element;
//   - where chains begin within a run, it is reduced, or it is scanned and its
//     elements are bytes that are not multiplied. What was said of the seed
//     then holds of a chain's start.
//
//===----------------------------------------------------------------------===//

#include "PackedRuns.h"
#include "scanc/Conversion/Access/TileAccess.h"
#include "scanc/Conversion/Operators/FieldConversion.h"

#include "scanc/Circuits/Cost.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXPACKNARROWPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

//===----------------------------------------------------------------------===//
// What can be packed
//===----------------------------------------------------------------------===//

SmallVector<Type> typesOf(ArrayAttr fields) {
  return llvm::to_vector(fields.getAsValueRange<TypeAttr>());
}

/// Each input joins what all before it make.
bool isSerial(const circuits::Network &network) {
  circuits::NodeId before = 0;
  if (network.combines.size() + 1 != static_cast<size_t>(network.width))
    return false;
  for (auto [index, combine] : llvm::enumerate(network.combines)) {
    if (combine.low != before || combine.high != index + 1)
      return false;
    before = network.nodeOf(index);
  }
  return true;
}

/// Its last output waits for as few combines as one of so many inputs can.
bool isShallow(const circuits::Network &network) {
  return circuits::computeCost(keepLastOutput(network)).depth ==
         llvm::Log2_64_Ceil(network.width);
}

RunOrder orderAlong(Value walk) {
  return walk ? Domain::of(walk.getDefiningOp<WalkOp>())->runOrder()
              : RunOrder::Forward;
}

/// A load, and what is to be rewritten along with it.
struct NarrowRuns {
  LoadTileOp load;
  Type state;
  PackedLanes lanes;
  SmallVector<ThreadReduceOp> reductions;
  SmallVector<ThreadScanOp> scans;
  llvm::SetVector<StoreTileOp> stores;
};

/// Whether all uses of `runs.load` can be packed; notes them.
class Collector {
public:
  explicit Collector(NarrowRuns &runs) : runs(runs) {}

  bool collect() {
    LoadTileOp load = runs.load;
    if (load.getMap())
      return false;
    auto monoid = SymbolTable::lookupNearestSymbolFrom<MonoidOp>(
        load, load.getMonoidAttr());
    std::optional<PackedLanes> lanes =
        findLanes(monoid, typesOf(load.getElement()));
    if (!lanes)
      return false;
    runs.lanes = *lanes;
    const RunOrder order = orderAlong(load.getWalk());
    if (order == RunOrder::Apart)
      return false;
    runs.lanes.isReversed = order == RunOrder::Backward;
    runs.state = monoid.getStateTypes().front();
    if (isWidened() && load.getValid())
      return false;
    // The sum of so many elements has 31 bits.
    constexpr int64_t mostItems = 1 << 15;
    if (load.getItems() % runs.lanes.count() || load.getItems() > mostItems)
      return false;
    return llvm::all_of(load->getUsers(),
                        [&](Operation *user) { return takesUser(user); }) &&
           llvm::all_of(runs.stores,
                        [&](StoreTileOp store) { return takesStore(store); });
  }

private:
  bool isWidened() const {
    return runs.state.getIntOrFloatBitWidth() > runs.lanes.bits();
  }

  bool isOfMonoid(LevelOpInterface op) {
    return op.getMonoidAttr() == runs.load.getMonoidAttr();
  }

  bool takesUser(Operation *user) {
    if (auto reduction = dyn_cast<ThreadReduceOp>(user)) {
      runs.reductions.push_back(reduction);
      const circuits::Network network =
          LevelOpInterface(reduction).getNetwork();
      return isOfMonoid(reduction) && (isSerial(network) || isShallow(network));
    }
    auto scan = dyn_cast<ThreadScanOp>(user);
    if (!scan || !isOfMonoid(scan) ||
        !isSerial(LevelOpInterface(scan).getNetwork()) ||
        !canScanPacked(runs.lanes, runs.state) || !takesCuts(scan))
      return false;
    runs.scans.push_back(scan);
    return llvm::all_of(scan->getUsers(), [&](Operation *user) {
      auto store = dyn_cast<StoreTileOp>(user);
      if (store)
        runs.stores.insert(store);
      return static_cast<bool>(store);
    });
  }

  bool takesCuts(ThreadScanOp scan) const {
    return scan.getCuts().empty() ||
           (runs.lanes.bits() == 8 && runs.lanes.op != PackedOperator::Mul &&
            !(scan.getExclusive() && scan.getStart().empty()));
  }

  bool takesStore(StoreTileOp store) {
    return !store.getMap() &&
           canStorePacked(runs.lanes, typesOf(store.getOutput())) &&
           store.getItems() == runs.load.getItems() &&
           orderAlong(store.getWalk()) == orderAlong(runs.load.getWalk()) &&
           llvm::all_of(store.getValues(), [&](Value row) {
             return llvm::is_contained(runs.scans, row.getDefiningOp());
           });
  }

  NarrowRuns &runs;
};

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

class Packing {
public:
  explicit Packing(NarrowRuns &runs) : runs(runs), lanes(runs.lanes) {}

  void run() {
    load();
    for (ThreadReduceOp reduction : runs.reductions)
      reduce(reduction);
    for (ThreadScanOp scan : runs.scans)
      this->scan(scan);
    for (StoreTileOp store : runs.stores)
      this->store(store);
    for (ThreadScanOp scan : runs.scans)
      scan.erase();
    runs.load.erase();
  }

private:
  using Words = SmallVector<Value>;

  /// The words of all rows.
  void load() {
    LoadTileOp op = runs.load;
    StateBuilder b(op, op.getMonoidAttr());
    TileAccess access(b, op, op.getElement());
    SmallVector<Value> rows = access.runsOf(b.laneId());
    Value identity = op.getValid() ? b.identity().front() : Value();
    auto wide = [&](Value run) { return inScanOrder(access.loadWords(run)); };
    auto scalar = [&](Value run) {
      SmallVector<Value> items = access.loadScalar(run);
      if (identity)
        for (auto [item, value] : llvm::enumerate(items))
          value = arith::SelectOp::create(b, access.exists(run, item), value,
                                          identity);
      return join(b, items);
    };
    const int64_t wordsPerRun = op.getItems() / lanes.count();
    SmallVector<Type> types(wordsPerRun, b.getI32Type());
    Words loaded = access.loadRuns(rows, types, wide, scalar);
    for (auto [row, result] : llvm::enumerate(op.getResults()))
      wordsOf[result] =
          Words(ArrayRef(loaded).slice(row * wordsPerRun, wordsPerRun));
  }

  void reduce(ThreadReduceOp op) {
    StateBuilder b(op, op.getMonoidAttr());
    const Words &words = wordsOf[op.getValues().front()];
    Value all = op.getCuts().empty()
                    ? reducePacked(b, lanes, words)
                    : reduceLastChain(b, lanes, words, op.getCuts());
    Type from = lanes.element;
    if (lanes.op == PackedOperator::Add) // is right in all bits
      from = from.isUnsignedInteger() ? b.getIntegerType(32, /*isSigned=*/false)
                                      : b.getI32Type();
    else
      all = fromBits(b, narrow(b, all), from);
    State total = {convertField(b, all, from, runs.state)};
    if (!op.getStart().empty())
      total = b.select(isAny(b, op.getCuts()), b.combine(op.getStart(), total),
                       total);
    op.replaceAllUsesWith(ValueRange(total));
    op.erase();
  }

  Value isAny(ImplicitLocOpBuilder &b, ValueRange words) {
    Value any = words.front();
    for (Value word : words.drop_front())
      any = arith::OrIOp::create(b, any, word);
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, any,
                                 arith::ConstantIntOp::create(b, 0, 32));
  }

  void scan(ThreadScanOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value seed = lowestLane(b, op.getValues()[0]);
    const Words &words = wordsOf[op.getValues()[1]];
    Value start;
    if (!op.getStart().empty() &&
        !op.getStart().front().getDefiningOp<IdentityOp>())
      start = lowestLane(b, op.getStart().front());
    wordsOf[op.getResult(0)] =
        op.getCuts().empty()
            ? scanPacked(b, lanes, seed, words, op.getExclusive())
            : scanChains(b, lanes, seed, words, op.getCuts(), start,
                         op.getExclusive());
  }

  /// A state as an element, in the lowest lane of a word.
  Value lowestLane(ImplicitLocOpBuilder &b, Value state) {
    Value bits = toBits(b, convertField(b, state, runs.state, lanes.element));
    return arith::ExtUIOp::create(b, b.getI32Type(), bits);
  }

  void store(StoreTileOp op) {
    StateBuilder b(op, runs.load.getMonoidAttr());
    TileAccess access(b, op, op.getOutput());
    for (auto [run, row] :
         llvm::zip_equal(access.runsOf(b.laneId()), op.getValues())) {
      const Words &words = wordsOf[row];
      auto wide = [&, run = run] {
        access.storeWords(run, inScanOrder(words));
      };
      auto scalar = [&, run = run] { access.storeScalar(run, cut(b, words)); };
      access.storeRun(run, wide, scalar);
    }
    op.erase();
  }

  /// Words in the order of memory, in scan order, and back.
  Words inScanOrder(Words words) {
    if (lanes.isReversed)
      std::reverse(words.begin(), words.end());
    return words;
  }

  Value narrow(ImplicitLocOpBuilder &b, Value word) {
    return arith::TruncIOp::create(b, b.getIntegerType(lanes.bits()), word);
  }

  Words join(ImplicitLocOpBuilder &b, ArrayRef<Value> items) {
    Words words;
    for (auto [i, item] : llvm::enumerate(items)) {
      Value bits = arith::ExtUIOp::create(b, b.getI32Type(), toBits(b, item));
      bits = arith::ShLIOp::create(b, bits, shiftOf(b, i));
      if (i % lanes.count())
        words.back() = arith::OrIOp::create(b, words.back(), bits);
      else
        words.push_back(bits);
    }
    return words;
  }

  SmallVector<Value> cut(ImplicitLocOpBuilder &b, ArrayRef<Value> words) {
    SmallVector<Value> items;
    for (Value word : words)
      for (int64_t i = 0; i < lanes.count(); ++i)
        items.push_back(
            narrow(b, arith::ShRUIOp::create(b, word, shiftOf(b, i))));
    return items;
  }

  /// How far up in its word item `i` of a run is.
  Value shiftOf(ImplicitLocOpBuilder &b, int64_t i) {
    const int64_t place = i % lanes.count();
    const int64_t lane = lanes.isReversed ? lanes.count() - 1 - place : place;
    return arith::ConstantIntOp::create(b, lane * lanes.bits(), 32);
  }

  NarrowRuns &runs;
  const PackedLanes lanes;
  /// By a row of the load, or a scan of one: its words, in scan order.
  llvm::DenseMap<Value, Words> wordsOf;
};

struct PrefixPackNarrowPass
    : impl::PrefixPackNarrowPassBase<PrefixPackNarrowPass> {
  void runOnOperation() override {
    SmallVector<LoadTileOp> loads;
    getOperation().walk([&](LoadTileOp load) { loads.push_back(load); });
    for (LoadTileOp load : loads) {
      NarrowRuns runs;
      runs.load = load;
      if (Collector(runs).collect())
        Packing(runs).run();
    }
  }
};

} // namespace
} // namespace scanc::prefix
