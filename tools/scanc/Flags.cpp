//===- Flags.cpp - Flags that compile and run share -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flags.h"

#include "Device.h"

#include "Command.h"
#include "Names.h"
#include "Values.h"

#include "scanc/Dialect/Prefix/Transforms/StrategyTuning.h"
#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace scanc;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static const std::string archHelp =
    "architecture of the GPU, or native: that of this machine's; see 'scanc "
    "list archs'; several of them, as in sm_80,sm_90, make one launcher for "
    "all (default: as the file says, else " +
    machine::defaultGpu().name.str() + "; with 'run', the GPU's own)";

#define SCANC_SHARED_FLAG                                                      \
  llvm::cl::cat(commandCategory()),                                            \
      llvm::cl::sub(llvm::cl::SubCommand::getTopLevel()),                      \
      llvm::cl::sub(runSubCommand()), llvm::cl::sub(verifySubCommand()),       \
      llvm::cl::sub(reportSubCommand())

static llvm::cl::opt<std::string>
    archFlag("arch", llvm::cl::desc(archHelp),
             llvm::cl::value_desc("ARCH[,ARCH...]"), SCANC_SHARED_FLAG);
static llvm::cl::opt<std::string>
    strategyFlag("strategy",
                 llvm::cl::desc("how the blocks of the grid cooperate; see "
                                "'scanc list strategies' (default: as the "
                                "file says, else auto)"),
                 llvm::cl::value_desc("S"), SCANC_SHARED_FLAG);
static llvm::cl::opt<std::string>
    libdeviceFlag("libdevice",
                  llvm::cl::desc("CUDA's libdevice.10.bc, for operators that "
                                 "use math functions (default: searched for "
                                 "in CUDA's folders)"),
                  llvm::cl::value_desc("PATH"),
                  llvm::cl::cat(commandCategory()),
                  llvm::cl::sub(llvm::cl::SubCommand::getTopLevel()),
                  llvm::cl::sub(runSubCommand()));
static llvm::cl::opt<std::string>
    tuningFlag("tuning",
               llvm::cl::desc("sizes of plans, as 'scanc tune' writes them "
                              "(default: those built in)"),
               llvm::cl::value_desc("FILE.json"), SCANC_SHARED_FLAG,
               llvm::cl::sub(tuneSubCommand()));
static llvm::cl::opt<std::string>
    scanFlag("scan",
             llvm::cl::desc("take only this scan of the file (default: all, "
                            "and with 'run' and 'report' the only "
                            "one)"),
             llvm::cl::value_desc("NAME"), SCANC_SHARED_FLAG);

static llvm::cl::opt<std::string> intervalsFlag(
    "intervals",
    llvm::cl::desc("compile the proof of the scan in its place: the same plan "
                   "over intervals of elements, whose bounds have 32 or 64 "
                   "bits (default: 64); see docs/Verification.md"),
    llvm::cl::value_desc("BITS"), llvm::cl::ValueOptional,
    llvm::cl::cat(commandCategory()),
    llvm::cl::sub(llvm::cl::SubCommand::getTopLevel()));

#undef SCANC_SHARED_FLAG

const prefix::PrefixDialect &scanc::prefixDialect() {
  // What strategies say lives as long as the context of their attributes.
  static mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  static const auto *dialect = [] {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    return context.getOrLoadDialect<prefix::PrefixDialect>();
  }();
  return *dialect;
}

std::vector<std::pair<StringRef, StringRef>> scanc::strategies() {
  std::vector<std::pair<StringRef, StringRef>> result;
  result.emplace_back("auto", "the plan's choice: one block up to a size, then "
                              "the most preferred strategy that fits");
  for (prefix::StrategyAttrInterface strategy : prefixDialect().getStrategies())
    result.emplace_back(strategy.getName(), strategy.getSummary());
  return result;
}

std::vector<std::pair<StringRef, StringRef>> scanc::domains() {
  std::vector<std::pair<StringRef, StringRef>> result;
  for (prefix::DomainAttrInterface domain : prefixDialect().getDomains())
    result.emplace_back(domain.getName(), domain.getSummary());
  return result;
}

Expected<std::shared_ptr<const prefix::Tuning>> scanc::requestedTuning() {
  const std::string &path = tuningFlag;
  if (path.empty())
    return nullptr;
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return badInput("cannot read '" + path + "': " + file.getError().message());
  Expected<prefix::Tuning> tuning = prefix::Tuning::parse(
      prefix::tuningSchemaOf(prefixDialect()), (*file)->getBuffer());
  if (!tuning)
    return badInput("in the tuning '" + path +
                    "': " + llvm::toString(tuning.takeError()));
  return std::make_shared<const prefix::Tuning>(std::move(*tuning));
}

