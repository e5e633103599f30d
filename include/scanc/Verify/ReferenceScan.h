//===- ReferenceScan.h - A scan by its definition ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a prefix.scan must give, computed one element after another:
//
//   prefix = the initial state, init, or else the identity
//   for each element x, what `load` makes of it, from the last one on with
//   `reverse`:
//     exclusive: out = prefix;  prefix = combine(prefix, x)
//     inclusive: prefix = combine(prefix, x);  out = prefix
//
// or the same with another association, for groups of elements:
//
//   prefix = likewise;  partial = the identity
//   for each element x:
//     exclusive: out = combine(prefix, partial); partial = combine(partial, x)
//     inclusive: partial = combine(partial, x);  out = combine(prefix, partial)
//     at a group's end: prefix = combine(prefix, partial), partial = identity
//
// Elements for which all give the same bits are ones at which an operator that
// rounds does not.
//
// No circuit, no plan, no lanes: a kernel of one thread, run on the executor.
// Elements become states, and states outputs, by the ops that compiled scans
// use, so only the order in which states are combined can differ from theirs.
// Two consequences: an inclusive sum of -0 is +0, the identity's doing; and
// float results differ from a compiled scan's by rounding where combine is
// associative only up to rounding.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_VERIFY_REFERENCESCAN_H
#define SCANC_VERIFY_REFERENCESCAN_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Verify/Elements.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace scanc::simt {
class Executor;
} // namespace scanc::simt

namespace scanc::verify {

class ReferenceScan {
public:
  /// Compiles the definition of `scan`, which is in the source, circuit or
  /// plan phase; its plan is ignored. Its monoid is in the module or the
  /// prelude.
  static llvm::Expected<ReferenceScan> create(prefix::ScanOp scan);

  /// The outputs for the elements in `input`, both as in memory. Fails where
  /// `input` is no whole number of elements or is not aligned for its fields,
  /// and where a combine traps. Where the domain has chains, each is of
  /// `chain` elements; 0: all are one.
  /// `states` gets the states after the elements, in the order of the scan.
  /// `initial` are those that chains start from, in the order of memory, of a
  /// scan that takes such; none: it starts as it says itself.
  llvm::Expected<std::vector<uint8_t>>
  run(llvm::ArrayRef<uint8_t> input, uint64_t chain = 0,
      std::vector<uint8_t> *states = nullptr,
      llvm::ArrayRef<uint8_t> initial = {});

  /// Elements in a group of another association: few, as in a thread, and as
  /// many as in some tiles.
  static constexpr uint64_t groupSizes[] = {3, 100, 10007};

  /// The same, but groups of `size` elements, one of `groupSizes`, are combined
  /// first.
  llvm::Expected<std::vector<uint8_t>>
  runInGroups(llvm::ArrayRef<uint8_t> input, uint64_t size, uint64_t chain = 0,
              std::vector<uint8_t> *states = nullptr,
              llvm::ArrayRef<uint8_t> initial = {});

  /// Of states after elements, as run() gives them, those after chains, in the
  /// order of memory.
  std::vector<uint8_t> finals(llvm::ArrayRef<uint8_t> states,
                              uint64_t chain = 0) const;
  /// The states that `chains` chains start from, likewise, and what `totals`
  /// gets as their outputs, of a scan that has one more than elements.
  llvm::Expected<std::vector<uint8_t>>
  starts(uint64_t chains, llvm::ArrayRef<uint8_t> initial = {},
         std::vector<uint8_t> *totals = nullptr);

  unsigned elementSize() const { return inputs.elementSize(); }
  unsigned outputSize() const { return outputs.elementSize(); }

  ReferenceScan(ReferenceScan &&);
  ReferenceScan &operator=(ReferenceScan &&);
  ~ReferenceScan();

private:
  ReferenceScan();

  llvm::Expected<std::vector<uint8_t>>
  run(llvm::StringRef kernel, llvm::ArrayRef<uint8_t> input, uint64_t chain,
      std::vector<uint8_t> *states, llvm::ArrayRef<uint8_t> initial);
  llvm::Error launch(llvm::StringRef kernel, const ArrayParts::Values &from,
                     ArrayParts::Values &to, uint64_t count, uint64_t chain,
                     std::vector<uint8_t> &states,
                     llvm::ArrayRef<uint8_t> initial);

  ArrayParts inputs, outputs;
  unsigned stateSize = 0;
  bool isReversed = false, hasTotal = false;
  std::unique_ptr<simt::Executor> executor;
};

/// `ReferenceScan` for one run.
llvm::Expected<std::vector<uint8_t>>
referenceScan(prefix::ScanOp scan, llvm::ArrayRef<uint8_t> input);

} // namespace scanc::verify

#endif // SCANC_VERIFY_REFERENCESCAN_H
