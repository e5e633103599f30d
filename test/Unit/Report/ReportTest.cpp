//===- ReportTest.cpp - What is predicted is what is measured -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Report/Report.h"

#include "scanc/Circuits/Families.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Pipelines/Pipelines.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace scanc;
using namespace scanc::reports;
using llvm::formatv;

namespace {

mlir::MLIRContext &context() {
  static mlir::MLIRContext *context = [] {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    auto *made =
        new mlir::MLIRContext(registry, mlir::MLIRContext::Threading::DISABLED);
    made->loadAllAvailableDialects();
    return made;
  }();
  return *context;
}

/// The report of the only scan of `source`.
Report reportOn(const std::string &source, uint64_t n = 0) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context());
  EXPECT_TRUE(module) << source;
  if (!module)
    return {};
  CompileOptions options;
  options.countCombines = true;
  EXPECT_TRUE(mlir::succeeded(lowerTo(*module, Phase::Kernel, options)));
  auto kernels = [&] {
    return *module->getOps<mlir::gpu::GPUModuleOp>().begin();
  };
  Levels levels = collectLevels(kernels());
  EXPECT_TRUE(mlir::succeeded(lowerTo(*module, Phase::Llvm, options)));
  MeasureOptions measuring;
  measuring.n = n;
  llvm::Expected<Report> report =
      measure({{kernels(), std::move(levels)}}, measuring);
  if (report)
    return std::move(*report);
  ADD_FAILURE() << llvm::toString(report.takeError());
  return {};
}

/// A monoid of `fields` values of one type; it need not be a sensible one.
std::string monoidOf(const std::string &type, unsigned fields) {
  std::string types, lows, highs, zeros, sums, zero, sum;
  for (unsigned f = 0; f < fields; ++f) {
    const char *comma = f ? ", " : "";
    types += comma + type;
    lows += formatv("{0}%l{1}: {2}", comma, f, type);
    highs += formatv("{0}%h{1}: {2}", comma, f, type);
    zeros += formatv("    %z{0} = arith.constant 0 : {1}\n", f, type);
    sums += formatv("    %s{0} = arith.addi %l{0}, %h{0} : {1}\n", f, type);
    zero += formatv("{0}%z{1}", comma, f);
    sum += formatv("{0}%s{1}", comma, f);
  }
  return formatv("prefix.monoid @m\n  identity {{\n{0}    yield {1} : {2}\n  } "
                 "combine ({3}), ({4}) {{\n{5}    yield {6} : {2}\n  }\n",
                 zeros, zero, types, lows, highs, sums, sum)
      .str();
}

struct Machine {
  const char *type;
  unsigned fields;
};

/// Scans some tiles with `circuit` across as many warps as it is wide.
Report reportOnBlock(const std::string &definition, const std::string &circuit,
                     int64_t width, Machine state) {
  std::string types;
  for (unsigned f = 0; f < state.fields; ++f)
    types += (f ? ", " : "") + std::string(state.type);
  std::string skeleton =
      formatv("<warps = {0}, rows = 1, items = 1, block = {1}>", width, circuit)
          .str();
  return reportOn(
      monoidOf(state.type, state.fields) + definition +
      formatv("prefix.scan @s inclusive @m : ({0}) -> ({0}) plan <strategy = "
              "single_block, top = {1}, tail = {1}>\n",
              types, skeleton)
          .str());
}

