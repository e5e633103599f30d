//===- RandomNetwork.cpp - Prefix networks that no family makes -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNetwork.h"

#include "scanc/Circuits/Families.h"
#include "scanc/Circuits/Spans.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"

#include <map>
#include <utility>

using namespace scanc;
using namespace scanc::circuits;
using scanc::test::Random;

namespace {
using Nodes = std::vector<NodeId>;

class Builder {
public:
  Builder(Random &random, int64_t width) : random(random) {
    network.width = width;
  }

  /// The prefixes of `wires`, whose spans are adjacent, in order.
  Nodes scan(const Nodes &wires);

  Network network;

private:
  NodeId join(NodeId low, NodeId high) {
    network.combines.push_back({low, high});
    return network.nodeOf(network.combines.size() - 1);
  }
  Nodes scanByTrees(const Nodes &wires);
  Nodes scanByHalves(const Nodes &wires);
  Nodes scanByPairs(const Nodes &wires);
  Nodes scanByFamily(const Nodes &wires);

  Random &random;
};
} // namespace

Nodes Builder::scan(const Nodes &wires) {
  if (wires.size() < 2)
    return wires;
  // Trees that share little are quadratic in size.
  switch (random.between(wires.size() > 40 ? 1 : 0, 5)) {
  case 0:
    return scanByTrees(wires);
  case 1:
  case 2:
    return scanByHalves(wires);
  case 3:
  case 4:
    return scanByPairs(wires);
  default:
    return scanByFamily(wires);
  }
}

Nodes Builder::scanByTrees(const Nodes &wires) {
  const unsigned rebuild = random.between(1, 12);
  std::map<std::pair<size_t, size_t>, NodeId> known;
  auto build = [&](auto &&self, size_t lo, size_t hi) -> NodeId {
    if (lo == hi)
      return wires[lo];
    auto place = known.find({lo, hi});
    if (place != known.end() && !random.oneIn(rebuild))
      return place->second;
    const size_t split = random.between(lo, hi - 1);
    const NodeId low = self(self, lo, split), high = self(self, split + 1, hi);
    return known[{lo, hi}] = join(low, high);
  };
  Nodes outputs(wires.size());
  const bool fromLast = random.oneIn(2);
  for (size_t i = 0; i < wires.size(); ++i) {
    const size_t k = fromLast ? wires.size() - 1 - i : i;
    outputs[k] = build(build, 0, k);
  }
  return outputs;
}

Nodes Builder::scanByHalves(const Nodes &wires) {
  const size_t split = random.between(1, wires.size() - 1);
  Nodes outputs = scan(Nodes(wires.begin(), wires.begin() + split));
  const NodeId total = outputs.back();
  for (NodeId high : scan(Nodes(wires.begin() + split, wires.end())))
    outputs.push_back(join(total, high));
  return outputs;
}

Nodes Builder::scanByPairs(const Nodes &wires) {
  const unsigned skip = random.between(2, 9);
  Nodes groups;
  std::vector<bool> isPair;
  for (size_t i = 0; i < wires.size();) {
    const bool pair = i + 1 < wires.size() && !random.oneIn(skip);
    groups.push_back(pair ? join(wires[i], wires[i + 1]) : wires[i]);
    isPair.push_back(pair);
    i += pair ? 2 : 1;
  }
  Nodes prefixes = scan(groups), outputs;
  for (size_t g = 0; g < groups.size(); ++g) {
    if (isPair[g]) {
      const NodeId own = wires[outputs.size()];
      outputs.push_back(g ? join(prefixes[g - 1], own) : own);
    }
    outputs.push_back(prefixes[g]);
  }
  return outputs;
}

Nodes Builder::scanByFamily(const Nodes &wires) {
  Network inner =
      llvm::cantFail(buildFamily({test::randomFamily(random)}, wires.size()));
  return run<NodeId>(inner, wires, [&](const NodeId &low, const NodeId &high) {
    return join(low, high);
  });
}

/// The same graph, its combines in another order.
static Network reorder(const Network &network, Random &random) {
  Network result;
  result.width = network.width;
  std::vector<NodeId> renamed(network.numNodes());
  for (NodeId node = 0; node < renamed.size(); ++node)
    renamed[node] = network.isInput(node) ? node : NodeId(-1);
  std::vector<size_t> waiting(network.combines.size());
  for (size_t i = 0; i < waiting.size(); ++i)
    waiting[i] = i;
  while (!waiting.empty()) {
    // The first one in some random stretch that has its operands is next.
    size_t at = random.between(0, waiting.size() - 1);
    auto isReady = [&](size_t combine) {
      auto [low, high] = network.combines[combine];
      return renamed[low] != NodeId(-1) && renamed[high] != NodeId(-1);
    };
    while (!isReady(waiting[at]))
      at = (at + 1) % waiting.size();
    auto [low, high] = network.combines[waiting[at]];
    result.combines.push_back({renamed[low], renamed[high]});
    renamed[network.nodeOf(waiting[at])] =
        result.nodeOf(result.combines.size() - 1);
    waiting.erase(waiting.begin() + at);
  }
  for (NodeId output : network.outputs)
    result.outputs.push_back(renamed[output]);
  return result;
}

Network test::randomNetwork(Random &random, int64_t width) {
  Builder builder(random, width);
  Nodes inputs(width);
  for (int64_t i = 0; i < width; ++i)
    inputs[i] = i;
  builder.network.outputs = builder.scan(inputs);
  return random.oneIn(3) ? reorder(builder.network, random) : builder.network;
}

std::string test::randomFamily(Random &random) {
  std::vector<std::string> names;
  for (const FamilyInfo &family : families())
    if (!family.checkList)
      names.push_back(family.name.str());
  return random.pick(names);
}

std::string test::printCircuit(const Network &network,
                               const std::string &name) {
  std::vector<Span> spans = llvm::cantFail(checkSpans(network));
  auto wire = [](NodeId node) { return "%w" + std::to_string(node); };
  auto type = [&](NodeId node) {
    return "!prefix.span<" + std::to_string(spans[node].lo) + ", " +
           std::to_string(spans[node].hi) + ">";
  };
  auto list = [](llvm::ArrayRef<NodeId> nodes, auto &&item) {
    std::string text;
    for (NodeId node : nodes)
      text += (text.empty() ? "" : ", ") + item(node);
    return text;
  };
  Nodes inputs(network.width);
  for (NodeId i = 0; i < inputs.size(); ++i)
    inputs[i] = i;
  std::string text =
      "prefix.circuit @" + name + "(" + list(inputs, wire) + ") {\n";
  for (size_t i = 0; i < network.combines.size(); ++i) {
    auto [low, high] = network.combines[i];
    text += "  " + wire(network.nodeOf(i)) + " = prefix.combine " + wire(low) +
            ", " + wire(high) + " : " + type(low) + ", " + type(high) + "\n";
  }
  return text + "  prefix.yield " + list(network.outputs, wire) + " : " +
         list(network.outputs, type) + "\n}\n";
}
