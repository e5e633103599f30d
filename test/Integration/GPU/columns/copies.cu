//===- copies.cu - How fast strips of a tensor can be copied --------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan along many columns takes them strip by strip: a block walks down the
// rows of its strip, tile after tile. How fast is that when nothing is computed?
// Each block copies its strip through shared memory, by asynchronous copies of
// 16 bytes a lane, some tiles ahead; a lane stores 16 bytes, or the 8 or 4 that
// a lane of a scan has of a row. Strips are given to blocks in turn, or each has
// a block of its own; and, in turn, L2 is told to evict what is read last, what
// is written first, or both first. All of a copy of as many bytes, medians of 11.
// docs/measurements/Columns.md has what came of it.
//
//   nvcc -arch=sm_90 -O2 -std=c++17 -o copies copies.cu && ./copies
//
//===----------------------------------------------------------------------===//

#include "../timing.cuh"

#include <cstdint>

constexpr int warps = 8;

/// What L2 evicts, as `createpolicy` encodes it.
constexpr uint64_t normal = 0x1000000000000000, first = 0x12F0000000000000,
                   last = 0x14F0000000000000;

template <bool hasPolicy>
__device__ inline void fetch16(uint32_t to, const char *from, uint64_t policy) {
  if (hasPolicy)
    asm volatile(
        "cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(
            to),
        "l"(from), "l"(policy));
  else
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
                 "l"(from));
}
template <bool hasPolicy>
__device__ inline void put(char *to, uint4 v, uint64_t policy) {
  if (hasPolicy)
    asm volatile(
        "st.global.L2::cache_hint.v4.b32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(to),
        "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "l"(policy)
        : "memory");
  else
    *reinterpret_cast<uint4 *>(to) = v;
}
template <bool hasPolicy>
__device__ inline void put(char *to, uint2 v, uint64_t policy) {
  if (hasPolicy)
    asm volatile(
        "st.global.L2::cache_hint.v2.b32 [%0], {%1, %2}, %3;" ::"l"(to),
        "r"(v.x), "r"(v.y), "l"(policy)
        : "memory");
  else
    *reinterpret_cast<uint2 *>(to) = v;
}
template <bool hasPolicy>
__device__ inline void put(char *to, uint32_t v, uint64_t policy) {
  if (hasPolicy)
    asm volatile("st.global.L2::cache_hint.b32 [%0], %1, %2;" ::"l"(to), "r"(v),
                 "l"(policy)
                 : "memory");
  else
    *reinterpret_cast<uint32_t *>(to) = v;
}

/// Strips of `rowBytes`, tiles of `rows` rows, of which `slots` are in shared
/// memory; a lane stores `stored` bytes at once.
template <int rowBytes, int rows, int slots, int stored, bool hasPolicy>
__global__ void __launch_bounds__(32 * warps)
    copyStrips(const char *in, char *out, int64_t pitch, int64_t length,
               int64_t strips, uint64_t loads, uint64_t stores) {
  extern __shared__ __align__(128) char ring[];
  // A warp has rows of its own, so that it waits for no other.
  constexpr int own = rows / warps, ownBytes = own * rowBytes;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int64_t across = pitch / rowBytes, tiles = length / rows;
  char *slice = ring + warp * ownBytes;
  const auto sliceAt = static_cast<uint32_t>(__cvta_generic_to_shared(slice));
  for (int64_t strip = blockIdx.x; strip < strips; strip += gridDim.x) {
    const int64_t begin = strip / across * length * pitch +
                          strip % across * rowBytes + warp * own * pitch;
    auto fetch = [&](int64_t tile) {
      if (tile < tiles)
#pragma unroll 16
        for (int at = lane * 16; at < ownBytes; at += 512)
          fetch16<hasPolicy>(
              sliceAt +
                  static_cast<uint32_t>(tile % slots * rows * rowBytes + at),
              in + begin + (tile * rows + at / rowBytes) * pitch +
                  at % rowBytes,
              loads);
      asm volatile("cp.async.commit_group;");
    };
    for (int64_t tile = 0; tile < slots - 1; ++tile)
      fetch(tile);
    for (int64_t tile = 0; tile < tiles; ++tile) {
      fetch(tile + slots - 1);
      asm volatile("cp.async.wait_group %0;" ::"n"(slots - 1) : "memory");
      __syncwarp();
      const char *from = slice + tile % slots * rows * rowBytes;
#pragma unroll 16
      for (int at = lane * stored; at < ownBytes; at += 32 * stored) {
        char *to =
            out + begin + (tile * rows + at / rowBytes) * pitch + at % rowBytes;
        if (stored == 16)
          put<hasPolicy>(to, *reinterpret_cast<const uint4 *>(from + at),
                         stores);
        else if (stored == 8)
          put<hasPolicy>(to, *reinterpret_cast<const uint2 *>(from + at),
                         stores);
        else
          put<hasPolicy>(to, *reinterpret_cast<const uint32_t *>(from + at),
                         stores);
      }
      __syncwarp();
    }
  }
}

