//===- CellProgram.h - A circuit as a block runs it -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What becomes of a circuit once its four choices are made (Mapping.h): a
// straight program of instructions, the same for all threads, over cells of
// shared memory and values that each thread holds in registers.
//
//   Kogge-Stone, n = 4, 4 threads, in place
//
//   store   v0 -> cell t                       all threads        publish
//   sync
//   load    v1 <- cell t - 1                   threads 1..3       stage 1
//   combine v2 = v1 . v0, else v0              threads 1..3
//   sync
//   store   v2 -> cell t                       threads 1..3
//   sync
//   load    v3 <- cell t - 2                   threads 2..3       stage 2
//   combine v4 = v3 . v2, else v2              threads 2..3
//   sync
//   store   v4 -> cell t                       threads 2..3
//   sync
//   load    v5 <- cell t - 1                   threads 1..3       fetch
//   load    v6 <- cell 3                       all threads
//
// An operand that the thread holds already is not loaded (v0, v2 above), and a
// cell that nobody reads is not stored.
//
// Synchronisation is what the accesses need, and no more: each sync is the
// weakest that orders the accesses of different threads to one cell, a write
// among them. Threads of one warp need `Warp`; others `Block`. Between two
// block barriers the program is a warp-synchronous region. The program may be
// run again and again on the same cells: the first instruction is a sync where
// the end of one run and the beginning of the next need it.
//
// Threads bring their inputs and take their results in one of two ways:
//   each warp     all lanes of warp w have input w, and want what comes
//                 before input w. As many columns as warps
//   each thread   thread (w, lane) has inputs (w * rows + r) * 32 + lane for
//                 r < rows, and wants what comes before each
// In both cases all threads want the total.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_CELLPROGRAM_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_CELLPROGRAM_H

#include "scanc/Circuits/Network.h"
#include "scanc/Dialect/Prefix/IR/Mapping.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanc::prefix {

/// A register of each thread, numbered in order of definition. The first
/// `numInputs` of a program are its inputs.
using ValueId = int32_t;
inline constexpr ValueId noValue = -1;

/// The number of a cell for each thread; -1 where the thread takes no part.
using ThreadCells = std::vector<int32_t>;

struct CellInstr {
  enum class Kind { Load, Store, Combine, Sync };
  enum class Scope { Warp, Block };

  Kind kind;
  /// Load: the value defined. Combine: likewise, in active threads.
  ValueId result = noValue;
  /// Combine: operands; Store: `low` is the value stored. `identityValue`
  /// stands for the identity.
  ValueId low = noValue, high = noValue;
  /// Combine, Load: what the result is in threads that take no part; noValue
  /// where nobody asks.
  ValueId otherwise = noValue;
  /// Load, Store: the cells. Combine: 0 in active threads, -1 in others.
  ThreadCells cells = {};
  Scope scope = Scope::Block; // Sync
  /// Store: threads whose value nobody wants store it all the same, so that
  /// they need not be told apart.
  bool forAll = false;
  /// "publish", "stage 3", "fetch": the part of the block scan it belongs to.
  std::string part = {};
};
inline constexpr ValueId identityValue = -2;

/// What is asked of a circuit: what comes before each input, and the total; or
/// one of the two alone.
enum class Results { All, Before, Total };

struct CellProgram {
  BlockShape shape;
  int64_t numCells = 0; // before the layout
  Layout layout = {};
  int64_t rowLength = 0; // columns of a thread's row, where threads have rows
  ValueId numInputs = 0, numValues = 0;
  std::vector<CellInstr> instrs;
  /// What comes before each input of the thread (one if each warp brings one);
  /// `identityValue` never, since results of threads without a predecessor are
  /// `otherwise` = identityValue of a load.
  std::vector<ValueId> before;
  /// The total, the same in all threads; with sublists the total of each row of
  /// the thread's warp. With Mapping::seedFirst, output k is
  /// seed . x0 .. x(k-1), and the total seed . x0 .. x(n-1).
  std::vector<ValueId> totals;
  /// With seedFirst: the last inputs are the seeds, one for each total, the
  /// same in all threads that want that total.
  bool seedFirst = false;

  /// Cells after the layout: addresses 0 .. memoryCells() - 1.
  int64_t memoryCells() const;
  int64_t combines() const; // by active threads: the circuit's size
  int64_t barriers() const; // of the block, in one of many runs
  int64_t warpSyncs() const;
};

/// The program of `network`, whose spans verify (overlap allowed), in a block
/// of `shape`. Requires network.width == shape.width(), also with seedFirst
/// (then input k > 0 is element k - 1, and the last element is joined after
/// the circuit). Errors, about the mapping: what it needs and what the circuit
/// has, in the form "placement 'double_buffered' needs ..., got ...".
/// For `Results::Total`, only what the last output depends on is kept, and the
/// program gives nothing but the total. For `Results::Before`, it gives none.
llvm::Expected<CellProgram> mapCircuit(const circuits::Network &network,
                                       const BlockShape &shape,
                                       const Mapping &mapping,
                                       Results results = Results::All);

/// For an instruction after a layout: the address of each thread's cell.
std::vector<int64_t> addressesOf(const CellProgram &program,
                                 const CellInstr &instr);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_CELLPROGRAM_H
