//===- Candidates.cpp - What is compiled and measured to tune -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Tune/Candidates.h"

#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using llvm::ArrayRef;
using llvm::StringRef;
using scanc::prefix::GpuLimits;
using scanc::prefix::OneLaunchSizes;
using scanc::prefix::SizeField;
using scanc::prefix::Tuning;
using scanc::prefix::TwoLevelSizes;

namespace scanc::tune {

/// An exclusive sum of elements of so many bytes.
static std::string makeScan(StringRef name, int64_t bytes) {
  if (bytes < 16)
    return llvm::formatv("prefix.scan @{0} exclusive @add_i{1} : (i{1}) -> "
                         "(i{1})\n",
                         name, 8 * bytes);
  return llvm::formatv(R"(prefix.monoid @pair commutative identity {{
  %e = arith.constant 0 : i64
  prefix.yield %e, %e : i64, i64
} combine (%a0: i64, %a1: i64), (%b0: i64, %b1: i64) {{
  %c0 = arith.addi %a0, %b0 : i64
  %c1 = arith.addi %a1, %b1 : i64
  prefix.yield %c0, %c1 : i64, i64
}
prefix.scan @{0} exclusive @pair : (i64, i64) -> (i64, i64)
)",
                       name);
}

template <class Sizes>
static llvm::json::Object toJson(ArrayRef<SizeField<Sizes>> fields,
                                 const Sizes &sizes) {
  llvm::json::Object object;
  for (const SizeField<Sizes> &field : fields)
    object[field.key] = sizes.*field.member;
  return object;
}

namespace {

class Maker {
public:
  Maker(StringRef arch, Tuning base, bool quick)
      : quick(quick), base(std::move(base)) {
    const machine::GpuModel *gpu = machine::findGpu(arch);
    hasBulkCopies = gpu && gpu->has(machine::BulkCopies);
  }

  Candidates make() {
    surveyPlain();
    if (hasBulkCopies)
      surveyBulk();
    for (int64_t bytes : Tuning::classes) {
      if (quick && bytes != 4)
        continue;
      if (hasBulkCopies)
        addOneLaunch(bytes);
      addTwoLevel(bytes);
    }
    return std::move(made);
  }

private:
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

  struct Skeleton {
    int64_t warps, rows, items, stages, blocksPerSM;
  };

  /// 256 MiB of 4-byte elements.
  uint64_t surveyLength() const { return uint64_t(1) << (quick ? 22 : 26); }

  void addSkeleton(StringRef copies, StringRef pattern, Skeleton skeleton,
                   StringRef strategy, StringRef more) {
    Candidate candidate;
    candidate.name = llvm::formatv("{0}_{1}_w{2}r{3}i{4}s{5}", copies, pattern,
                                   skeleton.warps, skeleton.rows,
                                   skeleton.items, skeleton.stages);
    candidate.skeleton = pattern.str();
    candidate.source = llvm::formatv(
        "prefix.scan @{0} exclusive @add_i32 : (i32) -> (i32) plan <strategy = "
        "{1}, single_block_up_to = 0, blocks_per_sm = {2}, {3}scan = <warps = "
        "{4}, rows = {5}, items = {6}, stages = {7}{8}>>\n",
        candidate.name, strategy, skeleton.blocksPerSM,
        copies == "plain" ? "max_blocks = 4096, " : "", skeleton.warps,
        skeleton.rows, skeleton.items, skeleton.stages, more);
    llvm::json::Object what{{"copies", copies},
                            {"pattern", pattern},
                            {"warps", skeleton.warps},
                            {"rows", skeleton.rows},
                            {"items", skeleton.items},
                            {"stages", skeleton.stages},
                            {"blocks_per_sm", skeleton.blocksPerSM}};
    measure(add(std::move(candidate)), "survey", std::move(what),
            surveyLength());
  }

