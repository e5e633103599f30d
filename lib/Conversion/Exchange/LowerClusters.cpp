//===- LowerClusters.cpp - What blocks of a cluster tell each other -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   word:   tag (32 bits) | part (32 bits)
//
// A word is written and read at once, so that its tag says that its part is
// there. The alternative, a store and an arrival at the other block's mbarrier
// that releases it, waits for all that the warp has stored before.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "RelaxedAccess.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

using Rewriter = ConversionPatternRewriter;

constexpr int64_t wordBytes = 8, tagShift = 32;

Values lowerTell(TellOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  Value there = NVVM::MapaOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), 7),
      wordPointer(b, op.getWords(), op.getIndex()), op.getRank());
  Value raised =
      arith::ShLIOp::create(b, b.toI64(op.getTag()), b.i64(tagShift));
  const auto apart = static_cast<int64_t>(op.getApart());
  for (auto [number, part] : llvm::enumerate(op.getParts()))
    storeRelaxed(
        b, b.oneOf(raised, b.toI64(part)),
        behind(b, there, static_cast<int64_t>(number) * apart * wordBytes),
        clusterScope);
  return {};
}

Values lowerHear(HearOp op, Rewriter &rewriter) {
  ValueBuilder b(op.getLoc(), rewriter);
  const auto apart = static_cast<int64_t>(op.getApart()),
             each = static_cast<int64_t>(op.getEach());
  Values pointers;
  for (Value index : op.getIndices()) {
    Value first = wordPointer(b, op.getWords(), index);
    for (int64_t part = 0; part < each; ++part)
      pointers.push_back(behind(b, first, part * apart * wordBytes));
  }
  const SmallVector<Type> types(pointers.size(), b.getI64Type());
  const SmallVector<Location> locations(types.size(), b.getLoc());
  // All are read again until all are there: a word of the block's own shared
  // memory takes no longer than to decide whether it is wanted.
  auto loop = scf::WhileOp::create(b, types, ValueRange());
  {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&loop.getBefore());
    Values words;
    Value isMissing;
    for (auto [number, pointer] : llvm::enumerate(pointers)) {
      words.push_back(loadRelaxed(b, b.getI64Type(), pointer, clusterScope));
      Value tag =
          b.toI32(arith::ShRUIOp::create(b, words.back(), b.i64(tagShift)));
      Value is = b.both(op.getExist()[number / each],
                        b.compare(arith::CmpIPredicate::ne, tag, op.getTag()));
      isMissing = isMissing ? b.oneOf(isMissing, is) : is;
    }
    scf::ConditionOp::create(b, isMissing, words);
    Block *again = b.createBlock(&loop.getAfter(), {}, types, locations);
    (void)again;
    scf::YieldOp::create(b);
  }
  Values parts;
  for (Value word : loop.getResults())
    parts.push_back(b.toI32(word));
  return parts;
}

} // namespace

void addClusterPatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerTell);
  lowerBy(patterns, lowerHear);
}

} // namespace scanc::prefix
