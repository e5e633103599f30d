//===- RealElements.h - Elements to scan, and their comparison --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements for which any operator makes sense: those that the scan declares
// (Elements.h); else fields are small natural numbers, or floats between 1/2
// and 2. Outputs are compared bit by bit where
// all state values are integers. Floats may differ by rounding, which depends
// on the circuit, so they are compared loosely, as long as the serial scan
// stays finite: enough to see an element that is missing, doubled or misplaced
// among few, and no more. What is exact about floats is the proof. Halves as
// states round so much that they are not compared.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_REALELEMENTS_H
#define SCANC_LIB_VERIFY_REALELEMENTS_H

#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanc::verify {

class RealElements {
public:
  /// `declared` elements, as in memory, are the ones to choose among, if any.
  RealElements(const target::ScanDescription &scan,
               std::vector<uint8_t> declared, uint64_t seed)
      : scan(scan), declared(std::move(declared)), seed(seed) {}

  /// n elements as they lie in memory; the same for the same n and seed.
  std::vector<uint8_t> make(uint64_t n) const;

  /// Empty if outputs can be compared, else why not.
  std::string whyNotCompared() const;

  /// Empty if they agree, else the first output that does not.
  std::string compare(llvm::ArrayRef<uint8_t> got,
                      llvm::ArrayRef<uint8_t> expected) const;

private:
  const target::ScanDescription &scan;
  std::vector<uint8_t> declared;
  uint64_t seed;
};

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_REALELEMENTS_H
