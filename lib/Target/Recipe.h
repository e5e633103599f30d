//===- Recipe.h - What a scan launches, as expressions ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule of scanc_plan.c as data for hosts that have none of our C: strings
// that Python evaluates as they stand. test/Unit/Runtime/JsonTest.cpp holds the
// two against each other.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_RECIPE_H
#define SCANC_LIB_TARGET_RECIPE_H

#include "scanc/Runtime/scanc_runtime.h"

#include <string>
#include <utility>
#include <vector>

namespace scanc::target {

/// One launch. All but `kernel` and the buffers are expressions.
struct RecipeStep {
  int kernel = 0; // index into the scan's kernels
  std::string grid, blocks;
  std::string n = "n";
  std::string in = "in", inOffset = "0", out = "out", outOffset = "0";
  std::string workspaceOffset = "0";
};

struct RecipeCase {
  std::string condition;
  std::vector<RecipeStep> steps;
};

struct Recipe {
  /// Names and their values, each of which may use those before it.
  std::vector<std::pair<std::string, std::string>> values;
  /// The first whose condition holds is launched.
  std::vector<RecipeCase> cases;
  /// Bytes, of the values.
  std::string workspace;
  /// Of each kernel; n is the launch's own.
  std::vector<std::string> grids;
};

Recipe makeRecipe(const scanc_scan &scan);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_RECIPE_H
