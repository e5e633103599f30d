//===- best.cuh - The greater score wins ----------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../application.hpp"

// The greater score wins; of equal ones, the smaller index.
struct Best {
  __host__ __device__ Hit operator()(const Hit &a, const Hit &b) const {
    bool take =
        a.score > b.score || (a.score == b.score && a.player < b.player);
    return take ? a : b;
  }
};
