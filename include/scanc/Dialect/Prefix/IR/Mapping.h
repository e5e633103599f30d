//===- Mapping.h - The four choices between graph and machine ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One circuit has many programs (Merrill and Grimshaw 2009, section 3.3.5: any
// encoding of the tree into cells is another algorithm). They differ in four
// choices, each made apart from the others:
//
//   schedule    the stage of each combine, and the thread that computes it
//   placement   the cell that holds each value
//   layout      the address of each cell
//   access      how a thread finds its operands
//
//   program                       stages  threads  placement        layout
//   Hillis and Steele             asap    columns  double_buffered  plain
//   CUDPP's warp scan             asap    columns  columns, padded with
//                                                  identities       plain
//   Blelloch                      levels  compact  columns          i + i/32
//   Merrill-Grimshaw Listing 5    levels  compact  levels           plain
//   Merrill-Grimshaw Listing 6    levels  compact  exchange, bit-reversed
//   rows of Dotsenko et al.       levels  rows<8>  columns          i + i/8
//
// Any of the choices goes with any circuit, as far as the circuit has what a
// placement needs; `mapCircuit` (CellProgram.h) says so where it does not.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_MAPPING_H
#define SCANC_DIALECT_PREFIX_IR_MAPPING_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace scanc::prefix {

/// Which stage a combine runs in.
enum class StageOrder {
  Asap,  // as soon as its operands are there
  Levels // as the circuit's author wrote it; as soon as possible if he did not
};

/// Which thread computes a combine.
enum class ThreadChoice {
  Columns, // the thread that brought the input of the result's column
  Rows,    // thread c / rowLength for column c: a row of columns each
  Compact  // the combines of a stage go to threads 0, 1, .. by their cells
};

/// Which cell holds a value. The cell of a column is its place in the order.
enum class CellChoice {
  /// The result takes the cell of its high operand where nothing needs that
  /// value any more; else its column gets another cell.
  Columns,
  /// Two cells a column; a stage reads the ones and writes the others. Columns
  /// that do not combine are copied.
  DoubleBuffered,
  /// Listing 5: a column that was combined l times in the first l stages also
  /// has a cell in arrays 1..l; results of the up-sweep go up an array, and
  /// what the down-sweep reads comes from the array above, copied down level
  /// by level. Stride 2 throughout, n - 2 cells more.
  Levels,
  /// Blelloch's: where the low operand is a finished prefix, the result takes
  /// its cell, and it moves to the cell of the high operand. Input 0 starts in
  /// the last cell, input k in cell k - 1.
  Exchange
};

/// The order of columns in cells.
enum class ColumnOrder {
  Natural,
  BitReversed,      // needs a power of two
  AlternateReversed // every other run of `alternate` columns backwards
};

/// The address of cell i: i, and i / d more for each divisor d.
struct Layout {
  std::vector<int64_t> divisors = {};

  int64_t addressOf(int64_t cell) const;
  /// Shifts and additions that an address takes beyond the cell's number.
  int64_t extraOperations() const { return 2 * divisors.size(); }
  friend bool operator==(const Layout &, const Layout &) = default;
};

/// Which threads of a range take part.
enum class ThreadPattern {
  All,
  Step, // every so many from the first on
  Bit,  // those with this bit set
  Mask, // those whose lane has its bit set
  Words // likewise, with a mask for each warp
};

/// Who brings the columns of a block's circuit. Either each warp brings one; or
/// each thread brings `rows`, row r of lane l of warp w being column
/// (w * rows + r) * 32 + l; or, with sublists, the 32 lanes of each row of each
/// warp bring the columns of a circuit of their own.
struct BlockShape {
  int64_t warps;
  int64_t rows; // 0 where each warp brings one
  bool sublists = false;

  int64_t threads() const { return 32 * warps; }
  /// Columns of all circuits together, and of each.
  int64_t columns() const { return rows ? threads() * rows : warps; }
  int64_t width() const { return sublists ? 32 : columns(); }
  int64_t lists() const { return sublists ? warps * rows : 1; }
};

struct Mapping {
  StageOrder stages = StageOrder::Asap;
  ThreadChoice threads = ThreadChoice::Columns;
  int64_t rowLength = 1; // of ThreadChoice::Rows
  CellChoice cells = CellChoice::Columns;
  ColumnOrder order = ColumnOrder::Natural;
  int64_t alternate = 0; // of ColumnOrder::AlternateReversed
  /// Cells that hold the identity lie before each run of columns that the
  /// first stages keep apart, so that columns with nothing to combine combine
  /// that, and no thread has to be told apart.
  bool identityPadding = false;
  Layout layout = {};
  /// Use tables even where a closed form would do.
  bool tables = false;
  /// Input 0 of the circuit is what comes before all elements, and output k
  /// what comes before element k.
  bool seedFirst = false;
  friend bool operator==(const Mapping &, const Mapping &) = default;
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_MAPPING_H
