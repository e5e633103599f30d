//===- KernelRun.cpp - A scan's kernels under observation -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Verify/KernelRun.h"
#include "ChainPlaces.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/IR/StretchLayout.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Simt/LaunchScan.h"
#include "scanc/Target/Arrays.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/PTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Memory.h"

#include <algorithm>
#include <cstring>

using namespace scanc;
using namespace scanc::verify;
using llvm::Error;
using llvm::Expected;

/// What cudaMalloc aligns to.
static constexpr uint64_t alignment = 256;
/// What is in memory before a kernel writes it.
static constexpr uint8_t poison = 0xa5;
/// What lies before and behind an array and is no memory of a scan's, in bytes:
/// more than kernels go astray by. What they do there would else be judged by
/// the array that happens to be next. It is never touched, so no page is taken.
static constexpr uint64_t guard = 1 << 20;

namespace {
/// Bytes that begin `offset` bytes after an aligned address, and the record of
/// which of them were written.
class Memory {
public:
  explicit Memory(uint64_t bytes, uint64_t offset = 0)
      : storage(new uint8_t[guard + alignment + offset + bytes + guard]),
        written(bytes), bytes(bytes) {
    uint8_t *behindGuard = storage.get() + guard;
    begin = behindGuard +
            llvm::offsetToAlignedAddr(behindGuard, llvm::Align(alignment)) +
            offset;
    std::fill_n(begin, bytes, poison);
  }
  /// Zeros, which count as written. Pages are there once they are touched: of a
  /// large workspace, a launch of a few elements uses hardly any.
  static Memory zeros(uint64_t bytes) {
    std::error_code error;
    llvm::sys::OwningMemoryBlock pages(llvm::sys::Memory::allocateMappedMemory(
        guard + bytes + guard, /*NearBlock=*/nullptr,
        llvm::sys::Memory::MF_READ | llvm::sys::Memory::MF_WRITE, error));
    if (error)
      llvm::report_bad_alloc_error("no memory for a workspace");
    return Memory(std::move(pages), bytes);
  }
  // A copy would have the bytes of the original.
  Memory(const Memory &) = delete;
  Memory(Memory &&) = default;

  uint8_t *data() { return begin; }
  uint64_t size() const { return bytes; }
  void fill(llvm::ArrayRef<char> values) {
    if (!values.empty())
      std::memcpy(begin, values.data(), values.size());
    written.assign(bytes, true);
  }
  llvm::ArrayRef<char> values() const {
    return {reinterpret_cast<const char *>(begin), static_cast<size_t>(bytes)};
  }
  const std::vector<bool> &writtenBytes() const { return written; }

  simt::Buffer buffer(std::string name, bool writable) {
    simt::Buffer buffer;
    buffer.begin = begin;
    buffer.bytes = bytes;
    buffer.name = std::move(name);
    buffer.writable = writable;
    buffer.written = &written;
    return buffer;
  }

private:
  Memory(llvm::sys::OwningMemoryBlock own, uint64_t bytes)
      : pages(std::move(own)),
        begin(static_cast<uint8_t *>(pages.base()) + guard), bytes(bytes) {
    static_assert(guard % alignment == 0, "pages begin aligned");
  }

  std::unique_ptr<uint8_t[]> storage;
  llvm::sys::OwningMemoryBlock pages; // in place of the storage
  /// Of each byte; empty if all count as such.
  std::vector<bool> written;
  uint8_t *begin;
  uint64_t bytes;
};
} // namespace

static StripShape shapeOf(prefix::SkeletonAttr tile) {
  StripShape shape;
  shape.rows = tile.getRows();
  shape.items = tile.getItems();
  shape.warps = tile.getWarps();
  shape.stages = tile.getStages();
  shape.threads = static_cast<uint64_t>(tile.getThreads());
  return shape;
}

