//===- CellProgramSyncTest.cpp - No access and no sync too many -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Races are looked for pair by pair, over three runs on the same cells, without
// what the analysis makes of them. A program has none, and has one as soon as a
// sync is taken away or a barrier becomes a sync of the warp.
//
//===----------------------------------------------------------------------===//

#include "Mappings.h"
#include "RandomCircuits.h"

#include "llvm/Support/Error.h"

#include <set>

using namespace scanc;
using namespace scanc::prefix;
using namespace scanc::prefix::test;

using Kind = CellInstr::Kind;
using Scope = CellInstr::Scope;

namespace {

struct Access {
  int64_t thread, barriers, syncs; // so many came before
  bool isStore;
};

bool areOrdered(const Access &a, const Access &b) {
  return a.thread == b.thread || a.barriers != b.barriers ||
         (a.thread / 32 == b.thread / 32 && a.syncs != b.syncs);
}

/// Whether two threads access a cell, one of them to store, without a sync in
/// between.
bool hasRace(const CellProgram &program) {
  std::vector<std::vector<Access>> accesses(program.numCells);
  int64_t barriers = 0, syncs = 0;
  for (int run = 0; run < 3; ++run)
    for (const CellInstr &instr : program.instrs) {
      if (instr.kind == Kind::Sync) {
        ++syncs;
        barriers += instr.scope == Scope::Block;
        continue;
      }
      if (instr.kind == Kind::Combine)
        continue;
      for (auto [thread, cell] : llvm::enumerate(instr.cells)) {
        if (cell < 0)
          continue;
        const Access now{static_cast<int64_t>(thread), barriers, syncs,
                         instr.kind == Kind::Store};
        for (const Access &earlier : accesses[cell])
          if ((earlier.isStore || now.isStore) && !areOrdered(earlier, now))
            return true;
        accesses[cell].push_back(now);
      }
    }
  return false;
}

/// No load finds a cell that this run has not stored, and no store stays
/// unread.
void checkStores(const CellProgram &program) {
  std::set<int32_t> stored, unread;
  for (const CellInstr &instr : program.instrs)
    for (int32_t cell : instr.cells) {
      if (cell < 0 || instr.kind == Kind::Combine)
        continue;
      if (instr.kind == Kind::Load) {
        ASSERT_TRUE(stored.count(cell)) << instr.part << ", cell " << cell;
        unread.erase(cell);
      } else {
        ASSERT_TRUE(unread.insert(cell).second || instr.forAll)
            << instr.part << " writes cell " << cell << " again";
        if (instr.forAll)
          unread.erase(cell);
        stored.insert(cell);
      }
    }
  ASSERT_TRUE(unread.empty()) << "cell " << *unread.begin();
}

void checkSyncs(const CellProgram &program, bool isMinimal) {
  ASSERT_FALSE(hasRace(program));
  for (size_t i = 0; isMinimal && i < program.instrs.size(); ++i) {
    if (program.instrs[i].kind != Kind::Sync)
      continue;
    CellProgram fewer = program;
    fewer.instrs.erase(fewer.instrs.begin() + i);
    ASSERT_TRUE(hasRace(fewer)) << "sync " << i << " is not needed";
    if (program.instrs[i].scope == Scope::Warp)
      continue;
    fewer = program;
    fewer.instrs[i].scope = Scope::Warp;
    ASSERT_TRUE(hasRace(fewer)) << "barrier " << i << " is too strong";
  }
}

class CellProgramSync : public testing::TestWithParam<circuits::FamilyInfo> {};

TEST_P(CellProgramSync, NoneTooManyNorTooFew) {
  for (const BlockShape &shape :
       {BlockShape{1, 0}, BlockShape{2, 0}, BlockShape{8, 0}, BlockShape{11, 0},
        BlockShape{1, 1}, BlockShape{2, 1}, BlockShape{2, 3}})
    for (const NamedMapping &named : mappingsFor(shape))
      for (bool seedFirst : {false, true}) {
        SCOPED_TRACE(named.name + (seedFirst ? ", seed first, " : ", ") +
                     std::to_string(shape.warps) + " warps of " +
                     std::to_string(shape.rows) + " rows");
        Mapping mapping = named.mapping;
        mapping.seedFirst = seedFirst;
        llvm::Expected<CellProgram> program =
            mapCircuit(family(GetParam().name, shape.width()), shape, mapping);
        if (!program) {
          llvm::consumeError(program.takeError());
          continue;
        }
        checkSyncs(*program, /*isMinimal=*/shape.width() <= 64);
        if (!mapping.identityPadding)
          checkStores(*program);
        if (HasFatalFailure())
          return;
      }
}

INSTANTIATE_TEST_SUITE_P(AllFamilies, CellProgramSync,
                         testing::ValuesIn(circuits::families().begin(),
                                           circuits::families().end()),
                         [](const auto &info) {
                           return info.param.name.str();
                         });

CellProgram map(const Network &network, const BlockShape &shape,
                const Mapping &mapping = {}) {
  return llvm::cantFail(mapCircuit(network, shape, mapping));
}

int64_t count(const CellProgram &program, Kind kind, llvm::StringRef part) {
  return llvm::count_if(program.instrs, [&](const CellInstr &instr) {
    return instr.kind == kind && instr.part == part;
  });
}

/// One input a warp: two barriers, with cells for the prefixes.
TEST(CellProgram, TwoBarriersForWarps) {
  for (const char *name : {"kogge_stone", "sklansky", "brent_kung"}) {
    CellProgram program = map(family(name, 8), {8, 0});
    EXPECT_EQ(program.barriers(), 2) << name;
    EXPECT_EQ(count(program, Kind::Store, prefixesPart), 2)
        << name << ": what comes before warp 0, and before the others";
    EXPECT_EQ(program.numCells, 8 + 9) << name;
  }
  // One warp needs no barrier, and so no cells of their own.
  CellProgram alone = map(family("serial", 1), {1, 0});
  EXPECT_EQ(alone.barriers(), 0);
  EXPECT_EQ(alone.numCells, 1);
}

/// A warp on its own takes no barrier, whatever it runs.
TEST(CellProgram, OneWarpTakesNoBarrier) {
  for (const circuits::FamilyInfo &info : circuits::families())
    EXPECT_EQ(map(family(info.name, 64), {1, 2}).barriers(), 0);
}

/// Hillis and Steele in place: each stage loads the partner's value; the own
/// one stays in a register, also in threads that have nothing to combine.
TEST(CellProgram, AccumulatorStaysInRegister) {
  CellProgram program = map(family("kogge_stone", 64), {2, 1});
  for (int32_t stage = 1; stage <= 6; ++stage) {
    EXPECT_EQ(count(program, Kind::Load, stagePart(stage)), 1);
    EXPECT_EQ(count(program, Kind::Store, stagePart(stage)), 1);
    EXPECT_EQ(count(program, Kind::Combine, stagePart(stage)), 1);
  }
  EXPECT_EQ(count(program, Kind::Load, fetchPart), 2);
}

/// Two buffers: one store a stage, by those that combine and those that copy,
/// and one barrier, where in place there are two.
TEST(CellProgram, TwoBuffersTakeOneBarrierAStage) {
  Network network = family("kogge_stone", 64);
  CellProgram inPlace = map(network, {2, 1}),
              twice =
                  map(network, {2, 1}, {.cells = CellChoice::DoubleBuffered});
  for (int32_t stage = 1; stage <= 6; ++stage) {
    EXPECT_EQ(count(twice, Kind::Store, stagePart(stage)), 1);
    EXPECT_EQ(count(twice, Kind::Sync, stagePart(stage)), 1) << stage;
  }
  EXPECT_LT(twice.barriers() + twice.warpSyncs(),
            inPlace.barriers() + inPlace.warpSyncs());
}

/// The seed is in everybody's register: where nothing else is read beside it,
/// no load finds it in a cell.
TEST(CellProgram, SeedIsInRegisters) {
  CellProgram program = map(family("blelloch", 32), {1, 1},
                            {.stages = StageOrder::Levels, .seedFirst = true});
  EXPECT_EQ(count(program, Kind::Load, stagePart(4)), 1);
  EXPECT_EQ(count(program, Kind::Load, stagePart(5)), 0) << "16 <- 0";
  EXPECT_EQ(count(program, Kind::Load, stagePart(6)), 1) << "8 <- 0, 24 <- 16";
  EXPECT_EQ(count(program, Kind::Combine, totalPart), 1);
  EXPECT_EQ(program.combines(),
            static_cast<int64_t>(family("blelloch", 32).combines.size()) + 1);
}

/// What no result depends on is not loaded: with rows of two, the second buffer
/// would hold copies that a thread has in registers.
TEST(CellProgram, LoadsNothingUnread) {
  for (const char *name : {"sklansky", "kogge_stone", "brent_kung"})
    for (int64_t length : {2, 8})
      for (CellChoice cells : {CellChoice::Columns, CellChoice::DoubleBuffered,
                               CellChoice::Levels}) {
        CellProgram program = map(family(name, 32), {1, 1},
                                  {.threads = ThreadChoice::Rows,
                                   .rowLength = length,
                                   .cells = cells});
        std::set<ValueId> used(program.before.begin(), program.before.end());
        used.insert(program.totals.begin(), program.totals.end());
        for (const CellInstr &instr : program.instrs)
          used.insert({instr.low, instr.high, instr.otherwise});
        for (const CellInstr &instr : program.instrs)
          if (instr.kind == Kind::Load || instr.kind == Kind::Combine)
            EXPECT_TRUE(used.count(instr.result)) << name << ", " << instr.part;
      }
}

/// A row of columns reads the prefix before it once, for all of them.
TEST(CellProgram, RowsShareALoad) {
  CellProgram program = map(family("sklansky", 256), {1, 8},
                            {.threads = ThreadChoice::Rows, .rowLength = 8});
  EXPECT_EQ(count(program, Kind::Load, stagePart(8)), 1);
  EXPECT_EQ(count(program, Kind::Combine, stagePart(8)), 8);
}

} // namespace
