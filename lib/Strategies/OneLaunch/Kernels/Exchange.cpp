//===- Exchange.cpp - What a block shares with the others -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"

using namespace mlir;

namespace scanc::prefix {

void Exchange::open() const {
  Value epoch = Descriptors::readEpoch(b);
  c.shared.store(c.layout.epoch, epoch);
  c.shared.release(c.layout.opened, b.i32(0));
}

Descriptors Exchange::await(const WorkDivision &work) const {
  c.shared.acquire(c.layout.opened, b.i32(0), b.i32(0));
  return again(work);
}

Descriptors Exchange::again(const WorkDivision &work) const {
  return Descriptors(b, c.spine, c.shared.load(c.layout.epoch),
                     work.launchNumber());
}

} // namespace scanc::prefix
