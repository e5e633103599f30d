//===- CellProgramTest.cpp - Cell programs against an adversary -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every mapping of every circuit gives the scan on letters, in whatever order
// the threads run, three times in a row on the same cells.
//
//===----------------------------------------------------------------------===//

#include "CellMachine.h"
#include "Mappings.h"
#include "RandomCircuits.h"

#include "scanc/Circuits/ColumnBuilder.h"

#include "llvm/Support/Error.h"

using namespace scanc;
using namespace scanc::prefix;
using namespace scanc::prefix::test;

namespace {

/// Runs the program under one of the adversaries: neighbours in width and in
/// the list of mappings meet others.
void checkProgram(const CellProgram &program, unsigned turn) {
  static constexpr Adversary adversaries[] = {
      Adversary::FirstAhead, Adversary::Shuffled, Adversary::LastAhead,
      Adversary::Interleaved};
  SCOPED_TRACE("adversary " + std::to_string(turn % 4) + ", random seed " +
               std::to_string(turn));
  CellMachine(program, adversaries[turn % 4], turn).runAndCheck(3);
}

/// Checks `network` with each mapping that suits it, also with a seed.
void checkMappings(const Network &network, const BlockShape &shape,
                   llvm::ArrayRef<NamedMapping> mappings) {
  unsigned turn = shape.width();
  for (const NamedMapping &named : mappings)
    for (bool seedFirst : {false, true}) {
      Mapping mapping = named.mapping;
      mapping.seedFirst = seedFirst;
      SCOPED_TRACE(named.name + (seedFirst ? ", seed first" : "") + ", " +
                   std::to_string(shape.warps) + " warps of " +
                   std::to_string(shape.rows) + " rows");
      llvm::Expected<CellProgram> program = mapCircuit(network, shape, mapping);
      if (!program) {
        std::string error = llvm::toString(program.takeError());
        EXPECT_TRUE(named.mayFail) << error;
        continue;
      }
      checkProgram(*program, turn++);
      if (testing::Test::HasFatalFailure())
        return;
    }
}

class CellProgramFamily : public testing::TestWithParam<circuits::FamilyInfo> {
};

TEST_P(CellProgramFamily, EachWarp) {
  for (int64_t warps = 1; warps <= 32; ++warps) {
    const BlockShape shape{warps, 0};
    checkMappings(family(GetParam().name, warps), shape, mappingsFor(shape));
    if (HasFatalFailure())
      return;
  }
}

TEST_P(CellProgramFamily, EachThread) {
  for (const BlockShape &shape :
       {BlockShape{1, 1}, BlockShape{1, 3}, BlockShape{2, 1}, BlockShape{2, 2},
        BlockShape{3, 1}, BlockShape{4, 1}}) {
    checkMappings(family(GetParam().name, shape.width()), shape,
                  mappingsFor(shape));
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(AllFamilies, CellProgramFamily,
                         testing::ValuesIn(circuits::families().begin(),
                                           circuits::families().end()),
                         [](const auto &info) {
                           return info.param.name.str();
                         });

TEST(CellProgram, Blelloch) {
  for (const BlockShape &shape :
       {BlockShape{2, 0}, BlockShape{8, 0}, BlockShape{32, 0}, BlockShape{1, 1},
        BlockShape{2, 2}, BlockShape{4, 1}}) {
    checkMappings(family("blelloch", shape.width()), shape, mappingsFor(shape));
    if (HasFatalFailure())
      return;
  }
}

/// Two runs of 32 columns that a last stage joins: CUDPP's block scan. The runs
/// have their own identities; the last stage tells threads apart.
TEST(CellProgram, IdentitiesBeforeEachRun) {
  circuits::ColumnBuilder columns(64);
  for (int64_t distance = 1; distance < 32; distance *= 2) {
    for (int64_t column = 0; column < 64; ++column)
      if (column % 32 >= distance)
        columns.combine(column - distance, column);
    columns.endStage();
  }
  for (int64_t column = 32; column < 64; ++column)
    columns.combine(31, column);
  columns.endStage();
  const Network network = columns.finish();
  for (const BlockShape &shape : {BlockShape{2, 1}, BlockShape{1, 2}}) {
    CellProgram program =
        llvm::cantFail(mapCircuit(network, shape, {.identityPadding = true}));
    EXPECT_EQ(program.numCells, 2 * (16 + 32));
    for (unsigned turn = 0; turn < 4; ++turn)
      checkProgram(program, turn);
    for (const CellInstr &instr : program.instrs)
      if (instr.part == stagePart(5))
        EXPECT_FALSE(llvm::is_contained(instr.cells, -1));
    checkMappings(network, shape, mappingsFor(shape));
    if (HasFatalFailure())
      return;
  }
}

TEST(CellProgram, RandomCircuits) {
  for (uint32_t seed = 0; seed < 40; ++seed)
    for (const BlockShape &shape :
         {BlockShape{2 + seed % 31, 0},
          BlockShape{1 + seed % 2, 1 + seed / 2 % 2}}) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const double reuse = 0.8 + 0.2 * (seed % 2);
      checkMappings(
          RandomCircuit(seed, shape.width(), reuse, seed % 3 * 5).network,
          shape, mappingsFor(shape));
      if (HasFatalFailure())
        return;
    }
}

} // namespace
