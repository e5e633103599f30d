//===- Recipe.cpp - What a scan launches, as expressions ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recipe.h"

#include <algorithm>
#include <optional>

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
  recipe.values = {
      {"most", "min(n // tile, max(sm_count * blocks_per_sm, 1), max_blocks)"},
      // The stretch of a block, in halves of a tile and half a tile further.
      {"shifted", "2 * (n // tile) + most"},
      {"multiple", "shifted // (64 * most) if most > 0 else 0"},
      {"blocks", "max(2 * (n // tile) // (64 * multiple + 1), 1) "
                 "if multiple > 0 and shifted % (64 * most) < 2 * most "
                 "else most"}};
  recipe.grids.insert(recipe.grids.end(), {"blocks", "1", "blocks"});
  recipe.cases.push_back({"blocks == 0", {step(Top, "1", "blocks")}});
  recipe.cases.push_back(
      {"blocks > 0",
       {step(Reduce, "blocks", "blocks"), step(Top, "1", "blocks"),
        step(Scan, "blocks", "blocks")}});
}

static void addOneLaunchStreaming(Recipe &recipe, const scanc_scan &scan) {
  enum { Stream = 1, Short };
  recipe.values.emplace_back("most", "min(sm_count, max_blocks)");
  auto addLaunch = [&](int kernel, const std::string &tile,
                       const std::string &condition) {
    const std::string tiles = "-(-n // " + tile + ")";
    const std::string blocks =
        std::string(scan.kernels[kernel].suffix) + "_blocks";
    recipe.values.emplace_back(
        blocks, "max(min(most, max(" + tiles +
                    ", min(sm_count // 2, -(-n // short_tile)) if n > " + tile +
                    " and short_tile > 0 else 0)), 1)");
    recipe.cases.push_back({condition, {step(kernel, blocks, blocks)}});
    return blocks;
  };
  std::optional<std::string> ofShort;
  if (scan.kernel_count > Short) {
    const uint64_t tile = scan.kernels[Short].tile;
    ofShort = addLaunch(Short, std::to_string(std::min(scan.tile, tile)),
                        "n <= most * " + std::to_string(tile));
  }
  recipe.grids.push_back(addLaunch(Stream, "tile", "n > 0"));
  if (ofShort)
    recipe.grids.push_back(*ofShort);
}

static void addDrawnTiles(Recipe &recipe) {
  recipe.values.emplace_back(
      "blocks",
      "max(min(-(-n // tile), sm_count * blocks_per_sm, max_blocks), 1)");
  recipe.grids.push_back("blocks");
  recipe.cases.push_back({"n > 0", {step(1, "blocks", "blocks")}});
}

/// A kernel over level `level`; `in` and `out` are its elements.
static RecipeStep levelStep(int kernel, int level, bool isLast = false) {
  auto name = [](const char *what, int level) {
    return what + std::to_string(level);
  };
  const std::string grid =
      isLast ? "1" : "min(" + name("n", level + 1) + ", max_blocks)";
  RecipeStep launch = step(kernel, grid, grid);
  if (level > 0) {
    launch.n = name("n", level);
    launch.in = launch.out = "workspace";
    launch.inOffset = launch.outOffset = name("offset", level);
  }
  if (!isLast)
    launch.workspaceOffset = name("offset", level + 1);
  return launch;
}

/// Levels n1, n2, .. of totals, at offset1, offset2, .. of the workspace.
static void addRecursive(Recipe &recipe, const scanc_scan &scan) {
  enum { Up = 1, UpTotals, Top, DownTotals, Down };
  scanc_launch launches[SCANC_MAX_LAUNCHES];
  const int deepest =
      (scanc_plan_launches(&scan, SCANC_MAX_ELEMENTS, 1, launches) - 1) / 2;
  const std::string tile = std::to_string(scan.kernels[Top].tile);
  const std::string state = std::to_string(scan.state_size);
  auto gridOf = [](const std::string &tile) {
    return "min(-(-n // " + tile + "), max_blocks)";
  };
  recipe.grids.insert(recipe.grids.end(), {gridOf("tile"), gridOf(tile), "1",
                                           gridOf(tile), gridOf("tile")});
  recipe.workspace = "0 if n <= max(tile, single_block_up_to)";
  recipe.cases.push_back({"n <= tile", {step(0, "1", "1")}});
  for (int level = 1; level <= deepest; ++level) {
    const std::string n = "n" + std::to_string(level);
    const std::string below = std::to_string(level - 1);
    recipe.values.emplace_back(
        n, level == 1 ? "-(-n // tile)" : "-(-n" + below + " // " + tile + ")");
    const std::string offset = "offset" + std::to_string(level);
    const std::string end = "offset" + std::to_string(level + 1);
    if (level == 1)
      recipe.values.emplace_back(offset, "0");
    recipe.values.emplace_back(end, offset + " - (-" + n + " * " + state +
                                        " // 256) * 256");

    RecipeCase launched{n + " <= " + tile, {}};
    for (int up = 0; up < level; ++up)
      launched.steps.push_back(levelStep(up == 0 ? Up : UpTotals, up));
    launched.steps.push_back(levelStep(Top, level, /*isLast=*/true));
    for (int down = level - 1; down >= 0; --down)
      launched.steps.push_back(levelStep(down == 0 ? Down : DownTotals, down));
    recipe.cases.push_back(std::move(launched));
    recipe.workspace += " else " + end;
    if (level < deepest)
      recipe.workspace += " if " + n + " <= " + tile;
  }
}

Recipe makeRecipe(const scanc_scan &scan) {
  Recipe recipe;
  recipe.grids = {"1"};
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
    addOneLaunchStreaming(recipe, scan);
    break;
  case SCANC_CHAINED:
  case SCANC_DECOUPLED_LOOKBACK:
    addDrawnTiles(recipe);
    break;
  case SCANC_SCAN_THEN_PROPAGATE:
  case SCANC_REDUCE_THEN_SCAN:
    addRecursive(recipe, scan);
    break;
  case SCANC_STRATEGY_COUNT:
    break;
  }
  return recipe;
}

} // namespace scanc::target
