//===- scores.cpp - A running best with Futhark ---------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../application.hpp"
#include "best.h" // made by Futhark
#include <cuda.h>
#include <vector>

// Futhark has a CUDA context and a stream of its own: the hits go through the
// CPU's memory.
int running_best(CUstream stream, const Hit *in, Hit *out, std::size_t n) {
  static futhark_context *futhark = [] {
    futhark_context *made = futhark_context_new(futhark_context_config_new());
    CUcontext context; // which futhark_context_new leaves current
    cuCtxPopCurrent(&context);
    return made;
  }();
  std::vector<Hit> host(n);
  auto *values = reinterpret_cast<std::int32_t *>(host.data());
  int error = cuMemcpyDtoHAsync(host.data(), reinterpret_cast<CUdeviceptr>(in),
                                n * sizeof(Hit), stream);
  if (!error)
    error = cuStreamSynchronize(stream);
  if (error)
    return error;
  futhark_i32_2d *hits = futhark_new_i32_2d(futhark, values, n, 2);
  if (!hits)
    return FUTHARK_OUT_OF_MEMORY;
  futhark_i32_2d *leaders = nullptr;
  error = futhark_entry_running_best(futhark, &leaders, hits);
  if (!error) {
    error = futhark_context_sync(futhark);
    if (!error)
      error = futhark_values_i32_2d(futhark, leaders, values);
    if (!error)
      error = futhark_context_sync(futhark);
    futhark_free_i32_2d(futhark, leaders);
  }
  futhark_free_i32_2d(futhark, hits);
  if (!error)
    error = cuMemcpyHtoDAsync(reinterpret_cast<CUdeviceptr>(out), host.data(),
                              n * sizeof(Hit), stream);
  return error;
}
