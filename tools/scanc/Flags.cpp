//===- Flags.cpp - Flags that compile and run share -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flags.h"

#include "Command.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Transforms/Tuning.h"
#include "scanc/Target/PTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace scanc;
using llvm::Expected;
using llvm::StringRef;

static const std::string archHelp =
    "architecture of the GPU; see 'scanc list archs' (default: " +
    CompileOptions().arch + "; with 'run', the GPU's own)";

#define SCANC_SHARED_FLAG                                                      \
  llvm::cl::cat(commandCategory()),                                            \
      llvm::cl::sub(llvm::cl::SubCommand::getTopLevel()),                      \
      llvm::cl::sub(runSubCommand()), llvm::cl::sub(verifySubCommand()),       \
      llvm::cl::sub(reportSubCommand())

static llvm::cl::opt<std::string> archFlag("arch", llvm::cl::desc(archHelp),
                                           llvm::cl::value_desc("sm_90"),
                                           SCANC_SHARED_FLAG);
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
                  llvm::cl::value_desc("PATH"), SCANC_SHARED_FLAG);
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

/// Every strategy of the dialect has a line here.
static StringRef summaryOf(prefix::Strategy strategy) {
  switch (strategy) {
  case prefix::Strategy::SingleBlock:
    return "one block scans everything; for small inputs";
  case prefix::Strategy::OneLaunchStreaming:
    return "one launch of blocks that keep step: a pipeline of bulk copies, "
           "reducing warps, a spine and scanning warps";
  case prefix::Strategy::Chained:
    return "one launch: blocks draw tiles, each waits for the prefix of the "
           "tile before; 2n bytes moved";
  case prefix::Strategy::DecoupledLookback:
    return "one launch: blocks draw tiles and look back over a window of "
           "them; 2n bytes moved; not deterministic: sums of floats may "
           "differ from run to run";
  case prefix::Strategy::TwoLevelStreaming:
    return "a fixed grid reduces, one block scans the aggregates, the grid "
           "scans; 3n bytes moved";
  case prefix::Strategy::ScanThenPropagate:
    return "every tile is scanned, then joined with what comes before it; "
           "recursive; 4n bytes moved";
  case prefix::Strategy::ReduceThenScan:
    return "every tile is reduced, then scanned from what comes before it; "
           "recursive; 3n bytes moved";
  }
  return "";
}

std::vector<std::pair<StringRef, StringRef>> scanc::strategies() {
  std::vector<std::pair<StringRef, StringRef>> result;
  result.emplace_back("auto", "the plan's choice: one block up to a size, then "
                              "one_launch_streaming where it fits, else "
                              "two_level_streaming");
  for (uint32_t i = 0; i <= prefix::getMaxEnumValForStrategy(); ++i)
    if (auto strategy = prefix::symbolizeStrategy(i))
      result.emplace_back(prefix::stringifyStrategy(*strategy),
                          summaryOf(*strategy));
  return result;
}

Expected<std::shared_ptr<const prefix::Tuning>> scanc::requestedTuning() {
  const std::string &path = tuningFlag;
  if (path.empty())
    return nullptr;
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return badInput("cannot read '" + path + "': " + file.getError().message());
  Expected<prefix::Tuning> tuning = prefix::Tuning::parse((*file)->getBuffer());
  if (!tuning)
    return badInput("in the tuning '" + path +
                    "': " + llvm::toString(tuning.takeError()));
  return std::make_shared<const prefix::Tuning>(std::move(*tuning));
}

Expected<CompileOptions> scanc::parseCompileFlags() {
  CompileOptions options;
  if (!archFlag.empty())
    options.arch = archFlag;
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
      return badUsage("--intervals must be 32 or 64, got '" + intervalsFlag +
                      "'");
  }

  std::string known;
  for (const target::ArchInfo &arch : target::archs())
    known += (" " + arch.name).str();
  if (!target::lookupArch(options.arch))
    return badInput("unknown architecture '" + options.arch +
                    "'; the architectures are" + known);

  known.clear();
  bool found = options.strategy.empty();
  for (auto [name, summary] : strategies()) {
    known += (" " + name).str();
    found |= name == options.strategy;
  }
  if (!found)
    return badInput("unknown strategy '" + options.strategy +
                    "'; the strategies are" + known);
  return options;
}

std::optional<StringRef> scanc::requestedArch() {
  if (archFlag.empty())
    return std::nullopt;
  return StringRef(archFlag);
}

StringRef scanc::requestedScan() { return scanFlag; }
