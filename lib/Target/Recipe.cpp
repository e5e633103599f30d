//===- Recipe.cpp - What a scan launches, as expressions ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recipe.h"

namespace scanc::target {

static RecipeStep step(int kernel, std::string grid, std::string blocks) {
  RecipeStep step;
  step.kernel = kernel;
  step.grid = std::move(grid);
  step.blocks = std::move(blocks);
  return step;
}

static void addTwoLevelStreaming(Recipe &recipe) {
  enum { Reduce = 1, Top, Scan };
  recipe.values.emplace_back(
      "blocks", "min(n // tile, max(sm_count * blocks_per_sm, 1), max_blocks)");
  recipe.cases.push_back({"blocks == 0", {step(Top, "1", "blocks")}});
  recipe.cases.push_back(
      {"blocks > 0",
       {step(Reduce, "blocks", "blocks"), step(Top, "1", "blocks"),
        step(Scan, "blocks", "blocks")}});
}

static void addOneLaunchStreaming(Recipe &recipe) {
  recipe.values.emplace_back("least", "tile // 8 + 1");
  recipe.values.emplace_back(
      "blocks", "max(min(sm_count, max_blocks, (n + least - 1) // least), 1)");
  recipe.cases.push_back({"n > 0", {step(1, "blocks", "blocks")}});
}

Recipe makeRecipe(const scanc_scan &scan) {
  Recipe recipe;
  recipe.cases.push_back({"n == 0", {}});
  const RecipeStep single = step(0, "1", "1");
  if (scan.strategy != SCANC_SINGLE_BLOCK && scan.single_up_to != 0)
    recipe.cases.push_back({"n <= single_block_up_to", {single}});
  const std::string most =
      std::to_string(scanc_workspace_bytes(&scan, SCANC_MAX_ELEMENTS));
  recipe.workspace =
      most == "0" ? most : "0 if n <= single_block_up_to else " + most;
  switch (static_cast<scanc_strategy>(scan.strategy)) {
  case SCANC_SINGLE_BLOCK:
    recipe.cases.push_back({"n > 0", {single}});
    break;
  case SCANC_TWO_LEVEL_STREAMING:
    addTwoLevelStreaming(recipe);
    break;
  case SCANC_ONE_LAUNCH_STREAMING:
    addOneLaunchStreaming(recipe);
    break;
  case SCANC_STRATEGY_COUNT:
    break;
  }
  return recipe;
}

} // namespace scanc::target
