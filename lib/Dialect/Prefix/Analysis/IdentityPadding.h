//===- IdentityPadding.h - Cells with the identity before others *- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the columns of a stage read at one distance d, and those that do not
// combine are the first d of each run of columns, cells that hold the identity
// before each run let all columns combine:
//
//   runs of 4, d = 2          e e x0 x1 x2 x3   e e x4 x5 x6 x7
//                             |___________^     column 1 of the run reads e
//
// Half a run of cells is enough for all distances below it (Merrill and
// Grimshaw 2009, Figure 5).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_ANALYSIS_IDENTITYPADDING_H
#define SCANC_LIB_DIALECT_PREFIX_ANALYSIS_IDENTITYPADDING_H

#include "PlaceCells.h"

namespace scanc::prefix {

struct Padding {
  int64_t run = 1;   // columns
  int64_t reach = 0; // cells with the identity before each run; 0: no padding
  std::vector<int64_t> distances = {}; // by stage, from 1; 0: not padded

  int64_t distanceOf(int32_t stage) const {
    return reach ? distances[stage] : 0;
  }
};

/// Spreads `placement`, which is in columns, and says which stages profit.
llvm::Expected<Padding> padWithIdentities(const circuits::Network &network,
                                          llvm::ArrayRef<int32_t> stages,
                                          const Mapping &mapping,
                                          CellPlacement &placement);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_ANALYSIS_IDENTITYPADDING_H
