//===- CoverageProbes.h - Where coverage is counted -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The points of a module (Coverage.h) with the instructions that they are
// about. The same module gives the same probes, so that counts can be found
// again in a copy.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_COVERAGEPROBES_H
#define SCANC_LIB_SIMT_COVERAGEPROBES_H

#include "scanc/Simt/Coverage.h"

namespace llvm {
class BasicBlock;
class ICmpInst;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace scanc::simt {

struct CoverageProbes {
  /// A block that is entered.
  struct Entry {
    llvm::BasicBlock *block;
    uint32_t count;
  };
  /// A way out of a block that others lead to, too.
  struct Edge {
    llvm::Instruction *branch;
    unsigned successor;
    uint32_t count;
  };
  /// A bit that selects, seen at `at`: `count` is of false, the next of true.
  struct Choice {
    llvm::Value *condition;
    llvm::Instruction *at;
    uint32_t count;
  };
  /// `count` is of less, the next of equal, then of greater, then of one
  /// apart.
  struct Comparison {
    llvm::ICmpInst *compare;
    uint32_t count;

    /// Whether one less, and not one more, is decided otherwise than equal.
    bool isNextBelow() const;
  };

  std::vector<Entry> entries;
  std::vector<Edge> edges;
  std::vector<Choice> choices;
  std::vector<Comparison> comparisons;
  CoverageMap map;
};

/// `placeOf` says where an instruction comes from.
CoverageProbes findCoverageProbes(
    llvm::Module &module,
    const std::function<Place(const llvm::Instruction &)> &placeOf);

/// Has the module count, in words that the run-time has for each launch:
/// CoverageCounts::data().
CoverageMap insertCoverage(llvm::Module &module,
                           const Instrumentation &instrumentation);

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_COVERAGEPROBES_H
