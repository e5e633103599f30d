//===- StagedCircuit.h - A circuit with its stages and columns --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every placement asks of a circuit: when a value is made, when it is read
// for the last time, the column it ends in, and whether it is a finished
// prefix. All combines of a stage read what was there before the stage.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_STAGEDCIRCUIT_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_STAGEDCIRCUIT_H

#include "scanc/Circuits/Network.h"
#include "scanc/Circuits/Schedule.h"

#include <limits>

namespace scanc::prefix {

class StagedCircuit {
public:
  /// Keeps a reference to `network`, whose spans verify (overlap allowed), and
  /// whose stages are given, each with a combine.
  explicit StagedCircuit(const circuits::Network &network);

  const circuits::Network &network() const { return graph; }
  int64_t width() const { return graph.width; }
  int32_t numStages() const { return groups.size(); }
  /// The combines of a stage, from 1.
  llvm::ArrayRef<uint32_t> combinesOf(int32_t stage) const {
    return groups[stage];
  }
  /// The stage that makes a node; 0 for an input.
  int32_t stageOf(circuits::NodeId node) const {
    return graph.isInput(node) ? 0 : stages[graph.combineOf(node)];
  }
  /// The last input that a node covers.
  int32_t columnOf(circuits::NodeId node) const { return columns[node]; }
  /// Whether a node covers input 0, so that it is an output's value.
  bool isFinished(circuits::NodeId node) const { return finished[node]; }

  static constexpr int32_t forever = std::numeric_limits<int32_t>::max();
  /// The last stage that reads a node, the stage that makes it if none does;
  /// `forever` for an output.
  int32_t lastUseOf(circuits::NodeId node) const { return lastUses[node]; }
  /// The stage from which on a cell with the node may be written: a result
  /// holds its cell in its own stage even where nothing reads it.
  int32_t busyUntil(circuits::NodeId node) const {
    return graph.isInput(node) ? lastUses[node]
                               : std::max(lastUses[node], stageOf(node) + 1);
  }

private:
  const circuits::Network &graph;
  llvm::ArrayRef<int32_t> stages;
  circuits::StageGroups groups;
  std::vector<uint32_t> columns;
  std::vector<bool> finished;
  std::vector<int32_t> lastUses;
};

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_STAGEDCIRCUIT_H
