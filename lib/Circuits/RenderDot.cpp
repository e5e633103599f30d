//===- RenderDot.cpp - A network for Graphviz -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `dot` keeps the ranks, and the columns as far as it can: a column is a group.
// `neato -n` takes the positions, and shows the columns as they are.
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Render.h"
#include "scanc/Circuits/Schedule.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc::circuits;
using llvm::formatv;

namespace {
/// The graph of one network, rank by rank and then the edges.
class Graph {
public:
  Graph(const Network &network, llvm::StringRef family);
  std::string print();

private:
  void printOrder(char name);
  void printInputs();
  void printStages();
  void printOutputs();
  void printEdges();

  /// `group="c3", pos="150,-180"`: row 0 has the inputs. In points, upwards.
  std::string place(uint32_t column, int32_t row) const {
    return formatv("group=c{0}, pos=\"{1},{2}\"", column, 50 * int64_t(column),
                   -60 * int64_t(row));
  }
  const char *colour(NodeId from, NodeId to) const {
    return onPath.contains(from) && onPath.contains(to)
               ? "color=\"#c2410c\", penwidth=2"
               : "";
  }

  const Network &network;
  llvm::StringRef family;
  std::vector<uint32_t> columns;
  StageGroups groups;
  llvm::DenseSet<NodeId> onSpine, onPath;
  std::string text;
  llvm::raw_string_ostream os{text};
};
} // namespace

Graph::Graph(const Network &network, llvm::StringRef family)
    : network(network), family(family), columns(columnsOf(network)),
      groups(stagesOf(network)) {
  for (NodeId node : spineOf(network))
    onSpine.insert(node);
  for (NodeId node : spinePathOf(network))
    onPath.insert(node);
}

/// Ends a rank with a node for each column: they stand from left to right.
void Graph::printOrder(char name) {
  os << "    edge [style=invis]; " << name << 0;
  for (int64_t column = 1; column < network.width; ++column)
    os << " -> " << name << column;
  os << ";\n  }\n";
}

void Graph::printInputs() {
  os << "  { rank=source;\n";
  for (int64_t input = 0; input < network.width; ++input)
    os << formatv("    n{0} [label=<x<sub>{0}</sub>>, shape=plaintext, {1}];\n",
                  input, place(input, 0));
  printOrder('n');
}

void Graph::printStages() {
  // A node covers firsts[node]..columns[node].
  std::vector<uint32_t> firsts(columns.begin(),
                               columns.begin() + network.width);
  for (Combine combine : network.combines)
    firsts.push_back(firsts[combine.low]);
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    os << "  { rank=same; // stage " << stage << '\n';
    for (uint32_t index : groups[stage]) {
      NodeId node = network.nodeOf(index);
      const char *fill = onPath.contains(node)    ? ", fillcolor=\"#f0a868\""
                         : onSpine.contains(node) ? ", fillcolor=\"#fbd5a5\""
                                                  : "";
      os << formatv("    n{0} [label=\"{1}:{2}\", {3}{4}];\n", node,
                    firsts[node], columns[node], place(columns[node], stage),
                    fill);
    }
    os << "  }\n";
  }
}

void Graph::printOutputs() {
  os << "  { rank=sink;\n";
  for (int64_t k = 0; k < network.width; ++k)
    os << formatv("    y{0} [label=<y<sub>{0}</sub>>, shape=plaintext, {1}];\n",
                  k, place(k, groups.size() + 1));
  printOrder('y');
}

void Graph::printEdges() {
  for (size_t index = 0; index < network.combines.size(); ++index) {
    auto [low, high] = network.combines[index];
    NodeId node = network.nodeOf(index);
    os << formatv("  n{0} -> n{1} [{2}];\n", low, node, colour(low, node));
    os << formatv("  n{0} -> n{1} [style=dashed, weight=8];\n", high, node);
  }
  for (int64_t k = 0; k < network.width; ++k)
    os << formatv("  n{0} -> y{1} [arrowhead=none, weight=8];\n",
                  network.outputs[k], k);
}

std::string Graph::print() {
  os << "// A low operand's edge is solid, a high operand's dashed.\n"
        "// dot -Tsvg, or with straight columns: neato -n -Gsplines=true "
        "-Tsvg\n"
        "digraph \"";
  os.write_escaped(family);
  os << "\" {\n"
        "  rankdir=TB; bgcolor=white; nodesep=0.15; ranksep=0.4;\n"
        "  fontname=\"Helvetica\"; labelloc=t; label=\"";
  os.write_escaped(family);
  os << formatv(", width {0}\";\n", network.width);
  os << "  node [shape=box, style=\"filled,rounded\", fillcolor=white, "
        "fontname=\"Helvetica\", fontsize=10, width=0.5, height=0.25, "
        "margin=\"0.04,0.02\"];\n"
        "  edge [arrowsize=0.5];\n";
  printInputs();
  printStages();
  printOutputs();
  printEdges();
  os << "}\n";
  return text;
}

std::string scanc::circuits::renderDot(const Network &network,
                                       llvm::StringRef family) {
  return Graph(network, family).print();
}
