//===- strips.cu - Prototype: a block walks down a strip ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inclusive sums of f32 along the middle axis of (outer, n, inner): each block
// scans a strip of columns, tile by tile. docs/measurements/Columns.md has what
// came of it. Prints microseconds, and how fast that is of a copy.
//
//   nvcc -arch=native -O3 -std=c++17 -o strips strips.cu && ./strips
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
// CV vectors of 4 columns, G groups of R steps, S stages: a tile has G * R steps
// of 4 * CV columns.
template <int CV, int G, int R, int S>
__global__ void __launch_bounds__(CV *G)
    walk(const float4 *in, float4 *out, int n, int inner4, int strips) {
  extern __shared__ float4 ring[]; // [S][R][CV*G], then totals [2][G][CV]
  float4 *tot = ring + S * R * CV * G;
  const int t = threadIdx.x, c = t % CV, g = t / CV;
  const int strip = blockIdx.x % strips;
  const long outer = blockIdx.x / strips;
  const long base = outer * (long)n * inner4 + strip * CV + c;
  const int tiles = n / (G * R);
  auto load = [&](int k, int s) {
    const float4 *p = in + base + ((long)k * G * R + g * R) * inner4;
    unsigned a =
        (unsigned)__cvta_generic_to_shared(ring + (s * R) * CV * G + t);
#pragma unroll
    for (int r = 0; r < R; r++)
      cpa(a + r * CV * G * 16, p + (long)r * inner4);
  };
#pragma unroll
  for (int s = 0; s < S - 1; s++) {
    if (s < tiles)
      load(s, s);
    commit();
  }
  float4 carry = make_float4(0, 0, 0, 0);
  int s = 0;
  for (int k = 0; k < tiles; k++) {
    {
      int nk = k + S - 1, ns = s + S - 1;
      if (ns >= S)
        ns -= S;
      if (nk < tiles)
        load(nk, ns);
      commit();
    }
    waitg<S - 1>();
    float4 v[R];
    const float4 *p = ring + (s * R) * CV * G + t;
#pragma unroll
    for (int r = 0; r < R; r++)
      v[r] = p[r * CV * G];
#pragma unroll
    for (int r = 1; r < R; r++)
      v[r] = add4(v[r - 1], v[r]);
    float4 *tt = tot + (k & 1) * G * CV;
    tt[g * CV + c] = v[R - 1];
    __syncthreads();
    float4 before = carry, all = carry;
#pragma unroll
    for (int j = 0; j < G; j++) {
      float4 x = tt[j * CV + c];
      if (j == g)
        before = all;
      all = add4(all, x);
    }
    carry = all;
    float4 *q = out + base + ((long)k * G * R + g * R) * inner4;
#pragma unroll
    for (int r = 0; r < R; r++)
      __stcs(q + (long)r * inner4, add4(before, v[r]));
    if (++s == S)
      s = 0;
  }
}
__global__ void fill(float *p, long n) {
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n;
       i += (long)gridDim.x * blockDim.x)
    p[i] = (float)((i * 2654435761u >> 9) % 5) - 2;
}
__global__ void check(const float *in, const float *out, int outer, int n,
                      int inner, unsigned long long *bad) {
  long cols = (long)outer * inner;
  for (long k = blockIdx.x * (long)blockDim.x + threadIdx.x; k < cols;
       k += (long)gridDim.x * blockDim.x) {
    long b = (k / inner) * (long)n * inner + k % inner;
    float s = 0;
    for (int i = 0; i < n; i++) {
      s += in[b + (long)i * inner];
      if (out[b + (long)i * inner] != s) {
        atomicAdd(bad, 1ull);
        break;
      }
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
unsigned long long *bad;
template <int CV, int G, int R, int S>
void go(int outer, int n, int inner, float copy) {
  if (inner % (4 * CV) || n % (G * R))
    return;
  size_t sm = (S * R * CV * G + 2 * G * CV) * 16;
  if (sm > 227 * 1024)
    return;
  CK(cudaFuncSetAttribute(
      walk<CV, G, R, S>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sm));
  int strips = inner / (4 * CV);
  auto f = [&] {
    walk<CV, G, R, S><<<outer * strips, CV * G, sm>>>((float4 *)x, (float4 *)y,
                                                      n, inner / 4, strips);
  };
  cudaMemset(y, 0, (size_t)outer * n * inner * 4);
  float t = timeit(f);
  CK(cudaGetLastError());
  cudaMemset(bad, 0, 8);
  check<<<512, 128>>>(x, y, outer, n, inner, bad);
  unsigned long long h;
  cudaMemcpy(&h, bad, 8, cudaMemcpyDeviceToHost);
  printf("  columns %3d, groups %2d, rows %d, stages %d, %3zu KB: %8.1f us  "
         "%.3f%s\n",
         CV * 4, G, R, S, sm >> 10, t, copy / t, h ? "  WRONG" : "");
}
int main() {
  cudaDeviceProp pr;
  cudaGetDeviceProperties(&pr, 0);
  printf("%s\n", pr.name);
  CK(cudaMalloc(&x, (size_t)1 << 30));
  CK(cudaMalloc(&y, (size_t)1 << 30));
  CK(cudaMalloc(&bad, 8));
  fill<<<1024, 256>>>(x, 1 << 28);
  int sh[][3] = {
      {8, 4096, 1024}, {64, 4096, 1024}, {1, 4096, 65536}, {16, 16384, 256}};
  for (auto &q : sh) {
    long N = (long)q[0] * q[1] * q[2];
    float c =
        timeit([&] { cudaMemcpyAsync(y, x, N * 4, cudaMemcpyDeviceToDevice); });
    printf("(%d, %d, %d) copy %.1f us\n", q[0], q[1], q[2], c);
    go<8, 16, 8, 3>(q[0], q[1], q[2], c);
    go<8, 16, 8, 4>(q[0], q[1], q[2], c);
    go<8, 16, 8, 6>(q[0], q[1], q[2], c);
    go<8, 32, 4, 4>(q[0], q[1], q[2], c);
    go<8, 32, 4, 6>(q[0], q[1], q[2], c);
    go<8, 32, 8, 3>(q[0], q[1], q[2], c);
    go<16, 16, 8, 3>(q[0], q[1], q[2], c);
    go<16, 16, 8, 2>(q[0], q[1], q[2], c);
    go<16, 16, 4, 6>(q[0], q[1], q[2], c);
    go<16, 16, 4, 4>(q[0], q[1], q[2], c);
    go<16, 16, 8, 6>(q[0], q[1], q[2], c);
    go<16, 32, 4, 6>(q[0], q[1], q[2], c);
    go<16, 32, 4, 3>(q[0], q[1], q[2], c);
    go<32, 8, 8, 3>(q[0], q[1], q[2], c);
    go<32, 16, 8, 3>(q[0], q[1], q[2], c);
    go<4, 32, 8, 4>(q[0], q[1], q[2], c);
    go<4, 32, 8, 3>(q[0], q[1], q[2], c);
    go<4, 64, 4, 4>(q[0], q[1], q[2], c);
  }
}
