//===- Dialects.cpp - Every dialect of every phase ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Pipelines/Pipelines.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Domains/Axis.h"
#include "scanc/Domains/Line.h"
#include "scanc/Domains/Pairs.h"
#include "scanc/Domains/Rows.h"
#include "scanc/Strategies/DrawnTiles.h"
#include "scanc/Strategies/OneLaunch.h"
#include "scanc/Strategies/Recursive.h"
#include "scanc/Strategies/SingleBlock.h"
#include "scanc/Strategies/Strips.h"
#include "scanc/Strategies/TwoLevel.h"
#include "scanc/Target/PTX.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

void scanc::registerAllDialects(DialectRegistry &registry) {
  registry.insert<prefix::PrefixDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                  NVVM::NVVMDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect, vector::VectorDialect>();
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  registerConvertNVVMToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
  target::registerTranslations(registry);

  prefix::registerLine(registry);
  prefix::registerRows(registry);
  prefix::registerAxis(registry);
  prefix::registerPairs(registry);
  // Strategies, in the order in which lists and errors name them.
  prefix::registerSingleBlock(registry);
  prefix::registerTwoLevel(registry);
  prefix::registerRecursive(registry);
  prefix::registerOneLaunch(registry);
  prefix::registerDrawnTiles(registry);
  prefix::registerStrips(registry);
}
