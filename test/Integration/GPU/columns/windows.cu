//===- windows.cu - Prototype: tiles drawn in order, totals in windows ----===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inclusive sums along the middle axis of (outer, n, inner), where it lies, in
// one launch and with a fixed association. A lane holds V adjacent chains and R
// consecutive steps, a block of G warps a tile. Of n tiles one below another,
// 2^ls are a window and 2^ms windows have a carry. The kernels:
//
// - walk, walkRing: a block walks down a strip. The next tile is in registers,
//   or S tiles are in shared memory.
// - drawn: blocks draw tiles in order. Each gathers the totals of its window,
//   the sums of the windows before it and the carry. The next tile is asked for
//   before these are awaited.
// - ring: the same with S tiles in shared memory, of which A are reduced ahead.
// - roles: the same, but warps of their own post, add up windows and gather.
//
// With X, what a warp reads and writes lies side by side and goes through
// shared memory: for few columns. Prints a line for each shape and choice of
// parameters: microseconds, and how fast that is of a copy. Lines that end in
// "no waits" do not await totals: what the rest takes.
//
//   nvcc -arch=native -O3 -std=c++17 -split-compile=0 -o windows windows.cu
//   ./windows
//
// With arguments, only the shapes with these numbers.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <type_traits>
#include <vector>
#define CK(x)                                                                  \
  do {                                                                         \
    cudaError_t e_ = (x);                                                      \
    if (e_) {                                                                  \
      printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_));        \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
typedef unsigned long long u64;
typedef __nv_bfloat16 bf16;

//===----------------------------------------------------------------------===//
// Words and vectors
//===----------------------------------------------------------------------===//

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
// Looks again, unless x has the tag.
__device__ __forceinline__ void lookAgain(u64 &x, const u64 *p, unsigned tag) {
  asm volatile("{ .reg .pred q; setp.ne.u32 q, %2, %3;\n"
               "@q ld.relaxed.gpu.global.u64 %0, [%1]; }"
               : "+l"(x)
               : "l"(p), "r"((unsigned)(x >> 32)), "r"(tag)
               : "memory");
}
template <int N>
using Bytes = std::conditional_t<N == 16, uint4,
                                 std::conditional_t<N == 8, uint2, unsigned>>;
template <class E, int V> using Raw = Bytes<sizeof(E) * V>;
template <int N>
__device__ __forceinline__ void copyAsync(void *to, const void *from, bool ok) {
  unsigned s = (unsigned)__cvta_generic_to_shared(to);
  if constexpr (N == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(s),
                 "l"(from), "r"(ok ? 16 : 0));
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(s),
                 "l"(from), "n"(N), "r"(ok ? N : 0));
}
__device__ __forceinline__ void commit() {
  asm volatile("cp.async.commit_group;");
}
template <int N> __device__ __forceinline__ void waitGroups() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}
template <class E, int V>
__device__ __forceinline__ void unpack(Raw<E, V> x, float (&f)[V]) {
  E e[V];
  memcpy(e, &x, sizeof(e));
#pragma unroll
  for (int v = 0; v < V; v++)
    f[v] = (float)e[v];
}
template <class E, int V>
__device__ __forceinline__ Raw<E, V> pack(const float (&f)[V]) {
  E e[V];
#pragma unroll
  for (int v = 0; v < V; v++)
    e[v] = (E)f[v];
  Raw<E, V> x;
  memcpy(&x, e, sizeof(e));
  return x;
}
template <int V>
__device__ __forceinline__ void addFrom(float (&to)[V], const float *p) {
  constexpr int U = V < 4 ? V : 4;
#pragma unroll
  for (int u = 0; u < V; u += U) {
    Bytes<4 *U> x = *(const Bytes<4 * U> *)(p + u);
    float f[U];
    memcpy(f, &x, sizeof(f));
#pragma unroll
    for (int v = 0; v < U; v++)
      to[u + v] += f[v];
  }
}
template <int V>
__device__ __forceinline__ void put(float *p, const float (&f)[V]) {
  constexpr int U = V < 4 ? V : 4;
#pragma unroll
  for (int u = 0; u < V; u += U) {
    Bytes<4 * U> x;
    memcpy(&x, f + u, sizeof(x));
    *(Bytes<4 * U> *)(p + u) = x;
  }
}

//===----------------------------------------------------------------------===//
// Barriers between roles
//===----------------------------------------------------------------------===//

