//===- Bundle.h - What a GPU machine needs to tune --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bundle is a folder that is complete in itself: a machine with a GPU, its
// driver and a C compiler needs nothing else.
//
//   run.sh            builds the runner and measures: results.jsonl
//   candidates.json   what is compiled and measured, for readers
//   ptx/NAME.ptx      a candidate
//   ptx/NAME.json     how any host launches it
//   ptx/compare.ptx   what compares outputs
//   runner/           C99: the runner, the launchers' own runtime, and the
//                     candidates as tables
//
// Results (Results.h) name the bundle they are of.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TUNE_BUNDLE_H
#define SCANC_TUNE_BUNDLE_H

#include "scanc/Dialect/Prefix/Transforms/Tuning.h"
#include "scanc/Tune/Candidates.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

namespace scanc::tune {

struct BundleOptions {
  std::string arch;    ///< Of the GPUs that it is for: "sm_90".
  std::string version; ///< Of scanc.
  /// What candidates are made from; null for the built-in one.
  std::shared_ptr<const prefix::Tuning> tuning;
  std::optional<DomainRequest> domain; ///< What is tuned instead of lines.
  bool quick = false; ///< Few candidates, to see whether everything works.
};

struct BundleSummary {
  size_t candidates = 0, measurements = 0;
  size_t leftOut = 0; ///< Candidates that do not compile.
  uint64_t bytes = 0; ///< Of all files.
};

/// Compiles the candidates and writes the folder, which must not exist, be
/// empty, or be an older bundle. `compiled` is told of each candidate done, and
/// of how many. An error of the compiler has been printed as a diagnostic.
llvm::Expected<BundleSummary>
writeBundle(const BundleOptions &options, llvm::StringRef folder,
            llvm::function_ref<void(size_t, size_t)> compiled);

} // namespace scanc::tune

#endif // SCANC_TUNE_BUNDLE_H
