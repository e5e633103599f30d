//===- timing.cuh - Timing launches that follow each other ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the programs that time scans beside copies have in common. Each is one
// file of CUDA, and says in its head how it is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_TIMING_CUH
#define SCANC_TEST_INTEGRATION_GPU_TIMING_CUH

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

/// Ends the program with status 3 after an error of CUDA.
inline void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", program_invocation_short_name,
               cudaGetErrorString(error));
  std::exit(3);
}

/// Ends the program with status 3 unless the scan called `what` was launched.
inline void checkScan(int status, const char *what = "a scan") {
  if (status == 0)
    return;
  std::fprintf(stderr, "%s: %s: status %d\n", program_invocation_short_name,
               what, status);
  std::exit(3);
}

/// Microseconds of a launch, where `launch` is called with 0, 1, .. again and
/// again.
template <typename Launch> double time(int launches, Launch launch) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  check(cudaDeviceSynchronize());
  check(cudaEventRecord(begin));
  for (int i = 0; i < launches; ++i)
    launch(i);
  check(cudaEventRecord(end));
  check(cudaEventSynchronize(end));
  float milliseconds;
  check(cudaEventElapsedTime(&milliseconds, begin, end));
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  return 1000.0 * milliseconds / launches;
}

inline double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

#endif // SCANC_TEST_INTEGRATION_GPU_TIMING_CUH
