//===- RenderDot.cpp - A network for Graphviz -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Columns.h"
#include "scanc/Circuits/Render.h"
#include "scanc/Circuits/Schedule.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc::circuits;

std::string scanc::circuits::renderDot(const Network &network,
                                       llvm::StringRef family) {
  // A node covers firsts[node]..columns[node].
  std::vector<uint32_t> columns = columnsOf(network);
  std::vector<uint32_t> firsts(columns.begin(),
                               columns.begin() + network.width);
  for (Combine combine : network.combines)
    firsts.push_back(firsts[combine.low]);
  std::vector<NodeId> spine = spineOf(network);
  llvm::DenseSet<NodeId> onSpine(spine.begin(), spine.end());

  std::string text;
  llvm::raw_string_ostream os(text);
  os << "digraph \"";
  os.write_escaped(family);
  os << "\" {\n  rankdir=TB;\n  node [shape=box, fontname=\"sans-serif\"];\n";
  os << "  { rank=source;\n";
  for (int64_t input = 0; input < network.width; ++input)
    os << llvm::formatv("    n{0} [label=\"x{0}\", shape=circle];\n", input);
  os << "  }\n";
  StageGroups groups(stagesOf(network));
  for (int32_t stage = 1; stage <= groups.size(); ++stage) {
    os << "  { rank=same; // stage " << stage << '\n';
    for (uint32_t index : groups[stage]) {
      NodeId node = network.nodeOf(index);
      os << llvm::formatv("    n{0} [label=\"{1}..{2}\"{3}];\n", node,
                          firsts[node], columns[node],
                          onSpine.contains(node) ? ", color=\"#c2410c\"" : "");
    }
    os << "  }\n";
  }
  for (size_t index = 0; index < network.combines.size(); ++index) {
    auto [low, high] = network.combines[index];
    NodeId node = network.nodeOf(index);
    bool spineEdge = onSpine.contains(low) && onSpine.contains(node);
    os << llvm::formatv("  n{0} -> n{1} [{2}];\n", low, node,
                        spineEdge ? "color=\"#c2410c\", penwidth=2" : "");
    os << llvm::formatv("  n{0} -> n{1} [style=dashed];\n", high, node);
  }
  os << "  { rank=sink;\n";
  for (int64_t k = 0; k < network.width; ++k)
    os << llvm::formatv("    y{0} [shape=plaintext];\n", k);
  os << "  }\n";
  for (int64_t k = 0; k < network.width; ++k)
    os << llvm::formatv("  n{0} -> y{1} [arrowhead=none];\n",
                        network.outputs[k], k);
  os << "}\n";
  return text;
}
