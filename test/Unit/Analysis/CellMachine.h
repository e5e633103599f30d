//===- CellMachine.h - An adversary that runs cell programs -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a cell program as a machine may that owes it no more than its syncs: a
// thread runs as far ahead of the others as the next sync lets it, in an order
// that the test chooses. Several runs follow each other on the same cells.
//
// Values are words of the free monoid: what is right for letters is right for
// every associative operator. A scan only makes words of consecutive letters,
// so a word is its two ends, and a word of other letters is poison, like a cell
// that was never written. Each run has letters of its own, so that a value from
// the run before is no match.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_ANALYSIS_CELLMACHINE_H
#define SCANC_TEST_UNIT_ANALYSIS_CELLMACHINE_H

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"

#include "gtest/gtest.h"

#include <numeric>
#include <random>

namespace scanc::prefix::test {

/// The letters begin .. end - 1.
struct Word {
  int64_t begin = 0, end = -1; // of no letters from nowhere: poison

  static Word identity() { return {0, 0}; }
  bool isPoison() const { return end < begin; }
  bool isIdentity() const { return end == begin; }
  friend bool operator==(const Word &, const Word &) = default;

  friend Word operator*(Word low, Word high) {
    if (low.isPoison() || high.isPoison())
      return {};
    if (low.isIdentity())
      return high;
    if (high.isIdentity())
      return low;
    return low.end == high.begin ? Word{low.begin, high.end} : Word{};
  }
};

/// How the next thread is chosen among those that no sync holds back.
enum class Adversary { FirstAhead, LastAhead, Shuffled, Interleaved };

class CellMachine {
public:
  CellMachine(const CellProgram &program, Adversary adversary,
              uint32_t seed = 0)
      : program(program), adversary(adversary), random(seed),
        cells(program.memoryCells()), threads(program.shape.threads()) {
    for (const CellInstr &instr : program.instrs)
      addresses.push_back(addressesOf(program, instr));
  }

  /// Runs the program `count` times in a row, on the cells as the run before
  /// leaves them, and checks what each thread gets. Nothing but syncs keeps a
  /// thread from beginning the next run.
  void runAndCheck(int count);

private:
  struct Thread {
    int run = 0;
    size_t next = 0;
    std::vector<Word> values;
  };

  int64_t elements() const { return program.shape.width(); }
  /// The first letter of a run: its seed, or its first element.
  int64_t letterOf(int run, int64_t element) const {
    return run * (elements() + 2) + program.seedFirst + element;
  }
  int64_t elementOf(int64_t thread, int64_t row) const {
    const BlockShape &shape = program.shape;
    return shape.rows ? (thread / 32 * shape.rows + row) * 32 + thread % 32
                      : thread / 32;
  }

  void beginRun(int64_t t) {
    Thread &thread = threads[t];
    thread.next = 0;
    thread.values.assign(program.numValues, {});
    const int64_t rows = program.shape.rows;
    for (int64_t row = 0; row < std::max<int64_t>(rows, 1); ++row) {
      const int64_t letter = letterOf(thread.run, elementOf(t, row));
      thread.values[row] = {letter, letter + 1};
    }
    if (program.seedFirst) {
      const int64_t letter = letterOf(thread.run, -1);
      thread.values[program.numInputs - 1] = {letter, letter + 1};
    }
  }

  void endRun(int64_t t) {
    Thread &thread = threads[t];
    const int64_t first = letterOf(thread.run, program.seedFirst ? -1 : 0);
    ASSERT_EQ(program.before.size(),
              static_cast<size_t>(std::max<int64_t>(program.shape.rows, 1)));
    for (auto [row, value] : llvm::enumerate(program.before)) {
      Word expected{first, letterOf(thread.run, elementOf(t, row))};
      if (expected.isIdentity())
        expected = Word::identity();
      ASSERT_EQ(read(thread, value), expected)
          << "before row " << row << " of thread " << t << " in run "
          << thread.run << ": got " << read(thread, value).begin << ".."
          << read(thread, value).end;
    }
    ASSERT_EQ(read(thread, program.totals.front()),
              (Word{first, letterOf(thread.run, elements())}))
        << "total in thread " << t;
    ++thread.run;
  }

