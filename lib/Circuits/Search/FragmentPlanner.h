//===- FragmentPlanner.h - Least sizes by dynamic programming ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Below the depths of ZeroDeficiency.h combines are needed that are neither an
// output nor part of the last output's tree. This dynamic programme finds where
// they are best spent. A fragment is a run of neighbouring inputs with
//
//   a carry       what is on its left, there at a level, or none (the leftmost)
//   a total       of its own inputs, wanted by a level, or not wanted
//   its outputs   carry . x_first .. x_i, by the deadline of its scope
//
// and is made in one of these ways:
//
//   concat        left and right: the left part's last output is the carry of
//                 the right part, and their totals join (Sheeran's slices)
//   spread        the fragment is cut into leaves; the prefixes of the leaves'
//                 totals are made without the carry, in a scope of their own;
//                 one level puts the carry before each. What is inside a leaf
//                 comes afterwards, with the output before the leaf as carry
//
//   x16 .. x31 after the carry 0..15 at level 4, by level 6, total at level 4:
//     leaves     16..23, 24..27, 28..31
//     prefixes   16..23, 16..27, 16..31, and with the carry at level 5
//     inside     16..22 after 0..15, 24..26 after 0..23, 28..30 after 0..27
//   One combine less than by halves of halves.
//
// Spreading to leaves of one input with the deadline lowered by one is Ladner
// and Fischer's P_0; pairs as leaves are their P_1. Leaves of unequal widths
// are what gains on P_0: at width 2^k and depth k the sizes are those that
// Sergeev (ECCC TR13-041) proves least, for k up to 9.
//
// A scope is the outputs' deadline, and for leaves the way back: the scope they
// lie in, the level of the carries within (the first leaf's is earlier), and
// how many more spreads each output takes on the way.
//
// With a limit on the fan-out, `reads` is how many combines may read the carry:
// a spread shares them between its leaves and what is inside the first one. The
// values within a spread are not counted one by one, so whoever limits the
// fan-out checks the network that comes out.
//
// What is not exact: circuits outside this recursion are not seen, leaves are
// not cut within the spread of a spread, and wide fragments try a sample of the
// cuts. The size is therefore an upper bound.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_SEARCH_FRAGMENTPLANNER_H
#define SCANC_LIB_CIRCUITS_SEARCH_FRAGMENTPLANNER_H

#include "scanc/Circuits/Network.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace scanc::circuits {

/// Where outputs of a fragment go. Scope 0 is the circuit's.
struct Scope {
  int32_t deadline;
  /// The level of the carry within a leaf, and within the first leaf.
  int32_t carryInLeaf = 0, carryInFirstLeaf = 0;
  /// The scope the leaves lie in; -1 for the circuit's, whose leaves are
  /// inputs.
  int32_t outer = -1;
  /// Spreads that each output takes besides the one into `outer`.
  int32_t extraSpreads = 0;
  /// Combines within the first leaf that may read its carry, as `reads`.
  int32_t readsInFirstLeaf = 0;
  bool isCircuit() const { return outer < 0; }
};

/// What a fragment has to meet.
struct Fragment {
  static constexpr int32_t noCarry = -1, noTotal = 63, anyReads = 0;

  int32_t width;
  /// The level of the carry, or `noCarry`.
  int32_t carry;
  /// The level the total is wanted by, or `noTotal`. Without a carry the total
  /// is the last output.
  int32_t total;
  int32_t scope;
  /// Combines that may read the carry, that of the last output among them, or
  /// `anyReads`. In the scope of a spread: the most leaves.
  int32_t reads = anyReads;
  /// The first leaf of this fragment is the first of its scope.
  bool isFirst = false;
  /// Has at least two leaves.
  bool isCut = false;

  bool hasCarry() const { return carry != noCarry; }
  bool wantsTotal() const { return total != noTotal; }
};

/// How a fragment is made.
struct Plan {
  enum class Kind : uint8_t { None, Leaf, Concat, Spread };

  int32_t size = infinite;
  Kind kind = Kind::None;
  /// Concat: inputs of the left part. Spread: the scope of the prefixes.
  int32_t choice = 0;
  /// Concat: the level of the left total, and its share of `reads`.
  int32_t leftTotal = 0, leftReads = 0;

  static constexpr int32_t infinite = 1 << 30;
  bool exists() const { return size < infinite; }
};

class FragmentPlanner {
public:
  /// Circuits of depth at most `depth`, below 60; `fanout` as in `reads`.
  explicit FragmentPlanner(int32_t depth, int32_t fanout = Fragment::anyReads);

  /// The circuit of a width as a fragment.
  Fragment circuit(int32_t width) const;
  /// Brings fragments that ask for the same into one form. False where nothing
  /// can meet it.
  bool normalize(Fragment &fragment) const;
  /// The best plan for a fragment, normalized or not.
  Plan plan(const Fragment &fragment);

  const Scope &scope(int32_t index) const { return scopes[index]; }
  /// The two parts of a concat.
  std::pair<Fragment, Fragment> parts(const Fragment &fragment,
                                      const Plan &plan) const;
  /// What a spread makes without the carry.
  Fragment prefixes(const Fragment &fragment, int32_t scope) const;
  /// The same leaf seen from the scope it lies in.
  Fragment leafInside(const Fragment &leaf) const;
  /// The level of the last output of a fragment with a total or a carry.
  static int32_t joined(int32_t carry, int32_t total);

private:
  Plan makePlan(const Fragment &fragment);
  void planLeaf(const Fragment &fragment, Plan &best);
  void planConcat(const Fragment &fragment, int32_t leftTotal, Plan &best);
  void planSpread(const Fragment &fragment, Plan &best);
  int32_t sizeOfConcat(const Fragment &fragment, const Plan &plan,
                       int32_t limit);
  int32_t scopeOf(const Scope &scope);

  int32_t fanout;
  std::vector<Scope> scopes;
  std::map<std::array<int32_t, 6>, int32_t> scopeNumbers;
  llvm::DenseMap<uint64_t, Plan> memo;
};

/// The circuit that the planner finds, or nothing where it finds none.
std::optional<Network>
fragmentCircuit(int64_t width, int64_t depth,
                std::optional<int64_t> fanout = std::nullopt);

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_SEARCH_FRAGMENTPLANNER_H
