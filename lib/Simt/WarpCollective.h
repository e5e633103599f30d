//===- WarpCollective.h - What the lanes of a warp do together --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp collective is an instruction that the lanes of a mask execute
// together: each brings operands, waits for the others, and leaves with a
// result. This file is the pure part, from everybody's operands to everybody's
// results; who waits for whom is the business of Machine.h.
//
// Shuffles, PTX ISA 9.0, section 9.7.9.6. With c = segmask << 8 | clamp:
//
//   segment   lanes that agree in the bits of segmask
//   up        j = lane - b    valid while j >= maxLane   (c = 0: the warp)
//   down      j = lane + b    valid while j <= maxLane   (c = 31: the warp)
//   bfly      j = lane ^ b    valid while j <= maxLane
//   idx       j = minLane | (b & ~segmask), likewise
//   minLane = lane & segmask, maxLane = minLane | (clamp & ~segmask)
//
// A lane whose source is not valid gets its own value and the predicate false.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_WARPCOLLECTIVE_H
#define SCANC_LIB_SIMT_WARPCOLLECTIVE_H

#include "scanc/Machine/GpuModel.h"

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace scanc::simt {

using machine::warpSize;

/// The instruction with its qualifiers; lanes meet only at equal ones.
enum class WarpOp : uint32_t {
  Sync,
  ShuffleUp,
  ShuffleDown,
  ShuffleIdx,
  ShuffleBfly,
  VoteAll,
  VoteAny,
  VoteUni,
  VoteBallot,
  ReduxAdd,
  ReduxMin,
  ReduxMax,
  ReduxUMin,
  ReduxUMax,
  ReduxAnd,
  ReduxOr,
  ReduxXor,
  ReduxFMin,
  ReduxFMinAbs,
  ReduxFMinNaN,
  ReduxFMinAbsNaN,
  ReduxFMax,
  ReduxFMaxAbs,
  ReduxFMaxNaN,
  ReduxFMaxAbsNaN,
  MatchAny,
  MatchAll,
  Elect,
};

/// PTX spelling, for messages.
llvm::StringRef spelling(WarpOp op);

/// What a lane brings. `value` is the shuffled, reduced, matched or voted
/// value; `b` and `c` are the shuffle's operands of that name.
struct LaneOperands {
  uint64_t value = 0;
  uint32_t b = 0, c = 0;
};

/// Where the predicate of a two-part result sits.
constexpr unsigned predicateBit = 32;

/// What a shuffle reads from a lane outside its mask: PTX leaves it undefined,
/// so the executor makes it stand out.
constexpr uint32_t undefinedLaneValue = 0xcdcdcdcd;

/// Computes `out[lane]` for each lane in `mask` from `in` of those lanes.
/// A result has its 32-bit value in the low half and the predicate, where the
/// instruction gives one, in bit 32.
void evaluate(WarpOp op, uint32_t mask, const LaneOperands (&in)[warpSize],
              uint64_t (&out)[warpSize]);

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_WARPCOLLECTIVE_H
