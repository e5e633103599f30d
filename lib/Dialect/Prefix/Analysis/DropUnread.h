//===- DropUnread.h - What nobody reads -------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What no result depends on is not computed, and not loaded for that. A value
// that its thread goes on with in a register need not be stored, and then needs
// no cell: thread 0 of two adds up its row of four,
//
//   stage 1   x0 . x1         column 1 keeps x1 for the way back down, and the
//   stage 2   (x0 . x1) . x2  sum would have a spare cell
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_ANALYSIS_DROPUNREAD_H
#define SCANC_LIB_DIALECT_PREFIX_ANALYSIS_DROPUNREAD_H

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"

namespace scanc::prefix {

/// Drops loads and combines whose results nobody uses; thread by thread, stores
/// to cells that nobody loads before the next one; and of the cells from
/// `firstSpare` on those that nobody accesses then.
void dropUnread(CellProgram &program, int64_t firstSpare);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_ANALYSIS_DROPUNREAD_H
