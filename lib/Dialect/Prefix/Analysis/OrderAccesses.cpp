//===- OrderAccesses.cpp - The synchronisation that accesses need ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderAccesses.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace scanc::prefix {

namespace {

using Scope = CellInstr::Scope;

/// An access of a cell, and how many syncs there had been.
struct Past {
  int32_t thread;
  uint32_t blockSyncs, syncs;
};

/// Who accessed a cell since it was last written, and who wrote it.
struct History {
  std::optional<Past> writer;
  llvm::SmallVector<Past, 2> readers;
};

class AccessOrder {
public:
  explicit AccessOrder(const CellProgram &program)
      : histories(program.numCells) {}

  /// The sync that must come before `instr`.
  std::optional<Scope> needed(const CellInstr &instr) const {
    std::optional<Scope> scope;
    auto add = [&](const Past &past, int32_t thread) {
      if (past.thread == thread || past.blockSyncs < blockSyncs)
        return;
      if (past.thread / 32 != thread / 32)
        scope = Scope::Block;
      else if (past.syncs == syncs && !scope)
        scope = Scope::Warp;
    };
    forEachAccess(instr, [&](int32_t thread, const History &history) {
      if (scope == Scope::Block)
        return;
      if (history.writer)
        add(*history.writer, thread);
      if (instr.kind == CellInstr::Kind::Store)
        for (const Past &reader : history.readers)
          add(reader, thread);
    });
    return scope;
  }

  void sync(Scope scope) {
    ++syncs;
    blockSyncs += scope == Scope::Block;
  }

  void execute(const CellInstr &instr) {
    if (instr.kind == CellInstr::Kind::Combine)
      return;
    for (size_t thread = 0; thread < instr.cells.size(); ++thread) {
      if (instr.cells[thread] < 0)
        continue;
      History &history = histories[instr.cells[thread]];
      const Past now{static_cast<int32_t>(thread), blockSyncs, syncs};
      if (instr.kind == CellInstr::Kind::Store) {
        history.writer = now;
        history.readers.clear();
      } else {
        // What a barrier has ordered is of no interest any more.
        if (!history.readers.empty() &&
            history.readers.front().blockSyncs < blockSyncs)
          history.readers.clear();
        history.readers.push_back(now);
      }
    }
  }

private:
  template <class Fn>
  void forEachAccess(const CellInstr &instr, Fn visit) const {
    if (instr.kind == CellInstr::Kind::Combine)
      return;
    for (size_t thread = 0; thread < instr.cells.size(); ++thread)
      if (instr.cells[thread] >= 0)
        visit(static_cast<int32_t>(thread), histories[instr.cells[thread]]);
  }

  std::vector<History> histories;
  uint32_t blockSyncs = 1, syncs = 1;
};

CellInstr makeSync(Scope scope, const CellInstr &before) {
  CellInstr sync{CellInstr::Kind::Sync};
  sync.scope = scope;
  sync.part = before.part;
  return sync;
}

} // namespace

void orderAccesses(CellProgram &program) {
  AccessOrder order(program);
  std::vector<CellInstr> ordered;
  for (CellInstr &instr : program.instrs) {
    if (std::optional<Scope> scope = order.needed(instr)) {
      ordered.push_back(makeSync(*scope, instr));
      order.sync(*scope);
    }
    order.execute(instr);
    ordered.push_back(std::move(instr));
  }

  // A second run: what it needs beyond the syncs it has comes first of all.
  std::optional<Scope> atStart;
  for (const CellInstr &instr : ordered) {
    if (instr.kind == CellInstr::Kind::Sync) {
      order.sync(instr.scope);
      continue;
    }
    if (std::optional<Scope> scope = order.needed(instr)) {
      if (!atStart || *scope == Scope::Block)
        atStart = scope;
      order.sync(*scope);
    }
    order.execute(instr);
  }
  if (atStart)
    ordered.insert(ordered.begin(), makeSync(*atStart, ordered.front()));
  program.instrs = std::move(ordered);
}

} // namespace scanc::prefix
