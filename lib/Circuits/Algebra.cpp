//===- Algebra.cpp - Circuits built of circuits ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/Algebra.h"

#include "NetworkWriter.h"

#include "llvm/ADT/STLExtras.h"

using namespace scanc::circuits;
using llvm::ArrayRef;

static bool declaresStages(const Network &network) {
  return !network.stages.empty();
}

/// The network, with its stages only if a part of it declared some.
static Network finish(NetworkWriter &writer, std::vector<NodeId> outputs,
                      bool declared) {
  Network network = writer.finish(std::move(outputs));
  if (!declared)
    network.stages.clear();
  return network;
}

Network scanc::circuits::identity(int64_t width) {
  assert(width >= 0 && "a width is not negative");
  NetworkWriter writer(width);
  return writer.finish(writer.inputs());
}

Network scanc::circuits::fan(int64_t width) {
  NetworkWriter writer(width);
  std::vector<NodeId> outputs = writer.inputs();
  for (int64_t column = 1; column < width; ++column)
    outputs[column] = writer.combine(0, outputs[column], /*stage=*/1);
  return finish(writer, std::move(outputs), /*declared=*/false);
}

Network scanc::circuits::above(const Network &first, const Network &second) {
  assert(first.width == second.width &&
         "circuits above each other are as wide");
  Scheduled upper(first), lower(second);
  NetworkWriter writer(first.width);
  std::vector<NodeId> between = writer.place(upper, writer.inputs(), 0);
  return finish(writer, writer.place(lower, between, upper.lastStage),
                declaresStages(first) || declaresStages(second));
}

/// `part(k)` is the k-th of `count` circuits.
static Network
placeSideBySide(size_t count,
                llvm::function_ref<const Network &(size_t)> part) {
  int64_t width = 0;
  bool declared = false;
  for (size_t k = 0; k < count; ++k) {
    width += part(k).width;
    declared |= declaresStages(part(k));
  }
  NetworkWriter writer(width);
  std::vector<NodeId> columns = writer.inputs(), outputs;
  outputs.reserve(width);
  for (size_t k = 0; k < count; ++k)
    llvm::append_range(outputs, writer.place(Scheduled(part(k)),
                                             ArrayRef(columns).slice(
                                                 outputs.size(), part(k).width),
                                             0));
  return finish(writer, std::move(outputs), declared);
}

Network scanc::circuits::beside(const Network &left, const Network &right) {
  return placeSideBySide(
      2, [&](size_t k) -> const Network & { return k == 0 ? left : right; });
}

Network scanc::circuits::beside(ArrayRef<Network> parts) {
  return placeSideBySide(parts.size(),
                         [&](size_t k) -> const Network & { return parts[k]; });
}

/// `network` on those columns out of `width`, in order; the others pass.
static Network placeOnColumns(int64_t width, ArrayRef<NodeId> columns,
                              const Network &network) {
  NetworkWriter writer(width);
  std::vector<NodeId> outputs = writer.inputs();
  std::vector<NodeId> results = writer.place(Scheduled(network), columns, 0);
  for (auto [column, result] : llvm::zip_equal(columns, results))
    outputs[column] = result;
  return finish(writer, std::move(outputs), declaresStages(network));
}

Network scanc::circuits::stretch(ArrayRef<int64_t> widths,
                                 const Network &network) {
  std::vector<NodeId> columns;
  int64_t width = 0;
  for (int64_t group : widths) {
    assert(group >= 1 && "a group has a column for the circuit");
    width += group;
    columns.push_back(width - 1);
  }
  return placeOnColumns(width, columns, network);
}

Network scanc::circuits::stretchFirst(ArrayRef<int64_t> widths,
                                      const Network &network) {
  std::vector<NodeId> columns;
  int64_t width = 0;
  for (int64_t group : widths) {
    assert(group >= 1 && "a group has a column for the circuit");
    columns.push_back(width);
    width += group;
  }
  return placeOnColumns(width, columns, network);
}

Network scanc::circuits::serialComposition(const Network &first,
                                           const Network &second) {
  return above(beside(first, identity(second.width - 1)),
               beside(identity(first.width - 1), second));
}

Network scanc::circuits::parallelComposition(const Network &left,
                                             const Network &right) {
  return above(beside(left, right),
               beside(identity(left.width - 1), fan(right.width + 1)));
}