__device__ __forceinline__ void initBarrier(u64 *b, int count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(b)),
               "r"(count)
               : "memory");
}
__device__ __forceinline__ void arrive(u64 *b) {
  asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" ::"r"(
                   (unsigned)__cvta_generic_to_shared(b))
               : "memory");
}
__device__ __forceinline__ void await(u64 *b, int parity) {
  unsigned done;
  do
    asm volatile("{ .reg .pred p;\n"
                 "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"((unsigned)__cvta_generic_to_shared(b)), "r"(parity)
                 : "memory");
  while (!done);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

struct Scan {
  const void *in;
  void *out;
  long n, inner, chains, tiles, windows, supers; // tiles etc. of a strip
  int strips, ws, ls, ms; // log2 of w, of tiles of a window, of windows
  u64 *totals, *sums, *carries;
  int mode;          // 1: totals are not awaited, to see what that takes; wrong
  unsigned *control; // next ticket, blocks that are done, epoch
};
template <class E, int V, int R, int G, bool X> struct Tile {
  using W = Raw<E, V>;
  static constexpr int Pad = 16 / sizeof(W);              // vectors in 16 bytes
  static constexpr int Region = 32 * (R + (X ? Pad : 0)); // of a warp
  static constexpr int M = X ? R / Pad : R;               // loads of a lane
  using Word = std::conditional_t<X, uint4, W>;
  const Scan &s;
  int lane, g, P, p, c, C, H;
  __device__ Tile(const Scan &s) : s(s) {
    lane = threadIdx.x & 31;
    g = threadIdx.x >> 5;
    P = 32 >> s.ws;
    p = lane >> s.ws; // neighbours in a row are neighbours in memory
    c = lane & ((1 << s.ws) - 1);
    C = V << s.ws;
    H = G * R * P;
  }
  // Vector r, if r < left, is at offset + r * stride. If X, these are not the
  // lane's own, but those that lie side by side.
  __device__ void place(int strip, long k, long &offset, long &stride,
                        int &left) const {
    if constexpr (X) {
      long first = ((k * H + g * P * R) << s.ws) / Pad + lane;
      long all = (s.n << s.ws) / Pad;
      offset = first * Pad * V;
      stride = 32 * Pad * V;
      left = (int)max(0l, min((long)M, (all - first + 31) >> 5));
    } else {
      long step = k * H + (g * P + p) * R, q = (long)strip * C + c * V;
      int o = (int)q / (int)s.inner;
      offset = (o * s.n + step) * s.inner + (q - o * s.inner);
      stride = s.inner;
      left = q < s.chains ? (int)max(0l, min((long)R, s.n - step)) : 0;
    }
  }
  __device__ void load(W (&x)[R], int strip, long k) const {
    long offset, stride;
    int left;
    place(strip, k, offset, stride, left);
    const E *a = (const E *)s.in + offset;
    if (left == M) {
#pragma unroll
      for (int r = 0; r < M; r++) {
        Word y = __ldcs((const Word *)(a + r * stride));
        memcpy(x + r * R / M, &y, sizeof(y));
      }
    } else {
#pragma unroll
      for (int r = 0; r < M; r++) {
        Word y = Word();
        if (r < left)
          y = __ldcs((const Word *)(a + r * stride));
        memcpy(x + r * R / M, &y, sizeof(y));
      }
    }
  }
  __device__ void loadAsync(W *region, int strip, long k) const {
    long offset, stride;
    int left;
    place(strip, k, offset, stride, left);
    const E *a = (const E *)s.in + offset;
#pragma unroll
    for (int r = 0; r < M; r++)
      copyAsync<sizeof(Word)>((Word *)region + side(r),
                              a + (r < left ? r * stride : 0), r < left);
  }
  __device__ void store(const W (&x)[R], int strip, long k) const {
    long offset, stride;
    int left;
    place(strip, k, offset, stride, left);
    E *a = (E *)s.out + offset;
#pragma unroll
    for (int r = 0; r < M; r++) {
      Word y;
      memcpy(&y, x + r * R / M, sizeof(y));
      if (r < left)
        __stcs((Word *)(a + r * stride), y);
    }
  }
  __device__ int side(int r) const { // where word r is put in a region
    int u = r * 32 + lane;
    return X ? u + (u >> (31 - __clz(M << s.ws))) : u;
  }
  __device__ int own(int r) const {
    return X ? (((p * R + r) << s.ws) + c + p * Pad) : r * 32 + lane;
  }
  __device__ void toOwn(W (&x)[R], W *region) const {
    if constexpr (X) {
#pragma unroll
      for (int r = 0; r < M; r++)
        memcpy((Word *)region + side(r), x + r * Pad, 16);
      __syncwarp();
#pragma unroll
      for (int r = 0; r < R; r++)
        x[r] = region[own(r)];
      __syncwarp();
    }
  }
  __device__ void toSide(W (&x)[R], W *region) const {
    if constexpr (X) {
#pragma unroll
      for (int r = 0; r < R; r++)
        region[own(r)] = x[r];
      __syncwarp();
#pragma unroll
      for (int r = 0; r < M; r++)
        memcpy(x + r * Pad, (Word *)region + side(r), 16);
      __syncwarp();
    }
  }
  // Sums of the lane's steps; before: of the lanes before it in the warp.
  __device__ void reduce(const W (&x)[R], float (&before)[V],
                         float *tot) const {
    float a[V];
    unpack<E, V>(x[0], a);
#pragma unroll
    for (int r = 1; r < R; r++) {
      float f[V];
      unpack<E, V>(x[r], f);
#pragma unroll
      for (int v = 0; v < V; v++)
        a[v] += f[v];
    }
#pragma unroll
    for (int v = 0; v < V; v++)
      before[v] = 0;
    if (P > 1) {
      for (int d = 1; d < P; d *= 2)
#pragma unroll
        for (int v = 0; v < V; v++) {
          float y = __shfl_up_sync(~0u, a[v], d << s.ws);
          if (p >= d)
            a[v] = y + a[v];
        }
#pragma unroll
      for (int v = 0; v < V; v++) {
        float y = __shfl_up_sync(~0u, a[v], 1 << s.ws);
        if (p)
          before[v] = y;
      }
    }
    if (tot && p == P - 1)
      put<V>(tot + g * C + c * V, a);
  }
  __device__ void scan(W (&x)[R], float (&b)[V]) const {
#pragma unroll
    for (int r = 0; r < R; r++) {
      float f[V];
      unpack<E, V>(x[r], f);
#pragma unroll
      for (int v = 0; v < V; v++)
        b[v] += f[v];
      x[r] = pack<E, V>(b);
    }
  }
};

//===----------------------------------------------------------------------===//
// A block walks down a strip
//===----------------------------------------------------------------------===//

template <class E, int V, int R, int G, int B, bool Ahead>
__global__ void __launch_bounds__(G * 32, B)
    walk(const __grid_constant__ Scan s) {
  using T = Tile<E, V, R, G, false>;
  extern __shared__ uint4 shared[];
  float *tots = (float *)shared; // [2][G][C]
  T t(s);
  float carry[V];
#pragma unroll
  for (int v = 0; v < V; v++)
    carry[v] = 0;
  const int strip = blockIdx.x, tiles = (int)s.tiles;
  auto process = [&](typename T::W(&x)[R], int k) {
    float *tot = tots + (k & 1) * G * t.C;
    float in[V], b[V];
    t.reduce(x, in, tot);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < G; j++) {
      if (j == t.g)
#pragma unroll
        for (int v = 0; v < V; v++)
          b[v] = carry[v] + in[v];
      addFrom<V>(carry, tot + j * t.C + t.c * V);
    }
    t.scan(x, b);
    t.store(x, strip, k);
  };
  typename T::W x[R];
  if constexpr (Ahead) {
    typename T::W y[R];
    t.load(x, strip, 0);
    if (1 < tiles)
      t.load(y, strip, 1);
    for (int k = 0; k < tiles; k += 2) {
      process(x, k);
      if (k + 2 < tiles)
        t.load(x, strip, k + 2);
      if (k + 1 < tiles)
        process(y, k + 1);
      if (k + 3 < tiles)
        t.load(y, strip, k + 3);
    }
  } else
    for (int k = 0; k < tiles; k++) {
      t.load(x, strip, k);
      process(x, k);
    }
}
template <class E, int V, int R, int G, int S, int B>
__global__ void __launch_bounds__(G * 32, B)
    walkRing(const __grid_constant__ Scan s) {
  using T = Tile<E, V, R, G, false>;
  using W = typename T::W;
  extern __shared__ uint4 shared[];
  T t(s);
  W *ring = (W *)shared + t.g * T::Region;
  float *tots = (float *)((W *)shared + S * G * T::Region);
  float carry[V];
#pragma unroll
  for (int v = 0; v < V; v++)
    carry[v] = 0;
  const int strip = blockIdx.x, tiles = (int)s.tiles;
#pragma unroll
  for (int k = 0; k < S - 1; k++) {
    if (k < tiles)
      t.loadAsync(ring + k * G * T::Region, strip, k);
    commit();
  }
  for (int k = 0; k < tiles; k++) {
    int a = k + S - 1;
    if (a < tiles)
      t.loadAsync(ring + a % S * G * T::Region, strip, a);
    commit();
    waitGroups<S - 1>();
    W x[R];
#pragma unroll
    for (int r = 0; r < R; r++)
      x[r] = ring[k % S * G * T::Region + t.own(r)];
    float *tot = tots + (k & 1) * G * t.C;
    float in[V], b[V];
    t.reduce(x, in, tot);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < G; j++) {
      if (j == t.g)
#pragma unroll
        for (int v = 0; v < V; v++)
          b[v] = carry[v] + in[v];
      addFrom<V>(carry, tot + j * t.C + t.c * V);
    }
    t.scan(x, b);
    t.store(x, strip, k);
  }
}

