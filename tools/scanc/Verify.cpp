//===- Verify.cpp - scanc verify ------------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Compilation.h"
#include "Flags.h"
#include "Names.h"
#include "Output.h"
#include "ProgressLine.h"
#include "ScanRequest.h"
#include "Scans.h"
#include "SizeList.h"
#include "Values.h"

#include "scanc/Simt/Schedules.h"
#include "scanc/Target/OutputFiles.h"
#include "scanc/Verify/Verify.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {
enum class Format { Text, Json };
} // namespace

#define SCANC_VERIFY_FLAG                                                      \
  llvm::cl::cat(commandCategory()), llvm::cl::sub(verifySubCommand())

static llvm::cl::opt<std::string> sourceFile(llvm::cl::Positional,
                                             llvm::cl::desc("FILE.mlir"),
                                             SCANC_VERIFY_FLAG);
static llvm::cl::opt<std::string> kernelsFlag(
    "kernels",
    llvm::cl::desc("run these kernels of the scan, of the kernel, gpu or llvm "
                   "phase, on its real elements, and nothing else"),
    llvm::cl::value_desc("FILE.mlir"), SCANC_VERIFY_FLAG);
static llvm::cl::opt<std::string>
    sizesFlag("n",
              llvm::cl::desc("numbers of elements: a list of numbers and "
                             "ranges, such as 0,1,31..33,1000..5000:500 "
                             "(default: chosen so that all code is reached)"),
              llvm::cl::value_desc("LIST"), SCANC_VERIFY_FLAG);
static NumberFlag schedulesFlag(
    "schedules",
    llvm::cl::desc("how many schedules: round robin, the adversarial ones, "
                   "then random ones (default: 5)"),
    Range{1, 1'000'000}, llvm::cl::value_desc("K"), llvm::cl::init(5),
    SCANC_VERIFY_FLAG);
static llvm::cl::opt<std::string>
    scheduleFlag("schedule",
                 llvm::cl::desc("this schedule only, with --seed: to see a "
                                "failure again"),
                 llvm::cl::value_desc("NAME"), SCANC_VERIFY_FLAG);
static NumberFlag
    seedFlag("seed",
             llvm::cl::desc("of random schedules, samples and elements "
                            "(default: 1)"),
             llvm::cl::value_desc("S"), llvm::cl::init(1), SCANC_VERIFY_FLAG);
static SwitchFlag noRacesFlag("no-races",
                              llvm::cl::desc("do not look for races: faster"),
                              SCANC_VERIFY_FLAG);
static NumberFlag
    multiprocessorsFlag("multiprocessors", Range{1, 100000},
                        llvm::cl::desc("that the GPU is said to have, for the "
                                       "sizes of --n (default: 2)"),
                        llvm::cl::value_desc("M"), llvm::cl::init(2),
                        SCANC_VERIFY_FLAG);
static NumberFlag maxBlocksFlag(
    "max-blocks", Range{1, 1u << 31},
    llvm::cl::desc("the most blocks of a grid, for the sizes of --n (default: "
                   "as the plan says)"),
    llvm::cl::value_desc("B"), SCANC_VERIFY_FLAG);
static NumberFlag residentBlocksFlag(
    "resident-blocks", Range{1, 100000},
    llvm::cl::desc("blocks in flight at a time, for the sizes of --n (default: "
                   "as the schedule says)"),
    llvm::cl::value_desc("R"), SCANC_VERIFY_FLAG);
static NumberFlag
    rowFlag("row", Range{1, uint64_t(1) << 26},
            llvm::cl::desc("of rows, or of chains along an axis, elements of "
                           "each, with --n (default: many lengths)"),
            llvm::cl::value_desc("N"), SCANC_VERIFY_FLAG);
static SwitchFlag inOneBlockFlag(
    "in-one-block",
    llvm::cl::desc("have NAME_single do all of it, for the sizes of --n, "
                   "whatever the plan has that kernel do"),
    SCANC_VERIFY_FLAG);
static NumberFlag
    jobsFlag("jobs", Range{1, 256},
             llvm::cl::desc("threads of this machine that share the runs "
                            "(default: all, at most 8)"),
             llvm::cl::value_desc("N"), SCANC_VERIFY_FLAG);
