//===- RenderSvg.cpp - A network as SVG -----------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns run down, stages are bands. A combine sits on the lower edge of its
// band, in its column; its high operand comes straight down and its low operand
// along a diagonal through the band. A filled combine is a finished prefix
// (it covers 0..k), a hollow one an intermediate value.
//
// A value that is read after its column has moved on is drawn as an edge that
// bows out from where the value was made.
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Render.h"
#include "scanc/Circuits/Schedule.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace scanc::circuits;
using llvm::formatv;

static constexpr const char *style = R"(  <style>
    text { font-family: "DejaVu Sans", Helvetica, Arial, sans-serif; }
    text { fill: #334155; }
    .title { font-size: 17px; font-weight: bold; fill: #0f172a; }
    .note { font-size: 12px; fill: #64748b; }
    .label { font-size: 10px; text-anchor: middle; }
    .stage { font-size: 10px; text-anchor: end; fill: #64748b; }
    .band { fill: #f1f5f9; }
    .column { stroke: #cbd5e1; stroke-width: 1; }
    .wire { stroke: #475569; stroke-width: 1; fill: none; }
    .spine { stroke: #c2410c; stroke-width: 2.5; fill: none; }
    .spine { stroke-linejoin: round; }
    .finished { fill: #1e3a8a; stroke: #1e3a8a; stroke-width: 1.2; }
    .partial { fill: #ffffff; stroke: #1e3a8a; stroke-width: 1.2; }
    .onspine { fill: #c2410c; stroke: #c2410c; stroke-width: 1.2; }
  </style>
)";

/// Text with the characters escaped that mean something to XML.
static std::string escaped(llvm::StringRef text) {
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

namespace {
/// The drawing of one network: where things are, then the layers from the back
/// to the front.
class Drawing {
public:
  Drawing(const Network &network, llvm::StringRef family);
  std::string print();

private:
  void placeStages();

  void printFrame();
  void printColumns();
  void printWires();
  void printSpine();
  void printNodes();
  void printLegend();

  int x(uint32_t column) const { return left + pitch * column; }
  /// The height at which the value of a node appears.
  int y(NodeId node) const { return heights[stage(node)]; }
  int32_t stage(NodeId node) const {
    return network.isInput(node) ? 0 : stages[network.combineOf(node)];
  }
  /// The path of the value `from` to the combine `to`.
  std::string path(NodeId from, NodeId to) const;

  static constexpr int left = 56, top = 92, right = 28, bottom = 72;

  const Network &network;
  llvm::StringRef family;
  Cost cost;
  std::vector<uint32_t> columns;
  std::vector<int32_t> stages;
  StageGroups groups;
  /// For each node, the stage in which its column gets its next value.
  std::vector<int32_t> replaced;
  /// The lower edge of each stage; 0 is where the inputs come in.
  std::vector<int> heights;
  int pitch, radius, width, height;
  std::string text;
  llvm::raw_string_ostream os{text};
};
} // namespace

Drawing::Drawing(const Network &network, llvm::StringRef family)
    : network(network), family(family), cost(computeCost(network)),
      columns(columnsOf(network)), stages(stagesOf(network)), groups(stages),
      replaced(network.numNodes(), groups.size() + 1) {
  pitch = network.width <= 16 ? 36 : network.width <= 32 ? 26 : 18;
  radius = network.width <= 16 ? 5 : 4;
  placeStages();
  // The notes need some room beside a narrow network.
  width = std::max<int>(x(network.width - 1) + right, 560);
  height = heights.back() + bottom;
}

/// Gives a stage room according to its longest diagonal, and finds when each
/// value leaves its column.
void Drawing::placeStages() {
  heights.push_back(top);
  std::vector<NodeId> current(network.width);
  for (int64_t column = 0; column < network.width; ++column)
    current[column] = column;
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    uint32_t longest = 0;
    for (uint32_t index : groups[stage]) {
      NodeId node = network.nodeOf(index);
      uint32_t column = columns[node];
      longest =
          std::max(longest, column - columns[network.combines[index].low]);
      replaced[current[column]] = stage;
      current[column] = node;
    }
    heights.push_back(heights.back() + 28 + std::min(3u * longest, 96u));
  }
}

std::string Drawing::path(NodeId from, NodeId to) const {
  int x0 = x(columns[from]), x1 = x(columns[to]);
  int before = heights[stage(to) - 1];
  // The value is still in its column: down the column, then the diagonal.
  if (replaced[from] >= stage(to))
    return formatv("M{0} {1}V{2}L{3} {4}", x0, y(from), before, x1, y(to));
  int bow = pitch / 2;
  return formatv("M{0} {1}C{2} {3} {2} {4} {5} {6}", x0, y(from), x0 + bow,
                 y(from) + bow, before, x1, y(to));
}

void Drawing::printFrame() {
  os << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                "height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n",
                width, height);
  os << formatv("  <title>{0}, width {1}</title>\n", escaped(family),
                network.width);
  os << style;
  os << formatv("  <rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
                width, height);
  os << formatv("  <text class=\"title\" x=\"20\" y=\"30\">{0}, width "
                "{1}</text>\n",
                escaped(family), network.width);
  os << formatv("  <text class=\"note\" x=\"20\" y=\"50\">size {0} · depth {1} "
                "· stages {2} · max uses {3} · level fanout {4} · tracks {5} "
                "· deficiency {6}</text>\n",
                cost.size, cost.depth, cost.stages, cost.maxUses,
                cost.levelFanout, cost.tracks, cost.deficiency);
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    int above = heights[stage - 1], below = heights[stage];
    if (stage % 2)
      os << formatv("  <rect class=\"band\" x=\"{0}\" y=\"{1}\" width=\"{2}\" "
                    "height=\"{3}\"/>\n",
                    left - 16, above, x(network.width - 1) - left + 32,
                    below - above);
    os << formatv("  <text class=\"stage\" x=\"{0}\" y=\"{1}\">{2}</text>\n",
                  left - 22, (above + below) / 2 + 4, stage);
  }
}

void Drawing::printColumns() {
  for (int64_t column = 0; column < network.width; ++column) {
    os << formatv("  <path class=\"column\" d=\"M{0} {1}V{2}\"/>\n", x(column),
                  top - 8, heights.back() + 10);
    os << formatv("  <text class=\"label\" x=\"{0}\" y=\"{1}\">{2}</text>\n",
                  x(column), top - 14, column);
    os << formatv("  <text class=\"label\" x=\"{0}\" y=\"{1}\">{2}</text>\n",
                  x(column), heights.back() + 24, column);
  }
}

void Drawing::printWires() {
  for (size_t index = 0; index < network.combines.size(); ++index) {
    auto [low, high] = network.combines[index];
    NodeId node = network.nodeOf(index);
    os << formatv("  <path class=\"wire\" d=\"{0}\"/>\n", path(low, node));
    // The column itself is the wire of a high operand that is still in it.
    if (replaced[high] < stage(node))
      os << formatv("  <path class=\"wire\" d=\"{0}\"/>\n", path(high, node));
  }
}

void Drawing::printSpine() {
  std::vector<NodeId> spine = spineOf(network);
  os << formatv("  <path class=\"spine\" d=\"M{0} {1}V{2}", x(0), top - 8, top);
  for (size_t i = 1; i < spine.size(); ++i)
    os << path(spine[i - 1], spine[i]);
  os << formatv("M{0} {1}V{2}\"/>\n", x(network.width - 1), y(spine.back()),
                heights.back() + 10);
}

void Drawing::printNodes() {
  std::vector<bool> onSpine(network.numNodes()), finished(network.numNodes());
  for (NodeId node : spineOf(network))
    onSpine[node] = true;
  for (NodeId node : network.outputs)
    finished[node] = true;
  std::vector<uint32_t> firsts(columns.begin(),
                               columns.begin() + network.width);
  for (size_t index = 0; index < network.combines.size(); ++index) {
    auto [low, high] = network.combines[index];
    NodeId node = network.nodeOf(index);
    firsts.push_back(firsts[low]);
    const char *kind = onSpine[node]    ? "onspine"
                       : finished[node] ? "finished"
                                        : "partial";
    os << formatv("  <circle class=\"{0}\" cx=\"{1}\" cy=\"{2}\" r=\"{3}\">"
                  "<title>{4}..{5} = {4}..{6} . {7}..{5}</title></circle>\n",
                  kind, x(columns[node]), y(node), radius, firsts[node],
                  columns[node], columns[low], firsts[high]);
  }
}

void Drawing::printLegend() {
  int y = height - 18;
  auto entry = [&](int x, const char *kind, const char *what) {
    os << formatv("  <circle class=\"{0}\" cx=\"{1}\" cy=\"{2}\" r=\"4\"/>\n",
                  kind, x, y - 4);
    os << formatv("  <text class=\"note\" x=\"{0}\" y=\"{1}\">{2}</text>\n",
                  x + 10, y, what);
  };
  entry(26, "finished", "finished prefix");
  entry(146, "partial", "intermediate value");
  entry(288, "onspine", "spine: input 0 to the last output");
}

std::string Drawing::print() {
  printFrame();
  printColumns();
  printWires();
  printSpine();
  printNodes();
  printLegend();
  os << "</svg>\n";
  return text;
}

std::string scanc::circuits::renderSvg(const Network &network,
                                       llvm::StringRef family) {
  return Drawing(network, family).print();
}
