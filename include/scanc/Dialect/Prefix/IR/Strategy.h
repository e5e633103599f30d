//===- Strategy.h - What a strategy says ------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of Prefix.h, which includes it behind the attributes.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_IR_STRATEGY_H
#define SCANC_DIALECT_PREFIX_IR_STRATEGY_H

#include "scanc/Launch/Cadence.h"

#include "mlir/IR/Attributes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace scanc::prefix {

struct PlannedKernel;
struct ScanTypes;

/// How often the memory of the GPU has each element of a long scan.
struct MemoryPasses {
  int64_t inputReads, outputWrites;
  int64_t outputReads = 0; // of what was written before
};

} // namespace scanc::prefix

#include "scanc/Dialect/Prefix/IR/StrategyAttrInterface.h.inc"

#endif // SCANC_DIALECT_PREFIX_IR_STRATEGY_H