//===----------------------------------------------------------------------===//
// Blocks draw tiles
//===----------------------------------------------------------------------===//

// Columns of totals are shared out among threads, their entries in order among
// the slices of threads with the same column.
template <int V, int G, int K = 4, bool Role = false> struct Exchange {
  int bar = 1; // the named barrier of a role
  static constexpr int T = 32 * G;
  static constexpr int LogT = G == 1   ? 5
                              : G == 2 ? 6
                              : G == 4 ? 7
                              : G == 8 ? 8
                                       : 9;
  const Scan &s;
  float *part; // [slots][C] of window sums, [slots][C] of totals, [C] carry
  unsigned epoch;
  int C, cs, slots, tid;
  __device__ Exchange(const Scan &s, float *part, unsigned epoch, int tid)
      : s(s), part(part), epoch(epoch), tid(tid) {
    cs = s.ws + (V == 8 ? 3 : V == 4 ? 2 : V == 2 ? 1 : 0);
    C = 1 << cs;
    slots = cs >= 5 ? T >> cs : G;
  }
  __device__ void sync() const {
    if constexpr (Role)
      asm volatile("bar.sync %0, %1;" ::"r"(bar), "n"(T) : "memory");
    else
      __syncthreads();
  }
  __device__ bool peek(u64 (&x)[K], const u64 *b, int i, int end) const {
    bool ok = true;
#pragma unroll
    for (int j = 0; j < K; j++)
      x[j] = i + j < end ? look(b + ((long)(i + j) << cs)) : (u64)epoch << 32;
#pragma unroll
    for (int j = 0; j < K; j++)
      ok &= (unsigned)(x[j] >> 32) == epoch;
    return ok;
  }
  __device__ float fold(u64 (&x)[K], bool ok, const u64 *b, int i,
                        int end) const {
    float f = 0;
    while (true) {
      while (!ok) {
        ok = s.mode & 1;
        if (!ok) {
          ok = true;
#pragma unroll
          for (int j = 0; j < K; j++)
            lookAgain(x[j], b + ((long)(i + j) << cs), epoch);
#pragma unroll
          for (int j = 0; j < K; j++)
            ok &= (unsigned)(x[j] >> 32) == epoch;
        }
      }
#pragma unroll
      for (int j = 0; j < K; j++)
        f += __uint_as_float((unsigned)x[j]);
      i += K;
      if (i >= end)
        break;
      ok = peek(x, b, i, end);
    }
    for (int d = C; d < 32; d *= 2) // lanes of one column, in order
      f += __shfl_down_sync(~0u, f, d);
    return f;
  }
  // Threads below C: the total of a column of the tile, posted.
  __device__ float total(int strip, long k, const float *tot) const {
    float f = 0;
    int i = threadIdx.x;
    if (i < C) {
#pragma unroll
      for (int j = 0; j < G; j++)
        f += tot[j * C + i];
      post(s.totals + ((strip * s.tiles + k) << cs) + i, f, epoch);
    }
    return f;
  }
  __device__ void gather(int strip, long k, float mine) const {
    const int cc = tid & (C - 1), sl = tid >> cs;
    const int ns = T >> cs, slot = cs >= 5 ? sl : tid >> 5;
    const bool writes = cs >= 5 || (tid & 31) < C;
    const long win = k >> s.ls, super = win >> s.ms;
    const int m = (int)(k - (win << s.ls));
    const int m1 = (int)(win - (super << s.ms));
    const u64 *tb = s.totals + ((strip * s.tiles + (win << s.ls)) << cs) + cc;
    const u64 *sb = s.sums + ((strip * s.windows + (super << s.ms)) << cs) + cc;
    const int es = (m1 + ns - 1) >> (LogT - cs);
    const int et = (m + ns - 1) >> (LogT - cs);
    const int s0 = sl * es, s1 = min(m1, s0 + es);
    const int t0 = sl * et, t1 = min(m, t0 + et);
    const bool carries = tid >= T - C && super > 0;
    const u64 *cb =
        s.carries + ((strip * s.supers + super) << cs) + tid - (T - C);
    u64 xs[K], xt[K], xc = 0;
    bool oks = peek(xs, sb, s0, s1);
    if (carries)
      xc = look(cb);
    bool okt = peek(xt, tb, t0, t1);
    float f = fold(xt, okt, tb, t0, t1);
    if (writes)
      part[T + slot * C + cc] = f;
    const bool last = m == (1 << s.ls) - 1;
    const bool lastOfSuper = last && m1 == (1 << s.ms) - 1;
    if (last && !lastOfSuper && !Role) { // the sum of a window awaits no sum
      sync();
      if (tid < C) {
        float w = 0;
        for (int j = 0; j < slots; j++)
          w += part[T + j * C + tid];
        post(s.sums + ((strip * s.windows + win) << cs) + tid, w + mine, epoch);
      }
    }
    f = fold(xs, oks, sb, s0, s1);
    if (writes)
      part[slot * C + cc] = f;
    if (tid >= T - C) {
      if (carries)
        while ((unsigned)(xc >> 32) != epoch && !(s.mode & 1))
          xc = look(cb);
      part[2 * T + tid - (T - C)] = __uint_as_float((unsigned)xc);
    }
    sync();
    if (lastOfSuper && tid < C) {
      float w = part[2 * T + tid];
      for (int j = 0; j < slots; j++)
        w += part[j * C + tid];
      for (int j = 0; j < slots; j++)
        w += part[T + j * C + tid];
      post(s.carries + ((strip * s.supers + super + 1) << cs) + tid, w + mine,
           epoch);
    }
  }
  // The sum of a window, by a role of its own; k is its last tile.
  __device__ void sum(int strip, long k, const float *mines) const {
    const int cc = tid & (C - 1), sl = tid >> cs;
    const int ns = T >> cs, slot = cs >= 5 ? sl : tid >> 5;
    const bool writes = cs >= 5 || (tid & 31) < C;
    const long win = k >> s.ls;
    const int m = (1 << s.ls) - 1;
    const u64 *tb = s.totals + ((strip * s.tiles + (win << s.ls)) << cs) + cc;
    const int et = (m + ns - 1) >> (LogT - cs);
    const int t0 = sl * et, t1 = min(m, t0 + et);
    u64 xt[K];
    bool okt = peek(xt, tb, t0, t1);
    float f = fold(xt, okt, tb, t0, t1);
    if (writes)
      part[slot * C + cc] = f;
    sync();
    if (tid < C) {
      float w = 0;
      for (int j = 0; j < slots; j++)
        w += part[j * C + tid];
      post(s.sums + ((strip * s.windows + win) << cs) + tid, w + mines[tid],
           epoch);
    }
  }
  // What comes before the lane's steps.
  __device__ void before(float (&b)[V], const float *tot, int g, int c) const {
#pragma unroll
    for (int v = 0; v < V; v++)
      b[v] = part[2 * T + c * V + v];
    for (int j = 0; j < slots; j++)
      addFrom<V>(b, part + j * C + c * V);
    for (int j = 0; j < slots; j++)
      addFrom<V>(b, part + T + j * C + c * V);
#pragma unroll
    for (int j = 0; j < G - 1; j++)
      if (j < g)
        addFrom<V>(b, tot + j * C + c * V);
  }
};
__device__ __forceinline__ void leave(const Scan &s, unsigned epoch) {
  __threadfence();
  if (threadIdx.x == 0 &&
      atomicAdd(s.control + 1, 1) == gridDim.x - 1) { // the last block
    s.control[0] = 0;
    s.control[1] = 0;
    s.control[2] = epoch + 1;
  }
}
// With Ahead, the next tile is asked for before the totals are awaited.
template <class E, int V, int R, int G, int B, bool Ahead, bool X>
__global__ void __launch_bounds__(G * 32, B)
    drawn(const __grid_constant__ Scan s) {
  using T = Tile<E, V, R, G, X>;
  using W = typename T::W;
  extern __shared__ uint4 shared[];
  __shared__ unsigned ticket[2];
  T t(s);
  W *region = (W *)shared + (X ? t.g * T::Region : 0);
  float *part = (float *)((W *)shared + (X ? G * T::Region : 0));
  float *tots = part + 2 * 32 * G + 32 * V;
  const unsigned epoch = *(volatile unsigned *)(s.control + 2);
  const unsigned all = (unsigned)(s.tiles * s.strips);
  Exchange<V, G> x(s, part, epoch, threadIdx.x);
  unsigned drawing = 0;
  if (threadIdx.x == 0)
    ticket[1] = atomicAdd(s.control, 1);
  __syncthreads();
  unsigned now = ticket[1];
  W cur[R], nxt[Ahead ? R : 1];
  int strip = 0, i = 0;
  long k = 0;
  auto divide = [&](unsigned u, int &strip, long &k) {
    strip = s.strips == 1 ? 0 : (int)(u % (unsigned)s.strips);
    k = s.strips == 1 ? u : u / (unsigned)s.strips;
  };
  if (now < all) {
    divide(now, strip, k);
    t.load(cur, strip, k);
    if (threadIdx.x == 0)
      drawing = atomicAdd(s.control, 1);
  }
  while (now < all) {
    float *tot = tots + (i & 1) * G * t.C;
    float in[V], b[V];
    t.toOwn(cur, region);
    t.reduce(cur, in, tot);
    if (threadIdx.x == 0)
      ticket[i & 1] = drawing;
    __syncthreads();
    unsigned next = ticket[i & 1];
    float mine = x.total(strip, k, tot);
    int strip2 = 0;
    long k2 = 0;
    if (next < all) {
      divide(next, strip2, k2);
      if constexpr (Ahead)
        t.load(nxt, strip2, k2);
    }
    x.gather(strip, k, mine);
    if (threadIdx.x == 0 && next < all)
      drawing = atomicAdd(s.control, 1);
    x.before(b, tot, t.g, t.c);
#pragma unroll
    for (int v = 0; v < V; v++)
      b[v] += in[v];
    t.scan(cur, b);
    t.toSide(cur, region);
    t.store(cur, strip, k);
    now = next;
    strip = strip2;
    k = k2;
    i++;
    if constexpr (Ahead) {
#pragma unroll
      for (int r = 0; r < R; r++)
        cur[r] = nxt[r];
    } else if (now < all)
      t.load(cur, strip, k);
  }
  leave(s, epoch);
}
// S tiles in shared memory; A of them are reduced ahead.
template <class E, int V, int R, int G, int S, int A, int B, bool X>
__global__ void __launch_bounds__(G * 32, B)
    ring(const __grid_constant__ Scan s) {
  using T = Tile<E, V, R, G, X>;
  using W = typename T::W;
  extern __shared__ uint4 shared[];
  __shared__ unsigned tickets[S];
  T t(s);
  W *const slots = (W *)shared + t.g * T::Region;
  float *part = (float *)((W *)shared + S * G * T::Region);
  float *tots = part + 2 * 32 * G + 32 * V; // [A + 2][G][C]
  float *mines = tots + (A + 2) * G * t.C;  // [A + 1][C]
  const unsigned epoch = *(volatile unsigned *)(s.control + 2);
  const unsigned all = (unsigned)(s.tiles * s.strips);
  Exchange<V, G> x(s, part, epoch, threadIdx.x);
  auto divide = [&](unsigned u, int &strip, long &k) {
    strip = s.strips == 1 ? 0 : (int)(u % (unsigned)s.strips);
    k = s.strips == 1 ? u : u / (unsigned)s.strips;
  };
  int strip;
  long k;
  auto load = [&](int i) {
    unsigned u = tickets[i % S];
    if (u < all) {
      divide(u, strip, k);
      t.loadAsync(slots + i % S * G * T::Region, strip, k);
    }
    commit();
  };
  auto fetch = [&](W(&w)[R], int i) {
#pragma unroll
    for (int r = 0; r < R; r++)
      w[r] = slots[i % S * G * T::Region + t.own(r)];
  };
  // The reduction of tile i; thread 0 publishes a ticket with its barrier.
  unsigned drawing = 0;
  auto reduce = [&](int i, bool publish) {
    unsigned u = tickets[i % S];
    float *tot = tots + i % (A + 2) * G * t.C;
    if (u < all) {
      if constexpr (X)
        __syncwarp();
      W w[R];
      float in[V];
      fetch(w, i);
      t.reduce(w, in, tot);
    }
    if (publish && threadIdx.x == 0)
      tickets[(i - A + S - 1) % S] = drawing;
    __syncthreads();
    if (u < all) {
      divide(u, strip, k);
      float f = x.total(strip, k, tot);
      if (threadIdx.x < t.C)
        mines[i % (A + 1) * t.C + threadIdx.x] = f;
    }
  };
  for (int i = 0; i < S - 1; i++) {
    if (threadIdx.x == 0)
      tickets[i] = atomicAdd(s.control, 1);
    __syncthreads();
    load(i);
  }
  if (threadIdx.x == 0)
    drawing = atomicAdd(s.control, 1);
  if constexpr (A > 0) {
    waitGroups<S - 1 - A>();
    for (int i = 0; i < A; i++)
      reduce(i, false);
  }
  for (int i = 0;; i++) {
    unsigned u = tickets[i % S];
    if (u >= all)
      break;
    waitGroups<S - 2 - A>();
    reduce(i + A, true);
    load(i + S - 1); // in place of tile i - 1
    divide(u, strip, k);
    x.gather(strip, k,
             threadIdx.x < t.C ? mines[i % (A + 1) * t.C + threadIdx.x] : 0.f);
    if (threadIdx.x == 0)
      drawing = atomicAdd(s.control, 1);
    W w[R];
    fetch(w, i);
    float in[V], b[V];
#pragma unroll
    for (int v = 0; v < V; v++)
      in[v] = 0;
    if (t.P > 1)
      t.reduce(w, in, nullptr);
    x.before(b, tots + i % (A + 2) * G * t.C, t.g, t.c);
#pragma unroll
    for (int v = 0; v < V; v++)
      b[v] += in[v];
    t.scan(w, b);
    t.toSide(w, slots + i % S * G * T::Region);
    t.store(w, strip, k);
  }
  waitGroups<0>();
  leave(s, epoch);
}

