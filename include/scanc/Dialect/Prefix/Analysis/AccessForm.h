//===- AccessForm.h - How a thread computes an index ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fourth of the four choices between a graph and a machine: how a lane
// finds an operand. A step gives a number per active lane (the lane or the
// cell to read); the cheapest form that agrees with it on every active lane is
//
//   offset    lane - d                        Kogge-Stone: a shuffle up
//   bits      c + a * lane + b * (lane >> s)  Sklansky: ((lane >> s) << s) - 1
//   table     a number per lane               anything
//
// (Merrill and Grimshaw 2009, section 3.2.4, calls the last the thread
// specialization table.) What inactive lanes compute does not matter.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_ACCESSFORM_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_ACCESSFORM_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace scanc::prefix {

struct AccessForm {
  enum class Kind { Offset, Bits, Table };
  Kind kind = Kind::Offset;
  int64_t offset = 0;                           // Offset: lane - offset
  int64_t constant = 0, scale = 0, shifted = 0; // Bits: c, a, b
  unsigned shift = 0;                           // Bits: s
  std::vector<int32_t> table; // Table: per lane, 0 if inactive

  /// The number of an active lane by this form.
  int64_t evaluate(int64_t lane) const;
};

/// `indices[lane]` is the number of an active lane, negative for an inactive
/// one. At least one lane is active. `table` asks for a table in any case.
AccessForm findAccessForm(llvm::ArrayRef<int32_t> indices, bool table = false);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_ACCESSFORM_H
