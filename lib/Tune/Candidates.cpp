//===- Candidates.cpp - What is compiled and measured to tune -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Tune/Candidates.h"

#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"
#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::StringRef;
using scanc::prefix::SizesSchema;
using scanc::prefix::StrategyTuning;
using scanc::prefix::SurveyRow;
using scanc::prefix::Tuning;

namespace scanc::tune {

/// An exclusive sum of elements of so many bytes.
std::string makeScan(StringRef name, int64_t bytes, StringRef clauses) {
  if (bytes < 16)
    return llvm::formatv("prefix.scan @{0} exclusive @add_i{1} : (i{1}) -> "
                         "(i{1}){2}\n",
                         name, 8 * bytes, clauses);
  return llvm::formatv(R"(prefix.monoid @pair commutative identity {{
  %e = arith.constant 0 : i64
  prefix.yield %e, %e : i64, i64
} combine (%a0: i64, %a1: i64), (%b0: i64, %b1: i64) {{
  %c0 = arith.addi %a0, %b0 : i64
  %c1 = arith.addi %a1, %b1 : i64
  prefix.yield %c0, %c1 : i64, i64
}
prefix.scan @{0} exclusive @pair : (i64, i64) -> (i64, i64){1}
)",
                       name, clauses);
}

static llvm::json::Object toJson(llvm::ArrayRef<prefix::SizeKey> keys,
                                 llvm::ArrayRef<int64_t> sizes) {
  llvm::json::Object object;
  for (auto [key, size] : llvm::zip_equal(keys, sizes))
    object[key.name] = size;
  return object;
}

namespace {

class Maker {
public:
  Maker(const prefix::PrefixDialect &dialect, StringRef arch, Tuning base,
        bool quick)
      : dialect(dialect), gpu(machine::findGpu(arch)), quick(quick),
        base(std::move(base)) {}

  Candidates make() {
    for (prefix::StrategyAttrInterface strategy : dialect.getStrategies())
      if (auto tuned = llvm::dyn_cast<StrategyTuning>(strategy))
        if (isFor(strategy))
          survey(strategy.getName(), tuned.getSurvey(base.limits, quick));
    for (int64_t bytes : Tuning::classes)
      if (!quick || bytes == 4)
        for (const auto &[name, table] : base.tables)
          if (isFor(dialect.findStrategy(name)))
            addPlans(name, bytes);
    return std::move(made);
  }

private:
  /// Whether the GPU has what the strategy's kernels need.
  bool isFor(prefix::StrategyAttrInterface strategy) const {
    return !strategy.getNeeds() || (gpu && gpu->has(strategy.getNeeds()));
  }

  size_t add(Candidate candidate) {
    made.candidates.push_back(std::move(candidate));
    return made.candidates.size() - 1;
  }

  void measure(size_t candidate, StringRef stage, llvm::json::Object what,
               uint64_t n, int64_t blocksPerSM = 0) {
    Measurement measurement;
    measurement.candidate = candidate;
    measurement.n = n;
    measurement.blocksPerSM = blocksPerSM;
    measurement.id = llvm::formatv("{0}/{1}/n{2}", stage,
                                   made.candidates[candidate].name, n);
    if (blocksPerSM) {
      measurement.id += llvm::formatv("/c{0}", blocksPerSM);
      what["blocks_per_sm"] = blocksPerSM;
    }
    what["stage"] = stage;
    measurement.what = std::move(what);
    made.measurements.push_back(std::move(measurement));
  }

  //===--------------------------------------------------------------------===//
  // Survey
  //===--------------------------------------------------------------------===//

  /// 256 MiB of 4-byte elements.
  uint64_t surveyLength() const { return uint64_t(1) << (quick ? 22 : 26); }

  void survey(StringRef strategy, const prefix::SkeletonSurvey &survey) {
    for (StringRef pattern : {"in", "in_out"})
      for (const SurveyRow &skeleton : survey.skeletons)
        addSkeleton(strategy, pattern, skeleton, survey);
  }

