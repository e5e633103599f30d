//===- StrategyTests.cpp - A strategy is a folder and a line --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `lone_block` is in a folder beside this file, and registered in one line. All
// that the compiler does with a strategy it does with this one.
//
//===----------------------------------------------------------------------===//

#include "LoneBlock/LoneBlock.h"

#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Target/Json.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/PTX.h"
#include "scanc/Tune/Candidates.h"
#include "scanc/Tune/Results.h"
#include "scanc/Verify/KernelRun.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <cstring>
#include <numeric>

using namespace scanc;
using llvm::StringRef;

namespace {

constexpr StringRef sums = "prefix.scan @s inclusive @add_i32 : (i32) -> (i32)";

class StrategyTests : public testing::Test {
protected:
  StrategyTests() : context(mlir::MLIRContext::Threading::DISABLED) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    prefix::registerLoneBlock(registry); // the line
    context.appendDialectRegistry(registry);
    handler.emplace(&context, [this](mlir::Diagnostic &diagnostic) {
      errors += diagnostic.str() + "\n";
    });
  }

  /// The module of a scan, lowered; null after an error.
  mlir::OwningOpRef<mlir::ModuleOp>
  lower(StringRef text, Phase phase, StringRef strategy = "",
        std::shared_ptr<const prefix::Tuning> tuning = nullptr) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    CompileOptions options;
    options.strategy = strategy.str();
    options.tuning = std::move(tuning);
    if (module && mlir::failed(lowerTo(*module, phase, options)))
      return nullptr;
    return module;
  }

  const prefix::PrefixDialect &dialect() {
    return *context.getOrLoadDialect<prefix::PrefixDialect>();
  }

  static mlir::gpu::GPUModuleOp kernelsOf(mlir::ModuleOp module) {
    return *module.getOps<mlir::gpu::GPUModuleOp>().begin();
  }

  mlir::MLIRContext context;
  std::string errors;
  std::optional<mlir::ScopedDiagnosticHandler> handler;
};

TEST_F(StrategyTests, IsKnownByItsName) {
  EXPECT_TRUE(dialect().findStrategy("lone_block"));
  EXPECT_TRUE(StringRef(dialect().listStrategies()).ends_with(", lone_block"));
  EXPECT_FALSE(lower(sums, Phase::Plan, "telepathy"));
  EXPECT_NE(errors.find("strips, lone_block"), std::string::npos) << errors;
}

TEST_F(StrategyTests, IsPlannedAndReadBack) {
  auto module = lower(sums, Phase::Plan, "lone_block");
  ASSERT_TRUE(module) << errors;
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  EXPECT_NE(text.find("strategy = lone_block"), std::string::npos) << text;
  EXPECT_NE(text.find("walk = <warps = "), std::string::npos) << text;
  auto again = lower(text, Phase::Plan);
  ASSERT_TRUE(again) << errors;
  std::string same;
  llvm::raw_string_ostream(same) << *again;
  EXPECT_EQ(same, text);
}

TEST_F(StrategyTests, RefusesWhatMakesNoSenseInIt) {
  const std::string scan = sums.str() + " plan <strategy = lone_block, ";
  EXPECT_FALSE(lower(scan + "max_blocks = 2>", Phase::Plan));
  EXPECT_EQ(errors, "lone_block: 'max_blocks' must be 1, got 2\n");
  errors.clear();
  EXPECT_FALSE(lower(scan + "top = <warps = 1>>", Phase::Plan));
  EXPECT_EQ(errors,
            "custom op 'prefix.scan' 'top' is no kernel's of lone_block; "
            "expected walk, tail\n");
  errors.clear();
  EXPECT_FALSE(lower(scan + "walk = <groups = 2>>", Phase::Plan));
  EXPECT_EQ(errors, "'groups' means nothing for the 'walk' of lone_block\n");
}

/// Its table is in every tuning of a compiler that has the strategy.
TEST_F(StrategyTests, IsSizedByATuning) {
  const prefix::TuningSchema schema = tuningSchemaOf(dialect());
  auto tuning = std::make_shared<prefix::Tuning>(
      prefix::Tuning::forArch(schema, "sm_90"));
  auto planOf = [&](std::shared_ptr<const prefix::Tuning> tuning) {
    auto module = lower(sums, Phase::Plan, "lone_block", tuning);
    std::string text;
    if (module)
      llvm::raw_string_ostream(text) << *module;
    return text;
  };
  // What is built in knows nothing of it.
  EXPECT_NE(planOf(nullptr).find("walk = <warps = 8, rows = 2,"),
            std::string::npos);
  tuning->tables.at("lone_block").rows[2] = {4, 3};
  EXPECT_NE(planOf(tuning).find("walk = <warps = 4, rows = 3,"),
            std::string::npos);

  std::string text;
  llvm::raw_string_ostream os(text);
  tuning->print(os);
  EXPECT_NE(text.find(R"("lone_block": [
    {"bytes": 1, "warps": 8, "rows": 2},
    {"bytes": 2, "warps": 8, "rows": 2},
    {"bytes": 4, "warps": 4, "rows": 3},)"),
            std::string::npos)
      << text;
  auto read = prefix::Tuning::parse(schema, text);
  ASSERT_TRUE(static_cast<bool>(read)) << llvm::toString(read.takeError());
  EXPECT_TRUE(*read == *tuning);
  const StringRef rows = "\"rows\": 3}";
  text.replace(text.find(rows), rows.size(), "\"rows\": 5}");
  EXPECT_EQ(llvm::toString(prefix::Tuning::parse(schema, text).takeError()),
            "lone_block[2].rows: expected 1 to 4, got 5");
}

