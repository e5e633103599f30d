//===- twice.cu - Tiles that are read twice, the second time from L2 ------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan of few columns keeps a tile in shared memory from its reduction until
// it is known what comes before it. Instead, it could read the tile once more
// then, from L2. How fast would that be, if nobody had to wait? Half of a
// block's warps reduce its tiles, and the others scan those that were reduced
// some tiles before: these read them again, and store something of as many
// bytes, without what comes before. L2 is told to evict stores and the second
// loads first, and the first loads last, or as usual. Figures are what is
// reached of the speed of a copy of as many bytes, medians of 5 rows of 10
// launches.
// docs/measurements/Columns.md has what came of it.
//
//   nvcc -arch=sm_90 -O3 -std=c++17 -o twice twice.cu && ./twice
//
//===----------------------------------------------------------------------===//

#include "../timing.cuh"

#include <cstddef>
#include <cstdint>

/// What L2 evicts, as `createpolicy` encodes it.
constexpr uint64_t normal = 0x1000000000000000, first = 0x12F0000000000000,
                   last = 0x14F0000000000000;

__device__ inline uint4 load(const char *from, uint64_t policy) {
  uint4 v;
  asm volatile("ld.global.L1::no_allocate.L2::cache_hint.v4.b32 "
               "{%0, %1, %2, %3}, [%4], %5;"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from), "l"(policy)
               : "memory");
  return v;
}

__device__ inline void store(char *to, uint4 v, uint64_t policy) {
  asm volatile(
      "st.global.L2::cache_hint.v4.b32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(to),
      "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "l"(policy)
      : "memory");
}

__device__ inline void addTo(float (&sum)[4], uint4 v) {
  sum[0] += __uint_as_float(v.x);
  sum[1] += __uint_as_float(v.y);
  sum[2] += __uint_as_float(v.z);
  sum[3] += __uint_as_float(v.w);
}

/// How many warps of a role are done with a tile. Two tiles share a counter if
/// they are `length` apart; warps of a role are fewer than that apart.
template <int warps> struct Progress {
  static constexpr int length = 16;
  int done[length];

  __device__ void finish(int tile, int lane) {
    __syncwarp();
    if (lane != 0)
      return;
    __threadfence_block();
    atomicAdd(&done[tile % length], 1);
  }
  /// Waits until all of them are.
  __device__ void await(int tile) {
    const volatile int &count = done[tile % length];
    while (count < warps * (tile / length + 1))
      ;
  }
};

__device__ float4 totals[1 << 20];

/// Scans tile i of the block when tile i + `lag` is reduced, and reduces tile
/// i + `lag` + 2 when tile i is scanned. Each role has so many warps; a lane
/// has `atOnce` loads of 16 bytes on their way.
template <int warps, int atOnce>
__global__ void __launch_bounds__(64 * warps)
    scan(const char *in, char *out, int tiles, int tileBytes, int lag,
         uint64_t kept) {
  __shared__ Progress<warps> reduced, scanned;
  if (threadIdx.x < Progress<warps>::length)
    reduced.done[threadIdx.x] = scanned.done[threadIdx.x] = 0;
  __syncthreads();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const bool reduces = warp < warps;
  const int bytes = tileBytes / warps, own = reduces ? warp : warp - warps;
  const int count =
      (tiles - 1 - static_cast<int>(blockIdx.x)) / static_cast<int>(gridDim.x) +
      1;
  for (int i = 0; i < count; ++i) {
    const size_t tile = static_cast<size_t>(i) * gridDim.x + blockIdx.x;
    const size_t at = tile * tileBytes + own * bytes + lane * 16;
    float sum[4] = {};
    if (!reduces)
      reduced.await(min(i + lag, count - 1));
    else if (i >= lag + 2)
      scanned.await(i - lag - 2);
    __syncwarp();
    for (int byte = 0; byte < bytes; byte += atOnce * 512) {
      uint4 v[atOnce];
#pragma unroll
      for (int u = 0; u < atOnce; ++u)
        v[u] = load(in + at + byte + u * 512, reduces ? kept : first);
#pragma unroll
      for (int u = 0; u < atOnce; ++u) {
        addTo(sum, v[u]);
        if (!reduces)
          store(out + at + byte + u * 512,
                {__float_as_uint(sum[0]), __float_as_uint(sum[1]),
                 __float_as_uint(sum[2]), __float_as_uint(sum[3])},
                first);
      }
    }
    if (reduces) {
      totals[(tile % 8192) * 32 + lane] = {sum[0], sum[1], sum[2], sum[3]};
      reduced.finish(i, lane);
    } else {
      scanned.finish(i, lane);
    }
  }
}

template <typename Launch> static double medianOf(Launch launch) {
  std::vector<double> times;
  for (int i = 0; i < 5; ++i)
    times.push_back(time(10, launch));
  return median(times);
}

int main() {
  const size_t bytes = size_t(256) << 20;
  char *in, *out;
  check(cudaMalloc(&in, bytes));
  check(cudaMalloc(&out, bytes));
  check(cudaMemset(in, 0, bytes));
  int multiprocessors;
  check(cudaDeviceGetAttribute(&multiprocessors,
                               cudaDevAttrMultiProcessorCount, 0));
  const double copy = medianOf([&](int) {
    check(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice));
  });
  std::printf("copy of %zu bytes: %.1f us\n", bytes, copy);
  for (bool keeps : {false, true})
    for (int tile : {32 << 10, 64 << 10, 128 << 10})
      for (int lag : {0, 1, 2, 4, 6}) {
        if (tile * lag > 256 << 10)
          continue;
        auto measure = [&](auto *kernel, int warps, int blocks) {
          return copy / medianOf([&](int) {
                   kernel<<<multiprocessors * blocks, 64 * warps>>>(
                       in, out, static_cast<int>(bytes / (tile / blocks)),
                       tile / blocks, lag, keeps ? last : normal);
                   check(cudaGetLastError());
                 });
        };
        std::printf("%s, %3d KB for each multiprocessor, %d ahead: 8 and 8 "
                    "warps %.3f, 16 and 16 %.3f, two blocks of 8 and 8 %.3f\n",
                    keeps ? "evicted last" : "as usual", tile >> 10, lag,
                    measure(scan<8, 8>, 8, 1), measure(scan<16, 4>, 16, 1),
                    measure(scan<8, 4>, 8, 2));
        std::fflush(stdout);
      }
}
