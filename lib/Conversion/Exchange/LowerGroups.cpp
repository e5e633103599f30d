//===- LowerGroups.cpp - Scans of the warps of a group --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "scanc/Conversion/Levels/WarpCircuit.h"

using namespace mlir;

namespace scanc::prefix {
namespace {

class GroupScan {
public:
  GroupScan(GroupScanOp op, ConversionPatternRewriter &rewriter)
      : op(op), b(rewriter, op, op.getMonoidAttr()),
        network(LevelOpInterface(op).getNetwork()), warps(network.width) {}

  /// What comes before the thread's warp, and the total of all.
  std::pair<Part, Part> run() {
    return op.getByLanes() ? acrossLanes() : inThread();
  }

private:
  State totalOf(Value warp) {
    return State(LoadStateOp::create(b, b.getStateTypes(), op.getStates(),
                                     b.add(op.getRow(), warp))
                     .getState());
  }

  /// Whether chains begin in the warps that `which` (i32) has; null: none do.
  Value isCut(Value which) {
    if (!op.getCuts())
      return {};
    return b.compare(arith::CmpIPredicate::ne, b.both(op.getCuts(), which),
                     b.i32(0));
  }
  Value isCut(uint32_t which) {
    return op.getCuts() ? isCut(b.i32(static_cast<int32_t>(which))) : Value();
  }

  std::pair<Part, Part> acrossLanes() {
    Value warp = op.getWarp();
    Value own = arith::MinUIOp::create(b, b.laneId(), b.i32(warps - 1));
    State upTo = scanLanes(b, network, totalOf(own), op.getCuts());
    Value isFirst = b.isZero(warp);
    Value last =
        arith::SelectOp::create(b, isFirst, b.i32(0), b.sub(warp, b.i32(1)));
    Part before(b.readLane(ValueRange(upTo), last));
    if (op.getCuts()) {
      Value bit = arith::ShLIOp::create(b, b.i32(1), warp);
      before.cut = isCut(b.sub(bit, b.i32(1)));
    }
    before.state = b.select(isFirst, b.identity(), before.state);
    const auto all = static_cast<uint32_t>((uint64_t(1) << warps) - 1);
    return {before,
            {b.readLane(ValueRange(upTo), b.i32(warps - 1)), isCut(all)}};
  }

  std::pair<Part, Part> inThread() {
    std::vector<Part> totals;
    for (int64_t w = 0; w < warps; ++w)
      totals.emplace_back(totalOf(b.i32(w)), isCut(uint32_t(1) << w));
    std::vector<Part> upTo = circuits::run<Part>(
        network, std::move(totals),
        [&](const Part &low, const Part &high) { return b.join(low, high); });
    Part before(b.identity());
    for (int64_t w = 1; w < warps; ++w) {
      Value is = b.compare(arith::CmpIPredicate::eq, op.getWarp(), b.i32(w));
      before = b.select(is, upTo[w - 1], before);
    }
    return {before, upTo.back()};
  }

  GroupScanOp op;
  StateBuilder b;
  circuits::Network network;
  int64_t warps;
};

Values lowerGroupScan(GroupScanOp op, ConversionPatternRewriter &rewriter) {
  auto [before, total] = GroupScan(op, rewriter).run();
  ValueBuilder b(op.getLoc(), rewriter);
  Values results;
  for (const Part &part : {before, total}) {
    llvm::append_range(results, part.state);
    if (op.getCuts())
      results.push_back(part.cut ? part.cut : b.boolean(false));
  }
  return results;
}

} // namespace

void addGroupPatterns(RewritePatternSet &patterns) {
  lowerBy(patterns, lowerGroupScan);
}

} // namespace scanc::prefix
