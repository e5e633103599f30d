//===- Axis.h - Chains along an axis of a tensor ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DOMAINS_AXIS_H
#define SCANC_DOMAINS_AXIS_H

#include "mlir/IR/DialectRegistry.h"

#include <cstdint>
#include <vector>

namespace scanc::prefix {

/// Adds `axis` to the dialect.
void registerAxis(mlir::DialectRegistry &registry);

/// The size `stretch` of arrays with such strides: of each array, the axis' and
/// those of the other dimensions, of which the last one has `innermost` chains.
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

#endif // SCANC_DOMAINS_AXIS_H
