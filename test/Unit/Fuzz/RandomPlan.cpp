//===- RandomPlan.cpp - A random plan that is legal -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPlan.h"
#include "RandomNetwork.h"

#include <algorithm>
#include <cstdint>

using namespace scanc;
using namespace scanc::test;

namespace {
struct Shape {
  int64_t warps, rows, items;
};

class Writer {
public:
  Writer(Random &random, unsigned registers)
      : random(random), registers(registers) {}

  std::string plan();
  std::string definitions;

private:
  int64_t level(int64_t most);
  Shape shape(int64_t warps);
  Shape within(Shape outer);
  std::string circuit(int64_t width);
  std::string drawnTiles();
  std::string skeleton(const std::string &name, Shape shape,
                       bool mayHaveStages = false);
  void add(const std::string &key, const std::string &value) {
    text += (text.empty() ? "" : ", ") + key + " = " + value;
  }

  Random &random;
  unsigned registers;
  std::string text;
  bool leavesWarp = false; // some skeleton names no warp circuit
};
} // namespace

/// Mostly small, at times `most`.
int64_t Writer::level(int64_t most) {
  if (random.oneIn(12))
    return random.between(1, most);
  return random.between(1, std::min<int64_t>(most, 4));
}

/// With as many items and rows as a thread has registers for.
Shape Writer::shape(int64_t warps) {
  const int64_t most = random.oneIn(8) ? 120 : 40;
  Shape shape{warps, 0, 0};
  do {
    shape.rows = level(12);
    shape.items = level(64);
  } while (shape.rows * shape.items * registers > most &&
           shape.rows * shape.items > 1);
  return shape;
}

/// A shape whose tile divides the other's.
Shape Writer::within(Shape outer) {
  auto divisor = [&](int64_t number) {
    int64_t result = random.between(1, number);
    while (number % result)
      --result;
    return result;
  };
  return {divisor(outer.warps), divisor(outer.rows), divisor(outer.items)};
}

std::string Writer::circuit(int64_t width) {
  std::string name = "c" + std::to_string(definitions.size());
  switch (random.between(0, 4)) {
  case 0:
    return randomFamily(random) + "<" + std::to_string(width) + ">";
  case 1:
    definitions += "prefix.family @" + name + " = " + randomFamily(random) +
                   "<" + std::to_string(width) + ">\n";
    break;
  default:
    definitions += printCircuit(randomNetwork(random, width), name);
  }
  return "@" + name;
}

std::string Writer::skeleton(const std::string &name, Shape shape,
                             bool mayHaveStages) {
  std::string text = name + " = <warps = " + std::to_string(shape.warps) +
                     ", rows = " + std::to_string(shape.rows) +
                     ", items = " + std::to_string(shape.items);
  if (mayHaveStages && random.oneIn(2))
    text += ", stages = " + std::to_string(random.between(1, 2));
  if (random.oneIn(3))
    text += ", thread = " + circuit(shape.items);
  if (random.oneIn(3))
    text += ", warp = " + circuit(32);
  else
    leavesWarp = true;
  if (random.oneIn(3))
    text += ", row = " + circuit(shape.rows);
  if (random.oneIn(3))
    text += ", block = " + circuit(shape.warps);
  return text + ">";
}

std::string Writer::drawnTiles() {
  const char *const strategies[] = {"chained", "decoupled_lookback"};
  add("strategy", strategies[random.between(0, 1)]);
  if (random.oneIn(2))
    add("single_block_up_to", std::to_string(random.between(0, 200)));
  add("blocks_per_sm", std::to_string(random.between(1, 3)));
  add("max_blocks", std::to_string(random.between(1, 5)));
  text += ", " + skeleton("scan", shape(level(8)), /*mayHaveStages=*/false);
  text += ", top = <items = " + std::to_string(1 << random.between(0, 2)) + ">";
  text += ", " + skeleton("tail", shape(level(8)));
  if (leavesWarp && random.oneIn(2))
    add("warp", circuit(32));
  return "<" + text + ">";
}

std::string Writer::plan() {
  auto number = [&](int64_t least, int64_t most) {
    return std::to_string(random.between(least, most));
  };
  if (random.oneIn(4))
    return drawnTiles();
  const bool isRecursive = random.oneIn(4);
  const bool isSingle = !isRecursive && random.oneIn(2);
  if (isRecursive)
    add("strategy", "reduce_then_scan");
  else if (isSingle)
    add("strategy", "single_block");
  else if (!random.oneIn(4))
    add("strategy", "two_level_streaming");
  if (random.oneIn(2))
    add("single_block_up_to", number(0, 200));
  add("blocks_per_sm", number(1, 3));
  add("max_blocks", number(1, 5));

  Shape scan = shape(level(8));
  std::string tiles = ", " + skeleton("scan", scan, !isRecursive);
  tiles += ", " + skeleton("reduce", within(scan));
  // One block has no kernel for them.
  if (!isSingle)
    text += tiles;
  const int64_t warps = level(8);
  text += ", " + skeleton("top", shape(warps));
  text += ", " + skeleton("tail", shape(warps));
  // A default that no skeleton takes is refused.
  if (leavesWarp && random.oneIn(2))
    add("warp", circuit(32));
  return "<" + text + ">";
}

RandomPlan::RandomPlan(Random &random, unsigned registers) {
  if (random.oneIn(12))
    return;
  Writer writer(random, registers);
  text = writer.plan();
  definitions = std::move(writer.definitions);
}
