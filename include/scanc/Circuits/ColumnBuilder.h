//===- ColumnBuilder.h - Writes a network column by column ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The literature defines a family by what happens to columns: "in stage j,
// column i becomes column s combined with column i". This builder lets a
// generator be written in those words and records the graph:
//
//   ColumnBuilder columns(width);
//   for (stage j) {
//     for (column i that changes)
//       columns.combine(s, i);       // both as they were before the stage
//     columns.endStage();
//   }
//   return columns.finish();
//
// Reads see the state before the stage, whatever the order of calls: a result
// shows only after `endStage`. Columns at or beyond the width are dropped, so a
// generator is written for 2^L columns and serves any width; sources lie to the
// left, so nothing that is kept reads what is dropped, and no dead node arises.
//
// What it cannot say: circuits that read a value after its column has moved on.
// Those are written into the Network directly.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_COLUMNBUILDER_H
#define SCANC_CIRCUITS_COLUMNBUILDER_H

#include "scanc/Circuits/Network.h"

namespace scanc::circuits {

class ColumnBuilder {
public:
  /// Whether the stages as written are kept as the network's schedule, or the
  /// network is scheduled as soon as possible.
  enum class Stages { AsSoonAsPossible, AsWritten };

  /// `width` columns, each holding its input. `sizeHint` combines are expected.
  explicit ColumnBuilder(int64_t width, size_t sizeHint = 0,
                         Stages stages = Stages::AsSoonAsPossible);

  /// column `to` := column `from` . column `to`, with `from` < `to`; nothing
  /// where `to` is at or beyond the width. One call a stage for each `to`.
  void combine(int64_t from, int64_t to);

  /// Makes the results of the stage visible. A stage without combines does not
  /// count.
  void endStage();

  /// The network, output k being what column k holds.
  Network finish();

private:
  struct Update {
    uint32_t column;
    NodeId node;
  };

  Network network;
  Stages stages;
  int32_t stage = 1;
  std::vector<NodeId> columns;
  std::vector<Update> updates;
};

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_COLUMNBUILDER_H
