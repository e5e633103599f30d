//===- WarpCollective.cpp - What the lanes of a warp do together ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpCollective.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace scanc::simt;

llvm::StringRef scanc::simt::spelling(WarpOp op) {
  switch (op) {
  case WarpOp::Sync:
    return "bar.warp.sync";
  case WarpOp::ShuffleUp:
    return "shfl.sync.up";
  case WarpOp::ShuffleDown:
    return "shfl.sync.down";
  case WarpOp::ShuffleIdx:
    return "shfl.sync.idx";
  case WarpOp::ShuffleBfly:
    return "shfl.sync.bfly";
  case WarpOp::VoteAll:
    return "vote.sync.all";
  case WarpOp::VoteAny:
    return "vote.sync.any";
  case WarpOp::VoteUni:
    return "vote.sync.uni";
  case WarpOp::VoteBallot:
    return "vote.sync.ballot";
  case WarpOp::ReduxAdd:
    return "redux.sync.add";
  case WarpOp::ReduxMin:
    return "redux.sync.min.s32";
  case WarpOp::ReduxMax:
    return "redux.sync.max.s32";
  case WarpOp::ReduxUMin:
    return "redux.sync.min.u32";
  case WarpOp::ReduxUMax:
    return "redux.sync.max.u32";
  case WarpOp::ReduxAnd:
    return "redux.sync.and";
  case WarpOp::ReduxOr:
    return "redux.sync.or";
  case WarpOp::ReduxXor:
    return "redux.sync.xor";
  case WarpOp::ReduxFMin:
    return "redux.sync.min.f32";
  case WarpOp::ReduxFMinAbs:
    return "redux.sync.min.abs.f32";
  case WarpOp::ReduxFMinNaN:
    return "redux.sync.min.NaN.f32";
  case WarpOp::ReduxFMinAbsNaN:
    return "redux.sync.min.abs.NaN.f32";
  case WarpOp::ReduxFMax:
    return "redux.sync.max.f32";
  case WarpOp::ReduxFMaxAbs:
    return "redux.sync.max.abs.f32";
  case WarpOp::ReduxFMaxNaN:
    return "redux.sync.max.NaN.f32";
  case WarpOp::ReduxFMaxAbsNaN:
    return "redux.sync.max.abs.NaN.f32";
  case WarpOp::MatchAny:
    return "match.sync.any";
  case WarpOp::MatchAll:
    return "match.sync.all";
  case WarpOp::Elect:
    return "elect.sync";
  }
  llvm_unreachable("unknown warp collective");
}

namespace {

using Operands = LaneOperands[warpSize];
using Results = uint64_t[warpSize];

/// Calls `fn(lane)` for each lane of the mask, lowest first.
template <class Fn> void forEachLane(uint32_t mask, Fn fn) {
  for (; mask; mask &= mask - 1)
    fn(unsigned(llvm::countr_zero(mask)));
}

void broadcast(uint32_t mask, uint64_t value, Results &out) {
  forEachLane(mask, [&](unsigned lane) { out[lane] = value; });
}

/// `source(lane, b, min, max, valid)` names the lane to read and says whether
/// it is valid. Lanes are signed, because up goes below zero.
template <class Source>
void shuffle(uint32_t mask, const Operands &in, Results &out, Source source) {
  forEachLane(mask, [&](unsigned lane) {
    int b = in[lane].b & 31, clamp = in[lane].c & 31;
    int segments = (in[lane].c >> 8) & 31;
    int min = lane & segments, max = min | (clamp & ~segments);
    bool valid = false;
    int j = source(int(lane), b, min, max, segments, valid);
    if (!valid)
      j = lane;
    uint32_t value = mask >> j & 1 ? uint32_t(in[j].value) : undefinedLaneValue;
    out[lane] = uint64_t(valid) << predicateBit | value;
  });
}

/// Folds 32-bit values with `join`, lowest lane first.
template <class Join>
void reduce(uint32_t mask, const Operands &in, Results &out, Join join) {
  uint32_t total = uint32_t(in[llvm::countr_zero(mask)].value);
  forEachLane(mask & (mask - 1), [&](unsigned lane) {
    total = join(total, uint32_t(in[lane].value));
  });
  broadcast(mask, total, out);
}

/// redux.sync on f32: -0 < +0; a NaN is skipped, or with .NaN wins. A NaN
/// result is canonical.
void reduceFloat(uint32_t mask, const Operands &in, Results &out, bool isMin,
                 bool abs, bool propagateNaN) {
  bool sawNaN = false, sawNumber = false;
  float total = 0;
  forEachLane(mask, [&](unsigned lane) {
    float x = llvm::bit_cast<float>(uint32_t(in[lane].value));
    if (std::isnan(x)) {
      sawNaN = true;
      return;
    }
    if (abs)
      x = std::fabs(x);
    bool less = x < total || (x == total && std::signbit(x));
    if (!sawNumber || less == isMin)
      total = x;
    sawNumber = true;
  });
  bool isNaN = !sawNumber || (sawNaN && propagateNaN);
  broadcast(mask, isNaN ? 0x7fffffffu : llvm::bit_cast<uint32_t>(total), out);
}

/// The lanes of `mask` whose votes are true.
uint32_t ballot(uint32_t mask, const Operands &in) {
  uint32_t votes = 0;
  forEachLane(mask, [&](unsigned lane) {
    votes |= uint32_t(in[lane].value & 1) << lane;
  });
  return votes;
}

uint32_t lanesThatHold(uint32_t mask, uint64_t value, const Operands &in) {
  uint32_t lanes = 0;
  forEachLane(mask, [&](unsigned lane) {
    lanes |= uint32_t(in[lane].value == value) << lane;
  });
  return lanes;
}

} // namespace

