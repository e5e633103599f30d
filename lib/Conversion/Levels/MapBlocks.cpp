//===- MapBlocks.cpp - A block's circuit becomes steps of its threads -----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each block_scan and block_reduce becomes what its mapping says, in the ops of
// cells: the program of Analysis/CellProgram.h, instruction by instruction.
// Instructions of one part that the same threads execute share a
// `prefix.where`; what lies between two barriers of the block and orders lanes
// of a warp, or is for some warps only, is a `prefix.warp_synchronous` region.
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Operators/StateBuilder.h"
#include "scanc/Conversion/Operators/Step.h"

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/Analysis/ThreadForm.h"

#include "mlir/IR/Iterators.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXMAPBLOCKSPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

using Instrs = ArrayRef<CellInstr>;

IndexAttr indexOf(MLIRContext *context, const ThreadCells &cells, bool table) {
  AccessForm form = findAccessForm(cells, table);
  auto none = DenseI32ArrayAttr::get(context, {});
  switch (form.kind) {
  case AccessForm::Kind::Offset:
    return IndexAttr::get(context, -form.offset, 1, 0, 0, none);
  case AccessForm::Kind::Bits:
    return IndexAttr::get(context, form.constant, form.scale, form.shifted,
                          form.shift, none);
  case AccessForm::Kind::Table:
    // As long as there are threads that ask.
    while (cells[form.table.size() - 1] < 0)
      form.table.pop_back();
    return IndexAttr::get(context, 0, 0, 0, 0,
                          DenseI32ArrayAttr::get(context, form.table));
  }
  llvm_unreachable("unknown form");
}

AffineMap layoutMap(MLIRContext *context, const Layout &layout) {
  AffineExpr cell = getAffineDimExpr(0, context), address = cell;
  for (int64_t divisor : layout.divisors)
    address = address + cell.floorDiv(divisor);
  return AffineMap::get(1, 0, address);
}

SmallVector<bool> activeThreads(const CellInstr &instr) {
  return llvm::map_to_vector(instr.cells,
                             [](int32_t cell) { return cell >= 0; });
}

/// Whether an op may be executed again without a barrier of the block between.
/// Only then its cells must be given up before they are written, which is what
/// a program that begins with a sync does. Each op has cells of its own.
bool isRepeatedAtOnce(Operation *op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  if (!loop)
    return false;
  return llvm::none_of(loop->getRegions(), [](Region &body) {
    return !body.getOps<gpu::BarrierOp>().empty();
  });
}

class BlockMapping {
public:
  BlockMapping(Operation *op, FlatSymbolRefAttr monoid,
               const CellProgram &program, bool tables)
      : op(op), b(op, monoid), program(program), tables(tables),
        values(program.numValues) {}

  void build(ValueRange inputs) {
    const size_t fields = b.getStateTypes().size();
    for (ValueId input = 0; input < program.numInputs; ++input)
      values[input] = State(inputs.slice(input * fields, fields));
    cells = CellsOp::create(
        b, CellsType::get(b.getContext()), b.getMonoid(),
        b.getI64IntegerAttr(program.numCells),
        AffineMapAttr::get(layoutMap(b.getContext(), program.layout)));
    findDefinitionsAndLastUses();

    Instrs rest(program.instrs);
    if (isSync(rest.front()) && !isRepeatedAtOnce(op))
      rest = rest.drop_front();
    while (!rest.empty()) {
      if (isBlockSync(rest.front())) {
        enter(rest.front());
        gpu::BarrierOp::create(b);
        rest = rest.drop_front();
        continue;
      }
      Instrs stretch = rest.take_until(isBlockSync);
      buildStretch(stretch);
      rest = rest.drop_front(stretch.size());
    }

    State results;
    for (ValueId before : program.before)
      llvm::append_range(results, valueOf(before));
    for (ValueId total : program.totals)
      llvm::append_range(results, valueOf(total));
    // Totals that nobody uses may be missing.
    for (auto [old, value] : llvm::zip(op->getResults(), results))
      old.replaceAllUsesWith(value);
    op->erase();
  }

private:
  static bool isBlockSync(const CellInstr &instr) {
    return instr.kind == CellInstr::Kind::Sync &&
           instr.scope == CellInstr::Scope::Block;
  }
  static bool isSync(const CellInstr &instr) {
    return instr.kind == CellInstr::Kind::Sync;
  }

