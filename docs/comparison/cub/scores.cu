//===- scores.cu - A running best with CUB --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "best.cuh"
#include <cub/device/device_scan.cuh>

int running_best(cudaStream_t stream, const Hit *in, Hit *out, std::size_t n) {
  void *workspace = nullptr;
  std::size_t bytes = 0;
  int error = cub::DeviceScan::InclusiveScan(workspace, bytes, in, out, Best{},
                                             n, stream);
  if (!error)
    error = cudaMallocAsync(&workspace, bytes, stream);
  if (error)
    return error;
  error = cub::DeviceScan::InclusiveScan(workspace, bytes, in, out, Best{}, n,
                                         stream);
  cudaFreeAsync(workspace, stream);
  return error;
}
