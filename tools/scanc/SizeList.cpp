//===- SizeList.cpp - Numbers of elements on the command line -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeList.h"
#include "Command.h"

#include "llvm/ADT/STLExtras.h"

using namespace scanc;
using llvm::Expected;
using llvm::StringRef;

/// Some gigabytes of intervals and of notes about them.
static constexpr uint64_t largestSize = uint64_t(1) << 26;
static constexpr size_t mostSizes = 100'000;

static llvm::Error badSizes(StringRef text, const llvm::Twine &why) {
  return badUsage("--n=" + text + ": " + why +
                  "; expected numbers and ranges, such as "
                  "0,1,31..33,1000..5000:500");
}

Expected<std::vector<uint64_t>> scanc::parseSizes(StringRef text) {
  std::vector<uint64_t> sizes;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [range, stepText] = part.split(':');
    auto [firstText, lastText] = range.split("..");
    const bool isRange = range.contains("..");
    uint64_t first, last, step = 1;
    if (firstText.getAsInteger(10, first) ||
        (isRange && lastText.getAsInteger(10, last)))
      return badSizes(text, "'" + part + "' is no number or range");
    if (!isRange)
      last = first;
    if (part.contains(':') &&
        (!isRange || stepText.getAsInteger(10, step) || step == 0))
      return badSizes(text, "'" + part + "' has no step of 1 or more");
    if (last < first)
      return badSizes(text, "'" + part + "' ends before it begins");
    if (last > largestSize)
      return badSizes(
          text, "'" + part + "' is above 2^26, more than the executor is for");
    if ((last - first) / step >= mostSizes - sizes.size())
      return badSizes(text, "more than 100000 sizes");
    for (uint64_t n = first; n <= last; n += step)
      sizes.push_back(n);
  }
  llvm::sort(sizes);
  sizes.erase(llvm::unique(sizes), sizes.end());
  return sizes;
}
