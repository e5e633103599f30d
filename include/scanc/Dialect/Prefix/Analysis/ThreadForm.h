//===- ThreadForm.h - How a thread knows that it takes part -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step says of each thread whether it is active; the cheapest condition that
// says the same is used:
//
//   a range                    a comparison      Kogge-Stone: t >= d
//   a range, every 2^k-th      and a mask        a tree's level
//   a range, bit k set         a shift           Sklansky's stage k
//   a range, the same lanes
//   of each warp               a 32-bit mask     any circuit across a warp
//   anything                   a mask per warp   a table in memory
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_THREADFORM_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_THREADFORM_H

#include "scanc/Dialect/Prefix/IR/Mapping.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace scanc::prefix {

struct ThreadForm {
  int64_t first = 0, end = 0;
  ThreadPattern pattern = ThreadPattern::All;
  int64_t argument = 0;            // step, bit or mask
  std::vector<int32_t> words = {}; // of all warps
};

/// `active` is of all threads of a block, whole warps; at least one is set.
ThreadForm findThreadForm(llvm::ArrayRef<bool> active);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_THREADFORM_H
