//===- ProgressLine.h - How far a long command is ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_PROGRESSLINE_H
#define SCANC_TOOLS_SCANC_PROGRESSLINE_H

#include "llvm/ADT/StringRef.h"

#include <chrono>

namespace scanc {

/// A line on standard error that says how far a command is, if somebody looks:
/// on a terminal. It goes away with the object.
class ProgressLine {
public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  /// `done` is 0 to 1. At most ten lines a second are shown.
  void show(llvm::StringRef what, double done);

private:
  bool isTerminal, shown = false;
  std::chrono::steady_clock::time_point last;
};

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_PROGRESSLINE_H
