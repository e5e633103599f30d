//===- FragmentPlanner.cpp - Least sizes by dynamic programming -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentPlanner.h"

#include <algorithm>
#include <cassert>

using namespace scanc::circuits;

/// Ranges of cuts up to this are tried one by one. Wider ones are sampled and
/// refined, which costs no combine, or one, at widths up to 1024.
static constexpr int32_t exhaustiveCuts = 96;
static constexpr int32_t sampledCuts = 8;

FragmentPlanner::FragmentPlanner(int32_t depth, int32_t fanout)
    : fanout(fanout) {
  assert(depth < 60 && "levels are packed into six bits");
  scopeOf({depth});
}

int32_t FragmentPlanner::scopeOf(const Scope &scope) {
  auto [entry, isNew] = scopeNumbers.try_emplace(
      {scope.deadline, scope.carryInLeaf, scope.carryInFirstLeaf, scope.outer,
       scope.extraSpreads, scope.readsInFirstLeaf},
      static_cast<int32_t>(scopes.size()));
  assert(scopes.size() < (1 << 16) && "scopes are packed into 16 bits");
  if (isNew)
    scopes.push_back(scope);
  return entry->second;
}

Fragment FragmentPlanner::circuit(int32_t width) const {
  return {width, Fragment::noCarry, scopes[0].deadline, 0, fanout};
}

int32_t FragmentPlanner::joined(int32_t carry, int32_t total) {
  return std::max(carry, total) + 1;
}

/// The most inputs that have a total by a level.
static int32_t mostInputs(int32_t level) {
  return level < 0 ? 0 : 1 << std::min(level, 30);
}

/// No plan is smaller. Without a carry this is Snir's bound; with one, every
/// input has an output and totals take a join each.
static int32_t sizeBound(const Fragment &fragment) {
  int32_t width = fragment.width;
  if (!fragment.hasCarry())
    return std::max(width - 1, 2 * width - 2 - fragment.total);
  return fragment.wantsTotal() ? 2 * width - 1 : width;
}

bool FragmentPlanner::normalize(Fragment &fragment) const {
  const Scope &scope = scopes[fragment.scope];
  if (fragment.carry >= scope.deadline || fragment.total < 0)
    return false;
  if (!fragment.hasCarry())
    fragment.total = std::min(fragment.total, scope.deadline);
  else if (fragment.total >= scope.deadline)
    fragment.total = Fragment::noTotal;
  if (fragment.wantsTotal() && mostInputs(fragment.total) < fragment.width)
    return false;
  if (scope.isCircuit())
    fragment.isFirst = false;
  return true;
}

Plan FragmentPlanner::plan(const Fragment &requested) {
  Fragment fragment = requested;
  if (!normalize(fragment))
    return {};
  uint64_t key = fragment.width;
  key = key << 6 | (fragment.carry + 1);
  key = key << 6 | fragment.total;
  key = key << 16 | fragment.scope;
  key = key << 8 | fragment.reads;
  key = key << 2 | fragment.isFirst << 1 | fragment.isCut;
  if (auto known = memo.find(key); known != memo.end())
    return known->second;
  Plan best = makePlan(fragment);
  memo[key] = best;
  return best;
}

Plan FragmentPlanner::makePlan(const Fragment &fragment) {
  Plan best;
  const Scope scope = scopes[fragment.scope];
  if (scope.isCircuit() && fragment.width == 1)
    return {fragment.hasCarry() ? 1 : 0, Plan::Kind::Leaf};
  if (!scope.isCircuit() && !fragment.isCut)
    planLeaf(fragment, best);
  if (fragment.wantsTotal())
    planConcat(fragment, fragment.total - 1, best);
  else
    for (int32_t level = std::max(fragment.carry, 0);
         level < scope.deadline - 1; ++level)
      planConcat(fragment, level, best);
  if (fragment.hasCarry() && fragment.width > 1)
    planSpread(fragment, best);
  return best;
}

