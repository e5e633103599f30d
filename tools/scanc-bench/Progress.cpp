//===- Progress.cpp - How far a run is ------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "Sizes.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc::bench;

Progress::Progress() : terminal(llvm::errs().is_displayed()) {}

Progress::~Progress() {
  if (open)
    llvm::errs() << '\n';
}

void Progress::startTiming() { started = Clock::now(); }

void Progress::begin(llvm::StringRef name, uint64_t n) {
  std::string left;
  if (done) {
    const auto rest =
        static_cast<uint64_t>(seconds / double(done) * double(expected - done));
    left = llvm::formatv(", about {0}:{1:d2} left", rest / 60, rest % 60);
  }
  if (terminal)
    llvm::errs() << llvm::formatv("\r\x1b[K[{0}/{1}] {2} {3}{4}", done + 1,
                                  expected, name, printSize(n), left);
  else if (name != scan)
    llvm::errs() << llvm::formatv("[{0}/{1}] {2}{3}\n", done + 1, expected,
                                  name, left);
  open = terminal;
  scan = name.str();
}

void Progress::end() {
  const Clock::time_point now = Clock::now();
  seconds += std::chrono::duration<double>(now - started).count();
  started = now;
  ++done;
}

void Progress::note(const std::string &text) {
  if (open)
    llvm::errs() << '\n';
  open = false;
  llvm::errs() << text << '\n';
}
