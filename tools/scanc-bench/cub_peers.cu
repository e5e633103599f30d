//===- cub_peers.cu - The same scans by CUB -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// scanc-bench carries this text and compiles it with the nvcc of the machine,
// once for each instance, into a shared object with one scan in it:
//
//   nvcc -DSCANC_PEER=scanc_cub_exclusive_add_i32 -DSCANC_OP=Add
//        -DSCANC_TYPE=i32 -DSCANC_OUTPUT=i32 -DSCANC_INCLUSIVE=0 ...
//
// CUB is called as its documentation has it: ExclusiveSum and InclusiveSum for
// sums, cuda::maximum and the like for what CUB knows by name, functors for the
// rest. Sums of f16 and bf16 are taken in float, as scanc takes them: so both
// do the same work. n is 64-bit, as scanc's is. A structure of arrays
// (-DSCANC_SOA=1) is read and written through Thrust's zip iterators.
//
//===----------------------------------------------------------------------===//

#include <cub/device/device_scan.cuh>
#include <cub/version.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <cstddef>
#include <cstdint>

namespace {

using i8 = int8_t;
using u8 = uint8_t;
using i16 = int16_t;
using u16 = uint16_t;
using i32 = int32_t;
using u32 = uint32_t;
using i64 = int64_t;
using u64 = uint64_t;
using f16 = __half;
using bf16 = __nv_bfloat16;
using f32 = float;
using f64 = double;

template <class T> constexpr bool isHalf = false;
template <> constexpr bool isHalf<f16> = true;
template <> constexpr bool isHalf<bf16> = true;

//===----------------------------------------------------------------------===//
// Operators: `Combine`, and the identity as what an exclusive scan begins with
//===----------------------------------------------------------------------===//

/// Of halves, in float.
template <class T>
using Wide = cuda::std::conditional_t<isHalf<T>, float, T>;

template <class T> struct WideSum {
  __device__ Wide<T> operator()(Wide<T> a, Wide<T> b) const { return a + b; }
};
template <class T> struct WideProduct {
  __device__ Wide<T> operator()(Wide<T> a, Wide<T> b) const { return a * b; }
};

template <class T> struct Add {
  using Combine = WideSum<T>; // CUB's own sum where it does the same
  static Wide<T> identity() { return Wide<T>(0); }
};
template <class T> struct Mul {
  using Combine = cuda::std::conditional_t<isHalf<T>, WideProduct<T>,
                                           cuda::std::multiplies<T>>;
  static Wide<T> identity() { return Wide<T>(1); }
};
template <class T> struct Max {
  using Combine = cuda::maximum<T>;
  static T identity() {
    using Limits = cuda::std::numeric_limits<T>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
};
template <class T> struct Min {
  using Combine = cuda::minimum<T>;
  static T identity() {
    using Limits = cuda::std::numeric_limits<T>;
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  }
};
template <class T> struct Xor {
  using Combine = cuda::std::bit_xor<T>;
  static T identity() { return T(0); }
};
template <class T> struct Or {
  using Combine = cuda::std::bit_or<T>;
  static T identity() { return T(0); }
};
template <class T> struct And {
  using Combine = cuda::std::bit_and<T>;
  static T identity() { return T(~T(0)); }
};

/// y -> a * y + b.
struct affine {
  float a, b;
};
template <class T> struct LinearRecurrence {
  struct Combine {
    __device__ affine operator()(affine low, affine high) const {
      return {high.a * low.a, high.a * low.b + high.b};
    }
  };
  static affine identity() { return {1, 0}; }
};

struct indexed {
  float value;
  int index;
};
template <class T> struct ArgMax {
  struct Combine {
    __device__ indexed operator()(indexed low, indexed high) const {
      bool take = high.value > low.value ||
                  (high.value == low.value && high.index < low.index);
      return take ? high : low;
    }
  };
  static indexed identity() {
    return {-cuda::std::numeric_limits<float>::infinity(), INT32_MAX};
  }
};

/// 2x2 matrices modulo 46337, 16 bytes.
struct alignas(16) matrix {
  uint32_t a, b, c, d;
};
template <class T> struct MatrixProduct {
  struct Combine {
    __device__ matrix operator()(matrix low, matrix high) const {
      constexpr uint32_t p = 46337;
      return {(low.a * high.a + low.b * high.c) % p,
              (low.a * high.b + low.b * high.d) % p,
              (low.c * high.a + low.d * high.c) % p,
              (low.c * high.b + low.d * high.d) % p};
    }
  };
  static matrix identity() { return {1, 0, 0, 1}; }
};

//===----------------------------------------------------------------------===//
// The scan
//===----------------------------------------------------------------------===//

template <class Operator> constexpr bool isSum = false;
template <class T> constexpr bool isSum<Add<T>> = !isHalf<T>;

/// CUB accumulates in the type of the combine, which is the output's.
template <class T, class U, class Operator, bool inclusive, class In, class Out>
cudaError_t scan(void *temporary, size_t &bytes, In in, Out out, long long n,
                 cudaStream_t stream) {
  constexpr bool isOwnSum = isSum<Operator> && cuda::std::is_same_v<T, U>;
  if constexpr (isOwnSum && inclusive)
    return cub::DeviceScan::InclusiveSum(temporary, bytes, in, out, n, stream);
  else if constexpr (isOwnSum)
    return cub::DeviceScan::ExclusiveSum(temporary, bytes, in, out, n, stream);
  else if constexpr (inclusive)
    return cub::DeviceScan::InclusiveScan(temporary, bytes, in, out,
                                          typename Operator::Combine(), n,
                                          stream);
  else
    return cub::DeviceScan::ExclusiveScan(temporary, bytes, in, out,
                                          typename Operator::Combine(),
                                          Operator::identity(), n, stream);
}

//===----------------------------------------------------------------------===//
// Structures of arrays
//===----------------------------------------------------------------------===//

#if SCANC_SOA
/// A type's values, in order, and back.
template <class T> struct Values;

template <> struct Values<affine> {
  using Tuple = thrust::tuple<float, float>;
  [[maybe_unused]] __host__ __device__ static affine join(const Tuple &t) {
    return {thrust::get<0>(t), thrust::get<1>(t)};
  }
  [[maybe_unused]] __host__ __device__ static Tuple split(affine x) { return {x.a, x.b}; }
  template <class Arrays> static auto zip(Arrays at) {
    return thrust::make_zip_iterator(at(0, float()), at(1, float()));
  }
};

template <> struct Values<indexed> {
  using Tuple = thrust::tuple<float, int>;
  [[maybe_unused]] __host__ __device__ static indexed join(const Tuple &t) {
    return {thrust::get<0>(t), thrust::get<1>(t)};
  }
  [[maybe_unused]] __host__ __device__ static Tuple split(indexed x) {
    return {x.value, x.index};
  }
  template <class Arrays> static auto zip(Arrays at) {
    return thrust::make_zip_iterator(at(0, float()), at(1, int()));
  }
};

template <> struct Values<matrix> {
  using Tuple = thrust::tuple<u32, u32, u32, u32>;
  [[maybe_unused]] __host__ __device__ static matrix join(const Tuple &t) {
    return {thrust::get<0>(t), thrust::get<1>(t), thrust::get<2>(t),
            thrust::get<3>(t)};
  }
  [[maybe_unused]] __host__ __device__ static Tuple split(matrix x) {
    return {x.a, x.b, x.c, x.d};
  }
  template <class Arrays> static auto zip(Arrays at) {
    return thrust::make_zip_iterator(at(0, u32()), at(1, u32()), at(2, u32()),
                                     at(3, u32()));
  }
};

template <class T> struct Join {
  __host__ __device__ T operator()(const typename Values<T>::Tuple &t) const {
    return Values<T>::join(t);
  }
};
template <class T> struct Split {
  __host__ __device__ typename Values<T>::Tuple operator()(const T &x) const {
    return Values<T>::split(x);
  }
};

/// `pointers` are those of the arrays, for all of these.
template <class T> auto readArrays(const void *pointers) {
  auto at = [=](int array, auto value) {
    return static_cast<const decltype(value) *>(
        static_cast<const void *const *>(pointers)[array]);
  };
  return thrust::make_transform_iterator(Values<T>::zip(at), Join<T>());
}
template <class T> auto writeArrays(void *pointers) {
  auto at = [=](int array, auto value) {
    return static_cast<decltype(value) *>(
        static_cast<void *const *>(pointers)[array]);
  };
  return thrust::make_transform_output_iterator(Values<T>::zip(at), Split<T>());
}
#else
template <class T> auto readArrays(const void *pointer) {
  return static_cast<const T *>(pointer);
}
template <class T> auto writeArrays(void *pointer) {
  return static_cast<T *>(pointer);
}
#endif

} // namespace

/// As CUB has it: with `temporary` null, sets the bytes it needs. Returns a
/// cudaError_t.
extern "C" int SCANC_PEER(void *temporary, size_t *bytes, const void *in,
                          void *out, unsigned long long n, void *stream) {
  using T = SCANC_TYPE;
  using U = SCANC_OUTPUT;
  return scan<T, U, SCANC_OP<U>, SCANC_INCLUSIVE>(
      temporary, *bytes, readArrays<T>(in), writeArrays<U>(out),
      static_cast<long long>(n), static_cast<cudaStream_t>(stream));
}

extern "C" int scanc_cub_version() { return CUB_VERSION; }
