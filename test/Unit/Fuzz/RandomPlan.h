//===- RandomPlan.h - A random plan that is legal ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan with the circuits that it names. Shapes are small, so that a short
// input is many tiles, and within what PlanCheck.cpp accepts.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_FUZZ_RANDOMPLAN_H
#define SCANC_TEST_UNIT_FUZZ_RANDOMPLAN_H

#include "Random.h"

#include <string>

namespace scanc::test {

struct RandomPlan {
  /// `registers` is what a state takes, in 32-bit registers.
  RandomPlan(Random &random, unsigned registers);

  /// The text of `prefix.circuit`s and `prefix.family`s.
  std::string definitions;
  /// `<strategy = ...>`, or empty: the planner chooses.
  std::string text;
};

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_FUZZ_RANDOMPLAN_H
