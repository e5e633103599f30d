//===- KernelBuilder.cpp - What the kernels of every strategy share -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Kernels/KernelBuilder.h"

#include "scanc/Conversion/Operators/Step.h"

using namespace mlir;

namespace scanc::prefix {

KernelBuilder KernelBuilder::open(gpu::GPUModuleOp module, ScanOp scan,
                                  MonoidOp monoid,
                                  const PlannedKernel &planned) {
  ImplicitLocOpBuilder b(inStep("grid", scan.getLoc()),
                         OpBuilder::atBlockEnd(module.getBody()));
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(), 1);
  const size_t inputs = scan.getInput().count(),
               outputs = scan.getOutput().count();
  SmallVector<Type> types(inputs + outputs + 1, pointer);
  types.append({b.getI64Type(), b.getI32Type()});
  // The other sizes of the domain come last, and strides behind them.
  const DomainAttrInterface over = scan.getDomain();
  const size_t states = scan.getInitial() + scan.getFinal();
  const size_t strided = inputs + outputs + (over.isAcross() && states ? 1 : 0);
  const size_t more =
      over.getSizeNames().size() - 1 + over.countStrides() * strided;
  types.append(more, b.getI64Type());
  // And last of all, the states that chains start from and end in.
  types.append(states, pointer);
  auto type = b.getFunctionType(types, {});
  auto kernel = gpu::GPUFuncOp::create(
      b, (scan.getSymName() + "_" + planned.suffix).str(), type);
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      b.getDenseI32ArrayAttr({static_cast<int32_t>(planned.threads()), 1, 1}));
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  b.getI32IntegerAttr(planned.blocksPerSM));
  if (planned.cluster > 1)
    kernel->setAttr(
        NVVM::NVVMDialect::getClusterDimAttrName(),
        b.getDenseI32ArrayAttr({static_cast<int32_t>(planned.cluster), 1, 1}));
  b.setInsertionPointToStart(&kernel.getBody().front());
  gpu::ReturnOp end = gpu::ReturnOp::create(b);
  b.setInsertionPoint(end);

  KernelBuilder builder(b, scan, monoid, module);
  builder.letsNextBegin = planned.letsNextBegin;
  ValueRange arguments = kernel.getArguments();
  if (scan.getInitial())
    builder.initial = arguments.take_back(states).front();
  if (scan.getFinal())
    builder.final = arguments.back();
  arguments = arguments.drop_back(states);
  ValueRange moreSizes = arguments.take_back(more),
             others = arguments.drop_back(more).take_back(3);
  builder.in = SmallVector<Value>(arguments.take_front(inputs));
  builder.out = SmallVector<Value>(arguments.slice(inputs, outputs));
  builder.workspacePointer = others[0];
  SmallVector<Value> sizes = {others[1]};
  llvm::append_range(sizes, moreSizes);
  if (over.countStrides() == 1)
    builder.outStrides = SmallVector<Value>(moreSizes.take_back(outputs));
  std::shared_ptr<Domain> domain = Domain::of(scan, sizes);
  domain->prepare(builder);
  builder.walked = domain;
  builder.blocks = others[2];
  return builder;
}

void KernelBuilder::waitForKernelBefore() {
  NVVM::GriddepcontrolOp::create(*this, NVVM::GridDepActionKind::wait);
}

void KernelBuilder::letNextBegin() {
  if (letsNextBegin)
    NVVM::GriddepcontrolOp::create(*this,
                                   NVVM::GridDepActionKind::launch_dependents);
}

Value KernelBuilder::threadId() { return ThreadOp::create(*this); }

Value KernelBuilder::warpId() { return WarpOp::create(*this); }

Value KernelBuilder::laneId() { return LaneOp::create(*this); }

Value KernelBuilder::isFirstLane() {
  if (!firstLane || !isVisible(firstLane))
    firstLane = FirstLaneOp::create(*this);
  return firstLane;
}

bool KernelBuilder::isVisible(Value value) const {
  Block *block = value.getParentBlock();
  for (Block *at = getInsertionBlock(); at;) {
    if (at == block)
      return true;
    Operation *around = at->getParentOp();
    at = around ? around->getBlock() : nullptr;
  }
  return false;
}

