//===- FragmentBuilder.cpp - The network of a plan ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineBuilder.h"
#include "FragmentPlanner.h"

#include <cassert>
#include <deque>

using namespace scanc::circuits;

namespace {
/// A fragment at its place, with the plan's choices made.
struct Piece {
  Fragment fragment;
  Plan plan;
  int64_t begin;
  /// Concat: the two parts. Leaf that is cut: its inside, as `left`. Spread:
  /// the prefixes, as `left`.
  Piece *left = nullptr, *right = nullptr;
  std::optional<NodeId> total = std::nullopt;
};

/// An output of a scope: the leaf that it ends, and its value.
struct LeafOutput {
  Piece *inside;
  NodeId node;
};

class FragmentBuilder {
public:
  FragmentBuilder(FragmentPlanner &planner, int64_t width)
      : planner(planner), builder(width) {}

  Network build(const Fragment &circuit) {
    std::vector<LeafOutput> outputs;
    makeOutputs(*makePiece(circuit, 0), std::nullopt, std::nullopt, outputs);
    for (auto [input, node] : outputs)
      builder.setOutput(input->begin, node);
    return builder.finish();
  }

private:
  Piece *makePiece(Fragment fragment, int64_t begin);
  Piece *makeInside(const Fragment &leaf, int64_t begin);
  NodeId totalOf(Piece &piece);
  /// The value up to the end of `piece`.
  NodeId lastOf(Piece &piece, std::optional<NodeId> carry) {
    NodeId total = totalOf(piece);
    return carry ? builder.combine(*carry, total) : total;
  }
  /// Makes the outputs of a scope that `piece` has, and appends them. `last` is
  /// its last output where the caller has made it.
  void makeOutputs(Piece &piece, std::optional<NodeId> carry,
                   std::optional<NodeId> last,
                   std::vector<LeafOutput> &outputs);
  void makeSpread(Piece &piece, NodeId carry, std::optional<NodeId> last,
                  std::vector<LeafOutput> &outputs);

  FragmentPlanner &planner;
  CombineBuilder builder;
  std::deque<Piece> pieces;
};
} // namespace

Piece *FragmentBuilder::makePiece(Fragment fragment, int64_t begin) {
  [[maybe_unused]] bool canExist = planner.normalize(fragment);
  assert(canExist && "only what has a plan is built");
  Plan plan = planner.plan(fragment);
  Piece &piece = pieces.emplace_back(Piece{fragment, plan, begin});
  switch (plan.kind) {
  case Plan::Kind::None:
    assert(false && "only what has a plan is built");
    break;
  case Plan::Kind::Leaf:
    if (!planner.scope(fragment.scope).isCircuit())
      piece.left = makeInside(fragment, begin);
    break;
  case Plan::Kind::Concat: {
    auto [left, right] = planner.parts(fragment, plan);
    piece.left = makePiece(left, begin);
    piece.right = makePiece(right, begin + left.width);
    break;
  }
  case Plan::Kind::Spread:
    piece.left = makePiece(planner.prefixes(fragment, plan.choice), begin);
    break;
  }
  return &piece;
}

Piece *FragmentBuilder::makeInside(const Fragment &leaf, int64_t begin) {
  Fragment inside = planner.leafInside(leaf);
  if (inside.width > 1)
    return makePiece(inside, begin);
  return &pieces.emplace_back(Piece{inside, {0, Plan::Kind::Leaf}, begin});
}

NodeId FragmentBuilder::totalOf(Piece &piece) {
  if (piece.total)
    return *piece.total;
  if (piece.right) {
    NodeId low = totalOf(*piece.left), high = totalOf(*piece.right);
    piece.total = builder.combine(low, high);
  } else {
    piece.total =
        piece.left ? totalOf(*piece.left) : static_cast<NodeId>(piece.begin);
  }
  return *piece.total;
}

void FragmentBuilder::makeOutputs(Piece &piece, std::optional<NodeId> carry,
                                  std::optional<NodeId> last,
                                  std::vector<LeafOutput> &outputs) {
  switch (piece.plan.kind) {
  case Plan::Kind::None:
    return;
  case Plan::Kind::Leaf: {
    Piece *inside = piece.left ? piece.left : &piece;
    outputs.push_back({inside, last ? *last : lastOf(piece, carry)});
    return;
  }
  case Plan::Kind::Concat: {
    NodeId middle = lastOf(*piece.left, carry);
    makeOutputs(*piece.left, carry, middle, outputs);
    if (!last && piece.fragment.wantsTotal())
      last = lastOf(piece, carry);
    makeOutputs(*piece.right, middle, last, outputs);
    return;
  }
  case Plan::Kind::Spread:
    makeSpread(piece, *carry, last, outputs);
    return;
  }
}

void FragmentBuilder::makeSpread(Piece &piece, NodeId carry,
                                 std::optional<NodeId> last,
                                 std::vector<LeafOutput> &outputs) {
  std::vector<LeafOutput> leaves;
  makeOutputs(*piece.left, std::nullopt, std::nullopt, leaves);
  for (LeafOutput &leaf : leaves)
    leaf.node = last && &leaf == &leaves.back()
                    ? *last
                    : builder.combine(carry, leaf.node);

  const Scope &inner = planner.scope(piece.left->fragment.scope);
  if (inner.outer != piece.fragment.scope) {
    outputs.insert(outputs.end(), leaves.begin(), leaves.end());
    return;
  }
  for (auto [inside, node] : leaves) {
    makeOutputs(*inside, carry, node, outputs);
    carry = node;
  }
}

std::optional<Network>
scanc::circuits::fragmentCircuit(int64_t width, int64_t depth,
                                 std::optional<int64_t> fanout) {
  FragmentPlanner planner(
      static_cast<int32_t>(depth),
      static_cast<int32_t>(fanout.value_or(Fragment::anyReads)));
  Fragment circuit = planner.circuit(static_cast<int32_t>(width));
  if (!planner.plan(circuit).exists())
    return std::nullopt;
  return FragmentBuilder(planner, width).build(circuit);
}
