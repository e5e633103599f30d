//===- Lowering.h - Patterns of prefix-lower-exchange -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each file adds the patterns of its ops: `lowerBy` makes one of a function
// that builds in the place of an op and gives the values of its results.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_EXCHANGE_LOWERING_H
#define SCANC_LIB_CONVERSION_EXCHANGE_LOWERING_H

#include "scanc/Conversion/Operators/StateBuilder.h"

#include "mlir/Transforms/DialectConversion.h"

namespace scanc::prefix {

using Values = llvm::SmallVector<mlir::Value>;

template <typename OpT> class LowerBy : public mlir::OpConversionPattern<OpT> {
public:
  using Function = Values (*)(OpT, mlir::ConversionPatternRewriter &);

  LowerBy(mlir::MLIRContext *context, Function lower)
      : mlir::OpConversionPattern<OpT>(context), lower(lower) {}

  mlir::LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    Values results = lower(op, rewriter);
    if (results.empty())
      rewriter.eraseOp(op);
    else
      rewriter.replaceOp(op, results);
    return mlir::success();
  }

private:
  Function lower;
};

template <typename OpT>
void lowerBy(mlir::RewritePatternSet &patterns,
             Values (*lower)(OpT, mlir::ConversionPatternRewriter &)) {
  patterns.add<LowerBy<OpT>>(patterns.getContext(), lower);
}

void addSharedMemoryPatterns(mlir::RewritePatternSet &patterns);
void addRolePatterns(mlir::RewritePatternSet &patterns);
void addDivisionPatterns(mlir::RewritePatternSet &patterns);
void addGroupPatterns(mlir::RewritePatternSet &patterns);
void addTileCopyPatterns(mlir::RewritePatternSet &patterns);
void addTotalPatterns(mlir::RewritePatternSet &patterns);
void addCountPatterns(mlir::RewritePatternSet &patterns);
void addTileEntryPatterns(mlir::RewritePatternSet &patterns);
void addAcrossEntryPatterns(mlir::RewritePatternSet &patterns);
void addClusterPatterns(mlir::RewritePatternSet &patterns);

/// The array without a length that stands for the dynamic shared memory of a
/// launch; declares it in `module` unless it is there.
void declareSharedMemory(mlir::gpu::GPUModuleOp module);

/// The address of element `index` (i32), of `stride` bytes each, of what lies
/// from byte `offset` of dynamic shared memory on.
mlir::Value sharedPointer(ValueBuilder &b, int64_t offset, mlir::Value index,
                          int64_t stride);
/// The same of one of `words`.
mlir::Value wordPointer(ValueBuilder &b, mlir::TypedValue<WordsType> words,
                        mlir::Value index);
/// The same of one of `barriers`.
mlir::Value barrierPointer(ValueBuilder &b,
                           mlir::TypedValue<BarriersType> barriers,
                           mlir::Value index);
/// A register of the GPU (i32). The nvvm op for it would be kept in a register
/// of the thread from one place to the next, by CSE.
mlir::Value readRegister(ValueBuilder &b, llvm::StringRef name);
/// Waits for all threads of a group, of which there are so many.
void meet(ValueBuilder &b, mlir::Value barrier, int64_t threads);

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_EXCHANGE_LOWERING_H
