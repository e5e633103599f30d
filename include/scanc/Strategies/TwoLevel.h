//===- TwoLevel.h - A grid reduces, and scans -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_STRATEGIES_TWOLEVEL_H
#define SCANC_STRATEGIES_TWOLEVEL_H

#include "scanc/Launch/LaunchRule.h"

#include "mlir/IR/DialectRegistry.h"

namespace scanc::prefix {

/// Adds `two_level_streaming` to the dialect.
void registerTwoLevel(mlir::DialectRegistry &registry);

/// Its launch rule: `rule` has the parameters that all have.
///
/// C is blocks_per_sm blocks on every multiprocessor: enough to saturate the
/// memory, all at work at once, and as many on each. Blocks walk their
/// stretches in step, so that their accesses lie a stretch apart; where that is
/// a multiple of a large power of two, they meet in few memory channels.
/// Merrill and Grimshaw found n near multiples of 32 C tiles bad, and made C
/// less until n was far from one (sections 4.2.2 and 4.3). The rule here: if
/// n / C, rounded to tiles, is a multiple of 32 tiles, C is the largest number
/// that makes it half a tile more than that; it falls by less than one part in
/// 32.
launch::LaunchRule twoLevelRule(launch::LaunchRule rule, uint64_t tile,
                                uint64_t lists, uint64_t stateBytes);

} // namespace scanc::prefix

#endif // SCANC_STRATEGIES_TWOLEVEL_H
