//===- Verify.cpp - Everything that can be shown of a scan ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/Verify.h"
#include "Explorer.h"
#include "RealElements.h"
#include "scanc/Verify/Elements.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.h"
#include "scanc/Verify/KernelRun.h"
#include "scanc/Verify/Laws.h"
#include "scanc/Verify/Proof.h"
#include "scanc/Verify/ReferenceScan.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <tuple>

using namespace scanc;
using namespace scanc::verify;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

namespace {

/// Kernels must be right however many of their blocks are in flight: as many as
/// there are by default, or one after another, as the schedule says.
unsigned residentBlocks(const ScheduleChoice &choice) {
  using Schedule = simt::LaunchOptions::Schedule;
  const bool isOne =
      choice.schedule == Schedule::ReverseBlocks ||
      (choice.schedule == Schedule::Random && choice.seed % 4 == 0);
  return isOne ? 1 : simt::LaunchOptions().residentBlocks;
}

RunSettings settingsOf(const Trial &trial, const Watch &watch) {
  RunSettings how;
  how.multiprocessors = trial.place.multiprocessors;
  how.mostBlocks = trial.place.mostBlocks;
  how.inOneBlock = trial.place.inOneBlock;
  how.replayed = trial.replayed;
  // Somewhere between the first steps and the end of a few tiles.
  if (trial.stopped)
    how.stoppedBefore = 40ull << trial.schedule.seed % 12;
  how.inputOffset = trial.inputOffset;
  how.outputOffset = trial.outputOffset;
  how.inPlace = trial.inPlace;
  how.row = trial.row;
  how.gaps = trial.gaps;
  how.form = trial.form;
  how.launch.schedule = trial.schedule.schedule;
  how.launch.seed = trial.schedule.seed;
  how.launch.residentBlocks = trial.place.residentBlocks
                                  ? trial.place.residentBlocks
                                  : residentBlocks(trial.schedule);
  how.launch.checks.races = watch.races;
  how.launch.checks.raceKernels = watch.raceKernels;
  how.launch.coverage = watch.coverage;
  return how;
}

/// How many chains a trial is of. Without elements, there are as many rows as
/// elements in a row would be: some, or more than a block has threads.
uint64_t chainsOf(const KernelRun &kernels, const Trial &trial) {
  constexpr uint64_t some = 5;
  if (trial.n == 0 && kernels.haveChains())
    return trial.row ? trial.row : some;
  return trial.row ? trial.n / trial.row : 1;
}

/// The elements of a trial, and how they are divided.
std::string describeSize(const KernelRun &kernels, const Trial &trial) {
  std::string text = "n = " + std::to_string(trial.n);
  if (!trial.row)
    return text;
  const char *kind = kernels.areOfAxis() ? "chains" : "rows";
  return trial.n
             ? formatv("{0} in {1} of {2}", text, kind, trial.row).str()
             : formatv("{0} in {1} {2}", text, chainsOf(kernels, trial), kind)
                   .str();
}

/// How much of all runs is done. It never goes back.
class Progress {
public:
  explicit Progress(const VerifySettings &settings)
      : report(settings.progress) {}

