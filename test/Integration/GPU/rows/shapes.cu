//===- shapes.cu - Matrices of many shapes, launch after launch -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of the rows of matrices beside a copy of as many bytes, the way an
// application calls them: launches follow each other in one stream, over so
// many pairs of matrices in turn that none is in L2 when it comes again.
//
//   for t in f32 bf16; do
//     scanc --op=add --type=$t --inclusive --domain=rows -o add_$t
//     gcc -O2 -c add_$t.c
//   done
//   nvcc -O3 -std=c++17 -arch=native -I . shapes.cu add_f32.o add_bf16.o \
//       -o shapes -ldl
//   ./shapes [GAP]
//
// Rows lie GAP elements apart, an even number; 0 if none is given.
//
// Prints medians in microseconds of a launch, of the copy and of scanc in turn.
// Exits with 1 if a result is wrong: sums stay so small that all are exact.
//
//===----------------------------------------------------------------------===//

#include "add_bf16.h"
#include "add_f32.h"

#include "../timing.cuh"

#include <cuda_bf16.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

/// -1 or 1, in pairs that cancel out, so that sums of any stretch are -1 to 1.
__host__ __device__ int valueAt(uint64_t i) {
  const uint64_t pair = i / 2;
  const int sign = (pair * 0x9e3779b97f4a7c15ull) >> 63 ? 1 : -1;
  return i % 2 ? -sign : sign;
}

template <typename T> __global__ void fill(T *data, uint64_t count) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x)
    data[i] = T(static_cast<float>(valueAt(i)));
}

/// Rows of an even length: a sum is 0 behind a pair, and its first value within.
/// Of each `stride` elements, `n` are a row.
template <typename T>
__global__ void countWrong(const T *sums, uint64_t count, uint64_t n,
                           uint64_t stride, unsigned long long *wrong) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x)
    if (i % stride < n && static_cast<float>(sums[i]) !=
                              static_cast<float>(i % 2 ? 0 : valueAt(i)))
      atomicAdd(wrong, 1ull);
}

struct Shape {
  uint64_t rows, n;
};

constexpr Shape shapes[] = {{2048, 4096},     {64, 128000}, {1024, 65536},
                            {16, 1ull << 24}, {64, 1024},   {2, 32768},
                            {1024, 16}};

/// Whether all is right.
template <typename T, typename Scan>
bool measure(const char *type, Shape shape, uint64_t gap, void *workspace,
             Scan scan) {
  const uint64_t moved = shape.rows * shape.n, stride = shape.n + gap,
                 count = shape.rows * stride;
  // 512 MB at least, ten times as much as L2 has.
  const uint64_t pairs =
      std::max<uint64_t>(1, (512ull << 20) / (2 * count * sizeof(T)));
  T *in, *out;
  check(cudaMalloc(&in, pairs * count * sizeof(T)));
  check(cudaMalloc(&out, pairs * count * sizeof(T)));
  for (uint64_t pair = 0; pair < pairs; ++pair)
    fill<<<1024, 256>>>(in + pair * count, count);
  auto copy = [&](int i) {
    const uint64_t at = i % pairs * count;
    check(cudaMemcpyAsync(out + at, in + at, moved * sizeof(T),
                          cudaMemcpyDeviceToDevice));
  };
  auto own = [&](int i) {
    const uint64_t at = i % pairs * count;
    checkScan(scan(in + at, out + at, shape.rows, shape.n, stride, workspace));
  };
  const int launches = count < (1 << 20) ? 1000 : count < (1 << 26) ? 100 : 10;
  std::vector<double> copies, scans;
  for (int round = 0; round < 12; ++round) {
    const double copied = time(launches, copy), scanned = time(launches, own);
    if (round) { // the first one warms up
      copies.push_back(copied);
      scans.push_back(scanned);
    }
  }
  check(cudaMemset(out, 0x5a, pairs * count * sizeof(T)));
  for (uint64_t pair = 0; pair < pairs; ++pair)
    own(static_cast<int>(pair));
  unsigned long long *differ, wrong;
  check(cudaMalloc(&differ, sizeof *differ));
  check(cudaMemset(differ, 0, sizeof *differ));
  for (uint64_t pair = 0; pair < pairs; ++pair)
    countWrong<<<1024, 256>>>(out + pair * count, count, shape.n, stride,
                              differ);
  check(cudaMemcpy(&wrong, differ, sizeof wrong, cudaMemcpyDeviceToHost));
  check(cudaFree(differ));
  check(cudaFree(in));
  check(cudaFree(out));
  char name[64];
  std::snprintf(name, sizeof name, "(%llu, %llu)",
                static_cast<unsigned long long>(shape.rows),
                static_cast<unsigned long long>(shape.n));
  const double copied = median(copies), scanned = median(scans);
  std::printf("%-4s %-16s %9.2f %9.2f   %.3f%s\n", type, name, copied, scanned,
              copied / scanned, wrong ? "  WRONG" : "");
  std::fflush(stdout);
  return wrong == 0;
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t gap = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s\n%-21s %9s %9s   of copy\n", properties.name, "", "copy",
              "scanc");
  void *workspace;
  const size_t bytes = std::max(add_f32_rows_workspace_bytes(16, 1 << 24),
                                add_bf16_rows_workspace_bytes(16, 1 << 24));
  check(cudaMalloc(&workspace, bytes));
  bool right = true;
  checkScan(add_f32_init_workspace(workspace, nullptr));
  for (const Shape &shape : shapes)
    right &= measure<float>("f32", shape, gap, workspace,
                            [](const float *in, float *out, uint64_t rows,
                               uint64_t n, int64_t stride, void *w) {
                              return add_f32_rows(nullptr, in, out, rows, n,
                                                  stride, stride, w);
                            });
  checkScan(add_bf16_init_workspace(workspace, nullptr));
  for (const Shape &shape : shapes)
    right &= measure<__nv_bfloat16>(
        "bf16", shape, gap, workspace,
        [](const __nv_bfloat16 *in, __nv_bfloat16 *out, uint64_t rows,
           uint64_t n, int64_t stride, void *w) {
          return add_bf16_rows(nullptr, reinterpret_cast<const uint16_t *>(in),
                               reinterpret_cast<uint16_t *>(out), rows, n,
                               stride, stride, w);
        });
  return right ? 0 : 1;
}
