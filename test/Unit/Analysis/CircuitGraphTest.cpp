//===- CircuitGraphTest.cpp - Circuits as ops and back --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomCircuits.h"

#include "scanc/Circuits/Schedule.h"
#include "scanc/Circuits/Spans.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;
using namespace scanc::prefix::test;

namespace {

struct CircuitGraph : testing::Test {
  CircuitGraph() { context.loadDialect<PrefixDialect>(); }

  /// `network` as an op, verified, and as a network again: the same graph.
  void checkRoundTrip(const circuits::Network &network) {
    OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    CircuitOp circuit =
        buildCircuit(builder, builder.getUnknownLoc(), "circuit", network);
    ASSERT_TRUE(succeeded(verify(*module)));
    EXPECT_EQ(circuit.getWidth(), network.width);
    circuits::Network again = getNetwork(circuit);
    EXPECT_EQ(again.width, network.width);
    EXPECT_EQ(again.outputs, network.outputs);
    EXPECT_EQ(circuits::stagesOf(again), circuits::stagesOf(network));
    EXPECT_EQ(circuit.getStages().has_value(),
              circuits::stagesOf(network) != circuits::earliestStages(network));
    EXPECT_EQ(circuit.getIdempotent(),
              !llvm::expectedToOptional(circuits::checkSpans(network)));
    ASSERT_EQ(again.combines.size(), network.combines.size());
    for (size_t c = 0; c < network.combines.size(); ++c) {
      EXPECT_EQ(again.combines[c].low, network.combines[c].low);
      EXPECT_EQ(again.combines[c].high, network.combines[c].high);
    }
    // The builder is where it was.
    EXPECT_EQ(builder.getInsertionBlock(), module->getBody());
  }

  MLIRContext context;
};

TEST_F(CircuitGraph, Families) {
  for (const circuits::FamilyInfo &info : circuits::families())
    for (int64_t width : {1, 2, 3, 31, 32, 100})
      checkRoundTrip(family(info.name, width));
}

TEST_F(CircuitGraph, RandomCircuits) {
  for (uint32_t seed = 0; seed < 50; ++seed)
    checkRoundTrip(RandomCircuit(seed, 16, 0.7, 3).network);
}

TEST_F(CircuitGraph, BuildsWhatTheAttributeSays) {
  auto attribute =
      FamilyAttr::get(&context, "sklansky", 32, DictionaryAttr::get(&context));
  circuits::Network network = buildNetwork(attribute);
  EXPECT_EQ(network.width, 32);
  EXPECT_EQ(network.combines.size(), 80u);
  EXPECT_EQ(attribute.getSymbolName(), "sklansky_32");
}

/// The order of the combines that stay is kept, and so are the inputs.
TEST_F(CircuitGraph, KeepsTheLastOutput) {
  circuits::Network reduction = keepLastOutput(family("sklansky", 4));
  EXPECT_EQ(reduction.width, 4);
  ASSERT_EQ(reduction.combines.size(), 3u);
  EXPECT_EQ(reduction.combines[2].low, 4u);
  EXPECT_EQ(reduction.combines[2].high, 5u);
  EXPECT_EQ(reduction.outputs, std::vector<NodeId>(4, 6u));
}

} // namespace
