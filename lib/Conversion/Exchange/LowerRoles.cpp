//===- LowerRoles.cpp - Which warp does what ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

/// Branches, each of which halves the roles that are left.
class RoleBranches {
public:
  RoleBranches(RolesOp op, ConversionPatternRewriter &rewriter)
      : op(op), rewriter(rewriter), b(op.getLoc(), rewriter), warp(b.warpId()) {
  }

  void build() { build(0, op.getWarps().size(), /*firstWarp=*/0); }

private:
  /// Of roles `first` to `end`, the first of which has warp `firstWarp`.
  void build(size_t first, size_t end, int64_t firstWarp) {
    if (end - first == 1) {
      rewriter.inlineBlockBefore(&op.getBodies()[first].front(),
                                 b.getInsertionBlock(), b.getInsertionPoint());
      return;
    }
    const size_t middle = first + (end - first + 1) / 2;
    int64_t limit = firstWarp;
    for (int64_t warps : op.getWarps().slice(first, middle - first))
      limit += warps;
    Value isBelow = b.compare(arith::CmpIPredicate::ult, warp, b.i32(limit));
    auto branch = scf::IfOp::create(b, isBelow, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenBlock()->getTerminator());
    build(first, middle, firstWarp);
    b.setInsertionPoint(branch.elseBlock()->getTerminator());
    build(middle, end, limit);
  }

  RolesOp op;
  ConversionPatternRewriter &rewriter;
  ValueBuilder b;
  Value warp; // the executing one
};

Values lowerRoles(RolesOp op, ConversionPatternRewriter &rewriter) {
  RoleBranches(op, rewriter).build();
  return {};
}

} // namespace

void addRolePatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerRoles);
}

} // namespace scanc::prefix
