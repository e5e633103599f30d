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

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_IR_STRETCHLAYOUT_H
