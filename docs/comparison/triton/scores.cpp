//===- scores.cpp - A running best with Triton ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../application.hpp"
#include <cuda.h>
extern "C" {
#include "reduce.h" // made by Triton
#include "scan.h"
}

int running_best(CUstream stream, const Hit *in, Hit *out, std::size_t n) {
  auto hits = reinterpret_cast<CUdeviceptr>(in);
  auto leaders = reinterpret_cast<CUdeviceptr>(out);
  CUdeviceptr totals = 0;
  int error = cuMemAllocAsync(&totals, PROGRAMS * sizeof(Hit), stream);
  if (error)
    return error;
  error = best_reduce_default(stream, hits, hits + 4, totals, totals + 4, n);
  if (!error)
    error = best_scan_default(stream, hits, hits + 4, leaders, leaders + 4,
                              totals, totals + 4, n);
  cuMemFreeAsync(totals, stream);
  return error;
}
