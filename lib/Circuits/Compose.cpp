//===- Compose.cpp - Scans of blocks, of their totals, and so on ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Compose.h"

#include "NetworkWriter.h"
#include "scanc/Circuits/Schedule.h"
#include "scanc/Circuits/Spans.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <limits>

using namespace scanc::circuits;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// One level
//===----------------------------------------------------------------------===//

namespace {
/// The circuit of a level on its way up and down, and how its blocks are joined
/// by the level above. Nodes are what goes between the levels: a vector holds
/// one for each column of each block, or one for each block.
class Level {
public:
  Level(const Network &circuit, Joint joint, bool reuseLast);

  /// Input: a node for each column. Output: the total of each block. Writes the
  /// stages after `stage` and moves it on.
  std::vector<NodeId> goUp(std::vector<NodeId> columns, NetworkWriter &writer,
                           int32_t &stage);

  /// Input: the scan of the totals. Output: the scan of the columns.
  std::vector<NodeId> goDown(ArrayRef<NodeId> prefixes, NetworkWriter &writer,
                             int32_t &stage);

private:
  void findReduction();
  void findSeeded();

  std::vector<NodeId> scanBlocks(NetworkWriter &writer, int32_t stage);
  std::vector<NodeId> reduceBlocks(NetworkWriter &writer, int32_t stage);
  std::vector<NodeId> propagate(ArrayRef<NodeId> prefixes,
                                NetworkWriter &writer, int32_t stage);
  std::vector<NodeId> scanSeeded(ArrayRef<NodeId> prefixes,
                                 NetworkWriter &writer, int32_t stage);

  size_t width() const { return circuit.network.width; }
  size_t numBlocks() const { return columns.size() / width(); }

  Scheduled circuit;
  Joint joint;
  bool reuseLast;
  /// By combine: whether the last output needs it, and if so which of those it
  /// is; whether it depends on the first input.
  std::vector<bool> reduces, seeded;
  std::vector<uint32_t> placeInReduction;
  size_t sizeOfReduction = 0;
  /// Reduce-then-scan: what the blocks read; scan-then-propagate: what they
  /// gave. Kept from the way up for the way down.
  std::vector<NodeId> columns;
  /// The node of the first combine of the reductions, block after block.
  NodeId firstReduction = 0;
};
} // namespace

Level::Level(const Network &circuit, Joint joint, bool reuseLast)
    : circuit(circuit), joint(joint), reuseLast(reuseLast) {
  if (joint == Joint::ScanThenPropagate)
    return;
  findReduction();
  findSeeded();
}

void Level::findReduction() {
  const Network &network = circuit.network;
  std::vector<bool> needed(network.numNodes());
  needed[network.outputs.back()] = true;
  reduces.resize(network.combines.size());
  for (size_t index = network.combines.size(); index-- > 0;) {
    if (!needed[network.nodeOf(index)])
      continue;
    reduces[index] = true;
    needed[network.combines[index].low] = true;
    needed[network.combines[index].high] = true;
  }
  for (bool isPart : reduces) {
    placeInReduction.push_back(sizeOfReduction);
    sizeOfReduction += isPart;
  }
}

void Level::findSeeded() {
  const Network &network = circuit.network;
  std::vector<bool> depends(network.numNodes());
  depends[0] = true;
  for (auto [index, reads] : llvm::enumerate(network.combines)) {
    depends[network.nodeOf(index)] = depends[reads.low] || depends[reads.high];
    seeded.push_back(depends[network.nodeOf(index)]);
  }
}

std::vector<NodeId> Level::goUp(std::vector<NodeId> inputs,
                                NetworkWriter &writer, int32_t &stage) {
  columns = std::move(inputs);
  const bool scans = joint == Joint::ScanThenPropagate;
  std::vector<NodeId> totals =
      scans ? scanBlocks(writer, stage) : reduceBlocks(writer, stage);
  stage += circuit.lastStage;
  return totals;
}