// Roles: G warps move data, U warps post totals, Q warps add up windows, Turns
// times Q warps gather in turns, one thread draws. So no total, and no sum of a
// window, waits for what a gatherer awaits. S tiles in shared memory, of which
// A are reduced ahead.
constexpr int U = 2;
template <class E, int V, int R, int G, int Q, int Turns, int S, int A, bool X>
__global__ void __launch_bounds__(32 * (G + U + (Turns + 1) * Q + 1), 1)
    roles(const __grid_constant__ Scan s) {
  using T = Tile<E, V, R, G, X>;
  using W = typename T::W;
  constexpr int D = 2 * A + 2, N = 64, Z = S + A + 2;
  extern __shared__ uint4 shared[];
  __shared__ unsigned tickets[N];
  __shared__ u64 known[N], full[N], posted[N], summed[N], ready[N];
  float *tots = (float *)((W *)shared + S * G * T::Region); // [D][G][C]
  const int C = V << s.ws, warp = threadIdx.x >> 5;
  float *pres = tots + D * G * C; // [D][C]
  float *mines = pres + D * C;    // [D][C]
  float *parts = mines + D * C;   // [Turns + 1][2][2 * 32 * Q + C]
  const unsigned all = (unsigned)(s.tiles * s.strips);
  auto divide = [&](unsigned u, int &strip, long &k) {
    strip = s.strips == 1 ? 0 : (int)(u % (unsigned)s.strips);
    k = s.strips == 1 ? u : u / (unsigned)s.strips;
  };
  if (threadIdx.x < N) {
    initBarrier(known + threadIdx.x, 1);
    initBarrier(full + threadIdx.x, G);
    initBarrier(posted + threadIdx.x, U);
    initBarrier(summed + threadIdx.x, Q);
    initBarrier(ready + threadIdx.x, Q);
  }
  __syncthreads();
  auto ticket = [&](int j) {
    await(known + j % N, j / N & 1);
    return tickets[j % N];
  };
  if (warp == G + U + (Turns + 1) * Q) { // draws
    if ((threadIdx.x & 31) == 0) {
      const unsigned epoch = *(volatile unsigned *)(s.control + 2);
      unsigned u = 0;
      int j = 0;
      for (; u < all; j++) {
        if (j >= Z)
          await(full + (j - Z) % N, (j - Z) / N & 1);
        u = atomicAdd(s.control, 1);
        tickets[j % N] = u;
        arrive(known + j % N);
      }
      for (int e = j + Z; j < e; j++) {
        tickets[j % N] = ~0u;
        arrive(known + j % N);
      }
      __threadfence();
      if (atomicAdd(s.control + 1, 1) == gridDim.x - 1) { // the last block
        s.control[0] = 0;
        s.control[1] = 0;
        s.control[2] = epoch + 1;
      }
    }
    return;
  }
  if (warp >= G) {
    const unsigned epoch = *(volatile unsigned *)(s.control + 2);
    const bool posts = warp < G + U;
    const int role = posts ? 0 : (warp - G - U) / Q; // Turns: adds up windows
    const bool sums = role == Turns;
    const int tid = threadIdx.x - 32 * (posts ? G : G + U + role * Q);
    int turn = 0;
    for (int i = sums ? 0 : role;; i += posts || sums ? 1 : Turns) {
      unsigned u = ticket(i);
      if (u >= all)
        break;
      int strip;
      long k;
      divide(u, strip, k);
      if (sums && (!s.ms || ((k + 1) & ((1 << s.ls) - 1)))) {
        if ((tid & 31) == 0)
          arrive(summed + i % N);
        continue;
      }
      float *part = parts + (role * 2 + (turn++ & 1)) * (2 * 32 * Q + C);
      Exchange<V, Q, 8, true> x(s, part, epoch, tid);
      x.bar = 1 + role;
      if (posts) {
        float *tot = tots + i % D * G * C;
        await(full + i % N, i / N & 1);
        if (i >= D) // its total, in the same place, has been used
          await(summed + (i - D) % N, (i - D) / N & 1);
        for (int c = tid; c < C; c += 32 * U) {
          float t[G], mine = 0;
#pragma unroll
          for (int j = 0; j < G; j++)
            t[j] = tot[j * C + c];
#pragma unroll
          for (int j = 0; j < G; j++)
            mine += t[j];
          post(s.totals + ((strip * s.tiles + k) << x.cs) + c, mine, epoch);
          mines[i % D * C + c] = mine;
          mine = 0;
#pragma unroll
          for (int j = 0; j < G; j++) {
            tot[j * C + c] = mine;
            mine += t[j];
          }
        }
        __syncwarp();
        if ((tid & 31) == 0)
          arrive(posted + i % N);
        continue;
      }
      await(posted + i % N, i / N & 1);
      if (sums) {
        x.sum(strip, k, mines + i % D * C);
        __syncwarp();
        if ((tid & 31) == 0)
          arrive(summed + i % N);
        continue;
      }
      x.gather(strip, k, tid < C ? mines[i % D * C + tid] : 0.f);
      if (tid < C) {
        float f = part[2 * 32 * Q + tid];
        for (int j = 0; j < x.slots; j++)
          f += part[j * C + tid];
        for (int j = 0; j < x.slots; j++)
          f += part[32 * Q + j * C + tid];
        pres[i % D * C + tid] = f;
      }
      __syncwarp();
      if ((tid & 31) == 0)
        arrive(ready + i % N);
    }
    return;
  }
  T t(s);
  W *const slots = (W *)shared + t.g * T::Region;
  int strip;
  long k;
  auto load = [&](int j) {
    unsigned u = ticket(j);
    if (u < all) {
      divide(u, strip, k);
      t.loadAsync(slots + j % S * G * T::Region, strip, k);
    }
    commit();
  };
  auto fetch = [&](W(&w)[R], int j) {
#pragma unroll
    for (int r = 0; r < R; r++)
      w[r] = slots[j % S * G * T::Region + t.own(r)];
  };
  auto reduce = [&](W(&w)[R], float(&in)[V], int j) {
    unsigned u = ticket(j);
    if (u < all) {
      if constexpr (X)
        __syncwarp();
      fetch(w, j);
      t.reduce(w, in, tots + j % D * G * C);
    }
    __syncwarp();
    if (t.lane == 0)
      arrive(full + j % N);
  };
  for (int j = 0; j < S; j++)
    load(j);
  W cur[R];
  float in[V];
  if constexpr (A > 0) {
    waitGroups<S - A>();
    for (int j = 0; j < A; j++)
      reduce(cur, in, j);
  }
  for (int i = 0;; i++) {
    unsigned u = ticket(i);
    if (u >= all)
      break;
    waitGroups<S - 1 - A>();
    reduce(cur, in, i + A);
    if constexpr (A > 0) {
      fetch(cur, i);
      if (t.P > 1)
        t.reduce(cur, in, nullptr);
      else
#pragma unroll
        for (int v = 0; v < V; v++)
          in[v] = 0;
    }
    divide(u, strip, k);
    await(ready + i % N, i / N & 1);
    float b[V];
#pragma unroll
    for (int v = 0; v < V; v++)
      b[v] = 0;
    addFrom<V>(b, pres + i % D * C + t.c * V);
    addFrom<V>(b, tots + i % D * G * C + t.g * C + t.c * V);
#pragma unroll
    for (int v = 0; v < V; v++)
      b[v] += in[v];
    t.scan(cur, b);
    t.toSide(cur, slots + i % S * G * T::Region);
    t.store(cur, strip, k);
    load(i + S);
  }
  waitGroups<0>();
}

