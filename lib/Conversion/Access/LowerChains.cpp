//===- LowerChains.cpp - States that chains start from and end in ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of most runs, no element begins a chain, and none ends one: they are left as
// they are by one branch.
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Access/StructArray.h"
#include "scanc/Conversion/Operators/FieldConversion.h"
#include "scanc/Conversion/Operators/StateBuilder.h"

#include <algorithm>

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXLOWERCHAINSPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Whether a pointer is null (i1).
Value isNull(StateBuilder &b, Value pointer) {
  Value null = LLVM::ZeroOp::create(b, pointer.getType());
  return LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, pointer, null);
}

/// States that lie one for each chain.
StructArray statesAt(StateBuilder &b, Value base) {
  return StructArray(b, base, b.getStateTypes(), /*items=*/1,
                     /*domain=*/nullptr, /*number=*/0, /*isStreamed=*/false);
}

/// What chains start from.
class Starts {
public:
  Starts(StateBuilder &b, Value initial, std::optional<ArrayAttr> init)
      : b(b), initial(initial), init(init),
        areAlike(initial ? isNull(b, initial) : Value()) {}

  State of(Value chain) {
    if (!initial)
      return ofAll();
    auto read = scf::IfOp::create(b, b.getStateTypes(), areAlike,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(read.thenBlock());
    scf::YieldOp::create(b, ofAll());
    b.setInsertionPointToStart(read.elseBlock());
    scf::YieldOp::create(b, statesAt(b, initial).loadElement(chain));
    return State(read.getResults());
  }

  /// Where there is none in memory.
  State ofAll() {
    if (!init)
      return b.identity();
    State state;
    for (auto value : init->getAsRange<TypedAttr>())
      state.push_back(arith::ConstantOp::create(b, value));
    return state;
  }

private:
  StateBuilder &b;
  Value initial;
  std::optional<ArrayAttr> init;
  Value areAlike; // where there may be none in memory
};

/// The runs of an op that knows where they are in the walk.
class Runs {
public:
  template <class ChainsOp>
  explicit Runs(ChainsOp op)
      : b(op, op.getMonoidAttr()),
        domain(Domain::prepared(
            op.getNumbered().template getDefiningOp<WalkOp>())),
        first(op.getFirst()), valid(op.getValid()), origin(op.getOrigin()),
        rows(op.getRows()), items(op.getItems()) {
    Value thread = arith::IndexCastOp::create(
        b, b.getI32Type(), gpu::ThreadIdOp::create(b, gpu::Dimension::x));
    lane = arith::AndIOp::create(b, thread, b.i32(31));
  }

protected:
  /// At most 32 items of a run.
  struct Stretch {
    Value run;    // the first item, where the tile is (i64)
    Value number; // and in the walk
    int64_t firstItem, items;
  };

  Stretch stretch(int64_t row, int64_t firstItem) {
    Value inRow = b.add(b.mul(lane, b.i32(items)), b.i32(row * 32 * items));
    Value run = b.add(b.add(first, b.toI64(inRow)), b.i64(firstItem));
    return {run, b.add(origin, run), firstItem,
            std::min<int64_t>(items - firstItem, 32)};
  }

  /// A bit for each item that begins a chain, or that ends one; those of items
  /// that do not exist mean nothing. Null: none does.
  Value begins(const Stretch &in) {
    if (const Restarts *restarts = domain->restarts())
      return restarts->mask(b, in.number, in.items);
    // The only chain begins with a run.
    if (in.firstItem != 0)
      return {};
    return arith::ExtUIOp::create(
        b, b.getI32Type(),
        b.compare(arith::CmpIPredicate::eq, in.number, b.i64(0)));
  }
  Value ends(const Stretch &in) {
    if (const Restarts *restarts = domain->restarts()) {
      // What begins a chain ends the one before; most of it is known then.
      if (in.items < 32)
        return arith::ShRUIOp::create(
            b, restarts->mask(b, in.number, in.items + 1), b.i32(1));
      return restarts->mask(b, b.add(in.number, b.i64(1)), in.items);
    }
    Value last = b.sub(b.sub(domain->length(), b.i64(1)), in.number);
    Value isHere = b.compare(arith::CmpIPredicate::ult, last, b.i64(in.items));
    Value bit = arith::ShLIOp::create(
        b, b.i32(1),
        b.toI32(arith::SelectOp::create(b, isHere, last, b.i64(0))));
    return arith::SelectOp::create(b, isHere, bit, b.i32(0));
  }

  /// Lets `body` change `values` where `condition` holds.
  void replaceIf(Value condition, ArrayRef<Value *> values,
                 function_ref<void()> body) {
    const SmallVector<Value> before = current(values);
    auto branch = scf::IfOp::create(b, TypeRange(ValueRange(before)), condition,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      body();
      scf::YieldOp::create(b, current(values));
      b.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b, before);
    }
    assign(values, branch.getResults());
  }

