//===- LawChecker.cpp - Try one law on a pool of states -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LawChecker.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace scanc::verify {

/// Cases that are evaluated together: enough to keep the launch out of the
/// picture, few enough that the first counterexample comes soon.
static constexpr size_t batchCases = 8192;
/// A state that a law gives back may be off by so much, whatever more the
/// roundings of one combine would allow.
static constexpr double maxUlpsOfTheSame = 4;
/// The bounds on errors are computed in floating point themselves, and to first
/// order where errors meet.
static constexpr double slack = 1 + 1e-6;

unsigned arityOf(Law law) {
  switch (law) {
  case Law::Associative:
    return 3;
  case Law::Defined:
  case Law::Commutative:
    return 2;
  default:
    return 1;
  }
}

/// Laws that say of one state that it comes out again.
static bool givesItBack(Law law) { return arityOf(law) == 1; }

//===----------------------------------------------------------------------===//
// Cases and their two sides
//===----------------------------------------------------------------------===//

/// The simplest first: the first three states in every order; then all
/// combinations of the exhaustive part, those with the least highest state
/// first; then random ones.
std::vector<LawChecker::Indices> LawChecker::casesOf(Law law,
                                                     const StatePool &pool) {
  const unsigned arity = arityOf(law);
  std::vector<Indices> cases;
  if (arity == 1) {
    for (uint32_t a = 0; a < pool.size(); ++a)
      cases.push_back({a, 0, 0});
    return cases;
  }
  if (pool.size() >= naturalStates) {
    Indices order = {0, 1, 2};
    do
      cases.push_back(order);
    while (std::next_permutation(order.begin(), order.end()));
  }
  const uint32_t all = std::min(pool.exhaustive, pool.size());
  for (uint32_t top = 0; top < all; ++top)
    for (uint32_t a = 0; a <= top; ++a)
      for (uint32_t b = 0; b <= top; ++b)
        for (uint32_t c = 0; c <= (arity == 3 ? top : 0); ++c)
          if (a == top || b == top || (arity == 3 && c == top))
            cases.push_back({a, b, c});
  Random random(options.seed);
  auto any = [&] { return static_cast<uint32_t>(random() % pool.size()); };
  for (uint64_t k = 0; k < options.samples; ++k) {
    uint32_t a = any(), b = any(), c = any();
    cases.push_back({a, b, c});
  }
  return cases;
}

llvm::Expected<LawChecker::Batch>
LawChecker::combine(const Batch &lows, const Batch &highs,
                    std::vector<std::string> &traps) {
  llvm::Expected<CombinedStates> result = monoid.tryCombine(lows, highs);
  if (!result)
    return result.takeError();
  for (Trap &trap : result->traps)
    if (traps[trap.index].empty())
      traps[trap.index] = std::move(trap.reason);
  return std::move(result->states);
}

llvm::Expected<LawChecker::Sides>
LawChecker::evaluate(Law law, std::vector<Batch> operands,
                     std::vector<Radii> radii) {
  Sides sides;
  sides.radii = std::move(radii);
  const size_t count = operands.front().size() / monoid.stateSize();
  sides.traps.resize(count);
  sides.operands = std::move(operands);
  const std::vector<Batch> &in = sides.operands;
  auto assign = [&](Batch &to, const Batch &lows,
                    const Batch &highs) -> llvm::Error {
    llvm::Expected<Batch> result = combine(lows, highs, sides.traps);
    if (!result)
      return result.takeError();
    to = std::move(*result);
    return llvm::Error::success();
  };
  auto identities = [&] {
    Batch batch;
    for (size_t k = 0; k < count; ++k)
      batch.insert(batch.end(), monoid.identity().begin(),
                   monoid.identity().end());
    return batch;
  };
  switch (law) {
  case Law::Associative:
    sides.between.resize(2);
    if (llvm::Error error = assign(sides.between[0], in[0], in[1]))
      return error;
    if (llvm::Error error = assign(sides.between[1], in[1], in[2]))
      return error;
    if (llvm::Error error = assign(sides.left, sides.between[0], in[2]))
      return error;
    if (llvm::Error error = assign(sides.right, in[0], sides.between[1]))
      return error;
    return sides;
  case Law::Defined:
  case Law::Commutative:
    if (llvm::Error error = assign(sides.left, in[0], in[1]))
      return error;
    sides.right = sides.left;
    if (law == Law::Commutative)
      if (llvm::Error error = assign(sides.right, in[1], in[0]))
        return error;
    return sides;
  case Law::LeftIdentity:
    if (llvm::Error error = assign(sides.left, identities(), in[0]))
      return error;
    break;
  case Law::RightIdentity:
    if (llvm::Error error = assign(sides.left, in[0], identities()))
      return error;
    break;
  case Law::Idempotent:
    if (llvm::Error error = assign(sides.left, in[0], in[0]))
      return error;
    break;
  }
  sides.right = in[0];
  return sides;
}

