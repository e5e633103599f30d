//===- Chained.cpp - Each tile waits for the one before it ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// StreamScan (Yan, Long and Zhang 2013), in terms of DrawnTiles.h: adjacent
// synchronisation. A block waits for the inclusive prefix of the tile before
// its own, joins it with its total and posts that. The order of combining is
// fixed: the same bits come out every time.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "DrawnTiles.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

class Chained : public TileExchange {
public:
  void exchange(DrawnContext &c, Value tile, const Part &total) const override {
    c.b.onlyFirstThread([&] {
      State seed = waitForSeed(c, tile);
      c.entries.postPrefix(tile, c.b.join(seed, total));
      c.putSeed(seed);
    });
  }

private:
  static State waitForSeed(DrawnContext &c, Value tile) {
    KernelBuilder &b = c.b;
    Value isFirst =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, tile, b.i64(0));
    auto branch = scf::IfOp::create(b, b.getStateTypes(), isFirst,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, b.start());
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, c.entries.readPrefix(b.sub(tile, b.i64(1))));
    return State(branch.getResults());
  }
};

} // namespace

void buildChained(const ScanSource &source) {
  buildDrawnTiles(source, Chained());
}

} // namespace scanc::prefix
