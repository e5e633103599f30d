//===- Network.h - A prefix circuit as plain data ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A prefix circuit of width n takes x0 .. x(n-1) and gives the n prefixes
// x0, x0 . x1, .., x0 . x1 . .. . x(n-1) of an associative operator. A Network
// is such a circuit written down as a directed acyclic graph and nothing else:
// node i < width is input i, node width + c is the result of combine c, and a
// combine is the pair of nodes it reads, in the order of the inputs they cover.
//
//   Sklansky, n = 4                combines              outputs
//
//   x0  x1  x2  x3                 #0 = (0, 1)  node 4   0
//   +---*   +---*    stage 1       #1 = (2, 3)  node 5   4  x0 . x1
//   |   +---*---*    stage 2       #2 = (4, 2)  node 6   6  (x0 . x1) . x2
//   y0  y1  y2  y3                 #3 = (4, 5)  node 7   7  (x0 . x1) . (x2 .
//   x3)
//
// Why a graph and not columns that are updated in place: a general circuit may
// read a value after its column has moved on, and "both operands as they were
// before the stage" is a property that in-place updates lose silently (the
// result stays right for idempotent carry operators and is wrong for +). In a
// graph the question cannot be asked. Evaluation (run), the proof that it is a
// scan (Spans.h), the schedule (Schedule.h), cost (Cost.h), drawings (Render.h)
// and IR are readers of this one structure.
//
// What it cannot say: which thread computes a combine, which cell holds its
// value, and at which address. Those are choices of the lowering. The one hint
// a generator may leave is the stage of each combine, because an author's
// schedule (Brent and Kung's levels) can be slower than the graph allows.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_NETWORK_H
#define SCANC_CIRCUITS_NETWORK_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cassert>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanc::circuits {

/// A value of the circuit: inputs first, then the combines in order.
using NodeId = uint32_t;

/// One application of the operator to two nodes, `low . high`: the operand
/// that covers the earlier inputs comes first.
struct Combine {
  NodeId low, high;
};

/// A prefix circuit. Nothing is checked on construction: `checkSpans` proves
/// that the network is a scan, and every other reader requires that it is one.
struct Network {
  /// Number of inputs, and of outputs.
  int64_t width = 0;
  /// In topological order: both operands of combine c are below width + c.
  std::vector<Combine> combines;
  /// The node that is output k; it covers inputs 0..k.
  std::vector<NodeId> outputs;
  /// The author's schedule: the stage of each combine, counted from 1. Empty
  /// means as soon as possible. See `stagesOf` and `checkStages`.
  std::vector<int32_t> stages = {};

  /// Inputs and combines together.
  size_t numNodes() const { return width + combines.size(); }
  bool isInput(NodeId node) const { return node < width; }
  /// The node that holds the result of combine `index`.
  NodeId nodeOf(size_t index) const { return width + index; }
  /// The combine that makes `node`, which is no input.
  size_t combineOf(NodeId node) const { return node - width; }
};

/// Evaluates the circuit: `inputs` has `width` elements, and so has the result,
/// output k at place k. `combine(low, high)` need be neither commutative nor
/// pure; it is called once for each combine, in order.
template <class T>
std::vector<T>
run(const Network &network, std::vector<T> inputs,
    std::type_identity_t<llvm::function_ref<T(const T &, const T &)>> combine) {
  assert(inputs.size() == static_cast<size_t>(network.width) &&
         "one input a column");
  std::vector<T> values = std::move(inputs);
  values.reserve(network.numNodes());
  for (auto [low, high] : network.combines)
    values.push_back(combine(values[low], values[high]));
  std::vector<T> outputs;
  outputs.reserve(network.outputs.size());
  for (NodeId node : network.outputs)
    outputs.push_back(values[node]);
  return outputs;
}

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_NETWORK_H