Case LawChecker::caseAt(const Sides &sides, size_t index,
                        const Distance &apart) {
  Case found;
  found.apart = apart;
  for (const Batch &batch : sides.operands)
    found.operands.push_back(stateAt(batch, index).vec());
  found.left = stateAt(sides.left, index).vec();
  found.right = stateAt(sides.right, index).vec();
  found.trap = sides.traps[index];
  return found;
}

//===----------------------------------------------------------------------===//
// Judging
//===----------------------------------------------------------------------===//

llvm::SmallVector<double>
LawChecker::allowedDifference(Law law, const Sides &sides, size_t index) {
  const size_t fields = monoid.fields().size();
  SmallVector<BoundedState, 3> in;
  for (auto [operand, batch] : llvm::enumerate(sides.operands)) {
    ArrayRef<double> radii;
    if (!sides.radii.empty() && !sides.radii[operand].empty())
      radii = ArrayRef(sides.radii[operand]).slice(index * fields, fields);
    in.push_back(errors.enter(stateAt(batch, index), radii));
  }
  auto combine = [&](const BoundedState &low, const BoundedState &high) {
    return errors.combine(low, high);
  };
  BoundedState left, right = in[0];
  switch (law) {
  case Law::Associative:
    left = combine(combine(in[0], in[1]), in[2]);
    right = combine(in[0], combine(in[1], in[2]));
    break;
  case Law::Commutative:
    left = combine(in[0], in[1]);
    right = combine(in[1], in[0]);
    break;
  case Law::LeftIdentity:
    left = combine(errors.enter(monoid.identity(), {}), in[0]);
    break;
  case Law::RightIdentity:
    left = combine(in[0], errors.enter(monoid.identity(), {}));
    break;
  case Law::Idempotent:
    left = combine(in[0], in[0]);
    break;
  case Law::Defined:
    llvm_unreachable("has no two sides");
  }
  SmallVector<double> allowed;
  for (auto [one, other] : llvm::zip_equal(left, right))
    allowed.push_back(one.isUnknown() || other.isUnknown()
                          ? std::numeric_limits<double>::quiet_NaN()
                          : slack *
                                static_cast<double>(one.radius + other.radius));
  return allowed;
}

LawChecker::Judgement LawChecker::judge(Law law, const Sides &sides,
                                        size_t index, Outcome &outcome,
                                        Distance &apart) {
  if (law == Law::Defined)
    return sides.traps[index].empty() ? Judgement::Equal : Judgement::Violated;
  if (!sides.traps[index].empty())
    return Judgement::Unfit; // the law `defined` reports it
  StateBytes left = stateAt(sides.left, index);
  StateBytes right = stateAt(sides.right, index);
  if (left == right)
    return Judgement::Equal;

  SmallVector<StateBytes> scale;
  Oddity in, out;
  auto oddity = [&](StateBytes state) {
    return oddityOf(monoid.fields(), state, moderate);
  };
  for (const Batch &batch : sides.operands) {
    scale.push_back(stateAt(batch, index));
    // The identity must be one for itself, whatever its values are.
    if (!givesItBack(law) || scale.back() != monoid.identity())
      in = in | oddity(scale.back());
  }
  for (const Batch &batch : sides.between) {
    scale.push_back(stateAt(batch, index));
    out = out | oddity(scale.back());
  }
  out = out | oddity(left) | oddity(right);

  SmallVector<double> allowed;
  apart = distance(monoid.fields(), left, right, scale, [&](size_t field) {
    if (allowed.empty())
      allowed = allowedDifference(law, sides, index);
    return allowed[field];
  });
  outcome.zeroSigns |= apart.zeroSigns;
  if (apart.equal)
    return Judgement::Equal;
  if (apart.withinRounding && apart.isPointless) {
    ++outcome.pointless;
    return Judgement::Unfit;
  }
  if (apart.withinRounding &&
      (!givesItBack(law) || apart.ulps <= maxUlpsOfTheSame)) {
    if (!in.extreme && in.isFinite() && out.isFinite()) {
      ++outcome.rounded;
      outcome.unbounded += !apart.isBounded;
      if (apart.ulps > outcome.ulps) {
        outcome.relative = apart.relative;
        outcome.ulps = apart.ulps;
        outcome.allowedUlps = apart.allowedUlps;
      }
    }
    return Judgement::Rounded;
  }
  const bool isArithmetic = monoid.fields().size() > 1 && !givesItBack(law);
  if (in.nan || (in.infinite && (out.nan || isArithmetic)))
    return Judgement::Special;
  if (givesItBack(law))
    return in.extreme && !out.isFinite() ? Judgement::Unfit
                                         : Judgement::Violated;
  if (in.extreme || (!in.infinite && !out.isFinite()))
    return Judgement::Unfit;
  return Judgement::Violated;
}

