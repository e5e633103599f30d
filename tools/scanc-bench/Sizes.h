//===- Sizes.h - The sizes that a benchmark measures ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   2^10..2^28      every power of two from the first to the last
//   2^10..2^28:2    every second one
//   1000003         a number
//   2^20+1          and a power of two with something added or taken away
//   odd             primes of every size, up to the largest other size
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_SIZES_H
#define SCANC_TOOLS_SCANC_BENCH_SIZES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanc::bench {

/// Parses a list of the forms above, with commas between them. Ascending, each
/// once, at least 1, at most 2^36. The error (of usage) says what is wrong.
llvm::Expected<std::vector<uint64_t>> parseSizes(llvm::StringRef text);

/// A number as above, or nothing; no range, and not `odd`.
std::optional<uint64_t> parseSize(llvm::StringRef text);

/// "2^20", "2^20+1", "2^24-3", or the number where no power of two is near.
std::string printSize(uint64_t n);

/// "8x4096x1024", "2^20x64": the extents of a tensor.
std::string printShape(llvm::ArrayRef<uint64_t> shape);

/// Parses the same: 1 to 8 extents, each at least 1, at most 2^36 elements in
/// all. The error (of usage) says what is wrong.
llvm::Expected<std::vector<uint64_t>> parseShape(llvm::StringRef text);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_SIZES_H
