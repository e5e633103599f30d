//===- BlockAccesses.h - Shared memory as a block scan uses it ------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block scan runs its circuit in shared memory. Each state value has an array
// of cells, for `w` warps and `s` slots of a placement:
//
//   0 .. s*w           cell (slot, column) at slot * w + column
//   s*w .. s*w + w+1   the exclusive prefix of each warp, then the total
//
// The prefixes have cells of their own so that a warp that is ahead may store
// its next input while another still reads: two barriers a scan are enough.
//
// A scan goes through parts, and so many accesses by a warp, per state value:
//
//   publish    lane 0 of warp k stores column k of slot 0       each warp one
//   stage i    per step: lane j loads its low and its high      the first warp
//              operand; then, per step: it stores the result
//   prefixes   lane 0 stores the identity as the first prefix;  the first warp
//              lane j loads output j, and stores prefix j + 1
//   fetch      all lanes load their warp's prefix, then the     each warp two
//              total
//
// What the lowering emits and what the analysis lists come from the same
// placement and the same numbers below; that both agree is a test, which runs
// the kernels and counts.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DIALECT_PREFIX_ANALYSIS_BLOCKACCESSES_H
#define SCANC_DIALECT_PREFIX_ANALYSIS_BLOCKACCESSES_H

#include "scanc/Circuits/BankConflicts.h"
#include "scanc/Dialect/Prefix/Analysis/Placement.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scanc::prefix {

/// The cells of one state value.
struct BlockCells {
  int64_t warps, slots;

  explicit BlockCells(const Placement &placement)
      : warps(placement.columns), slots(placement.slots) {}

  /// The cell of column 0.
  int64_t ofSlot(int32_t slot) const { return slot * warps; }
  /// The prefix of warp 0; that of warp `warps` is the total.
  int64_t prefixes() const { return slots * warps; }
  int64_t count() const { return prefixes() + warps + 1; }
};

// The parts of a block scan.
inline constexpr const char *publishPart = "publish";
inline constexpr const char *prefixesPart = "prefixes";
inline constexpr const char *fetchPart = "fetch";
std::string stagePart(int32_t stage);

/// The steps of a placement, stage by stage.
std::vector<llvm::ArrayRef<PlacedStep>> splitStages(const Placement &placement);

/// One access by one warp.
struct BlockAccess {
  std::string part;
  bool isStore;
  std::vector<int32_t> cells; // of each of the 32 lanes; -1 where inactive
};

/// Every access of one block scan to the cells of one state value. Requires a
/// placement of 2 to 32 columns.
std::vector<BlockAccess> listBlockAccesses(const Placement &placement);

/// What the accesses of one part cost.
struct PartCost {
  uint64_t requests = 0;
  circuits::BankCost banks32, banks16;
  bool operator==(const PartCost &) const = default;
};

/// The cost of one block scan of a state whose values take `fieldBytes`, by
/// part.
std::map<std::string, PartCost>
analyzeBlockScan(const Placement &placement,
                 llvm::ArrayRef<int64_t> fieldBytes);

} // namespace scanc::prefix

#endif // SCANC_DIALECT_PREFIX_ANALYSIS_BLOCKACCESSES_H
