//===- Domains.cpp - The states that laws are about -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Domains.h"
#include "scanc/Verify/Elements.h"

#include "scanc/Dialect/Prefix/IR/StructLayout.h"

using namespace mlir;

namespace scanc::verify {

/// States of a reachable domain that all triples are made of, and how many are
/// made by combining.
static constexpr size_t exhaustiveReachable = 32, mostReachable = 320;

DomainStates allStates(HostMonoid &host, const Constants &constants,
                       Random &random) {
  DomainStates all{
      Domain::AllStates,
      sampleStates(host.fields(), host.stateSize(), constants, random)};
  // After the states that the simplest counterexamples are made of.
  StatePool &pool = all.pool;
  size_t at = std::min(naturalStates, pool.size()) * pool.stateSize;
  pool.bytes.insert(pool.bytes.begin() + at, host.identity().begin(),
                    host.identity().end());
  ++pool.exhaustive;
  return all;
}

namespace {
/// Makes pools of the states that come out of combines, with bounds on their
/// errors.
class Combiner {
public:
  Combiner(HostMonoid &host, RunningErrors &errors, Random &random)
      : host(host), errors(errors), random(random) {}

  StatePool none() const { return {host.stateSize(), {}, {}, 0}; }

  /// Adds `state` to `pool`, with its errors.
  void add(StateBytes state, ArrayRef<Bounded> bounds, StatePool &pool) {
    pool.add(state);
    for (const Bounded &field : bounds)
      pool.radii.push_back(static_cast<double>(field.radius));
  }

  /// Adds to `pool` what the states of `from` combine to, in pairs of their
  /// indices, but for traps and what overflowed.
  llvm::Error addCombined(const StatePool &from,
                          ArrayRef<std::pair<size_t, size_t>> pairs,
                          StatePool &pool) {
    std::vector<uint8_t> lows, highs;
    for (auto [low, high] : pairs) {
      llvm::append_range(lows, from[low]);
      llvm::append_range(highs, from[high]);
    }
    llvm::Expected<CombinedStates> combined = host.tryCombine(lows, highs);
    if (!combined)
      return combined.takeError();
    size_t nextTrap = 0;
    for (auto [k, pair] : llvm::enumerate(pairs)) {
      if (nextTrap < combined->traps.size() &&
          combined->traps[nextTrap].index == k) {
        ++nextTrap;
        continue;
      }
      auto isFinite = [&](StateBytes state) {
        return oddityOf(host.fields(), state, 0).isFinite();
      };
      StateBytes state = StateBytes(combined->states)
                             .slice(k * host.stateSize(), host.stateSize());
      StateBytes low = from[pair.first], high = from[pair.second];
      if (isFinite(state) || !isFinite(low) || !isFinite(high))
        add(state,
            errors.combine(errors.enter(low, from.radiiOf(pair.first)),
                           errors.enter(high, from.radiiOf(pair.second))),
            pool);
    }
    return llvm::Error::success();
  }

  /// The same for random pairs of `from`.
  llvm::Error addRandomlyCombined(const StatePool &from, size_t count,
                                  StatePool &pool) {
    std::vector<std::pair<size_t, size_t>> pairs;
    for (size_t k = 0; k < count; ++k) {
      size_t low = random() % from.size(), high = random() % from.size();
      pairs.push_back({low, high});
    }
    return addCombined(from, pairs, pool);
  }

private:
  HostMonoid &host;
  RunningErrors &errors;
  Random &random;
};
} // namespace

/// Whether some element of `scan` cannot be every value of its state field.
static bool isNarrower(prefix::ScanOp scan, prefix::MonoidOp monoid) {
  // What a map makes of elements need not be every state.
  if (scan.hasLoad())
    return true;
  return llvm::any_of(
      llvm::zip_equal(scan.getElementTypes(), monoid.getStateTypes()),
      [](auto types) {
        auto [element, state] = types;
        return element.getIntOrFloatBitWidth() <
                   state.getIntOrFloatBitWidth() ||
               isa<FloatType>(element) != isa<FloatType>(state);
      });
}

/// States of the elements that the monoid's scans may meet; none where some
/// scan may meet any state.
static llvm::Expected<std::optional<StatePool>>
elementStates(HostMonoid &host, RunningErrors &errors, Combiner &combiner,
              prefix::MonoidOp monoid, const Constants &constants,
              Random &random) {
  StatePool pool = combiner.none();
  auto module = monoid->getParentOfType<ModuleOp>();
  if (!module)
    return std::nullopt;
  for (auto scan : module.getOps<prefix::ScanOp>()) {
    if (scan.getMonoid() != monoid.getSymName())
      continue;
    llvm::Expected<std::vector<uint8_t>> elements = declaredElements(scan);
    if (!elements)
      return elements.takeError();
    const bool isDeclared = !elements->empty();
    unsigned elementSize;
    const std::vector<Field> fields = fieldsOf(scan.getInput(), elementSize);
    if (!isDeclared) {
      if (!isNarrower(scan, monoid))
        return std::nullopt;
      elements = sampleStates(fields, elementSize, constants, random).bytes;
    }
    llvm::Expected<std::vector<uint8_t>> states =
        toStates(scan, monoid, *elements);
    if (!states)
      return states.takeError();
    for (StateBytes rest = *states; !rest.empty();
         rest = rest.drop_front(host.stateSize())) {
      StateBytes state = rest.take_front(host.stateSize());
      // A declared 0.6 may be one side of a triangle, rounded.
      combiner.add(state,
                   isDeclared ? errors.enterMeant(state)
                              : errors.enter(state, {}),
                   pool);
    }
  }
  if (pool.size() == 0)
    return std::nullopt;
  return pool;
}

llvm::Expected<std::optional<DomainStates>>
reachableStates(HostMonoid &host, RunningErrors &errors,
                prefix::MonoidOp monoid, const DomainStates &all,
                const Constants &constants, Random &random) {
  Combiner combiner(host, errors, random);
  auto elements =
      elementStates(host, errors, combiner, monoid, constants, random);
  if (!elements)
    return elements.takeError();
  DomainStates reachable;
  auto addAsItIs = [&](StateBytes state) {
    combiner.add(state, errors.enter(state, {}), reachable.pool);
  };
  if (*elements) {
    reachable = {Domain::Elements, std::move(**elements)};
    addAsItIs(host.identity());
    // What elements combine to, and what that combines to in turn.
    for (int round = 0; round < 4; ++round) {
      StatePool from = reachable.pool;
      if (llvm::Error error = combiner.addRandomlyCombined(
              from, mostReachable / 4, reachable.pool))
        return error;
    }
  } else if (host.fields().size() > 1) {
    reachable = {Domain::Combined, combiner.none()};
    for (size_t index = 0; index <= naturalStates; ++index)
      addAsItIs(all.pool[index]);
    if (llvm::Error error = combiner.addRandomlyCombined(
            all.pool, mostReachable, reachable.pool))
      return error;
    // Of a state that is rare, it is rare that two meet.
    std::vector<std::pair<size_t, size_t>> twice;
    for (size_t index = 0; index < all.pool.size(); ++index)
      twice.push_back({index, index});
    if (llvm::Error error =
            combiner.addCombined(all.pool, twice, reachable.pool))
      return error;
  } else {
    return std::nullopt;
  }
  reachable.pool.exhaustive = exhaustiveReachable;
  return reachable;
}

} // namespace scanc::verify
