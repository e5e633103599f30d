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
//   state     [-b,b)                that a chain starts from whose elements are
//   input     [b,b+2) [b+2,b+4) ...
//   output    [-b,b+2) [-b,b+4) ...            inclusive
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

/// What scans of intervals are of.
struct IntervalChains {
  /// Of each element: of another length, no two scans have anything in common
  /// but the init.
  unsigned length = 1;
  /// Elements of each chain; 0: all are one.
  uint64_t row = 0;
  /// Of no elements, how many chains there are.
  uint64_t chains = 1;
  /// Whether chains start from the states of intervalStates().
  bool haveStates = false;
  /// The chain that each one has its elements and its state from, by numbers in
  /// memory (TensorForm::sources); empty: all have their own.
  std::vector<uint64_t> sources = {};
};

/// The input for n elements, as it lies in memory: in the order of the scan,
/// element k is [k length, (k + 1) length). Where chains have states, elements
/// are longer by one and begin with [length + 1, 2 (length + 1)).
std::vector<uint8_t> intervalInput(const target::ScanDescription &scan,
                                   uint64_t n,
                                   const IntervalChains &chains = {});

/// The states that chains of n elements in all start from, in the order of
/// memory: before the elements from b on, [-b, b). That is what an init would
/// give joined to [b - 1, b), which is a part of an element: so it is neither
/// the state of another chain nor anything that can be made without it.
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