  /// Item `item` (i32) of a stretch, of `values` row by row.
  State stateOf(ValueRange values, int64_t row, const Stretch &in, Value item) {
    const size_t fields = b.getStateTypes().size();
    State state;
    for (Value vector : values.slice(row * fields, fields)) {
      Value own = vector::ExtractOp::create(b, vector, in.firstItem);
      for (int64_t other = 1; other < in.items; ++other)
        own = arith::SelectOp::create(
            b, b.compare(arith::CmpIPredicate::eq, item, b.i32(other)),
            vector::ExtractOp::create(b, vector, in.firstItem + other), own);
      state.push_back(own);
    }
    return state;
  }

  /// What `body` does where a chain begins or ends: at item `item` (i32) of a
  /// stretch, which is in chain `chain`. It may change `values`.
  using AtItem = function_ref<void(Value item, Value chain)>;

  /// Of `bits`, which begins() gives, or ends(). Most stretches have none, and
  /// of chains that are longer than a run, the others have one.
  void forEach(Value bits, bool areBegins, const Stretch &in,
               ArrayRef<Value *> values, AtItem body) {
    replaceIf(b.compare(arith::CmpIPredicate::ne, bits, b.i32(0)), values, [&] {
      Value chain = domain->chainOf(b, in.number);
      // Where the first item begins no chain, the first that does is in the
      // next one.
      if (areBegins && domain->restarts())
        chain = next(chain,
                     b.isNot(arith::TruncIOp::create(b, b.getI1Type(), bits)));
      Value existing = b.both(bits, exist(in));
      if (domain->restarts())
        return loop(existing, chain, values, body);
      // There is one.
      replaceIf(b.compare(arith::CmpIPredicate::ne, existing, b.i32(0)), values,
                [&] { body(lowest(existing), chain); });
    });
  }

  StateBuilder b;
  std::unique_ptr<Domain> domain;

private:
  /// The chain that is `bit` (i1) further along the walk than `chain`.
  Value next(Value chain, Value bit) {
    Value step = arith::ExtUIOp::create(b, b.getI64Type(), bit);
    return domain->isBackward() ? b.sub(chain, step) : b.add(chain, step);
  }

  static SmallVector<Value> current(ArrayRef<Value *> values) {
    return llvm::map_to_vector(values, [](Value *value) { return *value; });
  }
  static void assign(ArrayRef<Value *> values, ValueRange results) {
    for (auto [value, result] : llvm::zip_equal(values, results))
      *value = result;
  }

  /// The number of the lowest bit that is set; there is one.
  Value lowest(Value bits) {
    return LLVM::CountTrailingZerosOp::create(b, b.getI32Type(), bits,
                                              /*is_zero_poison=*/true);
  }

  /// Goes through `bits` from the lowest on, chain by chain.
  void loop(Value bits, Value chain, ArrayRef<Value *> values, AtItem body) {
    SmallVector<Value> carried = {bits, chain};
    llvm::append_range(carried, current(values));
    auto whileOp = scf::WhileOp::create(
        b, TypeRange(ValueRange(carried)), carried,
        [&](OpBuilder &, Location, ValueRange arguments) {
          Value isAny = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                              arguments[0], b.i32(0));
          scf::ConditionOp::create(b, isAny, arguments);
        },
        [&](OpBuilder &, Location, ValueRange arguments) {
          assign(values, arguments.drop_front(2));
          body(lowest(arguments[0]), arguments[1]);
          SmallVector<Value> left = {
              b.both(arguments[0], b.sub(arguments[0], b.i32(1))),
              next(arguments[1], b.boolean(true))};
          llvm::append_range(left, current(values));
          scf::YieldOp::create(b, left);
        });
    assign(values, whileOp.getResults().drop_front(2));
  }

  Value exist(const Stretch &in) {
    if (!valid)
      return b.i32(-1);
    Value left = b.sub(valid, in.run);
    left = arith::MaxSIOp::create(b, left, b.i64(0));
    left = arith::MinSIOp::create(b, left, b.i64(in.items));
    Value bits = b.sub(arith::ShLIOp::create(b, b.i64(1), left), b.i64(1));
    return arith::TruncIOp::create(b, b.getI32Type(), bits);
  }

  Value first, valid, origin, lane;

protected:
  int64_t rows, items;
};

class Starting : Runs {
public:
  explicit Starting(StartChainsOp op)
      : Runs(op), op(op), starts(b, op.getInitial(), op.getInit()) {}

