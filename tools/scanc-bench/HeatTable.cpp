//===- HeatTable.cpp - All scans at a glance ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plots.h"
#include "Sizes.h"
#include "Svg.h"
#include "Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

using namespace scanc::bench;
using llvm::formatv;

static constexpr double leastWidth = 48, cellHeight = 22, top = 88, margin = 20;
static constexpr int labelSize = 12;

namespace {
struct Colour {
  double red, green, blue;
};
} // namespace

/// From orange (a quarter below the goal) over white (at it) to green (a
/// quarter above).
static std::string colourOf(double ratio, double goal) {
  constexpr Colour below{251, 146, 60}, at{255, 255, 255}, above{110, 190, 130};
  const double relative = std::clamp((ratio / goal - 1) * 4, -1.0, 1.0);
  const Colour &end = relative < 0 ? below : above;
  const double share = std::fabs(relative);
  auto mix = [&](double from, double to) {
    return static_cast<int>(std::lround(from + share * (to - from)));
  };
  return formatv("#{0:x-2}{1:x-2}{2:x-2}", mix(at.red, end.red),
                 mix(at.green, end.green), mix(at.blue, end.blue));
}

namespace {
/// A scan and a variant of it.
struct Row {
  std::string scan, variant, label;
};
/// Cases of one size, or of one tensor.
struct Column {
  const Case *first;

  bool has(const Case &c) const {
    return c.n == first->n && c.shape == first->shape && c.axis == first->axis;
  }
};
} // namespace

static bool isOfTensor(const Case &c) { return !c.shape.empty(); }

/// The scans and variants of a table.
static std::vector<Row> rowsOf(const Results &results, bool ofTensors) {
  std::vector<std::string> scans = scansOf(results);
  llvm::erase_if(scans, [&](const std::string &scan) {
    return isOfTensor(*casesOf(results, scan).front()) != ofTensors;
  });
  const bool alone = llvm::all_of(scans, [&](const std::string &scan) {
    return variantsOf(results, scan).size() == 1;
  });
  std::vector<Row> rows;
  for (const std::string &scan : scans)
    for (const std::string &variant : variantsOf(results, scan))
      rows.push_back({scan, variant, alone ? scan : scan + ", " + variant});
  return rows;
}

/// Sizes ascend; tensors are in the order of the results.
static std::vector<Column> columnsOf(const Results &results, bool ofTensors) {
  std::vector<Column> columns;
  for (const Case &c : results.cases)
    if (isOfTensor(c) == ofTensors &&
        llvm::none_of(columns,
                      [&](const Column &column) { return column.has(c); }))
      columns.push_back({&c});
  if (!ofTensors)
    llvm::sort(columns, [](const Column &a, const Column &b) {
      return a.first->n < b.first->n;
    });
  return columns;
}

bool scanc::bench::hasHeatTable(const Results &results, bool ofTensors) {
  return llvm::any_of(
      results.cases, [&](const Case &c) { return isOfTensor(c) == ofTensors; });
}

std::string scanc::bench::drawHeatTable(const Results &results,
                                        bool ofTensors) {
  const std::vector<Row> rows = rowsOf(results, ofTensors);
  const std::vector<Column> columns = columnsOf(results, ofTensors);
  size_t longest = 0, widest = 0;
  for (const Row &row : rows)
    longest = std::max(longest, row.label.size());
  for (const Column &column : columns)
    widest = std::max(widest, ofTensors ? printShape(column.first->shape).size()
                                        : printSize(column.first->n).size());
  const double cellWidth = std::max(leastWidth, 6 * double(widest) + 6);

  const double left = margin + double(longest) * labelSize * 0.56 + 12;
  const double width =
      std::max(left + cellWidth * double(columns.size()) + margin, 640.0);
  const double height = top + cellHeight * double(rows.size()) + margin;
  Svg svg(width, height,
          ofTensors ? "ratio of the copy, by scan and tensor"
                    : "ratio of the copy, by scan and size");
  svg.text({margin, 28},
           ofTensors ? "Along an axis: time of the copy divided by the time of "
                       "the scan"
                     : "Time of the copy divided by the time of the scan",
           {16, "#111827", Anchor::Start, true});
  svg.text({margin, 46},
           results.machine.gpu + "; white meets the goal, green is faster, "
                                 "orange slower; bold misses it",
           {labelSize, "#4b5563"});
  const TextStyle head{10, "#4b5563", Anchor::Middle};
  double x = left;
  for (const Column &column : columns) {
    const double middle = x + cellWidth / 2;
    if (ofTensors) {
      svg.text({middle, top - 20}, printShape(column.first->shape), head);
      svg.text({middle, top - 8}, "along " + std::to_string(column.first->axis),
               head);
    } else {
      svg.size({middle, top - 8}, column.first->n, head);
    }
    x += cellWidth;
  }
  double y = top;
  for (const Row &row : rows) {
    svg.text({left - 8, y + 15}, row.label,
             {labelSize, "#111827", Anchor::End});
    x = left;
    const std::vector<const Case *> cases = casesOf(results, row.scan);
    for (const Column &column : columns) {
      auto c = llvm::find_if(
          cases, [&](const Case *known) { return column.has(*known); });
      const Ours *our =
          c == cases.end() ? nullptr : findVariant(**c, row.variant);
      if (our) {
        const double ratio = (*c)->ofCopy(*our);
        svg.box({x, y}, cellWidth - 1, cellHeight - 1,
                colourOf(ratio, results.goals.at((*c)->n, (*c)->widerBytes())));
        svg.text({x + cellWidth / 2, y + 15}, formatv("{0:f3}", ratio).str(),
                 {11, "#111827", Anchor::Middle,
                  !meetsGoal(results.goals, **c, *our)});
      }
      x += cellWidth;
    }
    y += cellHeight;
  }
  return svg.finish();
}
