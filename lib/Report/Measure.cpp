//===- Measure.cpp - Run a scan and count ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runs.h"
#include "Terms.h"

#include "scanc/Report/Report.h"

#include "scanc/Target/PTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using llvm::Expected;

namespace scanc::reports {

//===----------------------------------------------------------------------===//
// Sums by step
//===----------------------------------------------------------------------===//

Step &Step::operator+=(const Step &other) {
  combines += other.combines;
  keptCombines += other.keptCombines;
  shuffles += other.shuffles;
  votes += other.votes;
  otherCollectives += other.otherCollectives;
  warpSyncs += other.warpSyncs;
  barriers += other.barriers;
  shared.requests += other.shared.requests;
  shared.divergent += other.shared.divergent;
  shared.banks32 += other.shared.banks32;
  shared.banks16 += other.shared.banks16;
  global.requests += other.global.requests;
  global.divergent += other.global.divergent;
  global.sectors += other.global.sectors;
  global.leastSectors += other.global.leastSectors;
  global.bytesRead += other.global.bytesRead;
  global.bytesWritten += other.global.bytesWritten;
  return *this;
}

bool Step::agrees() const {
  auto isMultiple = [&](const circuits::BankCost &measured,
                        const circuits::BankCost &once) {
    const uint64_t times = shared.requests / predicted->requests;
    return measured == circuits::BankCost{times * once.wavefronts,
                                          times * once.least, once.degree};
  };
  return predicted && shared.requests % predicted->requests == 0 &&
         isMultiple(shared.banks32, predicted->banks32) &&
         isMultiple(shared.banks16, predicted->banks16);
}

static Step stepOf(const simt::AccessProfile &access) {
  Step step;
  if (access.shared) {
    step.shared = {access.requests, access.divergent, access.banks32,
                   access.banks16};
    return step;
  }
  step.global = {access.requests,
                 access.divergent,
                 access.sectors,
                 access.leastSectors,
                 access.reads ? access.bytes : 0,
                 access.writes ? access.bytes : 0};
  return step;
}

static Step stepOf(const simt::StepProfile &profile) {
  Step step;
  step.combines = profile.combines;
  step.keptCombines = profile.keptCombines;
  step.shuffles = profile.shuffles;
  step.votes = profile.votes;
  step.otherCollectives = profile.otherCollectives;
  step.warpSyncs = profile.warpSyncs;
  step.barriers = profile.barriers;
  return step;
}

/// What a step is called where the module came without names.
static constexpr llvm::StringLiteral unnamed = "unnamed";

/// The part of a step: "stage 1" of "block_scan: stage 1".
static std::pair<llvm::StringRef, llvm::StringRef> splitPart(StringRef name) {
  return name.split(": ");
}

/// The order of a tile's life; parts in the order in which they happen.
static auto orderOf(const Step &step) {
  auto [whole, part] = splitPart(step.name);
  int stage = 0;
  if (llvm::StringRef number = part; number.consume_front("stage "))
    (void)number.getAsInteger(10, stage);
  return std::tuple(rankOf(whole, stepTerms()),
                    part.empty() ? 0
                                 : 1 + rankOf(generalPart(part), partTerms()),
                    stage, step.name);
}

static Kernel sumUp(const simt::LaunchProfile &launch, const Levels &levels) {
  Kernel kernel;
  kernel.name = launch.kernel;
  kernel.blocks = launch.grid.volume();
  kernel.threads = launch.block.volume();
  std::map<std::string, Step> steps;
  auto add = [&](const simt::Place &place, Step counted) {
    const std::string name = place.step.empty() ? unnamed.str() : place.step;
    steps[name] += counted;
    kernel.total += counted;
  };
  for (const simt::AccessProfile &access : launch.accesses)
    add(access.place, stepOf(access));
  for (const simt::StepProfile &step : launch.steps)
    add(step.place, stepOf(step));

  auto known = levels.steps.find(launch.kernel);
  if (auto blocks = levels.blocks.find(launch.kernel);
      blocks != levels.blocks.end())
    kernel.blockCircuits = blocks->second;
  for (auto &[name, step] : steps) {
    step.name = name;
    auto [whole, part] = splitPart(step.name);
    if (known != levels.steps.end())
      for (const auto &[of, circuit] : known->second)
        if (of == whole)
          step.circuits.push_back(circuit);
    // Of several circuits it cannot be told which a step is of.
    if (kernel.blockCircuits.size() == 1 && whole.starts_with("block_"))
      if (auto cost = kernel.blockCircuits.front().parts.find(part.str());
          cost != kernel.blockCircuits.front().parts.end())
        step.predicted = cost->second;
    kernel.steps.push_back(step);
  }
  llvm::sort(kernel.steps, [](const Step &a, const Step &b) {
    return orderOf(a) < orderOf(b);
  });
  kernel.total.name = "total";
  return kernel;
}

/// Bytes of shared memory a block: what the kernel names, and what its launch
/// asks for.
static uint64_t sharedBytesOf(gpu::GPUModuleOp kernels, StringRef name,
                              const target::ScanDescription &scan) {
  SymbolTable symbols(kernels);
  auto kernel = symbols.lookup<LLVM::LLVMFuncOp>(name);
  llvm::SmallPtrSet<Operation *, 4> arrays;
  uint64_t bytes = 0;
  if (kernel)
    kernel.walk([&](LLVM::AddressOfOp address) {
      auto global = symbols.lookup<LLVM::GlobalOp>(address.getGlobalName());
      if (!global || global.getAddrSpace() != 3 ||
          !arrays.insert(global).second)
        return;
      auto array = dyn_cast<LLVM::LLVMArrayType>(global.getType());
      if (array)
        bytes = llvm::alignTo(bytes, global.getAlignment().value_or(1)) +
                array.getNumElements() *
                    array.getElementType().getIntOrFloatBitWidth() / 8;
    });
  for (const target::ScanKernel &described : scan.kernels)
    if (scan.name + "_" + described.suffix == name)
      bytes += described.sharedBytes;
  return bytes;
}

/// An executor of kernels, counting.
static Expected<std::unique_ptr<simt::Executor>>
makeExecutor(gpu::GPUModuleOp kernels) {
  auto context = std::make_unique<llvm::LLVMContext>();
  std::vector<target::Place> places;
  std::unique_ptr<llvm::Module> module =
      target::translateToLlvmIR(kernels, *context, &places);
  if (!module)
    return llvm::createStringError("the kernels have no LLVM IR");
  simt::Instrumentation instrumentation;
  instrumentation.enabled = true;
  for (target::Place &place : places)
    instrumentation.places.push_back({place.text, place.step});
  return simt::Executor::create(std::move(module), std::move(context), {},
                                instrumentation);
}

Expected<Report> measure(std::vector<MeasuredForm> forms,
                         const MeasureOptions &options) {
  Expected<std::unique_ptr<HostForms>> host = HostForms::make(forms);
  if (!host)
    return host.takeError();
  auto runs = (*host)->plan(options);
  if (!runs)
    return runs.takeError();
  // Several runs are of one form.
  const size_t chosen = runs->front().form;
  MeasuredForm &form = forms[chosen];
  Expected<std::unique_ptr<simt::Executor>> executor =
      makeExecutor(form.kernels);
  if (!executor)
    return executor.takeError();

  Report report;
  report.scan = (*host)->scan(chosen);
  report.multiprocessors = options.multiprocessors;
  for (const HostForms::Planned &planned : *runs) {
    assert(planned.form == chosen && "one form has kernels for all of them");
    Expected<simt::MemoryProfile> profile =
        (*host)->profile(planned, **executor, report.multiprocessors);
    if (!profile)
      return profile.takeError();
    for (const simt::LaunchProfile &launch : profile->launches) {
      Kernel &kernel = report.kernels.emplace_back(sumUp(launch, form.levels));
      llvm::StringRef suffix = kernel.name;
      suffix.consume_front(report.scan.name + "_");
      kernel.suffix = suffix.str();
      kernel.run = report.runs.size();
      kernel.sharedBytes =
          sharedBytesOf(form.kernels, kernel.name, report.scan);
      report.total += kernel.total;
    }
    report.runs.push_back(planned.run);
    report.workspaceBytes =
        std::max(report.workspaceBytes, planned.workspaceBytes);
  }
  report.total.name = "total";
  report.circuits = std::move(form.levels.circuits);
  return report;
}

uint64_t Report::n() const {
  uint64_t all = 0;
  for (const Run &run : runs)
    all += run.n;
  return all;
}

} // namespace scanc::reports