Expected<KernelRun> KernelRun::create(mlir::gpu::GPUModuleOp kernels,
                                      bool observed, bool covered) {
  auto context = std::make_unique<llvm::LLVMContext>();
  std::vector<target::Place> places;
  std::unique_ptr<llvm::Module> module = target::translateToLlvmIR(
      kernels, *context, observed ? &places : nullptr);
  if (!module)
    return llvm::createStringError("the kernels have no LLVM IR");
  simt::Instrumentation instrumentation;
  instrumentation.enabled = observed;
  instrumentation.coverage = covered;
  for (target::Place &place : places)
    instrumentation.places.push_back(
        {std::move(place.text), std::move(place.step)});

  KernelRun run;
  run.observed = observed;
  if (covered) {
    llvm::raw_string_ostream stream(run.bitcode);
    llvm::WriteBitcodeToFile(*module, stream);
  }
  run.scan =
      std::make_unique<target::ScanDescription>(target::describe(kernels));
  if (run.areOfAxis()) {
    const prefix::PlanAttr plan = kernels
                                      ->getAttrOfType<prefix::LaunchAttr>(
                                          prefix::PrefixDialect::launchAttrName)
                                      .getPlan();
    run.stripShape = shapeOf(plan.getScan());
    if (const prefix::SkeletonAttr drawn = plan.getSkeleton("drawn_scan")) {
      const prefix::SkeletonAttr top = plan.getTop();
      run.drawnShape = shapeOf(drawn);
      run.drawnShape.threads +=
          static_cast<uint64_t>(32 * (1 + top.getWarps() * top.getStages()));
      run.drawnShape.window =
          static_cast<uint64_t>(top.getWarps() * top.getItems());
      run.drawnShape.ring = top.getOwn("ring").value_or(0);
    }
  }
  if (Error error =
          simt::Executor::create(std::move(module), std::move(context), {},
                                 instrumentation)
              .moveInto(run.executor))
    return error;
  static const char *const noPtx[] = {nullptr};
  if (Error error =
          target::makeRuntimeScan(
              *run.scan,
              prefix::TargetAttr::of(kernels->getParentOfType<mlir::ModuleOp>())
                  .name,
              noPtx)
              .moveInto(run.runtime))
    return error;
  return run;
}

uint64_t KernelRun::workspaceBytes(uint64_t n) const {
  return launch::workspaceBytes(scan->rule, n);
}

Error KernelRun::launch(llvm::ArrayRef<const void *> input,
                        llvm::ArrayRef<void *> output, void *workspace,
                        uint64_t n, const RunSettings &settings,
                        scanc_states states, uint64_t chains) {
  const llvm::SmallVector<uint64_t> sizes = sizesFor(n, settings, chains);
  return simt::launchScan(*executor, runtimeFor(settings),
                          {input, output, workspace, n,
                           settings.multiprocessors, sizes, states, chains},
                          settings.launch);
}

/// How long chains are of n elements in all.
static uint64_t chainLength(uint64_t n, uint64_t row) {
  return row ? row : std::max<uint64_t>(n, 1);
}

/// Where the chains of array `number` lie, inputs being in front of outputs; of
/// no elements, there are `chains`.
static ChainPlaces placesOf(const target::ScanDescription &scan, size_t number,
                            uint64_t n, uint64_t chains,
                            const RunSettings &settings) {
  const size_t inputs = scan.inputArrays().size();
  const uint64_t row = chainLength(n, settings.row);
  const bool isLonger = number >= inputs && scan.hasTotal;
  // An output in the input's place lies as that does.
  if (settings.inPlace && number >= inputs)
    number -= inputs;
  if (scan.isOfAxis())
    return ChainPlaces::ofTensor(settings.form, n ? n / row : chains,
                                 (n ? row : 0) + isLonger, number, inputs);
  const uint64_t rows = n || !isLonger ? n / row : chains,
                 length = (n || !isLonger ? row : 0) + isLonger;
  auto apart = static_cast<int64_t>(length);
  if (scan.moreSizes.size() > 1 && settings.gaps != RowGaps::None) {
    apart += 1 + static_cast<int64_t>(number);
    if (settings.gaps ==
        (number < inputs ? RowGaps::InputBackwards : RowGaps::OutputBackwards))
      apart = -apart;
  }
  return ChainPlaces::ofRows(rows, length, apart);
}

llvm::SmallVector<uint64_t> KernelRun::sizesFor(uint64_t n,
                                                const RunSettings &settings,
                                                uint64_t chains) const {
  llvm::SmallVector<uint64_t> sizes;
  if (!haveChains())
    return sizes;
  const uint64_t row = chainLength(n, settings.row);
  sizes.push_back(n || areOfRows() ? row : 0);
  std::vector<llvm::SmallVector<int64_t>> strides;
  if (areOfAxis() || haveStrides())
    for (unsigned number = 0; number < runtime.inputs + runtime.outputs;
         ++number)
      strides.push_back(placesOf(*scan, number, n, chains, settings).strides);
  if (areOfAxis()) {
    const TensorForm::Extents extents =
        settings.form.extents(n ? n / row : chains);
    sizes.push_back(prefix::chainsOfStretch(extents.back(), strides));
    llvm::append_range(sizes, extents);
  }
  auto add = [&](llvm::ArrayRef<int64_t> own) {
    for (int64_t stride : own)
      sizes.push_back(static_cast<uint64_t>(stride));
  };
  for (const auto &own : strides)
    add(own);
  if (sizes.size() < scan->moreSizes.size())
    add(ChainPlaces::ofStates(settings.form, n ? n / row : chains).strides);
  return sizes;
}