Fragment FragmentPlanner::leafInside(const Fragment &leaf) const {
  const Scope &scope = scopes[leaf.scope];
  // A total that nobody limits is still needed one level before the deadline.
  int32_t total = leaf.wantsTotal() ? leaf.total : scope.deadline - 1;
  int32_t carry = leaf.isFirst ? scope.carryInFirstLeaf : scope.carryInLeaf;
  int32_t reads = Fragment::anyReads;
  // Its last output is the spread's, so that one of the reads is not made.
  if (fanout != Fragment::anyReads)
    reads = leaf.isFirst ? scope.readsInFirstLeaf : fanout + 1;
  return {leaf.width, carry, total, scope.outer, reads};
}

void FragmentPlanner::planLeaf(const Fragment &fragment, Plan &best) {
  const Scope scope = scopes[fragment.scope];
  Fragment inside = leafInside(fragment);
  int32_t own = fragment.hasCarry() ? 1 : 0;
  if (inside.total < 0 || mostInputs(inside.total) < fragment.width ||
      inside.total + own > scope.deadline)
    return;
  // The circuit's scope is the only one that has leaves to be cut, and a carry
  // that comes with the deadline leaves room for nothing inside.
  Plan plan;
  if (inside.carry < scopes[scope.outer].deadline)
    plan = this->plan(inside);
  else if (fragment.width == 1)
    plan.size = 1;
  if (!plan.exists())
    return;
  int32_t size = plan.size + scope.extraSpreads + own;
  if (size < best.size)
    best = {size, Plan::Kind::Leaf};
}

std::pair<Fragment, Fragment> FragmentPlanner::parts(const Fragment &fragment,
                                                     const Plan &plan) const {
  Fragment left = fragment, right = fragment;
  left.width = plan.choice;
  left.total = plan.leftTotal;
  left.isCut = right.isCut = right.isFirst = false;
  right.width -= plan.choice;
  right.carry = fragment.hasCarry() ? joined(fragment.carry, plan.leftTotal)
                                    : plan.leftTotal;
  if (fragment.wantsTotal())
    right.total = fragment.total - 1;
  if (fanout != Fragment::anyReads) {
    left.reads = plan.leftReads;
    right.reads = fragment.reads - plan.leftReads;
    // With a carry and a total of the whole, its last output is made of them.
    if (scopes[fragment.scope].isCircuit())
      right.reads =
          fragment.hasCarry() && fragment.wantsTotal() ? fanout + 1 : fanout;
  }
  return {left, right};
}

int32_t FragmentPlanner::sizeOfConcat(const Fragment &fragment,
                                      const Plan &plan, int32_t limit) {
  auto [left, right] = parts(fragment, plan);
  int32_t join = fragment.hasCarry() && fragment.wantsTotal() ? 1 : 0;
  Plan leftPlan = this->plan(left);
  if (!leftPlan.exists() || leftPlan.size + join + sizeBound(right) >= limit)
    return Plan::infinite;
  Plan rightPlan = this->plan(right);
  return rightPlan.exists() ? leftPlan.size + join + rightPlan.size
                            : Plan::infinite;
}

/// Finds the cut in least..most that `sizeAt` likes best.
static void bestCut(int32_t least, int32_t most, const Plan &best,
                    int32_t bound,
                    llvm::function_ref<int32_t(int32_t)> sizeAt) {
  if (most - least < exhaustiveCuts) {
    for (int32_t cut = least; cut <= most && best.size > bound; ++cut)
      sizeAt(cut);
    return;
  }
  int32_t at = least, size = Plan::infinite;
  auto consider = [&](int32_t cut) {
    if (cut < least || cut > most)
      return;
    int32_t found = sizeAt(cut);
    if (found < size)
      size = found, at = cut;
  };
  int32_t step = (most - least) / sampledCuts;
  for (int32_t cut = least; cut < most; cut += step)
    consider(cut);
  consider(most);
  for (step /= 2; step >= 1 && size > bound; step /= 2) {
    int32_t center = at;
    for (int32_t distance : {step, 2 * step - 1}) {
      consider(center - distance);
      consider(center + distance);
    }
  }
}

