//===- Profile.h - What ncu says of a kernel --------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_PROFILE_H
#define SCANC_TOOLS_SCANC_BENCH_PROFILE_H

#include "Options.h"
#include "Results.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace scanc::bench {

/// Runs ncu on another process of this program that only launches the variant
/// `our`, and puts its figures there, or why there are none: a machine without
/// ncu, or whose counters are not open to everybody, is no reason to end.
void profile(const Options &options, const Subject &subject, uint64_t n,
             Ours &our);

/// The kernels of ncu's raw page as comma-separated values, one entry for each
/// kernel's name: the last launch counts, for the first ones warm up.
llvm::Expected<std::vector<KernelProfile>> parseProfile(llvm::StringRef csv);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_PROFILE_H
