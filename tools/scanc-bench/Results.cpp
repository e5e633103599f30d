//===- Results.cpp - What a benchmark found -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"
#include "ToolError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace scanc;
using namespace scanc::bench;
using llvm::Expected;
using llvm::StringRef;

const Case *Results::find(StringRef scan, uint64_t n) const {
  auto it = llvm::find_if(
      cases, [&](const Case &c) { return c.scan == scan && c.n == n; });
  return it == cases.end() ? nullptr : &*it;
}

/// A ratio is met as it is printed, with three digits.
bool bench::meetsGoal(const Goals &goals, const Case &c, const Ours &our) {
  return c.ofCopy(our) + 0.0005 >= goals.at(c.n, c.widerBytes());
}

Expected<Results> bench::readResults(StringRef path) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!file)
    return badInput("cannot read '" + path + "': " + file.getError().message());
  return parseResults((*file)->getBuffer(), path);
}
