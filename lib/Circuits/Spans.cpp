//===- Spans.cpp - The proof that a network is a scan ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Spans.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc::circuits;
using llvm::formatv;

char SpanError::ID = 0;

void SpanError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code SpanError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

std::string scanc::circuits::toString(Span span) {
  return formatv("{0}..{1}", span.lo, span.hi).str();
}

Adjacency scanc::circuits::adjacency(Span low, Span high) {
  if (low.hi + 1 == high.lo)
    return Adjacency::Adjacent;
  if (high.hi + 1 == low.lo)
    return Adjacency::Swapped;
  if (low.lo <= high.lo && high.lo <= low.hi && low.hi <= high.hi)
    return Adjacency::Overlapping;
  return Adjacency::Apart;
}

static llvm::Error fail(SpanErrorKind kind, size_t index, std::string text) {
  return llvm::make_error<SpanError>(kind, index, std::move(text));
}

/// Checks that both operands of combine `index` exist already.
static llvm::Error checkOperands(const Network &network, size_t index) {
  auto [low, high] = network.combines[index];
  for (NodeId node : {low, high}) {
    const char *which = node == low ? "low" : "high";
    if (node >= network.numNodes())
      return fail(SpanErrorKind::NodeOutOfRange, index,
                  formatv("combine #{0}: {1} operand must be a node from 0 to "
                          "{2}, got {3}",
                          index, which, network.numNodes() - 1, node));
    if (node >= network.nodeOf(index))
      return fail(SpanErrorKind::NotTopological, index,
                  formatv("combine #{0}: {1} operand must be an input or an "
                          "earlier combine, got combine #{2}",
                          index, which, network.combineOf(node)));
  }
  return llvm::Error::success();
}

/// Checks that the spans of combine `index` meet.
static llvm::Error checkAdjacency(size_t index, Span low, Span high,
                                  Overlap overlap) {
  switch (adjacency(low, high)) {
  case Adjacency::Adjacent:
    return llvm::Error::success();
  case Adjacency::Overlapping:
    if (overlap == Overlap::Allowed)
      return llvm::Error::success();
    return fail(SpanErrorKind::Overlap, index,
                formatv("combine #{0}: operands {1} and {2} overlap, which "
                        "needs an idempotent operator",
                        index, toString(low), toString(high)));
  case Adjacency::Swapped:
    return fail(SpanErrorKind::SwappedOperands, index,
                formatv("combine #{0}: operands {1} and {2} are in the wrong "
                        "order",
                        index, toString(low), toString(high)));
  case Adjacency::Apart:
    return fail(SpanErrorKind::NonAdjacent, index,
                formatv("combine #{0}: operands must cover adjacent inputs, "
                        "got {1} and {2}",
                        index, toString(low), toString(high)));
  }
  llvm_unreachable("all cases return");
}

/// Checks that output `index` covers 0..index.
static llvm::Error checkOutput(const Network &network, size_t index,
                               const std::vector<Span> &spans) {
  NodeId node = network.outputs[index];
  if (node >= network.numNodes())
    return fail(SpanErrorKind::NodeOutOfRange, index,
                formatv("output #{0} must be a node from 0 to {1}, got {2}",
                        index, network.numNodes() - 1, node));
  Span expected{0, static_cast<int64_t>(index)};
  if (spans[node] != expected)
    return fail(SpanErrorKind::WrongOutput, index,
                formatv("output #{0} must cover inputs {1}, got a value that "
                        "covers {2}",
                        index, toString(expected), toString(spans[node])));
  return llvm::Error::success();
}

llvm::Expected<std::vector<Span>>
scanc::circuits::checkSpans(const Network &network, Overlap overlap) {
  if (network.width < 1)
    return fail(SpanErrorKind::IllegalWidth, 0,
                formatv("width must be at least 1, got {0}", network.width));
  if (network.outputs.size() != static_cast<size_t>(network.width))
    return fail(SpanErrorKind::WrongOutputCount, 0,
                formatv("expected {0} outputs, one for each input, got {1}",
                        network.width, network.outputs.size()));

  std::vector<Span> spans;
  spans.reserve(network.numNodes());
  for (int64_t input = 0; input < network.width; ++input)
    spans.push_back({input, input});
  for (size_t index = 0; index < network.combines.size(); ++index) {
    if (llvm::Error error = checkOperands(network, index))
      return error;
    Span low = spans[network.combines[index].low];
    Span high = spans[network.combines[index].high];
    if (llvm::Error error = checkAdjacency(index, low, high, overlap))
      return error;
    spans.push_back({low.lo, high.hi});
  }
  for (size_t index = 0; index < network.outputs.size(); ++index)
    if (llvm::Error error = checkOutput(network, index, spans))
      return error;
  return spans;
}
