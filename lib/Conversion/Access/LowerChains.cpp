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

private:
  State ofAll() {
    if (!init)
      return b.identity();
    State state;
    for (auto value : init->getAsRange<TypedAttr>())
      state.push_back(arith::ConstantOp::create(b, value));
    return state;
  }

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

  /// An item's own bit of `bits` is set (i1).
  Value isSet(Value bits, int64_t item) {
    Value bit = b.both(bits, b.i32(static_cast<int32_t>(uint32_t(1) << item)));
    return b.compare(arith::CmpIPredicate::ne, bit, b.i32(0));
  }

  /// A bit for each item that begins a chain, or that ends one, and exists.
  Value begins(const Stretch &in) {
    if (const Restarts *restarts = domain->restarts())
      return b.both(restarts->mask(b, in.number, in.items), exist(in));
    // The only chain begins with a run.
    if (in.firstItem != 0)
      return {};
    return arith::ExtUIOp::create(
        b, b.getI32Type(),
        b.compare(arith::CmpIPredicate::eq, in.number, b.i64(0)));
  }
  Value ends(const Stretch &in) {
    if (const Restarts *restarts = domain->restarts())
      return b.both(restarts->mask(b, b.add(in.number, b.i64(1)), in.items),
                    exist(in));
    Value last = b.sub(b.sub(domain->length(), b.i64(1)), in.number);
    Value isHere = b.compare(arith::CmpIPredicate::ult, last, b.i64(in.items));
    Value bit = arith::ShLIOp::create(
        b, b.i32(1),
        arith::TruncIOp::create(
            b, b.getI32Type(),
            arith::SelectOp::create(b, isHere, last, b.i64(0))));
    return arith::SelectOp::create(b, isHere, bit, b.i32(0));
  }

  /// What `body` does, or gives, of each stretch of the run in row `row` in
  /// which `bits` has some.
  Stretch stretch(int64_t row, int64_t firstItem) {
    Value inRow = b.add(b.mul(lane, b.i32(items)), b.i32(row * 32 * items));
    Value run = b.add(b.add(first, b.toI64(inRow)), b.i64(firstItem));
    return {run, b.add(origin, run), firstItem,
            std::min<int64_t>(items - firstItem, 32)};
  }

  /// The chain that is `bit` (i1) further along the walk than `chain`, if any.
  Value next(Value chain, Value bit) {
    Value step = b.toI64(arith::ExtUIOp::create(b, b.getI32Type(), bit));
    return domain->isBackward() ? b.sub(chain, step) : b.add(chain, step);
  }

  StateBuilder b;
  std::unique_ptr<Domain> domain;

private:
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
    replaceIf(b.compare(arith::CmpIPredicate::ne, bits, b.i32(0)), changed,
              [&] {
                Value chain = domain->chainOf(b, in.number);
                for (int64_t item = 0; item < count; ++item) {
                  Value isFirst = isSet(bits, item);
                  if (item > 0)
                    chain = next(chain, isFirst);
                  const SmallVector<Value *> own = valuesOf(in, item, values);
                  replaceIf(isFirst, own, [&] { startOne(chain, own); });
                }
              });
  }

  void startOne(Value chain, ArrayRef<Value *> own) {
    State state = starts.of(chain);
    if (!op.getBefore())
      state = b.combine(
          state, llvm::map_to_vector(own, [](Value *value) { return *value; }));
    for (auto [value, started] : llvm::zip_equal(own, state))
      *value = started;
  }

  /// Lets `body` change `values` where `condition` holds.
  void replaceIf(Value condition, ArrayRef<Value *> values,
                 function_ref<void()> body) {
    SmallVector<Type> types;
    SmallVector<Value> before;
    for (Value *value : values) {
      types.push_back(value->getType());
      before.push_back(*value);
    }
    auto current = [&] {
      return llvm::map_to_vector(values, [](Value *value) { return *value; });
    };
    auto branch = scf::IfOp::create(b, types, condition, /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      body();
      scf::YieldOp::create(b, current());
      b.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b, before);
    }
    for (auto [value, result] : llvm::zip_equal(values, branch.getResults()))
      *value = result;
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
    const size_t fields = b.getStateTypes().size();
    ValueRange vectors = op.getValues().slice(row * fields, fields);
    Value bits = ends(in);
    Value isAny = b.compare(arith::CmpIPredicate::ne, bits, b.i32(0));
    b.onlyIf(b.both(isAny, isWanted), [&] {
      Value chain = domain->chainOf(b, in.number);
      for (int64_t item = 0; item < in.items; ++item) {
        Value isLast = isSet(bits, item);
        b.onlyIf(isLast, [&] {
          State state;
          for (Value vector : vectors)
            state.push_back(
                vector::ExtractOp::create(b, vector, in.firstItem + item));
          statesAt(b, op.getFinal()).storeElement(chain, state);
        });
        if (domain->restarts() && item + 1 < in.items)
          chain = next(chain, isLast);
      }
    });
  }

  EndChainsOp op;
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
  auto loop = scf::ForOp::create(b, own, op.getCount(), all);
  b.setInsertionPointToStart(loop.getBody());
  Value chain = loop.getInductionVar();
  statesAt(b, op.getFinal()).storeElement(chain, starts.of(chain));
  op.erase();
}

struct PrefixLowerChainsPass
    : impl::PrefixLowerChainsPassBase<PrefixLowerChainsPass> {
  void runOnOperation() override {
    getOperation().walk([](StartChainsOp op) { Starting(op).run(); });
    getOperation().walk([](EndChainsOp op) { Ending(op).run(); });
    getOperation().walk(lowerPassStarts);
  }
};

} // namespace
} // namespace scanc::prefix
