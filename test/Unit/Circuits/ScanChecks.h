//===- ScanChecks.h - What every network of a family must pass --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For families whose parameters are many: the suites over the table of families
// (FreeMonoidTest.cpp) take each family once.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_CIRCUITS_SCANCHECKS_H
#define SCANC_TEST_UNIT_CIRCUITS_SCANCHECKS_H

#include "scanc/Circuits/Families.h"
#include "scanc/Circuits/Schedule.h"
#include "scanc/Circuits/Spans.h"

#include "gtest/gtest.h"

#include <string>

namespace scanc::circuits::test {

/// The network of a legal request; the test fails if there is none.
inline Network make(const FamilySpec &spec, int64_t width) {
  llvm::Expected<Network> network = buildFamily(spec, width);
  if (!network) {
    ADD_FAILURE() << llvm::toString(network.takeError());
    return {};
  }
  return std::move(*network);
}

/// `accepted`, or what is wrong with the request.
inline std::string errorOf(const FamilySpec &spec, int64_t width) {
  llvm::Error error = checkFamily(spec, width);
  return error ? llvm::toString(std::move(error)) : "accepted";
}

/// The inputs of the free monoid, letters.
inline std::vector<std::string> letters(int64_t width) {
  std::vector<std::string> result;
  for (int64_t i = 0; i < width; ++i)
    result.emplace_back(1, static_cast<char>(i + 1));
  return result;
}

/// Right on letters is right for every associative operator.
inline void expectPrefixesOfLetters(const Network &network) {
  std::vector<std::string> prefixes =
      run(network, letters(network.width),
          [](const std::string &low, const std::string &high) {
            return low + high;
          });
  std::string expected;
  for (int64_t k = 0; k < network.width; ++k) {
    expected += static_cast<char>(k + 1);
    ASSERT_EQ(prefixes[k], expected) << "output " << k;
  }
}

inline void expectNoDeadCombine(const Network &network) {
  std::vector<bool> used(network.numNodes());
  for (NodeId node : network.outputs)
    used[node] = true;
  for (auto [low, high] : network.combines)
    used[low] = used[high] = true;
  for (size_t index = 0; index < network.combines.size(); ++index)
    ASSERT_TRUE(used[network.nodeOf(index)]) << "combine #" << index;
}

/// A scan by its spans and on letters, with a legal schedule, all of it used.
inline void expectScan(const FamilySpec &spec, int64_t width) {
  SCOPED_TRACE(toString(spec) + " at width " + std::to_string(width));
  Network network = make(spec, width);
  ASSERT_EQ(network.width, width);
  llvm::Expected<std::vector<Span>> spans = checkSpans(network);
  ASSERT_TRUE(static_cast<bool>(spans)) << llvm::toString(spans.takeError());
  llvm::Error schedule = checkStages(network);
  ASSERT_FALSE(static_cast<bool>(schedule))
      << llvm::toString(std::move(schedule));
  ASSERT_NO_FATAL_FAILURE(expectPrefixesOfLetters(network));
  ASSERT_NO_FATAL_FAILURE(expectNoDeadCombine(network));
}

} // namespace scanc::circuits::test

#endif // SCANC_TEST_UNIT_CIRCUITS_SCANCHECKS_H
