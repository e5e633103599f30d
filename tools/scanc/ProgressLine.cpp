//===- ProgressLine.cpp - How far a long command is -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc;
using namespace std::chrono;

ProgressLine::ProgressLine()
    : isTerminal(llvm::sys::Process::StandardErrIsDisplayed()) {}

ProgressLine::~ProgressLine() {
  if (shown)
    llvm::errs() << "\r\033[K";
}

void ProgressLine::show(llvm::StringRef what, double done) {
  const steady_clock::time_point now = steady_clock::now();
  if (!isTerminal || (shown && now - last < milliseconds(100)))
    return;
  last = now;
  shown = true;
  llvm::errs() << llvm::formatv("\r\033[K{0,3}%  {1}", unsigned(100 * done),
                                what);
}
