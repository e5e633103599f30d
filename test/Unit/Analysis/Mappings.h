//===- Mappings.h - Mappings and circuits for the tests ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_ANALYSIS_MAPPINGS_H
#define SCANC_TEST_UNIT_ANALYSIS_MAPPINGS_H

#include "scanc/Dialect/Prefix/Analysis/CellProgram.h"

#include "llvm/Support/MathExtras.h"

namespace scanc::prefix::test {

/// The parts of a program.
inline const std::string publishPart = "publish", fetchPart = "fetch",
                         prefixesPart = "prefixes", totalPart = "total";
inline std::string stagePart(int32_t stage) {
  return "stage " + std::to_string(stage);
}

struct NamedMapping {
  std::string name;
  Mapping mapping;
  /// Some circuits do not have what it needs.
  bool mayFail = false;
};

/// A mapping for each value of each choice, and most that the sources combine.
inline std::vector<NamedMapping> mappingsFor(const BlockShape &shape) {
  std::vector<NamedMapping> result;
  auto add = [&](std::string name, Mapping mapping, bool mayFail = false) {
    result.push_back({std::move(name), std::move(mapping), mayFail});
  };
  const bool isPower = llvm::isPowerOf2_64(shape.width());
  constexpr auto asap = StageOrder::Asap;
  constexpr auto levels = StageOrder::Levels;
  constexpr auto columns = ThreadChoice::Columns;
  constexpr auto compact = ThreadChoice::Compact;
  add("plain", {});
  add("double buffered",
      {.stages = asap, .threads = columns, .cells = CellChoice::DoubleBuffered},
      true);
  add("double buffered, compact",
      {.threads = compact, .cells = CellChoice::DoubleBuffered}, true);
  add("padded with identities", {.identityPadding = true}, true);
  add("compact", {.stages = levels, .threads = compact, .layout = {{32}}});
  for (int64_t length : {2, 3, 8})
    add("rows of " + std::to_string(length),
        {.stages = levels,
         .threads = ThreadChoice::Rows,
         .rowLength = length,
         .layout = {{length}}},
        true);
  for (ThreadChoice threads : {columns, compact}) {
    add("levels",
        {.stages = levels, .threads = threads, .cells = CellChoice::Levels});
    add("exchange", {.stages = levels,
                     .threads = threads,
                     .cells = CellChoice::Exchange,
                     .layout = {{16, 256}}});
    add("exchange, bit-reversed",
        {.stages = levels,
         .threads = threads,
         .cells = CellChoice::Exchange,
         .order = ColumnOrder::BitReversed},
        !isPower);
    add("alternate reversed", {.threads = threads,
                               .order = ColumnOrder::AlternateReversed,
                               .alternate = 4});
  }
  add("levels, as soon as possible",
      {.threads = compact, .cells = CellChoice::Levels});
  add("double buffered, bit-reversed",
      {.stages = levels,
       .cells = CellChoice::DoubleBuffered,
       .order = ColumnOrder::BitReversed},
      true);
  return result;
}

} // namespace scanc::prefix::test

#endif // SCANC_TEST_UNIT_ANALYSIS_MAPPINGS_H
