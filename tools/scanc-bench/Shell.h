//===- Shell.h - Other programs ---------------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_SHELL_H
#define SCANC_TOOLS_SCANC_BENCH_SHELL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace scanc::bench {

/// A program of the CUDA toolkit: in CUDA_HOME or CUDA_PATH, where CUDA usually
/// is, or on the PATH.
std::optional<std::string> findCudaTool(llvm::StringRef name);

struct ShellResult {
  int status = 0;     ///< Below 0: it did not start, or a signal ended it.
  std::string output; ///< Both streams.
};

/// Runs a program, `words` from its path on, and waits. What it prints goes
/// through a file called `log`, which is gone afterwards.
ShellResult runProgram(llvm::ArrayRef<std::string> words, llvm::StringRef log);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_SHELL_H