struct Shape {
  int64_t outer, length, pitch; // rows of `pitch` bytes
};

static char *in, *out;
static int multiprocessors;

template <class F> static double timed(F launch) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<double> times;
  for (int i = 0; i < 13; ++i) {
    check(cudaEventRecord(begin));
    launch();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end));
    if (i > 1)
      times.push_back(ms);
  }
  return median(times);
}

template <int rowBytes, int rows, int slots, int stored>
static void time(const Shape &shape, double copied) {
  const int shared = slots * rows * rowBytes;
  const int64_t strips = shape.outer * (shape.pitch / rowBytes),
                bytes = shape.outer * shape.length * shape.pitch;
  check(cudaMemset(out, 0, bytes));
  auto ratio = [&](auto *kernel, int64_t blocks, uint64_t loads,
                   uint64_t stores) {
    check(cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    const double result =
        copied / timed([&] {
          kernel<<<blocks, 32 * warps, shared>>>(
              in, out, shape.pitch, shape.length, strips, loads, stores);
        });
    check(cudaGetLastError());
    return result;
  };
  auto *plain = copyStrips<rowBytes, rows, slots, stored, false>;
  auto *kept = copyStrips<rowBytes, rows, slots, stored, true>;
  const int64_t blocks = std::min<int64_t>(strips, multiprocessors);
  const double inTurn = ratio(plain, blocks, 0, 0),
               each = ratio(plain, strips, 0, 0),
               readsLast = ratio(kept, blocks, last, normal),
               writesFirst = ratio(kept, blocks, last, first),
               bothFirst = ratio(kept, blocks, first, first);
  std::vector<char> some(1 << 20), wanted(1 << 20);
  check(cudaMemcpy(some.data(), out + bytes - some.size(), some.size(),
                   cudaMemcpyDeviceToHost));
  check(cudaMemcpy(wanted.data(), in + bytes - some.size(), some.size(),
                   cudaMemcpyDeviceToHost));
  std::printf("  rows of %4d bytes, tiles of %3d KB, %d slots, stores of %2d: "
              "in turn %.3f, a block each %.3f; L2 evicts reads last %.3f, "
              "and writes first %.3f, both first %.3f%s\n",
              rowBytes, rows * rowBytes / 1024, slots, stored, inTurn, each,
              readsLast, writesFirst, bothFirst,
              some == wanted ? "" : " WRONG");
  std::fflush(stdout);
}

int main() {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  multiprocessors = properties.multiProcessorCount;
  std::printf("%s\n", properties.name);
  constexpr size_t most = size_t(1) << 30;
  check(cudaMalloc(&in, most));
  check(cudaMalloc(&out, most));
  std::vector<uint32_t> words(most / 4);
  for (size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<uint32_t>(i * 2654435761u);
  check(cudaMemcpy(in, words.data(), most, cudaMemcpyHostToDevice));
  for (const Shape &shape :
       {Shape{8, 4096, 4096}, Shape{64, 4096, 4096}, Shape{1, 4096, 262144},
        Shape{8, 4096, 2048}, Shape{64, 4096, 2048}, Shape{1, 4096, 131072}}) {
    const int64_t bytes = shape.outer * shape.length * shape.pitch;
    const double copied = timed([&] {
      check(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice));
    });
    std::printf("(%ld, %ld) rows of %ld bytes, copy %.1f us\n",
                static_cast<long>(shape.outer), static_cast<long>(shape.length),
                static_cast<long>(shape.pitch), copied * 1000);
    time<128, 256, 2, 4>(shape, copied);
    time<128, 256, 3, 16>(shape, copied);
    time<256, 256, 2, 8>(shape, copied);
    time<256, 256, 2, 16>(shape, copied);
    time<256, 256, 3, 8>(shape, copied);
    time<256, 256, 3, 16>(shape, copied);
    time<256, 128, 3, 8>(shape, copied);
    time<256, 128, 5, 16>(shape, copied);
    time<256, 64, 4, 16>(shape, copied);
    time<512, 128, 2, 16>(shape, copied);
    time<512, 64, 4, 16>(shape, copied);
    time<1024, 64, 3, 16>(shape, copied);
  }
}
