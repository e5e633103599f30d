//===- Wings.h - Pairing up before, spreading after -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Around a circuit for every 2^l-th column: l levels of Brent-Kung's up-sweep
// before, l levels of its down-sweep after. The circuit in the middle is half
// as wide with each level, and one stage deeper. n = 8, l = 1:
//
//   0 1 2 3 4 5 6 7
//   o-o o-o o-o o-o     up: odd columns hold pairs
//     |   |   |   |     the middle circuit, on odd columns
//     +-o +-o +-o       down: even columns take what is on their left
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_FAMILIES_WINGS_H
#define SCANC_LIB_CIRCUITS_FAMILIES_WINGS_H

#include "scanc/Circuits/ColumnBuilder.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace scanc::circuits {

/// Adds combines for positions 0, 1, ... of a narrower circuit: position p is
/// column (p + 1) * 2^levels - 1.
class Middle {
public:
  Middle(ColumnBuilder &columns, int64_t width, int64_t levels)
      : width(width >> levels), columns(columns), levels(levels) {}

  void combine(int64_t from, int64_t to) {
    columns.combine(columnOf(from), columnOf(to));
  }
  void endStage() { columns.endStage(); }

  const int64_t width;

private:
  int64_t columnOf(int64_t position) const {
    return ((position + 1) << levels) - 1;
  }

  ColumnBuilder &columns;
  int64_t levels;
};

/// A circuit of `width` with `levels` of wings around what `middle` adds.
Network withWings(int64_t width, int64_t levels,
                  llvm::function_ref<void(Middle &)> middle);

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_FAMILIES_WINGS_H
