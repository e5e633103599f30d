//===- DropUnread.cpp - What nobody reads ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DropUnread.h"

#include "scanc/Dialect/Prefix/Analysis/ThreadForm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace scanc::prefix {

/// Whether threads would have to look up if they are among those with a cell.
static bool needsLookUp(const ThreadCells &cells) {
  llvm::SmallVector<bool> active;
  for (int32_t cell : cells)
    active.push_back(cell >= 0);
  return llvm::is_contained(active, true) &&
         findThreadForm(active).pattern == ThreadPattern::Words;
}

/// Drops, thread by thread, the stores that nobody loads before the next one.
/// Where the rest would have to be told apart one by one, all go on to store.
static void dropStores(CellProgram &program) {
  std::vector<bool> live(program.numCells, false);
  for (CellInstr &instr : llvm::reverse(program.instrs)) {
    if (instr.kind == CellInstr::Kind::Load) {
      for (int32_t cell : instr.cells)
        if (cell >= 0)
          live[cell] = true;
    } else if (instr.kind == CellInstr::Kind::Store) {
      ThreadCells read = instr.cells;
      for (int32_t &cell : read)
        if (cell >= 0 && !live[cell])
          cell = -1;
      for (int32_t cell : instr.cells)
        if (cell >= 0)
          live[cell] = false;
      const bool any =
          llvm::any_of(read, [](int32_t cell) { return cell >= 0; });
      if (any && read != instr.cells && needsLookUp(read) &&
          !needsLookUp(instr.cells))
        instr.forAll = true;
      if (!(any && instr.forAll))
        instr.cells = std::move(read);
    }
  }
  llvm::erase_if(program.instrs, [](const CellInstr &instr) {
    return instr.kind == CellInstr::Kind::Store &&
           llvm::all_of(instr.cells, [](int32_t cell) { return cell < 0; });
  });
}

/// Numbers the cells from `first` on without those that nobody accesses.
static void packCells(CellProgram &program, int64_t first) {
  std::vector<bool> used(program.numCells, false);
  for (const CellInstr &instr : program.instrs)
    if (instr.kind == CellInstr::Kind::Load ||
        instr.kind == CellInstr::Kind::Store)
      for (int32_t cell : instr.cells)
        if (cell >= 0)
          used[cell] = true;
  std::vector<int32_t> renamed(program.numCells);
  int32_t next = first;
  for (int64_t cell = 0; cell < program.numCells; ++cell)
    renamed[cell] = cell < first ? cell : used[cell] ? next++ : -1;
  program.numCells = next;
  for (CellInstr &instr : program.instrs)
    if (instr.kind == CellInstr::Kind::Load ||
        instr.kind == CellInstr::Kind::Store)
      for (int32_t &cell : instr.cells)
        if (cell >= 0)
          cell = renamed[cell];
}

void dropUnread(CellProgram &program, int64_t firstSpare) {
  dropStores(program);
  packCells(program, firstSpare);
}

} // namespace scanc::prefix