llvm::Expected<Outcome> LawChecker::check(Law law, const DomainStates &states) {
  Outcome outcome;
  const StatePool &pool = states.pool;
  std::vector<Indices> cases = casesOf(law, pool);
  for (size_t first = 0; first < cases.size(); first += batchCases) {
    ArrayRef<Indices> batch = ArrayRef(cases).slice(
        first, std::min(batchCases, cases.size() - first));
    std::vector<Batch> operands(arityOf(law));
    std::vector<Radii> radii(arityOf(law));
    for (size_t position = 0; position < operands.size(); ++position)
      for (const Indices &indices : batch) {
        llvm::append_range(operands[position], pool[indices[position]]);
        llvm::append_range(radii[position], pool.radiiOf(indices[position]));
      }
    llvm::Expected<Sides> sides =
        evaluate(law, std::move(operands), std::move(radii));
    if (!sides)
      return sides.takeError();
    for (size_t k = 0; k < batch.size(); ++k) {
      ++outcome.cases;
      Distance apart;
      Judgement judgement = judge(law, *sides, k, outcome, apart);
      outcome.exact &= judgement == Judgement::Equal;
      const bool violated = judgement == Judgement::Violated;
      if (!violated && (judgement != Judgement::Special || outcome.special))
        continue;
      std::optional<Case> &found =
          violated ? outcome.violation : outcome.special;
      found = caseAt(*sides, k, apart);
      // The very first case is simple as it is; other states of a domain that
      // is restricted may be outside it.
      if (states.domain == Domain::AllStates && first + k > 0) {
        llvm::Expected<Case> simpler = simplify(law, *found, judgement);
        if (!simpler)
          return simpler.takeError();
        found = std::move(*simpler);
      }
      if (violated)
        return outcome;
    }
  }
  return outcome;
}

//===----------------------------------------------------------------------===//
// Simplifying
//===----------------------------------------------------------------------===//

llvm::Expected<bool> LawChecker::isJudged(Law law, Case &candidate,
                                          Judgement judgement) {
  llvm::Expected<Sides> sides = evaluate(law, candidate.operands, {});
  if (!sides)
    return sides.takeError();
  Outcome ignored;
  Distance apart;
  if (judge(law, *sides, 0, ignored, apart) != judgement)
    return false;
  candidate = caseAt(*sides, 0, apart);
  return true;
}

llvm::Expected<Case> LawChecker::simplify(Law law, Case found,
                                          Judgement judgement) {
  // Simplest first; a value is replaced only by one before it.
  static constexpr int simple[] = {1, 2, 3, 0, 4, 5, 10, -1, -2, 100};
  for (size_t operand = 0; operand < found.operands.size(); ++operand)
    for (const Field &field : monoid.fields()) {
      for (int value : simple) {
        APInt bits(field.size * 8, value, /*isSigned=*/true,
                   /*implicitTrunc=*/true);
        if (const llvm::fltSemantics *semantics = semanticsOf(field)) {
          APFloat number(double(value) + 0.0);
          bool inexact;
          number.convert(*semantics, APFloat::rmNearestTiesToEven, &inexact);
          bits = number.bitcastToAPInt();
        } else if (field.type.isInteger(1)) {
          bits = APInt(8, value & 1);
        }
        Case candidate = found;
        storeBits(bits, MutableArrayRef(candidate.operands[operand])
                            .slice(field.offset, field.size));
        if (candidate.operands[operand] == found.operands[operand])
          break;
        llvm::Expected<bool> same = isJudged(law, candidate, judgement);
        if (!same)
          return same.takeError();
        if (*same) {
          found = std::move(candidate);
          break;
        }
      }
    }
  return found;
}

} // namespace scanc::verify
