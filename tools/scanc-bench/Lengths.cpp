//===- Lengths.cpp - Speed against the length of a chain ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plot is of the rows, or of the tensors, of one operator; of a file, of one
// scan, less the type that its name ends in. A curve is a type, and a variant
// where there are several.
//
//===----------------------------------------------------------------------===//

#include "Plots.h"
#include "Svg.h"
#include "Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace scanc::bench;
using llvm::formatv;
using llvm::StringRef;

static constexpr double plotWidth = 540, height = 400, left = 68, top = 60,
                        bottom = 52, right = left + plotWidth;

/// What is left of the scan's name without its type.
static std::string operatorOf(const Case &c) {
  StringRef name = c.base;
  llvm::SmallVector<StringRef> types;
  StringRef(c.type).split(types, ',');
  if (llvm::all_equal(types) && name.ends_with(("_" + types[0]).str()))
    name = name.drop_back(types[0].size() + 1);
  return name.str();
}

static std::string plotOf(const Case &c) {
  return operatorOf(c) + (c.shape.empty() ? ".rows" : ".axis");
}

std::vector<std::string> scanc::bench::lengthPlotsOf(const Results &results) {
  std::vector<std::string> plots;
  for (const Case &c : results.cases)
    if (c.chain() && !llvm::is_contained(plots, plotOf(c)))
      plots.push_back(plotOf(c));
  return plots;
}

namespace {
struct Measured {
  const Case *c;
  const Ours *our;

  double ratio() const { return c->ofCopy(*our); }
};

struct Series {
  std::string label;
  std::map<uint64_t, Measured> largest; ///< Of each length, that of most n.
  std::vector<Measured> others;
};

class LengthPlot {
public:
  LengthPlot(const Results &results, StringRef plot);
  std::string print();

private:
  double x(uint64_t length) const {
    return left + (std::log2(double(length)) - firstPower) /
                      (lastPower - firstPower) * plotWidth;
  }
  double y(double ratio) const {
    return height - bottom - ratio / most * (height - top - bottom);
  }
  static StringRef inkOf(size_t index) {
    return ourInks[index % std::size(ourInks)];
  }
  static StringRef dashesOf(size_t index) {
    constexpr StringRef dashes[] = {"", "5 3", "2 2"};
    return dashes[index / std::size(ourInks) % std::size(dashes)];
  }

  void add(const Case &c, const Ours &our, bool areMany);
  void printAxes();
  void print(const Series &series, size_t index);
  void printLegend();

  const Results &results;
  StringRef plot;
  std::vector<Series> all;
  double firstPower = 64, lastPower = 0, most = 1;
  std::optional<Svg> svg;
};
} // namespace

void LengthPlot::add(const Case &c, const Ours &our, bool areMany) {
  const std::string label = areMany ? c.type + ", " + our.variant : c.type;
  auto series = llvm::find_if(
      all, [&](const Series &known) { return known.label == label; });
  if (series == all.end()) {
    all.push_back({label, {}, {}});
    series = std::prev(all.end());
  }
  const Measured measured{&c, &our};
  auto [at, isNew] = series->largest.try_emplace(c.chain(), measured);
  if (!isNew) {
    const bool isLarger = at->second.c->n < c.n;
    series->others.push_back(isLarger ? at->second : measured);
    if (isLarger)
      at->second = measured;
  }
  const double power = std::log2(double(c.chain()));
  firstPower = std::min(firstPower, std::floor(power));
  lastPower = std::max(lastPower, std::ceil(power));
  most = std::max(most, measured.ratio());
}