void FragmentPlanner::planConcat(const Fragment &fragment, int32_t leftTotal,
                                 Plan &best) {
  if (leftTotal < 0)
    return;
  int32_t width = fragment.width;
  int32_t most = std::min(width - 1, mostInputs(leftTotal));
  int32_t least =
      fragment.wantsTotal() ? std::max(1, width - mostInputs(leftTotal)) : 1;
  const bool inCircuit = scopes[fragment.scope].isCircuit();
  const bool isSampled = most - least >= exhaustiveCuts;

  // How the carry's readers, or the leaves, are shared out.
  int32_t fewest = 0, greatest = 0;
  if (fanout != Fragment::anyReads) {
    greatest = inCircuit && !fragment.hasCarry() ? fanout : fragment.reads - 1;
    fewest = inCircuit ? greatest : 1;
    if (inCircuit && fragment.hasCarry() && !fragment.wantsTotal())
      fewest = greatest = fragment.reads;
    if (greatest < 1)
      return;
  }
  // Nothing within a leaf's scope is bounded by its width alone.
  int32_t bound = inCircuit ? sizeBound(fragment) : 0;
  for (int32_t reads = fewest; reads <= greatest; ++reads)
    bestCut(least, most, best, bound, [&](int32_t cut) {
      Plan plan{0, Plan::Kind::Concat, cut, leftTotal, reads};
      // A sample compares cuts with each other, not with the best so far.
      int32_t limit = isSampled ? Plan::infinite : best.size;
      plan.size = sizeOfConcat(fragment, plan, limit);
      if (plan.size < best.size)
        best = plan;
      return plan.size;
    });
}

Fragment FragmentPlanner::prefixes(const Fragment &fragment,
                                   int32_t scope) const {
  // One input a leaf is the same scope with an earlier deadline; otherwise the
  // leaves are this scope's and there must be two at least.
  bool isSame = scopes[scope].outer == scopes[fragment.scope].outer;
  return {fragment.width,
          Fragment::noCarry,
          std::min(fragment.total, scopes[scope].deadline),
          scope,
          isSame || fanout == Fragment::anyReads
              ? fragment.reads
              : fragment.reads + 1 - scopes[scope].readsInFirstLeaf,
          isSame ? fragment.isFirst : true,
          !isSame};
}

void FragmentPlanner::planSpread(const Fragment &fragment, Plan &best) {
  const Scope scope = scopes[fragment.scope];
  auto consider = [&](const Scope &inner, int32_t extra) {
    int32_t number = scopeOf(inner);
    Plan plan = this->plan(prefixes(fragment, number));
    if (plan.exists() && plan.size + extra < best.size)
      best = {plan.size + extra, Plan::Kind::Spread, number};
  };

  // To every leaf of this scope: the outputs at the deadline.
  Scope earlier = scope;
  --earlier.deadline;
  if (scope.isCircuit()) {
    if (fanout == Fragment::anyReads || fragment.width <= fragment.reads)
      consider(earlier, fragment.width);
    for (int32_t level = scope.deadline - 1; level > fragment.carry; --level)
      // Two leaves at least; with any number of reads there is one way.
      for (int32_t inFirst = fanout == Fragment::anyReads ? 0 : 1;
           inFirst <= std::max(fragment.reads - 1, 0); ++inFirst)
        if (best.size > sizeBound(fragment))
          consider(
              {level - 1, level, fragment.carry, fragment.scope, 0, inFirst},
              0);
  } else {
    ++earlier.extraSpreads;
    consider(earlier, 0);
  }
}