static llvm::cl::opt<std::string>
    coverageFlag("coverage",
                 llvm::cl::desc("write what of the kernels' code has run"),
                 llvm::cl::value_desc("FILE.json"), SCANC_VERIFY_FLAG);
static ChoiceFlag<Format> formatFlag(
    "format", llvm::cl::desc("how to print the result (default: text)"),
    llvm::cl::values(clEnumValN(Format::Text, "text", "some lines a scan"),
                     clEnumValN(Format::Json, "json",
                                "an array of objects, one a scan")),
    llvm::cl::init(Format::Text), SCANC_VERIFY_FLAG);

#undef SCANC_VERIFY_FLAG

/// More threads than this find little to share.
static constexpr unsigned mostJobs = 8;

/// A run takes and gives back the same memory as the one before it. By default
/// the C library returns it to the system in between, page by page, which can
/// take as long as the runs.
static void keepFreedMemory() {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
  mallopt(M_TOP_PAD, 16 << 20);
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
#endif
}

static Expected<std::vector<verify::ScheduleChoice>> requestedSchedules() {
  if (scheduleFlag.getNumOccurrences() == 0)
    return verify::chooseSchedules(schedulesFlag, seedFlag);
  if (schedulesFlag.getNumOccurrences())
    return badUsage("give --schedule or --schedules, not both");
  llvm::SmallVector<StringRef> known;
  for (const simt::ScheduleInfo &info : simt::schedules())
    known.push_back(info.name);
  if (!llvm::is_contained(known, scheduleFlag))
    return badUsage("unknown schedule '" + scheduleFlag +
                    "'; the schedules are " + listNames(known) +
                    suggest(scheduleFlag, known));
  auto schedule = simt::parseSchedule(scheduleFlag);
  if (!schedule)
    return badUsage(llvm::toString(schedule.takeError()));
  return std::vector<verify::ScheduleChoice>{{*schedule, seedFlag}};
}

/// How to see a failure again, but for what names the scan.
static std::string replay(const verify::Finding &finding) {
  return llvm::formatv("--n={0}{1} {2}{3}", finding.n,
                       finding.row ? " --row=" + std::to_string(finding.row)
                                   : "",
                       finding.schedule.flags(), finding.place.flags());
}

static void printFindings(const verify::VerifyReport &report) {
  for (const verify::Finding &finding : report.findings) {
    llvm::errs() << "scanc: error: @" << report.scan << ": " << finding.check
                 << ": ";
    if (!finding.isOfRun()) {
      llvm::errs() << finding.text << '\n';
      continue;
    }
    llvm::errs() << finding.size << ", " << finding.schedule.str() << ": "
                 << finding.text << '\n'
                 << "scanc: note: to see it again: " << replay(finding) << '\n';
  }
}

/// What a run is like, with --n alone: without, verify chooses that.
static Error checkForSizes() {
  if (sizesFlag.getNumOccurrences())
    return Error::success();
  for (const llvm::cl::Option *flag :
       {static_cast<llvm::cl::Option *>(&rowFlag),
        static_cast<llvm::cl::Option *>(&multiprocessorsFlag),
        static_cast<llvm::cl::Option *>(&maxBlocksFlag),
        static_cast<llvm::cl::Option *>(&residentBlocksFlag),
        static_cast<llvm::cl::Option *>(&inOneBlockFlag)})
    if (flag->getNumOccurrences())
      return badUsage("--" + flag->ArgStr + " is for the sizes of --n=LIST");
  return Error::success();
}

/// Compares the scan of that name, of several columns, with the form of one
/// that is beside it, if both are there.
static mlir::LogicalResult checkColumns(mlir::ModuleOp module, StringRef name,
                                        verify::VerifyReport &report) {
  auto scan = mlir::SymbolTable(module).lookup<prefix::ScanOp>(name);
  if (!scan || scan.getDomain().getColumns() == 1)
    return mlir::success();
  for (auto one : module.getOps<prefix::ScanOp>()) {
    if (!one.getDomain().isAcross() || one.getApiName() != scan.getApiName())
      continue;
    Expected<std::string> unlike = verify::compareColumns(scan, one, seedFlag);
    if (!unlike)
      return scan.emitError(llvm::toString(unlike.takeError()));
    report.columns = scan.getDomain().getColumns();
    if (!unlike->empty())
      report.findings.push_back({"columns", *unlike, 0, {}, {}, 0});
  }
  return mlir::success();
}

