//===- RandomCircuits.h - Random scans for the tests ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Valid circuits that no family makes: each output is a random binary tree
// over its inputs, whose parts are shared with other outputs at random. Where
// nothing is shared a column holds several values at once, so that one slot is
// not enough; where much is shared fan-out and reach are irregular, so that no
// simple access form fits.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_ANALYSIS_RANDOMCIRCUITS_H
#define SCANC_TEST_UNIT_ANALYSIS_RANDOMCIRCUITS_H

#include "scanc/Circuits/Families.h"
#include "scanc/Circuits/Network.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

#include <map>
#include <random>
#include <string>

namespace scanc::prefix::test {

using circuits::Network;
using circuits::NodeId;

/// The network of a family without parameters or, where it must have a list,
/// with one of ones; the test fails if there is none.
inline Network family(llvm::StringRef name, int64_t width) {
  circuits::FamilySpec spec{name.str()};
  const circuits::FamilyInfo *info = circuits::lookupFamily(name);
  if (info && info->checkList)
    spec.params.push_back(
        {"", std::vector<int64_t>(llvm::Log2_64_Ceil(width), 1)});
  llvm::Expected<Network> network = circuits::buildFamily(spec, width);
  if (!network) {
    ADD_FAILURE() << llvm::toString(network.takeError());
    return {};
  }
  return std::move(*network);
}

class RandomCircuit {
public:
  /// With probability `reuse` a span that has a node is not built again.
  /// Between the outputs, `unused` spans are built that need not be part of
  /// one.
  RandomCircuit(uint32_t seed, int64_t width, double reuse, int unused = 0)
      : random(seed), reuse(reuse) {
    network.width = width;
    for (int64_t i = 0; i < width; ++i)
      nodes[{i, i}] = i;
    std::vector<int64_t> order(width);
    for (int64_t i = 0; i < width; ++i)
      order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    network.outputs.resize(width);
    for (int64_t k : order) {
      if (width > 1 && unused-- > 0) {
        const int64_t lo = pick(0, width - 2);
        build(lo, pick(lo + 1, width - 1));
      }
      network.outputs[k] = build(0, k);
    }
  }

  Network network;

private:
  int64_t pick(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  }

  NodeId build(int64_t lo, int64_t hi) {
    auto known = nodes.find({lo, hi});
    if (known != nodes.end() &&
        (lo == hi || std::bernoulli_distribution(reuse)(random)))
      return known->second;
    const int64_t split = pick(lo, hi - 1);
    const NodeId low = build(lo, split), high = build(split + 1, hi);
    network.combines.push_back({low, high});
    return nodes[{lo, hi}] = network.width + network.combines.size() - 1;
  }

  std::mt19937 random;
  double reuse;
  std::map<std::pair<int64_t, int64_t>, NodeId> nodes;
};

/// `count` distinct letters, each a string of one.
inline std::vector<std::string> letters(int64_t count) {
  std::vector<std::string> result;
  for (int64_t i = 0; i < count; ++i)
    result.emplace_back(1, static_cast<char>(i + 1));
  return result;
}

} // namespace scanc::prefix::test

#endif // SCANC_TEST_UNIT_ANALYSIS_RANDOMCIRCUITS_H
