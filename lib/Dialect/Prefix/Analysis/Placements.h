//===- Placements.h - One function for each placement -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `places` is the order of columns: the cell of column c is places[c].
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_ANALYSIS_PLACEMENTS_H
#define SCANC_LIB_DIALECT_PREFIX_ANALYSIS_PLACEMENTS_H

#include "scanc/Dialect/Prefix/Analysis/PlaceCells.h"

namespace scanc::prefix {

CellPlacement placeInColumns(const StagedCircuit &circuit,
                             llvm::ArrayRef<int32_t> places);
llvm::Expected<CellPlacement> placeInTwoBuffers(const StagedCircuit &circuit,
                                                llvm::ArrayRef<int32_t> places);
CellPlacement placeInLevels(const StagedCircuit &circuit);
CellPlacement placeByExchange(const StagedCircuit &circuit,
                              llvm::ArrayRef<int32_t> places);

/// Puts cells with the identity before the runs of columns of a placement made
/// by `placeInColumns` in the natural order.
llvm::Error padWithIdentities(const StagedCircuit &circuit,
                              CellPlacement &placement);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_ANALYSIS_PLACEMENTS_H
