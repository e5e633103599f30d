//===- Rule.h - What a scan of strips launches ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_STRATEGIES_STRIPS_RULE_H
#define SCANC_LIB_STRATEGIES_STRIPS_RULE_H

#include "scanc/Launch/LaunchRule.h"

namespace scanc::prefix {

/// `rule`, with a block for each strip, whose lanes have `rows` chains each;
/// the size `axis` is a chain's length.
launch::LaunchRule stripsRule(launch::LaunchRule rule, uint64_t rows,
                              llvm::StringRef axis);

} // namespace scanc::prefix

#endif // SCANC_LIB_STRATEGIES_STRIPS_RULE_H
