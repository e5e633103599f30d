//===- Candidates.cpp - Circuits that a search chooses from ---------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"

#include "Bounds.h"
#include "FragmentPlanner.h"
#include "FruitfulLimits.h"
#include "SpanGraph.h"
#include "ZeroDeficiency.h"

#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Families.h"
#include "scanc/Circuits/Generators.h"
#include "scanc/Circuits/Spans.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>
#include <numeric>
#include <set>

using namespace scanc::circuits;

/// Spans are made again up to this many; the time grows faster than their
/// square.
static constexpr size_t mostSpansRemade = 800;
/// Circuits shallower than need be are worth a look up to this width, for the
/// sake of their spans.
static constexpr int64_t mostWidthOfShallow = 256;
/// The planner shares a fan-out among the leaves up to these.
static constexpr int64_t mostFanoutPlanned = 12, mostWidthPlanned = 128;

Candidate::Candidate(Network made, std::string method)
    : network(std::move(made)), method(std::move(method)),
      cost(computeCost(firstColumns(network, network.width))) {}

static Candidate makeLeastWithDepth(int64_t width, int64_t depth) {
  if (depth >= leastZeroDeficiencyDepth(width)) {
    std::optional<Network> chain = zeroDeficiencyCircuit(width, depth, width);
    assert(chain && "the chain reaches the least depth that there is");
    return {std::move(*chain), "zero deficiency, a chain of segments"};
  }
  std::optional<Network> planned = fragmentCircuit(width, depth);
  assert(planned && "halves and a spread reach every depth");
  return {std::move(*planned), "dynamic programming over fragments"};
}

const Candidate &WidthCandidates::leastWithDepth(int64_t depth) {
  auto known = byDepth.find(depth);
  if (known == byDepth.end())
    known = byDepth.emplace(depth, makeLeastWithDepth(width, depth)).first;
  return known->second;
}

Network scanc::circuits::firstColumns(const Network &network, int64_t width) {
  assert(width >= 1 && width <= network.width && "columns are only taken away");
  std::vector<bool> isUsed(network.numNodes());
  for (NodeId node : llvm::ArrayRef(network.outputs).take_front(width))
    isUsed[node] = true;
  for (size_t index = network.combines.size(); index-- > 0;)
    if (isUsed[network.nodeOf(index)]) {
      auto [low, high] = network.combines[index];
      isUsed[low] = isUsed[high] = true;
    }
  // What covers inputs up to a column reads nothing to the right of it.
  Network result{width, {}, {}};
  std::vector<NodeId> numbers(network.numNodes());
  std::iota(numbers.begin(), numbers.begin() + width, NodeId(0));
  for (auto [index, combine] : llvm::enumerate(network.combines)) {
    NodeId node = network.nodeOf(index);
    if (!isUsed[node])
      continue;
    numbers[node] = result.nodeOf(result.combines.size());
    result.combines.push_back({numbers[combine.low], numbers[combine.high]});
  }
  for (int64_t column = 0; column < width; ++column)
    result.outputs.push_back(numbers[network.outputs[column]]);
  return result;
}

namespace {
/// The smallest network so far within the limits.
class Choice {
public:
  Choice(int64_t depth, int64_t fanout) : depth(depth), fanout(fanout) {}

  /// Whether the network is within the limits.
  bool offer(const Candidate &offered) {
    const Cost &cost = offered.cost;
    if (cost.depth > depth || cost.maxUses > fanout)
      return false;
    if (!best || cost.size < best->cost.size)
      best = {firstColumns(offered.network, offered.network.width),
              offered.method};
    return true;
  }
  /// The network as it is, and with its spans made again.
  void offerSpans(const Candidate &offered) {
    offer(offered);
    const Network &network = offered.network;
    if (network.combines.size() > mostSpansRemade)
      return;
    // Families meet at the ends of their parameters.
    std::vector<std::pair<NodeId, NodeId>> combines;
    for (auto [low, high] : network.combines)
      combines.push_back({low, high});
    if (!seen.insert(std::move(combines)).second)
      return;
    if (auto remade = remadeWithinLimits(network, depth, fanout))
      offer(
          {std::move(*remade), "spans of " + offered.method + ", made again"});
  }

  std::optional<Candidate> best;

private:
  int64_t depth, fanout;
  std::set<std::vector<std::pair<NodeId, NodeId>>> seen;
};
} // namespace