  /// Something is about to be done that costs so much.
  void plan(uint64_t cost) {
    std::lock_guard lock(mutex);
    planned += cost;
  }
  void note(const char *check, const KernelRun &kernels, const Trial &trial,
            uint64_t cost) {
    std::lock_guard lock(mutex);
    done += cost;
    if (planned)
      shown = std::max(shown, std::min(1.0, double(done) / planned));
    if (report)
      report(formatv("{0}: {1}, {2}", check, describeSize(kernels, trial),
                     trial.schedule.str()),
             shown);
  }

private:
  std::mutex mutex;
  const std::function<void(const std::string &, double)> &report;
  uint64_t planned = 0, done = 0;
  double shown = 0;
};

/// The most elements of a run.
constexpr uint64_t mostElements = 5'000'000;

/// What the stages of a check may cost, in elements; races, in accesses. Rings
/// of a grid, of which the proof is the better judge, go round only in runs of
/// so many elements; `rings` is for kernels whose rings were made short.
struct Budget {
  uint64_t rounds, replays, impatience, depth, search, races, ring, rings;
  uint64_t width = 8'000'000;
};
constexpr Budget proofBudget{1'500'000, 3'000'000, 2'400'000,    9'000'000,
                             2'400'000, 7'000'000, mostElements, 2'500'000};
constexpr Budget kernelsBudget{800'000,   2'000'000, 2'400'000, 5'000'000,
                               2'000'000, 3'000'000, 200'000,   0};

uint64_t costOf(llvm::ArrayRef<Trial> trials) {
  uint64_t cost = 0;
  for (const Trial &trial : trials)
    cost += trial.cost();
  return cost;
}

/// A check that runs kernels, and the part of the report that comes out.
class KernelCheck {
public:
  KernelCheck(const char *name, KernelRun &kernels, TrialRunner run,
              const VerifySettings &settings, const Budget &budget,
              Workers &workers, Progress &progress)
      : name(name), kernels(kernels), settings(settings), budget(budget),
        progress(progress),
        explorer(kernels, workers, std::move(run), settings.races,
                 [this](const Trial &trial, uint64_t cost) {
                   this->progress.note(this->name, this->kernels, trial, cost);
                 }) {}

  /// `turning` are the runs at the sizes that are given, or at which the plan
  /// changes its ways.
  void plan(std::vector<Trial> turning) {
    this->turning = withGivenRows(std::move(turning));
    progress.plan(costOf(this->turning));
    if (!settings.sizes.empty())
      return;
    progress.plan(budget.search);
    if (settings.races)
      progress.plan(budget.races / accessesPerElement);
  }

  void run() {
    if (!settings.sizes.empty()) {
      explorer.explore(turning, ~uint64_t(0), settings.races);
      return;
    }
    if (explorer.explore(turning, ~uint64_t(0)) &&
        explorer.explore(axisTrials(kernels), budget.depth) &&
        explorer.explore(wideTrials(kernels), budget.width) &&
        explorer.explore(laneTrials(kernels), budget.rounds) &&
        explorer.explore(withRows(kernels, singleTrials(kernels)),
                         budget.rounds) &&
        explorer.explore(withRows(kernels, roundTrials(kernels)),
                         budget.rounds) &&
        explorer.explore(withRows(kernels, ringTrials(kernels)),
                         budget.rounds) &&
        explorer.explore(withRows(kernels, windowTrials(kernels)),
                         budget.rounds) &&
        explorer.explore(withRows(kernels, replayTrials(kernels)),
                         budget.replays) &&
        explorer.explore(withRows(kernels, stoppedTrials(kernels)),
                         budget.impatience) &&
        explorer.explore(withRows(kernels, impatientTrials(kernels)),
                         budget.impatience)) {
      explorer.proveUnreachable();
      if (explorer.explore(
              withRows(kernels, deepTrials(kernels, mostElements, budget.ring)),
              budget.depth) &&
          explorer.search(budget.search, settings.seed) && settings.races) {
        std::vector<Trial> others = axisTrials(kernels);
        llvm::append_range(others, ringTrials(kernels));
        llvm::append_range(others, impatientRaceTrials(kernels));
        others = withRows(kernels, others);
        llvm::append_range(others, turning);
        explorer.lookForRaces(others, budget.races);
      }
    }
  }

  /// Of kernels that differ from the scan's own in what few tiles go round.
  void runRings() { explorer.explore(axisRingTrials(kernels), budget.rings); }

  /// Adds what was done to the report.
  void report(VerifyReport &report) const {
    reportRuns(report, "");
    reportCoverage(report);
  }
  /// Without coverage; `about` says of which kernels a failure is.
  void reportRuns(VerifyReport &report, llvm::StringRef about) const {
    report.runs += explorer.runs();
    report.elements += explorer.elements();
    std::vector<uint64_t> sizes;
    const std::vector<uint64_t> own = explorer.sizes();
    std::set_union(report.sizes.begin(), report.sizes.end(), own.begin(),
                   own.end(), std::back_inserter(sizes));
    report.sizes = std::move(sizes);
    if (const auto &failure = explorer.failure())
      report.findings.push_back(
          {name, failure->text + failure->trial.describe() + about.str(),
           failure->trial.n, failure->trial.place, failure->trial.schedule,
           failure->trial.row, describeSize(kernels, failure->trial)});
  }

private:
  void reportCoverage(VerifyReport &report) const {
    CoverageReport coverage{name, {}};
    for (const simt::CoveragePoint &point : kernels.coverage().points) {
      const uint64_t hits = explorer.counts().of(point);
      coverage.points.push_back({point, hits,
                                 hits ? ""
                                 : explorer.isUnreachable(point.count)
                                     ? "unreachable"
                                     : "not exercised"});
    }
    report.coverage.push_back(std::move(coverage));
  }

  std::vector<Trial> withGivenRows(std::vector<Trial> trials) const {
    if (settings.sizes.empty())
      return withRows(kernels, trials);
    if (!settings.row || !kernels.haveChains())
      return withAndWithoutStates(kernels, withRows(kernels, trials));
    for (Trial &trial : trials)
      trial.row = settings.row;
    trials = withAndWithoutStates(kernels, trials);
    std::vector<Trial> all;
    if (kernels.areOfAxis()) {
      for (const Trial &trial : trials)
        llvm::append_range(all, withForms(kernels, trial));
      return all;
    }
    if (!kernels.haveStrides())
      return trials;
    for (const Trial &trial : trials)
      for (RowGaps gaps : {RowGaps::None, RowGaps::Some,
                           RowGaps::InputBackwards, RowGaps::OutputBackwards}) {
        all.push_back(trial);
        all.back().gaps = gaps;
      }
    return all;
  }

  const char *name;
  KernelRun &kernels;
  const VerifySettings &settings;
  const Budget &budget;
  Progress &progress;
  Explorer explorer;
  std::vector<Trial> turning;
};

/// An error at an op, as a diagnostic.
mlir::LogicalResult report(mlir::Operation *op, Error error) {
  return op->emitError(llvm::toString(std::move(error)));
}

/// Takes a module to the llvm phase, and its kernels to the executor.
mlir::FailureOr<KernelRun> compile(mlir::ModuleOp module,
                                   const CompileOptions &options) {
  if (mlir::failed(lowerTo(module, Phase::Llvm, options)))
    return mlir::failure();
  auto kernels = module.getOps<mlir::gpu::GPUModuleOp>();
  if (kernels.empty())
    return module.emitError("expected the kernels of a scan, got none");
  Expected<KernelRun> run =
      KernelRun::create(*kernels.begin(), /*observed=*/true, /*covered=*/true);
  if (!run)
    return report(*kernels.begin(), run.takeError());
  return std::move(*run);
}

/// A scan in the plan phase with another plan, of which few tiles go round all
/// that blocks share; null: there is none.
mlir::OwningOpRef<mlir::ModuleOp> withShortRings(mlir::ModuleOp module) {
  auto planOf = [](mlir::ModuleOp of) {
    return *of.getOps<prefix::ScanOp>().begin();
  };
  const prefix::PlanAttr plan = *planOf(module).getPlan();
  const prefix::PlanAttr shortened =
      mlir::cast<prefix::StrategyPlanning>(plan.getStrategy())
          .shortenRings(plan);
  if (!shortened)
    return {};
  mlir::OwningOpRef<mlir::ModuleOp> other = module.clone();
  planOf(*other).setPlanAttr(shortened);
  return other;
}

/// The sizes that are given, or at which the plan changes its ways.
std::vector<uint64_t> sizesFor(const KernelRun &kernels,
                               const VerifySettings &settings) {
  return settings.sizes.empty()
             ? kernels.interestingSizes(settings.place.multiprocessors)
             : settings.sizes;
}

/// Runs the scans of a trial, each of an input of its own, and has their
/// outputs checked.
std::string
runTrial(KernelRun &kernels, const Trial &trial, const Watch &watch,
         llvm::function_ref<std::vector<uint8_t>(unsigned number)> input,
         llvm::function_ref<std::vector<uint8_t>(unsigned number)> initial,
         llvm::function_ref<std::string(unsigned number, const ScanOutput &)>
             check) {
  const target::ScanDescription &scan = kernels.description();
  std::vector<ScanInput> inputs;
  for (unsigned number = 0; number < trial.repeats; ++number) {
    ScanInput &own = inputs.emplace_back();
    own.elements = input(number);
    own.chains = chainsOf(kernels, trial);
    if (scan.takesInitial && !trial.withoutInitial)
      own.initial = initial(number);
    own.wantsFinal = scan.leavesFinal && !trial.withoutFinal;
  }
  Expected<std::vector<ScanOutput>> outputs =
      kernels.runInStream(inputs, settingsOf(trial, watch));
  if (!outputs)
    return llvm::toString(outputs.takeError());
  for (auto [number, output] : llvm::enumerate(*outputs)) {
    std::string wrong = check(number, output);
    if (!wrong.empty())
      return number == 0 ? wrong
                         : llvm::formatv("scan {0} on one workspace: {1}",
                                         number + 1, wrong)
                               .str();
  }
  return {};
}

/// Where chains have their elements from, if that is not always themselves.
std::vector<uint64_t> sourcesOf(const KernelRun &kernels, const Trial &trial) {
  if (!trial.form.isShared)
    return {};
  return trial.form.sources(chainsOf(kernels, trial));
}

/// Gives each chain what its source has in `bytes`.
std::vector<uint8_t> share(std::vector<uint8_t> bytes,
                           llvm::ArrayRef<uint64_t> sources) {
  const size_t size = sources.empty() ? 0 : bytes.size() / sources.size();
  for (auto [chain, source] : llvm::enumerate(sources))
    if (chain != source)
      std::copy_n(&bytes[source * size], size, &bytes[chain * size]);
  return bytes;
}

/// For kernels that scan intervals.
TrialRunner proofRunner(KernelRun &kernels) {
  return [&kernels](const Trial &trial, const Watch &watch) {
    const target::ScanDescription &scan = kernels.description();
    auto chains = [&](unsigned number) {
      return IntervalChains{number + 1, trial.row, chainsOf(kernels, trial),
                            scan.takesInitial && !trial.withoutInitial,
                            sourcesOf(kernels, trial)};
    };
    return runTrial(
        kernels, trial, watch,
        [&](unsigned number) {
          return intervalInput(scan, trial.n, chains(number));
        },
        [&](unsigned number) {
          return intervalStates(scan, trial.n, chains(number));
        },
        [&](unsigned number, const ScanOutput &output) {
          std::string wrong =
              checkIntervals(scan, output.outputs, chains(number));
          if (wrong.empty() && scan.leavesFinal && !trial.withoutFinal)
            wrong = checkFinalIntervals(scan, output.finals, trial.n,
                                        chains(number));
          return wrong;
        });
  };
}

/// For the scan's own kernels on real elements.
TrialRunner kernelsRunner(KernelRun &kernels, const RealElements &elements) {
  return [&](const Trial &trial, const Watch &watch) -> std::string {
    const bool takesInitial =
        kernels.description().takesInitial && !trial.withoutInitial;
    const std::vector<uint64_t> sources = sourcesOf(kernels, trial);
    auto initial = [&](unsigned number) {
      return elements.makeStates(chainsOf(kernels, trial), number);
    };
    auto make = [&](unsigned number) {
      return share(elements.make(trial.n, number), sources);
    };
    return runTrial(
        kernels, trial, watch, make, initial,
        [&](unsigned number, const ScanOutput &output) -> std::string {
          ChainsOfElements chains{trial.row, chainsOf(kernels, trial), {}};
          if (takesInitial)
            chains.initial = initial(number);
          Expected<ExpectedOutputs> expected =
              elements.expect(make(number), chains);
          if (!expected)
            return llvm::toString(expected.takeError());
          if (!elements.whyNotCompared(*expected).empty())
            return "";
          std::string wrong = elements.compare(output.outputs, *expected);
          if (wrong.empty() && !output.finals.empty())
            wrong = elements.compareFinals(output.finals, *expected);
          return wrong;
        });
  };
}

/// Kernels in a late phase: the proof is all that can be had.
mlir::LogicalResult proveKernels(mlir::ModuleOp module,
                                 const VerifySettings &settings,
                                 VerifyReport &result) {
  mlir::FailureOr<KernelRun> kernels = compile(module, settings.compile);
  if (mlir::failed(kernels))
    return mlir::failure();
  const target::ScanDescription &scan = kernels->description();
  if (!scansIntervals(scan))
    return module.emitError()
           << "the kernels of '@" << scan.name << "' scan states of '@"
           << scan.monoid
           << "', which says nothing about other operators; verify the scan "
              "before the 'kernel' phase, or kernels made with --intervals";
  result.proofOnly = true;
  result.scan = scan.name;
  result.monoid = scan.monoid;
  result.strategy = scan.strategy;
  result.idempotent = scan.idempotent;
  Workers workers(settings.jobs);
  Progress progress(settings);
  KernelCheck proof("proof", *kernels, proofRunner(*kernels), settings,
                    proofBudget, workers, progress);
  proof.plan(trialsAt(*kernels, sizesFor(*kernels, settings),
                      settings.schedules, settings.place, /*repeated=*/true));
  proof.run();
  proof.report(result);
  return mlir::success();
}

mlir::LogicalResult verifyPlanned(mlir::ModuleOp module,
                                  const VerifySettings &settings,
                                  VerifyReport &result) {
  auto scan = *module.getOps<prefix::ScanOp>().begin();
  auto monoid =
      mlir::SymbolTable(module).lookup<prefix::MonoidOp>(scan.getMonoid());
  LawOptions lawOptions;
  lawOptions.seed = settings.seed;
  Expected<LawsReport> laws = checkLaws(monoid, lawOptions);
  if (!laws)
    return report(monoid, laws.takeError());
  result.laws = laws->lines();
  for (const LawVerdict &verdict : laws->laws)
    if (verdict.verdict == Verdict::Fails)
      result.findings.push_back({"laws", verdict.text, 0, {}, {}, 0});

  Expected<ReferenceScan> reference = ReferenceScan::create(scan);
  if (!reference)
    return report(scan, reference.takeError());
  Expected<std::vector<uint8_t>> declared = declaredElements(scan);
  if (!declared)
    return report(scan, declared.takeError());
  mlir::OwningOpRef<mlir::ModuleOp> lifted = module.clone(), shortened;
  if (settings.sizes.empty())
    shortened = withShortRings(module);
  mlir::FailureOr<KernelRun> kernels = compile(module, settings.compile);
  if (mlir::failed(kernels))
    return mlir::failure();
  result.scan = kernels->description().name;
  result.monoid = kernels->description().monoid;
  result.strategy = kernels->description().strategy;
  result.idempotent = kernels->description().idempotent;

  CompileOptions lifting = settings.compile;
  lifting.intervalBits = 32;
  mlir::FailureOr<KernelRun> intervals = compile(*lifted, lifting);
  if (mlir::failed(intervals))
    return mlir::failure();
  std::optional<KernelRun> rings;
  if (shortened) {
    mlir::FailureOr<KernelRun> compiled = compile(*shortened, lifting);
    if (mlir::failed(compiled))
      return mlir::failure();
    rings.emplace(std::move(*compiled));
  }

  RealElements elements(kernels->description(), std::move(*declared),
                        settings.seed, *reference);
  result.notCompared = elements.whyNotCompared();
  Workers workers(settings.jobs);
  Progress progress(settings);
  KernelCheck proof("proof", *intervals, proofRunner(*intervals), settings,
                    proofBudget, workers, progress);
  KernelCheck real("kernels", *kernels, kernelsRunner(*kernels, elements),
                   settings, kernelsBudget, workers, progress);
  const std::vector<uint64_t> sizes = sizesFor(*kernels, settings);
  proof.plan(trialsAt(*intervals, sizes, settings.schedules, settings.place,
                      /*repeated=*/true));
  real.plan(trialsAt(*kernels, sizes, settings.schedules.front(),
                     settings.place, /*repeated=*/false));
  std::thread beside([&] { proof.run(); });
  real.run();
  beside.join();
  proof.report(result);
  real.report(result);
  if (rings && result.ok()) {
    KernelCheck check("proof", *rings, proofRunner(*rings), settings,
                      proofBudget, workers, progress);
    check.runRings();
    check.reportRuns(result, " (in a plan with rings as short as can be)");
  }
  return mlir::success();
}

prefix::LaunchAttr launchOf(mlir::gpu::GPUModuleOp kernels) {
  return kernels->getAttrOfType<prefix::LaunchAttr>(
      prefix::PrefixDialect::launchAttrName);
}

/// Whether kernels are of the scan that others are of, whatever their plans.
/// The two may be of different contexts.
mlir::LogicalResult checkSameScan(mlir::gpu::GPUModuleOp expected,
                                  mlir::gpu::GPUModuleOp kernels) {
  const prefix::LaunchAttr wanted = launchOf(expected), got = launchOf(kernels);
  auto direction = [](prefix::LaunchAttr launch) {
    return launch.getReverse() ? "reverse" : "forward";
  };
  auto arrays = [](prefix::LaunchAttr launch) {
    return launch.getSoa() ? "an array for each value" : "one array";
  };
  const std::tuple<const char *, std::string, std::string> facts[] = {
      {"the monoid", wanted.getMonoid().str(), got.getMonoid().str()},
      {"the state", mlir::debugString(wanted.getState()),
       mlir::debugString(got.getState())},
      {"the element", mlir::debugString(wanted.getElement()),
       mlir::debugString(got.getElement())},
      {"the output", mlir::debugString(wanted.getOutput()),
       mlir::debugString(got.getOutput())},
      {"the kind", stringifyScanKind(wanted.getKind()).str(),
       stringifyScanKind(got.getKind()).str()},
      {"the direction", direction(wanted), direction(got)},
      {"the init", mlir::debugString(wanted.getInit()),
       mlir::debugString(got.getInit())},
      {"the initial states", wanted.getInitial() ? "taken" : "none",
       got.getInitial() ? "taken" : "none"},
      {"the final states", wanted.getFinal() ? "left" : "none",
       got.getFinal() ? "left" : "none"},
      {"an output more", wanted.getTotal() ? "stored" : "none",
       got.getTotal() ? "stored" : "none"},
      {"the layout", arrays(wanted), arrays(got)},
      {"the domain", mlir::debugString(wanted.getDomain()),
       mlir::debugString(got.getDomain())},
  };
  for (const auto &[what, right, found] : facts)
    if (right != found)
      return kernels.emitError()
             << "expected kernels of '@" << expected.getName() << "', " << what
             << " being " << right << ", got " << found;
  return mlir::success();
}

} // namespace

mlir::FailureOr<VerifyReport>
verify::verifyScan(mlir::ModuleOp module, const VerifySettings &settings) {
  VerifyReport result;
  result.schedules = settings.schedules;
  mlir::FailureOr<Phase> phase = getPhase(module);
  if (mlir::failed(phase))
    return mlir::failure();
  if (*phase > Phase::Plan) {
    if (mlir::failed(proveKernels(module, settings, result)))
      return mlir::failure();
    return result;
  }
  if (mlir::failed(lowerTo(module, Phase::Plan, settings.compile)) ||
      mlir::failed(verifyPlanned(module, settings, result)))
    return mlir::failure();
  return result;
}

mlir::FailureOr<VerifyReport>
verify::verifyKernels(mlir::ModuleOp source, mlir::ModuleOp edited,
                      const VerifySettings &settings) {
  VerifyReport result;
  result.kernelsOnly = true;
  result.schedules = settings.schedules;
  if (source.getOps<prefix::ScanOp>().empty())
    return source.emitError("expected a prefix.scan, got kernels");
  if (mlir::failed(lowerTo(source, Phase::Plan, settings.compile)))
    return mlir::failure();
  auto scan = *source.getOps<prefix::ScanOp>().begin();
  Expected<ReferenceScan> reference = ReferenceScan::create(scan);
  if (!reference)
    return report(scan, reference.takeError());
  Expected<std::vector<uint8_t>> declared = declaredElements(scan);
  if (!declared)
    return report(scan, declared.takeError());
  if (mlir::failed(lowerTo(source, Phase::Kernel, settings.compile)))
    return mlir::failure();
  mlir::FailureOr<Phase> phase = getPhase(edited);
  if (mlir::failed(phase))
    return mlir::failure();
  if (*phase < Phase::Kernel || edited.getOps<mlir::gpu::GPUModuleOp>().empty())
    return edited.emitError("expected the kernels of a scan, got a module in "
                            "the '")
           << phases()[static_cast<size_t>(*phase)].name << "' phase";
  if (mlir::failed(
          checkSameScan(*source.getOps<mlir::gpu::GPUModuleOp>().begin(),
                        *edited.getOps<mlir::gpu::GPUModuleOp>().begin())))
    return mlir::failure();
  mlir::FailureOr<KernelRun> kernels = compile(edited, settings.compile);
  if (mlir::failed(kernels))
    return mlir::failure();
  const target::ScanDescription &description = kernels->description();
  result.scan = description.name;
  result.monoid = description.monoid;
  result.strategy = description.strategy;
  result.idempotent = description.idempotent;
  RealElements elements(description, std::move(*declared), settings.seed,
                        *reference);
  result.notCompared = elements.whyNotCompared();
  Workers workers(settings.jobs);
  Progress progress(settings);
  KernelCheck real("kernels", *kernels, kernelsRunner(*kernels, elements),
                   settings, proofBudget, workers, progress);
  real.plan(trialsAt(*kernels, sizesFor(*kernels, settings), settings.schedules,
                     settings.place, /*repeated=*/true));
  real.run();
  real.report(result);
  return result;
}
