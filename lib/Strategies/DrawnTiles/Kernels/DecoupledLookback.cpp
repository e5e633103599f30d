//===- DecoupledLookback.cpp - Each tile looks back over others -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled
// Look-back (2016), in terms of DrawnTiles.h. A block posts its tile's total as
// soon as it has it. Its first warp looks back over a window of tiles, combines
// what it finds from the last inclusive prefix on, and posts the tile's own.
// How far it looks depends on timing, and so does the association of the
// combines, though never their order: where the operator rounds, bits may
// differ between runs.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "DrawnTiles.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

class DecoupledLookback : public TileExchange {
public:
  void prepare(DrawnContext &c, Value tile) const override {
    c.onlyFirstWarp([&] { c.entries.awaitReaders(tile); });
  }

  void exchange(DrawnContext &c, Value tile, const Part &total) const override {
    KernelBuilder &b = c.b;
    const SkeletonAttr top = c.plan.getTop();
    c.onlyFirstWarp([&] {
      b.onlyFirstThread([&] { c.entries.postTotal(tile, total.state); });
      SmallVector<Value> window = c.entries.lookBack(tile, b.start());
      const Part entries = b.reduceTotals(
          top, window, c.entries.cutsBefore(tile, c.plan.getScan().getTile()));
      State seed = b.reduceWarp(top, entries).state;
      b.onlyFirstThread([&] {
        c.entries.postPrefix(tile, b.join(seed, total));
        c.putSeed(seed);
      });
    });
  }
};

} // namespace

void buildDecoupledLookback(const ScanSource &source) {
  buildDrawnTiles(source, DecoupledLookback());
}

} // namespace scanc::prefix
