//===- spines.cu - Prototype: a spine for each column ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inclusive sums of f32 along the first axis of (n, columns), without gaps: the
// blocks of a grid take a tile each in every cycle, and one warp of block j
// gathers the totals of column j. docs/measurements/Columns.md has what came of
// it. Needs a GPU of 132 multiprocessors. Prints microseconds, and how fast
// that is of a copy.
//
//   nvcc -arch=native -O3 -std=c++17 -o spines spines.cu && ./spines
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
#define CK(x)                                                                  \
  do {                                                                         \
    cudaError_t e_ = (x);                                                      \
    if (e_) {                                                                  \
      printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_));        \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
__device__ __forceinline__ void cpa(unsigned s, const void *g) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g));
}
__device__ __forceinline__ void commit() {
  asm volatile("cp.async.commit_group;");
}
template <int N> __device__ __forceinline__ void waitg() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N));
}
__device__ __forceinline__ float4 add4(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
typedef unsigned long long u64;
__device__ __forceinline__ void post(u64 *p, float v, unsigned tag) {
  u64 x = ((u64)tag << 32) | __float_as_uint(v);
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(x)
               : "memory");
}
__device__ __forceinline__ u64 look(const u64 *p) {
  u64 x;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
               : "=l"(x)
               : "l"(p)
               : "memory");
  return x;
}
// W = CV * G threads move data, one warp more is the spine. A tiles are reduced
// ahead; S stages, K blocks for each multiprocessor.
template <int CV, int G, int R, int S, int A, int K>
__global__ void __launch_bounds__(CV *G + 32, K)
    scan(const float4 *in, float4 *out, long tiles, u64 *T, u64 *P,
         unsigned epoch) {
  constexpr int C = CV * 4, W = CV * G, M = 16; // M cycles of entries
  extern __shared__ float4 ring[];
  float4 *tot = ring + S * R * W;
  const int t = threadIdx.x, B = gridDim.x, b = blockIdx.x;
  const long cycles = (tiles + B - 1) / B;
  if (t >= W) { // spine: columns b, b+B, ..
    const int lane = t - W;
    if (b >= C)
      return;
    float carry = 0;
    for (long k = 0; k < cycles; k++) {
      unsigned tag = epoch + (unsigned)k + 1;
      u64 *row = T + ((k % M) * B) * C + b;
      u64 *to = P + ((k % M) * B) * C + b;
      constexpr int E = (132 * K + 31) / 32;
      float v[E]; // up to 160 blocks
      const int have = (int)min((long)B, tiles - k * B);
      u64 x[E];
      bool ok;
      do {
        ok = true;
#pragma unroll
        for (int e = 0; e < E; e++) {
          int j = lane * E + e;
          x[e] = j < have ? look(row + (long)j * C) : ((u64)tag << 32);
        }
#pragma unroll
        for (int e = 0; e < E; e++)
          ok &= (unsigned)(x[e] >> 32) == tag;
      } while (!ok);
#pragma unroll
      for (int e = 0; e < E; e++)
        v[e] = __uint_as_float((unsigned)x[e]);
      float s = 0;
#pragma unroll
      for (int e = 0; e < E; e++)
        s += v[e];
      float inc = s;
#pragma unroll
      for (int d = 1; d < 32; d *= 2) {
        float o = __shfl_up_sync(~0u, inc, d);
        if (lane >= d)
          inc += o;
      }
      float run = carry + inc - s;
#pragma unroll
      for (int e = 0; e < E; e++) {
        int j = lane * E + e;
        if (j < have)
          post(to + (long)j * C, run, tag);
        run += v[e];
      }
      carry += __shfl_sync(~0u, inc, 31);
    }
    return;
  }
  const int c = t % CV, g = t / CV;
  auto load = [&](long k, int s) {
    const float4 *p = in + ((k * B + b) * G * R + g * R) * CV + c;
    unsigned a = (unsigned)__cvta_generic_to_shared(ring + (s * R) * W + t);
#pragma unroll
    for (int r = 0; r < R; r++)
      cpa(a + r * W * 16, p + (long)r * CV);
  };
  const long mine = (tiles - b + B - 1) / B; // tiles of this block
#pragma unroll
  for (int s = 0; s < S - 1; s++) {
    if (s < mine)
      load(s, s);
    commit();
  }
  // reduce tile k: totals of all groups kept in tot[k%(A+1)]
  auto reduce = [&](long k) {
    int s = (int)(k % S);
    const float4 *p = ring + (s * R) * W + t;
    float4 a = p[0];
#pragma unroll
    for (int r = 1; r < R; r++)
      a = add4(a, p[r * W]);
    float4 *tt = tot + (k % (A + 2)) * W;
    tt[t] = a;
    asm volatile("bar.sync 1, %0;" ::"n"(W));
    if (t < C) {
      const float *f = (const float *)tt;
      float x = 0;
#pragma unroll
      for (int j = 0; j < G; j++)
        x += f[j * C + t];
      post(T + ((k % M) * B + b) * C + t, x, epoch + (unsigned)k + 1);
    }
  };
  for (long k = -A; k < mine; k++) {
    long r = k + A;
    if (r < mine) {
      waitg<S - 1 - 1 - A>();
      reduce(r);
    }
    if (k >= 0) {
      u64 *pp = P + ((k % M) * B + b) * C + c * 4;
      unsigned tag = epoch + (unsigned)k + 1;
      float f[4];
      {
        u64 x[4];
        bool ok;
        do {
          ok = true;
#pragma unroll
          for (int j = 0; j < 4; j++)
            x[j] = look(pp + j);
#pragma unroll
          for (int j = 0; j < 4; j++)
            ok &= (unsigned)(x[j] >> 32) == tag;
        } while (!ok);
#pragma unroll
        for (int j = 0; j < 4; j++)
          f[j] = __uint_as_float((unsigned)x[j]);
      }
      float4 before = make_float4(f[0], f[1], f[2], f[3]);
      const float4 *tt = tot + (k % (A + 2)) * W;
      for (int j = 0; j < g; j++)
        before = add4(before, tt[j * CV + c]);
      int s = (int)(k % S);
      const float4 *p = ring + (s * R) * W + t;
      float4 *q = out + ((k * B + b) * G * R + g * R) * CV + c;
#pragma unroll
      for (int i = 0; i < R; i++) {
        before = add4(before, p[i * W]);
        __stcs(q + (long)i * CV, before);
      }
      long nk = k + S - 1; // its slot is that of tile k-1, free
      if (nk < mine)
        load(nk, (int)(nk % S));
      commit();
    }
  }
}
__global__ void fill(float *p, long n) {
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n;
       i += (long)gridDim.x * blockDim.x)
    p[i] = (float)((i * 2654435761u >> 9) % 3) - 1;
}
__global__ void
check(const float *in, const float *out, long n, int inner, int parts,
      u64 *bad) { // each part from what the one before ended with
  long k = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (k >= (long)inner * parts)
    return;
  int c = k % inner;
  long part = k / inner, len = n / parts;
  float s = part ? out[(part * len - 1) * inner + c] : 0;
  for (long i = part * len; i < (part + 1) * len; i++) {
    s += in[i * inner + c];
    if (out[i * inner + c] != s) {
      atomicAdd(bad, 1ull);
      break;
    }
  }
}
template <class F> float timeit(F f) {
  std::vector<float> v;
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  for (int r = 0; r < 12; r++) {
    cudaEventRecord(a);
    f();
    cudaEventRecord(b);
    CK(cudaEventSynchronize(b));
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    if (r)
      v.push_back(ms * 1000);
  }
  std::sort(v.begin(), v.end());
  return v[5];
}
float *x, *y;
u64 *bad, *T, *P;
unsigned epoch = 0;
template <int CV, int G, int R, int S, int A, int K>
void go(long n, float copy) {
  constexpr int W = CV * G;
  size_t sm = (S * R * W + (A + 2) * W) * 16;
  if (sm > 227 * 1024 || n % (G * R)) {
    return;
  }
  CK(cudaFuncSetAttribute(scan<CV, G, R, S, A, K>,
                          cudaFuncAttributeMaxDynamicSharedMemorySize,
                          (int)sm));
  int per;
  CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &per, scan<CV, G, R, S, A, K>, W + 32, sm));
  if (per < K)
    return;
  long tiles = n / (G * R);
  auto f = [&] {
    scan<CV, G, R, S, A, K>
        <<<132 * K, W + 32, sm>>>((float4 *)x, (float4 *)y, tiles, T, P, epoch);
    epoch += (unsigned)(tiles / (132 * K) + 2);
  };
  cudaMemset(y, 0, n * CV * 16);
  float t = timeit(f);
  CK(cudaGetLastError());
  cudaMemset(bad, 0, 8);
  check<<<(CV * 4 * 256 + 127) / 128, 128>>>(x, y, n, CV * 4, 256, bad);
  u64 h;
  CK(cudaMemcpy(&h, bad, 8, cudaMemcpyDeviceToHost));
  printf("  columns %3d, groups %3d, rows %d, stages %d, ahead %d, blocks %d, "
         "%3zu KB: %8.1f us  %.3f%s\n",
         CV * 4, G, R, S, A, K, sm >> 10, t, copy / t, h ? "  WRONG" : "");
  fflush(stdout);
}
int main() {
  cudaDeviceProp pr;
  cudaGetDeviceProperties(&pr, 0);
  printf("%s\n", pr.name);
  CK(cudaMalloc(&x, (size_t)1 << 30));
  CK(cudaMalloc(&y, (size_t)1 << 30));
  CK(cudaMalloc(&bad, 8));
  CK(cudaMalloc(&T, 16 * 132 * 8 * 128 * 8));
  CK(cudaMalloc(&P, 16 * 132 * 8 * 128 * 8));
  cudaMemset(T, 0, 16 * 132 * 8 * 128 * 8);
  cudaMemset(P, 0, 16 * 132 * 8 * 128 * 8);
  fill<<<1024, 256>>>(x, 1 << 28);
  for (int big = 0; big < 2; big++) {
    long N = big ? (1l << 28) : (1l << 26);
    float c =
        timeit([&] { cudaMemcpyAsync(y, x, N * 4, cudaMemcpyDeviceToDevice); });
    printf("2^%d elements, copy %.1f us\n", big ? 28 : 26, c);
    long n = N / 64;
    go<16, 16, 4, 8, 2, 1>(n, c);
    go<16, 16, 4, 8, 3, 1>(n, c);
    go<16, 16, 4, 10, 4, 1>(n, c);
    go<16, 16, 8, 6, 2, 1>(n, c);
    go<16, 16, 4, 5, 1, 2>(n, c);
    go<16, 16, 4, 5, 2, 2>(n, c);
    go<16, 16, 4, 3, 1, 4>(n, c);
    go<16, 16, 2, 5, 1, 4>(n, c);
    go<16, 16, 2, 6, 2, 4>(n, c);
    go<16, 16, 4, 4, 1, 3>(n, c);
    go<16, 8, 4, 4, 1, 6>(n, c);
    go<16, 8, 4, 6, 2, 4>(n, c);
    go<16, 8, 8, 3, 1, 4>(n, c);
    go<16, 16, 8, 3, 1, 2>(n, c);
    go<16, 8, 4, 4, 2, 5>(n, c);
    n = N / 16;
    go<4, 64, 4, 10, 4, 1>(n, c);
    go<4, 64, 8, 6, 2, 1>(n, c);
  }
}
