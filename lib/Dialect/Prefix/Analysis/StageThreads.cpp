//===- StageThreads.cpp - The thread of each combine ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageThreads.h"

#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace scanc::prefix;

static constexpr int64_t lanes = scanc::machine::warpSize;

llvm::Error StageThreads::check() const {
  if (mapping.threads != ThreadChoice::Rows)
    return llvm::Error::success();
  const int64_t length = mapping.rowLength;
  const int64_t needed = llvm::divideCeil(shape.columns(), length);
  if (needed <= shape.threads())
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      llvm::formatv(
          "threads 'rows<{0}>' needs {1} threads for {2} columns, got "
          "{3}",
          length, needed, shape.columns(), shape.threads())
          .str());
}

InputHolder StageThreads::elementAt(int64_t element) const {
  if (!shape.rows)
    return {static_cast<int32_t>(lanes * element), 0};
  const int64_t ofWarp = lanes * shape.rows;
  const int64_t warp = element / ofWarp, row = element % ofWarp / lanes;
  return {static_cast<int32_t>(warp * lanes + element % lanes),
          static_cast<ValueId>(row)};
}

InputHolder StageThreads::inputOf(int64_t column) const {
  if (!mapping.seedFirst)
    return elementAt(column);
  return column ? elementAt(column - 1) : InputHolder{0, numInputs() - 1};
}

int32_t StageThreads::threadOf(int32_t column) const {
  if (mapping.threads == ThreadChoice::Rows)
    return column / mapping.rowLength;
  return shape.rows ? inputOf(column).thread : column;
}

int32_t StageThreads::rowOf(int32_t column) const {
  if (mapping.threads == ThreadChoice::Rows)
    return column % mapping.rowLength;
  return shape.rows ? inputOf(column).value : 0;
}

std::vector<StageStep>
StageThreads::deal(llvm::ArrayRef<uint32_t> combines,
                   const StagedCircuit &circuit,
                   const CellPlacement &placement) const {
  return isCompact() ? dealByCell(combines, placement)
                     : dealByColumn(combines, circuit);
}

std::vector<StageStep>
StageThreads::dealByCell(llvm::ArrayRef<uint32_t> combines,
                         const CellPlacement &placement) const {
  std::vector<uint32_t> order = combines.vec();
  llvm::sort(order, [&](uint32_t a, uint32_t b) {
    return placement.combines[a].result < placement.combines[b].result;
  });
  std::vector<StageStep> steps(llvm::divideCeil(order.size(), dealt()),
                               StageStep(shape.threads(), noCombine));
  for (auto [rank, combine] : llvm::enumerate(order))
    steps[rank / dealt()][rank % dealt()] = combine;
  return steps;
}

std::vector<StageStep>
StageThreads::dealByColumn(llvm::ArrayRef<uint32_t> combines,
                           const StagedCircuit &circuit) const {
  // First the first combine of each column, row by row; then the second ones.
  std::map<std::pair<int32_t, int32_t>, StageStep> steps;
  llvm::DenseMap<int32_t, int32_t> seen;
  for (uint32_t combine : combines) {
    const int32_t column = circuit.columnOf(circuit.network().nodeOf(combine));
    StageStep &step = steps[{seen[column]++, rowOf(column)}];
    step.resize(shape.threads(), noCombine);
    step[threadOf(column)] = combine;
  }
  std::vector<StageStep> result;
  for (auto &entry : steps)
    result.push_back(std::move(entry.second));
  return result;
}
