//===- Goals.cpp - How fast a scan is meant to be -------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Goals.h"
#include "ToolError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

extern "C" const char scanc_bench_goals[]; // goals/sm_90-h200.json

using namespace scanc;
using namespace scanc::bench;
using llvm::Expected;
using llvm::StringRef;

static constexpr int formatVersion = 1;

double Goals::at(uint64_t n, unsigned elementBytes) const {
  auto ratioOf = [&](const GoalColumn &column) {
    return elementBytes <= 2 ? column.narrowRatio : column.ratio;
  };
  auto above = llvm::find_if(
      columns, [&](const GoalColumn &column) { return column.n >= n; });
  if (above == columns.end())
    return ratioOf(columns.back());
  if (above == columns.begin() || above->n == n)
    return ratioOf(*above);
  return std::min(ratioOf(*above), ratioOf(*std::prev(above)));
}

namespace scanc::bench {

static bool fromJSON(const llvm::json::Value &value, GoalColumn &column,
                     llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  return map && map.map("n", column.n) && map.map("ratio", column.ratio) &&
         map.map("narrow_ratio", column.narrowRatio);
}

bool fromJSON(const llvm::json::Value &value, Goals &goals,
              llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  int format = 0;
  if (!map || !map.map("format", format) ||
      !map.map("machine", goals.machine) || !map.map("arch", goals.arch) ||
      !map.map("columns", goals.columns))
    return false;
  if (format != formatVersion) {
    path.field("format").report("expected format 1");
    return false;
  }
  if (goals.columns.empty()) {
    path.field("columns").report("expected at least one column");
    return false;
  }
  llvm::sort(goals.columns, [](const GoalColumn &a, const GoalColumn &b) {
    return a.n < b.n;
  });
  return true;
}

} // namespace scanc::bench

void bench::printGoals(llvm::json::OStream &json, const Goals &goals) {
  json.attribute("format", formatVersion);
  json.attribute("machine", goals.machine);
  json.attribute("arch", goals.arch);
  json.attributeArray("columns", [&] {
    for (const GoalColumn &column : goals.columns)
      json.object([&] {
        json.attribute("n", column.n);
        // As written in a file of goals: 0.8, not 0.80000000000000004.
        for (auto [key, ratio] :
             {std::pair("ratio", column.ratio),
              std::pair("narrow_ratio", column.narrowRatio)}) {
          json.attributeBegin(key);
          json.rawValue(llvm::formatv("{0:f3}", ratio).str());
          json.attributeEnd();
        }
      });
  });
}

Expected<Goals> bench::parseGoals(StringRef text, StringRef name) {
  Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return badInput(name + ": " + llvm::toString(value.takeError()));
  Goals goals;
  llvm::json::Path::Root root(name);
  if (!fromJSON(*value, goals, root))
    return badInput(llvm::toString(root.getError()));
  return goals;
}

Goals bench::builtinGoals() {
  return llvm::cantFail(parseGoals(scanc_bench_goals, "the built-in goals"));
}
