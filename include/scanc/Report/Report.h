//===- Report.h - What a compiled scan does, level by level ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report sets what a plan says beside what its kernels do: per kernel, and
// in it per step of the plan, the circuit with its size and depth, and the
// combines, shuffles, barriers, bank conflicts and sectors that one scan of a
// representative length costs. Nothing is estimated: the executor runs the
// kernels and counts (MemoryProfile.h). Bank conflicts of block scans are also
// predicted from the circuit alone (BlockAccesses.h), so that each figure
// checks the other.
//
//   Levels levels = collectLevels(kernels);       // in the kernel phase
//   ... lower to the llvm phase, combines counted ...
//   Expected<Report> report = measure({{kernels, std::move(levels)}}, options);
//   renderText(*report), renderJson(*report), renderHtml(*report)
//
// A scan along an axis has kernels for tensors of different shapes, so that a
// report of all of them has several runs.
//
// docs/Report.md defines each figure.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_REPORT_REPORT_H
#define SCANC_REPORT_REPORT_H

#include "scanc/Circuits/BankConflicts.h"
#include "scanc/Circuits/Network.h"
#include "scanc/Dialect/Prefix/Analysis/ProgramCost.h"
#include "scanc/Target/ScanDescription.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scanc::reports {

//===----------------------------------------------------------------------===//
// What the plan says
//===----------------------------------------------------------------------===//

/// A circuit of the plan.
struct Circuit {
  std::string name; // its symbol
  circuits::Network network;
};

/// A circuit as a step runs it.
struct LevelCircuit {
  std::string name;
  int64_t width = 0, size = 0, depth = 0;
  bool reduction = false; // only what the last output depends on
};

/// What the plan makes of one circuit of a block, computed and not measured.
struct BlockCircuit {
  std::string circuit, mapping; // a symbol, and the attribute's text
  /// Of one run, by part.
  std::map<std::string, prefix::PartCost> parts;
  int64_t combines = 0, barriers = 0, warpSyncs = 0;
  int64_t cells = 0, bytes = 0; // with the layout's gaps
  /// The layouts that were considered, the cheapest first; and which it is,
  /// one of them unless the author chose another.
  std::vector<prefix::LayoutCandidate> layouts;
  prefix::Layout layout;

  bool operator==(const BlockCircuit &other) const {
    return circuit == other.circuit && mapping == other.mapping &&
           parts == other.parts;
  }
};

struct Levels {
  std::vector<Circuit> circuits;
  /// By kernel and step, in the order in which steps first appear.
  std::map<std::string, std::vector<std::pair<std::string, LevelCircuit>>>
      steps;
  /// By kernel: its circuits of a block, each once.
  std::map<std::string, std::vector<BlockCircuit>> blocks;
};

/// Reads what each level runs off kernels in the kernel phase, and their plan.
Levels collectLevels(mlir::gpu::GPUModuleOp kernels);

//===----------------------------------------------------------------------===//
// What the kernels do
//===----------------------------------------------------------------------===//

struct SharedMemory {
  uint64_t requests = 0, divergent = 0;
  circuits::BankCost banks32, banks16;
};

struct GlobalMemory {
  uint64_t requests = 0, divergent = 0;
  uint64_t sectors = 0, leastSectors = 0;
  uint64_t bytesRead = 0, bytesWritten = 0;
};

/// A step of a kernel, or a sum of steps.
struct Step {
  std::string name; // "block_scan: stage 1"
  std::vector<LevelCircuit> circuits;
  uint64_t combines = 0, keptCombines = 0;
  uint64_t shuffles = 0, votes = 0, otherCollectives = 0;
  uint64_t warpSyncs = 0, barriers = 0;
  SharedMemory shared;
  GlobalMemory global;
  /// Of one block scan.
  std::optional<prefix::PartCost> predicted;

  Step &operator+=(const Step &other);
  /// Whether what was measured is a multiple of what was predicted.
  bool agrees() const;
};

/// A tensor without gaps, in C order, and the dimension to scan along.
struct TensorShape {
  std::vector<uint64_t> extents;
  size_t axis = 0;

  /// "8x512x64 along axis 1", as the options have it.
  std::string describe() const;
};

/// One scan.
struct Run {
  uint64_t n = 0;                    // elements
  uint64_t row = 0;                  // elements of a row, where it scans rows
  std::optional<TensorShape> tensor; // where it scans along an axis

  /// "5000", "5000 in rows of 100", "5000 of 10x50x10 along axis 1".
  std::string describe() const;
};

/// One launch.
struct Kernel {
  std::string name, suffix;         // "sum_reduce", "reduce"
  size_t run = 0;                   // of Report::runs
  uint64_t blocks = 0, threads = 0; // of a block
  uint64_t sharedBytes = 0;         // of a block
  std::vector<Step> steps;
  Step total;
  std::vector<BlockCircuit> blockCircuits;
};

struct Report {
  target::ScanDescription scan; // of the form whose kernels ran
  std::vector<Run> runs;
  unsigned multiprocessors = 0;
  uint64_t workspaceBytes = 0; // of the run that takes most
  std::vector<Circuit> circuits;
  std::vector<Kernel> kernels; // in the order of their launches
  Step total;                  // of all runs

  /// Elements of all runs.
  uint64_t n() const;
  const Run &runOf(const Kernel &kernel) const { return runs[kernel.run]; }
};

struct MeasureOptions {
  /// Elements to scan; 0 for a length that has every streaming block scan more
  /// than one tile and ends within one.
  uint64_t n = 0;
  /// Of rows, elements of each; n becomes a multiple of it.
  uint64_t row = 1000;
  /// Along an axis, what to scan. If none is given, one for each kernel, of
  /// which each block scans more than one tile if it can.
  std::optional<TensorShape> tensor;
  /// What the grid is made for; few, so that few elements fill it.
  unsigned multiprocessors = 2;
};

/// Kernels in the llvm phase, their combines counted
/// (CompileOptions::countCombines), and what they are in the kernel phase.
struct MeasuredForm {
  mlir::gpu::GPUModuleOp kernels;
  Levels levels;
};

/// Scans on the executor and counts. `forms` are those of one scan: one, or all
/// that its functions for an axis take. Errors: those of the executor; a tensor
/// that the scan's functions refuse.
llvm::Expected<Report> measure(std::vector<MeasuredForm> forms,
                               const MeasureOptions &options);

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// Aligned tables.
std::string renderText(const Report &report);
/// One object; the keys are in docs/Report.md and stay.
std::string renderJson(const Report &report);
/// A page that stands alone: no script, nothing from the network. `docs` is the
/// address of the documentation's folder, without a slash at its end; where it
/// is empty, the pages of the documentation are named and not linked to.
std::string renderHtml(const Report &report, llvm::StringRef docs = "");

} // namespace scanc::reports

#endif // SCANC_REPORT_REPORT_H
