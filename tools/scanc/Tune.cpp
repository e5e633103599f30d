//===- Tune.cpp - scanc tune: measure a GPU, and write its tuning ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three parts, each of which can run where it has to: write a bundle, measure
// it (run.sh, without scanc), read the results. Alone, it does all three on the
// GPU of this machine.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Device.h"
#include "Flags.h"
#include "Output.h"
#include "ShapeList.h"
#include "Values.h"

#include "scanc/Machine/GpuModel.h"
#include "scanc/Runtime/Version.h"
#include "scanc/Tune/Bundle.h"
#include "scanc/Tune/Results.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

#define SCANC_TUNE_FLAG                                                        \
  llvm::cl::cat(commandCategory()), llvm::cl::sub(tuneSubCommand())

static llvm::cl::opt<std::string>
    bundleFlag("bundle",
               llvm::cl::desc("only write a folder that measures a GPU where "
                              "there is no scanc: DIR/run.sh"),
               llvm::cl::value_desc("DIR"), SCANC_TUNE_FLAG);
static llvm::cl::opt<std::string>
    resultsFlag("results",
                llvm::cl::desc("only read what run.sh wrote, and write the "
                               "tuning"),
                llvm::cl::value_desc("FILE.jsonl"), SCANC_TUNE_FLAG);
static llvm::cl::opt<std::string>
    keepFlag("keep",
             llvm::cl::desc("keep the bundle and its results in this folder, "
                            "and go on with the results that are there"),
             llvm::cl::value_desc("DIR"), SCANC_TUNE_FLAG);
static llvm::cl::opt<std::string>
    archFlag("arch",
             llvm::cl::desc("architecture of the bundle; see 'scanc list "
                            "archs' (default: sm_90; alone, the GPU's own)"),
             llvm::cl::value_desc("sm_90"), SCANC_TUNE_FLAG);
static NumberFlag
    budgetFlag("budget", llvm::cl::desc("stop measuring after so many seconds"),
               Range{1, 1'000'000}, llvm::cl::value_desc("SECONDS"),
               SCANC_TUNE_FLAG);
static SwitchFlag
    quickFlag("quick",
              llvm::cl::desc("few candidates, on 4-byte elements: to see "
                             "whether everything works"),
              SCANC_TUNE_FLAG);

static llvm::cl::opt<std::string>
    domainFlag("domain",
               llvm::cl::desc("tune plans of scans of rows or along an axis, "
                              "for the tensors of --shape (default: the sizes "
                              "of scans of lines)"),
               llvm::cl::value_desc("rows|axis"), SCANC_TUNE_FLAG);
static llvm::cl::list<std::string>
    shapeFlag("shape",
              llvm::cl::desc("with --domain, the extents of each tensor, such "
                             "as 8x4096x1024; of rows, 65536x1024"),
              llvm::cl::value_desc("AxBxC[,...]"), llvm::cl::CommaSeparated,
              SCANC_TUNE_FLAG);
static llvm::cl::list<std::string> axisFlag(
    "axis",
    llvm::cl::desc("with --domain=axis, the dimension to scan along, of all "
                   "tensors or of each; from the last one on, they "
                   "are negative"),
    llvm::cl::value_desc("K[,...]"), llvm::cl::CommaSeparated, SCANC_TUNE_FLAG);

#undef SCANC_TUNE_FLAG

/// One bar on a terminal, nothing elsewhere.
static void showCompiled(size_t done, size_t all) {
  if (!llvm::errs().is_displayed())
    return;
  llvm::errs() << llvm::formatv("\r\x1b[Kscanc: compiled {0} of {1}", done,
                                all);
  if (done == all)
    llvm::errs() << '\n';
}

/// What is to be tuned instead of lines. Errors: no such domain; shapes that it
/// has not.
static Expected<std::optional<tune::DomainRequest>> requestedTensors() {
  if (domainFlag.empty()) {
    if (shapeFlag.empty() && axisFlag.empty())
      return std::nullopt;
    return badUsage("--shape and --axis go with --domain=rows or "
                    "--domain=axis");
  }
  const bool isAxis = domainFlag == "axis";
  if (!isAxis && domainFlag != "rows")
    return badUsage("--domain=" + domainFlag + ": expected rows or axis; " +
                    (domainFlag == "line"
                         ? "lines are tuned without --domain"
                         : "nothing is known to vary for others"));
  if (!isAxis && !axisFlag.empty())
    return badUsage("rows lie along the last dimension: --axis goes with "
                    "--domain=axis");
  if (shapeFlag.empty())
    return badUsage("--domain=" + domainFlag + " goes with --shape=" +
                    (isAxis ? "AxBxC,... and --axis=K,...: the tensors"
                            : "ROWSxN,...: the matrices") +
                    " to be fast for");
  // 64 GiB of the widest.
  constexpr uint64_t most = uint64_t(1) << 32;
  Expected<std::vector<Extents>> extents = parseShapes(
      shapeFlag, isAxis ? axisFlag : std::vector<std::string>{"-1"}, most);
  if (!extents)
    return extents.takeError();
  tune::DomainRequest request{domainFlag, {}};
  for (auto [number, each] : llvm::enumerate(*extents)) {
    if (!isAxis && each.shape.size() != 2)
      return badUsage("--shape=" + shapeFlag[number] +
                      ": expected ROWSxN, the rows and the elements of each");
    uint64_t apart = 1;
    for (uint64_t extent : llvm::drop_begin(each.shape, each.axis + 1))
      apart *= extent;
    if (isAxis && (apart == 1 || each.row() == 1))
      return badUsage("--shape=" + shapeFlag[number] +
                      " --axis=" + Twine(each.axis) +
                      ": its chains are rows without gaps, which NAME_axis "
                      "gives to the kernels of rows; tune these by "
                      "--domain=rows");
    tune::Tensor tensor{each.shape, each.axis};
    if (llvm::is_contained(request.tensors, tensor))
      return badUsage("--shape=" + shapeFlag[number] + " is there twice");
    request.tensors.push_back(std::move(tensor));
  }
  return request;
}

