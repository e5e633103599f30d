//===- clusters.cu - Few columns, scanned by clusters of blocks -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of f32 along the first dimension of (2^20, 64), by clusters of C blocks
// that take tiles in a cycle. A block brings tiles by bulk copies, some ahead,
// reduces them, and tells its cluster the totals through shared memory. Each
// block of a cluster sees to some of the columns: it posts what the cluster's
// tiles make, gathers what the clusters before have posted since its own tile
// before, and tells its cluster what comes before it all. So there is one way
// through L2 from total to total, and a few words of it for each tile.
//
// It is a prototype: all clusters must be on the GPU at once. Medians of 11, of a
// copy, first as L2 likes, and then with reads that it is to evict last and writes
// that it is to evict first; docs/measurements/Columns.md has what came of it.
//
//   nvcc -arch=sm_90 -O3 -std=c++17 -o clusters clusters.cu && ./clusters
//
//===----------------------------------------------------------------------===//

#include "../timing.cuh"

#include <cstdint>
#include <cstdlib>
#include <vector>

constexpr int columns = 64, groups = 8, gatherers = 3;

__device__ inline uint32_t shared(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ inline uint32_t ofRank(uint32_t address, uint32_t rank) {
  uint32_t result;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(result)
               : "r"(address), "r"(rank));
  return result;
}
__device__ inline void initBarrier(uint64_t *barrier, int count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared(barrier)),
               "r"(count));
}
__device__ inline void arrive(uint64_t *barrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared(barrier))
               : "memory");
}
__device__ inline void arriveExpect(uint64_t *barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(
                   shared(barrier)),
               "r"(bytes)
               : "memory");
}
__device__ inline void wait(uint64_t *barrier, uint32_t phase) {
  asm volatile(
      "{\n .reg .pred p;\n again:\n"
      " mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n"
      " @p bra done;\n bra again;\n done:\n}" ::"r"(shared(barrier)),
      "r"(phase)
      : "memory");
}
__device__ inline void storeAsync(uint32_t address, uint32_t barrier,
                                  float4 v) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 "
               "[%0], {%1, %2, %3, %4}, [%5];" ::"r"(address),
               "r"(__float_as_uint(v.x)), "r"(__float_as_uint(v.y)),
               "r"(__float_as_uint(v.z)), "r"(__float_as_uint(v.w)),
               "r"(barrier)
               : "memory");
}
__device__ inline void storeAsync(uint32_t address, uint32_t barrier, float v) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 "
               "[%0], %1, [%2];" ::"r"(address),
               "r"(__float_as_uint(v)), "r"(barrier)
               : "memory");
}
__device__ inline float4 operator+(float4 a, float4 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

/// C blocks a cluster, R rows a tile, S tiles in shared memory, L asked for at
/// once. W says whether what is before is waited for.
template <int C, int R, int S, int L, bool W> struct Plan {
  static constexpr int rows = R / groups, own = columns / C;
  static constexpr int tileBytes = R * columns * 4;
  struct Shared {
    alignas(128) float4 tile[S][R][columns / 4];
    float4 group[2][groups][columns / 4];
    float4 before[S][groups][columns / 4];
    float4 totals[S][C][columns / 4];
    float4 pre[S][columns / 4];
    float4 carry[S][columns / 4];
    uint64_t full[S], empty[S], total[S], carried[S], preMade[S], handed[S];
    float after[S][own];
  };
};

template <int C, int R, int S, int L, bool W>
__global__ void __launch_bounds__(64 + 32 * groups + 32 * gatherers, 1)
    scan(const char *in, char *out, uint64_t *posted, uint32_t epoch,
         int supertiles, uint64_t loads, uint64_t stores) {
  using P = Plan<C, R, S, L, W>;
  extern __shared__ __align__(128) char memory[];
  auto &m = *reinterpret_cast<typename P::Shared *>(memory);
  const int clusters = gridDim.x / C, cluster = blockIdx.x / C,
            rank = blockIdx.x % C;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (int s = 0; s < S; ++s) {
      initBarrier(&m.full[s], 1);
      initBarrier(&m.empty[s], 1);
      initBarrier(&m.total[s], 1);
      initBarrier(&m.carried[s], 1);
      initBarrier(&m.preMade[s], 1);
      initBarrier(&m.handed[s], 1);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  if constexpr (C > 1)
    asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
  else
    __syncthreads();
  auto place = [&](int i) {
    return (static_cast<int64_t>(i * clusters + cluster) * C + rank) *
           P::tileBytes;
  };
  const int turns = (supertiles - cluster + clusters - 1) / clusters;
  if (warp == 0) { // brings tiles
    if (lane == 0)
      for (int i = 0; i < turns; ++i) {
        const int s = i % S;
        if (i >= S)
          wait(&m.empty[s], (i / S - 1) & 1);
        if (i >= L)
          wait(&m.full[(i - L) % S], (i - L) / S & 1);
        arriveExpect(&m.full[s], P::tileBytes);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_"
                     "tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;" ::"r"(
                         shared(m.tile[s])),
                     "l"(in + place(i)), "r"(P::tileBytes),
                     "r"(shared(&m.full[s])), "l"(loads)
                     : "memory");
      }
  } else if (warp == 1) { // posts the cluster's totals
    for (int i = 0; i < turns; ++i) {
      const int s = i % S, k = i * clusters + cluster;
      if (lane == 0)
        arriveExpect(&m.total[s], C * columns * 4);
      wait(&m.total[s], i / S & 1);
      if (lane == 0)
        arriveExpect(&m.carried[s], columns * 4);
      const float *totals = reinterpret_cast<float *>(m.totals[s]);
      if (lane < P::own) {
        const int mine = rank * P::own + lane;
        float sum = 0;
        for (int r = 0; r < C; ++r)
          sum += totals[r * columns + mine];
        const uint64_t word =
            static_cast<uint64_t>(epoch + k) << 32 | __float_as_uint(sum);
        asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(
                         posted + static_cast<int64_t>(k) * columns + mine),
                     "l"(word)
                     : "memory");
      }
      for (int c = lane; c < columns; c += 32) {
        float p = 0;
        for (int r = 0; r < rank; ++r)
          p += totals[r * columns + c];
        reinterpret_cast<float *>(m.pre[s])[c] = p;
      }
      __syncwarp();
      if (lane == 0)
        arrive(&m.preMade[s]);
    }
  } else if (warp < 2 + gatherers) { // gathers those of others
    constexpr int lanes = 32 / P::own > 0 ? 32 / P::own : 1;
    constexpr int maxLoads = (132 / C - 1 + lanes - 1) / lanes;
    const int column = lane % P::own, part = lane / P::own;
    const int mine = rank * P::own + column;
    for (int i = warp - 2; i < turns; i += gatherers) {
      const int s = i % S, k = i * clusters + cluster;
      float got = 0;
      wait(&m.total[s], i / S & 1);
      if constexpr (W) {
        uint64_t words[maxLoads];
        const int first = max(k - clusters + 1, 0), count = k - first;
        bool all;
        do {
          all = true;
#pragma unroll
          for (int l = 0; l < maxLoads; ++l)
            if (part + l * lanes < count)
              asm volatile(
                  "ld.relaxed.gpu.global.b64 %0, [%1];"
                  : "=l"(words[l])
                  : "l"(posted +
                        static_cast<int64_t>(first + part + l * lanes) *
                            columns +
                        mine)
                  : "memory");
#pragma unroll
          for (int l = 0; l < maxLoads; ++l)
            if (part + l * lanes < count)
              all &= static_cast<uint32_t>(words[l] >> 32) ==
                     epoch + first + part + l * lanes;
        } while (!__all_sync(~0u, all));
#pragma unroll
        for (int l = 0; l < maxLoads; ++l)
          if (part + l * lanes < count)
            got += __uint_as_float(static_cast<uint32_t>(words[l]));
        for (int d = P::own; d < 32; d *= 2)
          got += __shfl_xor_sync(~0u, got, d);
      }
      wait(&m.total[s], i / S & 1);
      const float *totals = reinterpret_cast<float *>(m.totals[s]);
      float sum = 0;
      for (int r = 0; r < C; ++r)
        sum += totals[r * columns + mine];
      float run = 0;
      if (i > 0) {
        wait(&m.handed[(i - 1) % S], (i - 1) / S & 1);
        run = m.after[(i - 1) % S][column];
      }
      run += got;
      if (part == 0)
        m.after[s][column] = run + sum;
      __syncwarp();
      if (lane == 0)
        arrive(&m.handed[s]);
      for (int r = part; r < C; r += lanes)
        storeAsync(
            ofRank(shared(reinterpret_cast<float *>(m.carry[s]) + mine), r),
            ofRank(shared(&m.carried[s]), r), run);
    }
  } else if (warp < 2 + groups / 2 + gatherers) { // reduce
    const int t = threadIdx.x - 64 - 32 * gatherers, g = t / 16, l = t % 16;
    for (int i = 0; i < turns; ++i) {
      const int s = i % S;
      wait(&m.full[s], i / S & 1);
      float4 sum = m.tile[s][g * P::rows][l];
#pragma unroll
      for (int r = 1; r < P::rows; ++r)
        sum = sum + m.tile[s][g * P::rows + r][l];
      m.group[i & 1][g][l] = sum;
      asm volatile("bar.sync 1, %0;" ::"n"(16 * groups) : "memory");
      for (int to = g; to < C; to += groups) {
        float4 all = {};
#pragma unroll
        for (int h = 0; h < groups; ++h) {
          if (to == 0)
            m.before[s][h][l] = all;
          all = all + m.group[i & 1][h][l];
        }
        storeAsync(ofRank(shared(&m.totals[s][rank][l]), to),
                   ofRank(shared(&m.total[s]), to), all);
      }
    }
  } else { // scan
    const int t = threadIdx.x - 64 - 16 * groups - 32 * gatherers, g = t / 16,
              l = t % 16;
    for (int i = 0; i < turns; ++i) {
      const int s = i % S;
      wait(&m.full[s], i / S & 1);
      wait(&m.preMade[s], i / S & 1);
      wait(&m.carried[s], i / S & 1);
      float4 sum = m.carry[s][l] + m.pre[s][l] + m.before[s][g][l];
#pragma unroll
      for (int r = 0; r < P::rows; ++r) {
        sum = sum + m.tile[s][g * P::rows + r][l];
        m.tile[s][g * P::rows + r][l] = sum;
      }
      asm volatile(
          "fence.proxy.async.shared::cta;\nbar.sync 2, %0;" ::"n"(16 * groups)
          : "memory");
      if (t == 0) {
        asm volatile(
            "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], "
            "[%1], %2, %3;\n"
            "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 1;" ::
                "l"(out + place(i)),
            "r"(shared(m.tile[s])), "r"(P::tileBytes), "l"(stores)
            : "memory");
        if (i > 0)
          arrive(&m.empty[(i - 1) % S]);
      }
    }
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
  if constexpr (C > 1)
    asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}

static uint32_t epoch = 1;
/// What L2 evicts, as `createpolicy` encodes it: what it likes.
static uint64_t loads = 0x1000000000000000, stores = loads;

template <class F> static double medianMicroseconds(F launch) {
  std::vector<double> times;
  for (int i = 0; i < 11; ++i)
    times.push_back(time(1, [&](int) { launch(); }));
  return median(times);
}

template <int C, int R, int S, int L, bool W>
void measure(const float *in, float *out, uint64_t *posted, int64_t n,
             double copy) {
  using P = Plan<C, R, S, L, W>;
  auto *kernel = scan<C, R, S, L, W>;
  const int bytes = sizeof(typename P::Shared);
  if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                           bytes) != cudaSuccess) {
    std::printf("%d blocks, %d rows, %d tiles: %d bytes are too many\n", C, R,
                S, bytes);
    cudaGetLastError();
    return;
  }
  check(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {C, 1, 1};
  config.attrs = &attribute;
  config.numAttrs = 1;
  config.blockDim = 64 + 32 * groups + 32 * gatherers;
  config.gridDim = 132 / C * C;
  config.dynamicSmemBytes = bytes;
  int most = 0;
  check(cudaOccupancyMaxActiveClusters(&most, kernel, &config));
  const int supertiles = static_cast<int>(n / (C * R));
  int clusters = std::min({most, 132 / C, supertiles});
  config.gridDim = clusters * C;
  auto launch = [&] {
    check(cudaLaunchKernelEx(&config, kernel,
                             reinterpret_cast<const char *>(in),
                             reinterpret_cast<char *>(out), posted, epoch,
                             supertiles, loads, stores));
    epoch += supertiles;
  };
  check(cudaMemset(out, 0xff, n * columns * 4));
  launch();
  check(cudaDeviceSynchronize());
  std::vector<float> got(n * columns);
  check(cudaMemcpy(got.data(), out, n * columns * 4, cudaMemcpyDeviceToHost));
  std::vector<float> want(columns, 0);
  int64_t wrong = 0;
  for (int64_t r = 0; r < n; ++r)
    for (int c = 0; c < columns; ++c) {
      want[c] += static_cast<float>((r * 7 + c * 3) % 11 % 4);
      wrong += want[c] != got[r * columns + c];
    }
  const double time = medianMicroseconds(launch);
  std::printf(
      "%2d blocks, %3d of %3d clusters, %3d rows, %d tiles, %d ahead%s: "
      "%7.2f us, %.3f of a copy%s\n",
      C, clusters, most, R, S, L, W ? "" : ", not waiting", time, copy / time,
      wrong ? W ? ", WRONG" : ", wrong" : "");
  std::fflush(stdout);
}

