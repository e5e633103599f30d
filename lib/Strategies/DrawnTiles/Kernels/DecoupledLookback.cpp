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

class DecoupledLookback : public DrawnTiles {
public:
  using DrawnTiles::DrawnTiles;

private:
  void prepare(Value tile) override {
    onlyFirstWarp([&] { entries.waitForReaders(tile); });
  }

  void exchange(Value tile, ValueRange total) override {
    onlyFirstWarp([&] {
      b.onlyFirstThread(
          [&] { entries.post(TileEntries::Kind::Total, tile, total); });
      SmallVector<Value> window = entries.lookBack(tile, b.start());
      State seed =
          b.reduceWarp(plan.getTop(), b.reduceRun(plan.getTop(), window));
      b.onlyFirstThread([&] {
        entries.post(TileEntries::Kind::Prefix, tile, b.combine(seed, total));
        putSeed(seed);
      });
    });
  }
};

} // namespace

void buildDecoupledLookback(ScanSource source) {
  DecoupledLookback(source).build();
}

} // namespace scanc::prefix