  size_t numberOf(const CellInstr &instr) const {
    return &instr - program.instrs.data();
  }

  /// What is built from here on is of this instruction's part.
  void enter(const CellInstr &instr) {
    b.setLoc(inPart(instr.part, op->getLoc()));
  }

  State valueOf(ValueId value) {
    return value < 0 ? b.identity() : values[value];
  }

  void findDefinitionsAndLastUses() {
    lastUse.assign(program.numValues, 0);
    definition.assign(program.numValues, 0);
    for (const CellInstr &instr : program.instrs)
      if (instr.result != noValue)
        definition[instr.result] = numberOf(instr);
    for (const CellInstr &instr : program.instrs)
      for (ValueId used : {instr.low, instr.high, instr.otherwise})
        if (used >= 0)
          lastUse[used] = numberOf(instr);
    for (ValueId used : program.before)
      if (used >= 0)
        lastUse[used] = program.instrs.size();
    for (ValueId used : program.totals)
      if (used >= 0)
        lastUse[used] = program.instrs.size();
  }

  /// The values that `instrs` define and somebody after them uses.
  SmallVector<ValueId> liveAfter(Instrs instrs) {
    SmallVector<ValueId> live;
    for (const CellInstr &instr : instrs)
      if (instr.result != noValue &&
          lastUse[instr.result] > numberOf(instrs.back()))
        live.push_back(instr.result);
    return live;
  }

  SmallVector<Type> typesOf(ArrayRef<ValueId> ids) {
    SmallVector<Type> types;
    for (size_t i = 0; i < ids.size(); ++i)
      llvm::append_range(types, b.getStateTypes());
    return types;
  }
  SmallVector<Value> flatten(ArrayRef<ValueId> ids) {
    SmallVector<Value> flat;
    for (ValueId id : ids)
      llvm::append_range(flat, valueOf(id));
    return flat;
  }
  void redefine(ArrayRef<ValueId> ids, ValueRange results) {
    const size_t fields = b.getStateTypes().size();
    for (auto [i, id] : llvm::enumerate(ids))
      values[id] = State(results.slice(i * fields, fields));
  }

  /// What `value`, defined in `instrs` or before, is in threads that execute
  /// none of them.
  ValueId passedThrough(ValueId value, Instrs instrs) {
    while (value >= program.numInputs &&
           definition[value] >= numberOf(instrs.front()))
      value = program.instrs[definition[value]].otherwise;
    return value;
  }

  /// From one barrier of the block to the next.
  void buildStretch(Instrs stretch) {
    int64_t warps = 0;
    for (const CellInstr &instr : stretch)
      for (auto [thread, cell] : llvm::enumerate(instr.cells))
        if (cell >= 0)
          warps = std::max<int64_t>(warps, thread / 32 + 1);
    if (warps == program.shape.warps && llvm::none_of(stretch, isSync))
      return buildInstrs(stretch);

    SmallVector<ValueId> live = liveAfter(stretch), otherwise;
    if (warps < program.shape.warps)
      for (ValueId value : live)
        otherwise.push_back(passedThrough(value, stretch));
    enter(stretch.front());
    auto region = WarpSynchronousOp::create(b, typesOf(live), b.getMonoid(),
                                            b.getI64IntegerAttr(warps),
                                            flatten(otherwise));
    inBody(region.getBody(), [&] {
      buildInstrs(stretch);
      PassOp::create(b, flatten(live));
    });
    redefine(live, region.getResults());
  }

