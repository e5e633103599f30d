//===- RenderJson.cpp - A network's figures as JSON -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Render.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc::circuits;

std::string scanc::circuits::renderJson(const Network &network,
                                        llvm::StringRef family) {
  Cost cost = computeCost(network);
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("family", family);
    json.attribute("width", cost.width);
    json.attribute("size", cost.size);
    json.attribute("depth", cost.depth);
    json.attribute("stages", cost.stages);
    json.attribute("max_uses", cost.maxUses);
    json.attribute("level_fanout", cost.levelFanout);
    json.attribute("tracks", cost.tracks);
    json.attribute("deficiency", cost.deficiency);
  });
  os << '\n';
  return text;
}
