//===- DropUnread.cpp - What nobody reads ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DropUnread.h"

#include "scanc/Dialect/Prefix/Analysis/ThreadForm.h"

#include "llvm/ADT/DenseSet.h"
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

namespace {
/// From the end to the beginning: who still wants a value, or what is in a
/// cell.
class Dropping {
public:
  explicit Dropping(CellProgram &program)
      : program(program), isUsed(program.numValues, false),
        isRead(program.numCells, false) {
    for (ValueId value : program.before)
      use(value);
    for (ValueId value : program.totals)
      use(value);
  }

  void run() {
    for (CellInstr &instr : llvm::reverse(program.instrs))
      if (!isWanted(instr))
        instr.cells.clear();
    llvm::erase_if(program.instrs, [](const CellInstr &instr) {
      return instr.kind != CellInstr::Kind::Sync && instr.cells.empty();
    });
  }

private:
  void use(ValueId value) {
    if (value >= 0)
      isUsed[value] = true;
  }

  bool isWanted(CellInstr &instr) {
    switch (instr.kind) {
    case CellInstr::Kind::Sync:
      return true;
    case CellInstr::Kind::Store:
      return narrowStore(instr);
    case CellInstr::Kind::Load:
    case CellInstr::Kind::Combine:
      break;
    }
    if (!isUsed[instr.result])
      return false;
    for (ValueId operand : {instr.low, instr.high, instr.otherwise})
      use(operand);
    if (instr.kind == CellInstr::Kind::Load)
      for (int32_t cell : instr.cells)
        if (cell >= 0)
          isRead[cell] = true;
    return true;
  }

  /// Leaves a store to the threads whose cells somebody loads before the next
  /// store there, and of several threads with one cell to the first. Where
  /// those left would have to be told apart one by one, all go on to store.
  /// Returns whether there are any.
  bool narrowStore(CellInstr &instr) {
    ThreadCells left = instr.cells;
    llvm::DenseSet<int32_t> seen;
    bool anyLeft = false, anyTwice = false;
    for (int32_t &cell : left) {
      if (cell < 0)
        continue;
      anyTwice |= !seen.insert(cell).second;
      const bool isNeeded = isRead[cell];
      isRead[cell] = false;
      anyLeft |= isNeeded;
      if (!isNeeded)
        cell = -1;
    }
    if (!anyLeft)
      return false;
    use(instr.low);
    if (!anyTwice && left != instr.cells && needsLookUp(left) &&
        !needsLookUp(instr.cells))
      instr.forAll = true;
    if (!instr.forAll)
      instr.cells = std::move(left);
    return true;
  }

  CellProgram &program;
  std::vector<bool> isUsed; // by value
  std::vector<bool> isRead; // by cell
};
} // namespace

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
  Dropping(program).run();
  packCells(program, firstSpare);
}

} // namespace scanc::prefix
