//===- RuntimeScan.cpp - A scan as the runtime takes it -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Machine/GpuModel.h"
#include "scanc/Target/Launcher.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace scanc::target {

//===----------------------------------------------------------------------===//
// The rule as the runtime calls it
//===----------------------------------------------------------------------===//

static_assert(launch::mostElements == SCANC_MAX_ELEMENTS);
static_assert(int(launch::SingleBlockUpTo) == SCANC_SINGLE_BLOCK_UP_TO &&
              int(launch::BlocksPerSM) == SCANC_BLOCKS_PER_SM &&
              int(launch::MaxBlocks) == SCANC_MAX_BLOCKS);

/// With the parameters that the runtime's scan has, which may be others.
static launch::LaunchRule ruleOf(const scanc_scan &scan) {
  launch::LaunchRule rule = *static_cast<const launch::LaunchRule *>(scan.rule);
  for (auto [index, parameter] : enumerate(rule.parameters))
    parameter.second = scan.parameters[index];
  return rule;
}

static int evaluateLaunches(const scanc_scan *scan, uint64_t n,
                            const uint64_t *sizes, unsigned multiprocessors,
                            scanc_launch *launches) {
  auto bufferOf = [](launch::Buffer buffer) -> int {
    switch (buffer) {
    case launch::Buffer::In:
      return SCANC_IN;
    case launch::Buffer::Out:
      return SCANC_OUT;
    case launch::Buffer::Workspace:
      return SCANC_WORKSPACE;
    }
    llvm_unreachable("unknown buffer");
  };
  int count = 0;
  for (const launch::Launch &each : launch::evaluate(
           ruleOf(*scan), n, multiprocessors, {sizes, scan->size_count}))
    launches[count++] =
        scanc_step(scan, each.kernel, each.grid, each.blocks, each.elements,
                   bufferOf(each.in), each.inOffset, bufferOf(each.out),
                   each.outOffset, each.workspaceOffset);
  return count;
}

static uint64_t evaluateWorkspace(const scanc_scan *scan, uint64_t n) {
  return launch::workspaceBytes(ruleOf(*scan), n);
}

//===----------------------------------------------------------------------===//
// The scan
//===----------------------------------------------------------------------===//

static Expected<const machine::GpuModel *> findArch(StringRef arch) {
  if (const machine::GpuModel *gpu = machine::findGpu(arch))
    return gpu;
  return createStringError("unknown architecture '" + arch + "'; expected " +
                           machine::listGpus());
}

Expected<scanc_scan> makeRuntimeScan(const ScanDescription &scan,
                                     StringRef arch, const char *const *ptx) {
  Expected<const machine::GpuModel *> gpu = findArch(arch);
  if (!gpu)
    return gpu.takeError();
  if (scan.moreSizes.size() > SCANC_MAX_SIZES)
    return createStringError(
        formatv("a domain has at most {0} sizes beside n, got {1}",
                SCANC_MAX_SIZES, scan.moreSizes.size()));
  scanc_scan result = {};
  result.name = scan.name.c_str();
  result.ptx = ptx;
  result.arch = (*gpu)->capability;
  const std::vector<ScanArray> in = scan.inputArrays(),
                               out = scan.outputArrays();
  if (in.empty() || out.empty() || in.size() > SCANC_MAX_ARRAYS ||
      out.size() > SCANC_MAX_ARRAYS)
    return createStringError(formatv("a scan has 1 to {0} arrays in and out, "
                                     "got {1} and {2}",
                                     SCANC_MAX_ARRAYS, in.size(), out.size()));
  result.inputs = in.size();
  result.outputs = out.size();
  for (size_t array : scan.kept)
    result.kept |= 1u << array;
  result.size_count = scan.moreSizes.size();
  result.states = (scan.takesInitial ? unsigned(SCANC_INITIAL) : 0u) |
                  (scan.leavesFinal ? unsigned(SCANC_FINAL) : 0u);
  if (scan.hasTotal)
    result.states |= SCANC_TOTAL;
  if (scan.takesInitial || scan.leavesFinal)
    result.state = {scan.stateSize, scan.stateAlign};
  result.empty = scan.emptyKernel;
  for (auto [array, known] : zip(in, result.in))
    known = {array.size, array.alignment};
  for (auto [array, known] : zip(out, result.out))
    known = {array.size, array.alignment};
  if (scan.kernels.size() > SCANC_MAX_KERNELS)
    return createStringError(formatv("a scan has at most {0} kernels, got {1}",
                                     SCANC_MAX_KERNELS, scan.kernels.size()));
  for (const ScanKernel &kernel : scan.kernels)
    result.kernels[result.kernel_count++] = {
        kernel.suffix.c_str(), kernel.threads, kernel.sharedBytes,
        kernel.dependent && (*gpu)->has(machine::DependentLaunch)
            ? SCANC_KERNEL_DEPENDENT
            : 0u};
  const launch::LaunchRule &rule = scan.rule;
  if (rule.parameters.size() > SCANC_MAX_PARAMETERS)
    return createStringError(
        formatv("a launch rule has at most {0} parameters, got {1}",
                SCANC_MAX_PARAMETERS, rule.parameters.size()));
  for (const launch::Case &each : rule.cases)
    if (each.steps.size() > SCANC_MAX_LAUNCHES)
      return createStringError(formatv("a scan has at most {0} launches, got "
                                       "{1}",
                                       SCANC_MAX_LAUNCHES, each.steps.size()));
  for (auto [parameter, known] : zip(rule.parameters, result.parameters))
    known = parameter.second;
  result.launches = evaluateLaunches;
  result.workspace = evaluateWorkspace;
  result.rule = &rule;
  if (rule.workspaceZeroed)
    result.workspace_zeroed = launch::workspaceBytes(rule, SCANC_MAX_ELEMENTS);
  return result;
}

void shareWorkspace(ArrayRef<scanc_scan *> scans) {
  // What begins as zeros lies before what has a length of its own for each n.
  uint64_t zeroed = 0;
  for (scanc_scan *scan : scans) {
    scan->workspace_begin = zeroed;
    zeroed += scan->workspace_zeroed;
  }
  for (scanc_scan *scan : scans) {
    if (!scan->workspace_zeroed)
      scan->workspace_begin = zeroed;
    scan->workspace_zeroed = zeroed;
  }
}

Error sortVariants(MutableArrayRef<Variant> variants) {
  for (const Variant &variant : variants)
    if (Error error = findArch(variant.arch).takeError())
      return error;
  auto capability = [](const Variant &variant) {
    return machine::findGpu(variant.arch)->capability;
  };
  sort(variants, [&](const Variant &a, const Variant &b) {
    return capability(a) < capability(b);
  });
  for (auto [a, b] : zip(variants.drop_back(), variants.drop_front()))
    if (capability(a) == capability(b))
      return createStringError("the architecture '" + b.arch +
                               "' is asked for twice");
  if (variants.size() > SCANC_MAX_VARIANTS)
    return createStringError(formatv("a launcher has at most {0} "
                                     "architectures, got {1}",
                                     SCANC_MAX_VARIANTS, variants.size()));
  return Error::success();
}

} // namespace scanc::target
