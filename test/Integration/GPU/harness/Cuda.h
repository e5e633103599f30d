//===- Cuda.h - Checked CUDA calls and growing device memory ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_CUDA_H
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_CUDA_H

#include <cstddef>
#include <cuda_runtime_api.h>
#include <stdexcept>
#include <string>

namespace scanc::gputest {

/// A CUDA call failed. After most of these the context is lost, so they end
/// the process; the runner starts another one behind the launcher at fault.
struct CudaError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void requireCuda(cudaError_t error, const char *call) {
  if (error != cudaSuccess)
    throw CudaError(std::string(call) + ": " + cudaGetErrorString(error));
}

#define SCANC_CUDA(call) ::scanc::gputest::requireCuda((call), #call)

/// Device memory that only grows.
class DeviceMemory {
public:
  DeviceMemory() = default;
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  ~DeviceMemory() { cudaFree(memory); }

  /// Holds at least `bytes` afterwards; contents are lost when it grows.
  void reserve(size_t bytes) {
    if (bytes <= capacity)
      return;
    SCANC_CUDA(cudaFree(memory));
    memory = nullptr;
    capacity = 0;
    SCANC_CUDA(cudaMalloc(&memory, bytes));
    capacity = bytes;
  }

  void *data() const { return memory; }

private:
  void *memory = nullptr;
  size_t capacity = 0;
};

/// A stream of one's own.
class Stream {
public:
  Stream() {
    SCANC_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;
  ~Stream() { cudaStreamDestroy(stream); }
  operator cudaStream_t() const { return stream; }

private:
  cudaStream_t stream = nullptr;
};

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_CUDA_H