Value KernelBuilder::launchNumber() { return LaunchNumberOp::create(*this); }

Value KernelBuilder::blockId() { return BlockIndexOp::create(*this); }

Value KernelBuilder::blockCount() {
  Value count = gpu::GridDimOp::create(*this, gpu::Dimension::x);
  return toI64(arith::IndexCastOp::create(*this, getI32Type(), count));
}

State KernelBuilder::loop(Value count, ValueRange carry,
                          function_ref<State(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(*this, i64(0), count, i64(1), carry);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  State next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  // A loop that carries nothing comes with its terminator.
  if (!carry.empty())
    scf::YieldOp::create(*this, next);
  return State(loop.getResults());
}

void KernelBuilder::either(Value condition, function_ref<void()> then,
                           function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(*this, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  then();
  setInsertionPointToStart(branch.elseBlock());
  otherwise();
}

void KernelBuilder::roles(ArrayRef<Role> roles) {
  SmallVector<StringRef> names;
  SmallVector<int64_t> warps;
  for (const Role &role : roles) {
    names.push_back(role.name);
    warps.push_back(role.warps);
  }
  auto all =
      RolesOp::create(*this, getStrArrayAttr(names), warps, roles.size());
  OpBuilder::InsertionGuard guard(*this);
  for (auto [role, region] : llvm::zip_equal(roles, all.getBodies())) {
    createBlock(&region);
    role.body();
  }
}

KernelBuilder::Parts KernelBuilder::choose(Value condition,
                                           function_ref<Parts()> then,
                                           function_ref<Parts()> otherwise,
                                           size_t count) {
  const bool areCut = walked->restarts();
  SmallVector<Type> part(getStateTypes()), results;
  if (areCut)
    part.push_back(getI1Type());
  for (size_t i = 0; i < count; ++i)
    llvm::append_range(results, part);
  auto branch = scf::IfOp::create(*this, results, condition,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(*this);
  auto yield = [&](Block *block, function_ref<Parts()> build) {
    setInsertionPointToStart(block);
    SmallVector<Value> values;
    for (const Part &part : build()) {
      llvm::append_range(values, part.state);
      if (areCut)
        values.push_back(part.cut ? part.cut : boolean(false));
    }
    scf::YieldOp::create(*this, values);
  };
  yield(branch.thenBlock(), then);
  yield(branch.elseBlock(), otherwise);
  Parts parts;
  for (size_t i = 0; i < count; ++i) {
    ValueRange found = branch.getResults().slice(i * part.size(), part.size());
    parts.push_back({State(found.take_front(getStateTypes().size())),
                     areCut ? found.back() : Value()});
  }
  return parts;
}

void KernelBuilder::onlyRarely(Value condition, function_ref<void()> body) {
  onlyIf(condition, [&] {
    getInsertionBlock()->getParentOp()->setDiscardableAttr(
        PrefixDialect::rareAttrName, getUnitAttr());
    body();
  });
}

State KernelBuilder::start() {
  if (!hasStart())
    return identity();
  State state;
  for (auto value : scan.getInit()->getAsRange<TypedAttr>())
    state.push_back(arith::ConstantOp::create(*this, value));
  return state;
}

void KernelBuilder::passStarts() {
  SmallVector<Value> bases;
  if (scan.getTotal())
    bases = out;
  PassStartsOp::create(*this, getMonoid(), length(), initial,
                       scan.getInit().value_or(ArrayAttr()), final, bases,
                       bases.empty() ? ValueRange() : ValueRange(outStrides),
                       getTypeArrayAttr(access.output.states),
                       getTypeArrayAttr(access.output.arrays.types));
}

Value KernelBuilder::walk(Side side) {
  // Without strides, both sides have one.
  Value &known =
      walks[scan.getDomain().hasStrides() ? static_cast<size_t>(side) : 0];
  if (!known) {
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(cast<BlockArgument>(walked->length()).getOwner());
    known = walked->walk(*this, side);
  }
  return known;
}

TypedValue<WalkType> KernelBuilder::domainWalk() {
  if (!whole) {
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(cast<BlockArgument>(walked->length()).getOwner());
    whole = walked->bind(*this, Side::Input);
  }
  return whole;
}

Value KernelBuilder::sharedArray(StringRef name,
                                 function_ref<Value()> declare) {
  Value &known = sharedArrays[name];
  if (!known) {
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(cast<BlockArgument>(walked->length()).getOwner());
    known = declare();
  }
  return known;
}

void KernelBuilder::number(Place &place) {
  // Lanes with chains of their own know their places.
  if (scan.getDomain().isAcross())
    return;
  if (place.form.isPlaced() || place.chains)
    place.numbers = {domainWalk(), i64(0)};
}

Place KernelBuilder::input() {
  Place place{access.input, in, walk(Side::Input)};
  if (initial)
    place.chains = {initial, scan.getInit().value_or(ArrayAttr())};
  number(place);
  if (place.form.looksAround())
    place.around = {access.input.arrays, in, walk(Side::Input)};
  return place;
}

Place KernelBuilder::output() {
  Place place{access.output, out, walk(Side::Output)};
  if (initial || final || scan.getTotal())
    place.chains = {initial, scan.getInit().value_or(ArrayAttr()), final};
  if (scan.getTotal())
    place.chains.totals = {access.output.arrays, out, walk(Side::Output)};
  place.given = scan.getScanOutputs();
  number(place);
  if (place.form.takesElement())
    place.inputs = {access.input.arrays, in, walk(Side::Input)};
  if (place.form.looksAround())
    place.around = place.inputs;
  return place;
}

Place KernelBuilder::states(Value base, Value valid) {
  Place place{access.states, {base}};
  place.valid = valid;
  return place;
}

void KernelBuilder::onlyFirstThread(function_ref<void()> body) {
  onlyIf(arith::CmpIOp::create(*this, arith::CmpIPredicate::eq, threadId(),
                               i32(0)),
         body);
}

SmallVector<Type> KernelBuilder::vectorTypes(int64_t length) {
  return llvm::map_to_vector(getStateTypes(), [&](Type type) -> Type {
    return VectorType::get(length, type);
  });
}

/// In a tile that the array ends in, threads without an element read the last
/// one: before it is written. The circuits of several warps have barriers.
void KernelBuilder::storeScanned(const Place &from, const Place &to,
                                 SkeletonAttr skeleton, Value first,
                                 ValueRange rows) {
  const bool hasCircuit =
      skeleton.getWarps() > 1 || skeleton.isBlockWide() || seedsFirst(skeleton);
  if (to.valid && !hasCircuit && from.mayBe(to))
    NVVM::SyncWarpOp::create(*this, i32(-1));
  to.store(*this, skeleton, first, rows);
}

void KernelBuilder::storeUnscanned(SkeletonAttr skeleton, Value first,
                                   ValueRange rows) {
  SmallVector<Value> stored;
  const size_t fields = getStateTypes().size();
  const bool areTwice = scan.getScanOutputs() == ScanOutputs::Both;
  for (size_t row = 0; row < rows.size(); row += fields)
    for (int times = 0; times <= areTwice; ++times)
      llvm::append_range(stored, rows.slice(row, fields));
  output().store(*this, skeleton, first, stored);
}

Value KernelBuilder::warpStart(SkeletonAttr skeleton, Value tileStart) {
  int64_t perWarp = skeleton.getTile() / skeleton.getWarps();
  Value offset = arith::MulIOp::create(*this, warpId(), i32(perWarp));
  return add(tileStart, toI64(offset));
}

SmallVector<Value> KernelBuilder::acrossRows(ArrayRef<State> perRow) {
  SmallVector<Value> vectors;
  for (auto [field, type] : llvm::enumerate(vectorTypes(perRow.size()))) {
    auto values = llvm::map_to_vector(
        perRow, [field = field](const State &state) { return state[field]; });
    vectors.push_back(
        vector::FromElementsOp::create(*this, cast<VectorType>(type), values));
  }
  return vectors;
}

} // namespace scanc::prefix
