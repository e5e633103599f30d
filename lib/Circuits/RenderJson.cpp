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

static std::string render(const Network &network, llvm::StringRef name,
                          const SearchResult *search) {
  Cost cost = computeCost(network);
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("family", name);
    for (const Figure &figure : figures())
      json.attribute(figure.name, cost.*figure.value);
    if (!search)
      return;
    json.attribute("optimal", search->isOptimal);
    json.attribute("lower_bound", search->lowerBound);
    json.attribute("method", search->method);
  });
  os << '\n';
  return text;
}

std::string scanc::circuits::renderJson(const Network &network,
                                        llvm::StringRef family) {
  return render(network, family, nullptr);
}

std::string scanc::circuits::renderJson(const SearchResult &result,
                                        llvm::StringRef name) {
  return render(result.network, name, &result);
}
