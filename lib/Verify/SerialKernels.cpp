//===- SerialKernels.cpp - Kernels that one thread runs -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SerialKernels.h"

#include "scanc/Conversion/Access/Access.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Target/PTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"

#include <limits>

using namespace mlir;

namespace scanc::verify {

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

SerialBuilder::SerialBuilder(gpu::GPUModuleOp module, prefix::MonoidOp monoid)
    : ImplicitLocOpBuilder(monoid.getLoc(), module.getContext()),
      module(module), monoid(FlatSymbolRefAttr::get(monoid.getSymNameAttr())),
      types(monoid.getStateTypes()) {}

ValueRange SerialBuilder::open(StringRef name, unsigned pointers,
                               unsigned sizes) {
  setInsertionPointToEnd(module.getBody());
  SmallVector<Type> arguments(pointers,
                              LLVM::LLVMPointerType::get(getContext(), 1));
  arguments.append(sizes, getI64Type());
  auto kernel =
      gpu::GPUFuncOp::create(*this, name, getFunctionType(arguments, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), getUnitAttr());
  kernel.setKnownBlockSizeAttr(getDenseI32ArrayAttr({1, 1, 1}));
  setInsertionPointToStart(&kernel.getBody().front());
  setInsertionPoint(gpu::ReturnOp::create(*this));
  return kernel.getArguments();
}

void SerialBuilder::loop(Value count, ValueRange carry,
                         function_ref<State(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(*this, i64(0), count, i64(1), carry);
  OpBuilder::InsertionGuard guard(*this);
  if (carry.empty()) {
    setInsertionPoint(loop.getBody()->getTerminator());
    body(loop.getInductionVar(), {});
    return;
  }
  setInsertionPointToStart(loop.getBody());
  State next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  scf::YieldOp::create(*this, next);
}

State SerialBuilder::identity() {
  return State(prefix::IdentityOp::create(*this, types, monoid).getResults());
}

State SerialBuilder::combine(ValueRange low, ValueRange high) {
  SmallVector<Value> operands(low);
  llvm::append_range(operands, high);
  return State(
      prefix::ApplyOp::create(*this, types, monoid, operands).getResults());
}

prefix::MapOp SerialBuilder::addMap(prefix::ScanOp scan, bool isLoad) {
  if (!prefix::findMap(module, /*isLoad=*/true) &&
      !prefix::findMap(module, /*isLoad=*/false))
    prefix::addMaps(scan, module);
  return prefix::findMap(module, isLoad);
}

static FlatSymbolRefAttr nameOf(prefix::MapOp map) {
  return map ? FlatSymbolRefAttr::get(map.getSymNameAttr())
             : FlatSymbolRefAttr();
}

static bool looksAround(prefix::MapOp map) {
  return map && map.getMapArguments().countNeighbours();
}

/// Elements of a line have their own numbers: the index, whatever it is, is
/// that of an element so much further on. Neighbours are found where they are.
std::pair<Value, Value> SerialBuilder::numbered(const Arrays &arrays,
                                                const Element &element) {
  prefix::MapOp map = arrays.map;
  if (!map || !map.getMapArguments().isPlaced())
    return {};
  if (looksAround(map))
    return {arrays.whole, i64(0)};
  return {line(i64(std::numeric_limits<int64_t>::max())),
          arith::SubIOp::create(*this, element.index, element.number)};
}

Value SerialBuilder::line(Value count) {
  auto domain =
      getContext()->getLoadedDialect<prefix::PrefixDialect>()->findDomain(
          "line");
  return prefix::WalkOp::create(*this, domain, /*reverse=*/false, count);
}

State SerialBuilder::load(const Arrays &arrays, const Element &element) {
  auto vectors = llvm::map_to_vector(
      types, [](Type type) -> Type { return VectorType::get(1, type); });
  auto [walk, origin] = numbered(arrays, element);
  const Arrays none;
  const Arrays &around = looksAround(arrays.map) ? arrays : none;
  auto tile = prefix::LoadTileOp::create(
      *this, vectors, monoid, arrays.bases, element.number, /*valid=*/Value(),
      arrays.walk, nameOf(arrays.map), walk, origin, /*until=*/Value(),
      around.bases, around.walk, getTypeArrayAttr(arrays.form.types),
      getI64IntegerAttr(1), getI64IntegerAttr(1));
  State state;
  for (Value vector : tile.getValues())
    state.push_back(vector::ExtractOp::create(*this, vector, 0));
  return state;
}

void SerialBuilder::store(ValueRange states, ArrayRef<Type> signs,
                          const Arrays &arrays, const Element &element) {
  SmallVector<Value> vectors;
  for (Value value : states)
    vectors.push_back(vector::FromElementsOp::create(
        *this, VectorType::get(1, value.getType()), value));
  auto [walk, origin] = numbered(arrays, element);
  prefix::MapOp map = arrays.map;
  const bool takesElement = map && map.getMapArguments().getIn() != 0;
  const Arrays none;
  const Arrays &inputs = takesElement ? *arrays.inputs : none;
  const Arrays &around = looksAround(map) ? inputs : none;
  prefix::StoreTileOp::create(
      *this, vectors, arrays.bases, element.number, /*valid=*/Value(),
      arrays.walk, nameOf(arrays.map), walk, origin, /*until=*/Value(),
      around.bases, around.walk, inputs.bases, inputs.walk,
      takesElement ? getTypeArrayAttr(inputs.form.types) : ArrayAttr(),
      getTypeArrayAttr(signs), getTypeArrayAttr(arrays.form.types), /*rows=*/1,
      /*items=*/1);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// A module in the kernel phase that holds a copy of `monoid` and no kernel.
/// The phases ask every gpu.module for the plan of its scan, so that plan is
/// made the way it always is: by planning a scan over states.
static OwningOpRef<ModuleOp> moduleFor(prefix::MonoidOp monoid) {
  OwningOpRef<ModuleOp> module(ModuleOp::create(monoid.getLoc()));
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  auto copy = cast<prefix::MonoidOp>(builder.clone(*monoid));
  copy.setSymName("monoid");
  SmallVector<Type> types = copy.getStateTypes();
  prefix::ScanOp::create(builder, monoid.getLoc(), "serial",
                         prefix::ScanKind::Inclusive, /*reverse=*/false,
                         "monoid", /*init=*/ArrayAttr(),
                         builder.getFunctionType(types, types));
  if (failed(lowerTo(*module, Phase::Kernel, {})))
    return nullptr;
  for (auto kernels : module->getOps<gpu::GPUModuleOp>())
    for (auto kernel :
         llvm::make_early_inc_range(kernels.getOps<gpu::GPUFuncOp>()))
      kernel.erase();
  return module;
}

static void loadDialects(MLIRContext *context) {
  DialectRegistry registry;
  registerAllDialects(registry);
  context->appendDialectRegistry(registry);
  context->loadDialect<arith::ArithDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                       NVVM::NVVMDialect, math::MathDialect, scf::SCFDialect,
                       vector::VectorDialect, prefix::PrefixDialect>();
}

llvm::Expected<std::unique_ptr<simt::Executor>>
compileSerial(prefix::MonoidOp monoid,
              function_ref<void(SerialBuilder &)> build) {
  MLIRContext *context = monoid.getContext();
  loadDialects(context);
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    stream << ": " << diagnostic;
    return success();
  });
  auto failure = [&] {
    return llvm::createStringError("the monoid '@" + monoid.getSymName() +
                                   "' does not compile" + messages);
  };
  OwningOpRef<ModuleOp> module = moduleFor(monoid);
  if (!module)
    return failure();
  gpu::GPUModuleOp kernels = *module->getOps<gpu::GPUModuleOp>().begin();
  SerialBuilder builder(kernels, *kernels.getOps<prefix::MonoidOp>().begin());
  build(builder);
  if (failed(lowerTo(*module, Phase::Llvm, {})))
    return failure();
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> llvmModule =
      target::translateToLlvmIR(kernels, *llvmContext);
  if (!llvmModule)
    return failure();
  return simt::Executor::create(std::move(llvmModule), std::move(llvmContext));
}

llvm::Error runSerial(simt::Executor &executor, StringRef kernel,
                      ArrayRef<const void *> pointers,
                      ArrayRef<uint64_t> sizes) {
  auto args = llvm::map_to_vector(pointers, simt::KernelArg::pointer);
  llvm::append_range(args, llvm::map_range(sizes, simt::KernelArg::u64));
  return executor.launch(kernel, {1, 1, 1}, {1, 1, 1}, args);
}

} // namespace scanc::verify