static Error writeBundle(StringRef folder, StringRef arch) {
  if (Error error = checkArch(arch))
    return error;
  tune::BundleOptions options;
  options.arch = arch.str();
  options.version = SCANC_VERSION;
  options.quick = quickFlag;
  if (Error error = requestedTensors().moveInto(options.domain))
    return error;
  auto tuning = requestedTuning();
  if (!tuning)
    return tuning.takeError();
  options.tuning = std::move(*tuning);
  Expected<tune::BundleSummary> summary =
      tune::writeBundle(options, folder, showCompiled);
  if (!summary)
    return badInput(llvm::toString(summary.takeError()));
  llvm::errs() << llvm::formatv(
      "scanc: {0}: {1} candidates, {2} measurements, {3:f1} MB{4}\n", folder,
      summary->candidates, summary->measurements,
      double(summary->bytes) / (1 << 20),
      summary->leftOut ? "; " + std::to_string(summary->leftOut) +
                             " more have no room or cannot be planned"
                       : "");
  return Error::success();
}

static Error readResults(StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return badInput("cannot read '" + path + "': " + file.getError().message());
  Expected<tune::Chosen> chosen =
      tune::chooseTuning(prefixDialect(), (*file)->getBuffer());
  if (!chosen)
    return badInput(path + ":" + llvm::toString(chosen.takeError()));
  if (chosen->measured < chosen->wanted)
    llvm::errs() << llvm::formatv(
        "scanc: warning: {0} has {1} of {2} measurements, and {3} that failed; "
        "what they would choose stays as it was\n",
        path, chosen->measured, chosen->wanted, chosen->failed);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (chosen->plans.empty())
    chosen->tuning.print(os);
  else
    tune::printPlans(*chosen, os);
  return writeOutput(std::move(text));
}

static Error measure(StringRef folder, StringRef results) {
  const std::string program = (folder + "/run.sh").str();
  llvm::SmallVector<StringRef> words = {program, "--out", results};
  const std::string budget = std::to_string(budgetFlag);
  if (budgetFlag)
    llvm::append_range(words,
                       std::initializer_list<StringRef>{"--budget", budget});
  std::string message;
  const int status = llvm::sys::ExecuteAndWait(program, words, std::nullopt, {},
                                               0, 0, &message);
  if (status < 0)
    return toolFailed("cannot run '" + program + "': " + message);
  if (status != 0)
    return toolFailed("'" + program + "' failed with status " + Twine(status));
  return Error::success();
}

/// All of it, on the GPU of this machine.
static Error tuneHere() {
  Expected<std::unique_ptr<Gpu>> gpu = Gpu::open();
  if (!gpu)
    return gpu.takeError();
  const machine::GpuModel *newest = machine::newestFor((*gpu)->arch());
  const std::string arch = !archFlag.empty() ? std::string(archFlag)
                           : newest          ? newest->name.str()
                                             : "";
  gpu->reset();
  llvm::SmallString<128> folder(StringRef(keepFlag.getValue()));
  bool isTemporary = folder.empty();
  if (isTemporary)
    if (std::error_code error =
            llvm::sys::fs::createUniqueDirectory("scanc-tune", folder))
      return toolFailed("cannot make a folder: " + error.message());
  llvm::scope_exit remove([&] {
    if (isTemporary)
      llvm::sys::fs::remove_directories(folder);
  });
  if (Error error = writeBundle(folder, arch))
    return error;
  if (std::error_code error = llvm::sys::fs::make_absolute(folder))
    return toolFailed("cannot find '" + folder + "': " + error.message());
  const std::string results = (folder + "/results.jsonl").str();
  if (Error error = measure(folder, results))
    return error;
  return readResults(results);
}

/// Refuses flags that belong to another part than the one that `part` asks for.
static Error
checkParts(StringRef part,
           std::initializer_list<const llvm::cl::Option *> others) {
  for (const llvm::cl::Option *other : others)
    if (other->getNumOccurrences())
      return badUsage(spellFlag(other->ArgStr) + " does not go with " + part);
  return Error::success();
}

Error scanc::runTune() {
  if (!bundleFlag.empty() && !resultsFlag.empty())
    return badUsage("--bundle and --results are two steps: choose one");
  if (!bundleFlag.empty() && !requestedOutput().empty())
    return badUsage("-o does not go with --bundle, which writes a folder");
  if (!bundleFlag.empty())
    if (Error error = checkParts("--bundle", {&keepFlag, &budgetFlag}))
      return error;
  if (!resultsFlag.empty())
    if (Error error = checkParts(
            "--results",
            {&keepFlag, &budgetFlag, &archFlag, &quickFlag, &tuningOption(),
             &domainFlag, std::addressof(shapeFlag), std::addressof(axisFlag)}))
      return error;
  if (Error error = requestedTensors().takeError())
    return error;
  if (Error error = checkOutput(requestedOutput()))
    return error;
  if (!bundleFlag.empty())
    return writeBundle(bundleFlag, archFlag.empty() ? machine::defaultGpu().name
                                                    : StringRef(archFlag));
  if (!resultsFlag.empty())
    return readResults(resultsFlag);
  return tuneHere();
}
