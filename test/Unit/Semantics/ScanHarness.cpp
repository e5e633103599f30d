//===- ScanHarness.cpp - Compile scans and run them on the CPU ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanHarness.h"
#include "Context.h"

#include "scanc/Runtime/scanc_runtime.h"
#include "scanc/Simt/LaunchScan.h"
#include "scanc/Simt/Schedules.h"
#include "scanc/Target/Arrays.h"
#include "scanc/Target/Launcher.h"
#include "scanc/Target/PTX.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstring>

using namespace scanc;
using namespace scanc::test;

static constexpr uint8_t kPoison = 0xA5;
static constexpr uint8_t kGuard = 0x5C;
/// Bytes on either side of a buffer.
static constexpr size_t kGuardBytes = 4096;
/// What CUDA's allocators align to.
static constexpr size_t kAlignment = 256;

static llvm::Error failure(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {
/// Bytes between two guards; the first one is aligned to kAlignment, or lies
/// `offset` bytes after such an address.
class GuardedBuffer {
public:
  GuardedBuffer(size_t size, size_t offset, uint8_t fill)
      : size(size),
        memory(size + offset + 2 * kGuardBytes + kAlignment, kGuard) {
    auto address = reinterpret_cast<uintptr_t>(memory.data()) + kGuardBytes;
    begin = kGuardBytes + (-address % kAlignment) + offset;
    std::memset(data(), fill, size);
  }

  uint8_t *data() { return memory.data() + begin; }
  llvm::ArrayRef<uint8_t> bytes() const {
    return {memory.data() + begin, size};
  }

  /// Fails if a guard was written to.
  llvm::Error check(llvm::StringRef what) {
    for (size_t i = 0; i < memory.size(); ++i) {
      if (i == begin) {
        i += size;
        if (i == memory.size())
          break;
      }
      if (memory[i] != kGuard)
        return failure(llvm::formatv("a kernel wrote byte {0} of the {1}, "
                                     "which has {2} bytes",
                                     int64_t(i) - int64_t(begin), what, size));
    }
    return llvm::Error::success();
  }

private:
  size_t size;
  std::vector<uint8_t> memory;
  size_t begin;
};
} // namespace

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

std::string RunOptions::str() const {
  return llvm::formatv("sm_count {0}, input offset {1}, output offset {2}{3}, "
                       "{4} resident blocks, schedule {5}, seed {6}",
                       smCount, inOffset, outOffset,
                       inPlace ? ", in place" : "", launch.residentBlocks,
                       simt::nameOf(launch.schedule), launch.seed);
}

/// What the generated launcher knows of the scan; points into `desc`.
static scanc_scan toRuntime(const target::ScanDescription &desc) {
  return llvm::cantFail(target::makeRuntimeScan(desc, "sm_90", nullptr));
}

namespace {
/// The arrays of a scan's input or output, each between guards.
class GuardedArrays {
public:
  GuardedArrays(std::vector<target::ScanArray> arrays, uint64_t n,
                unsigned offset)
      : arrays(std::move(arrays)) {
    for (const target::ScanArray &array : this->arrays)
      buffers.emplace_back(n * array.size, offset * array.size, kPoison);
  }

  void fill(llvm::ArrayRef<uint8_t> elements, uint32_t elementSize) {
    std::vector<char> storage;
    for (auto [array, buffer] : llvm::zip(arrays, buffers)) {
      auto values = target::takeArray(
          array,
          {reinterpret_cast<const char *>(elements.data()), elements.size()},
          elementSize, storage);
      llvm::copy(values, reinterpret_cast<char *>(buffer.data()));
    }
  }

  /// As C structs, their padding poisoned.
  std::vector<uint8_t> elements(uint64_t n, uint32_t elementSize) {
    std::vector<uint8_t> result(n * elementSize, kPoison);
    for (auto [array, buffer] : llvm::zip(arrays, buffers))
      target::putArray(array,
                       {reinterpret_cast<const char *>(buffer.data()),
                        buffer.bytes().size()},
                       {reinterpret_cast<char *>(result.data()), result.size()},
                       elementSize);
    return result;
  }

  bool operator==(const GuardedArrays &other) const {
    return llvm::equal(buffers, other.buffers,
                       [](const GuardedBuffer &a, const GuardedBuffer &b) {
                         return a.bytes() == b.bytes();
                       });
  }

  std::vector<void *> pointers() {
    std::vector<void *> result;
    for (GuardedBuffer &buffer : buffers)
      result.push_back(buffer.data());
    return result;
  }

  llvm::Error check(llvm::StringRef what) {
    for (GuardedBuffer &buffer : buffers)
      if (llvm::Error error = buffer.check(what))
        return error;
    return llvm::Error::success();
  }

private:
  std::vector<target::ScanArray> arrays;
  std::vector<GuardedBuffer> buffers;
};
} // namespace

llvm::Expected<std::vector<uint8_t>>
CompiledScan::run(llvm::ArrayRef<uint8_t> input, const RunOptions &options) {
  uint64_t n = input.size() / desc.elementSize;
  scanc_scan scan = toRuntime(desc);
  for (unsigned i = 0; i < scan.outputs; ++i)
    if (options.inPlace &&
        (scan.inputs != scan.outputs || scan.in[i].size != scan.out[i].size))
      return failure("an in-place scan needs outputs of the input's size");

  GuardedArrays in(desc.inputArrays(), n, options.inOffset);
  GuardedArrays out(desc.outputArrays(), n, options.outOffset);
  GuardedBuffer workspace(scanc_workspace_bytes(&scan, 1, n), 0,
                          scan.workspace_zeroed ? 0 : kPoison);
  in.fill(input, desc.elementSize);
  GuardedArrays before(desc.inputArrays(), n, 0);
  before.fill(input, desc.elementSize);

  GuardedArrays &result = options.inPlace ? in : out;
  const std::vector<void *> inputs = in.pointers(), to = result.pointers();
  const std::vector<const void *> from(inputs.begin(), inputs.end());
  if (llvm::Error error = simt::launchScan(
          *executor, scan, {from, to, workspace.data(), n, options.smCount},
          options.launch))
    return error;

  if (llvm::Error error = in.check("input"))
    return error;
  if (llvm::Error error = out.check("output"))
    return error;
  if (llvm::Error error = workspace.check("workspace"))
    return error;
  if (!options.inPlace && !(in == before))
    return failure("a kernel changed the input");
  return result.elements(n, desc.outputSize);
}

uint64_t CompiledScan::maxGrid(unsigned smCount) const {
  return std::min(smCount * desc.rule.parameter(launch::BlocksPerSM),
                  desc.rule.parameter(launch::MaxBlocks));
}

std::vector<uint64_t> CompiledScan::sizes(unsigned smCount) const {
  uint64_t tile = desc.tile;
  std::vector<uint64_t> sizes = {0,  1,        2,    31,       32,
                                 33, tile - 1, tile, tile + 1, 3 * tile + 5};
  if (desc.cadence.grid != launch::Cadence::Grid::Single) {
    uint64_t single = desc.rule.parameter(launch::SingleBlockUpTo);
    sizes.insert(sizes.end(), {single, single + 1});
    uint64_t tiles = 2 * maxGrid(smCount) + 1;
    tiles = std::max(tiles, single / tile + 1);
    sizes.insert(sizes.end(), {tiles * tile, tiles * tile + tile / 2 + 1});
  }
  llvm::sort(sizes);
  sizes.erase(llvm::unique(sizes), sizes.end());
  return sizes;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

mlir::MLIRContext &test::context() {
  static mlir::MLIRContext *context = [] {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    auto *context =
        new mlir::MLIRContext(registry, mlir::MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    return context;
  }();
  return *context;
}

/// One GPU module to one scan.
static llvm::Expected<CompiledScan> finish(mlir::gpu::GPUModuleOp module) {
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> llvmModule =
      target::translateToLlvmIR(module, *llvmContext);
  if (!llvmModule)
    return failure("no LLVM IR for @" + module.getName());
  auto executor =
      simt::Executor::create(std::move(llvmModule), std::move(llvmContext));
  if (!executor)
    return executor.takeError();
  return CompiledScan(target::describe(module), std::move(*executor));
}

llvm::Expected<std::vector<CompiledScan>>
test::compileScans(llvm::StringRef source, const CompileOptions &options) {
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  mlir::ScopedDiagnosticHandler handler(
      &context(), [&](mlir::Diagnostic &diagnostic) {
        stream << diagnostic.getLocation() << ": " << diagnostic << "\n";
        return mlir::success();
      });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context());
  if (!module)
    return failure("does not parse: " + messages + source);
  if (mlir::failed(lowerTo(*module, Phase::Llvm, options)))
    return failure("does not compile: " + messages + source);

  std::vector<CompiledScan> scans;
  for (auto gpuModule : module->getOps<mlir::gpu::GPUModuleOp>()) {
    llvm::Expected<CompiledScan> scan = finish(gpuModule);
    if (!scan)
      return scan.takeError();
    scans.push_back(std::move(*scan));
  }
  return scans;
}

llvm::Expected<std::string> test::readCircuit(llvm::StringRef file) {
  auto buffer =
      llvm::MemoryBuffer::getFile(SCANC_CIRCUITS_DIR "/" + file.str());
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  return (*buffer)->getBuffer().str();
}
