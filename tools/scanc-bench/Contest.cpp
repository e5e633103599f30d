//===- Contest.cpp - One subject on the GPU -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contest.h"
#include "ToolError.h"

#include "scanc/Target/Arrays.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <functional>

using namespace scanc;
using namespace scanc::bench;
using llvm::Error;
using llvm::Expected;

static constexpr uint64_t arrayAlignment = 256;

static void *asPointer(DevicePointer address) {
  return reinterpret_cast<void *>(address);
}

static Error checkStatus(scanc_status status, const llvm::Twine &what) {
  if (status == SCANC_OK)
    return Error::success();
  return toolFailed(what + " failed: " + scanc_status_string(status));
}

/// A contestant: `launch` puts one run over a slot into the stream.
struct Contest::Entrant {
  Entrant(const BenchDriver &driver, std::string name)
      : name(std::move(name)), workspace(driver) {}

  std::string name;
  std::function<Error(unsigned slot)> launch;
  DeviceMemory workspace;
  std::vector<double> rounds;
  std::unique_ptr<Graph> graph; ///< Of a batch, where graphs are measured.
  unsigned next = 0;            ///< Slot.

  /// A batch of launches.
  Error launchBatch(unsigned launches, unsigned slots) {
    for (unsigned i = 0; i < launches; ++i, next = (next + 1) % slots)
      if (Error error = launch(next))
        return error;
    return Error::success();
  }
};

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

ArrayBlock::ArrayBlock(std::vector<target::ScanArray> arrays, uint64_t n) {
  for (const target::ScanArray &array : arrays) {
    all.push_back({array, end, n * array.size});
    end += llvm::alignTo(n * array.size, arrayAlignment) + room;
  }
}

/// Bytes that a scan of n elements reads and writes.
uint64_t Contest::movedBytes(uint64_t n) const {
  return n * (scan.inputBytes() + scan.outputBytes());
}

/// Slots are as many as outgrow the working set, a power of two.
unsigned Contest::slotsFor(uint64_t n) const {
  const uint64_t each = movedBytes(n);
  unsigned count = 1;
  while (count * each < method.workingSet &&
         (method.maxSlots == 0 || 2 * count <= method.maxSlots))
    count *= 2;
  return count;
}

/// So many that a batch is long against what it costs to begin one.
unsigned Contest::launchesFor(uint64_t n) const {
  const uint64_t each = movedBytes(n);
  if (each <= uint64_t(8) << 20)
    return 64;
  return each <= uint64_t(128) << 20 ? 16 : 4;
}

/// A copy reads and writes as many bytes as the scan does: where outputs are
/// wider than elements, the mean of both.
uint64_t Contest::copyBytes(uint64_t n) const { return movedBytes(n) / 2; }

/// From one slot to the next: what a scan or a copy of n elements needs.
uint64_t Contest::stepFor(std::vector<target::ScanArray> arrays,
                          uint64_t n) const {
  return std::max(ArrayBlock(std::move(arrays), n).bytes(),
                  llvm::alignTo(copyBytes(n), arrayAlignment));
}

uint64_t Contest::bytesFor(uint64_t n) const {
  uint64_t bytes = slotsFor(n) * (stepFor(scan.inputArrays(), n) +
                                  stepFor(scan.outputArrays(), n));
  for (const std::shared_ptr<Compiled> &variant : prepared.variants)
    bytes += variant->workspaceBytes(n);
  // What CUB needs, and what the driver keeps for itself.
  return bytes + (uint64_t(256) << 20);
}

void Contest::layOut(uint64_t count) {
  n = count;
  slots = slotsFor(n);
  launches = launchesFor(n);
  inputStep = stepFor(scan.inputArrays(), n);
  outputStep = stepFor(scan.outputArrays(), n);
  ins = std::make_unique<ArrayBlock>(scan.inputArrays(), n);
  outs = std::make_unique<ArrayBlock>(scan.outputArrays(), n);
}

DevicePointer Contest::inputAt(unsigned slot) const {
  return inputs.address() + slot * inputStep;
}
DevicePointer Contest::outputAt(unsigned slot) const {
  return outputs.address() + slot * outputStep;
}

