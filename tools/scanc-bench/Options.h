//===- Options.h - What the command line asks for ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_OPTIONS_H
#define SCANC_TOOLS_SCANC_BENCH_OPTIONS_H

#include "Peers.h"
#include "Results.h"
#include "Subject.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace scanc::bench {

struct Options {
  std::vector<Subject> subjects;
  std::vector<Note> skipped; ///< Operators that have no form for a type.
  std::vector<Variant> variants;
  std::vector<uint64_t> sizes;
  Method method;
  Goals goals;
  PeerOptions peers;
  std::string libdevice;

  std::string json, plots, render; ///< Paths; empty for none.
  bool table = false, resume = false, profileMisses = false;
  bool prepareCub = false; ///< Compile CUB's scans and end.
  std::string prepareArch; ///< For that, "sm_90".
  bool launchOnly = false; ///< For a profiler.
  std::string program;     ///< This executable.
};

/// Parses the command line. The error is of usage or of input; where the
/// parser itself complained it has no text.
llvm::Expected<Options> parseOptions(int argc, char **argv);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_OPTIONS_H
