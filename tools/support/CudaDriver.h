//===- CudaDriver.h - The few driver calls that our tools make --*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The launcher's run-time (lib/Runtime) launches; what an application around it
// does, our tools do here: find a GPU, allocate, copy, and time. libcuda is
// opened with dlopen, so that they run where there is none; no header of CUDA
// is needed.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SUPPORT_CUDADRIVER_H
#define SCANC_TOOLS_SUPPORT_CUDADRIVER_H

#include "llvm/Support/Error.h"

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace scanc {

/// An address on the GPU; CUdeviceptr.
using DevicePointer = unsigned long long;

/// The entry points by the names under which libcuda exports them. Each
/// returns a CUresult, 0 for success.
struct CudaDriver {
  // NOLINTBEGIN(readability-identifier-naming): names of libcuda
  int (*cuInit)(unsigned flags);
  int (*cuDeviceGet)(int *device, int ordinal);
  int (*cuDeviceGetName)(char *name, int length, int device);
  int (*cuDeviceGetAttribute)(int *value, int attribute, int device);
  int (*cuDevicePrimaryCtxRetain)(void **context, int device);
  int (*cuDevicePrimaryCtxRelease_v2)(int device);
  int (*cuCtxSetCurrent)(void *context);
  int (*cuMemAlloc_v2)(DevicePointer *pointer, size_t bytes);
  int (*cuMemFree_v2)(DevicePointer pointer);
  int (*cuMemcpyHtoD_v2)(DevicePointer to, const void *from, size_t bytes);
  int (*cuMemcpyDtoH_v2)(void *to, DevicePointer from, size_t bytes);
  int (*cuStreamCreate)(CUstream_st **stream, unsigned flags);
  int (*cuStreamSynchronize)(CUstream_st *stream);
  int (*cuStreamDestroy_v2)(CUstream_st *stream);
  int (*cuEventCreate)(void **event, unsigned flags);
  int (*cuEventRecord)(void *event, CUstream_st *stream);
  int (*cuEventElapsedTime)(float *milliseconds, void *start, void *stop);
  int (*cuEventDestroy_v2)(void *event);
  int (*cuGetErrorString)(int error, const char **text);
  // NOLINTEND(readability-identifier-naming)

  /// Opens libcuda.so.1 and starts it. The error says what is missing.
  static llvm::Expected<CudaDriver> open();

  /// Success, or an error of status 3 that says which call failed and why.
  llvm::Error check(int result, llvm::StringRef call) const;
};

/// Attributes of a device, from cuda.h.
enum class DeviceAttribute {
  Multiprocessors = 16,
  CapabilityMajor = 75,
  CapabilityMinor = 76
};

} // namespace scanc

#endif // SCANC_TOOLS_SUPPORT_CUDADRIVER_H
