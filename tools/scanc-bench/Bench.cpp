//===- Bench.cpp - All cases of a run -------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subjects go in groups whose inputs and references fit into the host's memory.
// All of a group is prepared at once, on all cores; then it is measured, one
// subject after another, while the CPU is quiet.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "Contest.h"
#include "Profile.h"
#include "Progress.h"
#include "ToolError.h"

#include "scanc/Machine/GpuModel.h"
#include "scanc/Target/OutputFiles.h"
#include "scanc/Target/PTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <thread>
#include <unistd.h>

using namespace scanc;
using namespace scanc::bench;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static std::string joinTypes(llvm::ArrayRef<target::ScanField> fields,
                             StringRef separator) {
  std::string text;
  for (const target::ScanField &field : fields)
    text += (text.empty() ? "" : separator.str()) + field.type;
  return text;
}

/// The peer of a file's scan is called after its monoid and types.
static std::string peerNameOf(const Subject &subject,
                              const target::ScanDescription &scan) {
  if (subject.kind() != target::Shape::Line)
    return "";
  if (subject.file.empty())
    return peerName(subject.name);
  return peerName(((scan.inclusive ? "inclusive_" : "exclusive_") +
                   scan.monoid + "_" + joinTypes(scan.element, "_") +
                   (scan.inputArrays().size() > 1 ? "_soa" : "")));
}

/// The newest architecture that PTX can be made for and the GPU runs.
static Expected<std::string> archFor(const Machine &machine) {
  unsigned capability = 0;
  StringRef(machine.arch).drop_front(3).getAsInteger(10, capability);
  const machine::GpuModel *best = machine::newestFor(capability);
  if (!best)
    return toolFailed("the GPU (" + machine.gpu + ", " + machine.arch +
                      ") is older than " + machine::gpuModels().front().name);
  return best->name.str();
}

namespace {
/// A subject and the sizes at which it is yet to be measured.
struct Work {
  Prepared prepared;
  std::string op, type, peer;
  std::vector<uint64_t> sizes; ///< Ascending; not empty.

  uint64_t hostBytes() const {
    const target::ScanDescription &scan = prepared.description();
    // Chains that lie side by side are put one behind another, and back.
    const unsigned copies = prepared.subject.tensor ? 2 : 1;
    return copies *
           (prepared.n * scan.elementSize + prepared.checked * scan.outputSize);
  }
};

class Bench {
public:
  Bench(const Options &options, Results &results, Gpu &gpu)
      : options(options), results(results), gpu(gpu), peers(peerOptions()) {}

  Error run();

private:
  PeerOptions peerOptions() const {
    PeerOptions peerOptions = options.peers;
    peerOptions.arch = gpu.machine().arch;
    peerOptions.off |= options.launchOnly;
    return peerOptions;
  }
  Error findWork();
  Error addWork(const Subject &subject, StringRef arch);
  /// A subject at sizes that have one reference.
  void addWork(const Work &like, std::vector<uint64_t> sizes);
  Error preparePeers();
  Error measureGroup(llvm::MutableArrayRef<std::unique_ptr<Work>> group);
  Error measure(Work &work);
  Error measureCase(Contest &contest, const Work &work, uint64_t n);
  Error save();

  const Options &options;
  Results &results;
  Gpu &gpu;
  Peers peers;
  std::vector<std::unique_ptr<Work>> works;
  Progress progress;
};
} // namespace

//===----------------------------------------------------------------------===//
// What there is to do
//===----------------------------------------------------------------------===//

Error Bench::addWork(const Subject &subject, StringRef arch) {
  Work work;
  work.prepared.subject = subject;
  for (const Variant &variant : options.variants) {
    auto compiled = compile(subject, variant, arch, options.libdevice);
    if (!compiled)
      return compiled.takeError();
    work.prepared.variants.push_back(std::move(*compiled));
  }
  const target::ScanDescription &scan = work.prepared.description();
  const StringRef op = subject.file.empty()
                           ? StringRef(subject.base).split('_').second
                           : StringRef(scan.monoid);
  work.type = joinTypes(scan.element, ",");
  work.op = op.ends_with("_" + work.type)
                ? op.drop_back(work.type.size() + 1).str()
                : op.str();
  work.peer = peerNameOf(subject, scan);

  // Input, reference, and at least one slot of each must be there at once.
  std::vector<uint64_t> sizes;
  for (uint64_t size : subject.tensor
                           ? std::vector<uint64_t>{subject.tensor->count()}
                           : options.sizes) {
    const uint64_t n = subject.fit(size);
    if (n == 0 || results.find(subject.name, n) || llvm::is_contained(sizes, n))
      continue;
    const double needed =
        2.0 * double(n) * (scan.elementSize + scan.outputSize);
    if (needed > 0.97 * double(gpu.machine().memoryBytes))
      results.skipped.push_back(
          {subject.name,
           llvm::formatv("needs {0:f1} GB of the GPU's memory", needed * 1e-9),
           n});
    else
      sizes.push_back(n);
  }
  // A map sees where a line ends.
  if (subject.kind() == target::Shape::Line && hasMaps(scan)) {
    for (uint64_t n : sizes)
      addWork(work, {n});
  } else if (!sizes.empty()) {
    addWork(work, std::move(sizes));
  }
  return Error::success();
}

