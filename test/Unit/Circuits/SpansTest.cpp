//===- SpansTest.cpp - What the span check accepts and refuses ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Spans.h"

#include "TestNetworks.h"

using namespace scanc::circuits;
using namespace scanc::circuits::test;

namespace {

/// Expects that `network` is refused, for this reason, at this place.
void expectRefused(const Network &network, SpanErrorKind kind, size_t index,
                   const std::string &message,
                   Overlap overlap = Overlap::Refused) {
  llvm::Expected<std::vector<Span>> spans = checkSpans(network, overlap);
  ASSERT_FALSE(static_cast<bool>(spans)) << "expected: " << message;
  bool handled = false;
  llvm::handleAllErrors(spans.takeError(), [&](const SpanError &error) {
    handled = true;
    EXPECT_EQ(error.getKind(), kind);
    EXPECT_EQ(error.getIndex(), index);
    EXPECT_EQ(error.message(), message);
  });
  EXPECT_TRUE(handled);
}

TEST(Spans, GivesTheSpanOfEveryNode) {
  llvm::Expected<std::vector<Span>> spans = checkSpans(sklansky4());
  ASSERT_TRUE(static_cast<bool>(spans));
  EXPECT_EQ(
      *spans,
      (std::vector<Span>{
          {0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1}, {2, 3}, {0, 2}, {0, 3}}));
}

TEST(Spans, AcceptsTheWireAlone) {
  EXPECT_TRUE(
      static_cast<bool>(llvm::expectedToOptional(checkSpans({1, {}, {0}}))));
}

TEST(Spans, AcceptsAnUnusedCombine) {
  EXPECT_TRUE(static_cast<bool>(
      llvm::expectedToOptional(checkSpans({2, {{0, 1}, {0, 1}}, {0, 2}}))));
}

TEST(Spans, AcceptsWhatDoesNotRunInPlace) {
  EXPECT_TRUE(
      static_cast<bool>(llvm::expectedToOptional(checkSpans(notInPlace4()))));
}

TEST(Spans, RefusesWidthZero) {
  expectRefused({0, {}, {}}, SpanErrorKind::IllegalWidth, 0,
                "width must be at least 1, got 0");
}

TEST(Spans, RefusesNonAdjacentOperands) {
  Network network = sklansky4();
  network.combines[3] = {0, 5};
  expectRefused(network, SpanErrorKind::NonAdjacent, 3,
                "combine #3: operands must cover adjacent inputs, got 0..0 and "
                "2..3");
}

TEST(Spans, RefusesSwappedOperands) {
  Network network = sklansky4();
  network.combines[1] = {3, 2};
  expectRefused(network, SpanErrorKind::SwappedOperands, 1,
                "combine #1: operands 3..3 and 2..2 are in the wrong order");
}

TEST(Spans, RefusesSwappedOperandsOfAnIdempotentOperatorToo) {
  Network network = sklansky4();
  network.combines[3] = {5, 4};
  expectRefused(network, SpanErrorKind::SwappedOperands, 3,
                "combine #3: operands 2..3 and 0..1 are in the wrong order",
                Overlap::Allowed);
}

TEST(Spans, RefusesOverlap) {
  expectRefused(knowles4(), SpanErrorKind::Overlap, 3,
                "combine #3: operands 0..1 and 1..2 overlap, which needs an "
                "idempotent operator");
}

TEST(Spans, RefusesAValueCombinedWithItself) {
  Network network = sklansky4();
  network.combines[0] = {0, 0};
  expectRefused(network, SpanErrorKind::Overlap, 0,
                "combine #0: operands 0..0 and 0..0 overlap, which needs an "
                "idempotent operator");
}

TEST(Spans, AllowsOverlapIfAsked) {
  llvm::Expected<std::vector<Span>> spans =
      checkSpans(knowles4(), Overlap::Allowed);
  ASSERT_TRUE(static_cast<bool>(spans));
  EXPECT_EQ(spans->back(), (Span{0, 3}));
}

TEST(Spans, AllowedOverlapMustNotReachBack) {
  // 1..2 before 0..2: the low operand starts inside the high one, so that the
  // result would repeat inputs in an order that x . x = x does not undo.
  Network network{3, {{0, 1}, {4 - 1, 2}, {1, 2}, {5, 4}}, {0, 3, 6}};
  expectRefused(network, SpanErrorKind::NonAdjacent, 3,
                "combine #3: operands must cover adjacent inputs, got 1..2 and "
                "0..2",
                Overlap::Allowed);
}

TEST(Spans, RefusesALowOperandNodeOutOfRange) {
  Network network = sklansky4();
  network.combines[2] = {99, 2};
  expectRefused(network, SpanErrorKind::NodeOutOfRange, 2,
                "combine #2: low operand must be a node from 0 to 7, got 99");
}

TEST(Spans, RefusesAHighOperandNodeOutOfRange) {
  Network network = sklansky4();
  network.combines[2] = {4, 8};
  expectRefused(network, SpanErrorKind::NodeOutOfRange, 2,
                "combine #2: high operand must be a node from 0 to 7, got 8");
}

TEST(Spans, RefusesAnOutputNodeOutOfRange) {
  Network network = sklansky4();
  network.outputs[2] = 8;
  expectRefused(network, SpanErrorKind::NodeOutOfRange, 2,
                "output #2 must be a node from 0 to 7, got 8");
}

TEST(Spans, RefusesAnOperandFromLaterOn) {
  Network network = sklansky4();
  network.combines[0] = {0, 5};
  expectRefused(network, SpanErrorKind::NotTopological, 0,
                "combine #0: high operand must be an input or an earlier "
                "combine, got combine #1");
}

TEST(Spans, RefusesACombineThatReadsItself) {
  Network network = sklansky4();
  network.combines[2] = {6, 2};
  expectRefused(network, SpanErrorKind::NotTopological, 2,
                "combine #2: low operand must be an input or an earlier "
                "combine, got combine #2");
}

TEST(Spans, RefusesTooFewOutputs) {
  Network network = sklansky4();
  network.outputs.pop_back();
  expectRefused(network, SpanErrorKind::WrongOutputCount, 0,
                "expected 4 outputs, one for each input, got 3");
}

TEST(Spans, RefusesTooManyOutputs) {
  Network network = sklansky4();
  network.outputs.push_back(7);
  expectRefused(network, SpanErrorKind::WrongOutputCount, 0,
                "expected 4 outputs, one for each input, got 5");
}

TEST(Spans, RefusesAnOutputThatCoversTooLittle) {
  Network network = sklansky4();
  network.outputs[3] = 5;
  expectRefused(network, SpanErrorKind::WrongOutput, 3,
                "output #3 must cover inputs 0..3, got a value that covers "
                "2..3");
}

TEST(Spans, RefusesOutputsInTheWrongPlace) {
  Network network = sklansky4();
  std::swap(network.outputs[2], network.outputs[3]);
  expectRefused(network, SpanErrorKind::WrongOutput, 2,
                "output #2 must cover inputs 0..2, got a value that covers "
                "0..3");
}

/// Whatever single operand of a family's network is replaced by another node,
/// the check and the free monoid agree on whether it still is a scan.
TEST(Spans, AgreesWithTheFreeMonoidOnEveryMutant) {
  auto concatenate = [](const std::string &low, const std::string &high) {
    return low + high;
  };
  std::vector<std::string> letters{"a", "b", "c", "d", "e", "f", "g"};
  for (const FamilyInfo &family : families()) {
    Network network = build(family.name, 7);
    std::vector<std::string> expected = run(network, letters, concatenate);
    for (size_t index = 0; index < network.combines.size(); ++index)
      for (NodeId Combine::*operand : {&Combine::low, &Combine::high})
        for (NodeId node = 0; node < network.nodeOf(index); ++node) {
          Network mutant = network;
          mutant.combines[index].*operand = node;
          bool isScan = run(mutant, letters, concatenate) == expected;
          bool accepted =
              static_cast<bool>(llvm::expectedToOptional(checkSpans(mutant)));
          // The check may refuse only what is wrong, or a wrong value that no
          // output reads; there are no dead combines here but those a mutation
          // has cut off.
          if (accepted) {
            EXPECT_TRUE(isScan);
          } else if (isScan) {
            std::vector<bool> live(network.numNodes());
            for (NodeId output : mutant.outputs)
              live[output] = true;
            for (size_t i = mutant.combines.size(); i-- > 0;)
              if (live[mutant.nodeOf(i)])
                live[mutant.combines[i].low] = live[mutant.combines[i].high] =
                    true;
            EXPECT_FALSE(live[mutant.nodeOf(index)]);
          }
        }
  }
}

} // namespace
