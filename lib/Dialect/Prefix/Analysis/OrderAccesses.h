//===- OrderAccesses.h - The synchronisation that accesses need -*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_DIALECT_PREFIX_ANALYSIS_ORDERACCESSES_H
#define SCANC_LIB_DIALECT_PREFIX_ANALYSIS_ORDERACCESSES_H

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"

namespace scanc::prefix {

/// Puts a sync before each instruction that would otherwise access a cell at
/// the same time as another thread does, one of them writing: of the warp if
/// all such threads are of one warp, else of the block. As late as possible,
/// and so that the program may follow itself.
void orderAccesses(CellProgram &program);

} // namespace scanc::prefix

#endif // SCANC_LIB_DIALECT_PREFIX_ANALYSIS_ORDERACCESSES_H
