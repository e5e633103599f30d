//===- BuilderTest.cpp - The column builder -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/ColumnBuilder.h"

#include "TestNetworks.h"

#include "scanc/Circuits/Spans.h"

using namespace scanc::circuits;

namespace {

std::vector<std::pair<NodeId, NodeId>> combinesOf(const Network &network) {
  std::vector<std::pair<NodeId, NodeId>> result;
  for (auto [low, high] : network.combines)
    result.emplace_back(low, high);
  return result;
}

using Pairs = std::vector<std::pair<NodeId, NodeId>>;

TEST(ColumnBuilder, ReadsWhatWasThereBeforeTheStage) {
  // Column 1 changes in the stage in which column 2 reads it; updating in place
  // would hand 0..1 to column 2.
  ColumnBuilder columns(3);
  columns.combine(0, 1);
  columns.combine(1, 2);
  columns.endStage();
  columns.combine(0, 2);
  Network network = columns.finish();
  EXPECT_EQ(combinesOf(network), (Pairs{{0, 1}, {1, 2}, {0, 4}}));
  EXPECT_EQ(network.outputs, (std::vector<NodeId>{0, 3, 5}));
  EXPECT_TRUE(network.stages.empty());
}

TEST(ColumnBuilder, DropsColumnsBeyondTheWidth) {
  ColumnBuilder columns(3);
  columns.combine(0, 1);
  columns.combine(2, 3);
  columns.endStage();
  columns.combine(1, 2);
  columns.combine(1, 3);
  Network network = columns.finish();
  EXPECT_EQ(combinesOf(network), (Pairs{{0, 1}, {3, 2}}));
  EXPECT_TRUE(static_cast<bool>(llvm::expectedToOptional(checkSpans(network))));
}

TEST(ColumnBuilder, KeepsStagesAndSkipsEmptyOnes) {
  ColumnBuilder columns(3, 0, ColumnBuilder::Stages::AsWritten);
  columns.combine(0, 1);
  columns.endStage();
  columns.combine(2, 3);
  columns.endStage();
  columns.endStage();
  columns.combine(1, 2);
  columns.endStage();
  EXPECT_EQ(columns.finish().stages, (std::vector<int32_t>{1, 2}));
}

} // namespace
