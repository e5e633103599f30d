//===- Bench.h - All cases of a run -----------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_BENCH_H
#define SCANC_TOOLS_SCANC_BENCH_BENCH_H

#include "Options.h"

#include "llvm/Support/Error.h"

namespace scanc::bench {

/// Measures what is asked for and is not in `results` yet. The JSON file is
/// written after each case, whole or not at all. The error is the GPU's or a
/// tool's; wrong outputs are in the results.
llvm::Error runBench(const Options &options, Results &results);

/// Compiles CUB's scans of all subjects, without a GPU.
llvm::Error prepareCub(const Options &options);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_BENCH_H