void scanc::simt::evaluate(WarpOp op, uint32_t mask, const Operands &in,
                           Results &out) {
  const uint64_t yes = uint64_t(1) << predicateBit;
  switch (op) {
  case WarpOp::Sync:
    return;
  case WarpOp::ShuffleUp:
    return shuffle(mask, in, out,
                   [](int lane, int b, int, int max, int, bool &valid) {
                     valid = lane - b >= max;
                     return lane - b;
                   });
  case WarpOp::ShuffleDown:
    return shuffle(mask, in, out,
                   [](int lane, int b, int, int max, int, bool &valid) {
                     valid = lane + b <= max;
                     return lane + b;
                   });
  case WarpOp::ShuffleBfly:
    return shuffle(mask, in, out,
                   [](int lane, int b, int, int max, int, bool &valid) {
                     valid = (lane ^ b) <= max;
                     return lane ^ b;
                   });
  case WarpOp::ShuffleIdx:
    return shuffle(mask, in, out,
                   [](int, int b, int min, int max, int segments, bool &valid) {
                     int j = min | (b & ~segments);
                     valid = j <= max;
                     return j;
                   });
  case WarpOp::VoteAll:
    return broadcast(mask, ballot(mask, in) == mask, out);
  case WarpOp::VoteAny:
    return broadcast(mask, ballot(mask, in) != 0, out);
  case WarpOp::VoteUni: {
    uint32_t votes = ballot(mask, in);
    return broadcast(mask, votes == 0 || votes == mask, out);
  }
  case WarpOp::VoteBallot:
    return broadcast(mask, ballot(mask, in), out);
  case WarpOp::ReduxAdd:
    return reduce(mask, in, out, [](uint32_t a, uint32_t b) { return a + b; });
  case WarpOp::ReduxMin:
    return reduce(mask, in, out, [](uint32_t a, uint32_t b) {
      return int32_t(b) < int32_t(a) ? b : a;
    });
  case WarpOp::ReduxMax:
    return reduce(mask, in, out, [](uint32_t a, uint32_t b) {
      return int32_t(b) > int32_t(a) ? b : a;
    });
  case WarpOp::ReduxUMin:
    return reduce(mask, in, out,
                  [](uint32_t a, uint32_t b) { return b < a ? b : a; });
  case WarpOp::ReduxUMax:
    return reduce(mask, in, out,
                  [](uint32_t a, uint32_t b) { return b > a ? b : a; });
  case WarpOp::ReduxAnd:
    return reduce(mask, in, out, [](uint32_t a, uint32_t b) { return a & b; });
  case WarpOp::ReduxOr:
    return reduce(mask, in, out, [](uint32_t a, uint32_t b) { return a | b; });
  case WarpOp::ReduxXor:
    return reduce(mask, in, out, [](uint32_t a, uint32_t b) { return a ^ b; });
  case WarpOp::ReduxFMin:
  case WarpOp::ReduxFMinAbs:
  case WarpOp::ReduxFMinNaN:
  case WarpOp::ReduxFMinAbsNaN:
    return reduceFloat(
        mask, in, out, /*isMin=*/true,
        op == WarpOp::ReduxFMinAbs || op == WarpOp::ReduxFMinAbsNaN,
        op == WarpOp::ReduxFMinNaN || op == WarpOp::ReduxFMinAbsNaN);
  case WarpOp::ReduxFMax:
  case WarpOp::ReduxFMaxAbs:
  case WarpOp::ReduxFMaxNaN:
  case WarpOp::ReduxFMaxAbsNaN:
    return reduceFloat(
        mask, in, out, /*isMin=*/false,
        op == WarpOp::ReduxFMaxAbs || op == WarpOp::ReduxFMaxAbsNaN,
        op == WarpOp::ReduxFMaxNaN || op == WarpOp::ReduxFMaxAbsNaN);
  case WarpOp::MatchAny:
    return forEachLane(mask, [&](unsigned lane) {
      out[lane] = lanesThatHold(mask, in[lane].value, in);
    });
  case WarpOp::MatchAll: {
    uint64_t value = in[llvm::countr_zero(mask)].value;
    bool all = lanesThatHold(mask, value, in) == mask;
    return broadcast(mask, all ? yes | mask : 0, out);
  }
  case WarpOp::Elect: {
    unsigned leader = llvm::countr_zero(mask);
    broadcast(mask, leader, out);
    out[leader] |= yes;
    return;
  }
  }
  llvm_unreachable("unknown warp collective");
}
