//===- segmented.cu - Rows by CUB -----------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inclusive scans of rows without gaps, as functions that peers.py calls. A
// CCCL from 3.3 on has a segmented scan, which reads where rows begin from an
// iterator; an older one scans by keys, which are the rows' numbers. bf16 is
// combined in float.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -I CCCL/cub -I CCCL/thrust \
//       -I CCCL/libcudacxx/include -shared -Xcompiler -fPIC segmented.cu
//
//===----------------------------------------------------------------------===//

#if __has_include(<cub/device/device_segmented_scan.cuh>)
#include <cub/device/device_segmented_scan.cuh>
#define SCANC_SEGMENTED 1
#else
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>
#define SCANC_SEGMENTED 0
#endif
#include <cub/version.cuh>
#include <cuda_bf16.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <cstddef>
#include <cstdint>

namespace {

struct RowStart {
  int64_t n;
  __host__ __device__ int64_t operator()(int64_t row) const { return row * n; }
};
struct RowOf {
  int64_t n;
  __host__ __device__ int64_t operator()(int64_t element) const {
    return element / n;
  }
};

/// y = a * x + b.
struct Affine {
  float a, b;
};
struct Compose {
  __host__ __device__ Affine operator()(Affine low, Affine high) const {
    return {high.a * low.a, high.a * low.b + high.b};
  }
};
/// Of bf16, too, from which CUB then makes what it accumulates in.
struct Add {
  __host__ __device__ float operator()(float a, float b) const { return a + b; }
};

struct Pair {
  template <class Tuple> __host__ __device__ Affine operator()(Tuple x) const {
    return {static_cast<float>(thrust::get<0>(x)),
            static_cast<float>(thrust::get<1>(x))};
  }
};
template <class T> struct Second {
  __host__ __device__ T operator()(Affine x) const {
    return static_cast<T>(x.b);
  }
};

template <class In, class Out, class Op>
cudaError_t scanRows(void *temporary, size_t &bytes, In in, Out out, Op op,
                     int64_t rows, int64_t n, cudaStream_t stream) {
  thrust::counting_iterator<int64_t> numbers(0);
#if SCANC_SEGMENTED
  auto starts = thrust::make_transform_iterator(numbers, RowStart{n});
  return cub::DeviceSegmentedScan::InclusiveSegmentedScan(
      temporary, bytes, in, out, starts, starts + 1, rows, op, stream);
#else
  auto keys = thrust::make_transform_iterator(numbers, RowOf{n});
  return cub::DeviceScan::InclusiveScanByKey(temporary, bytes, keys, in, out,
                                             op, rows * n,
                                             cuda::std::equal_to<>{}, stream);
#endif
}

template <class T>
int sum(void *temporary, size_t *bytes, const T *in, T *out, int64_t rows,
        int64_t n, void *stream) {
  return scanRows(temporary, *bytes, in, out, Add(), rows, n,
                  static_cast<cudaStream_t>(stream));
}

template <class T>
int recurrence(void *temporary, size_t *bytes, const T *a, const T *b, T *out,
               int64_t rows, int64_t n, void *stream) {
  auto in = thrust::make_transform_iterator(
      thrust::make_zip_iterator(thrust::make_tuple(a, b)), Pair());
  return scanRows(temporary, *bytes, in,
                  thrust::make_transform_output_iterator(out, Second<T>()),
                  Compose(), rows, n, static_cast<cudaStream_t>(stream));
}

} // namespace

extern "C" {

/// CUB_VERSION, and whether it has a segmented scan.
int scanc_cub_version() { return CUB_VERSION; }
int scanc_cub_is_segmented() { return SCANC_SEGMENTED; }

// With `temporary` null they set `bytes`; they return 0 for success.
int sum_f32(void *temporary, size_t *bytes, const float *in, float *out,
            int64_t rows, int64_t n, void *stream) {
  return sum(temporary, bytes, in, out, rows, n, stream);
}
int sum_bf16(void *temporary, size_t *bytes, const __nv_bfloat16 *in,
             __nv_bfloat16 *out, int64_t rows, int64_t n, void *stream) {
  return sum(temporary, bytes, in, out, rows, n, stream);
}
int recurrence_f32(void *temporary, size_t *bytes, const float *a,
                   const float *b, float *out, int64_t rows, int64_t n,
                   void *stream) {
  return recurrence(temporary, bytes, a, b, out, rows, n, stream);
}
int recurrence_bf16(void *temporary, size_t *bytes, const __nv_bfloat16 *a,
                    const __nv_bfloat16 *b, __nv_bfloat16 *out, int64_t rows,
                    int64_t n, void *stream) {
  return recurrence(temporary, bytes, a, b, out, rows, n, stream);
}
}