Error scanc::runVerify() {
  for (StringRef path : {requestedOutput(), StringRef(coverageFlag)})
    if (Error error = checkOutput(path))
      return error;
  if (Error error = checkForSizes())
    return error;
  Expected<CompileOptions> options = parseCompileFlags();
  if (!options)
    return options.takeError();
  keepFreedMemory();
  verify::VerifySettings settings;
  settings.compile = *options;
  settings.seed = seedFlag;
  settings.races = !noRacesFlag;
  settings.jobs =
      jobsFlag ? jobsFlag
               : std::clamp(std::thread::hardware_concurrency(), 1u, mostJobs);
  settings.place.multiprocessors = multiprocessorsFlag;
  settings.place.mostBlocks = maxBlocksFlag;
  settings.place.residentBlocks = residentBlocksFlag;
  settings.place.inOneBlock = inOneBlockFlag;
  if (sizesFlag.getNumOccurrences())
    if (Error error = parseSizes(sizesFlag).moveInto(settings.sizes))
      return error;
  settings.row = rowFlag;
  for (uint64_t size : settings.sizes)
    if (settings.row && size % settings.row)
      return badUsage("--n=" + Twine(size) +
                      " is no multiple of --row=" + Twine(settings.row));
  if (Error error = requestedSchedules().moveInto(settings.schedules))
    return error;

  Compilation compilation;
  if (Error error = loadScans(compilation, sourceFile, "verify"))
    return error;
  if (scanNames(compilation.module()).empty())
    return compilation.inputError("expected a prefix.scan, got none");
  if (!requestedScan().empty())
    if (Error error = keepScan(compilation, requestedScan()))
      return error;
  if (Error error = checkDeciding(compilation.module(), Phase::Llvm))
    return error;
  mlir::FailureOr<Phase> phase = getPhase(compilation.module());
  if (mlir::succeeded(phase) && *phase < Phase::Circuit)
    if (Error error = compilation.lower(Phase::Circuit, *options))
      return error;
  const llvm::SmallVector<std::string> names = formNames(compilation.module());
  if (rowFlag && !hasRows(compilation.module()))
    return badUsage("--row goes with a scan of rows or along an axis: "
                    "--domain=rows or --domain=axis");

  Compilation edited;
  if (kernelsFlag.getNumOccurrences()) {
    if (names.size() > 1)
      return badUsage("--kernels= are of one scan, the input has several; "
                      "choose one with --scan=");
    if (Error error = edited.parse(kernelsFlag))
      return error;
    if (formNames(edited.module()).size() != 1)
      return edited.inputError("expected the kernels of one scan");
  }

  bool allRight = true;
  std::string text;
  llvm::json::Array objects, coverage;
  for (const auto &[index, name] : llvm::enumerate(names)) {
    mlir::OwningOpRef<mlir::ModuleOp> one = compilation.module().clone();
    keepOnlyForm(*one, name);
    ProgressLine progress;
    settings.progress = [&, &index = index,
                         &name = name](const std::string &what, double done) {
      progress.show("@" + name + ": " + what, (index + done) / names.size());
    };
    mlir::FailureOr<verify::VerifyReport> report =
        kernelsFlag.getNumOccurrences()
            ? verify::verifyKernels(*one, edited.module(), settings)
            : verify::verifyScan(*one, settings);
    if (mlir::failed(report) ||
        mlir::failed(checkColumns(compilation.module(), name, *report)))
      return alreadyReported();
    allRight &= report->ok();
    text += report->str();
    objects.push_back(report->toJSON());
    coverage.push_back(report->coverageToJSON());
    printFindings(*report);
  }
  if (formatFlag == Format::Json)
    text = llvm::formatv("{0:2}\n", llvm::json::Value(std::move(objects)));
  target::OutputFiles files;
  if (!coverageFlag.empty())
    files.add(coverageFlag,
              llvm::formatv("{0:2}\n", llvm::json::Value(std::move(coverage))));
  files.add(requestedOutput().empty() ? "-" : requestedOutput(),
            std::move(text));
  if (Error error = files.commit())
    return error;
  return allRight ? Error::success() : alreadyReported();
}