scanc_scan KernelRun::runtimeFor(const RunSettings &settings) const {
  scanc_scan result = runtime;
  if (settings.inOneBlock)
    result.parameters[SCANC_SINGLE_BLOCK_UP_TO] = SCANC_MAX_ELEMENTS;
  uint64_t &most = result.parameters[SCANC_MAX_BLOCKS];
  if (settings.mostBlocks)
    most = std::min<uint64_t>(most, settings.mostBlocks);
  return result;
}

namespace {
/// The arrays of a scan's input or output.
class ArraySet {
public:
  /// Buffers are called `name`, with a number if there are several, and then
  /// `which`. `places` are those of each array.
  ArraySet(std::vector<target::ScanArray> layout, const char *name,
           std::string which, std::vector<ChainPlaces> places, unsigned offset)
      : layout(std::move(layout)), places(std::move(places)), name(name),
        which(std::move(which)) {
    for (auto [index, array] : llvm::enumerate(this->layout)) {
      unsigned steps = offset;
      if (offset >= RunSettings::onlyArray) {
        const unsigned own = offset - RunSettings::onlyArray;
        steps = index == own % RunSettings::mostArrays
                    ? 1U << own / RunSettings::mostArrays
                    : 0;
      }
      memories.emplace_back(this->places[index].extent * array.size,
                            steps * array.alignment);
    }
  }

  void fill(llvm::ArrayRef<char> elements, uint32_t elementSize) {
    std::vector<char> storage, spread;
    for (auto [array, at, memory] : llvm::zip(layout, places, memories)) {
      llvm::ArrayRef<char> values =
          target::takeArray(array, elements, elementSize, storage);
      if (at.areDense()) {
        memory.fill(values);
        continue;
      }
      spread.assign(at.extent * array.size, static_cast<char>(poison));
      for (uint64_t k = 0; k < at.count(); ++k)
        std::memcpy(&spread[at.place(k) * array.size], &values[k * array.size],
                    array.size);
      memory.fill(spread);
    }
  }

  uint64_t count() const { return places.front().count(); }

  /// As C structs again.
  std::vector<uint8_t> elements(uint32_t elementSize) const {
    const uint64_t n = count();
    std::vector<uint8_t> result(n * elementSize, poison);
    std::vector<char> dense;
    for (const auto &[array, at, memory] :
         llvm::zip(layout, places, memories)) {
      const char *from = memory.values().data();
      if (at.areDense()) {
        dense.assign(from, from + n * array.size);
      } else {
        dense.resize(n * array.size);
        for (uint64_t k = 0; k < n; ++k)
          std::memcpy(&dense[k * array.size], from + at.place(k) * array.size,
                      array.size);
      }
      target::putArray(array, dense,
                       {reinterpret_cast<char *>(result.data()), result.size()},
                       elementSize);
    }
    return result;
  }

  /// Whether all bytes of a field of element `k` were written.
  bool isWritten(uint64_t k, const target::ScanField &field) const {
    for (const auto &[array, at, memory] :
         llvm::zip(layout, places, memories)) {
      if (field.offset < array.offset ||
          field.offset >= array.offset + array.size)
        continue;
      const uint64_t begin =
          at.place(k) * array.size + field.offset - array.offset;
      return llvm::all_of(
          llvm::seq(begin, begin + field.size),
          [&](uint64_t byte) { return memory.writtenBytes()[byte]; });
    }
    return false;
  }

  /// Whether some byte between elements is not as it was.
  bool isGapTouched() const {
    for (const auto &[array, at, memory] :
         llvm::zip(layout, places, memories)) {
      if (at.areDense())
        continue;
      for (auto [place, isTaken] : llvm::enumerate(at.taken()))
        for (uint64_t byte = place * array.size;
             !isTaken && byte < (place + 1) * array.size; ++byte)
          if (static_cast<uint8_t>(memory.values()[byte]) != poison)
            return true;
    }
    return false;
  }