  /// Threads; bytes of an access, which are 4 an item; loads under way, which
  /// are rows and stages.
  void surveyPlain() {
    std::vector<Skeleton> skeletons;
    // As many blocks as give a multiprocessor 1024 threads.
    auto addOne = [&](int64_t warps, int64_t rows, int64_t items,
                      int64_t stages) {
      skeletons.push_back({warps, rows, items, stages, 32 / warps});
    };
    for (int64_t warps : {4, 8, 16})
      for (int64_t items : {1, 2, 4})
        for (int64_t rows : {1, 4})
          addOne(warps, rows, items, 1);
    for (int64_t warps : {4, 8}) {
      addOne(warps, 2, 4, 1);
      addOne(warps, 8, 4, 1);
      for (int64_t rows : {1, 2, 4})
        addOne(warps, rows, 4, 2);
    }
    if (quick)
      skeletons = {{8, 1, 1, 1, 4}, {8, 4, 4, 1, 4}, {8, 2, 4, 2, 4}};
    for (StringRef pattern : {"in", "in_out"})
      for (const Skeleton &skeleton : skeletons)
        addSkeleton("plain", pattern, skeleton, "two_level_streaming", "");
  }

  /// Bytes of a tile, 512 a vector and a warp, and tiles under way.
  void surveyBulk() {
    std::vector<Skeleton> skeletons;
    for (int64_t vectors : {3, 5, 9, 13})
      for (int64_t stages : {2, 4, 8, 12, 14}) {
        constexpr int64_t warps = 4;
        const int64_t bytes = 512 * warps * (vectors + 1) * stages;
        if (bytes <= base.limits.sharedBytes && (!quick || vectors == 9))
          skeletons.push_back({warps, 1, 4 * vectors, stages, 1});
      }
    for (StringRef pattern : {"in", "in_out"})
      for (const Skeleton &skeleton : skeletons)
        addSkeleton("bulk", pattern, skeleton, "one_launch_streaming",
                    ", groups = 2, ahead = 1");
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

  static std::shared_ptr<const Tuning> share(Tuning tuning) {
    return std::make_shared<const Tuning>(std::move(tuning));
  }

  /// One block against the grid, of the incumbent.
  void measureCrossOver(size_t candidate, StringRef strategy, int64_t bytes) {
    for (uint64_t tiles : {1, 2, 4, 8, 16}) {
      if (quick && tiles > 2)
        break;
      for (bool single : {false, true}) {
        measure(candidate, "crossover",
                llvm::json::Object{{"strategy", strategy},
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

  /// Whether a block has room for its warps and for enough stages.
  bool fits(const OneLaunchSizes &sizes) const {
    const int64_t stages =
        std::max({sizes.groups, sizes.spineWarps, int64_t(4)});
    const int64_t bytes = 512 * sizes.warps * (sizes.vectors + 1) * stages;
    return bytes <= base.limits.sharedBytes && stages <= sizes.stages &&
           1 + sizes.spineWarps + 2 * sizes.groups * sizes.warps <= 32;
  }

  void addOneLaunch(int64_t bytes) {
    using Sizes = OneLaunchSizes;
    const Sizes standard = base.oneLaunch(bytes);
    std::vector<Sizes> list = {standard};
    auto addWith = [&](llvm::function_ref<void(Sizes &)> change) {
      Sizes sizes = standard;
      change(sizes);
      sizes.ahead =
          std::min(sizes.ahead, Sizes::mostAhead(sizes.stages, sizes.groups));
      if (fits(sizes) && !llvm::is_contained(list, sizes))
        list.push_back(sizes);
    };
    auto addShape = [&](int64_t warps, int64_t vectors, int64_t groups,
                        int64_t stages) {
      addWith([&](Sizes &sizes) {
        sizes.warps = warps;
        sizes.vectors = vectors;
        sizes.groups = groups;
        sizes.stages = stages;
        sizes.ahead = std::max<int64_t>(1, stages - 2);
      });
    };
    addWith([](Sizes &sizes) { sizes.spineWarps = 1; });
    addWith([](Sizes &sizes) { sizes.ahead = 6; });
    if (!quick) {
      addWith([](Sizes &sizes) { sizes.spineWarps = 3; });
      addWith([](Sizes &sizes) { sizes.ahead = 4; });
      addWith([](Sizes &sizes) { sizes.ahead = 10; });
      addWith([](Sizes &sizes) { sizes.stages = 8; });
      addShape(3, 9, 2, 14);
      addShape(3, 11, 1, 11);
      addShape(3, 11, 2, 11);
      addShape(3, 13, 2, 9);
      addShape(4, 7, 2, 14);
      addShape(4, 7, 2, 11);
      addShape(4, 7, 3, 14);
      addShape(4, 9, 1, 11);
      addShape(4, 9, 2, 11);
      addShape(4, 9, 3, 11);
      addShape(4, 11, 1, 9);
      addShape(4, 11, 2, 9);
      addShape(4, 13, 2, 7);
      addShape(5, 7, 1, 11);
      addShape(5, 7, 2, 11);
      addShape(6, 5, 2, 11);
      addShape(6, 7, 1, 9);
      addShape(6, 7, 2, 9);
      addShape(8, 5, 1, 10);
      addShape(8, 7, 1, 7);
    }
    for (const Sizes &sizes : list) {
      Tuning tuning = base;
      tuning.oneLaunchSizes.fill(sizes);
      Candidate candidate;
      candidate.name =
          llvm::formatv("one_launch_{0}_w{1}v{2}g{3}s{4}a{5}t{6}", bytes,
                        sizes.warps, sizes.vectors, sizes.groups, sizes.stages,
                        sizes.ahead, sizes.spineWarps);
      candidate.source = makeScan(candidate.name, bytes);
      candidate.strategy = "one_launch_streaming";
      candidate.bytes = bytes;
      candidate.tuning = share(std::move(tuning));
      const size_t index = add(std::move(candidate));
      for (uint64_t n : lengths(bytes))
        measure(index, "plan",
                llvm::json::Object{
                    {"strategy", "one_launch_streaming"},
                    {"bytes", bytes},
                    {"incumbent", sizes == standard},
                    {"sizes", toJson(prefix::oneLaunchFields(), sizes)}},
                n);
      if (sizes == standard)
        measureCrossOver(index, "one_launch_streaming", bytes);
    }
  }

  void addTwoLevel(int64_t bytes) {
    using Sizes = TwoLevelSizes;
    const Sizes standard = base.twoLevel(bytes);
    std::vector<Sizes> list = {standard};
    auto addWith = [&](int64_t warps, int64_t rows, int64_t registers) {
      Sizes sizes = standard;
      sizes.warps = warps;
      sizes.longWarps = std::max<int64_t>(1, warps / 2);
      sizes.rows = rows;
      sizes.longRows = rows + 1;
      sizes.registers = registers;
      sizes.stagedRegisters = registers * 3 / 4;
      if (!llvm::is_contained(list, sizes))
        list.push_back(sizes);
    };
    addWith(standard.warps, 2, standard.registers);
    if (!quick) {
      addWith(standard.warps, 4, 96);
      addWith(4, standard.rows, standard.registers);
      addWith(16, standard.rows, standard.registers);
    }
    for (const Sizes &sizes : list) {
      Tuning tuning = base;
      tuning.twoLevelSizes.fill(sizes);
      Candidate candidate;
      candidate.name =
          llvm::formatv("two_level_{0}_w{1}l{2}r{3}o{4}g{5}s{6}", bytes,
                        sizes.warps, sizes.longWarps, sizes.rows,
                        sizes.longRows, sizes.registers, sizes.stagedRegisters);
      candidate.source = makeScan(candidate.name, bytes);
      candidate.strategy = "two_level_streaming";
      candidate.bytes = bytes;
      candidate.tuning = share(std::move(tuning));
      const size_t index = add(std::move(candidate));
      if (sizes == standard)
        for (int64_t blocks : {1, 2, 3, 4, 6, 8})
          measure(index, "blocks",
                  llvm::json::Object{{"strategy", "two_level_streaming"},
                                     {"bytes", bytes}},
                  lengths(bytes).back(), blocks);
      for (uint64_t n : lengths(bytes))
        measure(index, "plan",
                llvm::json::Object{
                    {"strategy", "two_level_streaming"},
                    {"bytes", bytes},
                    {"incumbent", sizes == standard},
                    {"sizes", toJson(prefix::twoLevelFields(), sizes)}},
                n);
      if (sizes == standard)
        measureCrossOver(index, "two_level_streaming", bytes);
    }
  }

  bool quick, hasBulkCopies = false;
  Tuning base;
  Candidates made;
};

} // namespace

Candidates makeCandidates(StringRef arch, Tuning base, bool quick) {
  return Maker(arch, std::move(base), quick).make();
}

} // namespace scanc::tune
