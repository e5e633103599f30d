//===- ApplyLayouts.cpp - Layout maps become addresses --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workgroup array whose type has a layout map becomes a plain one, as long as
// the map's greatest address asks for, and each access of it computes the
// address of its cell.
//
//===----------------------------------------------------------------------===//

#include "scanc/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace scanc::prefix {
#define GEN_PASS_DEF_PREFIXAPPLYLAYOUTSPASS
#include "scanc/Conversion/Passes.h.inc"

namespace {

/// Code for an affine expression of one dimension, which is never negative.
class AddressBuilder : public AffineExprVisitor<AddressBuilder, Value> {
public:
  AddressBuilder(ImplicitLocOpBuilder &b, Value cell) : b(b), cell(cell) {}

  Value visitDimExpr(AffineDimExpr) { return cell; }
  Value visitSymbolExpr(AffineSymbolExpr) {
    llvm_unreachable("the verifier of prefix.cells refuses symbols");
  }
  Value visitConstantExpr(AffineConstantExpr constant) {
    return arith::ConstantIndexOp::create(b, constant.getValue());
  }
  Value visitAddExpr(AffineBinaryOpExpr e) { return binary<arith::AddIOp>(e); }
  Value visitMulExpr(AffineBinaryOpExpr e) { return binary<arith::MulIOp>(e); }
  Value visitModExpr(AffineBinaryOpExpr e) { return binary<arith::RemUIOp>(e); }
  Value visitFloorDivExpr(AffineBinaryOpExpr e) {
    return binary<arith::DivUIOp>(e);
  }
  Value visitCeilDivExpr(AffineBinaryOpExpr e) {
    return binary<arith::CeilDivUIOp>(e);
  }

private:
  template <typename OpT> Value binary(AffineBinaryOpExpr expr) {
    Value low = visit(expr.getLHS()), high = visit(expr.getRHS());
    return OpT::create(b, low, high);
  }

  ImplicitLocOpBuilder &b;
  Value cell;
};

int64_t addressOf(AffineMap map, int64_t cell) {
  SmallVector<Attribute> address;
  Builder b(map.getContext());
  if (failed(map.constantFold({b.getIndexAttr(cell)}, address)))
    llvm_unreachable("the verifier of prefix.cells asks for a defined layout");
  return cast<IntegerAttr>(address.front()).getInt();
}

void applyLayout(BlockArgument array) {
  auto type = cast<MemRefType>(array.getType());
  AffineMap map = type.getLayout().getAffineMap();
  int64_t greatest = 0;
  for (int64_t cell = 0; cell < type.getDimSize(0); ++cell)
    greatest = std::max(greatest, addressOf(map, cell));
  array.setType(MemRefType::get({greatest + 1}, type.getElementType(),
                                MemRefLayoutAttrInterface(),
                                type.getMemorySpace()));
  for (OpOperand &use : array.getUses()) {
    Operation *access = use.getOwner();
    ImplicitLocOpBuilder b(access->getLoc(), access);
    // A load or a store of one index, the last operand of either.
    OpOperand &index = access->getOpOperand(access->getNumOperands() - 1);
    index.set(AddressBuilder(b, index.get()).visit(map.getResult(0)));
  }
}

struct PrefixApplyLayoutsPass
    : impl::PrefixApplyLayoutsPassBase<PrefixApplyLayoutsPass> {
  void runOnOperation() override {
    getOperation().walk([&](gpu::GPUFuncOp kernel) {
      for (BlockArgument array : kernel.getWorkgroupAttributions())
        if (!cast<MemRefType>(array.getType()).getLayout().isIdentity())
          applyLayout(array);
    });
  }
};

} // namespace
} // namespace scanc::prefix