Contest::~Contest() {
  for (unsigned i = 0; i < loaded; ++i) {
    const std::vector<scanc_form> &forms = prepared.variants[i]->launched;
    scanc_unload_forms(forms.data(), static_cast<unsigned>(forms.size()));
  }
}

Error Contest::start() {
  for (const std::shared_ptr<Compiled> &variant : prepared.variants) {
    const std::vector<scanc_form> &forms = variant->launched;
    if (Error error = checkStatus(
            scanc_load_forms(forms.data(), static_cast<unsigned>(forms.size())),
            "loading the PTX of '" + prepared.subject.name + "'"))
      return error;
    ++loaded;
  }
  auto upload = [&](DeviceMemory &memory, const ArrayBlock &block,
                    const std::vector<uint8_t> &elements,
                    uint32_t elementSize) -> Error {
    if (Error error = memory.reserve(block.bytes()))
      return error;
    std::vector<char> storage;
    for (const ArrayBlock::Part &part : block.parts()) {
      llvm::ArrayRef<char> values = target::takeArray(
          part.array,
          {reinterpret_cast<const char *>(elements.data()), elements.size()},
          elementSize, storage);
      if (Error error = gpu.driver().check(
              gpu.driver().cuMemcpyHtoD_v2(memory.address() + part.offset,
                                           values.data(), values.size()),
              "copying the input"))
        return error;
    }
    return Error::success();
  };
  if (Error error = upload(input, inputBlock, prepared.input, scan.elementSize))
    return error;
  return upload(expected, expectedBlock, prepared.expected, scan.outputSize);
}

/// Of a reverse scan, the shorter input is the end of the longer one.
Error Contest::fillInputs() {
  const BenchDriver &driver = gpu.driver();
  const uint64_t first = scan.reverse ? prepared.n - n : 0;
  for (unsigned slot = 0; slot < slots; ++slot)
    for (auto [to, from] : llvm::zip(ins->parts(), inputBlock.parts()))
      if (Error error = driver.check(
              driver.cuMemcpyDtoDAsync_v2(inputAt(slot) + to.offset,
                                          input.address() + from.offset +
                                              first * to.array.size,
                                          to.bytes, gpu.stream()),
              "copying the input"))
        return error;
  return gpu.synchronize("copying the input");
}

Contest::SlotAddresses Contest::addressSlots() const {
  SlotAddresses addresses;
  auto add = [](std::vector<std::vector<void *>> &all, DevicePointer base,
                const ArrayBlock &block) {
    std::vector<void *> &own = all.emplace_back();
    for (const ArrayBlock::Part &part : block.parts())
      own.push_back(asPointer(base + part.offset));
  };
  for (unsigned slot = 0; slot < slots; ++slot) {
    add(addresses.in, inputAt(slot), *ins);
    add(addresses.out, outputAt(slot), *outs);
  }
  return addresses;
}

//===----------------------------------------------------------------------===//
// Contestants
//===----------------------------------------------------------------------===//

scanc_status Contest::launch(const Compiled &variant, unsigned slot,
                             const SlotAddresses &addresses,
                             void *workspace) const {
  const Subject &subject = prepared.subject;
  const scanc_form *forms = variant.launched.data();
  const auto count = static_cast<unsigned>(variant.launched.size());
  const void *const *in = addresses.in[slot].data();
  void *const *out = addresses.out[slot].data();
  switch (subject.kind()) {
  case target::Shape::Line:
    return scanc_run(forms->scans, 1, forms->module, gpu.stream(), in, out, n,
                     /*states=*/nullptr, workspace);
  case target::Shape::Rows: {
    int64_t strides[2 * SCANC_MAX_ARRAYS];
    std::fill(std::begin(strides), std::end(strides),
              static_cast<int64_t>(subject.row));
    return scanc_run_rows(forms, count, gpu.stream(), in, out, n / subject.row,
                          subject.row, strides, /*states=*/nullptr, workspace);
  }
  case target::Shape::Axis: {
    const scanc_tensor tensor =
        target::denseTensor(scan, subject.tensor->shape, subject.tensor->axis);
    return scanc_run_axis(forms, count, gpu.stream(), in, out, &tensor,
                          /*states=*/nullptr, workspace);
  }
  }
  llvm_unreachable("unknown shape");
}

