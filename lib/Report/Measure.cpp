//===- Measure.cpp - Run a scan and count ---------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terms.h"

#include "scanc/Report/Report.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Machine/ScalarTypes.h"
#include "scanc/Simt/LaunchScan.h"
#include "scanc/Simt/MemoryProfile.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/PTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using llvm::Error;
using llvm::Expected;

namespace scanc::reports {

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

namespace {

/// Bytes that are aligned as cudaMalloc's are, so that sectors are counted as
/// on a GPU.
class DeviceBuffer {
public:
  explicit DeviceBuffer(uint64_t bytes) : units(bytes / sizeof(Unit) + 1) {}
  char *data() { return units.front().bytes; }

private:
  struct alignas(256) Unit {
    char bytes[256] = {};
  };
  std::vector<Unit> units;
};

} // namespace

/// 1 to 7 as a value of the field: small enough for every type, and never 0,
/// by which an operator may divide.
static uint64_t bitsOf(const target::ScanField &field, uint64_t value) {
  const machine::ScalarType &type = machine::getScalarType(field.type);
  return type.kind == machine::ScalarType::Kind::Bool
             ? 1
             : type.encode(static_cast<double>(value));
}

/// What an array of the input holds of n elements.
static void fill(const target::ScanDescription &scan,
                 const target::ScanArray &array, char *values, uint64_t n) {
  for (const target::ScanField &field : scan.element) {
    if (field.offset < array.offset ||
        field.offset >= array.offset + array.size)
      continue;
    for (uint64_t i = 0; i < n; ++i) {
      const uint64_t bits = bitsOf(field, 1 + i % 7);
      std::memcpy(values + i * array.size + field.offset - array.offset, &bits,
                  field.size);
    }
  }
}

/// Every block of a grid scans more than one tile, and the last ends early.
static uint64_t chooseLength(const target::ScanDescription &scan,
                             unsigned multiprocessors) {
  using Grid = launch::Cadence::Grid;
  const uint64_t ragged = scan.tile / 3 + 1;
  const uint64_t single = scan.rule.parameter(launch::SingleBlockUpTo);
  switch (scan.cadence.grid) {
  case Grid::Single:
    return 2 * scan.tile + ragged;
  case Grid::Growing:
    // Enough blocks for the ragged one not to tell.
    return std::max(single, 16 * scan.tile) + ragged;
  case Grid::Fixed:
    break;
  }
  const uint64_t blocks =
      std::min(multiprocessors * scan.rule.parameter(launch::BlocksPerSM),
               scan.rule.parameter(launch::MaxBlocks));
  return std::max(single, 2 * blocks * scan.tile) + ragged;
}

static Expected<simt::MemoryProfile>
runProfiled(simt::Executor &executor, const target::ScanDescription &scan,
            const scanc_scan &runtime, const Report &report) {
  std::vector<DeviceBuffer> buffers;
  std::vector<const void *> in;
  std::vector<void *> out;
  for (const target::ScanArray &array : scan.inputArrays()) {
    buffers.emplace_back(report.n * array.size);
    fill(scan, array, buffers.back().data(), report.n);
    in.push_back(buffers.back().data());
  }
  for (const target::ScanArray &array : scan.outputArrays()) {
    buffers.emplace_back(report.n * array.size);
    out.push_back(buffers.back().data());
  }
  DeviceBuffer workspace(report.workspaceBytes);
  const std::vector<uint64_t> sizes(scan.moreSizes.size(), report.row);
  simt::MemoryProfile profile;
  simt::LaunchOptions options;
  options.checks.memory = options.checks.races = false;
  options.checks.profile = &profile;
  if (Error error = simt::launchScan(
          executor, runtime,
          {in, out, workspace.data(), report.n, report.multiprocessors, sizes},
          options))
    return std::move(error);
  return profile;
}

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

Expected<Report> measure(gpu::GPUModuleOp kernels, Levels levels,
                         const MeasureOptions &options) {
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
  Expected<std::unique_ptr<simt::Executor>> executor = simt::Executor::create(
      std::move(module), std::move(context), {}, instrumentation);
  if (!executor)
    return executor.takeError();

  Report report;
  report.scan = target::describe(kernels);
  const char *const noPtx[] = {nullptr};
  Expected<scanc_scan> runtime = target::makeRuntimeScan(
      report.scan,
      prefix::TargetAttr::of(kernels->getParentOfType<ModuleOp>()).name, noPtx);
  if (!runtime)
    return runtime.takeError();
  report.multiprocessors = options.multiprocessors;
  report.n =
      options.n ? options.n : chooseLength(report.scan, report.multiprocessors);
  if (report.scan.isOfRows()) {
    report.row = std::min(options.row, report.n);
    report.n -= report.n % report.row;
  }
  report.workspaceBytes = launch::workspaceBytes(report.scan.rule, report.n);
  Expected<simt::MemoryProfile> profile =
      runProfiled(**executor, report.scan, *runtime, report);
  if (!profile)
    return profile.takeError();
  for (const simt::LaunchProfile &launch : profile->launches) {
    report.kernels.push_back(sumUp(launch, levels));
    Kernel &kernel = report.kernels.back();
    kernel.sharedBytes = sharedBytesOf(kernels, kernel.name, report.scan);
    report.total += kernel.total;
  }
  report.total.name = "total";
  report.circuits = std::move(levels.circuits);
  return report;
}

} // namespace scanc::reports
