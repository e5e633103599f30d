//===- Sizes.cpp - The sizes that a benchmark measures --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"
#include "ToolError.h"

#include "scanc/Runtime/scanc_runtime.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace scanc;
using namespace scanc::bench;
using llvm::Expected;
using llvm::StringRef;

static constexpr unsigned largestPower = 36;
static constexpr uint64_t largest = uint64_t(1) << largestPower;
static constexpr uint64_t oddSizes[] = {1021,    16381,    65537,
                                        1000003, 16777259, 100000007};

static llvm::Error badSizes(StringRef text, const llvm::Twine &why) {
  return badUsage("--sizes=" + text + ": " + why +
                  "; expected numbers, powers of two and ranges of them, such "
                  "as 2^10..2^28:2,2^20+1,1000003,odd");
}

/// The exponent of "2^K".
static std::optional<unsigned> parsePower(StringRef text) {
  unsigned power;
  if (!text.consume_front("2^") || text.getAsInteger(10, power) ||
      power > largestPower)
    return std::nullopt;
  return power;
}

/// "2^K", "2^K+D", "2^K-D" or a number.
std::optional<uint64_t> bench::parseSize(StringRef text) {
  uint64_t size;
  if (!text.contains('^')) {
    if (text.getAsInteger(10, size))
      return std::nullopt;
    return size;
  }
  const size_t sign = text.find_first_of("+-");
  std::optional<unsigned> power = parsePower(text.take_front(sign));
  uint64_t more = 0;
  if (!power || (sign != StringRef::npos &&
                 text.drop_front(sign + 1).getAsInteger(10, more)))
    return std::nullopt;
  size = uint64_t(1) << *power;
  if (sign == StringRef::npos || text[sign] == '+')
    return more > largest ? std::nullopt : std::optional(size + more);
  return more > size ? std::nullopt : std::optional(size - more);
}

Expected<std::vector<uint64_t>> bench::parseSizes(StringRef text) {
  std::vector<uint64_t> sizes;
  bool odd = false;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    if (part == "odd") {
      odd = true;
      continue;
    }
    if (!part.contains("..")) {
      std::optional<uint64_t> size = parseSize(part);
      if (!size)
        return badSizes(text, "'" + part + "' is no size");
      sizes.push_back(*size);
      continue;
    }
    auto [range, stepText] = part.split(':');
    auto [firstText, lastText] = range.split("..");
    std::optional<unsigned> first = parsePower(firstText);
    std::optional<unsigned> last = parsePower(lastText);
    unsigned step = 1;
    if (!first || !last || *last < *first)
      return badSizes(text, "'" + part + "' is no range of powers of two");
    if (part.contains(':') && (stepText.getAsInteger(10, step) || step == 0))
      return badSizes(text, "'" + part + "' has no step of 1 or more");
    for (unsigned power = *first; power <= *last; power += step)
      sizes.push_back(uint64_t(1) << power);
  }
  if (odd) {
    const uint64_t most =
        sizes.empty() ? largest : *std::max_element(sizes.begin(), sizes.end());
    for (uint64_t size : oddSizes)
      if (size <= most)
        sizes.push_back(size);
  }
  for (uint64_t size : sizes)
    if (size == 0 || size > largest)
      return badSizes(text, llvm::Twine(size) + " is not from 1 to 2^36");
  llvm::sort(sizes);
  sizes.erase(llvm::unique(sizes), sizes.end());
  return sizes;
}

Expected<std::vector<uint64_t>> bench::parseShape(StringRef text) {
  auto refuse = [&](const llvm::Twine &why) {
    return badUsage("--shape=" + text + ": " + why +
                    "; expected extents, such as 8x4096x1024 or 2^20x64");
  };
  std::vector<uint64_t> shape;
  uint64_t count = 1;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, 'x');
  for (StringRef part : parts) {
    std::optional<uint64_t> extent = parseSize(part);
    if (!extent)
      return refuse("'" + part + "' is no number");
    if (*extent == 0)
      return refuse("an extent of 0 leaves nothing to measure");
    count = llvm::SaturatingMultiply(count, *extent);
    shape.push_back(*extent);
  }
  if (shape.size() > SCANC_MAX_RANK)
    return refuse("a tensor has at most " + llvm::Twine(SCANC_MAX_RANK) +
                  " dimensions, got " + llvm::Twine(shape.size()));
  if (count > largest)
    return refuse("that is more than 2^36 elements");
  return shape;
}

std::string bench::printShape(llvm::ArrayRef<uint64_t> shape) {
  // Shorter numbers are easier to read as they are.
  constexpr uint64_t firstLong = 100000;
  std::string text;
  for (uint64_t extent : shape)
    text += (text.empty() ? "" : "x") +
            (extent < firstLong ? std::to_string(extent) : printSize(extent));
  return text;
}

std::string bench::printSize(uint64_t n) {
  constexpr uint64_t near = 8;
  for (uint64_t d = 0; d <= near && n >= 1024; ++d) {
    if (llvm::isPowerOf2_64(n - d))
      return llvm::formatv(d ? "2^{0}+{1}" : "2^{0}", llvm::Log2_64(n - d), d);
    if (llvm::isPowerOf2_64(n + d))
      return llvm::formatv("2^{0}-{1}", llvm::Log2_64(n + d), d);
  }
  return std::to_string(n);
}
