//===- Harris.cpp - Between Sklansky and Kogge-Stone ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The middle of the wings: Sklansky within blocks of 2^f columns, then
// Kogge-Stone across the blocks, each column taking what the last one of a
// block covers. Without wings, f = 0 is Kogge-Stone and f = lg n Sklansky; with
// them, Han-Carlson and its sparse Sklansky counterpart.
//
//===----------------------------------------------------------------------===//

#include "Wings.h"
#include "scanc/Circuits/Generators.h"

using namespace scanc::circuits;

Network scanc::circuits::harris(int64_t width, int64_t l, int64_t f) {
  return withWings(width, l, [&](Middle &middle) {
    const int64_t n = middle.width, block = int64_t(1) << f;
    for (int64_t j = 0; j < f && (int64_t(1) << j) < n; ++j) {
      for (int64_t p = 0; p < n; ++p)
        if (p >> j & 1)
          middle.combine(((p >> j) << j) - 1, p);
      middle.endStage();
    }
    for (int64_t stride = 1; stride * block < n; stride *= 2) {
      for (int64_t p = stride * block; p < n; ++p)
        middle.combine((((p >> f) - stride + 1) << f) - 1, p);
      middle.endStage();
    }
  });
}

Network scanc::circuits::hanCarlson(int64_t width, int64_t l) {
  return harris(width, l, /*f=*/0);
}

Network scanc::circuits::sparseSklansky(int64_t width, int64_t l) {
  return harris(width, l, /*f=*/62 - l);
}
