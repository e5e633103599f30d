//===- RenderSvg.cpp - A network as SVG -----------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layers from the back to the front, one group each, with the style on the
// group: nothing leaks where a drawing is pasted into a page, and programs that
// know no style sheets show it as well. A filled combine is a finished prefix
// (it covers 0..k), a hollow one an intermediate value.
//
//===----------------------------------------------------------------------===//

#include "SvgLayout.h"

#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Render.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace scanc::circuits;
using llvm::formatv;
using llvm::StringRef;

// Apart in grey as well: ink 9 %, late 31 %, accent 38 %, line 64 %, halo 86 %.
static constexpr const char *ink = "#111827", *muted = "#4b5563",
                            *line = "#9ca3af", *band = "#f3f4f6",
                            *halo = "#fbd5a5", *accent = "#c2410c",
                            *lateInk = "#0369a1";

/// Text with the characters escaped that mean something to XML.
static std::string escaped(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

/// About how wide a text is; fonts differ. Counts characters, not bytes.
static int widthOf(StringRef text, int size) {
  int characters = llvm::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; });
  return characters * size * 11 / 20;
}

namespace {
/// The drawing of one network.
class Drawing {
public:
  Drawing(const Network &network, StringRef family);
  std::string print();

private:
  struct LegendEntry {
    const char *text;
    void (Drawing::*sample)(int x, int y);
    int x = 0, row = 0;
  };

  void findFigures();
  void findLegend();
  int placeLegend();

  void printHead();
  void printStages();
  void printSpine();
  void printColumns();
  void printWires();
  void printLate();
  void printPath();
  void printNodes();
  void printLabels();
  void printLegend();

  void printNode(NodeId node);
  void printSampleNode(const char *fill, const char *stroke, int x, int y);
  void sampleFinished(int x, int y) { printSampleNode(ink, ink, x, y); }
  void samplePartial(int x, int y) { printSampleNode("#fff", ink, x, y); }
  void sampleSpine(int x, int y);
  void samplePath(int x, int y);
  void sampleLate(int x, int y);

  /// From the frame to the text, and from the frame to the columns.
  static constexpr int margin = 20, leftOfColumns = 60, rightOfColumns = 36;

  const Network &network;
  StringRef family;
  SvgLayout layout;
  std::vector<NodeId> path;
  std::vector<bool> onPath;
  std::vector<uint32_t> firsts;
  std::vector<std::string> figures;
  std::vector<LegendEntry> legend;
  int width, height;
  std::string text;
  llvm::raw_string_ostream os{text};
};
} // namespace

Drawing::Drawing(const Network &network, StringRef family)
    : network(network), family(family), layout(network),
      path(spinePathOf(network)), onPath(network.numNodes()) {
  for (NodeId node : path)
    onPath[node] = true;
  firsts.assign(layout.columns.begin(), layout.columns.begin() + network.width);
  for (Combine combine : network.combines)
    firsts.push_back(firsts[combine.low]);

  int span = layout.lastX() - layout.x(0);
  std::string title = formatv("{0}, width {1}", family, network.width);
  width = std::max({span + leftOfColumns + rightOfColumns, 380,
                    widthOf(title, 18) + 2 * margin});
  findFigures();
  // Narrow networks stand in the middle.
  int left = std::max(leftOfColumns,
                      (width - span + leftOfColumns - rightOfColumns) / 2);
  layout.moveTo(left, 56 + 16 * static_cast<int>(figures.size()) + 30);
  findLegend();
  height = layout.lastEdge() + 54 + 20 * placeLegend();
}

/// One line, or two where one would be too long.
void Drawing::findFigures() {
  Cost cost = computeCost(network);
  std::string first =
      formatv("size {0} · depth {1} · stages {2} · deficiency {3}", cost.size,
              cost.depth, cost.stages, cost.deficiency);
  std::string second = formatv("max uses {0} · level fanout {1} · tracks {2}",
                               cost.maxUses, cost.levelFanout, cost.tracks);
  std::string both = first + " · " + second;
  if (widthOf(both, 12) + 2 * margin <= width)
    figures = {both};
  else
    figures = {first, second};
}

void Drawing::findLegend() {
  bool anyFinished = false, anyPartial = false;
  for (size_t index = 0; index < network.combines.size(); ++index)
    (firsts[network.nodeOf(index)] == 0 ? anyFinished : anyPartial) = true;
  if (anyFinished)
    legend.push_back({"finished prefix", &Drawing::sampleFinished});
  if (anyPartial)
    legend.push_back({"intermediate value", &Drawing::samplePartial});
  legend.push_back({"spine: tree of the last output", &Drawing::sampleSpine});
  legend.push_back({"path from input 0", &Drawing::samplePath});
  if (layout.anyLate())
    legend.push_back(
        {"value read after its column moved on", &Drawing::sampleLate});
}

