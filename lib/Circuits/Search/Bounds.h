//===- Bounds.h - What no prefix circuit can beat ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lower bounds of the size of a circuit of width n and depth at most d:
//
//   2n - 2 - d     Snir 1986, for every n and d <= n - 1
//   2n - 1 - d     d < d_min(n), the least depth of a circuit that meets Snir's
//                  bound: the least d with F(d+3) > n, F(1) = F(2) = 1 (Zhu,
//                  Cheng and Graham, ACM TODAES 11(2), 2006)
//   Sergeev's      n = 2^k and d = k, where it is the least size (ECCC
//                  TR13-041): 1, 4, 12, 31, 74, 167, 364, 773, ..
//
// A limit on the fan-out can only raise them.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CIRCUITS_SEARCH_BOUNDS_H
#define SCANC_LIB_CIRCUITS_SEARCH_BOUNDS_H

#include <cstdint>

namespace scanc::circuits {

/// The greatest of the bounds above, for a depth from ceil(lg width) on.
int64_t sizeLowerBound(int64_t width, int64_t depth);

} // namespace scanc::circuits

#endif // SCANC_LIB_CIRCUITS_SEARCH_BOUNDS_H
