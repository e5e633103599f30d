//===- HeatTable.cpp - All scans at a glance ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plots.h"
#include "Svg.h"
#include "Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace scanc::bench;
using llvm::formatv;
using llvm::StringRef;

static constexpr double cellWidth = 48, cellHeight = 22, top = 88, margin = 20;
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

std::string scanc::bench::drawHeatTable(const Results &results) {
  struct Row {
    std::string scan, variant, label;
  };
  std::vector<Row> rows;
  std::set<uint64_t> sizes;
  size_t longest = 0;
  bool alone = true; // one variant everywhere
  for (const std::string &scan : scansOf(results))
    alone &= variantsOf(results, scan).size() == 1;
  for (const std::string &scan : scansOf(results))
    for (const std::string &variant : variantsOf(results, scan)) {
      rows.push_back({scan, variant, alone ? scan : scan + ", " + variant});
      longest = std::max(longest, rows.back().label.size());
    }
  for (const Case &c : results.cases)
    sizes.insert(c.n);

  const double left = margin + double(longest) * labelSize * 0.56 + 12;
  const double width =
      std::max(left + cellWidth * double(sizes.size()) + margin, 640.0);
  const double height = top + cellHeight * double(rows.size()) + margin;
  Svg svg(width, height, "ratio of the copy, by scan and size");
  svg.text({margin, 28}, "Time of the copy divided by the time of the scan",
           {16, "#111827", Anchor::Start, true});
  svg.text({margin, 46},
           results.machine.gpu + "; white meets the goal, green is faster, "
                                 "orange slower; bold misses it",
           {labelSize, "#4b5563"});
  double x = left;
  for (uint64_t n : sizes) {
    svg.size({x + cellWidth / 2, top - 8}, n, {10, "#4b5563", Anchor::Middle});
    x += cellWidth;
  }
  double y = top;
  for (const Row &row : rows) {
    svg.text({left - 8, y + 15}, row.label,
             {labelSize, "#111827", Anchor::End});
    x = left;
    for (uint64_t n : sizes) {
      const Case *c = results.find(row.scan, n);
      const Ours *our = c ? findVariant(*c, row.variant) : nullptr;
      if (our) {
        const double ratio = c->ofCopy(*our);
        svg.box({x, y}, cellWidth - 1, cellHeight - 1,
                colourOf(ratio, results.goals.at(n, c->widerBytes())));
        svg.text({x + cellWidth / 2, y + 15}, formatv("{0:f3}", ratio).str(),
                 {11, "#111827", Anchor::Middle,
                  !meetsGoal(results.goals, *c, *our)});
      }
      x += cellWidth;
    }
    y += cellHeight;
  }
  return svg.finish();
}