/// Returns the number of rows.
int Drawing::placeLegend() {
  int x = margin, row = 0;
  for (LegendEntry &entry : legend) {
    int room = 24 + widthOf(entry.text, 11);
    if (x > margin && x + room > width - margin / 2) {
      x = margin;
      ++row;
    }
    entry.x = x;
    entry.row = row;
    x += room + 8;
  }
  return row + 1;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

void Drawing::printHead() {
  std::string name = escaped(family);
  os << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                "height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
                "font-family=\"Helvetica, Arial, Liberation Sans, DejaVu Sans, "
                "sans-serif\" font-size=\"12\" fill=\"{2}\">\n",
                width, height, ink);
  os << formatv("<title>{0}, width {1}</title>\n", name, network.width);
  os << formatv("<rect width=\"{0}\" height=\"{1}\" rx=\"6\" fill=\"#fff\"/>\n",
                width, height);
  os << formatv("<text x=\"{0}\" y=\"32\" font-size=\"18\" "
                "font-weight=\"bold\">{1}, width {2}</text>\n",
                margin, name, network.width);
  for (size_t i = 0; i < figures.size(); ++i)
    os << formatv("<text x=\"{0}\" y=\"{1}\" fill=\"{2}\">{3}</text>\n", margin,
                  53 + 16 * i, muted, figures[i]);
}

void Drawing::printStages() {
  int x = layout.x(0) - layout.scale.pitch / 2;
  int bandWidth = layout.lastX() - layout.x(0) + layout.scale.pitch;
  os << formatv("<g class=\"stages\" fill=\"{0}\">\n", band);
  for (int32_t stage = 1; stage <= layout.groups.size(); stage += 2)
    os << formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\"/>\n",
                  x, layout.edge(stage - 1), bandWidth,
                  layout.edge(stage) - layout.edge(stage - 1));
  os << formatv("</g>\n<g class=\"stages\" fill=\"{0}\" font-size=\"{1}\" "
                "text-anchor=\"end\">\n",
                muted, layout.scale.label);
  // Bands may be lower than a line of text.
  int last = layout.firstEdge() - layout.scale.label;
  for (int32_t stage = 1; stage <= layout.groups.size(); ++stage) {
    int y = (layout.edge(stage - 1) + layout.edge(stage)) / 2 + 4;
    if (y - last < layout.scale.label + 1)
      continue;
    os << formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n", x - 6, y, stage);
    last = y;
  }
  os << "</g>\n";
}

void Drawing::printSpine() {
  os << formatv("<path class=\"spine\" fill=\"none\" stroke=\"{0}\" "
                "stroke-width=\"{1}\" stroke-linejoin=\"round\" "
                "stroke-linecap=\"round\" d=\"",
                halo, layout.scale.halo);
  for (NodeId node : spineOf(network))
    if (!network.isInput(node)) {
      auto [low, high] = network.combines[network.combineOf(node)];
      os << layout.route(low, node) << layout.route(high, node);
    }
  os << layout.routeToOutput(network.outputs.back()) << "\"/>\n";
}

/// A column is drawn only where it holds a value that somebody needs.
void Drawing::printColumns() {
  os << formatv("<path class=\"columns\" fill=\"none\" stroke=\"{0}\" "
                "stroke-width=\"{1}\" d=\"",
                line, layout.scale.wire);
  std::vector<int> begins(network.width), ends(network.width, -1);
  auto flush = [&](int64_t column) {
    if (ends[column] > begins[column])
      os << formatv("M{0} {1}V{2}", layout.x(column), begins[column],
                    ends[column]);
  };
  for (NodeId node = 0; node < network.numNodes(); ++node) {
    uint32_t column = layout.columns[node];
    int begin = layout.y(node), end = layout.columnEnd(node);
    if (begin > ends[column]) {
      flush(column);
      begins[column] = begin;
    }
    ends[column] = std::max(ends[column], end);
  }
  for (int64_t column = 0; column < network.width; ++column)
    flush(column);
  os << "\"/>\n";
}

void Drawing::printWires() {
  os << formatv("<g class=\"wires\" fill=\"none\" stroke=\"{0}\" "
                "stroke-width=\"{1}\">\n",
                ink, layout.scale.wire);
  for (int32_t stage = 1; stage <= layout.groups.size(); ++stage) {
    os << "<path d=\"";
    for (uint32_t index : layout.groups[stage]) {
      auto [low, high] = network.combines[index];
      NodeId node = network.nodeOf(index);
      os << layout.wire(low, node) << layout.wire(high, node);
    }
    os << "\"/>\n";
  }
  os << "</g>\n";
}

void Drawing::printLate() {
  if (!layout.anyLate())
    return;
  os << formatv("<path class=\"late\" fill=\"none\" stroke=\"{0}\" "
                "stroke-width=\"{1}\" stroke-dasharray=\"4 2\" d=\"",
                lateInk, layout.scale.outline);
  for (NodeId node = 0; node < network.numNodes(); ++node)
    if (layout.isLate(node))
      os << layout.lane(node);
  for (NodeId node : network.outputs)
    os << layout.outputWire(node);
  os << "\"/>\n";
}

