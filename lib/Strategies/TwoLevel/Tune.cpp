//===- Tune.cpp - What is measured to tune a grid's passes ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This strategy brings the sizes of passes (PlanPasses.h) to tunings, which
// other strategies are planned with as well.
//
//===----------------------------------------------------------------------===//

#include "Attr.h"

#include "scanc/Dialect/Prefix/Transforms/PlanPasses.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace scanc::prefix;

const SizesSchema &TwoLevelStreamingAttr::getSizes() const {
  return SizesSchema::of<PassSizes>();
}

std::vector<SizesToTry>
TwoLevelStreamingAttr::getSizesToTry(const Tuning &base, int64_t bytes,
                                     bool isQuick) const {
  const auto standard = base.get<PassSizes>(bytes);
  std::vector<PassSizes> list = {standard};
  auto addWith = [&](int64_t warps, int64_t rows, int64_t registers) {
    PassSizes sizes = standard;
    sizes.warps = warps;
    sizes.longWarps = std::max<int64_t>(1, warps / 2);
    sizes.rows = rows;
    sizes.longRows = rows + 1;
    sizes.registers = registers;
    sizes.stagedRegisters = registers * 3 / 4;
    if (!llvm::is_contained(list, sizes))
      list.push_back(sizes);
  };
  addWith(standard.warps, 2, standard.registers);
  if (!isQuick) {
    addWith(standard.warps, 4, 96);
    addWith(4, standard.rows, standard.registers);
    addWith(16, standard.rows, standard.registers);
  }
  std::vector<SizesToTry> tried;
  for (const PassSizes &sizes : list)
    tried.push_back(
        {llvm::formatv("two_level_{0}_w{1}l{2}r{3}o{4}g{5}s{6}", bytes,
                       sizes.warps, sizes.longWarps, sizes.rows, sizes.longRows,
                       sizes.registers, sizes.stagedRegisters),
         toRow(sizes)});
  return tried;
}

/// A grid has as many blocks as were found best.
void TwoLevelStreamingAttr::settle(SizeRow &row, const SizeRow &incumbent,
                                   const GpuLimits &limits) const {
  auto sizes = fromRow<PassSizes>(row);
  if (sizes.blocksPerSM == fromRow<PassSizes>(incumbent).blocksPerSM)
    return;
  const uint64_t blocks = sizes.blocksPerSM * limits.multiprocessors;
  sizes.maxBlocks = std::max<int64_t>(sizes.maxBlocks, llvm::bit_ceil(blocks));
  row = toRow(sizes);
}

/// Threads; bytes of an access, which are 4 an item; loads under way, which are
/// rows and stages.
SkeletonSurvey TwoLevelStreamingAttr::getSurvey(const GpuLimits &,
                                                bool isQuick) const {
  SkeletonSurvey survey;
  survey.ofPlan = "max_blocks = 4096";
  // As many blocks as give a multiprocessor 1024 threads.
  auto addOne = [&](int64_t warps, int64_t rows, int64_t items,
                    int64_t stages) {
    survey.skeletons.push_back(
        {/*pattern=*/"", "plain", warps, rows, items, stages, 32 / warps});
  };
  if (isQuick) {
    addOne(8, 1, 1, 1);
    addOne(8, 4, 4, 1);
    addOne(8, 2, 4, 2);
    return survey;
  }
  for (int64_t warps : {4, 8, 16})
    for (int64_t items : {1, 2, 4})
      for (int64_t rows : {1, 4})
        addOne(warps, rows, items, 1);
  for (int64_t warps : {4, 8}) {
    addOne(warps, 2, 4, 1);
    addOne(warps, 8, 4, 1);
    for (int64_t rows : {1, 2, 4})
      addOne(warps, rows, 4, 2);
  }
  return survey;
}
