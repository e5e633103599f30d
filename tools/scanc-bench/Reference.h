//===- Reference.h - What the right answer is -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scan by its definition, on the CPU, one element after another
// (scanc/Verify/ReferenceScan.h): no circuit, no plan, no lanes, no PTX. It is
// computed once for the largest n: an input is the beginning of every longer
// one, and so is a forward scan's output; of a reverse scan, whose outputs
// begin at the end, the shorter inputs are the ends of the longest. Maps can
// look at what is beyond such an end: scans with maps have a reference for each
// n of a line.
//
// Elements are numbered chain after chain, wherever they lie, so that what is
// chosen for a line does in a chain along any axis what it does in the line.
//
// References of several subjects are computed at once, a thread each, before
// anything is timed: while the GPU is measured the CPU does nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_REFERENCE_H
#define SCANC_TOOLS_SCANC_BENCH_REFERENCE_H

#include "Subject.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scanc::bench {

/// A subject with all that it takes to measure and to check it.
struct Prepared {
  Subject subject;
  std::vector<std::shared_ptr<Compiled>> variants; ///< Not empty.
  uint64_t n = 0;                                  ///< Elements of the input.
  uint64_t checked = 0; ///< Outputs of which the reference is known.
  std::vector<uint8_t> input, expected;
  bool exact = false; ///< Outputs must agree to the bit.

  const target::ScanDescription &description() const {
    return variants.front()->description();
  }
};

/// Whether elements become states, or states outputs, by a map.
bool hasMaps(const target::ScanDescription &scan);

/// How many outputs of a subject of n elements are compared, where about
/// `limit` are to be (0: all): in memory the first or, of a reverse scan, the
/// last ones; all outputs of as many chains as lie together or, where one such
/// group is more, as many of each of its chains.
uint64_t countChecked(const Subject &subject, uint64_t n, uint64_t limit);

/// Fills in input and reference of each; at most `threads` at a time.
llvm::Error prepareReferences(std::vector<Prepared *> subjects,
                              unsigned threads);

/// Whether output `got` is `expected` up to rounding; both as in memory.
bool isClose(const target::ScanDescription &scan, const uint8_t *got,
             const uint8_t *expected);

/// An output for an error message: "3" or "(1, 0.5)".
std::string printOutput(const target::ScanDescription &scan,
                        const uint8_t *output);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_REFERENCE_H