  void inBody(Region &body, function_ref<void()> build) {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&body);
    build();
  }

  void buildInstrs(Instrs instrs) {
    while (!instrs.empty()) {
      const CellInstr &first = instrs.front();
      enter(first);
      if (isSync(first)) {
        NVVM::SyncWarpOp::create(b, b.i32(-1));
        instrs = instrs.drop_front();
        continue;
      }
      SmallVector<bool> active = activeThreads(first);
      Instrs group = instrs.take_while([&](const CellInstr &instr) {
        return !isSync(instr) && activeThreads(instr) == active;
      });
      buildGroup(group, active);
      instrs = instrs.drop_front(group.size());
    }
  }

  /// Instructions of the same threads.
  void buildGroup(Instrs group, ArrayRef<bool> active) {
    if (llvm::all_of(active, [](bool on) { return on; })) {
      buildEach(group);
      return;
    }
    ThreadForm form = findThreadForm(active);
    auto threads = ThreadSetAttr::get(
        b.getContext(), form.first, form.end, form.pattern, form.argument,
        DenseI32ArrayAttr::get(b.getContext(), form.words));
    SmallVector<ValueId> live = liveAfter(group), otherwise;
    for (ValueId value : live)
      otherwise.push_back(passedThrough(value, group));
    auto where = WhereOp::create(b, typesOf(live), threads, flatten(otherwise));
    inBody(where.getBody(), [&] {
      buildEach(group);
      PassOp::create(b, flatten(live));
    });
    redefine(live, where.getResults());
  }

  void buildEach(Instrs instrs) {
    for (const CellInstr &instr : instrs) {
      enter(instr);
      buildInstr(instr);
    }
  }

  void buildInstr(const CellInstr &instr) {
    switch (instr.kind) {
    case CellInstr::Kind::Load:
      values[instr.result] =
          State(GetOp::create(b, b.getStateTypes(), cells, index(instr))
                    .getResults());
      return;
    case CellInstr::Kind::Store:
      PutOp::create(b, valueOf(instr.low), cells, index(instr));
      return;
    case CellInstr::Kind::Combine:
      values[instr.result] = b.combine(valueOf(instr.low), valueOf(instr.high));
      return;
    case CellInstr::Kind::Sync:
      break;
    }
    llvm_unreachable("syncs are built apart");
  }

  IndexAttr index(const CellInstr &instr) {
    return indexOf(b.getContext(), instr.cells, tables);
  }

  Operation *op;
  StateBuilder b;
  const CellProgram &program;
  bool tables;
  Value cells;
  std::vector<State> values;
  std::vector<size_t> definition; // the instruction; 0 for inputs
  std::vector<size_t> lastUse;    // the instruction, or their number: a result
};

/// One warp that brings one input needs no circuit.
template <typename OpT> void passThrough(OpT op) {
  StateBuilder b(op, op.getMonoidAttr());
  State results;
  if (!OpT::reduces)
    results = b.identity();
  llvm::append_range(results, op.getValues());
  op.replaceAllUsesWith(ValueRange(results));
  op.erase();
}

template <typename OpT> Results resultsOf(OpT op) {
  if (OpT::reduces)
    return Results::Total;
  const BlockShape shape = op.getShape();
  StateBuilder b(op, op.getMonoidAttr());
  const int64_t fields = b.getStateTypes().size();
  const int64_t before = std::max<int64_t>(shape.rows, 1) * fields;
  return llvm::all_of(op.getResults().drop_front(before),
                      [](Value total) { return total.use_empty(); })
             ? Results::Before
             : Results::All;
}

template <typename OpT> LogicalResult mapBlock(OpT op) {
  const circuits::Network network = networkOf(op, op.getCircuitAttr());
  const Mapping mapping = op.getMapping().getMapping();
  if (network.width == 1 && !mapping.seedFirst) {
    passThrough(op);
    return success();
  }
  llvm::Expected<CellProgram> program =
      mapCircuit(network, op.getShape(), mapping, resultsOf(op));
  if (!program)
    return op.emitError() << "'@" << op.getCircuit()
                          << "': " << llvm::toString(program.takeError());
  BlockMapping(op, op.getMonoidAttr(), *program, mapping.tables)
      .build(op.getValues());
  return success();
}

struct PrefixMapBlocksPass
    : impl::PrefixMapBlocksPassBase<PrefixMapBlocksPass> {
  void runOnOperation() override {
    // So that it can be seen which totals are used.
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isOpTriviallyDead(op))
            op->erase();
        });
    SmallVector<LevelOpInterface> ops;
    getOperation().walk([&](LevelOpInterface op) { ops.push_back(op); });
    for (Operation *op : ops)
      if (failed(llvm::TypeSwitch<Operation *, LogicalResult>(op)
                     .Case<BlockScanOp, BlockReduceOp>(
                         [](auto block) { return mapBlock(block); })
                     .Default(success())))
        return signalPassFailure();
  }
};

} // namespace
} // namespace scanc::prefix
