//===- BufferTests.cpp - Reverse, in place, misaligned --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "OperatorTests.h"

using namespace scanc;
using namespace scanc::test;

namespace {

/// Every way of placing the buffers, at every size.
template <class In, class Out>
void testPlacements(CompiledScan &scan,
                    const std::function<std::vector<In>(uint64_t)> &makeData,
                    const Reference<In, Out> &reference) {
  for (unsigned inOffset : {0u, 1u, 3u})
    for (unsigned outOffset : {0u, 1u}) {
      RunOptions options;
      options.inOffset = inOffset;
      options.outOffset = outOffset;
      checkSizes<In, Out>(scan, makeData, reference, options);
    }
  if (sizeof(In) != sizeof(Out))
    return;
  for (unsigned offset : {0u, 1u}) {
    RunOptions options;
    options.inPlace = true;
    options.inOffset = offset;
    checkSizes<In, Out>(scan, makeData, reference, options);
  }
}

/// A built-in sum, from the front and from the back, streamed and single.
template <class In, class State, class Out> void testBuffers() {
  std::string streamed = smallStreaming(sizeof(In) < 8 ? 16 / sizeof(In) : 2);
  const Order<State> orders[] = {{true, false, {}},
                                 {false, false, {}},
                                 {true, true, {}},
                                 {false, true, convert<State>(int8_t(2))},
                                 {true, true, {}}};
  std::string source;
  for (auto [i, order] : llvm::enumerate(orders))
    source += operatorScan<In, State, Out>(
        "scan" + std::to_string(i), Operator::Add, order,
        i == 4 ? "strategy = single_block" : streamed);
  std::vector<CompiledScan> scans = compileOrFail(source);
  ASSERT_EQ(scans.size(), std::size(orders));
  for (auto [scan, order] : llvm::zip_equal(scans, orders))
    testPlacements<In, Out>(
        scan, [](uint64_t n) { return operatorData<In>(Operator::Add, n, 13); },
        operatorReference<In, State, Out>(Operator::Add, order));
}

TEST(Buffers, Bytes) { testBuffers<uint8_t, uint8_t, uint8_t>(); }
TEST(Buffers, Halves) { testBuffers<Half, float, Half>(); }
TEST(Buffers, Words) { testBuffers<int32_t, int32_t, int32_t>(); }
TEST(Buffers, DoubleWords) { testBuffers<int64_t, int64_t, int64_t>(); }
TEST(Buffers, BytesToWords) { testBuffers<uint8_t, int32_t, int32_t>(); }
TEST(Buffers, WordsToBytes) { testBuffers<int32_t, int32_t, int8_t>(); }

TEST(Buffers, Structs) {
  const Order<Affine> orders[] = {
      {true, false, {}}, {false, true, Affine{3, 4}}, {true, true, {}}};
  const std::string plans[] = {smallStreaming(2), smallStreaming(3),
                               "strategy = single_block"};
  std::string source = kAffineMonoid;
  for (auto [i, order] : llvm::enumerate(orders))
    source += affineScan("scan" + std::to_string(i), order, plans[i]);
  std::vector<CompiledScan> scans = compileOrFail(source);
  ASSERT_EQ(scans.size(), std::size(orders));
  for (auto [scan, order] : llvm::zip_equal(scans, orders))
    testPlacements<Affine, Affine>(scan, affineData, affineReference(order));
}

/// The plan the compiler chooses, once: its tiles are large.
TEST(Buffers, ChosenPlan) {
  const Order<Affine> orders[] = {{false, false, {}}, {true, true, {}}};
  std::vector<CompiledScan> scans =
      compileOrFail(kAffineMonoid + affineScan("ahead", orders[0], "") +
                    affineScan("back", orders[1], ""));
  ASSERT_EQ(scans.size(), 2u);
  for (auto [scan, order] : llvm::zip_equal(scans, orders))
    for (bool inPlace : {false, true}) {
      RunOptions options;
      options.inOffset = options.outOffset = 1;
      options.inPlace = inPlace;
      checkSizes<Affine, Affine>(scan, affineData, affineReference(order),
                                 options);
    }
}

} // namespace