  void addSkeleton(StringRef strategy, StringRef pattern,
                   const SurveyRow &skeleton,
                   const prefix::SkeletonSurvey &survey) {
    Candidate candidate;
    candidate.name = llvm::formatv("{0}_{1}_w{2}r{3}i{4}s{5}", skeleton.copies,
                                   pattern, skeleton.warps, skeleton.rows,
                                   skeleton.items, skeleton.stages);
    candidate.skeleton = pattern.str();
    auto more = [](const std::string &text) {
      return text.empty() ? "" : ", " + text;
    };
    candidate.source = llvm::formatv(
        "prefix.scan @{0} exclusive @add_i32 : (i32) -> (i32) plan <strategy = "
        "{1}, single_block_up_to = 0, blocks_per_sm = {2}{3}, scan = <warps = "
        "{4}, rows = {5}, items = {6}, stages = {7}{8}>>\n",
        candidate.name, strategy, skeleton.blocksPerSM, more(survey.ofPlan),
        skeleton.warps, skeleton.rows, skeleton.items, skeleton.stages,
        more(survey.ofScan));
    llvm::json::Object what{{"copies", skeleton.copies},
                            {"pattern", pattern},
                            {"warps", skeleton.warps},
                            {"rows", skeleton.rows},
                            {"items", skeleton.items},
                            {"stages", skeleton.stages},
                            {"blocks_per_sm", skeleton.blocksPerSM}};
    measure(add(std::move(candidate)), "survey", std::move(what),
            surveyLength());
  }

  //===--------------------------------------------------------------------===//
  // Plans
  //===--------------------------------------------------------------------===//

  /// Elements, where there are so many bytes of them.
  std::vector<uint64_t> lengths(int64_t bytes) const {
    std::vector<uint64_t> result;
    for (int power : {18, 20, 22, 24, 26, 28, 30})
      if (quick ? power == 22 || power == 26 : power < 30 || bytes == 4)
        result.push_back((uint64_t(1) << power) / bytes);
    return result;
  }

  /// One block against the grid, of the incumbent.
  void measureCrossOver(size_t candidate, StringRef strategy, int64_t bytes) {
    for (uint64_t tiles : {1, 2, 4, 8, 16}) {
      if (quick && tiles > 2)
        break;
      for (bool single : {false, true}) {
        measure(candidate, "crossover",
                llvm::json::Object{{"strategy", strategy.str()},
                                   {"bytes", bytes},
                                   {"tiles", static_cast<int64_t>(tiles)},
                                   {"single", single}},
                /*n=*/0);
        Measurement &measurement = made.measurements.back();
        measurement.tiles = tiles;
        measurement.single = single;
        measurement.id = llvm::formatv("crossover/{0}/t{1}/{2}",
                                       made.candidates[candidate].name, tiles,
                                       single ? "single" : "grid");
      }
    }
  }

  /// The incumbent is the first one.
  void addPlans(const std::string &strategy, int64_t bytes) {
    auto tuned = llvm::cast<StrategyTuning>(dialect.findStrategy(strategy));
    const SizesSchema &schema = tuned.getSizes();
    for (auto [i, tried] :
         llvm::enumerate(tuned.getSizesToTry(base, bytes, quick))) {
      const bool isIncumbent = i == 0;
      auto tuning = std::make_shared<Tuning>(base);
      tuning->tables.at(strategy).rows.fill(tried.sizes);
      Candidate candidate;
      candidate.name = tried.name;
      candidate.source = makeScan(candidate.name, bytes);
      candidate.strategy = strategy;
      candidate.bytes = bytes;
      candidate.tuning = std::move(tuning);
      const size_t index = add(std::move(candidate));
      if (isIncumbent && schema.find(SizesSchema::blocksPerSM))
        for (int64_t blocks : {1, 2, 3, 4, 6, 8})
          measure(index, "blocks",
                  llvm::json::Object{{"strategy", strategy}, {"bytes", bytes}},
                  lengths(bytes).back(), blocks);
      for (uint64_t n : lengths(bytes))
        measure(index, "plan",
                llvm::json::Object{{"strategy", strategy},
                                   {"bytes", bytes},
                                   {"incumbent", isIncumbent},
                                   {"sizes", toJson(schema.keys, tried.sizes)}},
                n);
      if (isIncumbent && schema.find(SizesSchema::singleBlockTiles))
        measureCrossOver(index, strategy, bytes);
    }
  }

  const prefix::PrefixDialect &dialect;
  const machine::GpuModel *gpu; ///< Null for one that is not known.
  bool quick;
  Tuning base;
  Candidates made;
};

} // namespace

Candidates makeCandidates(const prefix::PrefixDialect &dialect, StringRef arch,
                          Tuning base, bool quick) {
  return Maker(dialect, arch, std::move(base), quick).make();
}

} // namespace scanc::tune