//===----------------------------------------------------------------------===//
// Checks and times
//===----------------------------------------------------------------------===//

__global__ void fill(float *p, bf16 *q, long n, bool whole) {
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n;
       i += (long)gridDim.x * blockDim.x) {
    u64 h = (u64)(i + 1) * 0x9E3779B97F4A7C15ull;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9ull;
    h ^= h >> 32;
    p[i] = whole ? (float)(h % 3) - 1 : (float)(h % 1000003) * 1e-6f;
    q[i] = (bf16)p[i];
  }
}
__global__ void check(const float *in, const float *out, long n, long inner,
                      long chains, long parts, u64 *bad) {
  // each part from what the one before ended with
  long id = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (id >= chains * parts)
    return;
  long q = id % chains, part = id / chains, len = n / parts;
  long b = q / inner * n * inner + q % inner;
  float s = part ? out[b + (part * len - 1) * inner] : 0;
  for (long i = part * len; i < (part + 1) * len; i++) {
    s += in[b + i * inner];
    if (out[b + i * inner] != s) {
      atomicAdd(bad, 1ull);
      break;
    }
  }
}
template <class E>
__global__ void compare(const float *ref, const E *out, long n, u64 *bad) {
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n;
       i += (long)gridDim.x * blockDim.x)
    if ((float)(E)ref[i] != (float)out[i])
      atomicAdd(bad, 1ull);
}
static cudaStream_t stream;
static int repeats = 1; // launches in a graph, if more than 1
template <class F> float timeit(F f) {
  std::vector<float> v;
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  cudaGraphExec_t exec = nullptr;
  if (repeats > 1) {
    cudaGraph_t graph;
    CK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < repeats; i++)
      f();
    CK(cudaStreamEndCapture(stream, &graph));
    CK(cudaGraphInstantiate(&exec, graph, 0));
    cudaGraphDestroy(graph);
  }
  for (int r = 0; r < 13; r++) {
    cudaEventRecord(a, stream);
    if (exec)
      cudaGraphLaunch(exec, stream);
    else
      f();
    cudaEventRecord(b, stream);
    CK(cudaEventSynchronize(b));
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    if (r > 1)
      v.push_back(ms * 1000 / repeats);
  }
  if (exec)
    cudaGraphExecDestroy(exec);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  std::sort(v.begin(), v.end());
  return v[5];
}
static float *x, *y, *ref;
static bf16 *halves;
static u64 *bad, *entries;
static unsigned *control;
constexpr size_t Entries = 1 << 25; // of each kind
static int shape[3], processors;
static float copies[2]; // of f32 and of bf16
static bool known, twice;