  void run() {
    const size_t fields = b.getStateTypes().size();
    SmallVector<Value> results;
    for (int64_t row = 0; row < rows; ++row) {
      SmallVector<Value> values;
      for (Value vector : op.getValues().slice(row * fields, fields))
        for (int64_t item = 0; item < items; ++item)
          values.push_back(vector::ExtractOp::create(b, vector, item));
      for (int64_t at = 0; at < items; at += 32)
        start(stretch(row, at), values);
      for (size_t field = 0; field < fields; ++field)
        results.push_back(vector::FromElementsOp::create(
            b, VectorType::get(items, b.getStateTypes()[field]),
            ArrayRef(values).slice(field * items, items)));
    }
    op.replaceAllUsesWith(results);
    op.erase();
  }

private:
  /// Of `values`, which are field by field, those of a stretch.
  SmallVector<Value *> valuesOf(const Stretch &in, int64_t item,
                                SmallVectorImpl<Value> &values) {
    SmallVector<Value *> state;
    for (size_t field = 0; field < b.getStateTypes().size(); ++field)
      state.push_back(&values[field * items + in.firstItem + item]);
    return state;
  }

  void start(const Stretch &in, SmallVectorImpl<Value> &values) {
    Value bits = begins(in);
    if (!bits)
      return;
    const int64_t count = domain->restarts() ? in.items : 1;
    SmallVector<Value *> changed;
    for (int64_t item = 0; item < count; ++item)
      llvm::append_range(changed, valuesOf(in, item, values));
    forEach(
        bits, /*areBegins=*/true, in, changed, [&](Value first, Value chain) {
          const State state = starts.of(chain);
          for (int64_t item = 0; item < count; ++item) {
            const SmallVector<Value *> own = valuesOf(in, item, values);
            replaceIf(b.compare(arith::CmpIPredicate::eq, first, b.i32(item)),
                      own, [&] { join(state, own); });
          }
        });
  }

  void join(const State &start, ArrayRef<Value *> own) {
    State state = start;
    if (!op.getBefore())
      state = b.combine(
          state, llvm::map_to_vector(own, [](Value *value) { return *value; }));
    for (auto [value, started] : llvm::zip_equal(own, state))
      *value = started;
  }

  StartChainsOp op;
  Starts starts;
};

class Ending : Runs {
public:
  explicit Ending(EndChainsOp op) : Runs(op), op(op) {}

  void run() {
    Value isWanted = b.isNot(isNull(b, op.getFinal()));
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t at = 0; at < items; at += 32)
        end(row, stretch(row, at), isWanted);
    op.erase();
  }

private:
  void end(int64_t row, const Stretch &in, Value isWanted) {
    Value bits = arith::SelectOp::create(b, isWanted, ends(in), b.i32(0));
    forEach(bits, /*areBegins=*/false, in, {}, [&](Value last, Value chain) {
      statesAt(b, op.getFinal())
          .storeElement(chain, stateOf(op.getValues(), row, in, last));
    });
  }

  EndChainsOp op;
};

/// Outputs that lie beside those of tiles: arrays of structures, or an array
/// for each value.
class Outputs {
public:
  template <class ChainsOp>
  Outputs(StateBuilder &b, ChainsOp op, const Domain *domain)
      : b(b), domain(domain), bases(op.getBases()),
        stateTypes(llvm::to_vector(
            op.getState().template getAsValueRange<TypeAttr>())),
        form{llvm::to_vector(
                 op.getOutput().template getAsValueRange<TypeAttr>()),
             bases.size() == op.getOutput().size()} {}

  /// `state`, so many outputs (i64) behind element `elements[k]` of array k.
  void store(ValueRange state, function_ref<Value(size_t array)> element,
             int64_t behind) {
    SmallVector<Value> values;
    for (auto [value, from, to] :
         llvm::zip_equal(state, stateTypes, form.fields()))
      values.push_back(convertField(b, value, from, to));
    ArrayRef<Value> left = values;
    for (auto [number, base] : llvm::enumerate(bases)) {
      const SmallVector<Type> own = form.fieldsOf(number);
      Value at =
          LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                              ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(
                                  behind * StructLayout::of(own).size)});
      StructArray(b, at, own, /*items=*/1, domain, number, /*isStreamed=*/false)
          .storeElement(element(number), left.take_front(own.size()));
      left = left.drop_front(own.size());
    }
  }

private:
  StateBuilder &b;
  const Domain *domain;
  ValueRange bases;
  SmallVector<Type> stateTypes;
  ElementArrays form;
};

/// The place behind a chain is behind the element that it has last in memory:
/// in a walk backwards, the one that it begins with.
class Totalling : Runs {
public:
  explicit Totalling(StoreTotalsOp op)
      : Runs(op), op(op), starts(b, op.getInitial(), op.getInit()),
        along(op.getWalk() ? Domain::of(op.getWalk().getDefiningOp<WalkOp>())
                           : nullptr),
        outputs(b, op, along.get()) {}