void Drawing::printPath() {
  os << formatv("<path class=\"path\" fill=\"none\" stroke=\"{0}\" "
                "stroke-width=\"{1}\" stroke-linejoin=\"round\" d=\"",
                accent, layout.scale.path);
  for (size_t i = 1; i < path.size(); ++i)
    os << layout.route(path[i - 1], path[i]);
  os << layout.routeToOutput(path.back()) << "\"/>\n";
}

void Drawing::printNode(NodeId node) {
  auto [low, high] = network.combines[network.combineOf(node)];
  os << formatv("<circle cx=\"{0}\" cy=\"{1}\" r=\"{2}\"><title>{3}:{4} = "
                "{3}:{5} . {6}:{4}</title></circle>\n",
                layout.x(node), layout.y(node), layout.scale.radius,
                firsts[node], layout.columns[node], layout.columns[low],
                firsts[high]);
}

void Drawing::printNodes() {
  auto printGroup = [&](const char *name, const char *fill, const char *stroke,
                        llvm::function_ref<bool(NodeId)> belongs) {
    os << formatv("<g class=\"{0}\" fill=\"{1}\" stroke=\"{2}\" "
                  "stroke-width=\"{3}\">\n",
                  name, fill, stroke, layout.scale.outline);
    for (size_t index = 0; index < network.combines.size(); ++index)
      if (NodeId node = network.nodeOf(index); belongs(node))
        printNode(node);
    os << "</g>\n";
  };
  auto finished = [&](NodeId node) { return firsts[node] == 0; };
  printGroup("partial", "#fff", ink,
             [&](NodeId node) { return !finished(node); });
  printGroup("finished", ink, ink,
             [&](NodeId node) { return finished(node) && !onPath[node]; });
  printGroup("finished path", accent, accent,
             [&](NodeId node) { return finished(node) && onPath[node]; });
}

/// Every column, or as many as leave the labels some room.
void Drawing::printLabels() {
  int size = layout.scale.label, last = network.width - 1;
  int room = widthOf(formatv("0:{0}", last).str(), size);
  int step = 1;
  if (room + 3 > layout.scale.pitch)
    while (step * layout.scale.pitch < 2 * room)
      step *= 2;
  os << formatv("<g class=\"labels\" font-size=\"{0}\" "
                "text-anchor=\"middle\">\n",
                size);
  int above = layout.firstEdge() - 18, below = layout.outputY() + size + 3;
  for (int column = 0; column <= last; ++column) {
    bool crowded = (last - column) * layout.scale.pitch < room + 6;
    if (column != last && (column % step || (step > 1 && crowded)))
      continue;
    int x = layout.x(column);
    os << formatv("<text x=\"{0}\" y=\"{1}\">x<tspan dy=\"2.5\" "
                  "font-size=\"{2}\">{3}</tspan></text>\n"
                  "<text x=\"{0}\" y=\"{4}\">0:{3}</text>\n",
                  x, above, size - 2, column, below);
  }
  os << "</g>\n";
}

//===----------------------------------------------------------------------===//
// Legend
//===----------------------------------------------------------------------===//

void Drawing::printSampleNode(const char *fill, const char *stroke, int x,
                              int y) {
  os << formatv("<circle cx=\"{0}\" cy=\"{1}\" r=\"4\" fill=\"{2}\" "
                "stroke=\"{3}\" stroke-width=\"1.1\"/>\n",
                x + 9, y, fill, stroke);
}

void Drawing::sampleSpine(int x, int y) {
  os << formatv("<path d=\"M{0} {1}h12\" stroke=\"{2}\" stroke-width=\"9\" "
                "stroke-linecap=\"round\"/>\n"
                "<path d=\"M{0} {1}h12\" stroke=\"{3}\"/>\n",
                x + 3, y, halo, ink);
}

void Drawing::samplePath(int x, int y) {
  os << formatv("<path d=\"M{0} {1}h18\" stroke=\"{2}\" "
                "stroke-width=\"2.2\"/>\n",
                x, y, accent);
}

void Drawing::sampleLate(int x, int y) {
  os << formatv("<path d=\"M{0} {1}h18\" stroke=\"{2}\" stroke-width=\"1.2\" "
                "stroke-dasharray=\"4 2\"/>\n",
                x, y, lateInk);
}

void Drawing::printLegend() {
  os << formatv("<g class=\"legend\" font-size=\"11\" fill=\"{0}\">\n", muted);
  for (const LegendEntry &entry : legend) {
    int y = layout.lastEdge() + 52 + 20 * entry.row;
    (this->*entry.sample)(entry.x, y);
    os << formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n", entry.x + 24, y + 4,
                  entry.text);
  }
  os << "</g>\n";
}

std::string Drawing::print() {
  printHead();
  printStages();
  printSpine();
  printColumns();
  printWires();
  printLate();
  printPath();
  printNodes();
  printLabels();
  printLegend();
  os << "</svg>\n";
  return text;
}

std::string scanc::circuits::renderSvg(const Network &network,
                                       StringRef family) {
  return Drawing(network, family).print();
}