static long wrong() {
  u64 h;
  CK(cudaMemcpy(&h, bad, 8, cudaMemcpyDeviceToHost));
  CK(cudaMemsetAsync(bad, 0, 8, stream));
  return (long)h;
}
template <class E, int V, int R, int G, bool X>
void go(const char *name, void (*kernel)(Scan), bool walks, int S, int A, int B,
        bool ahead, int Q = 0, int Turns = 0) {
  const long outer = shape[0], n = shape[1], inner = shape[2];
  const long chains = outer * inner, count = chains * n;
  if (inner % V || (sizeof(E) == 2 && count > (1l << 27)))
    return;
  Scan s = {};
  while ((V << s.ws) < chains && s.ws < 5)
    s.ws++;
  const int C = V << s.ws, H = G * R * (32 >> s.ws);
  if (X && (outer != 1 || C != inner || s.ws > 3))
    return;
  s.in = sizeof(E) == 4 ? (void *)x : (void *)halves;
  s.out = y;
  s.n = n;
  s.inner = inner;
  s.chains = chains;
  s.strips = (int)((chains + C - 1) / C);
  s.tiles = (n + H - 1) / H;
  s.totals = entries;
  s.sums = entries + Entries;
  s.carries = entries + 2 * Entries;
  s.control = control;
  if (walks ? s.strips < 16 && s.tiles > 64
            : (u64)s.strips * s.tiles * C > Entries)
    return;
  const size_t vector = sizeof(E) * V;
  const int threads = 32 * (Q ? G + U + (Turns + 1) * Q + 1 : G);
  if (C > 32 * (Q ? Q : G))
    return;
  size_t sm = S ? (size_t)S * G * 32 * (R * vector + (X ? 16 : 0))
                : (X ? G * 32 * (R * vector + 16) : 0);
  sm += walks ? 2 * G * C * 4
        : Q   ? ((2 * A + 2) * (G + 2) * C + (Turns + 1) * 2 * (64 * Q + C)) * 4
              : (2 * 32 * G + 32 * V + ((A + 2) * G + A + 1) * C) * 4;
  if (sm > 224 * 1024) // and what is static
    return;
  CK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                          (int)sm));
  CK(cudaFuncSetAttribute(
      kernel, cudaFuncAttributePreferredSharedMemoryCarveout, S ? 100 : -1));
  int per;
  CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, kernel, threads, sm));
  cudaFuncAttributes at;
  CK(cudaFuncGetAttributes(&at, kernel));
  long grid =
      walks ? s.strips : std::min((long)per * processors, s.tiles * s.strips);
  std::vector<std::pair<int, int>> windows;
  if (walks || s.tiles == 1)
    windows = {{4, 4}};
  else if (C <= 8)
    windows = {{5, 5}, {6, 0}, {7, 7}, {8, 0}, {9, 0}};
  else if (s.strips < 8)
    windows = {{3, 5}, {4, 4}, {5, 3}, {5, 0}, {6, 0}};
  else
    windows = {{3, 3}, {4, 4}, {4, 0}, {5, 0}, {6, 0}};
  struct Trial {
    int ls, ms, mode;
  };
  std::vector<Trial> trials;
  for (auto &w : windows)
    trials.push_back({w.first, w.second, 0});
  if (!walks && s.tiles > 1 && repeats == 1 && !twice)
    trials.push_back({windows[1].first, windows[1].second, 1}); // no waits
  for (auto &w : trials) {
    s.mode = w.mode;
    s.ls = w.ls;
    s.ms = w.ms;
    s.windows = (s.tiles + (1 << s.ls) - 1) >> s.ls;
    s.supers = ((s.windows + (1 << s.ms) - 1) >> s.ms) + 1;
    auto f = [&] { kernel<<<grid, threads, sm, stream>>>(s); };
    CK(cudaMemsetAsync(y, 0xff, count * sizeof(E), stream));
    if (twice) { // the same bits again
      f();
      CK(cudaMemcpyAsync(ref, y, count * 4, cudaMemcpyDeviceToDevice, stream));
      long h = 0;
      for (int r = 0; r < 30; r++) {
        f();
        compare<<<1024, 256, 0, stream>>>(ref, (E *)y, count, bad);
        CK(cudaStreamSynchronize(stream));
        h += wrong();
      }
      printf("same (%ld,%ld,%ld) %s V%d R%d G%d T%d L%d M%d: %s\n", outer, n,
             inner, name, V, R, G, Turns, 1 << s.ls, 1 << s.ms,
             h ? "NO" : "yes");
      continue;
    }
    float t = timeit(f);
    CK(cudaGetLastError());
    if (!known && sizeof(E) == 4) {
      long parts = 1;
      while (chains * parts < 1 << 17 && n % (parts * 2) == 0)
        parts *= 2;
      check<<<(chains * parts + 127) / 128, 128, 0, stream>>>(
          x, y, n, inner, chains, parts, bad);
      CK(cudaMemcpyAsync(ref, y, count * 4, cudaMemcpyDeviceToDevice, stream));
    } else
      compare<<<1024, 256, 0, stream>>>(ref, (E *)y, count, bad);
    CK(cudaStreamSynchronize(stream));
    long h = wrong();
    if (!h && sizeof(E) == 4 && !s.mode)
      known = true;
    printf("(%ld,%ld,%ld) %s %s V%d R%d G%d B%d Q%d T%d S%d A%d ahead%d X%d "
           "mode%d L%d M%d "
           "regs %d spill %d per %d tiles %ld: %.2f us %.3f %s\n",
           outer, n, inner, sizeof(E) == 4 ? "f32" : "bf16", name, V, R, G, B,
           Q, Turns, S, A, ahead, X, s.mode, walks ? 0 : 1 << s.ls,
           walks ? 0 : 1 << s.ms, at.numRegs, (int)at.localSizeBytes, per,
           s.tiles * s.strips, t, copies[sizeof(E) == 2] / t,
           s.mode ? "no waits"
           : h    ? "WRONG"
                  : "ok");
    fflush(stdout);
  }
}
template <class E, int V, int R, int G, int B, bool Ahead = true>
void goWalk() {
  go<E, V, R, G, false>("walk", walk<E, V, R, G, B, Ahead>, true, 0, 0, B,
                        Ahead);
}
template <class E, int V, int R, int G, int S, int B> void goWalkRing() {
  go<E, V, R, G, false>("walkRing", walkRing<E, V, R, G, S, B>, true, S, 0, B,
                        true);
}
template <class E, int V, int R, int G, int B, bool Ahead = true,
          bool X = false>
