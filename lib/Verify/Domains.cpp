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

/// Adds to `pool` what the states of `lows` and `highs` combine to, but for
/// traps and what overflowed.
static llvm::Error addCombined(HostMonoid &host, ArrayRef<uint8_t> lows,
                               ArrayRef<uint8_t> highs, StatePool &pool) {
  const size_t count = lows.size() / host.stateSize();
  llvm::Expected<CombinedStates> combined = host.tryCombine(lows, highs);
  if (!combined)
    return combined.takeError();
  size_t nextTrap = 0;
  for (size_t k = 0; k < count; ++k) {
    if (nextTrap < combined->traps.size() &&
        combined->traps[nextTrap].index == k) {
      ++nextTrap;
      continue;
    }
    auto stateOf = [&](StateBytes states) {
      return states.slice(k * host.stateSize(), host.stateSize());
    };
    auto isFinite = [&](StateBytes states) {
      return oddityOf(host.fields(), stateOf(states), 0).isFinite();
    };
    if (isFinite(combined->states) || !isFinite(lows) || !isFinite(highs))
      pool.add(stateOf(combined->states));
  }
  return llvm::Error::success();
}

/// The same for random pairs of `from`.
static llvm::Error addRandomlyCombined(HostMonoid &host, const StatePool &from,
                                       StatePool &pool, size_t count,
                                       Random &random) {
  std::vector<uint8_t> lows, highs;
  for (size_t k = 0; k < count; ++k)
    for (auto *side : {&lows, &highs}) {
      StateBytes state = from[random() % from.size()];
      side->insert(side->end(), state.begin(), state.end());
    }
  return addCombined(host, lows, highs, pool);
}

/// Whether some element of `scan` cannot be every value of its state field.
static bool isNarrower(prefix::ScanOp scan, prefix::MonoidOp monoid) {
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
elementStates(HostMonoid &host, prefix::MonoidOp monoid,
              const Constants &constants, Random &random) {
  StatePool states{host.stateSize(), {}, 0};
  auto module = monoid->getParentOfType<ModuleOp>();
  if (!module)
    return std::nullopt;
  for (auto scan : module.getOps<prefix::ScanOp>()) {
    if (scan.getMonoid() != monoid.getSymName())
      continue;
    llvm::Expected<std::vector<uint8_t>> elements = declaredElements(scan);
    if (!elements)
      return elements.takeError();
    ArrayRef<Type> types = scan.getElementTypes();
    if (elements->empty()) {
      if (!isNarrower(scan, monoid))
        return std::nullopt;
      elements =
          sampleStates(fieldsOf(types), prefix::StructLayout::of(types).size,
                       constants, random)
              .bytes;
    }
    llvm::Expected<std::vector<uint8_t>> converted =
        toStates(monoid, types, *elements);
    if (!converted)
      return converted.takeError();
    states.add(*converted);
  }
  if (states.size() == 0)
    return std::nullopt;
  return states;
}

llvm::Expected<std::optional<DomainStates>>
reachableStates(HostMonoid &host, prefix::MonoidOp monoid,
                const DomainStates &all, const Constants &constants,
                Random &random) {
  auto elements = elementStates(host, monoid, constants, random);
  if (!elements)
    return elements.takeError();
  DomainStates reachable;
  if (*elements) {
    reachable = {Domain::Elements, std::move(**elements)};
    reachable.pool.add(host.identity());
    // What elements combine to, and what that combines to in turn.
    for (int round = 0; round < 4; ++round) {
      StatePool from = reachable.pool;
      if (llvm::Error error = addRandomlyCombined(host, from, reachable.pool,
                                                  mostReachable / 4, random))
        return error;
    }
  } else if (host.fields().size() > 1) {
    reachable = {Domain::Combined, {host.stateSize(), {}, 0}};
    reachable.pool.add(StateBytes(all.pool.bytes)
                           .take_front((naturalStates + 1) * host.stateSize()));
    if (llvm::Error error = addRandomlyCombined(host, all.pool, reachable.pool,
                                                mostReachable, random))
      return error;
    // Of a state that is rare, it is rare that two meet.
    if (llvm::Error error =
            addCombined(host, all.pool.bytes, all.pool.bytes, reachable.pool))
      return error;
  } else {
    return std::nullopt;
  }
  reachable.pool.exhaustive = exhaustiveReachable;
  return reachable;
}

} // namespace scanc::verify