LengthPlot::LengthPlot(const Results &results, StringRef plot)
    : results(results), plot(plot) {
  std::vector<std::string> variants;
  for (const Case &c : results.cases)
    if (c.chain() && plotOf(c) == plot)
      for (const Ours &our : c.ours)
        if (!llvm::is_contained(variants, our.variant))
          variants.push_back(our.variant);
  for (const Case &c : results.cases)
    if (c.chain() && plotOf(c) == plot)
      for (const Ours &our : c.ours)
        add(c, our, variants.size() > 1);
  if (firstPower >= lastPower) {
    firstPower -= 1;
    lastPower = firstPower + 2;
  }
  most = std::ceil(most * 1.02 * 5) / 5;
  size_t longest = StringRef("smaller n").size();
  for (const Series &series : all)
    longest = std::max(longest, series.label.size());
  svg.emplace(right + 60 + 7 * double(longest), height,
              ("speed of " + plot + " by length").str());
}

void LengthPlot::printAxes() {
  svg->text({left - 48, 26}, plot, {16, ink, Anchor::Start, true});
  svg->text({left - 48, 44},
            results.machine.gpu +
                ", time of the copy divided by the time of the scan, against "
                "the length of a " +
                (plot.ends_with(".rows") ? "row" : "chain"),
            {12, muted});
  // Of small scans, a copy may take many times as long.
  const double step = most > 2 ? std::ceil(most / 8) : 0.2;
  for (double value = 0; value <= most * 1.001; value += step) {
    svg->line({left, y(value)}, {right, y(value)}, {grid});
    svg->text({left - 8, y(value) + 4}, formatv("{0:f1}", value).str(),
              {11, muted, Anchor::End});
  }
  svg->line({left, y(1)}, {right, y(1)}, {copyInk, 2, "6 3"});
  const unsigned stride = lastPower - firstPower > 14 ? 2 : 1;
  for (int power = static_cast<int>(std::max(firstPower, 0.0));
       power <= static_cast<int>(lastPower); ++power) {
    const uint64_t length = uint64_t(1) << power;
    svg->line({x(length), height - bottom}, {x(length), height - bottom + 4},
              {muted});
    const Point below{x(length), height - bottom + 20};
    const TextStyle style{11, muted, Anchor::Middle};
    // Shorter numbers are easier to read as they are.
    if (power % stride == 0 && length < 100000)
      svg->text(below, std::to_string(length), style);
    else if (power % stride == 0)
      svg->size(below, length, style);
  }
  svg->line({left, height - bottom}, {right, height - bottom}, {muted});
  svg->text({left + plotWidth / 2, height - 12},
            plot.ends_with(".rows") ? "elements of a row"
                                    : "elements along the axis",
            {12, muted, Anchor::Middle});
}

void LengthPlot::print(const Series &series, size_t index) {
  std::vector<Point> points;
  for (const auto &[length, measured] : series.largest) {
    points.push_back({x(length), y(measured.ratio())});
    svg->dot(points.back(), 3, inkOf(index));
  }
  for (const Measured &measured : series.others)
    svg->dot({x(measured.c->chain()), y(measured.ratio())}, 2, inkOf(index));
  svg->curve(points, {inkOf(index), 2, dashesOf(index)});
}

void LengthPlot::printLegend() {
  double at = top + 6;
  auto entry = [&](StringRef label, const LineStyle &style) {
    const double from = right + 16;
    svg->line({from, at}, {from + 24, at}, style);
    svg->text({from + 30, at + 4}, label, {12, ink});
    at += 20;
  };
  entry("copy", {copyInk, 2, "6 3"});
  for (const auto &[index, series] : llvm::enumerate(all))
    entry(series.label, {inkOf(index), 2, dashesOf(index)});
  if (llvm::none_of(
          all, [](const Series &series) { return !series.others.empty(); }))
    return;
  svg->dot({right + 28, at}, 2, muted);
  svg->text({right + 46, at + 4}, "smaller n", {12, ink});
}

std::string LengthPlot::print() {
  printAxes();
  for (const auto &[index, series] : llvm::enumerate(all))
    print(series, index);
  printLegend();
  return svg->finish();
}

std::string scanc::bench::drawLengths(const Results &results, StringRef plot) {
  return LengthPlot(results, plot).print();
}
