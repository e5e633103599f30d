//===- scores.cpp - A running best with Halide ----------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../application.hpp"
#include "best.h" // made by Halide
#include <HalideBuffer.h>
#include <HalideRuntimeCuda.h>
#include <cuda.h>

// Halide asks these three which context and which stream to use.
extern "C" int halide_cuda_acquire_context(void *, CUcontext *context, bool) {
  return cuCtxGetCurrent(context);
}
extern "C" int halide_cuda_release_context(void *) { return 0; }
extern "C" int halide_cuda_get_stream(void *user, CUcontext, CUstream *stream) {
  *stream = static_cast<CUstream>(user);
  return 0;
}

template <class T>
static Halide::Runtime::Buffer<T> field(T *memory, std::size_t n) {
  halide_dimension_t shape{0, static_cast<std::int32_t>(n), 2};
  Halide::Runtime::Buffer<T> buffer(nullptr, 1, &shape);
  buffer.device_wrap_native(halide_cuda_device_interface(),
                            reinterpret_cast<std::uintptr_t>(memory));
  return buffer;
}

int running_best(CUstream stream, const Hit *in, Hit *out, std::size_t n) {
  if (n == 0)
    return 0;
  halide_reuse_device_allocations(stream, true);
  return best(stream, field(&in->score, n), field(&in->player, n),
              field(&out->score, n), field(&out->player, n));
}