Error scanc::checkArch(StringRef name) {
  llvm::SmallVector<StringRef> known;
  for (const machine::GpuModel &gpu : machine::gpuModels())
    known.push_back(gpu.name);
  if (llvm::is_contained(known, name))
    return Error::success();
  return badInput("unknown architecture '" + name +
                  "'; the architectures are " + listNames(known) +
                  suggest(name, known));
}

/// The architecture of the first GPU of this machine.
static Expected<std::string> findNative() {
  Expected<std::unique_ptr<Gpu>> gpu = Gpu::open();
  if (!gpu)
    return toolFailed("--arch=native: " + llvm::toString(gpu.takeError()));
  const machine::GpuModel *newest = machine::newestFor((*gpu)->arch());
  if (!newest)
    return toolFailed("--arch=native: the GPU (" + (*gpu)->name() + ", sm_" +
                      llvm::Twine((*gpu)->arch()) + ") is older than " +
                      machine::gpuModels().front().name);
  return newest->name.str();
}

static Expected<std::vector<std::string>> parseArchs() {
  std::vector<std::string> archs;
  if (archFlag.empty())
    return archs;
  for (StringRef name : llvm::split(archFlag, ',')) {
    std::string arch = name.str();
    if (arch == "native") {
      if (Error error = findNative().moveInto(arch))
        return error;
    } else if (Error error = checkArch(arch)) {
      return error;
    }
    if (llvm::is_contained(archs, arch))
      return badInput("the architecture '" + arch + "' is asked for twice");
    archs.push_back(std::move(arch));
  }
  return archs;
}

Expected<CompileOptions>
scanc::parseCompileFlags(std::vector<std::string> *archs) {
  CompileOptions options;
  Expected<std::vector<std::string>> asked = parseArchs();
  if (!asked)
    return asked.takeError();
  if (asked->size() > 1 && !archs)
    return badUsage("expected one architecture, got --arch=" + archFlag);
  if (asked->size() == 1)
    options.arch = asked->front();
  if (archs)
    *archs = std::move(*asked);
  options.strategy = strategyFlag;
  options.libdevice = libdeviceFlag;
  auto tuning = requestedTuning();
  if (!tuning)
    return tuning.takeError();
  options.tuning = std::move(*tuning);
  if (intervalsFlag.getNumOccurrences()) {
    options.intervalBits = 64;
    if (!intervalsFlag.empty() &&
        (StringRef(intervalsFlag).getAsInteger(10, options.intervalBits) ||
         (options.intervalBits != 32 && options.intervalBits != 64)))
      return badUsage("--intervals: expected 32 or 64, got '" + intervalsFlag +
                      "'");
  }

  llvm::SmallVector<StringRef> known;
  for (auto [name, summary] : strategies())
    known.push_back(name);
  if (!options.strategy.empty() && !llvm::is_contained(known, options.strategy))
    return badInput("unknown strategy '" + options.strategy +
                    "'; the strategies are " + listNames(known) +
                    suggest(options.strategy, known));
  return options;
}

//===----------------------------------------------------------------------===//
// Flags that decide nothing
//===----------------------------------------------------------------------===//

namespace {

/// A flag that decides something in the step to one phase.
struct Decision {
  const llvm::cl::Option &flag;
  Phase step;
};

} // namespace

Error scanc::checkDeciding(mlir::ModuleOp module, Phase last) {
  mlir::FailureOr<Phase> first = getPhase(module);
  if (mlir::failed(first))
    return alreadyReported();
  // The architecture counts for plans, and again for PTX.
  const Phase archStep = *first < Phase::Plan ? Phase::Plan : Phase::Ptx;
  const Decision decisions[] = {{strategyFlag, Phase::Plan},
                                {tuningFlag, Phase::Plan},
                                {archFlag, archStep},
                                {intervalsFlag, Phase::Kernel},
                                {libdeviceFlag, Phase::Ptx}};
  for (const auto &[flag, step] : decisions) {
    if (!flag.getNumOccurrences())
      continue;
    const StringRef name = phases()[static_cast<size_t>(step)].name;
    if (step > last)
      return badUsage(spellFlag(flag.ArgStr) + " decides nothing before the '" +
                      name + "' phase, and nothing after '" +
                      phases()[static_cast<size_t>(last)].name +
                      "' is asked for");
    // A plan's strategy is compared with the one asked for.
    if (step <= *first && !(&flag == &strategyFlag && *first == Phase::Plan))
      return badUsage(spellFlag(flag.ArgStr) + " decides nothing after the '" +
                      name + "' phase, and the input is in '" +
                      phases()[static_cast<size_t>(*first)].name + "'");
  }
  return Error::success();
}

Error scanc::checkMakesPtx(bool makesPtx) {
  if (makesPtx || !libdeviceFlag.getNumOccurrences())
    return Error::success();
  return badUsage("--libdevice goes with PTX: the executor has the math "
                  "functions of the host");
}

const llvm::cl::Option &scanc::tuningOption() { return tuningFlag; }

StringRef scanc::requestedScan() { return scanFlag; }