std::vector<NodeId> Level::goDown(ArrayRef<NodeId> prefixes,
                                  NetworkWriter &writer, int32_t &stage) {
  const bool scanned = joint == Joint::ScanThenPropagate;
  std::vector<NodeId> outputs = scanned ? propagate(prefixes, writer, stage)
                                        : scanSeeded(prefixes, writer, stage);
  stage += scanned ? 1 : 1 + circuit.lastStage;
  return outputs;
}

std::vector<NodeId> Level::scanBlocks(NetworkWriter &writer, int32_t stage) {
  std::vector<NodeId> totals;
  for (size_t begin = 0; begin < columns.size(); begin += width()) {
    std::vector<NodeId> outputs =
        writer.place(circuit, ArrayRef(columns).slice(begin, width()), stage);
    llvm::copy(outputs, columns.begin() + begin);
    totals.push_back(outputs.back());
  }
  return totals;
}

std::vector<NodeId> Level::propagate(ArrayRef<NodeId> prefixes,
                                     NetworkWriter &writer, int32_t stage) {
  for (size_t block = 0; block < numBlocks(); ++block)
    for (size_t k = 0; k < width(); ++k) {
      NodeId &column = columns[block * width() + k];
      if (reuseLast && k + 1 == width())
        column = prefixes[block];
      else if (block > 0)
        column = writer.combine(prefixes[block - 1], column, stage + 1);
    }
  return std::move(columns);
}

std::vector<NodeId> Level::reduceBlocks(NetworkWriter &writer, int32_t stage) {
  const Network &network = circuit.network;
  std::vector<NodeId> values(network.numNodes()), totals;
  for (size_t begin = 0; begin < columns.size(); begin += width()) {
    std::copy_n(columns.begin() + begin, width(), values.begin());
    for (auto [index, reads] : llvm::enumerate(network.combines)) {
      if (!reduces[index])
        continue;
      NodeId node = writer.combine(values[reads.low], values[reads.high],
                                   stage + circuit.stages[index]);
      if (begin == 0 && placeInReduction[index] == 0)
        firstReduction = node;
      values[network.nodeOf(index)] = node;
    }
    totals.push_back(values[network.outputs.back()]);
  }
  return totals;
}

std::vector<NodeId> Level::scanSeeded(ArrayRef<NodeId> prefixes,
                                      NetworkWriter &writer, int32_t stage) {
  const Network &network = circuit.network;
  std::vector<NodeId> values(network.numNodes()), outputs;
  outputs.reserve(columns.size());
  for (size_t block = 0; block < numBlocks(); ++block) {
    std::copy_n(columns.begin() + block * width(), width(), values.begin());
    if (block > 0)
      values[0] = writer.combine(prefixes[block - 1], values[0], stage + 1);
    for (auto [index, reads] : llvm::enumerate(network.combines)) {
      const bool differs = seeded[index] && block > 0;
      values[network.nodeOf(index)] =
          reduces[index] && !differs
              ? firstReduction + block * sizeOfReduction +
                    placeInReduction[index]
              : writer.combine(values[reads.low], values[reads.high],
                               stage + 1 + circuit.stages[index]);
    }
    for (NodeId node : network.outputs)
      outputs.push_back(values[node]);
    if (reuseLast)
      outputs.back() = prefixes[block];
  }
  return outputs;
}

//===----------------------------------------------------------------------===//
// What nobody needs
//===----------------------------------------------------------------------===//

static void dropDeadCombines(Network &network) {
  std::vector<bool> live(network.numNodes());
  for (NodeId node : network.outputs)
    live[node] = true;
  for (size_t index = network.combines.size(); index-- > 0;)
    if (live[network.nodeOf(index)]) {
      live[network.combines[index].low] = true;
      live[network.combines[index].high] = true;
    }

  std::vector<NodeId> renamed = NetworkWriter(network.width).inputs();
  renamed.resize(network.numNodes());
  size_t kept = 0;
  for (size_t index = 0; index < network.combines.size(); ++index) {
    if (!live[network.nodeOf(index)])
      continue;
    auto [low, high] = network.combines[index];
    renamed[network.nodeOf(index)] = network.nodeOf(kept);
    network.combines[kept] = {renamed[low], renamed[high]};
    network.stages[kept] = network.stages[index];
    ++kept;
  }
  network.combines.resize(kept);
  network.stages.resize(kept);
  for (NodeId &node : network.outputs)
    node = renamed[node];
}

