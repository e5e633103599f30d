//===- BuildCellProgram.h - Threads, loads, combines, stores ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Deals the combines of each stage to threads, and writes what they do as
// instructions, not yet synchronised: publish, the stages, fetch.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_ANALYSIS_BUILDCELLPROGRAM_H
#define SCANC_LIB_DIALECT_PREFIX_ANALYSIS_BUILDCELLPROGRAM_H

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"

namespace scanc::prefix {

/// `network` has as many columns as the block brings, and its schedule; each
/// stage has a combine. `republish` stores what comes before each warp in cells
/// of its own.
llvm::Expected<CellProgram> buildCellProgram(const circuits::Network &network,
                                             const BlockShape &shape,
                                             const Mapping &mapping,
                                             Results results, bool republish);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_ANALYSIS_BUILDCELLPROGRAM_H
