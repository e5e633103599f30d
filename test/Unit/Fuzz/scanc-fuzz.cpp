//===- scanc-fuzz.cpp - Random scans, for as long as one likes ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scanc-fuzz [SECONDS [SEED]]     runs the scans of SEED, SEED + 1, ...
//   scanc-fuzz --print SEED         prints the module of SEED
//
// Ends with status 1 at the first case that fails, with its seed and its text.
// A case that crashes leaves its seed in the last line of the progress.
//
//===----------------------------------------------------------------------===//

#include "FuzzCase.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace scanc::test;
using Clock = std::chrono::steady_clock;

static bool readNumber(llvm::StringRef text, uint64_t &number) {
  if (!text.getAsInteger(10, number))
    return true;
  llvm::errs() << "scanc-fuzz: error: expected a number, got '" << text
               << "'\n";
  return false;
}

int main(int argc, char **argv) {
  llvm::ArrayRef<char *> arguments(argv + 1, argc - 1);
  uint64_t seconds = 60, seed = 1;
  const bool prints =
      !arguments.empty() && llvm::StringRef(arguments[0]) == "--print";
  if (prints)
    arguments = arguments.drop_front();
  if (prints ? arguments.size() != 1 : arguments.size() > 2) {
    llvm::errs() << "usage: scanc-fuzz [SECONDS [SEED]]\n"
                    "       scanc-fuzz --print SEED\n";
    return 2;
  }
  if (prints) {
    if (!readNumber(arguments[0], seed))
      return 2;
    llvm::outs() << fuzzSource(seed);
    return 0;
  }
  if ((!arguments.empty() && !readNumber(arguments[0], seconds)) ||
      (arguments.size() > 1 && !readNumber(arguments[1], seed)))
    return 2;

  const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
  uint64_t cases = 0;
  for (; Clock::now() < end; ++seed, ++cases) {
    llvm::outs() << "\rseed " << seed << "  ";
    llvm::outs().flush();
    std::string problem = runFuzzCase(seed);
    if (problem.empty())
      continue;
    llvm::outs() << "\nfailed: seed " << seed << ": " << problem << "\n";
    return 1;
  }
  llvm::outs() << "\n" << cases << " cases, none failed\n";
  return 0;
}
