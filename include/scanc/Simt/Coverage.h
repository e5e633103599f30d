//===- Coverage.h - What of a module's code has run -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run says nothing about code that it does not execute. An executor that is
// created with `Instrumentation::coverage` counts, in the module as it is
// given:
//
//   access    a load, a store, an atomic, an asynchronous copy, a barrier or a
//             warp collective
//   edge      each way out of a conditional branch or a switch
//   choice    each side of a select of one bit
//   outcome   of an integer comparison: less, equal and greater. A comparison
//             whose operands were never equal does not tell `ult` from `ule`.
//             Nor does one that came no nearer than 2 from the other side tell
//             `a < b` from `a < b - 1`: one less, or one more for `ule` and
//             `ugt`, is an outcome, too.
//
// For a comparison it also keeps how close its operands came without being
// equal, the branch distance of search-based testing (B. Korel, "Automated
// Software Test Data Generation", TSE 1990): a bound that was missed by 3 may
// be met by an input of 3 elements more.
//
// A loop that counts from 0 by ones compares less and then equal; that what it
// counts to could be negative is no outcome of its own.
//
// Not counted are comparisons of values from memory that only choose between
// such values: they are the operator's, and what it does depends on elements
// and not on where in the scan they are.
//
// Code that no run reaches may be code that none can. proveUnreachable() puts a
// call of a marker at each such point of a copy of the module, tells LLVM what
// is known about the launches, optimises, and sees which calls are left: T.
// Theodoridis, M. Rigger and Z. Su, "Finding Missed Optimizations through the
// Lens of Dead Code Elimination", ASPLOS 2022.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_SIMT_COVERAGE_H
#define SCANC_SIMT_COVERAGE_H

#include "scanc/Simt/Observation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace scanc::simt {

/// Something that can happen in a function of a module.
struct CoveragePoint {
  enum class Kind { Access, Edge, Choice, Outcome };
  Kind kind = Kind::Access;
  std::string function;
  Place place;
  std::string what;        // "store of 4 bytes", "taken", "ult: equal"
  std::string instruction; // as LLVM prints it
  /// Of its count. Points that happen together share one.
  uint32_t count = 0;
  /// Of an outcome, its comparison.
  std::optional<uint32_t> comparison;
  /// Whether the operands come to be one apart: the outcome `less` or
  /// `greater`, at its least distance.
  enum class Next { No, Below, Above };
  Next next = Next::No;
};

/// "access", "edge", "choice" or "outcome".
llvm::StringRef toString(CoveragePoint::Kind kind);

/// What an executor counts.
struct CoverageMap {
  /// In the order of functions, blocks and instructions.
  std::vector<CoveragePoint> points;
  /// For each comparison the counts of less, equal, greater and one apart
  /// follow each other, from here on.
  std::vector<uint32_t> comparisons;
  uint32_t counts = 0;

  bool empty() const { return points.empty(); }
};

/// What launches have counted.
class CoverageCounts {
public:
  CoverageCounts() = default;
  explicit CoverageCounts(const CoverageMap &map);

  /// How often it happened, in all threads; of operands one apart, whether.
  uint64_t of(const CoveragePoint &point) const;

  /// The least distance of the operands of a comparison where the first was
  /// less than the second, or greater; none if it never was.
  std::optional<uint64_t> below(uint32_t comparison) const;
  std::optional<uint64_t> above(uint32_t comparison) const;

  /// Counts what `other` has counted, too.
  void add(const CoverageCounts &other);

  /// For compiled code: the counts, then two distances for each comparison.
  uint64_t *data() { return words.data(); }

private:
  uint32_t counts = 0;
  std::vector<uint64_t> words;
};

/// What is known about the launches of a kernel.
struct KernelFacts {
  bool isLaunched = true;
  /// Of the kernel's arguments that are integers: the least and the greatest
  /// value, by number.
  struct Range {
    unsigned argument;
    uint64_t least, greatest;
  };
  std::vector<Range> arguments;
  /// The arguments that are pointers aligned to 16 bytes.
  std::vector<unsigned> aligned;
  /// An argument that is more, or not more, than so many for each block.
  struct Share {
    unsigned argument;
    uint64_t perBlock;
    bool isMore;
  };
  std::optional<Share> share;
  unsigned threads = 0;                 // of a block, in x; 0: not known
  uint64_t greatestGrid = 0;            // blocks in x; 0: not known
  std::optional<unsigned> gridArgument; // the argument that is the grid's size
};

/// Which of `counts`, indices of CoverageMap, no launch can reach, as LLVM
/// proves. `module` is the one that the executor was given, and is changed.
/// `facts` gives what is known of a kernel of that name.
std::vector<bool>
proveUnreachable(llvm::Module &module, llvm::ArrayRef<uint32_t> counts,
                 const std::function<KernelFacts(llvm::StringRef)> &facts);

} // namespace scanc::simt

#endif // SCANC_SIMT_COVERAGE_H
