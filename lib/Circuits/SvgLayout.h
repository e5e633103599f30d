//===- SvgLayout.h - Where the parts of a drawing are -----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns run down, stages are bands. A combine sits on the lower edge of its
// band, in its column; its high operand comes straight down and its low operand
// along a diagonal through the band. A band is as high as its longest diagonal
// needs to pass above the combines beside its own.
//
// A value that is read after its column has moved on leaves the column in the
// stage in which it is replaced, and runs down a lane of its own beside it:
//
//      a  |          |         a: made here, and its column's value
//       \ +          +
//       : *   b      |         b: the column's next value
//       :  \_________|
//       :            *         reads b
//        \_________  |
//                  \_*         reads a
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_SVGLAYOUT_H
#define SCANC_LIB_CIRCUITS_SVGLAYOUT_H

#include "scanc/Circuits/Network.h"
#include "scanc/Circuits/Schedule.h"

#include <string>
#include <vector>

namespace scanc::circuits {

/// The sizes that depend on how many columns must find a place. Those that need
/// not be whole are text.
struct SvgScale {
  /// The widest network with these sizes.
  int64_t widest;
  /// From column to column.
  int pitch;
  const char *radius, *outline, *wire, *path, *halo;
  int label;
};

/// Places a network of at least one column that is drawable.
class SvgLayout {
public:
  explicit SvgLayout(const Network &network);

  const Network &network;
  const SvgScale &scale;
  std::vector<uint32_t> columns;
  StageGroups groups;

  int x(NodeId node) const { return left + scale.pitch * columns[node]; }
  int lastX() const { return x(network.width - 1); }
  /// The lower edge of a stage; stage 0 is where the inputs come in.
  int edge(int32_t stage) const { return top + heights[stage]; }
  int firstEdge() const { return edge(0); }
  int lastEdge() const { return edge(groups.size()); }
  /// Where a value is made. Inputs and outputs have short leads.
  int y(NodeId node) const {
    return network.isInput(node) ? firstEdge() - lead : edge(stageOf(node));
  }
  int outputY() const { return lastEdge() + lead + 2; }

  /// Moves the drawing: column 0 and the first edge.
  void moveTo(int newLeft, int newTop) {
    left = newLeft;
    top = newTop;
  }

  /// Where the wire in the value's own column ends, at or below `y(node)`.
  int columnEnd(NodeId node) const;
  /// Whether the value is read, or put out, after its column has moved on.
  bool isLate(NodeId node) const { return lastLate[node] != 0; }
  bool anyLate() const { return hasLate; }
  /// The path of a late value: out of its column, and down its lane.
  std::string lane(NodeId node) const;

  /// The wire of stage(to) alone, which goes on from the column or the lane of
  /// `from`; empty where that is the column of `to` itself.
  std::string wire(NodeId from, NodeId to) const;
  /// The wire that brings a late output back below the last stage; empty for an
  /// output that is in its column.
  std::string outputWire(NodeId node) const;

  /// The whole way of a value, from where it is made to the combine `to`.
  std::string route(NodeId from, NodeId to) const;
  /// The same, to the output below.
  std::string routeToOutput(NodeId node) const;

private:
  int32_t stageOf(NodeId node) const {
    return network.isInput(node) ? 0 : stages[network.combineOf(node)];
  }
  /// The stage that reads outputs.
  int32_t afterAll() const { return groups.size() + 1; }
  bool readsLate(NodeId from, int32_t stage) const {
    return replaced[from] < stage;
  }
  int laneX(NodeId node) const;
  /// Down to where `stage` begins, in the column or in the lane.
  std::string down(NodeId from, int32_t stage) const;

  void findReplaced();
  void findReaders();
  void giveLanes();
  void giveHeights();

  /// The length of the wires above the first and below the last stage.
  static constexpr int lead = 8;

  std::vector<int32_t> stages;
  /// For each node: the stage in which its column gets its next value; the last
  /// stage that reads it in its column through a diagonal; that one through its
  /// column; the last one that reads it in its lane; the number of the lane.
  /// 0 for none.
  std::vector<int32_t> replaced, lastLow, lastHigh, lastLate, laneOf;
  bool hasLate = false;
  /// The lower edges, from the first.
  std::vector<int> heights;
  int left = 0, top = 0;
};

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_SVGLAYOUT_H