/// The copy, CUB's scan if there is one, and ours.
Expected<std::vector<std::unique_ptr<Contest::Entrant>>>
Contest::makeEntrants() {
  const BenchDriver &driver = gpu.driver();
  std::vector<std::unique_ptr<Entrant>> entrants;
  entrants.push_back(std::make_unique<Entrant>(driver, "copy"));
  entrants.back()->launch = [this](unsigned slot) {
    return gpu.driver().check(
        gpu.driver().cuMemcpyDtoDAsync_v2(outputAt(slot), inputAt(slot),
                                          copyBytes(n), gpu.stream()),
        "copying");
  };
  if (peer)
    if (Error error = addPeer(entrants))
      return error;
  for (const std::shared_ptr<Compiled> &variant : prepared.variants) {
    entrants.push_back(
        std::make_unique<Entrant>(driver, "scanc " + variant->label));
    Entrant &entrant = *entrants.back();
    const size_t bytes = variant->workspaceBytes(n);
    if (Error error = entrant.workspace.reserve(std::max<size_t>(bytes, 1)))
      return error;
    if (Error error = checkStatus(
            scanc_init_workspace(variant->launched.front().scans, 1,
                                 bytes ? asPointer(entrant.workspace.address())
                                       : nullptr,
                                 gpu.stream()),
            "readying the workspace of '" + prepared.subject.name + "'"))
      return error;
    entrant.launch = [this, &entrant, &variant = *variant,
                      addresses = addressSlots()](unsigned slot) {
      return checkStatus(launch(variant, slot, addresses,
                                asPointer(entrant.workspace.address())),
                         "launching '" + prepared.subject.name + "'");
    };
  }
  return entrants;
}