/// Renumbers the stages without gaps, and forgets them if they are the
/// earliest.
static void closeGapsOfStages(Network &network) {
  std::vector<int32_t> &stages = network.stages;
  if (stages.empty())
    return;
  std::vector<int32_t> renamed(*llvm::max_element(stages) + 1);
  for (int32_t stage : stages)
    renamed[stage] = 1;
  for (size_t stage = 1; stage < renamed.size(); ++stage)
    renamed[stage] += renamed[stage - 1];
  for (int32_t &stage : stages)
    stage = renamed[stage];
  if (stages == earliestStages(network))
    stages.clear();
}

//===----------------------------------------------------------------------===//
// All levels
//===----------------------------------------------------------------------===//

static std::string nameOfLevel(size_t level) {
  return level == 0 ? "the leaf" : llvm::formatv("level {0}", level).str();
}

static llvm::Error fail(const std::string &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

/// Checks one circuit alone.
static llvm::Error checkCircuit(const Network &circuit, size_t level) {
  llvm::Error error = checkSpans(circuit, Overlap::Allowed).takeError();
  if (!error)
    error = checkStages(circuit);
  if (!error)
    return llvm::Error::success();
  return fail(llvm::formatv("circuit of {0}: {1}", nameOfLevel(level),
                            llvm::toString(std::move(error))));
}

/// Checks the circuits, the lowest first, and what they make together.
static llvm::Error checkCircuits(ArrayRef<const Network *> circuits) {
  int64_t width = 1;
  for (auto [level, circuit] : llvm::enumerate(circuits)) {
    if (llvm::Error error = checkCircuit(*circuit, level))
      return error;
    if (circuit->width > maxComposedWidth / width)
      return fail(llvm::formatv(
          "a composition must have at most {0} columns, got {1} * {2} = {3} "
          "with the circuit of {4}",
          maxComposedWidth, width, circuit->width, width * circuit->width,
          nameOfLevel(level)));
    width *= circuit->width;
  }

  // What is written before dead combines are dropped, with twice each circuit
  // and a combine for each column: no node and no stage may be beyond 32 bits.
  const uint64_t limit = std::numeric_limits<int32_t>::max();
  uint64_t written = 0;
  int64_t blocks = width;
  for (const Network *circuit : circuits) {
    written += blocks;
    blocks /= circuit->width;
    written += 2 * blocks * circuit->combines.size();
  }
  if (written > limit)
    return fail(llvm::formatv("a composition must have at most {0} combines, "
                              "got up to {1}",
                              limit, written));
  return llvm::Error::success();
}

llvm::Expected<Network> scanc::circuits::compose(const Network &leaf,
                                                 ArrayRef<JoinedLevel> joined) {
  std::vector<const Network *> circuits = {&leaf};
  for (const JoinedLevel &level : joined)
    circuits.push_back(&level.circuit);
  if (llvm::Error error = checkCircuits(circuits))
    return error;

  int64_t width = 1;
  for (const Network *circuit : circuits)
    width *= circuit->width;
  NetworkWriter writer(width);
  std::vector<NodeId> nodes = writer.inputs();
  int32_t stage = 0;

  std::vector<Level> levels;
  for (auto [below, above] : llvm::zip(circuits, joined)) {
    levels.emplace_back(*below, above.joint, above.reuseLast);
    nodes = levels.back().goUp(std::move(nodes), writer, stage);
  }
  Scheduled top(*circuits.back());
  nodes = writer.place(top, nodes, stage);
  stage += top.lastStage;
  for (Level &level : llvm::reverse(levels))
    nodes = level.goDown(nodes, writer, stage);

  Network network = writer.finish(std::move(nodes));
  dropDeadCombines(network);
  closeGapsOfStages(network);
  return network;
}
