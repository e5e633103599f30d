//===- ScanThenPropagate.cpp - Every tile is scanned, then added to -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDPP's strategy (Sengupta et al. 2007; Merrill and Grimshaw 2009, section
// 3.4.1), in terms of RecursiveParts.h:
//
//   NAME_scan               up 0          scans each tile, in to   reads,
//                                         out; its total           writes n
//   NAME_scan_totals        up 1, 2, ..   the same, of totals
//   NAME_top                1 block       scans the last level
//   NAME_propagate_totals   down .., 1    joins what comes before a tile with
//                                         each of its elements
//   NAME_propagate          down 0        the same, in out         reads,
//                                                                  writes n
//
// Outputs are read back as states: their types can hold every one.
//
//===----------------------------------------------------------------------===//

#include "../Attr.h"
#include "RecursiveParts.h"

using namespace mlir;

namespace scanc::prefix {

namespace {

class ScanThenPropagate {
public:
  explicit ScanThenPropagate(const ScanSource &source)
      : source(source), plan(source.plan) {}

  void build() {
    buildScan("scan", Over::Input);
    buildScan("scan_totals", Over::Totals);
    buildTop(source);
    buildPropagate("propagate_totals", Over::Totals);
    buildPropagate("propagate", Over::Input);
  }

private:
  void buildScan(StringRef suffix, Over over) {
    LevelKernel kernel = LevelKernel::open(source, suffix, over);
    KernelBuilder &b = kernel.b;
    kernel.forEachTile([&](Value index, Value tile) {
      Value start = b.warpStart(kernel.skeleton, tile);
      auto [outputs, total] =
          b.scanTile(kernel.skeleton, kernel.in.load(b, kernel.skeleton, start),
                     b.identity(), kernel.outputs);
      b.storeScanned(kernel.in, kernel.out, kernel.skeleton, start, outputs);
      b.onlyFirstThread(
          [&, total = total] { kernel.totals.storeState(b, index, total); });
    });
  }

  void buildPropagate(StringRef suffix, Over over) {
    LevelKernel kernel = LevelKernel::open(source, suffix, over);
    KernelBuilder &b = kernel.b;
    kernel.forEachTile([&](Value index, Value tile) {
      Value start = b.warpStart(kernel.skeleton, tile);
      State before = kernel.totals.loadState(b, index);
      SmallVector<Value> rows = kernel.out.load(b, kernel.skeleton, start);
      waitWhereCutShort(kernel, tile);
      kernel.out.store(b, kernel.skeleton, start, joinEach(b, before, rows));
    });
  }

  /// In a tile that the array ends in, threads without an element read the
  /// last one: before it is written.
  void waitWhereCutShort(LevelKernel &kernel, Value tile) {
    KernelBuilder &b = kernel.b;
    Value end = b.add(tile, b.i64(kernel.skeleton.getTile()));
    b.onlyIf(
        arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, end, b.length()),
        [&] { gpu::BarrierOp::create(b); });
  }

  /// `before` joined with each item of `rows`.
  SmallVector<Value> joinEach(KernelBuilder &b, const State &before,
                              ArrayRef<Value> rows) {
    const size_t fields = before.size();
    SmallVector<Value> joined;
    for (size_t row = 0; row < rows.size(); row += fields) {
      ArrayRef<Value> vectors = rows.slice(row, fields);
      auto type = cast<VectorType>(vectors.front().getType());
      SmallVector<SmallVector<Value>> perField(fields);
      for (int64_t item = 0; item < type.getNumElements(); ++item) {
        State own;
        for (Value vector : vectors)
          own.push_back(vector::ExtractOp::create(b, vector, item));
        for (auto [field, value] : llvm::enumerate(b.combine(before, own)))
          perField[field].push_back(value);
      }
      for (auto [values, vector] : llvm::zip_equal(perField, vectors))
        joined.push_back(vector::FromElementsOp::create(
            b, cast<VectorType>(vector.getType()), values));
    }
    return joined;
  }

  ScanSource source;
  PlanAttr plan;
};

} // namespace

void buildScanThenPropagate(ScanSource source) {
  ScanThenPropagate(source).build();
}

} // namespace scanc::prefix
