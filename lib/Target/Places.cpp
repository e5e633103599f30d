//===- Places.cpp - Number the places of kernels --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace scanc::target {

static Place placeOf(Location location, LLVM::LLVMFuncOp function) {
  Place place;
  if (auto step = location->findInstanceOf<NameLoc>())
    place.step = step.getName().str();
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    place.text = (file.getFilename().getValue() + ":" + Twine(file.getLine()) +
                  ":" + Twine(file.getColumn()))
                     .str();
  else
    place.text = ("kernel '" + function.getName() + "'").str();
  return place;
}

OwningOpRef<ModuleOp> numberPlaces(gpu::GPUModuleOp kernels,
                                   std::vector<Place> &places) {
  MLIRContext *context = kernels.getContext();
  auto line = [&](unsigned number) {
    return FileLineColLoc::get(context, kernels.getName(), number, 1);
  };
  OwningOpRef<ModuleOp> module = ModuleOp::create(line(0));
  auto copy = kernels.clone();
  module->push_back(copy);
  copy.walk([&](LLVM::LLVMFuncOp function) {
    // A place without a file is called after its function.
    DenseMap<Location, unsigned> numbers;
    function.walk([&](Operation *op) {
      auto [known, isNew] = numbers.try_emplace(op->getLoc(), 0);
      if (isNew) {
        places.push_back(placeOf(op->getLoc(), function));
        known->second = places.size();
      }
      op->setLoc(line(known->second));
    });
  });
  PassManager passes(context);
  passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  if (failed(passes.run(*module)))
    return {};
  return module;
}

} // namespace scanc::target
