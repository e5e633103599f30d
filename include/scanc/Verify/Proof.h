//===- Proof.h - Kernels that scan for every operator -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A circuit is proven by its types. A kernel does more: it deals elements to
// threads, keeps carries, reloads, guards a ragged end. Here its own state is
// the proof. In the lifted kernel (prefix-lift-to-intervals) a value is the
// interval of elements that it combines, and a combine of anything but
// neighbours in order is poisoned:
//
//   input     [0,1) [1,2) [2,3) [3,4) ...
//   output    [0,1) [0,2) [0,3) [0,4) ...      inclusive
//             none  [0,1) [0,2) [0,3) ...      exclusive
//             [-1,0) [-1,1) [-1,2) ...         exclusive, with an init
//   state     [~b,b)                           that a chain from b on starts with
//   output    [~b,b) [~b,b+1) ...              exclusive, of such a chain
//
// Chong, Donaldson and Ketema (POPL 2014): a program that treats states as
// opaque, given to combine and moved about, computes the scan of every
// associative operator at this n if and only if it does so for intervals. So
// one run stands for all operators and all inputs. It does not stand for
// another n, another grid, or another interleaving of threads than those that
// the races it is free of allow.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_VERIFY_PROOF_H
#define SCANC_VERIFY_PROOF_H

#include "scanc/Target/ScanDescription.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanc::verify {

/// Whether the kernels scan intervals: their monoid is of intervals.mlir.
bool scansIntervals(const target::ScanDescription &scan);

/// Bits of a bound of the intervals that they scan: 32 or 64.
unsigned intervalBits(const target::ScanDescription &scan);

/// The input for n elements, as it lies in memory: in the order of the scan,
/// element k is [k, k + 1), or of another length, [k length, (k + 1) length),
/// so that no two scans have anything in common but the init.
std::vector<uint8_t> intervalInput(const target::ScanDescription &scan,
                                   uint64_t n, unsigned length = 1);

/// What scans of intervals are of: chains of `row` elements (0: all are one),
/// of the length that intervalInput() gives them.
struct IntervalChains {
  unsigned length = 1;
  uint64_t row = 0;
  /// Of no elements, how many chains there are.
  uint64_t chains = 1;
  /// Whether chains start from the states of intervalStates().
  bool haveStates = false;
};

/// The states that chains of n elements in all start from, in the order of
/// memory: before the elements from b on, [~b, b). A mark of its own for each,
/// which joins no elements but those of its chain.
std::vector<uint8_t> intervalStates(const target::ScanDescription &scan,
                                    uint64_t n, const IntervalChains &chains);

/// Empty if `output` is the scan of that intervalInput(); else what is wrong
/// with its first wrong element and how many are, such as "output 33 combines
/// elements 1 to 33, expected 0 to 33; 12 of 100 outputs are wrong".
std::string checkIntervals(const target::ScanDescription &scan,
                           llvm::ArrayRef<uint8_t> output,
                           const IntervalChains &chains);
/// The same of the states after chains of n elements in all.
std::string checkFinalIntervals(const target::ScanDescription &scan,
                                llvm::ArrayRef<uint8_t> finals, uint64_t n,
                                const IntervalChains &chains);

} // namespace scanc::verify

#endif // SCANC_VERIFY_PROOF_H
