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
// a block of its own. All of a copy of as many bytes, medians of 11.
// docs/measurements/Columns.md has what came of it.
//
//   nvcc -arch=sm_90 -O2 -std=c++17 -o copies copies.cu && ./copies
//
//===----------------------------------------------------------------------===//

#include "../timing.cuh"

#include <cstdint>

constexpr int warps = 8;

/// Strips of `rowBytes`, tiles of `rows` rows, of which `slots` are in shared
/// memory; a lane stores `stored` bytes at once.
template <int rowBytes, int rows, int slots, int stored>
__global__ void __launch_bounds__(32 * warps)
    copyStrips(const char *in, char *out, int64_t pitch, int64_t length,
               int64_t strips) {
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
          asm volatile(
              "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                  sliceAt +
                  static_cast<uint32_t>(tile % slots * rows * rowBytes + at)),
              "l"(in + begin + (tile * rows + at / rowBytes) * pitch +
                  at % rowBytes));
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
        char *to = out + begin + (tile * rows + at / rowBytes) * pitch +
                   at % rowBytes;
        if (stored == 16)
          *reinterpret_cast<uint4 *>(to) =
              *reinterpret_cast<const uint4 *>(from + at);
        else if (stored == 8)
          *reinterpret_cast<uint2 *>(to) =
              *reinterpret_cast<const uint2 *>(from + at);
        else
          *reinterpret_cast<uint32_t *>(to) =
              *reinterpret_cast<const uint32_t *>(from + at);
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
  auto *kernel = copyStrips<rowBytes, rows, slots, stored>;
  const int shared = slots * rows * rowBytes;
  check(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const int64_t strips = shape.outer * (shape.pitch / rowBytes),
                bytes = shape.outer * shape.length * shape.pitch;
  check(cudaMemset(out, 0, bytes));
  double ratios[2];
  for (int each = 0; each < 2; ++each) {
    const int64_t blocks =
        each ? strips : std::min<int64_t>(strips, multiprocessors);
    ratios[each] =
        copied / timed([&] {
          kernel<<<blocks, 32 * warps, shared>>>(in, out, shape.pitch,
                                                 shape.length, strips);
        });
  }
  check(cudaGetLastError());
  std::vector<char> some(1 << 20), wanted(1 << 20);
  check(cudaMemcpy(some.data(), out + bytes - some.size(), some.size(),
                   cudaMemcpyDeviceToHost));
  check(cudaMemcpy(wanted.data(), in + bytes - some.size(), some.size(),
                   cudaMemcpyDeviceToHost));
  std::printf("  rows of %4d bytes, tiles of %3d KB, %d slots, stores of %2d: "
              "in turn %.3f, a block each %.3f%s\n",
              rowBytes, rows * rowBytes / 1024, slots, stored, ratios[0],
              ratios[1], some == wanted ? "" : " WRONG");
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
    const double copied =
        timed([&] { check(cudaMemcpyAsync(out, in, bytes,
                                          cudaMemcpyDeviceToDevice)); });
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