void goDrawn() {
  go<E, V, R, G, X>("drawn", drawn<E, V, R, G, B, Ahead, X>, false, 0, 0, B,
                    Ahead);
}
template <class E, int V, int R, int G, int S, int A, int B, bool X = false>
void goRing() {
  go<E, V, R, G, X>("ring", ring<E, V, R, G, S, A, B, X>, false, S, A, B, true);
}
template <class E, int V, int R, int G, int Q, int Turns, int S, int A,
          bool X = false>
void goRoles() {
  go<E, V, R, G, X>("roles", roles<E, V, R, G, Q, Turns, S, A, X>, false, S, A,
                    1, true, Q, Turns);
}
static void all() {
  goWalkRing<float, 2, 16, 8, 3, 2>();
  goWalkRing<float, 2, 16, 8, 6, 1>();
  goWalkRing<float, 2, 16, 16, 3, 1>();
  goWalkRing<float, 2, 8, 16, 6, 1>();
  goWalkRing<float, 4, 8, 8, 3, 2>();
  goWalk<float, 2, 16, 16, 1>();
  goWalk<float, 1, 8, 8, 4>();
  goWalk<float, 1, 8, 8, 4, false>();
  goDrawn<float, 4, 8, 16, 1>();
  goDrawn<float, 4, 16, 8, 1>();
  goDrawn<float, 2, 16, 16, 1>();
  goDrawn<float, 2, 16, 8, 2>();
  goDrawn<float, 4, 4, 8, 3>();
  goDrawn<float, 4, 4, 8, 4, false>();
  goDrawn<float, 1, 8, 8, 4, false>();
  goDrawn<float, 2, 16, 8, 2, true, true>();
  goRing<float, 2, 16, 8, 3, 1, 2>();
  goRing<float, 2, 16, 8, 3, 1, 2, true>();
  goRoles<float, 4, 8, 8, 4, 2, 6, 3>();
  goRoles<float, 4, 8, 8, 4, 2, 5, 4>();
  goRoles<float, 4, 8, 8, 4, 3, 5, 3>();
  goRoles<float, 4, 8, 8, 2, 3, 5, 4>();
  goRoles<float, 4, 7, 8, 4, 2, 6, 4>();
  goRoles<float, 2, 16, 8, 4, 2, 5, 3>();
  goRoles<float, 2, 16, 8, 2, 2, 5, 3, true>();
  goRoles<float, 2, 16, 8, 2, 2, 5, 4, true>();
  goWalkRing<bf16, 4, 8, 8, 6, 2>();
  goWalkRing<bf16, 2, 16, 16, 6, 1>();
  goWalkRing<bf16, 2, 32, 16, 3, 1>();
  goDrawn<bf16, 4, 16, 8, 2>();
  goDrawn<bf16, 8, 16, 8, 1>();
  goRoles<bf16, 4, 16, 8, 4, 2, 6, 3>();
  goRoles<bf16, 8, 8, 8, 4, 2, 6, 3>();
  goRoles<bf16, 8, 8, 8, 4, 2, 5, 3>();
  goRoles<bf16, 8, 8, 8, 4, 3, 5, 3>();
}
int main(int argc, char **argv) {
  cudaDeviceProp pr;
  CK(cudaGetDeviceProperties(&pr, 0));
  processors = pr.multiProcessorCount;
  printf("%s\n", pr.name);
  CK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CK(cudaMalloc(&x, (size_t)1 << 30));
  CK(cudaMalloc(&y, (size_t)1 << 30));
  CK(cudaMalloc(&ref, (size_t)1 << 30));
  CK(cudaMalloc(&halves, (size_t)1 << 29));
  CK(cudaMalloc(&bad, 8));
  CK(cudaMalloc(&entries, 3 * Entries * 8));
  CK(cudaMalloc(&control, 128));
  CK(cudaMemset(bad, 0, 8));
  CK(cudaMemset(entries, 0, 3 * Entries * 8));
  unsigned start[3] = {0, 0, 1};
  CK(cudaMemcpy(control, start, 12, cudaMemcpyHostToDevice));
  fill<<<1024, 256>>>(x, halves, 1 << 28, true);
  CK(cudaDeviceSynchronize());
  int shapes[][3] = {{8, 4096, 1024},  {64, 4096, 1024}, {1, 4096, 65536},
                     {1, 1 << 20, 64}, {1, 1 << 27, 2},  {1, 1 << 20, 2},
                     {16, 16384, 256}, {1, 64, 1024},    {1, 1024, 64},
                     {16, 64, 64}};
  for (int i = 0; i < 10; i++) {
    bool wanted = argc == 1;
    for (int a = 1; a < argc; a++)
      wanted |= atoi(argv[a]) == i;
    if (!wanted)
      continue;
    memcpy(shape, shapes[i], sizeof(shape));
    known = false;
    long count = (long)shape[0] * shape[1] * shape[2];
    repeats = count <= 1 << 21 ? 20 : 1;
    for (int h = 0; h < 2; h++) {
      copies[h] = timeit([&] {
        cudaMemcpyAsync(y, x, h ? count * 2 : count * 4,
                        cudaMemcpyDeviceToDevice, stream);
      });
      printf("(%d,%d,%d) copy %s: %.2f us\n", shape[0], shape[1], shape[2],
             h ? "bf16" : "f32", copies[h]);
    }
    all();
  }
  // Fractions, whose sums depend on the association.
  fill<<<1024, 256>>>(x, halves, 1 << 28, false);
  CK(cudaDeviceSynchronize());
  twice = true;
  for (int i : {0, 1, 3, 8}) {
    memcpy(shape, shapes[i], sizeof(shape));
    goDrawn<float, 4, 8, 16, 1>();
    goRing<float, 2, 16, 8, 3, 1, 2>();
    goRoles<float, 4, 8, 8, 4, 2, 5, 3>();
    goRoles<float, 4, 8, 8, 4, 3, 5, 3>();
  }
  printf("done\n");
}
