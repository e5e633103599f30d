//===- Columns.h - The column of each value ---------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drawings, the figure for wire tracks and in-place evaluation put a value in
// the column of the last input it covers: the high operand comes straight down,
// the low operand crosses over from its own column.
//
//   0 1 2 3
//   +-* +-*    0..1 in column 1, 2..3 in column 3
//   | +-*-*    0..2 in column 2, 0..3 in column 3; 0..1 crosses to both
//
// What it cannot say: a general circuit may hold two live values of one column
// at once, and then one cell a column is not enough; `isInPlace` tells.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_COLUMNS_H
#define SCANC_CIRCUITS_COLUMNS_H

#include "scanc/Circuits/Network.h"

namespace scanc::circuits {

/// The column of each node, inputs first: the end of its span. The network must
/// be in topological order.
std::vector<uint32_t> columnsOf(const Network &network);

/// Whether the network can run with one cell a column, stage by stage: each
/// combine reads what its two columns hold before its stage, no two combines of
/// a stage write one column, and output k is what column k holds at the end.
/// The stages are those of `stagesOf`.
bool isInPlace(const Network &network);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_COLUMNS_H
