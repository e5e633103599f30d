//===- RealElements.h - Elements to scan, and their comparison --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What fault a wrong kernel shows depends on the elements: a maximum that every
// output has already reached hides an element that is missing, and so does a
// product after a zero. So elements are drawn in several ways (see
// RealElements.cpp), each field in its own if that helps, and the scan is
// computed for each by definition. The way is taken whose outputs change most
// often from one element to the next, and in which another element at some
// place changes the most outputs behind it: else a block could scan on from the
// wrong prefix unseen. Elements that the scan declares (Elements.h) come first.
//
// Outputs are compared bit by bit where several associations of the definition
// give the same bits (ReferenceScan.h): integers, and floats at which the
// operator does not round, which ways with such elements are preferred for.
// Where it does round, floats are compared loosely, as long as they stay
// finite, and halves as states not at all. What is exact about floats is the
// proof.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_REALELEMENTS_H
#define SCANC_LIB_VERIFY_REALELEMENTS_H

#include "scanc/Target/ScanDescription.h"
#include "scanc/Verify/ReferenceScan.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanc::verify {

/// What a scan of some elements gives by definition.
struct ExpectedOutputs {
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> finals; // states after chains, of a scan that leaves any
  bool exact = false;          // whatever the association
};

/// How elements are chained: in rows of `row`; 0: in one. Of no elements, there
/// are `chains` chains. `initial` are the states that they start from; none:
/// what the scan says itself.
struct ChainsOfElements {
  uint64_t row = 0, chains = 1;
  std::vector<uint8_t> initial = {};
};

class RealElements {
public:
  /// Chooses how elements are drawn. `declared` elements, as in memory, are the
  /// ones to choose among, if any.
  RealElements(const target::ScanDescription &scan,
               std::vector<uint8_t> declared, uint64_t seed,
               ReferenceScan &reference);

  /// n elements as they lie in memory; the same for the same n, seed and number
  /// of the scan.
  std::vector<uint8_t> make(uint64_t n, uint64_t number = 0) const;

  /// States that `count` chains may start from: what elements come to.
  std::vector<uint8_t> makeStates(uint64_t count, uint64_t number = 0) const;

  /// The outputs for elements that make() gave.
  llvm::Expected<ExpectedOutputs>
  expect(llvm::ArrayRef<uint8_t> elements,
         const ChainsOfElements &chains = {}) const;

  /// Empty if outputs can be compared with these, or with those of most
  /// elements, else why not.
  std::string whyNotCompared(const ExpectedOutputs &expected) const {
    return whyNotCompared(expected.exact);
  }
  std::string whyNotCompared() const { return whyNotCompared(isExact); }

  /// Empty if they agree, else the first output that does not.
  std::string compare(llvm::ArrayRef<uint8_t> got,
                      const ExpectedOutputs &expected) const;
  /// The same of the states after chains.
  std::string compareFinals(llvm::ArrayRef<uint8_t> got,
                            const ExpectedOutputs &expected) const;

  /// How a field is drawn.
  enum class Draw {
    Small,
    Bits,
    Units,
    Rising,
    Falling,
    Clearing,
    Setting,
    Zero,
    One
  };
  /// For each field; empty: elements are chosen among the declared ones.
  using Way = std::vector<Draw>;
  const Way &way() const { return chosen; }

private:
  /// What rises or falls does so in order, unless `order` is given: a lot.
  std::vector<uint8_t> make(const Way &way, uint64_t n, uint64_t seed,
                            std::optional<uint64_t> order = {}) const;
  std::vector<Way> ways() const;
  uint64_t sensitivity(const Way &way, uint64_t n,
                       llvm::ArrayRef<uint8_t> outputs) const;
  std::string whyNotCompared(bool exact) const;
  void choose();

  const target::ScanDescription &scan;
  std::vector<uint8_t> declared;
  uint64_t seed;
  ReferenceScan &reference;
  Way chosen;
  bool isExact = true; // of many elements, drawn so
};

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_REALELEMENTS_H