/// Each part of each block scan costs exactly a multiple of its prediction.
void expectAgreement(const Report &report, int64_t width) {
  ASSERT_EQ(report.kernels.size(), 1u);
  const Kernel &kernel = report.kernels.front();
  const uint64_t tile = report.scan.kernels.front().tile;
  const uint64_t tiles = (report.n() + tile - 1) / tile;
  size_t parts = 0;
  for (const Step &step : kernel.steps) {
    if (!llvm::StringRef(step.name).starts_with("block_scan: "))
      continue;
    ++parts;
    ASSERT_TRUE(step.predicted) << step.name;
    EXPECT_EQ(step.shared.requests, tiles * step.predicted->requests)
        << step.name;
    EXPECT_EQ(step.shared.banks32.wavefronts,
              tiles * step.predicted->banks32.wavefronts)
        << step.name;
    EXPECT_EQ(step.shared.banks32.degree, step.predicted->banks32.degree)
        << step.name;
    EXPECT_EQ(step.shared.banks16.wavefronts,
              tiles * step.predicted->banks16.wavefronts)
        << step.name;
    EXPECT_EQ(step.shared.banks16.degree, step.predicted->banks16.degree)
        << step.name;
    EXPECT_TRUE(step.agrees()) << step.name;
  }
  EXPECT_GE(parts, 4u) << width;
}

const Step *find(const Kernel &kernel, llvm::StringRef name) {
  for (const Step &step : kernel.steps)
    if (step.name == name)
      return &step;
  ADD_FAILURE() << "no step " << name.str();
  return nullptr;
}

} // namespace

TEST(Report, BlockScansCostWhatIsPredicted) {
  const Machine states[] = {
      {"i8", 1}, {"i32", 1}, {"i64", 1}, {"i32", 3}, {"i64", 2}};
  for (const char *family : {"serial", "sklansky", "kogge_stone", "brent_kung"})
    for (int64_t width : {2, 4, 7, 8, 16, 32})
      for (Machine state : states) {
        SCOPED_TRACE(formatv("{0} of {1}, {2} x {3}", family, width,
                             state.fields, state.type)
                         .str());
        expectAgreement(
            reportOnBlock(
                formatv("prefix.family @c = {0}<{1}>\n", family, width).str(),
                "@c", width, state),
            width);
      }
}

// Slots of its own: both 0..1 and 1..1 are read after the first stage.
TEST(Report, ExplicitCircuit) {
  expectAgreement(reportOnBlock(R"(
prefix.circuit @c(%a, %b, %c, %d) {
  %ab = combine %a, %b : !prefix.span<0, 0>, !prefix.span<1, 1>
  %bc = combine %b, %c : !prefix.span<1, 1>, !prefix.span<2, 2>
  %abc = combine %a, %bc : !prefix.span<0, 0>, !prefix.span<1, 2>
  %cd = combine %c, %d : !prefix.span<2, 2>, !prefix.span<3, 3>
  %abcd = combine %ab, %cd : !prefix.span<0, 1>, !prefix.span<2, 3>
  yield %a, %ab, %abc, %abcd : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
}
)",
                                "@c", 4, {"i32", 1}),
                  4);
}

// A lane keeps what the circuit asks for: 129 of the 5 * 32 combines that a
// warp executes for a Kogge-Stone circuit, whatever the input is.
TEST(Report, KeptCombinesAreTheCircuits) {
  Report report = reportOn("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) "
                           "plan <strategy = single_block>\n");
  ASSERT_EQ(report.kernels.size(), 1u);
  const Step *warp = find(report.kernels.front(), "warp_scan");
  ASSERT_TRUE(warp);
  ASSERT_EQ(warp->circuits.size(), 1u);
  EXPECT_EQ(warp->circuits.front().size, 129);
  EXPECT_EQ(warp->circuits.front().depth, 5);
  EXPECT_EQ(warp->combines % 160, 0u);
  EXPECT_EQ(warp->keptCombines * 160, warp->combines * 129);
}

// An aligned array of words is read once, in full sectors.
TEST(Report, CoalescedTiles) {
  Report report = reportOn("prefix.scan @s inclusive @add_i32 : (i32) -> (i32) "
                           "plan <strategy = single_block>\n",
                           4096);
  ASSERT_EQ(report.kernels.size(), 1u);
  const Step *load = find(report.kernels.front(), "load_tile");
  ASSERT_TRUE(load);
  EXPECT_EQ(load->global.bytesRead, 4096u * 4);
  EXPECT_EQ(load->global.sectors, 4096u * 4 / 32);
  EXPECT_EQ(load->global.leastSectors, load->global.sectors);
  EXPECT_EQ(load->global.divergent, 0u);
}
