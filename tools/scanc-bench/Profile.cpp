//===- Profile.cpp - What ncu says of a kernel ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "Shell.h"
#include "Sizes.h"
#include "ToolError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc;
using namespace scanc::bench;
using llvm::Expected;
using llvm::StringRef;

/// Time, traffic, how busy memory and multiprocessors were, and what a thread
/// and a block take.
static constexpr StringRef metrics =
    "gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,"
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed,"
    "lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,"
    "smsp__issue_active.avg.pct_of_peak_sustained_active,"
    "sm__warps_active.avg.pct_of_peak_sustained_active,"
    "l1tex__data_bank_conflicts_pipe_lsu.sum,"
    "launch__registers_per_thread,launch__shared_mem_per_block_static,"
    "launch__shared_mem_per_block_dynamic,launch__grid_size,"
    "launch__block_size";

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The fields of a line in which each may be quoted.
static std::vector<std::string> splitCsv(StringRef line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[i];
  }
  return fields;
}

/// "1,234.5" as ncu may print it.
static bool parseNumber(StringRef text, double &value) {
  std::string digits;
  llvm::copy_if(text, std::back_inserter(digits),
                [](char c) { return c != ','; });
  return !StringRef(digits).getAsDouble(value);
}

Expected<std::vector<KernelProfile>> bench::parseProfile(StringRef csv) {
  std::vector<std::string> head;
  std::vector<KernelProfile> kernels;
  llvm::SmallVector<StringRef> lines;
  csv.split(lines, '\n');
  for (StringRef line : lines) {
    line = line.trim("\r");
    // ncu's own messages begin with ==.
    if (!line.starts_with("\""))
      continue;
    std::vector<std::string> fields = splitCsv(line);
    if (head.empty()) {
      head = std::move(fields);
      continue;
    }
    if (fields.size() != head.size())
      return badInput("ncu printed a row of " + llvm::Twine(fields.size()) +
                      " columns, expected " + llvm::Twine(head.size()));
    KernelProfile profile;
    for (auto [column, field] : llvm::zip_equal(head, fields)) {
      double value;
      if (column == "Kernel Name")
        profile.kernel = field;
      else if (metrics.contains(column) && parseNumber(field, value))
        profile.metrics[column] = value;
    }
    // The row below the head holds units, and names no kernel.
    if (profile.kernel.empty())
      continue;
    auto known = llvm::find_if(kernels, [&](const KernelProfile &other) {
      return other.kernel == profile.kernel;
    });
    if (known == kernels.end())
      kernels.push_back(std::move(profile));
    else
      *known = std::move(profile);
  }
  if (kernels.empty())
    return badInput("ncu saw no kernel");
  return kernels;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// The options that measure just this variant of this scan.
static std::vector<std::string>
argumentsFor(const Options &options, const Subject &subject, uint64_t n,
             const Ours &our, StringRef sourceFile, StringRef planFile) {
  std::vector<std::string> words = {options.program, "--launch-only",
                                    "--cub=off", "--check-up-to=1",
                                    sourceFile.str()};
  if (subject.tensor) {
    words.push_back("--shape=" + printShape(subject.tensor->shape));
    words.push_back("--axis=" + std::to_string(subject.tensor->axis));
  } else {
    words.push_back("--sizes=" + std::to_string(n));
  }
  if (subject.row)
    words.push_back("--row=" + std::to_string(subject.row));
  if (!options.libdevice.empty())
    words.push_back("--libdevice=" + options.libdevice);
  words.push_back(planFile.empty() ? "--strategy=" + our.variant
                                   : ("--plan-file=" + planFile).str());
  return words;
}

static bool writeFile(StringRef path, StringRef text) {
  std::error_code failure;
  llvm::raw_fd_ostream os(path, failure);
  if (failure)
    return false;
  os << text;
  os.close();
  const bool failed = os.has_error();
  os.clear_error();
  return !failed;
}

void bench::profile(const Options &options, const Subject &subject, uint64_t n,
                    Ours &our) {
  std::optional<std::string> ncu = findCudaTool("ncu");
  if (!ncu) {
    our.profileFailure = "ncu is not installed";
    return;
  }
  llvm::SmallString<128> folder;
  if (llvm::sys::fs::createUniqueDirectory("scanc-bench", folder)) {
    our.profileFailure = "no folder for temporary files";
    return;
  }
  auto path = [&](StringRef name) { return (folder + "/" + name).str(); };
  auto variant = llvm::find_if(options.variants, [&](const Variant &known) {
    return known.label == our.variant;
  });
  const bool hasPlan = variant->plan.size();
  if (!writeFile(path("scan.mlir"), subject.source) ||
      (hasPlan && !writeFile(path("variant.plan"), variant->plan))) {
    our.profileFailure = "cannot write to " + folder.str().str();
    return;
  }
  std::vector<std::string> words = {*ncu,
                                    "--clock-control",
                                    "none",
                                    "--csv",
                                    "--page",
                                    "raw",
                                    "--print-units",
                                    "base",
                                    "--metrics",
                                    metrics.str(),
                                    "--log-file",
                                    path("ncu.csv"),
                                    "--kernel-name",
                                    "regex:" + subject.symbol};
  llvm::append_range(words,
                     argumentsFor(options, subject, n, our, path("scan.mlir"),
                                  hasPlan ? path("variant.plan") : ""));
  const ShellResult done = runProgram(words, path("output"));
  auto csv = llvm::MemoryBuffer::getFile(path("ncu.csv"));
  if (done.status != 0 || !csv) {
    our.profileFailure = "ncu ended with status " +
                         std::to_string(done.status) + ": " +
                         done.output.substr(0, 400) +
                         (csv ? (*csv)->getBuffer().take_front(400).str() : "");
  } else {
    auto kernels = parseProfile((*csv)->getBuffer());
    if (kernels)
      our.profile = std::move(*kernels);
    else
      our.profileFailure = llvm::toString(kernels.takeError());
  }
  llvm::sys::fs::remove_directories(folder);
}