  /// Of the first element of each array.
  llvm::SmallVector<void *> pointers() {
    llvm::SmallVector<void *> result;
    for (auto [array, at, memory] : llvm::zip(layout, places, memories))
      result.push_back(memory.data() + at.first * array.size);
    return result;
  }
  void addBuffers(std::vector<simt::Buffer> &buffers, bool writable) {
    for (auto [index, memory] : llvm::enumerate(memories))
      buffers.push_back(memory.buffer(
          (memories.size() == 1 ? name : name + std::to_string(index)) + which,
          writable));
  }

private:
  std::vector<target::ScanArray> layout;
  std::vector<ChainPlaces> places;
  std::vector<Memory> memories;
  std::string name, which;
};
} // namespace

bool KernelRun::canBeInPlace() const {
  return scan->kept.empty() && !scan->hasTotal &&
         llvm::equal(
             scan->inputArrays(), scan->outputArrays(),
             [](const target::ScanArray &in, const target::ScanArray &out) {
               return in.size == out.size && in.offset == out.offset;
             });
}

namespace {
/// Arrays of one scan: what it reads and what it writes, and the states of its
/// chains.
struct ScanArrays {
  ArraySet in, out;
  bool inPlace;
  std::optional<Memory> initial = std::nullopt, finals = std::nullopt;
  ChainPlaces statePlaces = {};

  ArraySet &result() { return inPlace ? in : out; }

  /// Of `size` bytes each, at `places`: the initial ones if they are given, and
  /// the final ones if they are asked for.
  void addStates(const ScanInput &input, uint64_t size, ChainPlaces places) {
    statePlaces = std::move(places);
    const uint64_t bytes = statePlaces.extent * size;
    if (input.initial) {
      std::vector<char> spread(bytes);
      for (uint64_t chain = 0; chain < statePlaces.count(); ++chain)
        std::memcpy(&spread[statePlaces.place(chain) * size],
                    &(*input.initial)[chain * size], size);
      initial.emplace(bytes);
      initial->fill(spread);
    }
    if (input.wantsFinal)
      finals.emplace(bytes);
  }
  /// The final states, chain after chain; none if they were not asked for.
  std::vector<uint8_t> finalStates(uint64_t size) const {
    if (!finals)
      return {};
    std::vector<uint8_t> result(statePlaces.count() * size);
    for (uint64_t chain = 0; chain < statePlaces.count(); ++chain)
      std::memcpy(&result[chain * size],
                  finals->values().data() + statePlaces.place(chain) * size,
                  size);
    return result;
  }
  /// Where they stay from now on.
  void addStateBuffers(std::vector<simt::Buffer> &buffers) {
    if (initial)
      buffers.push_back(initial->buffer("initial states", /*writable=*/false));
    if (finals)
      buffers.push_back(finals->buffer("final states", /*writable=*/true));
  }
  scanc_states states() {
    return {initial ? initial->data() : nullptr,
            finals ? finals->data() : nullptr};
  }
  /// Of states with these fields in `size` bytes: padding between them is
  /// nobody's.
  bool areFinalsWritten(llvm::ArrayRef<target::ScanField> fields,
                        uint64_t size) const {
    if (!finals)
      return true;
    const std::vector<bool> &written = finals->writtenBytes();
    for (uint64_t at = 0; at < finals->size(); at += size)
      for (const target::ScanField &field : fields)
        for (uint64_t byte = 0; byte < field.size; ++byte)
          if (!written[at + field.offset + byte])
            return false;
    return true;
  }
};
} // namespace

Expected<std::vector<uint8_t>> KernelRun::run(llvm::ArrayRef<uint8_t> input,
                                              const RunSettings &settings) {
  Expected<std::vector<ScanOutput>> outputs =
      runInStream(ScanInput{input.vec()}, settings);
  if (!outputs)
    return outputs.takeError();
  return std::move(outputs->front().outputs);
}

namespace {
/// Scans of one length, in a stream and on one workspace.
class Stream {
public:
  Stream(simt::Executor &executor, const target::ScanDescription &scan,
         const scanc_scan &planned, bool observed, uint64_t n,
         llvm::ArrayRef<uint64_t> sizes)
      : executor(executor), scan(scan), planned(planned), observed(observed),
        n(n), sizes(sizes), workspace(makeWorkspace(planned, n)) {}