  void run() {
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t at = 0; at < items; at += 32)
        total(row, stretch(row, at));
    op.erase();
  }

private:
  void total(int64_t row, const Stretch &in) {
    const bool isBackward = domain->isBackward();
    Value bits = isBackward ? begins(in) : ends(in);
    if (!bits)
      return;
    forEach(bits, isBackward, in, {}, [&](Value item, Value chain) {
      Value number = b.add(in.number, b.toI64(item));
      outputs.store(
          isBackward ? starts.of(chain)
                     : stateOf(op.getValues(), row, in, item),
          [&](size_t) { return number; }, /*behind=*/1);
    });
  }

  StoreTotalsOp op;
  Starts starts;
  std::unique_ptr<Domain> along; // null: elements in their order
  Outputs outputs;
};

/// By threads of the grid, each every so many.
void lowerPassStarts(PassStartsOp op) {
  StateBuilder b(op, op.getMonoidAttr());
  Starts starts(b, op.getInitial(), op.getInit());
  auto numberOf = [&](auto dimension) {
    return b.toI64(
        arith::IndexCastOp::create(b, b.getI32Type(), dimension.getResult()));
  };
  Value threads = numberOf(gpu::BlockDimOp::create(b, gpu::Dimension::x));
  Value block = numberOf(gpu::BlockIdOp::create(b, gpu::Dimension::x));
  Value own = b.add(b.mul(block, threads),
                    numberOf(gpu::ThreadIdOp::create(b, gpu::Dimension::x)));
  Value all =
      b.mul(threads, numberOf(gpu::GridDimOp::create(b, gpu::Dimension::x)));
  // Without outputs, it is launched for final states alone.
  const bool isAlone = op.getBases().empty();
  Value isWanted =
      op.getFinal() && !isAlone ? b.isNot(isNull(b, op.getFinal())) : Value();
  auto loop = scf::ForOp::create(b, own, op.getCount(), all);
  b.setInsertionPointToStart(loop.getBody());
  Value chain = loop.getInductionVar();
  const State start = starts.of(chain);
  auto storeFinal = [&] {
    statesAt(b, op.getFinal()).storeElement(chain, start);
  };
  if (isWanted)
    b.onlyIf(isWanted, storeFinal);
  else if (op.getFinal())
    storeFinal();
  if (!isAlone)
    Outputs(b, op, /*domain=*/nullptr)
        .store(
            start,
            [&](size_t array) -> Value {
              return op.getStrides().empty()
                         ? chain
                         : b.mul(chain, op.getStrides()[array]);
            },
            /*behind=*/0);
  op.erase();
}

/// The states of a lane's chains, one by one: there is one of each chain.
void lowerStartAcross(StartAcrossOp op) {
  StateBuilder b(op, op.getMonoidAttr());
  Starts starts(b, op.getInitial(), op.getInit());
  SmallVector<Value> states;
  for (auto [row, place] : llvm::enumerate(op.getPlaces())) {
    Value exists =
        b.compare(arith::CmpIPredicate::ugt, op.getChains(), b.i32(row));
    auto read = scf::IfOp::create(b, b.getStateTypes(), exists,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(read.thenBlock());
    scf::YieldOp::create(b, starts.of(place));
    b.setInsertionPointToStart(read.elseBlock());
    scf::YieldOp::create(b, starts.ofAll());
    llvm::append_range(states, read.getResults());
  }
  op.replaceAllUsesWith(states);
  op.erase();
}

void lowerEndAcross(EndAcrossOp op) {
  StateBuilder b(op, op.getMonoidAttr());
  const size_t fields = b.getStateTypes().size();
  b.onlyIf(b.isNot(isNull(b, op.getFinal())), [&] {
    for (auto [row, place] : llvm::enumerate(op.getPlaces())) {
      Value exists =
          b.compare(arith::CmpIPredicate::ugt, op.getChains(), b.i32(row));
      b.onlyIf(exists, [&, row = row, place = place] {
        statesAt(b, op.getFinal())
            .storeElement(place, SmallVector<Value>(op.getStates().slice(
                                     row * fields, fields)));
      });
    }
  });
  op.erase();
}

struct PrefixLowerChainsPass
    : impl::PrefixLowerChainsPassBase<PrefixLowerChainsPass> {
  void runOnOperation() override {
    getOperation().walk([](StartChainsOp op) { Starting(op).run(); });
    getOperation().walk([](EndChainsOp op) { Ending(op).run(); });
    getOperation().walk([](StoreTotalsOp op) { Totalling(op).run(); });
    getOperation().walk(lowerPassStarts);
    getOperation().walk(lowerStartAcross);
    getOperation().walk(lowerEndAcross);
  }
};

} // namespace
} // namespace scanc::prefix
