//===- MappingFiguresTest.cpp - The programs of the sources ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The programs of Merrill and Grimshaw 2009, section 3, as mappings, and what
// the paper says of them: combines, cells, and conflicts in shared memory.
//
//===----------------------------------------------------------------------===//

#include "Mappings.h"
#include "RandomCircuits.h"

#include "scanc/Dialect/Prefix/Analysis/PlaceCells.h"
#include "scanc/Dialect/Prefix/Analysis/ProgramCost.h"

using namespace scanc;
using namespace scanc::prefix;
using namespace scanc::prefix::test;

namespace {

constexpr int64_t word[] = {4};

constexpr auto levels = StageOrder::Levels;
constexpr auto compact = ThreadChoice::Compact;

CellProgram map(const Network &network, const BlockShape &shape,
                const Mapping &mapping) {
  llvm::Expected<CellProgram> program = mapCircuit(network, shape, mapping);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return {};
  }
  return std::move(*program);
}

/// The degree of conflict in each stage.
std::vector<uint32_t> degrees(const CellProgram &program, unsigned banks) {
  std::vector<uint32_t> result;
  std::map<std::string, PartCost> parts = analyzeAccesses(program, word);
  for (int32_t stage = 1; parts.count(stagePart(stage)); ++stage) {
    const PartCost &part = parts[stagePart(stage)];
    result.push_back((banks == 32 ? part.banks32 : part.banks16).degree);
  }
  return result;
}

/// The accesses of one kind in a stage, by the first threads.
std::vector<std::vector<int32_t>> cellsOf(const CellProgram &program,
                                          int32_t stage, CellInstr::Kind kind,
                                          size_t threads) {
  std::vector<std::vector<int32_t>> result;
  for (const CellInstr &instr : program.instrs)
    if (instr.kind == kind && instr.part == stagePart(stage))
      result.emplace_back(instr.cells.begin(), instr.cells.begin() + threads);
  return result;
}

TEST(MappingFigures, Combines) {
  auto combines = [](const char *name, const BlockShape &shape) {
    return map(family(name, shape.width()), shape, {}).combines();
  };
  EXPECT_EQ(combines("kogge_stone", {16, 0}), 49);
  EXPECT_EQ(combines("sklansky", {16, 0}), 32);
  EXPECT_EQ(combines("brent_kung", {16, 0}), 26);
  EXPECT_EQ(combines("kogge_stone", {32, 1}), 9217);
  EXPECT_EQ(combines("brent_kung", {32, 1}), 2036) << "2 n - log2 n - 2";
  EXPECT_EQ(combines("serial", {32, 1}), 1023);
}

