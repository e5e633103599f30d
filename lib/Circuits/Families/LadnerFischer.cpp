//===- LadnerFischer.cpp - The recursion of 1980 --------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// P_0(n)   P_1 on the first half beside P_0 on the rest; the last column of the
//          first half is then combined with each of the rest
// P_k(n)   neighbours are paired, P_{k-1} runs on the pairs, and the columns
//          between them take what is on their left; an odd last column goes
//          into the recursion as it is
//
// P_0 has the least depth, and each k saves combines for one more level.
//
//===----------------------------------------------------------------------===//

#include "scanc/Circuits/ColumnBuilder.h"
#include "scanc/Circuits/Generators.h"

#include "llvm/ADT/ArrayRef.h"

using namespace scanc::circuits;

/// Makes the inclusive prefixes of `wires`, which are columns in order.
static void build(ColumnBuilder &columns, llvm::ArrayRef<int64_t> wires,
                  int64_t k) {
  const size_t n = wires.size();
  if (n < 2)
    return;
  if (k == 0) {
    const size_t half = (n + 1) / 2;
    build(columns, wires.take_front(half), 1);
    build(columns, wires.drop_front(half), 0);
    for (int64_t to : wires.drop_front(half))
      columns.combine(wires[half - 1], to);
    return columns.endStage();
  }
  std::vector<int64_t> pairs;
  for (size_t i = 1; i < n; i += 2) {
    columns.combine(wires[i - 1], wires[i]);
    pairs.push_back(wires[i]);
  }
  if (n % 2)
    pairs.push_back(wires[n - 1]);
  columns.endStage();
  build(columns, pairs, k - 1);
  for (size_t i = 2; i + 1 < n; i += 2)
    columns.combine(wires[i - 1], wires[i]);
  columns.endStage();
}

Network scanc::circuits::ladnerFischer(int64_t width, int64_t k) {
  ColumnBuilder columns(width);
  std::vector<int64_t> wires(width);
  for (int64_t i = 0; i < width; ++i)
    wires[i] = i;
  build(columns, wires, k);
  return columns.finish();
}