int main() {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s\n", properties.name);
  const int64_t n = 1 << 20;
  float *in, *out;
  uint64_t *posted;
  check(cudaMalloc(&in, n * columns * 4));
  check(cudaMalloc(&out, n * columns * 4));
  check(cudaMalloc(&posted, n * columns * 8 / 16));
  check(cudaMemset(posted, 0, n * columns * 8 / 16));
  std::vector<float> values(n * columns);
  for (int64_t r = 0; r < n; ++r)
    for (int c = 0; c < columns; ++c)
      values[r * columns + c] = static_cast<float>((r * 7 + c * 3) % 11 % 4);
  check(cudaMemcpy(in, values.data(), n * columns * 4, cudaMemcpyHostToDevice));
  const double copy = medianMicroseconds([&] {
    check(cudaMemcpyAsync(out, in, n * columns * 4, cudaMemcpyDeviceToDevice));
  });
  std::printf("copy %.1f us\n", copy);
  for (bool isSaid : {false, true}) {
    if (isSaid) {
      std::printf("reads evicted last, writes first\n");
      loads = 0x14F0000000000000;
      stores = 0x12F0000000000000;
    }
    measure<8, 128, 5, 2, true>(in, out, posted, n, copy);
    measure<8, 128, 6, 2, true>(in, out, posted, n, copy);
    measure<8, 128, 6, 3, false>(in, out, posted, n, copy);
    measure<8, 64, 10, 3, true>(in, out, posted, n, copy);
    measure<8, 64, 10, 3, false>(in, out, posted, n, copy);
    measure<4, 128, 5, 2, true>(in, out, posted, n, copy);
    measure<4, 128, 6, 2, true>(in, out, posted, n, copy);
    measure<4, 128, 6, 5, false>(in, out, posted, n, copy);
    measure<4, 64, 10, 3, true>(in, out, posted, n, copy);
    measure<4, 64, 11, 3, true>(in, out, posted, n, copy);
    measure<4, 64, 11, 5, true>(in, out, posted, n, copy);
    measure<4, 64, 11, 3, false>(in, out, posted, n, copy);
    measure<16, 128, 5, 2, true>(in, out, posted, n, copy);
    measure<16, 64, 8, 3, true>(in, out, posted, n, copy);
    measure<16, 64, 8, 3, false>(in, out, posted, n, copy);
    measure<2, 128, 6, 2, true>(in, out, posted, n, copy);
    measure<2, 128, 6, 2, false>(in, out, posted, n, copy);
    measure<2, 64, 10, 3, false>(in, out, posted, n, copy);
  }
}