/// Listing 2: two-way conflicts while a half-warp spans two blocks of results.
TEST(MappingFigures, SklanskyConflicts) {
  CellProgram program =
      map(family("sklansky", 1024), {32, 1}, {.threads = compact});
  EXPECT_EQ(degrees(program, 16),
            (std::vector<uint32_t>{2, 2, 2, 2, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(degrees(program, 32),
            (std::vector<uint32_t>{2, 2, 2, 2, 2, 1, 1, 1, 1, 1}));
}

/// Listing 3: none, once every other half-warp's worth of inputs is reversed.
TEST(MappingFigures, SklanskyReversed) {
  for (unsigned banks : {16, 32}) {
    CellProgram program = map(family("sklansky", 1024), {32, 1},
                              {.threads = compact,
                               .order = ColumnOrder::AlternateReversed,
                               .alternate = banks});
    EXPECT_EQ(degrees(program, banks), std::vector<uint32_t>(10, 1));
    EXPECT_EQ(program.numCells, 1024);
  }
}

/// The table of Listing 3: `me` and `spine` of four threads, three stages.
TEST(MappingFigures, SklanskyTable) {
  CellProgram program = map(family("sklansky", 8), {8, 0},
                            {.threads = compact,
                             .order = ColumnOrder::AlternateReversed,
                             .alternate = 4});
  using Cells = std::vector<std::vector<int32_t>>;
  const Cells me = {{1, 3, 4, 6}, {2, 3, 4, 5}, {4, 5, 6, 7}};
  const Cells spine = {{0, 2, 5, 7}, {1, 1, 6, 6}, {3, 3, 3, 3}};
  for (int32_t stage = 1; stage <= 3; ++stage) {
    Cells loads = cellsOf(program, stage, CellInstr::Kind::Load, 4);
    EXPECT_EQ(loads, (Cells{spine[stage - 1], me[stage - 1]})) << stage;
  }
  EXPECT_EQ(cellsOf(program, 1, CellInstr::Kind::Store, 4), Cells{me[0]});
}

const Mapping listing4 = {
    .stages = levels, .threads = compact, .cells = CellChoice::Exchange};

/// What the stores of a sweep cost: stages `first` to `last`.
circuits::BankCost storesOf(const CellProgram &program, int32_t first,
                            int32_t last) {
  CellProgram stores = program;
  llvm::erase_if(stores.instrs, [](const CellInstr &instr) {
    return instr.kind != CellInstr::Kind::Store;
  });
  std::map<std::string, PartCost> parts = analyzeAccesses(stores, word);
  circuits::BankCost cost;
  for (int32_t stage = first; stage <= last; ++stage)
    cost += parts[stagePart(stage)].banks32;
  return cost;
}

/// Listing 4, 1024 cells. The down-sweep has ten levels, of 1 to 512 threads
/// with a stride of 1024 to 2; each stores a left and a right child, 191
/// wavefronts each where 36 would do. The up-sweep leaves out the root of each
/// level, which only the total would need: 511 threads, 255, ..
TEST(MappingFigures, Blelloch) {
  CellProgram program = map(family("blelloch", 1024), {32, 1}, listing4);
  EXPECT_EQ(program.numCells, 1024);
  EXPECT_EQ(degrees(program, 32),
            (std::vector<uint32_t>{2, 4, 8, 16, 31, 15, 7, 3, 1, //
                                   1, 2, 4, 8, 16, 32, 16, 8, 4, 2}));
  circuits::BankCost downSweep = storesOf(program, 10, 19);
  EXPECT_EQ(downSweep.wavefronts, 382u);
  EXPECT_EQ(downSweep.least, 72u);
}

/// One cell more every 32 frees the sweeps up to 1024 cells, not beyond.
TEST(MappingFigures, BlellochPadded) {
  Mapping mapping = listing4;
  mapping.layout = {{32}};
  for (const BlockShape &shape : {BlockShape{1, 1}, BlockShape{8, 1},
                                  BlockShape{16, 1}, BlockShape{32, 1}})
    for (uint32_t degree :
         degrees(map(family("blelloch", shape.width()), shape, mapping), 32))
      EXPECT_EQ(degree, 1u) << shape.width();
  EXPECT_EQ(storesOf(map(family("blelloch", 1024), {32, 1}, mapping), 10, 19)
                .wavefronts,
            72u);
  auto worst = [](const CellProgram &program, unsigned banks) {
    std::vector<uint32_t> all = degrees(program, banks);
    return *std::max_element(all.begin(), all.end());
  };
  EXPECT_GT(worst(map(family("blelloch", 2048), {32, 2}, mapping), 32), 1u);
  mapping.layout = {{32, 1024}};
  EXPECT_EQ(worst(map(family("blelloch", 2048), {32, 2}, mapping), 32), 1u);
  // The geometric progression of Harris et al. with 16 banks.
  mapping.layout = {{16, 256}};
  EXPECT_EQ(worst(map(family("blelloch", 1024), {32, 1}, mapping), 16), 1u);
}

/// Listing 5: a stride of two at most, in all stages, for n - 2 cells more.
TEST(MappingFigures, TwoWayConflicts) {
  for (const BlockShape &shape :
       {BlockShape{8, 0}, BlockShape{1, 1}, BlockShape{4, 1}, BlockShape{32, 1},
        BlockShape{16, 4}}) {
    const int64_t width = shape.width();
    CellProgram program = map(
        family("blelloch", width), shape,
        {.stages = levels, .threads = compact, .cells = CellChoice::Levels});
    const int64_t prefixes = shape.rows ? 0 : width + 1;
    EXPECT_EQ(program.numCells - prefixes, 2 * width - 2);
    for (uint32_t degree : degrees(program, 32))
      EXPECT_LE(degree, 2u) << width;
    for (uint32_t degree : degrees(program, 16))
      EXPECT_LE(degree, 2u) << width;
    for (const CellInstr &instr : program.instrs) {
      if (instr.kind == CellInstr::Kind::Sync ||
          !llvm::StringRef(instr.part).starts_with("stage"))
        continue;
      for (int64_t t = 1; t < std::min<int64_t>(shape.threads(), width); ++t)
        if (instr.cells[t - 1] >= 0 && instr.cells[t] >= 0 &&
            instr.kind != CellInstr::Kind::Combine)
          EXPECT_LE(instr.cells[t] - instr.cells[t - 1], 2) << instr.part;
    }
  }
}

/// Listing 6: no conflicts, and no cell beyond the inputs'.
TEST(MappingFigures, PermutedIsFree) {
  Mapping mapping = listing4;
  mapping.order = ColumnOrder::BitReversed;
  for (const BlockShape &shape :
       {BlockShape{1, 1}, BlockShape{4, 1}, BlockShape{32, 1}}) {
    CellProgram program =
        map(family("blelloch", shape.width()), shape, mapping);
    EXPECT_EQ(program.numCells, shape.width());
    for (unsigned banks : {16, 32})
      for (uint32_t degree : degrees(program, banks))
        EXPECT_EQ(degree, 1u);
  }
  // Figure 12: thread k adds cell k to cell n / 2 + k, then a level up.
  CellProgram program = map(family("blelloch", 8), {8, 0}, mapping);
  using Cells = std::vector<std::vector<int32_t>>;
  EXPECT_EQ(cellsOf(program, 1, CellInstr::Kind::Load, 3),
            (Cells{{0, 1, 2}, {4, 5, 6}}));
}

/// CUDPP's warp scan: half as many cells more, and no thread told apart.
TEST(MappingFigures, WarpScanOfCudpp) {
  CellProgram program =
      map(family("kogge_stone", 32), {1, 1}, {.identityPadding = true});
  EXPECT_EQ(program.numCells, 48);
  for (const CellInstr &instr : program.instrs)
    if (llvm::StringRef(instr.part).starts_with("stage"))
      EXPECT_FALSE(llvm::is_contained(instr.cells, -1)) << instr.part;
}

/// Listing 1 with two buffers, and the serial circuit, which has no cell free
/// to copy but its columns.
TEST(MappingFigures, TwoBuffers) {
  CellProgram program = map(family("kogge_stone", 32), {1, 1},
                            {.cells = CellChoice::DoubleBuffered});
  EXPECT_EQ(program.numCells, 64);
}

/// Rows of Dotsenko et al.: odd strides are free, others want padding.
TEST(MappingFigures, Rows) {
  auto worst = [](int64_t rows, Layout layout) {
    std::vector<uint32_t> all =
        degrees(map(family("kogge_stone", 32 * rows), {1, rows},
                    {.threads = ThreadChoice::Rows,
                     .rowLength = rows,
                     .layout = std::move(layout)}),
                32);
    return *std::max_element(all.begin(), all.end());
  };
  EXPECT_EQ(worst(3, {}), 1u);
  EXPECT_EQ(worst(9, {}), 1u);
  EXPECT_EQ(worst(8, {}), 8u);
  EXPECT_EQ(worst(8, {{8}}), 1u);
  EXPECT_GT(worst(9, {{9}}), 1u);
}

/// What a mapping needs and a circuit has not is said, with the place.
TEST(MappingFigures, Errors) {
  auto errorOf = [](const Network &network, const BlockShape &shape,
                    const Mapping &mapping) {
    llvm::Expected<CellProgram> program = mapCircuit(network, shape, mapping);
    return program ? std::string() : llvm::toString(program.takeError());
  };
  // Column 2 holds 2..2 and 1..2 after stage 1.
  const Network twoValues{4,
                          {{1, 2}, {0, 4}, {4, 3}, {0, 6}, {0, 1}},
                          {0, 8, 5, 7},
                          {1, 2, 3, 4, 1}};
  EXPECT_EQ(errorOf(twoValues, {4, 0},
                    {.stages = levels, .cells = CellChoice::DoubleBuffered}),
            "cells 'double_buffered' needs a circuit with one live value a "
            "column, got one where column 2 holds several at stage 2");
  EXPECT_EQ(errorOf(family("serial", 12), {12, 0},
                    {.order = ColumnOrder::BitReversed}),
            "order 'bit_reversed' needs a power of two of columns, got 12");
  EXPECT_EQ(errorOf(family("serial", 4), {4, 0},
                    {.order = ColumnOrder::AlternateReversed}),
            "order 'alternate_reversed' needs runs of at least one column, got "
            "0");
  EXPECT_EQ(errorOf(family("serial", 256), {1, 8},
                    {.threads = ThreadChoice::Rows, .rowLength = 4}),
            "threads 'rows<4>' needs 64 threads for 256 columns, got 32");
  for (const Mapping &mapping :
       {Mapping{.threads = compact, .identityPadding = true},
        Mapping{.order = ColumnOrder::BitReversed, .identityPadding = true},
        Mapping{.cells = CellChoice::Levels, .identityPadding = true}})
    EXPECT_EQ(errorOf(family("kogge_stone", 32), {1, 1}, mapping),
              "inactive 'identity' needs one cell a column, in natural order, "
              "and the threads of the columns");
  EXPECT_EQ(
      errorOf(family("serial", 32), {1, 1}, {.identityPadding = true}),
      "inactive 'identity' needs a stage that reads at one distance, from "
      "which the first columns of each run are exempt; the circuit has "
      "none");
  EXPECT_EQ(
      errorOf(family("serial", 4), {4, 0},
              {.cells = CellChoice::Levels, .order = ColumnOrder::BitReversed}),
      "cells 'levels' needs the natural order of columns, got another");
}

/// A placement that is not what it claims is found out.
TEST(CheckPlacement, FindsWrongReads) {
  Network network = family("kogge_stone", 4);
  network.stages = circuits::earliestStages(network);
  StagedCircuit circuit(network);
  CellPlacement placement = llvm::cantFail(placeCells(circuit, {}));
  EXPECT_FALSE(checkPlacement(circuit, placement));
  CellPlacement wrongRead = placement;
  wrongRead.combines[4].low = 0;
  EXPECT_EQ(llvm::toString(checkPlacement(circuit, wrongRead)),
            "placement must have node 4 (column 1) in cell 0 for stage 2, got "
            "node 0");
  CellPlacement wrongWrite = placement;
  wrongWrite.combines[1].result = 1;
  EXPECT_EQ(llvm::toString(checkPlacement(circuit, wrongWrite)),
            "placement must give node 5 (column 2) a cell of its own in stage "
            "1, got cell 1");
}

} // namespace
