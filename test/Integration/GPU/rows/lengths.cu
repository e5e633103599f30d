//===- lengths.cu - Rows of many lengths beside a copy --------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of the rows of large matrices beside a copy of as many bytes, launch
// after launch: 2^28 elements, or as many as whole rows have (2^30 of bytes).
//
//   for t in f32 i32 f64 bf16 u8; do
//     scanc --op=add --type=$t --inclusive --domain=rows -o add_$t
//     gcc -O2 -c add_$t.c
//   done
//   nvcc -O3 -std=c++17 -arch=native -I . lengths.cu add_*.o -o lengths -ldl
//   ./lengths
//
// Prints the times of a copy and of scanc in microseconds, medians of 11, and
// what the copy takes of it. Exits with 1 if an output is wrong: sums are -1, 0
// and 1, and exact.
//
//===----------------------------------------------------------------------===//

#include "add_bf16.h"
#include "add_f32.h"
#include "add_f64.h"
#include "add_i32.h"
#include "add_u8.h"

#include "../timing.cuh"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <vector>

namespace {

/// 1 and -1 by turns: sums of rows are -1, 0 and 1.
__device__ int valueAt(uint64_t i) { return i % 2 ? -1 : 1; }

template <typename T> __global__ void fill(T *data, uint64_t count) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x)
    data[i] = T(static_cast<float>(valueAt(i)));
}
template <> __global__ void fill(uint8_t *data, uint64_t count) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x)
    data[i] = static_cast<uint8_t>(valueAt(i));
}

/// A sum has the values of an even number of elements, which is none, or one
/// more: that of the first.
template <typename T>
__global__ void countWrong(const T *sums, uint64_t count, uint64_t row,
                           unsigned long long *wrong) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x) {
    const uint64_t place = i % row;
    const int expected = place % 2 ? 0 : valueAt(i - place);
    if (sums[i] != T(static_cast<float>(expected)))
      atomicAdd(wrong, 1ull);
  }
}
template <>
__global__ void countWrong(const uint8_t *sums, uint64_t count, uint64_t row,
                           unsigned long long *wrong) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x) {
    const uint64_t place = i % row;
    if (sums[i] != static_cast<uint8_t>(place % 2 ? 0 : valueAt(i - place)))
      atomicAdd(wrong, 1ull);
  }
}

constexpr int launches = 10;

constexpr uint64_t lengths[] = {8,    32,   51,    123,     233,    513,
                                1337, 4417, 65536, 1 << 20, 1 << 24};

/// Whether all is right.
template <typename T, typename Scan>
bool measure(const char *type, void *workspace, Scan scan) {
  const uint64_t most = uint64_t(1) << (sizeof(T) == 1 ? 30 : 28);
  T *in, *out;
  unsigned long long *differ, wrong = 0;
  check(cudaMalloc(&in, most * sizeof(T)));
  check(cudaMalloc(&out, most * sizeof(T)));
  check(cudaMalloc(&differ, sizeof *differ));
  fill<<<1024, 256>>>(in, most);
  for (uint64_t row : lengths) {
    const uint64_t rows = most / row, count = rows * row;
    auto copy = [&](int) {
      check(cudaMemcpyAsync(out, in, count * sizeof(T),
                            cudaMemcpyDeviceToDevice));
    };
    auto own = [&](int) { checkScan(scan(in, out, rows, row, workspace)); };
    std::vector<double> copies, scans;
    for (int round = 0; round < 12; ++round) {
      const double copied = time(launches, copy), scanned = time(launches, own);
      if (round) { // the first one warms up
        copies.push_back(copied);
        scans.push_back(scanned);
      }
    }
    check(cudaMemset(differ, 0, sizeof *differ));
    check(cudaMemset(out, 0x5a, count * sizeof(T)));
    own(0);
    countWrong<<<1024, 256>>>(out, count, row, differ);
    unsigned long long here;
    check(cudaMemcpy(&here, differ, sizeof here, cudaMemcpyDeviceToHost));
    std::printf("%-4s %9llu %9.1f %9.1f   %.3f%s\n", type,
                static_cast<unsigned long long>(row), median(copies),
                median(scans), median(copies) / median(scans),
                here ? "  WRONG" : "");
    std::fflush(stdout);
    wrong += here;
  }
  check(cudaFree(in));
  check(cudaFree(out));
  check(cudaFree(differ));
  return wrong == 0;
}

} // namespace

int main() {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s\n%-14s %9s %9s   of copy\n", properties.name, "row of",
              "copy", "scanc");
  const uint64_t most = 1 << 30;
  void *workspace;
  check(
      cudaMalloc(&workspace, std::max({add_f32_rows_workspace_bytes(1, most),
                                       add_i32_rows_workspace_bytes(1, most),
                                       add_f64_rows_workspace_bytes(1, most),
                                       add_bf16_rows_workspace_bytes(1, most),
                                       add_u8_rows_workspace_bytes(1, most)})));
  bool right = true;
  checkScan(add_f32_init_workspace(workspace, nullptr));
  right &= measure<float>(
      "f32", workspace, [](auto in, auto out, auto rows, auto n, void *w) {
        return add_f32_rows(nullptr, in, out, rows, n, n, n, w);
      });
  checkScan(add_i32_init_workspace(workspace, nullptr));
  right &= measure<int32_t>(
      "i32", workspace, [](auto in, auto out, auto rows, auto n, void *w) {
        return add_i32_rows(nullptr, in, out, rows, n, n, n, w);
      });
  checkScan(add_f64_init_workspace(workspace, nullptr));
  right &= measure<double>(
      "f64", workspace, [](auto in, auto out, auto rows, auto n, void *w) {
        return add_f64_rows(nullptr, in, out, rows, n, n, n, w);
      });
  checkScan(add_bf16_init_workspace(workspace, nullptr));
  right &= measure<__nv_bfloat16>(
      "bf16", workspace, [](auto in, auto out, auto rows, auto n, void *w) {
        return add_bf16_rows(nullptr, reinterpret_cast<const uint16_t *>(in),
                             reinterpret_cast<uint16_t *>(out), rows, n, n, n,
                             w);
      });
  checkScan(add_u8_init_workspace(workspace, nullptr));
  right &= measure<uint8_t>(
      "u8", workspace, [](auto in, auto out, auto rows, auto n, void *w) {
        return add_u8_rows(nullptr, in, out, rows, n, n, n, w);
      });
  return right ? 0 : 1;
}
