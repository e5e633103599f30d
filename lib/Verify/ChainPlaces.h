//===- ChainPlaces.h - Where chains lie in memory ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are numbered chain after chain, each as it lies in memory, whatever
// is between them. That is how inputs are made and outputs are judged; where an
// element lies in an array is said here.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_VERIFY_CHAINPLACES_H
#define SCANC_LIB_VERIFY_CHAINPLACES_H

#include "scanc/Verify/TensorForm.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace scanc::verify {

/// Where the chains of an array lie. Everything is in elements.
struct ChainPlaces {
  /// Elements of each chain.
  uint64_t length = 0;
  /// From one of them to the next.
  int64_t step = 1;
  /// Where each chain begins, from the lowest element of the array on.
  std::vector<uint64_t> begins;
  /// What of the array a kernel is given: where it begins, and strides.
  uint64_t first = 0;
  llvm::SmallVector<int64_t> strides;
  /// From the lowest element to behind the highest.
  uint64_t extent = 0;

  /// Each row `apart` elements behind the one before it or, with a negative
  /// number, in front of it.
  static ChainPlaces ofRows(uint64_t rows, uint64_t length, int64_t apart);
  /// Array `number` of a tensor's inputs or outputs, which are from `inputs`
  /// on.
  static ChainPlaces ofTensor(const TensorForm &form, uint64_t chains,
                              uint64_t length, size_t number, size_t inputs);
  /// A state for each chain of a tensor.
  static ChainPlaces ofStates(const TensorForm &form, uint64_t chains);

  uint64_t count() const { return begins.size() * length; }
  uint64_t place(uint64_t k) const {
    return begins[k / length] + static_cast<int64_t>(k % length) * step;
  }
  /// Whether elements lie one behind the other.
  bool areDense() const;
  /// Of each place, whether it is an element's.
  std::vector<bool> taken() const;

private:
  /// By the strides of the axis and of the other dimensions.
  void placeChains(const TensorForm::Extents &extents,
                   llvm::ArrayRef<int64_t> strides);
};

} // namespace scanc::verify

#endif // SCANC_LIB_VERIFY_CHAINPLACES_H
