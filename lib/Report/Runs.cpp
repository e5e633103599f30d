//===- Runs.cpp - The scans that a report is of ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runs.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Machine/ScalarTypes.h"
#include "scanc/Simt/LaunchScan.h"
#include "scanc/Target/Arrays.h"
#include "scanc/Target/Launcher.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cassert>
#include <cstring>
#include <set>

using namespace mlir;
using llvm::Error;
using llvm::Expected;

namespace scanc::reports {

std::string TensorShape::describe() const {
  return llvm::formatv(
      "{0} along axis {1}",
      llvm::join(
          llvm::map_range(
              extents, [](uint64_t extent) { return std::to_string(extent); }),
          "x"),
      axis);
}

std::string Run::describe() const {
  std::string text = std::to_string(n);
  if (tensor)
    text += " of " + tensor->describe();
  // A tensor may have rows without gaps.
  if (row)
    text += " in rows of " + std::to_string(row);
  return text;
}

//===----------------------------------------------------------------------===//
// What to run
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<HostForms>>
HostForms::make(llvm::ArrayRef<MeasuredForm> measured) {
  auto host = std::make_unique<HostForms>();
  static const char *const noPtx[] = {nullptr};
  // What points to an element of these stays right: none of them grows.
  host->scans.reserve(measured.size());
  host->runtimes.reserve(measured.size());
  for (const MeasuredForm &form : measured) {
    gpu::GPUModuleOp kernels = form.kernels;
    host->scans.push_back(target::describe(kernels));
    Expected<scanc_scan> runtime = target::makeRuntimeScan(
        host->scans.back(),
        prefix::TargetAttr::of(kernels->getParentOfType<ModuleOp>()).name,
        noPtx);
    if (!runtime)
      return runtime.takeError();
    host->runtimes.push_back(*runtime);
    host->forms.push_back({&host->runtimes.back(), 1, nullptr});
  }
  if (host->last().isOfAxis()) {
    gpu::GPUModuleOp kernels = measured.back().kernels;
    const prefix::SkeletonAttr tile =
        kernels
            ->getAttrOfType<prefix::LaunchAttr>(
                prefix::PrefixDialect::launchAttrName)
            .getPlan()
            .getScan();
    host->stripChains = 32 * tile.getRows();
    host->tileSteps = tile.getWarps() * tile.getItems();
  }
  return host;
}

/// The blocks of a grid that has as many as the GPU holds.
static uint64_t blocksOf(const target::ScanDescription &scan,
                         unsigned multiprocessors) {
  return std::min(multiprocessors * scan.rule.parameter(launch::BlocksPerSM),
                  scan.rule.parameter(launch::MaxBlocks));
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
  return std::max(single, 2 * blocksOf(scan, multiprocessors) * scan.tile) +
         ragged;
}

Expected<HostForms::Planned>
HostForms::planTensor(const TensorShape &tensor) const {
  const scanc_tensor dense =
      target::denseTensor(last(), tensor.extents, tensor.axis);
  const auto count = static_cast<unsigned>(forms.size());
  scanc_form_plan plan = {};
  const scanc_status status =
      scanc_plan_axis(forms.data(), count, &dense, &plan);
  if (status != SCANC_OK)
    return llvm::createStringError(scanc_status_string(status));
  assert(!plan.is_each && "rows without gaps are launched at once");
  Planned planned;
  planned.form = plan.form - forms.data();
  planned.run.n = plan.n / plan.columns;
  planned.run.tensor = tensor;
  if (scan(planned.form).isOfRows())
    planned.run.row = tensor.extents[tensor.axis];
  planned.chains = plan.chains / plan.columns;
  planned.sizes.assign(plan.sizes, plan.sizes + plan.form->scans->size_count);
  planned.workspaceBytes =
      scanc_axis_workspace_bytes(forms.data(), count, &dense);
  return planned;
}

/// Candidates for tensors of which all kernels scan one; blocks have several
/// tiles of a strip, and the last ends early.
std::vector<TensorShape>
HostForms::chooseTensors(unsigned multiprocessors) const {
  // Too long for strips of fewer lanes (StripLayout::findNarrowest).
  constexpr uint64_t tilesOfLong = 33;
  const uint64_t blocks = blocksOf(last(), multiprocessors),
                 ragged = tileSteps / 3 + 1;
  return {
      // A strip for each block.
      {{2, tilesOfLong * tileSteps + ragged,
        std::max<uint64_t>(blocks / 2, 1) * stripChains},
       1},
      // One strip for all of them.
      {{std::max(2 * blocks, tilesOfLong) * tileSteps + ragged, stripChains},
       0}};
}

Expected<std::vector<HostForms::Planned>>
HostForms::plan(const MeasureOptions &options) const {
  if (!last().isOfAxis()) {
    Planned planned;
    uint64_t &n = planned.run.n;
    n = options.n ? options.n : chooseLength(last(), options.multiprocessors);
    if (last().isOfRows()) {
      planned.run.row = std::min(options.row, n);
      n -= n % planned.run.row;
      planned.chains = n / planned.run.row;
    }
    // The length of a row and, of the form that takes them, strides.
    const size_t firstOutput = 1 + last().inputArrays().size();
    for (size_t i = 0; i < last().moreSizes.size(); ++i)
      planned.sizes.push_back(planned.run.row +
                              (i >= firstOutput && last().hasTotal));
    planned.workspaceBytes = launch::workspaceBytes(last().rule, n);
    return std::vector{planned};
  }

  std::vector<TensorShape> tensors;
  if (options.tensor)
    tensors = {*options.tensor};
  else
    tensors = chooseTensors(options.multiprocessors);
  std::vector<Planned> all;
  std::set<std::pair<size_t, unsigned>> seen; // kernels
  for (const TensorShape &tensor : tensors) {
    Expected<Planned> planned = planTensor(tensor);
    if (!planned)
      return planned.takeError();
    scanc_launch launches[SCANC_MAX_LAUNCHES];
    const int count = scanc_plan_launches(&runtimes[planned->form],
                                          planned->run.n, planned->sizes.data(),
                                          options.multiprocessors, launches);
    bool isNew = all.empty();
    for (const scanc_launch &launch : llvm::ArrayRef(launches, count))
      isNew |= seen.emplace(planned->form, launch.kernel).second;
    if (isNew)
      all.push_back(std::move(*planned));
  }
  return all;
}

//===----------------------------------------------------------------------===//
// One run
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

/// What an array of `size` bytes each holds of n elements, or states, of these
/// fields; it begins `offset` bytes in them.
static void fill(llvm::ArrayRef<target::ScanField> fields, uint32_t offset,
                 uint32_t size, char *values, uint64_t n) {
  for (const target::ScanField &field : fields) {
    if (field.offset < offset || field.offset >= offset + size)
      continue;
    for (uint64_t i = 0; i < n; ++i) {
      const uint64_t bits = bitsOf(field, 1 + i % 7);
      std::memcpy(values + i * size + field.offset - offset, &bits, field.size);
    }
  }
}

Expected<simt::MemoryProfile>
HostForms::profile(const Planned &planned, simt::Executor &executor,
                   unsigned multiprocessors) const {
  const target::ScanDescription &scan = scans[planned.form];
  const uint64_t n = planned.run.n;
  std::vector<DeviceBuffer> buffers;
  std::vector<const void *> in;
  std::vector<void *> out;
  auto make = [&](uint64_t bytes) {
    buffers.emplace_back(bytes);
    return buffers.back().data();
  };
  for (const target::ScanArray &array : scan.inputArrays()) {
    in.push_back(make(n * array.size));
    fill(scan.element, array.offset, array.size, buffers.back().data(), n);
  }
  const uint64_t totals = scan.hasTotal ? planned.chains : 0;
  for (const target::ScanArray &array : scan.outputArrays())
    out.push_back(make((n + totals) * array.size));
  scanc_states states = {};
  if (scan.takesInitial) {
    states.initial = make(planned.chains * scan.stateSize);
    fill(scan.chainState, 0, scan.stateSize, buffers.back().data(),
         planned.chains);
  }
  if (scan.leavesFinal)
    states.final = make(planned.chains * scan.stateSize);
  DeviceBuffer workspace(planned.workspaceBytes);
  simt::MemoryProfile profile;
  simt::LaunchOptions options;
  options.checks.memory = options.checks.races = false;
  options.checks.profile = &profile;
  if (Error error =
          simt::launchScan(executor, runtimes[planned.form],
                           {in, out, workspace.data(), n, multiprocessors,
                            planned.sizes, states, planned.chains},
                           options))
    return std::move(error);
  return profile;
}

} // namespace scanc::reports