  Word read(const Thread &thread, ValueId value) const {
    if (value == identityValue)
      return Word::identity();
    return value < 0 ? Word{} : thread.values[value];
  }

  /// One instruction other than a sync.
  void step(int64_t t) {
    Thread &thread = threads[t];
    const CellInstr &instr = program.instrs[thread.next];
    const int64_t address = addresses[thread.next++][t];
    if (instr.kind == CellInstr::Kind::Store) {
      if (address >= 0)
        cells[address] = read(thread, instr.low);
      return;
    }
    Word &result = thread.values[instr.result];
    if (address < 0)
      result = read(thread, instr.otherwise);
    else if (instr.kind == CellInstr::Kind::Load)
      result = cells[address];
    else
      result = read(thread, instr.low) * read(thread, instr.high);
  }

  size_t choose() {
    switch (adversary) {
    case Adversary::FirstAhead:
    case Adversary::LastAhead:
      return ready.size() - 1;
    case Adversary::Shuffled:
    case Adversary::Interleaved:
      return std::uniform_int_distribution<size_t>(0, ready.size() - 1)(random);
    }
    return 0;
  }

  /// Runs a thread to its next sync, or a few instructions where threads are
  /// interleaved. Returns whether it can go on at once.
  bool advance(int64_t t, int count);
  /// Notes that `t` has reached a sync; lets go whom it holds back no more.
  void arrive(int64_t t, CellInstr::Scope scope);
  /// Adds threads to `ready`, the one that is to be first at the end.
  void letGo(int64_t first, int64_t number);

  const CellProgram &program;
  Adversary adversary;
  std::mt19937 random;
  std::vector<std::vector<int64_t>> addresses;
  std::vector<Word> cells;
  std::vector<Thread> threads;
  /// The threads that no sync holds back.
  std::vector<int64_t> ready = {};
  std::vector<int64_t> waitingOfWarp = {};
  int64_t waitingOfBlock = 0;
};

inline void CellMachine::runAndCheck(int count) {
  waitingOfWarp.assign(program.shape.warps, 0);
  for (int64_t t = 0; t < program.shape.threads(); ++t)
    beginRun(t);
  letGo(0, program.shape.threads());
  while (!ready.empty()) {
    const size_t chosen = choose();
    const int64_t t = ready[chosen];
    std::swap(ready[chosen], ready.back());
    ready.pop_back();
    const bool goesOn = advance(t, count);
    if (testing::Test::HasFatalFailure())
      return;
    if (goesOn)
      ready.push_back(t);
  }
  for (const Thread &thread : threads)
    ASSERT_EQ(thread.run, count) << "a sync that not all threads come to";
}

inline bool CellMachine::advance(int64_t t, int count) {
  Thread &thread = threads[t];
  int64_t budget = adversary == Adversary::Interleaved
                       ? std::uniform_int_distribution<int64_t>(1, 4)(random)
                       : std::numeric_limits<int64_t>::max();
  for (; budget > 0; --budget) {
    if (thread.next == program.instrs.size()) {
      endRun(t);
      if (thread.run == count || testing::Test::HasFatalFailure())
        return false;
      beginRun(t);
      continue;
    }
    const CellInstr &instr = program.instrs[thread.next];
    if (instr.kind != CellInstr::Kind::Sync) {
      step(t);
      continue;
    }
    ++thread.next;
    arrive(t, instr.scope);
    return false;
  }
  return true;
}

inline void CellMachine::arrive(int64_t t, CellInstr::Scope scope) {
  const bool isWarp = scope == CellInstr::Scope::Warp;
  const int64_t first = isWarp ? t / 32 * 32 : 0;
  const int64_t number = isWarp ? 32 : program.shape.threads();
  int64_t &waiting = isWarp ? waitingOfWarp[t / 32] : waitingOfBlock;
  if (++waiting < number)
    return;
  waiting = 0;
  letGo(first, number);
}

inline void CellMachine::letGo(int64_t first, int64_t number) {
  const size_t old = ready.size();
  ready.resize(old + number);
  std::iota(ready.begin() + old, ready.end(), first);
  if (adversary == Adversary::FirstAhead)
    std::reverse(ready.begin() + old, ready.end());
}

} // namespace scanc::prefix::test

#endif // SCANC_TEST_UNIT_ANALYSIS_CELLMACHINE_H