Error Contest::addPeer(std::vector<std::unique_ptr<Entrant>> &entrants) {
  entrants.push_back(std::make_unique<Entrant>(gpu.driver(), "cub"));
  Entrant &entrant = *entrants.back();
  size_t bytes = 0;
  auto failure = [this](int result) {
    return toolFailed("CUB's scan for '" + prepared.subject.name +
                      "' failed with cudaError_t " + llvm::Twine(result));
  };
  SlotAddresses addresses = addressSlots();
  // It takes the address of one array, or of the addresses of several.
  const bool isOne = ins->parts().size() == 1;
  auto run = [this, addresses, isOne](unsigned slot, void *temporary,
                                      size_t &bytes) mutable {
    return peer(temporary, &bytes,
                isOne ? addresses.in[slot].front() : addresses.in[slot].data(),
                isOne ? addresses.out[slot].front()
                      : addresses.out[slot].data(),
                n, gpu.stream());
  };
  if (int result = run(0, nullptr, bytes))
    return failure(result);
  if (Error error = entrant.workspace.reserve(std::max<size_t>(bytes, 1)))
    return error;
  entrant.launch = [run, failure, &entrant,
                    bytes](unsigned slot) mutable -> Error {
    if (int result = run(slot, asPointer(entrant.workspace.address()), bytes))
      return failure(result);
    return Error::success();
  };
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

Expected<std::string> Contest::check(Entrant &entrant, bool &anyLoose) {
  const BenchDriver &driver = gpu.driver();
  if (Error error = driver.check(
          driver.cuMemsetD8Async(outputs.address(), ArrayBlock::poison,
                                 slots * outputStep, gpu.stream()),
          "poisoning the outputs"))
    return error;
  entrant.next = 0;
  if (Error error = entrant.launchBatch(slots, slots))
    return error;
  if (Error error = gpu.synchronize("running " + entrant.name + " of '" +
                                    prepared.subject.name + "'"))
    return error;
  bool loose = false;
  for (unsigned slot = 0; slot < slots; ++slot) {
    Expected<std::string> wrong = checkSlot(slot, loose);
    if (!wrong || !wrong->empty())
      return wrong;
  }
  anyLoose |= loose;
  return "";
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

Error Contest::time(std::vector<std::unique_ptr<Entrant>> &entrants) {
  for (std::unique_ptr<Entrant> &entrant : entrants) {
    if (Error error = entrant->launchBatch(method.warmUps, slots))
      return error;
    if (Error error = gpu.synchronize("warming up"))
      return error;
    if (!method.graphs)
      continue;
    entrant->graph = std::make_unique<Graph>(gpu.driver());
    if (Error error = entrant->graph->capture(gpu.stream(), [&] {
          return entrant->launchBatch(launches, slots);
        }))
      return error;
    if (Error error = entrant->graph->launch(gpu.stream()))
      return error;
    if (Error error = gpu.synchronize("warming up a graph"))
      return error;
  }
  for (unsigned round = 0; round < method.rounds; ++round)
    for (std::unique_ptr<Entrant> &entrant : entrants) {
      Expected<double> time = gpu.time([&] {
        return entrant->graph ? entrant->graph->launch(gpu.stream())
                              : entrant->launchBatch(launches, slots);
      });
      if (!time)
        return time.takeError();
      entrant->rounds.push_back(*time / launches);
    }
  return Error::success();
}

Expected<CaseOutcome> Contest::measure(uint64_t count) {
  layOut(count);
  // Slots of the last case go first: the new ones may need their memory.
  if (inputs.size() < slots * inputStep ||
      outputs.size() < slots * outputStep) {
    inputs.free();
    outputs.free();
  }
  Expected<uint64_t> free = gpu.freeMemory();
  if (!free)
    return free.takeError();
  const uint64_t needed = bytesFor(n);
  if (inputs.size() == 0 && needed > *free)
    return TooLarge{llvm::formatv("needs {0:f1} GB of the GPU's memory, of "
                                  "which {1:f1} GB are free",
                                  double(needed) * 1e-9, double(*free) * 1e-9)
                        .str()};
  if (Error error = inputs.reserve(slots * inputStep))
    return error;
  if (Error error = outputs.reserve(slots * outputStep))
    return error;
  if (Error error = fillInputs())
    return error;
  auto made = makeEntrants();
  if (!made)
    return made.takeError();
  std::vector<std::unique_ptr<Entrant>> &entrants = *made;

  bool loose = false;
  for (std::unique_ptr<Entrant> &entrant : llvm::drop_begin(entrants)) {
    Expected<std::string> wrong = check(*entrant, loose);
    if (!wrong)
      return wrong.takeError();
    if (!wrong->empty())
      return WrongResult{entrant->name + ": " + *wrong};
  }
  if (Error error = time(entrants))
    return error;

  Case result;
  result.scan = prepared.subject.name;
  result.base = prepared.subject.base;
  result.inclusive = scan.inclusive;
  result.n = n;
  result.row = prepared.subject.row;
  if (prepared.subject.tensor) {
    result.shape = prepared.subject.tensor->shape;
    result.axis = static_cast<unsigned>(prepared.subject.tensor->axis);
  }
  result.inBytes = scan.inputBytes();
  result.outBytes = scan.outputBytes();
  result.slots = slots;
  result.outgrowsL2 = uint64_t(slots) * movedBytes(n) > gpu.machine().l2Bytes;
  result.checked =
      prepared.checked >= n
          ? "all outputs"
          : llvm::formatv("the first {0} outputs", prepared.checked).str();
  result.checked += loose ? ", within rounding" : ", bitwise";
  for (std::unique_ptr<Entrant> &entrant : entrants) {
    Timing timing = summarize(std::move(entrant->rounds), launches);
    if (entrant->name == "copy")
      result.copy = std::move(timing);
    else if (entrant->name == "cub")
      result.cub = std::move(timing);
    else
      result.ours.push_back(
          {entrant->name.substr(6), std::move(timing), {}, ""});
  }
  if (!result.cub)
    result.cubAbsent = peerAbsent;
  return result;
}

Error Contest::launchOnly(uint64_t count) {
  layOut(count);
  slots = 1;
  if (Error error = inputs.reserve(inputStep))
    return error;
  if (Error error = outputs.reserve(outputStep))
    return error;
  if (Error error = fillInputs())
    return error;
  peer = nullptr;
  auto entrants = makeEntrants();
  if (!entrants)
    return entrants.takeError();
  constexpr unsigned launchesToSee = 3;
  for (std::unique_ptr<Entrant> &entrant : llvm::drop_begin(*entrants))
    if (Error error = entrant->launchBatch(launchesToSee, 1))
      return error;
  return gpu.synchronize("running '" + prepared.subject.name + "'");
}
