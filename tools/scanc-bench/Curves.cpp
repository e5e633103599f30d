//===- Curves.cpp - Throughput against the number of elements -------------===//
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
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

using namespace scanc::bench;
using llvm::formatv;
using llvm::StringRef;

static constexpr double plotWidth = 540, height = 440, left = 68, top = 60,
                        bottom = 52;
/// Where the plot ends and the legend begins.
static constexpr double right = left + plotWidth;

namespace {
/// One contestant's curve.
struct Series {
  std::string label;
  StringRef stroke, dashes;
  std::function<const Timing *(const Case &)> timingOf;
};

class CurvePlot {
public:
  CurvePlot(const Results &results, StringRef scan);
  std::string print();

private:
  double x(uint64_t n) const {
    return left + (std::log2(double(n)) - firstPower) /
                      (lastPower - firstPower) * plotWidth;
  }
  double y(double throughput) const {
    return height - bottom - throughput / most * (height - top - bottom);
  }
  static double throughput(const Case &c, double microseconds) {
    return double(c.bytes()) / microseconds * 1e-3;
  }

  void printAxes();
  void printGoal();
  void print(const Series &series);
  void printLegend();

  const Results &results;
  std::string scan;
  std::vector<const Case *> cases;
  std::vector<Series> all;
  double firstPower, lastPower, most = 0, step = 1;
  std::optional<Svg> svg;
};
} // namespace

/// Sizes that are no power of two lie so near to one that a curve through both
/// would show little but their difference: they are dots beside it.
static bool isOnCurve(const Case &c) { return llvm::isPowerOf2_64(c.n); }

CurvePlot::CurvePlot(const Results &results, StringRef scan)
    : results(results), scan(scan.str()), cases(casesOf(results, scan)) {
  firstPower = std::floor(std::log2(double(cases.front()->n)));
  lastPower = std::ceil(std::log2(double(cases.back()->n)));
  if (firstPower == lastPower) {
    firstPower -= 1;
    lastPower += 1;
  }
  all.push_back(
      {"copy", copyInk, "6 3", [](const Case &c) { return &c.copy; }});
  if (llvm::any_of(cases, [](const Case *c) { return c->cub.has_value(); }))
    all.push_back({"CUB", cubInk, "",
                   [](const Case &c) { return c.cub ? &*c.cub : nullptr; }});
  for (const auto &[index, variant] :
       llvm::enumerate(variantsOf(results, scan)))
    all.push_back({"scanc " + variant, ourInks[index % std::size(ourInks)], "",
                   [variant = variant](const Case &c) -> const Timing * {
                     const Ours *our = findVariant(c, variant);
                     return our ? &our->timing : nullptr;
                   }});
  for (const Series &series : all)
    for (const Case *c : cases)
      if (const Timing *timing = series.timingOf(*c))
        most = std::max(most, throughput(*c, timing->median));
  // About six steps of 1, 2 or 5 times a power of ten.
  const double power = std::pow(10, std::floor(std::log10(most / 6)));
  for (double factor : {1, 2, 5, 10})
    if (most / (factor * power) <= 7) {
      step = factor * power;
      break;
    }
  most = std::ceil(most / step) * step;
  size_t longest = 0;
  for (const Series &series : all)
    longest = std::max(longest, series.label.size());
  svg.emplace(right + 60 + 7 * double(longest), height,
              ("throughput of " + scan).str());
}

void CurvePlot::printAxes() {
  svg->text({left - 48, 26}, scan, {16, ink, Anchor::Start, true});
  svg->text({left - 48, 44},
            results.machine.gpu + ", billions of bytes read and written a "
                                  "second, against the number of elements",
            {12, muted});
  for (double value = 0; value <= most * 1.001; value += step) {
    svg->line({left, y(value)}, {right, y(value)}, {grid});
    svg->text({left - 8, y(value) + 4}, formatv("{0:f0}", value).str(),
              {11, muted, Anchor::End});
  }
  // Labels at every second power where there are many.
  const unsigned stride = lastPower - firstPower > 14 ? 2 : 1;
  for (unsigned power = unsigned(std::max(firstPower, 0.0));
       power <= unsigned(lastPower); ++power) {
    const uint64_t n = uint64_t(1) << power;
    svg->line({x(n), height - bottom}, {x(n), height - bottom + 4}, {muted});
    if (power % stride == 0)
      svg->size({x(n), height - bottom + 20}, n, {11, muted, Anchor::Middle});
  }
  svg->line({left, height - bottom}, {right, height - bottom}, {muted});
  svg->text({left + plotWidth / 2, height - 12}, "n",
            {12, muted, Anchor::Middle});
}

void CurvePlot::printGoal() {
  std::vector<Point> points;
  for (const Case *c : cases)
    if (isOnCurve(*c))
      points.push_back({x(c->n), y(throughput(*c, c->copy.median) *
                                   results.goals.at(c->n, c->widerBytes()))});
  svg->curve(points, {muted, 1, "1 3"});
}

void CurvePlot::print(const Series &series) {
  std::vector<Point> points, above, below;
  for (const Case *c : cases)
    if (const Timing *timing = series.timingOf(*c)) {
      const Point point{x(c->n), y(throughput(*c, timing->median))};
      svg->dot(point, isOnCurve(*c) ? 2.5 : 2, series.stroke);
      if (!isOnCurve(*c))
        continue;
      points.push_back(point);
      above.push_back({x(c->n), y(throughput(*c, timing->lower))});
      below.push_back({x(c->n), y(throughput(*c, timing->upper))});
    }
  above.insert(above.end(), below.rbegin(), below.rend());
  svg->area(above, series.stroke, 0.18);
  svg->curve(points, {series.stroke, 2, series.dashes});
}

void CurvePlot::printLegend() {
  double at = top + 6;
  auto entry = [&](StringRef label, StringRef stroke, double lineWidth,
                   StringRef dashes) {
    const double from = right + 16;
    svg->line({from, at}, {from + 24, at}, {stroke, lineWidth, dashes});
    svg->text({from + 30, at + 4}, label, {12, ink});
    at += 20;
  };
  for (const Series &series : all)
    entry(series.label, series.stroke, 2, series.dashes);
  entry("goal", muted, 1, "1 3");
}

std::string CurvePlot::print() {
  printAxes();
  printGoal();
  for (const Series &series : all)
    print(series);
  printLegend();
  return svg->finish();
}

std::string scanc::bench::drawCurves(const Results &results, StringRef scan) {
  return CurvePlot(results, scan).print();
}
