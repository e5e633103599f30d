//===- Generators.h - One function for each circuit family ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bare generators behind the table of Families.h. Each takes a width of 1
// or more; its file in lib/Circuits/Families has the definition, a drawing and
// the source. L = ceil(lg n), pc = population count.
//
//   family       size                         depth
//   serial       n-1                          n-1
//   Sklansky     sum of pc(i), i < n          L
//   Kogge-Stone  n L - 2^L + 1                L
//   Brent-Kung   2n - pc(n) - floor(lg n) - 1 floor(lg(n+1)) +
//                                             floor(lg((n+1)/3))
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_GENERATORS_H
#define SCANC_CIRCUITS_GENERATORS_H

#include "scanc/Circuits/Network.h"

namespace scanc::circuits {

Network serial(int64_t width);
Network sklansky(int64_t width);
Network koggeStone(int64_t width);
Network brentKung(int64_t width);
/// `l` levels of wings around Kogge-Stone, or Sklansky, on every 2^l-th column.
Network hanCarlson(int64_t width, int64_t l);
Network sparseSklansky(int64_t width, int64_t l);
/// `l` levels of wings; Sklansky within blocks of 2^f, Kogge-Stone across them.
Network harris(int64_t width, int64_t l, int64_t f);
/// P_k: at most ceil(lg width) + k deep.
Network ladnerFischer(int64_t width, int64_t k);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_GENERATORS_H
