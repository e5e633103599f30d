//===- ClusterLayout.cpp - What clusters of blocks keep -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClusterLayout.h"
#include "Attr.h"

#include "scanc/Dialect/Prefix/IR/ExchangeLayout.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scanc::prefix {

ClusterLayout::ClusterLayout(SkeletonAttr scan, SkeletonAttr top,
                             const ScanTypes &types)
    : slots(scan.getStages()), exchanges(llvm::PowerOf2Ceil(slots + 2)),
      numbers(2 * exchanges), parts(countParts(types.state)),
      scanners(scan.getWarps()), reducers(std::min(scanners, mostReducers)),
      scouts(top.getStages()), cluster(getCluster(top)),
      bytesOfElement(scanc::prefix::bytesOf(types.inputs())) {
  const int64_t tile =
      32 * scan.getRows() * scan.getWarps() * scan.getItems() * bytesOfElement;
  ring = {"ring", /*offset=*/0, slots, tile};
  bytes = slots * tile;
  auto add = [&](auto &array, StringLiteral name, int64_t count) {
    array.name = name;
    array.offset = bytes;
    array.count = count;
    bytes += 8 * count;
  };
  add(full, "full", slots);
  add(empty, "empty", slots);
  told = {0, numbers};
  reduced = {numbers, exchanges};
  preMade = {reduced.first + exchanges, exchanges};
  carried = {preMade.first + exchanges, exchanges};
  handed = {carried.first + exchanges, exchanges};
  add(turns, "turns", handed.first + exchanges);
  totals = numbers;
  carries = totals + parts * totalsApart();
  mail.bytes = 8;
  add(mail, "mail", carries + parts * carriesApart());
  drawn = {"drawn", bytes, numbers, /*bytes=*/4};
  bytes += 4 * numbers;
  auto addStates = [&](StateArray &array, StringLiteral name, int64_t count) {
    array.name = name;
    array.count = count;
    for (Type type : types.state) {
      const int64_t size = getFieldBytes(type);
      const int64_t offset = llvm::alignTo(bytes, 16);
      array.offsets.push_back(offset);
      bytes = offset + count * size;
    }
  };
  addStates(ofReducers, "of_reducers", 2 * reducers * mostChains);
  addStates(ofScanners, "of_scanners", 2 * scanners * mostChains);
  addStates(made, "made", exchanges * mostChains);
  addStates(pre, "pre", exchanges * mostChains);
  addStates(carry, "carry", exchanges * mostChains);
  addStates(after, "after", exchanges * mostChains / cluster);
}

GroupLayout::GroupLayout(SkeletonAttr top, ArrayRef<Type> state)
    : states(EntryLayout::headerBytes),
      bytesOfGroup(ClusterLayout::mostChains * TaggedWords::narrowest(state)),
      isOneWord(TaggedWords::count(state) == 1) {
  constexpr int64_t mostBytes = 8 << 20;
  bytes = states + mostBytes;
  most = std::max<int64_t>(mostBytes / bytesOfGroup - 2 * top.getItems(), 0);
}

} // namespace scanc::prefix
