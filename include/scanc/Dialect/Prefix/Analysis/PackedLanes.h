//===- PackedLanes.h - Narrow elements combined in words --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which elements of 8 and 16 bits stay in words of 32 bits all the way from
// memory to memory. prefix-pack-narrow has them do so; the planner counts their
// registers.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_PACKEDLANES_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_PACKEDLANES_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#include <optional>

namespace scanc::prefix {

/// MinF and MaxF are of halves, by IEEE 754-2019: NaN propagates, -0 < +0.
enum class PackedOperator {
  Add,
  Mul,
  And,
  Or,
  Xor,
  MinS,
  MinU,
  MaxS,
  MaxU,
  MinF,
  MaxF
};

/// What the lanes of words are, and how they are combined.
struct PackedLanes {
  PackedOperator op;
  mlir::Type element;      // an integer of 8 or 16 bits; a float of 16
  bool isReversed = false; // the first element of a word is in its highest lane

  unsigned bits() const { return element.getIntOrFloatBitWidth(); }
  int64_t count() const { return 32 / bits(); }
};

/// Lanes for elements of the types `element`, to be combined by `monoid`: where
/// an element is one narrow number, and a combine one instruction on the low
/// and the high state, whatever the monoid is called. A product has no bits to
/// spare for a wider state.
std::optional<PackedLanes> findLanes(MonoidOp monoid,
                                     llvm::ArrayRef<mlir::Type> element);

/// Whether outputs of `lanes` follow from a seed of type `state` that is
/// narrowed to an element. Lower bits follow from lower bits, and a rounded
/// extreme from rounded floats, since rounding keeps order; the extreme of
/// integers does not, if the seed is out of their range.
bool canScanPacked(const PackedLanes &lanes, mlir::Type state);

/// Whether memory of `output` differs from that of the lanes' elements in signs
/// at most.
bool canStorePacked(const PackedLanes &lanes,
                    llvm::ArrayRef<mlir::Type> output);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_PACKEDLANES_H
