//===- LaunchRule.cpp - What a scan launches, as data ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Launch/LaunchRule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>

using llvm::ArrayRef;
using llvm::StringRef;

namespace scanc::launch {

Expr singleBlockUpTo() { return Expr::name("single_block_up_to"); }
Expr blocksPerSM() { return Expr::name("blocks_per_sm"); }
Expr maxBlocks() { return Expr::name("max_blocks"); }

Expr LaunchRule::define(StringRef name, const Expr &value) {
  values.emplace_back(name.str(), value);
  return Expr::name(name);
}

Expr LaunchRule::addParameter(StringRef name, uint64_t value) {
  parameters.emplace_back(name.str(), value);
  return Expr::name(name);
}

LaunchRule LaunchRule::begin(uint64_t singleBlockUpTo, uint64_t blocksPerSM,
                             uint64_t maxBlocks, uint64_t tailTile,
                             bool isAloneFirst) {
  const Expr upTo = launch::singleBlockUpTo();
  LaunchRule rule;
  for (const auto &[name, value] : {std::pair{upTo, singleBlockUpTo},
                                    {launch::blocksPerSM(), blocksPerSM},
                                    {launch::maxBlocks(), maxBlocks}})
    rule.addParameter(name.name(), value);
  rule.grids = {1};
  if (!isAloneFirst) {
    for (uint64_t cycles : {1, 2, 4})
      rule.turningPoints.push_back(cycles * tailTile);
    return rule;
  }
  rule.cases.push_back({isAtMost(launch::n(), upTo), {{0, 1, 1}}});
  for (uint64_t cycles : {1, 2}) {
    const Expr point = cycles * tailTile;
    rule.turningPoints.push_back(ifElse(isAtMost(point, upTo), point, 0));
  }
  rule.turningPoints.push_back(upTo);
  return rule;
}

void LaunchRule::addPointsOfGrid(const Expr &tile, const Expr &blocks) {
  const Expr upTo = launch::singleBlockUpTo();
  for (const Expr &tiles : {Expr(1), Expr(2), blocks - 1, blocks, blocks + 1,
                            2 * blocks, 2 * blocks + 1})
    turningPoints.push_back(
        ifElse(isLess(upTo, tiles * tile), tiles * tile, 0));
  // Where that is all the single block's.
  turningPoints.push_back((upTo / tile + 1) * tile);
}

Expr roundUpToUnits(const Expr &bytes) {
  return divideUp(bytes, workspaceUnit) * workspaceUnit;
}

Expr unlessSingle(const Expr &bytes) {
  return ifElse(isAtMost(n(), singleBlockUpTo()), 0, roundUpToUnits(bytes));
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

namespace {

/// A rule at one n.
class Evaluator {
public:
  Evaluator(const LaunchRule &rule, uint64_t n) {
    for (const auto &[name, value] : rule.parameters)
      known[name] = value;
    known["n"] = n;
  }

  void onGpu(uint64_t multiprocessors) { known["sm_count"] = multiprocessors; }

  void define(StringRef name, uint64_t value) { known[name] = value; }

  void define(ArrayRef<std::pair<std::string, Expr>> values) {
    for (const auto &[name, value] : values)
      known[name] = operator()(value);
  }

  uint64_t operator()(const Expr &expr) const {
    return launch::evaluate(expr, [&](StringRef name) {
      auto found = known.find(name);
      if (found == known.end())
        llvm::report_fatal_error("a launch rule has no '" + name + "'");
      return found->second;
    });
  }

private:
  llvm::StringMap<uint64_t> known;
};

} // namespace

std::vector<Launch> evaluate(const LaunchRule &rule, uint64_t n,
                             uint64_t multiprocessors,
                             ArrayRef<uint64_t> sizes) {
  if (n == 0)
    return {};
  Evaluator of(rule, n);
  of.onGpu(multiprocessors);
  for (auto [name, value] : llvm::zip(rule.sizes, sizes))
    of.define(name, value);
  of.define(rule.values);
  for (const Case &each : rule.cases) {
    if (!of(each.when))
      continue;
    std::vector<Launch> launches;
    for (const Step &step : each.steps)
      launches.push_back({step.kernel, of(step.grid), of(step.blocks),
                          of(step.elements), step.in.buffer, step.out.buffer,
                          of(step.in.offset), of(step.out.offset),
                          of(step.workspaceOffset)});
    return launches;
  }
  llvm::report_fatal_error("a launch rule has no case for an n");
}

uint64_t workspaceBytes(const LaunchRule &rule, uint64_t n) {
  if (n == 0)
    return 0;
  Evaluator of(rule, n);
  of.define(valuesOf(rule, rule.workspaceBytes));
  return of(rule.workspaceBytes);
}

std::vector<uint64_t> turningPoints(const LaunchRule &rule,
                                    uint64_t multiprocessors) {
  std::vector<uint64_t> points;
  // A turning point is no function of n; the values that are have some.
  Evaluator of(rule, 1);
  of.onGpu(multiprocessors);
  of.define(valuesOf(rule, rule.turningPoints));
  for (const Expr &point : rule.turningPoints)
    points.push_back(of(point));
  llvm::sort(points);
  points.erase(llvm::unique(points), points.end());
  return points;
}

std::vector<std::pair<std::string, Expr>> valuesOf(const LaunchRule &rule,
                                                   ArrayRef<Expr> used) {
  llvm::StringSet<> wanted;
  auto want = [&](const Expr &expr) {
    expr.forEachName([&](StringRef name) { wanted.insert(name); });
  };
  llvm::for_each(used, want);
  std::vector<std::pair<std::string, Expr>> values;
  for (const auto &value : llvm::reverse(rule.values))
    if (wanted.contains(value.first)) {
      want(value.second);
      values.push_back(value);
    }
  std::reverse(values.begin(), values.end());
  return values;
}

//===----------------------------------------------------------------------===//
// C
//===----------------------------------------------------------------------===//

namespace {

/// Prints one function of C at a time.
class FunctionPrinter {
public:
  FunctionPrinter(const LaunchRule &rule, std::string &text)
      : rule(rule), text(text) {}

  /// Constants for the parameters and the values that `used` needs.
  void printConstants(ArrayRef<Expr> used) {
    const auto values = valuesOf(rule, used);
    llvm::StringSet<> wanted;
    auto want = [&](const Expr &expr) {
      expr.forEachName([&](StringRef name) { wanted.insert(name); });
    };
    llvm::for_each(used, want);
    for (const auto &[name, value] : values)
      want(value);
    for (auto [index, parameter] : llvm::enumerate(rule.parameters))
      if (wanted.contains(parameter.first))
        line("  const uint64_t " + parameter.first + " = scan->parameters[" +
             std::to_string(index) + "];");
    for (auto [index, size] : llvm::enumerate(rule.sizes))
      if (wanted.contains(size)) {
        line("  const uint64_t " + size + " = sizes[" + std::to_string(index) +
             "];");
        isUsed["sizes"] = true;
      }
    for (const auto &[name, value] : values)
      line("  const uint64_t " + name + " = " + launch::printC(value) + ";");
    for (const char *argument : {"n", "sm_count"})
      isUsed[argument] = wanted.contains(argument);
    isUsed["scan"] = llvm::any_of(rule.parameters, [&](const auto &parameter) {
      return wanted.contains(parameter.first);
    });
  }

  /// Arguments that a function has and does not use.
  void printUnused(ArrayRef<StringRef> arguments) {
    for (StringRef argument : arguments)
      if (!isUsed[argument])
        line("  (void)" + argument.str() + ";");
  }

  void line(const std::string &line) { text += line + "\n"; }

private:
  const LaunchRule &rule;
  std::string &text;
  llvm::StringMap<bool> isUsed;
};

std::string printOperand(const Operand &operand) {
  const char *buffer = operand.buffer == Buffer::In    ? "SCANC_IN"
                       : operand.buffer == Buffer::Out ? "SCANC_OUT"
                                                       : "SCANC_WORKSPACE";
  return std::string(buffer) + ", " + printC(operand.offset);
}

std::string printStep(const Step &step, size_t index) {
  return "    launches[" + std::to_string(index) + "] = scanc_step(scan, " +
         std::to_string(step.kernel) + ", " + printC(step.grid) + ", " +
         printC(step.blocks) + ", " + printC(step.elements) + ",\n        " +
         printOperand(step.in) + ", " + printOperand(step.out) + ", " +
         printC(step.workspaceOffset) + ");";
}

} // namespace

std::string printC(const LaunchRule &rule, StringRef name) {
  std::string text;
  std::vector<Expr> used;
  for (const Case &each : rule.cases) {
    used.push_back(each.when);
    for (const Step &step : each.steps)
      llvm::append_values(used, step.grid, step.blocks, step.elements,
                          step.in.offset, step.out.offset,
                          step.workspaceOffset);
  }
  {
    FunctionPrinter function(rule, text);
    function.line("static int " + name.str() +
                  "_launches(const struct scanc_scan *scan, uint64_t n,\n"
                  "    const uint64_t *sizes, unsigned sm_count,\n"
                  "    struct scanc_launch *launches) {");
    function.printConstants(used);
    function.printUnused({"sizes", "sm_count"});
    for (const Case &each : rule.cases) {
      function.line("  if (" + printC(each.when) + ") {");
      for (auto [index, step] : llvm::enumerate(each.steps))
        function.line(printStep(step, index));
      function.line("    return " + std::to_string(each.steps.size()) + ";");
      function.line("  }");
    }
    function.line("  return 0;\n}\n");
  }
  FunctionPrinter function(rule, text);
  function.line("static uint64_t " + name.str() +
                "_workspace(const struct scanc_scan *scan, uint64_t n) {");
  function.printConstants(rule.workspaceBytes);
  function.printUnused({"scan", "n"});
  function.line("  return " + printC(rule.workspaceBytes) + ";\n}");
  return text;
}

} // namespace scanc::launch
