//===- large.cuh - Tensors of more than 2^32 elements ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of bytes modulo 256, of which a formula is the reference: each byte of
// an output is compared on the GPU.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_LARGE_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_LARGE_CUH

#include "scans.cuh"

#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

/// Of three dimensions, scanned along the middle one.
struct LargeLayout {
  uint64_t extent[3];
  int64_t stride[3];

  __host__ __device__ uint64_t count() const {
    return extent[0] * extent[1] * extent[2];
  }
  /// Elements before that of indices 0.
  uint64_t ahead() const {
    uint64_t all = 0;
    for (int k = 0; k < 3; ++k)
      if (stride[k] < 0)
        all += (extent[k] - 1) * static_cast<uint64_t>(-stride[k]);
    return all;
  }
};

/// Element number i in C order, its place and its sum.
struct LargeElement {
  uint64_t k, chain;
  int64_t place;

  __device__ LargeElement(const LargeLayout &layout, uint64_t i) {
    const uint64_t inner = i % layout.extent[2], rest = i / layout.extent[2];
    const uint64_t outer = rest / layout.extent[1];
    k = rest % layout.extent[1];
    chain = 7 * outer + inner;
    place = static_cast<int64_t>(outer) * layout.stride[0] +
            static_cast<int64_t>(k) * layout.stride[1] +
            static_cast<int64_t>(inner) * layout.stride[2];
  }
  __device__ uint8_t value() const { return uint8_t(3 * k + chain); }
  /// Of the elements up to number `last`.
  __device__ uint64_t sumTo(uint64_t last) const {
    return 3 * (last * (last + 1) / 2) + chain * (last + 1);
  }
};

__global__ void fillLarge(uint8_t *to, LargeLayout layout) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x;
       i < layout.count(); i += uint64_t(gridDim.x) * blockDim.x) {
    const LargeElement element(layout, i);
    to[element.place] = element.value();
  }
}

/// `isExclusiveReverse` or else inclusive.
__global__ void compareLarge(const uint8_t *out, LargeLayout layout,
                             bool isExclusiveReverse,
                             unsigned long long *wrong) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x;
       i < layout.count(); i += uint64_t(gridDim.x) * blockDim.x) {
    const LargeElement element(layout, i);
    const uint64_t upTo = element.sumTo(element.k);
    const uint64_t expected =
        isExclusiveReverse ? element.sumTo(layout.extent[1] - 1) - upTo : upTo;
    if (out[element.place] != uint8_t(expected))
      atomicAdd(wrong, 1ull);
  }
}

struct LargeCase {
  const char *name;
  LargeLayout in, out;
  bool isExclusiveReverse, isInPlace;
};

inline bool runLargeCase(const LargeCase &large, uint8_t *inputs,
                         uint8_t *outputs, uint64_t bytes) {
  static unsigned long long *wrong = nullptr;
  if (!wrong)
    check(cudaMallocManaged(&wrong, sizeof *wrong));
  *wrong = 0;
  uint8_t *in = inputs + large.in.ahead();
  uint8_t *out = large.isInPlace ? in : outputs + large.out.ahead();
  check(cudaMemset(outputs, 0xa5, bytes));
  fillLarge<<<2048, 256>>>(in, large.in);
  scanc_tensor tensor = {3, 1, {}, {}};
  for (int k = 0; k < 3; ++k) {
    tensor.extent[k] = large.in.extent[k];
    tensor.stride[0][k] = large.in.stride[k];
    tensor.stride[1][k] = large.out.stride[k];
  }
  const char *name =
      large.isExclusiveReverse ? "scan_sum_u8_xr" : "scan_sum_u8";
  const Scan &scan = *findScan(name);
  void *const pointers[] = {in, out};
  const scanc_status status = scan.launch(nullptr, pointers, tensor, nullptr,
                                          nullptr, workspaceFor(scan, tensor));
  compareLarge<<<2048, 256>>>(out, large.out, large.isExclusiveReverse, wrong);
  check(cudaDeviceSynchronize());
  const bool isRight = status == SCANC_OK && *wrong == 0;
  std::printf("%s large %s, %s: %s, %llu wrong\n", isRight ? "ok" : "FAILED",
              large.name, name, scanc_status_string(status), *wrong);
  std::fflush(stdout);
  return isRight;
}

inline void runLarge(Tally &tally) {
  constexpr uint64_t bytes = 4'600'000'000;
  size_t free, all;
  check(cudaMemGetInfo(&free, &all));
  if (free < 2 * bytes + 200'000'000) {
    std::printf("skipped: large takes 9.4 GB, and %.1f are free\n", free / 1e9);
    return;
  }
  uint8_t *in, *out;
  check(cudaMalloc(&in, bytes));
  check(cudaMalloc(&out, bytes));
  // 2^32 + 5 is 27 times so many.
  constexpr uint64_t m = 159'072'863;
  constexpr int64_t s = m;
  const LargeLayout columns = {{1, 3 * m, 9}, {0, 9, 1}};
  const LargeLayout middle = {{3, m, 9}, {9 * s, 9, 1}};
  const LargeLayout backwards = {{3, m, 9}, {-9 * s, -9, 1}};
  const LargeLayout wide = {{1, 27, m}, {0, s, 1}};
  const LargeLayout rows = {{3 * m, 9, 1}, {9, 1, 0}};
  const LargeLayout square = {{1, 65537, 65535}, {0, 65535, 1}};
  const LargeLayout transposed = {{1, 65537, 65535}, {0, 1, 65537}};
  const LargeLayout far = {{2, 1000, 7}, {10, 4'500'000, 1}};
  for (const LargeCase &large :
       {LargeCase{"(477218589,9) along 0", columns, columns, false, false},
        {"(477218589,9) along 0, in place", columns, columns, true, true},
        {"(3,159072863,9) along 1", middle, middle, true, false},
        {"(3,159072863,9) along 1, backwards", backwards, middle, false, false},
        {"(27,159072863) along 0", wide, wide, false, false},
        {"(477218589,9) along 1", rows, rows, false, false},
        {"(65537,65535) along 0, transposed", square, transposed, false, false},
        {"(65537,65535) along 0, from it", transposed, square, true, false},
        {"(2,1000,7) along 1, far apart", far, far, false, false}})
    tally.add(runLargeCase(large, in, out, bytes));
  check(cudaFree(in));
  check(cudaFree(out));
}

#endif // SCANC_TEST_INTEGRATION_GPU_AXIS_LARGE_CUH
