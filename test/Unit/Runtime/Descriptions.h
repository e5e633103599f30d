//===- Descriptions.h - Scans for the tests of launchers --------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_RUNTIME_DESCRIPTIONS_H
#define SCANC_TEST_UNIT_RUNTIME_DESCRIPTIONS_H

#include "../Launch/Rules.h"

#include "scanc/Target/ScanDescription.h"

namespace scanc::test {

/// An exclusive sum of i32 by two-level streaming.
inline target::ScanDescription makeSum(std::string name) {
  target::ScanDescription scan;
  scan.name = std::move(name);
  scan.monoid = "add_i32";
  scan.commutative = true;
  scan.strategy = "two_level_streaming";
  scan.element = scan.state = scan.output = {{"i32", 0, 4}};
  scan.elementSize = scan.stateSize = scan.outputSize = 4;
  scan.elementAlign = scan.stateAlign = scan.outputAlign = 4;
  scan.tile = 1000;
  scan.rule = prefix::twoLevelRule(begin({4000, 2, 300, 1024}), 1000, 1, 4);
  scan.kernels = {{"single", 1024, 0, 1, 1024},
                  {"reduce", 256, 0, 2, 500},
                  {"top", 512, 0, 1, 512},
                  {"scan", 128, 0, 2, 1000}};
  scan.plan = "#prefix.plan<strategy = two_level_streaming>";
  return scan;
}

/// The same by levels of totals: reduce_then_scan or scan_then_propagate.
inline target::ScanDescription makeRecursive(std::string name,
                                             std::string strategy) {
  target::ScanDescription scan = makeSum(std::move(name));
  const bool reduces = strategy == "reduce_then_scan";
  scan.strategy = std::move(strategy);
  scan.rule = prefix::recursiveRule(begin({0, 2, 5000, 1024}), 1000, 64, 4);
  scan.kernels = {{"single", 1024, 0, 1, 1024},
                  {reduces ? "reduce" : "scan", 256, 0, 2, 1000},
                  {reduces ? "reduce_totals" : "scan_totals", 512, 0, 1, 64},
                  {"top", 64, 0, 1, 64},
                  {reduces ? "scan_totals" : "propagate_totals", 32, 0, 1, 64},
                  {reduces ? "scan" : "propagate", 128, 0, 2, 1000}};
  return scan;
}

/// The same by chained or decoupled_lookback.
inline target::ScanDescription makeDrawn(std::string name,
                                         std::string strategy) {
  target::ScanDescription scan = makeSum(std::move(name));
  scan.deterministic = strategy == "chained";
  scan.strategy = std::move(strategy);
  scan.rule = prefix::drawnTilesRule(begin({4000, 2, 300, 1024}), 1000, 2176);
  scan.kernels = {{"single", 1024, 0, 1, 1024}, {"scan", 256, 16, 2, 1000}};
  return scan;
}

/// The same by one_launch_streaming.
inline target::ScanDescription makeStream(std::string name) {
  target::ScanDescription scan = makeSum(std::move(name));
  scan.strategy = "one_launch_streaming";
  scan.rule = prefix::oneLaunchRule(begin({4000, 2, 160, 1024}),
                                    {1000, 1000, 60}, 2176);
  scan.kernels = {{"single", 1024, 0, 1, 1024},
                  {"stream", 608, 200000, 1, 1000, /*dependent=*/true}};
  return scan;
}

/// The same with a kernel for short launches.
inline target::ScanDescription makeShort(std::string name) {
  target::ScanDescription scan = makeStream(std::move(name));
  scan.rule = prefix::oneLaunchRule(begin({500, 2, 160, 1024}),
                                    {1000, 1000, 60, 300}, 2176);
  scan.kernels.push_back({"short", 352, 20000, 1, 300, /*dependent=*/true});
  return scan;
}

/// A reverse inclusive argmax of (f32, i64) that stores only the index, from
/// an init value, in one block.
inline target::ScanDescription makeArgmax(std::string name) {
  target::ScanDescription scan = makeSum(std::move(name));
  scan.monoid = "argmax */ ?\?/ \\";
  scan.commutative = false;
  scan.idempotent = scan.inclusive = scan.reverse = true;
  scan.strategy = "single_block";
  scan.rule = singleRule({4000, 2, 300, 1024});
  scan.kernels.resize(1);
  scan.element = scan.state = {{"f32", 0, 4}, {"i64", 8, 8}};
  scan.output = {{"bf16", 0, 2}, {"b1", 2, 1}, {"u64", 8, 8}};
  scan.elementSize = scan.stateSize = scan.outputSize = 16;
  scan.elementAlign = scan.stateAlign = scan.outputAlign = 8;
  scan.init = {"-1.0", "7"};
  return scan;
}

/// Of (f32, i64) to (f32, u8), by one_launch_streaming: an array for each
/// value.
inline target::ScanDescription makeArrays(std::string name) {
  target::ScanDescription scan = makeStream(std::move(name));
  scan.monoid = "best";
  scan.soa = true;
  scan.kernels[1].sharedBytes = 40000;
  scan.element = scan.state = {{"f32", 0, 4}, {"i64", 8, 8}};
  scan.output = {{"f32", 0, 4}, {"u8", 4, 1}};
  scan.elementSize = scan.stateSize = 16;
  scan.elementAlign = scan.stateAlign = 8;
  scan.outputSize = 8;
  scan.outputAlign = 4;
  return scan;
}

/// Lets a scan leave final states: it has a kernel for chains without elements.
inline void leaveFinal(target::ScanDescription &scan) {
  scan.leavesFinal = true;
  scan.emptyKernel = scan.kernels.size();
  scan.kernels.push_back({"empty", 64});
  scan.rule.grids.push_back(
      launch::min(launch::divideUp(launch::n(), 64), 65535));
}

/// The same over rows without gaps.
inline target::ScanDescription overRows(target::ScanDescription scan) {
  scan.domain = scan.suffix = "rows";
  scan.shape = target::Shape::Rows;
  scan.name += "_rows";
  scan.moreSizes = {"row"};
  return scan;
}

/// The same over rows that lie apart.
inline target::ScanDescription overStridedRows(target::ScanDescription scan) {
  scan.domain = "strided_rows";
  scan.shape = target::Shape::Rows;
  scan.suffix = "rows_strided";
  scan.name += "_rows_strided";
  scan.moreSizes = {"row"};
  for (const auto &arrays : {scan.inputArrays(), scan.outputArrays()})
    for (const target::ScanArray &array : arrays)
      scan.moreSizes.push_back(array.name + "_stride");
  return scan;
}

/// The same along an axis of tensors.
inline target::ScanDescription overAxis(target::ScanDescription scan) {
  scan.domain = scan.suffix = "axis";
  scan.shape = target::Shape::Axis;
  scan.name += "_axis";
  scan.moreSizes = {"axis"};
  for (int i = 0; i < 7; ++i)
    scan.moreSizes.push_back("extent" + std::to_string(i));
  auto addStrides = [&](const std::string &array) {
    for (int i = 0; i < 8; ++i)
      scan.moreSizes.push_back(array + "_stride" + std::to_string(i));
  };
  for (const auto &arrays : {scan.inputArrays(), scan.outputArrays()})
    for (const target::ScanArray &array : arrays)
      addStrides(array.name);
  if (!scan.chainState.empty())
    addStrides("states");
  return scan;
}

/// A form that is there for the function of another one.
inline target::ScanDescription unasked(target::ScanDescription scan) {
  scan.isAsked = false;
  return scan;
}

} // namespace scanc::test

#endif // SCANC_TEST_UNIT_RUNTIME_DESCRIPTIONS_H
