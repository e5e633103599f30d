//===- Candidates.h - What is compiled and measured to tune -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tuning goes in stages (Merrill and Grimshaw 2009, section 4):
//
//   survey     skeletons, which move data and compute nothing, over threads,
//              bytes of an access, loads under way, stages, and who copies
//   blocks     the blocks of a multiprocessor, of one scan by each strategy
//              that tunes them
//   plan       whole scans, of elements of 1, 2, 4, 8 and 16 bytes: the sizes
//              of a strategy that are known, the incumbent, and some that
//              differ from them in one thing or a few
//   crossover  up to how many tiles one block is as fast as the grid
//
// Strategies say what there is to try of them (StrategyTuning); those that the
// GPU cannot run are left out.
//
// A candidate is compiled once; a measurement is a candidate at one n, some of
// them with another number of blocks or with one.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TUNE_CANDIDATES_H
#define SCANC_TUNE_CANDIDATES_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Dialect/Prefix/Transforms/Tuning.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanc::tune {

/// A tensor without gaps, in C order, and the dimension to scan along.
struct Tensor {
  std::vector<uint64_t> extents;
  size_t axis = 0;

  bool operator==(const Tensor &) const = default;
  uint64_t count() const;
  /// "8x512x64".
  std::string describeExtents() const;
};

/// What scans of a domain are tuned for: rows, tensors of two dimensions along
/// the last one, or tensors along any axis.
struct DomainRequest {
  std::string domain;
  std::vector<Tensor> tensors;
};

struct Candidate {
  std::string name;     ///< Of its scan, kernels and files.
  std::string source;   ///< A module of one scan.
  std::string strategy; ///< Empty: the plan in the source says.
  std::string skeleton; ///< "in" or "in_out"; empty for a scan.
  int64_t bytes = 4;    ///< Of an element.
  std::string domain;   ///< Of its scan; empty: lines.
  std::string plan;     ///< What its author says of it.
  bool mayFail = false; ///< It is left out if it does not compile.
  std::shared_ptr<const prefix::Tuning> tuning; ///< Null for the built-in one.
};

struct Measurement {
  size_t candidate = 0;
  std::string id;
  /// What it is, for whoever reads the results: "stage", and by stage
  /// "strategy", "sizes", "bytes", "skeleton".
  llvm::json::Object what;
  /// Elements; where `tiles` is not 0, so many tiles of the single block.
  uint64_t n = 0, tiles = 0;
  int64_t blocksPerSM = 0;      ///< 0: the plan's.
  bool single = false;          ///< By one block.
  std::optional<Tensor> tensor; ///< Instead of a line.
};

struct Candidates {
  std::vector<Candidate> candidates;
  /// Those of one candidate follow each other, and so do those of a size of
  /// elements.
  std::vector<Measurement> measurements;
};

/// Those of the dialect's strategies for an architecture around `base`, the
/// incumbent, which has their tables. `quick` asks for a fraction of them, on
/// 4-byte elements, that says whether everything works.
Candidates makeCandidates(const prefix::PrefixDialect &dialect,
                          llvm::StringRef arch, prefix::Tuning base,
                          bool quick);

/// Plans of scans of a domain, each with one or two of its numbers halved or
/// doubled, and the tensors to measure them on. The first of each size of
/// elements is the incumbent, which the planner chooses by `base`. Error: the
/// architecture has no plan.
llvm::Expected<Candidates> makeDomainCandidates(llvm::StringRef arch,
                                                const prefix::Tuning &base,
                                                const DomainRequest &request,
                                                bool quick);

/// Erases all scans but the one over the domain, from the circuit phase on;
/// an empty name keeps all.
void keepDomain(mlir::ModuleOp module, llvm::StringRef domain);

/// A module of one exclusive sum of elements of so many bytes; `clauses` stand
/// behind its types.
std::string makeScan(llvm::StringRef name, int64_t bytes,
                     llvm::StringRef clauses = "");

} // namespace scanc::tune

#endif // SCANC_TUNE_CANDIDATES_H
