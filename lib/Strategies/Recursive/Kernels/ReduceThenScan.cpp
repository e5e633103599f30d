//===- ReduceThenScan.cpp - Every tile is reduced, then scanned -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MatrixScan's strategy (Dotsenko et al. 2008; Merrill and Grimshaw 2009,
// section 3.4.2), in terms of RecursiveParts.h:
//
//   NAME_reduce          up 0          total of each tile           reads n
//   NAME_reduce_totals   up 1, 2, ..   the same, of totals
//   NAME_top             1 block       scans the last level
//   NAME_scan_totals     down .., 1    scans each tile, seeded
//   NAME_scan            down 0        the same, in to out   reads, writes n
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "RecursiveParts.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

class ReduceThenScan {
public:
  explicit ReduceThenScan(const ScanSource &source)
      : source(source), plan(source.plan) {}

  void build() {
    buildReduce("reduce", Over::Input, plan.getReduce());
    buildReduce("reduce_totals", Over::Totals, plan.getTop());
    buildTop(source);
    buildSeededScan(source, "scan_totals", Over::Totals);
    buildSeededScan(source, "scan", Over::Input);
  }

private:
  /// A tile of the scan is whole tiles of `skeleton`.
  void buildReduce(StringRef suffix, Over over, SkeletonAttr skeleton) {
    LevelKernel kernel = LevelKernel::open(source, suffix, over);
    KernelBuilder &b = kernel.b;
    const int64_t parts = kernel.skeleton.getTile() / skeleton.getTile();
    kernel.forEachTile([&](Value index, Value tile) {
      State total =
          b.loop(b.i64(parts), b.identity(), [&](Value k, ValueRange earlier) {
            Value start = b.add(tile, b.mul(k, b.i64(skeleton.getTile())));
            SmallVector<Value> rows =
                kernel.in.load(b, skeleton, b.warpStart(skeleton, start));
            return b.combine(
                earlier,
                b.reduceTile(skeleton, rows, source.monoid.getCommutative()));
          });
      b.onlyFirstThread([&] { kernel.totals.storeState(b, index, total); });
    });
  }

  ScanSource source;
  PlanAttr plan;
};

} // namespace

void buildReduceThenScan(ScanSource source) { ReduceThenScan(source).build(); }

} // namespace scanc::prefix
