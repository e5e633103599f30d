//===- NetworkWriter.h - Writes networks into a larger one ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the algebra (Algebra.h) and compositions (Compose.h) share: a network is
// built of copies of smaller ones, each of which reads nodes that are there
// already, and has the stages that its author gave it, moved behind the stages
// of what went before.
//
//   x0 x1 x2 x3      place(serial 2, {x0, x1}, 0)    gives {x0, 01}
//   +--*  +--*       place(serial 2, {x2, x3}, 0)    gives {x2, 23}
//   |  +-----*       place(serial 2, {01, 23}, 1)    gives {01, 03}
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_NETWORKWRITER_H
#define SCANC_LIB_CIRCUITS_NETWORKWRITER_H

#include "scanc/Circuits/Network.h"

#include "llvm/ADT/ArrayRef.h"

namespace scanc::circuits {

/// A network with its schedule at hand. Refers to the network.
struct Scheduled {
  explicit Scheduled(const Network &network);

  const Network &network;
  std::vector<int32_t> stages; // as `stagesOf` returns them
  int32_t lastStage;           // 0 without a combine
};

class NetworkWriter {
public:
  explicit NetworkWriter(int64_t width);

  /// The nodes 0..width-1.
  std::vector<NodeId> inputs() const;

  NodeId combine(NodeId low, NodeId high, int32_t stage);

  /// Copies `part` so that it reads `inputs`, one for each of its columns, and
  /// its stage 1 is stage `after` + 1. Returns its outputs.
  std::vector<NodeId> place(const Scheduled &part,
                            llvm::ArrayRef<NodeId> inputs, int32_t after);

  /// The number of combines so far.
  size_t size() const { return network.combines.size(); }

  /// The network, every combine with its stage.
  Network finish(std::vector<NodeId> outputs);

private:
  Network network;
  std::vector<NodeId> placed; // of `place`, kept for its storage
};

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_NETWORKWRITER_H
