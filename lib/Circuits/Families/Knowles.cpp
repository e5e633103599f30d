//===- Knowles.cpp - Least depth, fan-out a stage as asked ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   [1, 1, 4], n = 8: Kogge-Stone but for the last stage
//
//   0 1 2 3 4 5 6 7
//   +-* +-* +-* +-*    stage j: column i >= 2^j reads column
//   | +-* +-* +-* |
//   +---* +---* | |      floor(i/f) f - 2^j + f - 1,    f the entry of stage j,
//   | +---* +---* |
//   | | +---* +---*    so that f neighbours share one wire
//   | | | +-*-*-*-*
//
// As many combines as Kogge-Stone in as few stages, with 2^j/f wires side by
// side in stage j where Kogge-Stone has 2^j. The price: where an entry is more
// than the one before it, columns read values that overlap their own (here
// column 4 holds 1..4 and reads 0..3), so the circuit is a scan for idempotent
// operators only. [1, 1, .., 1] is Kogge-Stone, the only strict one.
//
// Entry j is a power of two with f_(j-1) <= f_j <= 2^j. Were it less than the
// one before it, inputs would be lost: before stage j column i holds what
// begins at floor(i/f) f + f - 2^j, f = f_(j-1), and the column that is read
// ends at the end of a block of f_j, which must be the end of a block of f too.
//
// Source: Knowles, "A family of adders", ARITH-15, 2001. He writes the last
// stage first, [4, 1, 1]. As entry 0 is 1, a list that starts with more than 1
// and ends with 1 can only be meant so, and is accepted.
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/ColumnBuilder.h"
#include "scanc/Circuits/Generators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace scanc::circuits;
using llvm::ArrayRef;
using llvm::formatv;

/// The entries from the first stage on. The first stage's is 1, so a list that
/// starts with more and ends with 1 has the last stage first.
static std::vector<int64_t> inStageOrder(ArrayRef<int64_t> list) {
  std::vector<int64_t> result = list.vec();
  if (!list.empty() && list.front() > 1 && list.back() == 1)
    std::reverse(result.begin(), result.end());
  return result;
}

Network scanc::circuits::knowles(int64_t width, ArrayRef<int64_t> list) {
  const int64_t levels = llvm::Log2_64_Ceil(width);
  ColumnBuilder columns(width, width * levels - (int64_t(1) << levels) + 1);
  std::vector<int64_t> entries = inStageOrder(list);
  for (int64_t j = 0; j < levels; ++j) {
    const int64_t stride = int64_t(1) << j, f = entries[j];
    for (int64_t i = stride; i < width; ++i)
      columns.combine(i / f * f - stride + f - 1, i);
    columns.endStage();
  }
  return columns.finish();
}

llvm::Error scanc::circuits::checkKnowlesList(int64_t width,
                                              ArrayRef<int64_t> list) {
  auto fail = [](const std::string &text) {
    return llvm::createStringError("circuit family 'knowles': " + text);
  };
  const size_t levels = llvm::Log2_64_Ceil(width);
  // The text form has no empty list.
  if (width == 1 && list == ArrayRef<int64_t>{1})
    return llvm::Error::success();
  if (list.size() != levels)
    return fail(formatv("the list [..] must have {0} entries at width {1}, one "
                        "for each stage, got {2}",
                        levels, width, list.size()));

  int64_t least = 1;
  for (auto [j, entry] : llvm::enumerate(inStageOrder(list))) {
    std::vector<std::string> legal;
    for (int64_t power = least; power <= int64_t(1) << j; power *= 2)
      legal.push_back(std::to_string(power));
    if (!llvm::is_contained(legal, std::to_string(entry)))
      return fail(formatv("the list's entry for stage {0}, counted from 0, "
                          "must be {1}{2}, got {3}",
                          j, legal.size() == 1 ? "" : "one of ",
                          llvm::join(legal, ", "), entry));
    least = entry;
  }
  return llvm::Error::success();
}
