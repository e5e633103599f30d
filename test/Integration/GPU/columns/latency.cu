//===- latency.cu - How long a load takes beside a copy -------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block on each multiprocessor copies tiles of 32 KB through shared memory,
// some of them on their way, by asynchronous copies of 16 bytes a lane or by one
// bulk copy a warp. One more warp loads a word that is in L2, or draws, or
// fences, again and again: how many cycles does that take? What blocks of a scan
// tell each other takes as long. docs/measurements/Columns.md has what came of
// it.
//
//   nvcc -arch=sm_90 -O2 -std=c++17 -o latency latency.cu && ./latency
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdio>

constexpr int tileBytes = 32768, warps = 8, share = tileBytes / warps;
constexpr size_t bytes = size_t(1) << 30;

enum Probe { Load, Draw, Fence };

__device__ uint32_t inShared(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

__device__ void probe(volatile int *isOver, int *words, Probe what,
                      unsigned long long *sums) {
  unsigned long long cycles = 0, count = 0;
  while (!*isOver) {
    const long long start = clock64();
    int found = 0;
    if (what == Load)
      asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];"
                   : "=r"(found)
                   : "l"(words + blockIdx.x % 64 * 32)
                   : "memory");
    else if (what == Draw && threadIdx.x % 32 == 0)
      found = atomicAdd(words + 4096, 1);
    else if (what == Fence)
      asm volatile("fence.acq_rel.gpu;" ::: "memory");
    if (found == -1)
      words[0] = 0; // never: waits for what was found
    __syncwarp();
    cycles += clock64() - start;
    ++count;
    __nanosleep(200);
  }
  if (threadIdx.x % 32 == 0) {
    atomicAdd(sums, cycles);
    atomicAdd(sums + 1, count);
  }
}

template <bool isBulk, int ahead>
__global__ void __launch_bounds__(32 * (warps + 1))
    copy(const char *in, char *out, int *words, Probe what,
         unsigned long long *sums) {
  constexpr int slots = ahead + 1;
  extern __shared__ __align__(128) char ring[];
  __shared__ uint64_t arrivals[slots * warps];
  __shared__ volatile int isOver;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    isOver = 0;
  if (warp < warps && lane == 0)
    for (int s = 0; s < slots; ++s)
      asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(
          inShared(&arrivals[s * warps + warp])));
  asm volatile("fence.proxy.async;");
  __syncthreads();
  if (warp == warps)
    return probe(&isOver, words, what, sums);
  const int64_t tiles = bytes / tileBytes,
                own = (tiles - blockIdx.x + gridDim.x - 1) / gridDim.x;
  auto fetch = [&](int64_t i) {
    const int slot = i % slots;
    const char *from =
        in + (blockIdx.x + i * gridDim.x) * tileBytes + warp * share;
    char *to = ring + slot * tileBytes + warp * share;
    if (i < own && isBulk && lane == 0) {
      const uint32_t arrival = inShared(&arrivals[slot * warps + warp]);
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(
                       arrival),
                   "r"(share)
                   : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx"
                   "::bytes [%0], [%1], %2, [%3];" ::"r"(inShared(to)),
                   "l"(from), "r"(share), "r"(arrival)
                   : "memory");
    }
    if (i < own && !isBulk)
      for (int at = 16 * lane; at < share; at += 512)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                         inShared(to + at)),
                     "l"(from + at)
                     : "memory");
    if (!isBulk)
      asm volatile("cp.async.commit_group;" ::: "memory");
  };
  for (int i = 0; i < ahead; ++i)
    fetch(i);
  for (int64_t i = 0; i < own; ++i) {
    fetch(i + ahead);
    const int slot = i % slots;
    if (isBulk) {
      uint32_t isThere = 0;
      while (!isThere)
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, "
                     "[%1], %2; selp.u32 %0, 1, 0, p;}"
                     : "=r"(isThere)
                     : "r"(inShared(&arrivals[slot * warps + warp])),
                       "r"(static_cast<uint32_t>(i / slots & 1))
                     : "memory");
    } else {
      asm volatile("cp.async.wait_group %0;" ::"n"(ahead) : "memory");
      __syncwarp();
    }
    const char *from = ring + slot * tileBytes + warp * share;
    char *to = out + (blockIdx.x + i * gridDim.x) * tileBytes + warp * share;
    for (int at = 8 * lane; at < share; at += 256)
      *reinterpret_cast<float2 *>(to + at) =
          *reinterpret_cast<const float2 *>(from + at);
    asm volatile("bar.sync 1, 256;" ::: "memory");
  }
  if (threadIdx.x == 0)
    isOver = 1;
}

template <bool isBulk, int ahead>
void time(const char *in, char *out, int *words, unsigned long long *sums) {
  auto kernel = copy<isBulk, ahead>;
  const int shared = (ahead + 1) * tileBytes;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       shared);
  int blocks;
  cudaDeviceGetAttribute(&blocks, cudaDevAttrMultiProcessorCount, 0);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  const char *names[] = {"load", "draw", "fence"};
  for (Probe what : {Load, Draw, Fence}) {
    float milliseconds = 0;
    for (int i = 0; i < 3; ++i) { // the last one counts
      cudaMemset(sums, 0, 16);
      cudaEventRecord(start);
      kernel<<<blocks, 32 * (warps + 1), shared>>>(in, out, words, what, sums);
      cudaEventRecord(stop);
      cudaEventSynchronize(stop);
      cudaEventElapsedTime(&milliseconds, start, stop);
    }
    unsigned long long found[2];
    cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost);
    printf("%-6s %d ahead  %-5s  %.2f TB/s  %6.0f cycles  %s\n",
           isBulk ? "bulk" : "lanes", ahead, names[what],
           2e-9 * bytes / milliseconds, double(found[0]) / found[1],
           cudaGetErrorString(cudaGetLastError()));
  }
}

int main() {
  char *in, *out;
  int *words;
  unsigned long long *sums;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMalloc(&words, 1 << 20);
  cudaMalloc(&sums, 16);
  cudaMemset(in, 1, bytes);
  cudaMemset(words, 0, 1 << 20);
  time<false, 1>(in, out, words, sums);
  time<false, 2>(in, out, words, sums);
  time<false, 4>(in, out, words, sums);
  time<true, 1>(in, out, words, sums);
  time<true, 2>(in, out, words, sums);
  time<true, 4>(in, out, words, sums);
  return cudaDeviceSynchronize() != cudaSuccess;
}
