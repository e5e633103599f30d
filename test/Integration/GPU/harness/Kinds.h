//===- Kinds.h - Scalar types of elements, states and outputs ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The harness knows types only as run-time values: one checking kernel walks
// any element, state and output type, so that two hundred launchers need no
// two hundred instantiations. Integers travel as 64 bits, extended by their
// own signedness; floats travel as double, which holds every value of every
// smaller float exactly.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_KINDS_H
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_KINDS_H

#include <cstdint>
#include <optional>
#include <string>

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define SCANC_HOST_DEVICE __host__ __device__
#else
#define SCANC_HOST_DEVICE
#endif

namespace scanc::gputest {

enum class Kind : int {
  I8,
  U8,
  I16,
  U16,
  I32,
  U32,
  I64,
  U64,
  F16,
  BF16,
  F32,
  F64
};

/// The kind spelled `name` (i8, u32, bf16, ...), or nothing.
std::optional<Kind> parseKind(const std::string &name);

SCANC_HOST_DEVICE inline bool isFloat(Kind kind) { return kind >= Kind::F16; }

SCANC_HOST_DEVICE inline bool isSigned(Kind kind) {
  return isFloat(kind) || static_cast<int>(kind) % 2 == 0;
}

SCANC_HOST_DEVICE inline unsigned bitsOf(Kind kind) {
  switch (kind) {
  case Kind::I8:
  case Kind::U8:
    return 8;
  case Kind::I16:
  case Kind::U16:
  case Kind::F16:
  case Kind::BF16:
    return 16;
  case Kind::I32:
  case Kind::U32:
  case Kind::F32:
    return 32;
  default:
    return 64;
  }
}

SCANC_HOST_DEVICE inline unsigned bytesOf(Kind kind) {
  return bitsOf(kind) / 8;
}

/// `bits` cut to the width of the integer `kind` and extended again to 64 bits
/// by its signedness: the canonical form of an integer here.
SCANC_HOST_DEVICE inline uint64_t wrap(Kind kind, uint64_t bits) {
  unsigned drop = 64 - bitsOf(kind);
  if (isSigned(kind))
    return static_cast<uint64_t>(static_cast<int64_t>(bits << drop) >> drop);
  return (bits << drop) >> drop;
}

#ifdef __CUDACC__

/// The integer at `p`, in canonical form.
__device__ inline uint64_t loadInteger(Kind kind, const void *p) {
  switch (bitsOf(kind)) {
  case 8:
    return wrap(kind, *static_cast<const uint8_t *>(p));
  case 16:
    return wrap(kind, *static_cast<const uint16_t *>(p));
  case 32:
    return wrap(kind, *static_cast<const uint32_t *>(p));
  default:
    return *static_cast<const uint64_t *>(p);
  }
}

__device__ inline void storeInteger(Kind kind, void *p, uint64_t bits) {
  switch (bitsOf(kind)) {
  case 8:
    *static_cast<uint8_t *>(p) = static_cast<uint8_t>(bits);
    return;
  case 16:
    *static_cast<uint16_t *>(p) = static_cast<uint16_t>(bits);
    return;
  case 32:
    *static_cast<uint32_t *>(p) = static_cast<uint32_t>(bits);
    return;
  default:
    *static_cast<uint64_t *>(p) = bits;
  }
}

/// The number at `p`, integer or float, as a double.
__device__ inline double loadNumber(Kind kind, const void *p) {
  switch (kind) {
  case Kind::F16:
    return __half2float(*static_cast<const __half *>(p));
  case Kind::BF16:
    return __bfloat162float(*static_cast<const __nv_bfloat16 *>(p));
  case Kind::F32:
    return *static_cast<const float *>(p);
  case Kind::F64:
    return *static_cast<const double *>(p);
  default: {
    uint64_t bits = loadInteger(kind, p);
    return isSigned(kind) ? static_cast<double>(static_cast<int64_t>(bits))
                          : static_cast<double>(bits);
  }
  }
}

/// `value` rounded once, to nearest even, to the float `kind`.
__device__ inline double roundTo(Kind kind, double value) {
  switch (kind) {
  case Kind::F16:
    return __half2float(__double2half(value));
  case Kind::BF16:
    return __bfloat162float(__double2bfloat16(value));
  case Kind::F32:
    return static_cast<float>(value);
  default:
    return value;
  }
}

/// Stores `value` as `kind`; an integer kind takes a whole number.
__device__ inline void storeNumber(Kind kind, void *p, double value) {
  switch (kind) {
  case Kind::F16:
    *static_cast<__half *>(p) = __double2half(value);
    return;
  case Kind::BF16:
    *static_cast<__nv_bfloat16 *>(p) = __double2bfloat16(value);
    return;
  case Kind::F32:
    *static_cast<float *>(p) = static_cast<float>(value);
    return;
  case Kind::F64:
    *static_cast<double *>(p) = value;
    return;
  default:
    storeInteger(kind, p, static_cast<uint64_t>(static_cast<int64_t>(value)));
  }
}

/// splitmix64 of `seed` and `index`: the source of all test data.
__device__ inline uint64_t hash(uint64_t seed, uint64_t index) {
  uint64_t x = seed + (index + 1) * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// A number in [0, 1) from the top bits of `bits`.
__device__ inline double unit(uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

#endif // __CUDACC__

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_KINDS_H
