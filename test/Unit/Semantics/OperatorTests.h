//===- OperatorTests.h - An operator on an element type ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// testOperator compiles a built-in operator six ways and runs each at every
// size: inclusive and exclusive, from the identity and from an init, streamed
// in small tiles; by the plan that the compiler chooses; and in a single block.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SEMANTICS_OPERATORTESTS_H
#define SCANC_TEST_UNIT_SEMANTICS_OPERATORTESTS_H

#include "Check.h"

#include "llvm/ADT/STLExtras.h"

namespace scanc::test {

/// `value` as MLIR writes it where a `State` is expected.
template <class State> std::string literal(State value) {
  if constexpr (isFloat<State>)
    return std::to_string(static_cast<double>(value)) + " : " +
           stateName<State>();
  else
    return std::to_string(static_cast<std::make_signed_t<State>>(value)) +
           " : " + stateName<State>();
}

/// The reference of a built-in operator between three types.
template <class In, class State, class Out>
Reference<In, Out> operatorReference(Operator op, Order<State> order) {
  return [=](const std::vector<In> &in) {
    std::vector<State> states;
    states.reserve(in.size());
    for (const In &element : in)
      states.push_back(convert<State>(element));
    auto combine = [op](State a, State b) { return apply<State>(op, a, b); };
    std::vector<Out> out;
    out.reserve(in.size());
    for (State state :
         serialScan<State>(states, combine, identityOf<State>(op), order))
      out.push_back(convert<Out>(state));
    return out;
  };
}

/// The text of a scan by a built-in operator; `plan` is the plan's inside.
template <class In, class State, class Out>
std::string operatorScan(const std::string &name, Operator op,
                         const Order<State> &order, const std::string &plan) {
  std::string text = "prefix.scan @" + name;
  text += order.inclusive ? " inclusive" : " exclusive";
  text += order.reverse ? " reverse" : "";
  text += " @" + monoidName<State>(op);
  if (order.init)
    text += " init (" + literal<State>(*order.init) + ")";
  text += " : (" + typeName<In>() + ") -> (" + typeName<Out>() + ")";
  return text + (plan.empty() ? "" : " plan <" + plan + ">") + "\n";
}

template <class T> void testOperator(Operator op) {
  using State = StateOf<T>;
  struct Variant {
    const char *name;
    Order<State> order;
    std::string plan;
  };
  std::string streaming = smallStreaming(sizeof(T) < 8 ? 16 / sizeof(T) : 2);
  const State init = convert<State>(int8_t(2));
  const Variant variants[] = {
      {"inclusive", {true, false, {}}, streaming},
      {"exclusive", {false, false, {}}, streaming},
      {"inclusive_init", {true, false, init}, streaming},
      {"exclusive_init", {false, false, init}, streaming},
      {"planned", {true, false, {}}, ""},
      {"single", {false, false, {}}, "strategy = single_block"},
  };
  std::string source;
  for (const Variant &variant : variants)
    source += operatorScan<T, State, T>(std::string("scan_") + variant.name, op,
                                        variant.order, variant.plan);
  std::vector<CompiledScan> scans = compileOrFail(source);
  ASSERT_EQ(scans.size(), std::size(variants));
  for (auto [scan, variant] : llvm::zip_equal(scans, variants))
    checkSizes<T, T>(
        scan, [op](uint64_t n) { return operatorData<T>(op, n, 7); },
        operatorReference<T, State, T>(op, variant.order));
}

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_SEMANTICS_OPERATORTESTS_H