  /// The arrays of the scans, their outputs in them.
  Expected<std::vector<ScanArrays>> launch(llvm::ArrayRef<ScanInput> inputs,
                                           const RunSettings &settings) {
    simt::LaunchOptions options = settings.launch;
    if (settings.replayed)
      options.number = 1;
    std::vector<simt::Buffer> &buffers = options.checks.buffers;
    buffers.clear();
    if (workspace.size())
      buffers.push_back(workspace.buffer("workspace", /*writable=*/true));
    std::vector<ScanArrays> scans;
    for (size_t number = 1; number <= inputs.size(); ++number) {
      const std::string which =
          inputs.size() == 1 ? "" : llvm::formatv(" of scan {0}", number).str();
      const ScanInput &input = inputs[number - 1];
      const uint64_t chains = input.chains;
      const std::vector<target::ScanArray> in = scan.inputArrays(),
                                           out = scan.outputArrays();
      scans.push_back(
          {ArraySet(in, "input", which, places(in.size(), 0, settings, chains),
                    settings.inputOffset),
           ArraySet(out, "output", which,
                    places(out.size(), in.size(), settings, chains),
                    settings.outputOffset),
           settings.inPlace});
      const uint64_t all = n ? n / chainLength(n, settings.row) : chains;
      scans.back().addStates(input, scan.stateSize,
                             scan.isOfAxis()
                                 ? ChainPlaces::ofStates(settings.form, all)
                                 : ChainPlaces::ofRows(all, 1, 1));
    }
    std::vector<llvm::SmallVector<void *>> from, to;
    std::vector<llvm::SmallVector<const void *>> constFrom;
    std::vector<simt::ScanRun> runs;
    for (auto [arrays, input] : llvm::zip_equal(scans, inputs)) {
      arrays.in.fill({reinterpret_cast<const char *>(input.elements.data()),
                      input.elements.size()},
                     scan.elementSize);
      arrays.in.addBuffers(buffers, settings.inPlace);
      if (!settings.inPlace)
        arrays.out.addBuffers(buffers, /*writable=*/true);
      arrays.addStateBuffers(buffers);
      from.push_back(arrays.in.pointers());
      constFrom.emplace_back(from.back().begin(), from.back().end());
      to.push_back(arrays.result().pointers());
    }
    for (auto [in, out, arrays, input] :
         llvm::zip_equal(constFrom, to, scans, inputs))
      runs.push_back({in, out, workspace.data(), n, settings.multiprocessors,
                      sizes, arrays.states(), input.chains});
    if (!observed)
      buffers.clear();
    if (Error error = simt::launchScans(executor, planned, runs, options))
      return error;
    return scans;
  }

private:
  static Memory makeWorkspace(const scanc_scan &planned, uint64_t n) {
    const uint64_t bytes = scanc_workspace_bytes(&planned, 1, n);
    return planned.workspace_zeroed ? Memory::zeros(bytes) : Memory(bytes);
  }
  /// Of `count` arrays, in front of which there are `before`.
  std::vector<ChainPlaces> places(size_t count, size_t before,
                                  const RunSettings &settings,
                                  uint64_t chains) const {
    std::vector<ChainPlaces> result;
    for (size_t number = before; number < before + count; ++number)
      result.push_back(placesOf(scan, number, n, chains, settings));
    return result;
  }

  simt::Executor &executor;
  const target::ScanDescription &scan;
  const scanc_scan &planned;
  bool observed;
  uint64_t n;
  llvm::ArrayRef<uint64_t> sizes;
  Memory workspace;
};
} // namespace

