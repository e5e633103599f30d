//===- Drawing.cpp - What the drawings share ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Render.h"

#include "llvm/Support/FormatVariadic.h"

using namespace scanc::circuits;

llvm::Error scanc::circuits::checkDrawable(const Network &network) {
  if (network.width <= maxDrawnWidth &&
      network.combines.size() <= maxDrawnCombines)
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      llvm::formatv("a drawing has at most {0} columns and {1} combines, got "
                    "{2} and {3}",
                    maxDrawnWidth, maxDrawnCombines, network.width,
                    network.combines.size())
          .str());
}

std::vector<NodeId> scanc::circuits::spineOf(const Network &network) {
  std::vector<bool> wanted(network.numNodes());
  wanted[network.outputs.back()] = true;
  for (size_t index = network.combines.size(); index-- > 0;)
    if (wanted[network.nodeOf(index)]) {
      auto [low, high] = network.combines[index];
      wanted[low] = wanted[high] = true;
    }
  std::vector<NodeId> spine;
  for (NodeId node = 0; node < network.numNodes(); ++node)
    if (wanted[node])
      spine.push_back(node);
  return spine;
}

std::vector<NodeId> scanc::circuits::spinePathOf(const Network &network) {
  std::vector<NodeId> path = {network.outputs.back()};
  while (!network.isInput(path.back()))
    path.push_back(network.combines[network.combineOf(path.back())].low);
  return {path.rbegin(), path.rend()};
}