/// Adds a family at all values of `ranges`.
void WidthCandidates::addFamily(const FamilyInfo &info, FamilySpec &spec,
                                llvm::ArrayRef<ParameterRange> ranges) {
  if (!ranges.empty()) {
    // What a depth would be worth beyond this, the chain of segments has.
    int64_t most = ranges.front().least + 2 * llvm::Log2_64_Ceil(width) + 2;
    for (int64_t value = ranges.front().least;
         value <= std::min(most, ranges.front().greatest); ++value) {
      spec.params.push_back({ranges.front().name.str(), {value}});
      addFamily(info, spec, ranges.drop_front());
      spec.params.pop_back();
    }
    return;
  }
  // Idempotent families need an operator that searches do not ask for, and a
  // list has no range; neither is of use.
  auto network = llvm::expectedToOptional(buildFamily(spec, width));
  if (network && llvm::expectedToOptional(checkSpans(*network)))
    ofFamilies->emplace_back(std::move(*network), "family " + toString(spec));
}

llvm::ArrayRef<Candidate> WidthCandidates::families() {
  if (ofFamilies)
    return *ofFamilies;
  ofFamilies.emplace();
  for (const FamilyInfo &info : circuits::families()) {
    FamilySpec spec{info.name.str(), {}};
    std::vector<ParameterRange> ranges;
    if (info.ranges)
      ranges = info.ranges(width);
    addFamily(info, spec, ranges);
  }
  return *ofFamilies;
}

/// The smallest of what is made for just these limits.
static std::optional<Candidate> leastMade(WidthCandidates &candidates,
                                          int64_t depth, int64_t fanout) {
  const int64_t width = candidates.width;
  Choice choice(depth, fanout);
  if (auto chain = zeroDeficiencyCircuit(width, depth, fanout))
    if (choice.offer({std::move(*chain),
                      "zero deficiency, a chain of segments with fan-out " +
                          std::to_string(fanout)}))
      return choice.best;

  // With one reader a value there is the serial circuit and nothing else.
  if (fanout == 1)
    return std::nullopt;

  const Candidate &unlimited = candidates.leastWithDepth(depth);
  if (choice.offer(unlimited))
    return choice.best;
  choice.offerSpans(unlimited);
  const bool hasShallow = width <= mostWidthOfShallow;
  const int64_t leastDepth = llvm::Log2_64_Ceil(width);
  for (int64_t earlier = leastDepth; hasShallow && earlier < depth; ++earlier)
    choice.offerSpans(candidates.leastWithDepth(earlier));

  // The planner underestimates the readers of a carry within leaves.
  if (fanout <= mostFanoutPlanned && width <= mostWidthPlanned &&
      depth < leastZeroDeficiencyDepth(width) + 4)
    for (int64_t planned = fanout; planned >= std::max<int64_t>(2, fanout - 2);
         --planned)
      if (auto network = fragmentCircuit(width, depth, planned))
        choice.offerSpans({std::move(*network),
                           "dynamic programming over fragments with fan-out " +
                               std::to_string(planned)});
  for (const Candidate &family : candidates.families())
    choice.offerSpans(family);
  // Greedy choices can fail under a wider limit and succeed under a narrow one.
  if (!choice.best && hasShallow && depth > leastDepth)
    return leastMade(candidates, depth - 1, fanout);
  return std::move(choice.best);
}

std::optional<Candidate>
scanc::circuits::leastWithFanout(WidthCandidates &candidates, int64_t depth,
                                 int64_t fanout) {
  const int64_t width = candidates.width;
  std::optional<Candidate> best = leastMade(candidates, depth, fanout);
  if (best && best->cost.size == sizeLowerBound(width, depth))
    return best;

  // The smallest first, the earliest row of those alike.
  auto sizeWhenCut = [&](const FruitfulLimits &limits) {
    return limits.size - (limits.width - width);
  };
  llvm::SmallVector<std::pair<int64_t, const FruitfulLimits *>> within;
  for (const FruitfulLimits &limits : fruitfulLimits)
    if (limits.width >= width && limits.depth <= depth &&
        limits.fanout <= fanout)
      within.push_back({sizeWhenCut(limits), &limits});
  llvm::sort(within);
  for (auto [sizeWithin, row] : within) {
    if (best && best->cost.size <= sizeWithin)
      break;
    const FruitfulLimits &limits = *row;
    WidthCandidates wideOnes(limits.widthMade);
    std::optional<Candidate> wide =
        leastMade(wideOnes, limits.depth, limits.fanout);
    if (!wide)
      continue;
    Candidate cut(firstColumns(wide->network, width), std::move(wide->method));
    if (limits.widthMade > width)
      cut.method +=
          llvm::formatv(", the first columns of {0}", limits.widthMade).str();
    if (!best || cut.cost.size < best->cost.size)
      best = std::move(cut);
  }
  return best;
}
