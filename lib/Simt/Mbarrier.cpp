//===- Mbarrier.cpp - The state of an mbarrier ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mbarrier.h"
#include <cstdlib>

using namespace scanc::simt;
using Kind = AsyncFault::Kind;

namespace {

constexpr uint64_t lowBits(unsigned count) {
  return (uint64_t(1) << count) - 1;
}

} // namespace

Kind Mbarrier::init(int64_t count) {
  if (count < 1 || count > maxCount)
    return Kind::Count;
  *this = Mbarrier();
  expected = pending = count;
  return Kind::None;
}

Kind Mbarrier::arrive(int64_t count, bool drop, bool mayComplete) {
  if (count < 1 || count > maxCount)
    return Kind::Count;
  if (count > pending || (drop && count > expected))
    return Kind::TooManyArrivals;
  if (!mayComplete && count == pending && tx == 0)
    return Kind::WouldComplete;
  pending -= count;
  if (drop)
    expected -= count;
  completeIfDone();
  return Kind::None;
}

Kind Mbarrier::addPending() {
  if (pending == maxCount)
    return Kind::TooManyPending;
  ++pending;
  return Kind::None;
}

Kind Mbarrier::expectTx(int64_t bytes) {
  return bytes < 0 || bytes > maxCount ? Kind::TxCount : addTx(bytes);
}

Kind Mbarrier::completeTx(int64_t bytes) {
  return bytes < 0 || bytes > maxCount ? Kind::TxCount : addTx(-bytes);
}

Kind Mbarrier::addTx(int64_t bytes) {
  if (std::abs(tx + bytes) > maxCount)
    return Kind::TxOverflow;
  tx += bytes;
  completeIfDone();
  return Kind::None;
}

void Mbarrier::completeIfDone() {
  if (pending != 0 || tx != 0)
    return;
  ++phase;
  pending = expected;
}

uint64_t Mbarrier::bits() const {
  // 1 above all, so that neither zeros nor a count is an mbarrier.
  return uint64_t(1) << 63 | uint64_t(parity()) << 62 |
         uint64_t(expected) << 41 | uint64_t(pending) << 21 |
         (uint64_t(tx) & lowBits(21));
}

uint64_t Mbarrier::token(uint64_t offset) const {
  return (offset << tokenPhaseBits | (phase & lowBits(tokenPhaseBits)))
             << tokenPendingBits |
         pending;
}

uint64_t Mbarrier::tokenPhase(uint64_t token) {
  return token >> tokenPendingBits & lowBits(tokenPhaseBits);
}

Kind Mbarrier::check(uint64_t token, uint64_t offset) const {
  if (token >> (tokenPhaseBits + tokenPendingBits) != offset)
    return Kind::ForeignToken;
  uint64_t age = (phase - tokenPhase(token)) & lowBits(tokenPhaseBits);
  return age > 1 ? Kind::StaleToken : Kind::None;
}

bool Mbarrier::hasCompleted(uint64_t token) const {
  return tokenPhase(token) != (phase & lowBits(tokenPhaseBits));
}
