//===- NormalForm.h - Equality of networks in tests -------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two networks are the same graph if they differ only in the order in which
// combines are written. The normal form numbers each value by what it is, an
// input or a combine of two values, so that equal graphs print alike:
//
//   {4, {{0, 1}, {2, 3}}, ..}  and  {4, {{2, 3}, {0, 1}}, ..}
//   both give the combines (x0.x1) (x2.x3)
//
// Associativity does not count: (x0.x1).x2 is not x0.(x1.x2).
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_CIRCUITS_NORMALFORM_H
#define SCANC_TEST_UNIT_CIRCUITS_NORMALFORM_H

#include "scanc/Circuits/Network.h"
#include "scanc/Circuits/Schedule.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <map>
#include <string>

namespace scanc::circuits::test {

/// The combines as a multiset and the outputs of a network, by value; with the
/// stage of each combine where `withStages` asks.
struct NormalForm {
  std::vector<std::pair<int64_t, int32_t>> combines;
  std::vector<int64_t> outputs;
  bool operator==(const NormalForm &) const = default;
};

/// Numbers values alike for all networks that it is shown.
class Normalizer {
public:
  NormalForm operator()(const Network &network, bool withStages = false) {
    std::vector<int64_t> values;
    for (int64_t input = 0; input < network.width; ++input)
      values.push_back(-1 - input);
    NormalForm form;
    const std::vector<int32_t> stages = stagesOf(network);
    for (size_t index = 0; index < network.combines.size(); ++index) {
      auto [low, high] = network.combines[index];
      int64_t next = static_cast<int64_t>(numbers.size());
      int64_t number =
          numbers.try_emplace({values[low], values[high]}, next).first->second;
      values.push_back(number);
      form.combines.emplace_back(number, withStages ? stages[index] : 0);
    }
    std::sort(form.combines.begin(), form.combines.end());
    for (NodeId node : network.outputs)
      form.outputs.push_back(values[node]);
    return form;
  }

private:
  std::map<std::pair<int64_t, int64_t>, int64_t> numbers;
};

inline testing::AssertionResult sameGraph(const Network &left,
                                          const Network &right) {
  Normalizer normalize;
  if (left.width == right.width && normalize(left) == normalize(right))
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "graphs differ: width " << left.width << " and " << right.width
         << ", " << left.combines.size() << " and " << right.combines.size()
         << " combines";
}

/// The same graph, every combine in the same stage.
inline testing::AssertionResult sameSchedule(const Network &left,
                                             const Network &right) {
  Normalizer normalize;
  if (normalize(left, /*withStages=*/true) ==
      normalize(right, /*withStages=*/true))
    return sameGraph(left, right);
  return testing::AssertionFailure() << "graphs or stages differ";
}

/// The outputs on letters, which tell values apart up to associativity.
inline std::vector<std::string> onLetters(const Network &network) {
  std::vector<std::string> letters;
  for (int64_t i = 0; i < network.width; ++i)
    letters.push_back(std::string{static_cast<char>(i % 251 + 1)});
  return run(network, letters,
             [](const std::string &low, const std::string &high) {
               return low + high;
             });
}

inline testing::AssertionResult noDeadCombine(const Network &network) {
  std::vector<bool> used(network.numNodes());
  for (NodeId node : network.outputs)
    used[node] = true;
  for (auto [low, high] : network.combines)
    used[low] = used[high] = true;
  for (size_t index = 0; index < network.combines.size(); ++index)
    if (!used[network.nodeOf(index)])
      return testing::AssertionFailure() << "nobody reads combine #" << index;
  return testing::AssertionSuccess();
}

} // namespace scanc::circuits::test

#endif // SCANC_TEST_UNIT_CIRCUITS_NORMALFORM_H
