//===- KernelRun.h - A scan's kernels under observation ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of one compiled scan on the executor, launched as the generated
// launcher does: the same rule (Launch/LaunchRule.h) says which kernels
// run on which grids.
//
// An observed run hands every buffer to the executor's checks: the input is
// read only, output and workspace are not initialised, and nothing else may be
// touched. What one kernel wrote, the next may read.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_VERIFY_KERNELRUN_H
#define SCANC_VERIFY_KERNELRUN_H

#include "scanc/Runtime/scanc_runtime.h"
#include "scanc/Simt/Executor.h"
#include "scanc/Target/ScanDescription.h"
#include "scanc/Verify/TensorForm.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanc::verify {

/// How far the rows of arrays lie apart: each array a little further than the
/// one before it; from the last row to the first, in the input or in the
/// output.
enum class RowGaps : uint8_t { None, Some, InputBackwards, OutputBackwards };

/// Of kernels whose lanes have chains of their own, what a tile is made of: so
/// many chains of a lane, and steps along them, warps behind each other, and
/// tiles in shared memory.
struct StripShape {
  uint64_t rows = 0, items = 0, warps = 0, stages = 0;
  uint64_t threads = 0; // of a block
  /// Of tiles that blocks draw, how many of a strip are told of each other at
  /// once at most, and for how many tiles there are places in all.
  uint64_t window = 0, ring = 0;
};

/// How the kernels are run.
struct RunSettings {
  /// What the GPU is said to have; the grid of a streaming scan depends on it.
  unsigned multiprocessors = 2;
  /// The most blocks of a grid, where that is less than the plan's; 0: the
  /// plan's. Blocks then take more tiles.
  unsigned mostBlocks = 0;
  /// By how many times their own alignment arrays lie behind an address that is
  /// aligned to 16 bytes: not 0 takes the kernels' unaligned paths. From
  /// `onlyArray` on, one array alone lies so: see `offsetOf`.
  unsigned inputOffset = 0, outputOffset = 0;
  static constexpr unsigned onlyArray = 32, mostArrays = 8;
  /// That of one array of a side, by 2^log times its alignment.
  static constexpr unsigned offsetOf(unsigned array, unsigned log = 0) {
    return onlyArray + log * mostArrays + array;
  }
  /// Of rows or chains along an axis, how long one is; 0: all elements are one.
  uint64_t row = 0;
  /// How rows lie that may lie apart, or the arrays of a tensor.
  RowGaps gaps = RowGaps::None;
  TensorForm form = {};
  /// The output replaces the input.
  bool inPlace = false;
  /// Whether NAME_single does it, up to whatever n the plan has that kernel do:
  /// a limit that tuning sets at run time.
  bool inOneBlock = false;
  /// Before it, another scan of the input on the same workspace, which ends in
  /// the middle: see LaunchOptions::stopAfter; 0: none. What it has put out is
  /// forgotten.
  uint64_t stoppedBefore = 0;
  /// Whether several scans are replays of one graph: launches of the same
  /// number.
  bool replayed = false;
  simt::LaunchOptions launch;
};

/// What a scan is given: elements and, of a scan that takes such, the states
/// that chains start from, in the order of memory; none: they start as the scan
/// says itself.
struct ScanInput {
  std::vector<uint8_t> elements;
  std::optional<std::vector<uint8_t>> initial = std::nullopt;
  /// Whether the states after chains are asked for, of a scan that leaves them,
  /// and of no elements, of how many chains.
  bool wantsFinal = false;
  uint64_t chains = 1;
};

/// What it gives: the outputs, and the states after chains if they were asked
/// for.
struct ScanOutput {
  std::vector<uint8_t> outputs, finals;
};

/// The kernels of one scan, compiled for the executor.
class KernelRun {
public:
  /// Takes kernels in the llvm phase. `observed` compiles them so that
  /// accesses to memory are seen, `covered` so that runs count what they
  /// execute. Errors: what the executor cannot run.
  static llvm::Expected<KernelRun> create(mlir::gpu::GPUModuleOp kernels,
                                          bool observed, bool covered = false);

  const target::ScanDescription &description() const { return *scan; }
  const launch::Cadence &cadence() const { return scan->cadence; }

  /// Scans whole elements, one after another as C structs, and returns the
  /// outputs so, whatever arrays the kernels have them in. The error is the
  /// executor's, or names an output that no kernel wrote.
  llvm::Expected<std::vector<uint8_t>> run(llvm::ArrayRef<uint8_t> input,
                                           const RunSettings &settings);

  /// The same of several inputs of one length, one behind the other in a stream
  /// and on one workspace. Launches overlap as the kernels allow; each scan has
  /// arrays of its own.
  llvm::Expected<std::vector<ScanOutput>>
  runInStream(llvm::ArrayRef<ScanInput> inputs, const RunSettings &settings);

  /// Launches the kernels on memory of the caller's: each array of the input
  /// and of the output has room for n elements, in rows without gaps, and the
  /// workspace for workspaceBytes(n); it is zero where the scan asks for that.
  /// `chains` are those of n = 0.
  llvm::Error launch(llvm::ArrayRef<const void *> input,
                     llvm::ArrayRef<void *> output, void *workspace, uint64_t n,
                     const RunSettings &settings, scanc_states states = {},
                     uint64_t chains = 1);
  uint64_t workspaceBytes(uint64_t n) const;
  /// Whether outputs may replace the input: array by array they are as large.
  bool canBeInPlace() const;
  /// Whether they are of rows, and of rows that may lie apart.
  bool areOfRows() const { return scan->isOfRows(); }
  bool haveStrides() const {
    return scan->isOfRows() && scan->moreSizes.size() > 1;
  }
  /// Whether they are of chains along an axis.
  bool areOfAxis() const { return scan->isOfAxis(); }
  /// Of such kernels, what a block walks along, and what blocks draw; all 0: no
  /// tiles are ever drawn.
  const StripShape &strips() const { return stripShape; }
  const StripShape &drawnStrips() const { return drawnShape; }
  /// Whether there are several chains.
  bool haveChains() const { return areOfRows() || areOfAxis(); }

  /// What runs count; empty unless they do.
  const simt::CoverageMap &coverage() const { return executor->coverage(); }

  /// As the runtime takes it; points into description().
  const scanc_scan &runtimeScan() const { return runtime; }

  /// Which of these counts of coverage() no launch can reach, as LLVM proves.
  std::vector<bool> proveUnreachable(llvm::ArrayRef<uint32_t> counts) const;

  /// 0, 1, 2, lengths around a warp, and around the turning points of the
  /// launch rule, ascending.
  std::vector<uint64_t> interestingSizes(unsigned multiprocessors) const;

private:
  KernelRun() = default;
  scanc_scan runtimeFor(const RunSettings &settings) const;
  llvm::SmallVector<uint64_t> sizesFor(uint64_t n, const RunSettings &settings,
                                       uint64_t chains) const;
  // On the heap: the runtime's scan points at the description's name.
  std::unique_ptr<target::ScanDescription> scan;
  scanc_scan runtime = {};
  std::unique_ptr<simt::Executor> executor;
  StripShape stripShape, drawnShape;
  std::string bitcode; // of what the executor was given, if runs are counted
  bool observed = false;
};

} // namespace scanc::verify

#endif // SCANC_VERIFY_KERNELRUN_H
