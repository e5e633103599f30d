//===- CombineBuilder.h - Writes a network node by node ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unlike the columns of ColumnBuilder.h, every value stays readable: a search
// reads partial results long after their column has moved on.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_SEARCH_COMBINEBUILDER_H
#define SCANC_LIB_CIRCUITS_SEARCH_COMBINEBUILDER_H

#include "scanc/Circuits/Network.h"

namespace scanc::circuits {

/// Records combines and outputs. Output 0 is the first input.
class CombineBuilder {
public:
  explicit CombineBuilder(int64_t width) {
    network.width = width;
    network.outputs.assign(width, 0);
  }

  NodeId combine(NodeId low, NodeId high) {
    network.combines.push_back({low, high});
    return network.nodeOf(network.combines.size() - 1);
  }
  void setOutput(int64_t column, NodeId node) {
    network.outputs[column] = node;
  }
  Network finish() { return std::move(network); }

private:
  Network network;
};

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_SEARCH_COMBINEBUILDER_H
