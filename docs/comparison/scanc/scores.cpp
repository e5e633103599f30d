//===- scores.cpp - A running best with scanc -----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../application.hpp"
#include "best.h" // made by scanc
#include <scanc/scan.hpp>

int running_best(CUstream_st *stream, const Hit *in, Hit *out, std::size_t n) {
  static scanc::scan<best> scan{max_hits}; // owns a workspace
  return scan(stream, in, out, n).value();
}
