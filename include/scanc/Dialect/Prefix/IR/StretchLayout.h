//===- StretchLayout.h - Chains that fill a stretch of memory ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_STRETCHLAYOUT_H
#define SCANC_DIALECT_PREFIX_IR_STRETCHLAYOUT_H

#include <cstdint>
#include <vector>

namespace scanc::prefix {

/// The region of a warp for one array of a stretch: see `fetch_stretch`.
struct StretchLayout {
  /// Bytes between the elements of two lanes that follow each other, so that
  /// lanes use different banks.
  static constexpr int64_t padBytes = 16;

  static int64_t bytesOf(int64_t rows, int64_t items, int64_t elementBytes) {
    return 32 * (rows * items * elementBytes + padBytes);
  }
};

/// How many chains fill a stretch of memory (the size `stretch` of `axis`), of
/// arrays with such strides: of each, the axis' and those of the other
/// dimensions, of which the last one has `innermost` chains.
template <class Strides>
uint64_t chainsOfStretch(uint64_t innermost,
                         const std::vector<Strides> &ofArrays) {
  uint64_t width = 0;
  for (const Strides &strides : ofArrays) {
    const uint64_t own =
        strides.front() == 1 ? 1
        : strides.back() == 1 &&
                strides.front() == static_cast<int64_t>(innermost)
            ? innermost
            : 0;
    if (own == 0 || (width != 0 && own != width))
      return 0;
    width = own;
  }
  return width;
}

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_STRETCHLAYOUT_H