Expected<std::vector<ScanOutput>>
KernelRun::runInStream(llvm::ArrayRef<ScanInput> inputs,
                       const RunSettings &settings) {
  const uint64_t n = inputs.front().elements.size() / scan->elementSize;
  if (settings.inPlace && !canBeInPlace())
    return llvm::createStringError(
        "a scan in place needs outputs of the input's size");
  const scanc_scan planned = runtimeFor(settings);
  const llvm::SmallVector<uint64_t> sizes =
      sizesFor(n, settings, inputs.front().chains);
  Stream stream(*executor, *scan, planned, observed, n, sizes);
  if (settings.stoppedBefore) {
    RunSettings stopped = settings;
    stopped.launch.stopAfter = settings.stoppedBefore;
    if (Error error = stream.launch(inputs.front(), stopped).takeError())
      return error;
  }
  Expected<std::vector<ScanArrays>> scans = stream.launch(inputs, settings);
  if (!scans)
    return scans.takeError();

  std::vector<ScanOutput> outputs;
  for (ScanArrays &arrays : *scans) {
    // Padding between fields is nobody's.
    for (uint64_t k = 0; observed && k < arrays.result().count(); ++k)
      for (const target::ScanField &field : scan->output)
        if (!arrays.result().isWritten(k, field))
          return llvm::createStringError(
              llvm::formatv("no kernel wrote output {0}", k));
    if (observed && arrays.result().isGapTouched())
      return llvm::createStringError(
          areOfAxis() ? "a kernel wrote between two elements of the output"
                      : "a kernel wrote between two rows of the output");
    if (observed && !arrays.areFinalsWritten(scan->state, scan->stateSize))
      return llvm::createStringError("no kernel wrote a final state");
    outputs.push_back({arrays.result().elements(scan->outputSize),
                       arrays.finalStates(scan->stateSize)});
  }
  return outputs;
}

std::vector<uint64_t>
KernelRun::interestingSizes(unsigned multiprocessors) const {
  // More elements than that are for who asks for them.
  constexpr uint64_t affordable = 1 << 18;
  std::vector<uint64_t> sizes = {0, 1, 2, 31, 32, 33};
  for (uint64_t point : launch::turningPoints(scan->rule, multiprocessors))
    if (point != 0 && point <= affordable)
      llvm::append_values(sizes, point - 1, point, point + 1);
  llvm::sort(sizes);
  sizes.erase(llvm::unique(sizes), sizes.end());
  return sizes;
}

//===----------------------------------------------------------------------===//
// What no launch reaches
//===----------------------------------------------------------------------===//

/// Whether all launches of a kernel are such.
static bool isAlways(const launch::LaunchRule &rule, unsigned kernel,
                     llvm::function_ref<bool(const launch::Step &)> isSuch) {
  return llvm::all_of(rule.cases, [&](const launch::Case &each) {
    return llvm::all_of(each.steps, [&](const launch::Step &step) {
      return step.kernel != kernel || isSuch(step);
    });
  });
}

/// The workspace is aligned, and what is in it.
static std::vector<unsigned> alignedArguments(const launch::LaunchRule &rule,
                                              unsigned kernel,
                                              unsigned arrays) {
  std::vector<unsigned> arguments = {arrays};
  if (isAlways(rule, kernel, [](const launch::Step &step) {
        return step.in.buffer == launch::Buffer::Workspace &&
               step.out.buffer == launch::Buffer::Workspace;
      }))
    for (unsigned array = 0; array < arrays; ++array)
      arguments.push_back(array);
  return arguments;
}

std::vector<bool>
KernelRun::proveUnreachable(llvm::ArrayRef<uint32_t> counts) const {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = llvm::cantFail(llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(bitcode, runtime.name), context));
  auto factsOf = [&](llvm::StringRef name) {
    simt::KernelFacts facts;
    for (auto [index, kernel] : llvm::enumerate(
             llvm::ArrayRef(runtime.kernels, runtime.kernel_count))) {
      if (name != std::string(runtime.name) + "_" + kernel.suffix)
        continue;
      facts.threads = kernel.threads;
      if (index != 0 && index == runtime.empty)
        break;
      const launch::KernelRange &range = scan->cadence.kernels[index];
      const uint64_t mostBlocks = scan->rule.parameter(launch::MaxBlocks);
      // Behind the arrays and the workspace.
      const unsigned arrays = runtime.inputs + runtime.outputs, n = arrays + 1,
                     blocks = n + 1;
      const bool isAlone =
          isAlways(scan->rule, index, [](const launch::Step &step) {
            return step.grid.isNumber(1);
          });
      // One block may be told how many others there were, or none.
      facts.arguments = {{n, range.fewest, range.most},
                         {blocks, isAlone ? 0u : 1u, mostBlocks}};
      facts.aligned = alignedArguments(scan->rule, index, arrays);
      facts.greatestGrid = isAlone ? 1 : mostBlocks;
      if (!isAlone)
        facts.gridArgument = blocks;
      if (range.share)
        facts.share = {n, range.share->perBlock, range.share->isMore};
    }
    return facts;
  };
  return simt::proveUnreachable(*module, counts, factsOf);
}
