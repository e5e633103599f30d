//===- peers.cu - Rows against CUB's segmented scan -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of rows of i32, 2^28 elements in all: a launcher of scanc, CUB's
// segmented scan and a copy of as many bytes in one run. Needs a CCCL that has
// cub::DeviceSegmentedScan, 3.3 or newer:
//
//   scanc --op=add --type=i32 --inclusive --domain=rows -o add_i32
//   gcc -O2 -c add_i32.c
//   nvcc -O3 -std=c++17 -arch=native -I CCCL/cub -I CCCL/thrust \
//       -I CCCL/libcudacxx/include -I . peers.cu add_i32.o -o peers -ldl
//   ./peers
//
// Prints, for each length of a row, medians in microseconds, and what part of
// the copy's speed each has. Exits with 1 if a result is wrong.
//
//===----------------------------------------------------------------------===//

#include "add_i32.h"

#include <cub/device/device_segmented_scan.cuh>
#include <cub/version.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

struct RowStart {
  int64_t n;
  __host__ __device__ int64_t operator()(int64_t row) const { return row * n; }
};

void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "peers: %s\n", cudaGetErrorString(error));
  std::exit(2);
}

template <typename Launch> double median(Launch launch) {
  constexpr int rounds = 11;
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = 0; i <= rounds; ++i) {
    check(cudaEventRecord(begin));
    launch();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float milliseconds;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    if (i) // the first one warms up
      times.push_back(1000 * milliseconds);
  }
  std::sort(times.begin(), times.end());
  return times[rounds / 2];
}

__global__ void fill(int *data, int64_t count) {
  for (int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x; i < count;
       i += int64_t(gridDim.x) * blockDim.x)
    data[i] = static_cast<int>((i * 2654435761u) >> 7) % 17 - 8;
}

__global__ void compare(const int *a, const int *b, int64_t count,
                        unsigned long long *differ) {
  for (int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x; i < count;
       i += int64_t(gridDim.x) * blockDim.x)
    if (a[i] != b[i])
      atomicAdd(differ, 1ull);
}

} // namespace

int main() {
  constexpr int64_t all = int64_t(1) << 28;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, CUB %d.%d.%d, i32, 2^28 elements\n", properties.name,
              CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
  int *in, *own, *theirs;
  unsigned long long *differ;
  check(cudaMalloc(&in, 4 * all));
  check(cudaMalloc(&own, 4 * all));
  check(cudaMalloc(&theirs, 4 * all));
  check(cudaMalloc(&differ, sizeof *differ));
  check(cudaMemset(differ, 0, sizeof *differ));
  fill<<<1024, 256>>>(in, all);
  void *workspace;
  check(cudaMalloc(&workspace, add_i32_rows_workspace_bytes(1, all)));
  if (add_i32_init_workspace(workspace, nullptr) != 0)
    return 2;
  std::printf("%9s %9s %9s %9s   %s\n", "row", "copy", "scanc", "CUB",
              "of copy: scanc, CUB");
  for (int64_t n : {8, 32, 51, 123, 233, 513, 1337, 4417, 65536, 1 << 20,
                    1 << 24}) {
    const int64_t rows = all / n, count = rows * n;
    auto scan = [&] {
      const int status = add_i32_rows(nullptr, in, own, rows, n, n, n,
                                      workspace);
      if (status != 0) {
        std::fprintf(stderr, "peers: status %d\n", status);
        std::exit(2);
      }
    };
    auto starts = thrust::make_transform_iterator(
        thrust::counting_iterator<int64_t>(0), RowStart{n});
    size_t bytes = 0;
    check(cub::DeviceSegmentedScan::InclusiveSegmentedSum(
        nullptr, bytes, in, theirs, starts, starts + 1, rows));
    void *temporary;
    check(cudaMalloc(&temporary, bytes + 1));
    auto peer = [&] {
      check(cub::DeviceSegmentedScan::InclusiveSegmentedSum(
          temporary, bytes, in, theirs, starts, starts + 1, rows));
    };
    const double copied = median([&] {
      check(cudaMemcpyAsync(own, in, 4 * count, cudaMemcpyDeviceToDevice));
    });
    check(cudaMemset(own, 0x5a, 4 * all));
    const double scanned = median(scan), cub = median(peer);
    compare<<<1024, 256>>>(own, theirs, count, differ);
    check(cudaFree(temporary));
    std::printf("%9lld %9.1f %9.1f %9.1f   %.3f, %.3f\n",
                static_cast<long long>(n), copied, scanned, cub,
                copied / scanned, copied / cub);
  }
  unsigned long long wrong = 0;
  check(cudaMemcpy(&wrong, differ, sizeof wrong, cudaMemcpyDeviceToHost));
  std::printf("%llu elements differ\n", wrong);
  return wrong != 0;
}