/// `scanc tune` measures what the strategy has to try, and chooses.
TEST_F(StrategyTests, IsTuned) {
  const auto base = prefix::Tuning::forArch(tuningSchemaOf(dialect()), "sm_90");
  const tune::Candidates all =
      tune::makeCandidates(dialect(), "sm_90", base, /*quick=*/true);
  std::string results =
      "{\"format\": 1, \"measurements\": 10, \"device\": \"D\", \"arch\": "
      "\"sm_90\", \"compiled_for\": \"sm_90\", \"scanc\": \"0.1.0\", "
      "\"multiprocessors\": 132, \"shared_bytes\": 232448, \"threads\": 2048, "
      "\"registers\": 65536, \"date\": \"2026-01-02\"}\n";
  std::string ids;
  for (const tune::Measurement &measurement : all.measurements) {
    const tune::Candidate &candidate = all.candidates[measurement.candidate];
    if (candidate.strategy != "lone_block")
      continue;
    ids += measurement.id + "\n";
    llvm::json::Object line(measurement.what);
    line["id"] = measurement.id;
    line["n"] = static_cast<int64_t>(measurement.n);
    line["us"] = StringRef(candidate.name).contains("w16") ? 8 : 10;
    line["copy_us"] = 5;
    llvm::raw_string_ostream(results)
        << llvm::json::Value(std::move(line)) << '\n';
  }
  EXPECT_EQ(ids, "plan/lone_block_4_w8r2/n1048576\n"
                 "plan/lone_block_4_w8r2/n16777216\n"
                 "plan/lone_block_4_w16r2/n1048576\n"
                 "plan/lone_block_4_w16r2/n16777216\n");
  auto chosen = tune::chooseTuning(dialect(), results);
  ASSERT_TRUE(static_cast<bool>(chosen)) << llvm::toString(chosen.takeError());
  auto expected = base.tables;
  expected.at("lone_block").rows[2] = {16, 2};
  EXPECT_TRUE(chosen->tuning.tables == expected);
}

/// The attribute can stand alone, too.
TEST_F(StrategyTests, IsAnAttribute) {
  context.getOrLoadDialect<prefix::PrefixDialect>();
  mlir::Attribute attribute =
      mlir::parseAttribute("#prefix.lone_block", &context);
  ASSERT_TRUE(attribute) << errors;
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  EXPECT_EQ(text, "#prefix.lone_block");
}

TEST_F(StrategyTests, RunsAndIsLaunched) {
  auto module = lower(sums.str() + " plan <strategy = lone_block, walk = "
                                   "<warps = 2, rows = 1, items = 2>>",
                      Phase::Llvm);
  ASSERT_TRUE(module) << errors;
  auto kernels = kernelsOf(*module);
  auto run = verify::KernelRun::create(kernels, /*observed=*/true);
  ASSERT_TRUE(static_cast<bool>(run)) << llvm::toString(run.takeError());
  for (uint64_t n : {1, 127, 128, 129, 1000}) {
    std::vector<int32_t> in(n), expected(n);
    std::iota(in.begin(), in.end(), 1);
    std::partial_sum(in.begin(), in.end(), expected.begin());
    std::vector<uint8_t> bytes(n * 4);
    std::memcpy(bytes.data(), in.data(), bytes.size());
    auto out = run->run(bytes, {});
    ASSERT_TRUE(static_cast<bool>(out)) << llvm::toString(out.takeError());
    EXPECT_EQ(std::memcmp(out->data(), expected.data(), out->size()), 0) << n;
  }
}

TEST_F(StrategyTests, HasArtefacts) {
  auto module = lower(sums, Phase::Llvm, "lone_block");
  ASSERT_TRUE(module) << errors;
  auto kernels = kernelsOf(*module);
  target::Variant variant;
  variant.arch = "sm_90";
  variant.scan = target::describe(kernels);
  auto ptx = target::emitPtx(kernels, {"sm_90", ""});
  ASSERT_TRUE(mlir::succeeded(ptx));
  variant.ptx = *ptx;
  EXPECT_NE(variant.ptx.find(".entry s_walk("), std::string::npos);
  const target::Launcher launcher =
      llvm::cantFail(target::emitLauncher(variant, "s"));
  EXPECT_NE(launcher.source.find("{\"walk\", "), std::string::npos);
  const std::string json = llvm::cantFail(target::emitJson(variant));
  EXPECT_NE(json.find("\"strategy\": \"lone_block\""), std::string::npos);
}

} // namespace
