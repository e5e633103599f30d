//===- Bounds.cpp - What no prefix circuit can beat -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"

#include "scanc/Circuits/Generators.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace scanc::circuits;

/// The least size at width 2^k and depth k.
static int64_t leastSizeAtLeastDepth(int64_t k) {
  int64_t width = int64_t(1) << k, root = int64_t(1) << (k / 2);
  return (7 * width - (17 + 7 * (k % 2)) * root) / 2 + k + 5;
}

int64_t scanc::circuits::sizeLowerBound(int64_t width, int64_t depth) {
  int64_t snir = 2 * width - 2 - std::min(depth, width - 1);
  if (depth >= leastZeroDeficiencyDepth(width))
    return snir;
  int64_t levels = llvm::Log2_64_Ceil(width);
  if (llvm::isPowerOf2_64(width) && depth == levels)
    return std::max(snir + 1, leastSizeAtLeastDepth(levels));
  return snir + 1;
}
