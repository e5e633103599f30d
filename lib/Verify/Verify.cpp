//===- Verify.cpp - Everything that can be shown of a scan ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/Verify.h"
#include "RealElements.h"
#include "scanc/Verify/Elements.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Verify/KernelRun.h"
#include "scanc/Verify/Laws.h"
#include "scanc/Verify/Proof.h"
#include "scanc/Verify/ReferenceScan.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

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

/// The runs of one compiled scan. Stops at the first that fails.
class Runs {
public:
  Runs(VerifyReport &report, const VerifySettings &settings, const char *check,
       uint64_t planned)
      : report(report), settings(settings), check(check), planned(planned) {}

  /// Runs the kernels once; `judge` says what is wrong with the output.
  void run(KernelRun &kernels, llvm::ArrayRef<uint8_t> input, RunSettings how,
           const ScheduleChoice &schedule,
           llvm::function_ref<std::string(llvm::ArrayRef<uint8_t>)> judge) {
    const uint64_t n = input.size() / kernels.description().elementSize;
    if (settings.progress)
      settings.progress(formatv("{0}: n = {1}, {2}", check, n, schedule.str()),
                        planned ? double(done) / planned : 0);
    how.multiprocessors = settings.multiprocessors;
    how.launch.schedule = schedule.schedule;
    how.launch.seed = schedule.seed;
    how.launch.residentBlocks = residentBlocks(schedule);
    how.launch.checks.races = settings.races;
    Expected<std::vector<uint8_t>> output = kernels.run(input, how);
    ++done;
    ++report.runs;
    report.elements += n;
    std::string wrong =
        output ? judge(*output) : llvm::toString(output.takeError());
    if (wrong.empty())
      return;
    if (how.inPlace)
      wrong += " (in place)";
    if (how.inputOffset || how.outputOffset)
      wrong += formatv(" (input {0} and output {1} elements behind an aligned "
                       "address)",
                       how.inputOffset, how.outputOffset);
    report.findings.push_back({check, std::move(wrong), n, schedule});
    failed = true;
  }

  bool failed = false;

private:
  VerifyReport &report;
  const VerifySettings &settings;
  const char *check;
  uint64_t planned, done = 0;
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
      KernelRun::create(*kernels.begin(), /*observed=*/true);
  if (!run)
    return report(*kernels.begin(), run.takeError());
  return std::move(*run);
}

/// Offsets that take the aligned and the unaligned paths.
constexpr std::pair<unsigned, unsigned> alignedOffsets{0, 0};
constexpr std::pair<unsigned, unsigned> unalignedOffsets{1, 1};

RunSettings withOffsets(std::pair<unsigned, unsigned> offsets) {
  RunSettings settings;
  settings.inputOffset = offsets.first;
  settings.outputOffset = offsets.second;
  return settings;
}

/// Runs kernels that scan intervals.
void prove(KernelRun &kernels, const VerifySettings &settings,
           VerifyReport &report) {
  const target::ScanDescription &scan = kernels.description();
  Runs runs(report, settings, "proof",
            report.sizes.size() * (report.schedules.size() + 1));
  for (uint64_t n : report.sizes) {
    std::vector<uint8_t> input = intervalInput(scan, n);
    auto judge = [&](llvm::ArrayRef<uint8_t> output) {
      return checkIntervals(scan, output);
    };
    for (const ScheduleChoice &schedule : report.schedules) {
      RunSettings how = withOffsets(alignedOffsets);
      how.repeats = 2;
      runs.run(kernels, input, how, schedule, judge);
      if (runs.failed)
        return;
    }
    runs.run(kernels, input, withOffsets(unalignedOffsets),
             report.schedules.front(), judge);
    if (runs.failed)
      return;
  }
}

/// Runs the scan's own kernels on real elements.
void runKernels(KernelRun &kernels, const RealElements &elements,
                const VerifySettings &settings, VerifyReport &report) {
  const bool canBeInPlace = kernels.canBeInPlace();
  Runs runs(report, settings, "kernels",
            report.sizes.size() * (2 + canBeInPlace));
  for (uint64_t n : report.sizes) {
    std::vector<uint8_t> input = elements.make(n);
    Expected<ExpectedOutputs> expected = elements.expect(input);
    if (!expected) {
      report.findings.push_back({"kernels",
                                 llvm::toString(expected.takeError()), n,
                                 report.schedules.front()});
      return;
    }
    const std::string notCompared = elements.whyNotCompared(*expected);
    if (report.notCompared.empty())
      report.notCompared = notCompared;
    auto judge = [&](llvm::ArrayRef<uint8_t> output) {
      return notCompared.empty() ? elements.compare(output, *expected)
                                 : std::string();
    };
    std::vector<RunSettings> ways = {withOffsets(alignedOffsets),
                                     withOffsets(unalignedOffsets)};
    if (canBeInPlace) {
      ways.emplace_back();
      ways.back().inPlace = true;
    }
    for (const RunSettings &way : ways) {
      runs.run(kernels, input, way, report.schedules.front(), judge);
      if (runs.failed)
        return;
    }
  }
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
  if (result.sizes.empty())
    result.sizes = kernels->interestingSizes(settings.multiprocessors);
  prove(*kernels, settings, result);
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
      result.findings.push_back({"laws", verdict.text, 0, {}});

  Expected<ReferenceScan> reference = ReferenceScan::create(scan);
  if (!reference)
    return report(scan, reference.takeError());
  Expected<std::vector<uint8_t>> declared = declaredElements(scan);
  if (!declared)
    return report(scan, declared.takeError());
  mlir::OwningOpRef<mlir::ModuleOp> lifted = module.clone();
  mlir::FailureOr<KernelRun> kernels = compile(module, settings.compile);
  if (mlir::failed(kernels))
    return mlir::failure();
  result.scan = kernels->description().name;
  result.monoid = kernels->description().monoid;
  result.strategy = kernels->description().strategy;
  result.idempotent = kernels->description().idempotent;
  if (result.sizes.empty())
    result.sizes = kernels->interestingSizes(settings.multiprocessors);

  CompileOptions lifting = settings.compile;
  lifting.intervalBits = 32;
  mlir::FailureOr<KernelRun> intervals = compile(*lifted, lifting);
  if (mlir::failed(intervals))
    return mlir::failure();
  prove(*intervals, settings, result);
  runKernels(*kernels,
             RealElements(kernels->description(), std::move(*declared),
                          settings.seed, *reference),
             settings, result);
  return mlir::success();
}

} // namespace

mlir::FailureOr<VerifyReport>
verify::verifyScan(mlir::ModuleOp module, const VerifySettings &settings) {
  VerifyReport result;
  result.sizes = settings.sizes;
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