void Bench::addWork(const Work &like, std::vector<uint64_t> sizes) {
  auto work = std::make_unique<Work>(like);
  work->sizes = std::move(sizes);
  work->prepared.n = work->sizes.back();
  work->prepared.checked = countChecked(
      work->prepared.subject, work->prepared.n, options.method.checkUpTo);
  progress.expect(work->sizes.size());
  works.push_back(std::move(work));
}

Error Bench::findWork() {
  Expected<std::string> arch = archFor(gpu.machine());
  if (!arch)
    return arch.takeError();
  for (const Subject &subject : options.subjects)
    if (Error error = addWork(subject, *arch))
      return error;
  return Error::success();
}

Error Bench::preparePeers() {
  std::vector<std::string> names;
  for (const std::unique_ptr<Work> &work : works)
    if (!work->peer.empty() && !llvm::is_contained(names, work->peer))
      names.push_back(work->peer);
  if (Error error = peers.prepare(names))
    return error;
  if (peers.cubVersion())
    results.machine.cub = peers.cubVersion();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

Error Bench::save() {
  if (options.json.empty() || options.launchOnly)
    return Error::success();
  target::OutputFiles files;
  files.add(options.json, printResults(results));
  return files.commit();
}

Error Bench::measureCase(Contest &contest, const Work &work, uint64_t n) {
  const std::string &name = work.prepared.subject.name;
  progress.begin(name, n);
  if (options.launchOnly)
    return contest.launchOnly(n);
  Expected<CaseOutcome> outcome = contest.measure(n);
  if (!outcome)
    return outcome.takeError();
  if (auto *wrong = std::get_if<WrongResult>(&*outcome)) {
    results.failures.push_back({name, wrong->text, n});
    progress.note("wrong result: " + wrong->text);
  } else if (auto *large = std::get_if<TooLarge>(&*outcome)) {
    results.skipped.push_back({name, large->text, n});
  } else {
    Case &c = std::get<Case>(*outcome);
    c.op = work.op;
    c.type = work.type;
    if (options.profileMisses)
      for (Ours &our : c.ours)
        if (!meetsGoal(results.goals, c, our))
          profile(options, work.prepared.subject, n, our);
    results.cases.push_back(std::move(c));
  }
  progress.end();
  return save();
}

Error Bench::measure(Work &work) {
  {
    const std::string absent = peers.whyAbsent(work.peer);
    Contest contest(gpu, results.method, work.prepared, peers.find(work.peer),
                    absent);
    if (Error error = contest.start())
      return error;
    for (uint64_t n : work.sizes)
      if (Error error = measureCase(contest, work, n))
        return error;
  }
  // The next ones need the memory.
  work.prepared.input = std::vector<uint8_t>();
  work.prepared.expected = std::vector<uint8_t>();
  return Error::success();
}

Error Bench::measureGroup(llvm::MutableArrayRef<std::unique_ptr<Work>> group) {
  std::vector<Prepared *> prepared;
  for (std::unique_ptr<Work> &work : group)
    prepared.push_back(&work->prepared);
  progress.note("computing " + std::to_string(group.size()) + " reference(s)");
  if (Error error =
          prepareReferences(prepared, std::thread::hardware_concurrency()))
    return error;
  progress.startTiming();
  for (std::unique_ptr<Work> &work : group)
    if (Error error = measure(*work))
      return error;
  return Error::success();
}

/// What the host can spare for inputs and references.
static uint64_t spareHostMemory() {
  return uint64_t(sysconf(_SC_AVPHYS_PAGES)) * sysconf(_SC_PAGESIZE) / 2;
}

Error Bench::run() {
  if (Error error = findWork())
    return error;
  if (Error error = preparePeers())
    return error;
  const size_t threads = std::max(1u, std::thread::hardware_concurrency());
  for (size_t first = 0; first < works.size();) {
    uint64_t bytes = works[first]->hostBytes();
    size_t end = first + 1;
    const uint64_t spare = spareHostMemory();
    while (end < works.size() && end - first < threads &&
           bytes + works[end]->hostBytes() <= spare)
      bytes += works[end++]->hostBytes();
    if (Error error = measureGroup(
            llvm::MutableArrayRef(works).slice(first, end - first)))
      return error;
    first = end;
  }
  return save();
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

Error bench::runBench(const Options &options, Results &results) {
  Expected<std::unique_ptr<Gpu>> gpu = Gpu::open();
  if (!gpu)
    return gpu.takeError();
  Machine machine = (*gpu)->machine();
  const bool resumed = !results.cases.empty();
  machine.cub = results.machine.cub;
  if (resumed &&
      !(results.machine == machine && results.method == options.method))
    return badInput("'" + options.json +
                    "' is of another machine or another method; measure into "
                    "another file");
  results.machine = machine;
  results.method = options.method;
  results.goals = options.goals;
  results.skipped = options.skipped;
  results.failures.clear();
  return Bench(options, results, **gpu).run();
}

Error bench::prepareCub(const Options &options) {
  PeerOptions peerOptions = options.peers;
  peerOptions.arch = options.prepareArch;
  Peers peers(peerOptions);
  std::vector<std::string> names;
  for (const Subject &subject : options.subjects) {
    // Names need the scan's types, whatever is compiled for.
    auto compiled = compile(subject, options.variants.front(),
                            machine::defaultGpu().name, options.libdevice);
    if (!compiled)
      return compiled.takeError();
    names.push_back(peerNameOf(subject, (*compiled)->description()));
  }
  return peers.prepare(names);
}
