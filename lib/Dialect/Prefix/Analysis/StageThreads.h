//===- StageThreads.h - The thread of each combine --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other half of the schedule (Mapping.h): a stage's combines are dealt to
// threads, in steps of at most one combine a thread.
//
//   Sklansky, n = 8, stage 3: 4 <- 3, 5 <- 3, 6 <- 3, 7 <- 3
//   columns   threads 4, 5, 6, 7       rows<4>   thread 1, in four steps
//   compact   threads 0, 1, 2, 3
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_ANALYSIS_STAGETHREADS_H
#define SCANC_LIB_DIALECT_PREFIX_ANALYSIS_STAGETHREADS_H

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"
#include "scanc/Dialect/Prefix/Analysis/PlaceCells.h"

namespace scanc::prefix {

/// The combine of each thread, or noCombine.
using StageStep = std::vector<int64_t>;
inline constexpr int64_t noCombine = -1;

/// The thread that has a column's input, and the value.
struct InputHolder {
  int32_t thread;
  ValueId value;
};

class StageThreads {
public:
  StageThreads(const BlockShape &shape, const Mapping &mapping)
      : shape(shape), mapping(mapping) {}

  /// Errors: rows for which the block has too few threads.
  llvm::Error check() const;

  /// Values of a thread at the start; the seed is the last.
  ValueId numInputs() const {
    return std::max<int64_t>(shape.rows, 1) + mapping.seedFirst;
  }
  /// Who brings element `element`.
  InputHolder elementAt(int64_t element) const;
  /// Who publishes the input of a column; the seed is thread 0's to publish.
  InputHolder inputOf(int64_t column) const;

  /// The thread of a column, not with ThreadChoice::Compact.
  int32_t threadOf(int32_t column) const;
  /// The place of a column among those of its thread.
  int32_t rowOf(int32_t column) const;
  /// Threads that compact combines are dealt to, 0 to this.
  int32_t dealt() const { return shape.rows ? shape.threads() : 32; }
  bool isCompact() const { return mapping.threads == ThreadChoice::Compact; }

  std::vector<StageStep> deal(llvm::ArrayRef<uint32_t> combines,
                              const StagedCircuit &circuit,
                              const CellPlacement &placement) const;

private:
  std::vector<StageStep> dealByCell(llvm::ArrayRef<uint32_t> combines,
                                    const CellPlacement &placement) const;
  std::vector<StageStep> dealByColumn(llvm::ArrayRef<uint32_t> combines,
                                      const StagedCircuit &circuit) const;
  BlockShape shape;
  const Mapping &mapping;
};

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_ANALYSIS_STAGETHREADS_H
