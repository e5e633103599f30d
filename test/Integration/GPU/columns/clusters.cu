//===- clusters.cu - Few columns, scanned by clusters of blocks -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums along the first dimension of a tensor of few columns without gaps, by
// clusters of C blocks that take tiles in a cycle. Warps have roles, which meet
// at mbarriers, and each goes on as soon as it can:
//
//   loader      brings tiles by bulk copies, a few at once; or several warps do,
//               by asynchronous copies of their lanes
//   reducers    reduce a tile when it is there, and tell its cluster the totals
//               through shared memory
//   poster      posts what the cluster's tiles make: each block of a cluster
//               does so for some of the columns
//   gatherers   gather what the clusters before have posted since the cluster's
//               own tile before, and tell the cluster what comes before it all
//   scanners    take a tile to their registers, wait, and store its outputs
//               from there
//
// So there is one way through L2 from total to total, and a few words of it for
// each tile; and the next tile is copied to a tile's place when scanners have
// only begun to wait for what comes before it.
//
// It is a prototype: all clusters must be on the GPU at once, and rows must fill
// whole tiles. Each line is the median of 11 rows of 20 launches, beside a row of
// copies; docs/measurements/Columns.md has what came of it.
//
//   nvcc -arch=sm_90 -O3 -std=c++17 -o clusters clusters.cu && ./clusters
//
//===----------------------------------------------------------------------===//

#include "../timing.cuh"

#include <algorithm>
#include <cstdint>
#include <cuda_bf16.h>
#include <vector>

constexpr int gatherers = 3;

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
__device__ inline void storeAsync(uint32_t address, uint32_t barrier, float v) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 "
               "[%0], %1, [%2];" ::"r"(address),
               "r"(__float_as_uint(v)), "r"(barrier)
               : "memory");
}

/// 16 bytes of elements as sums, and back.
__device__ inline void unpack(uint4 v, float (&sums)[4]) {
  sums[0] = __uint_as_float(v.x);
  sums[1] = __uint_as_float(v.y);
  sums[2] = __uint_as_float(v.z);
  sums[3] = __uint_as_float(v.w);
}
__device__ inline void unpack(uint4 v, float (&sums)[8]) {
  const uint32_t words[] = {v.x, v.y, v.z, v.w};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    sums[2 * i] = __uint_as_float(words[i] << 16);
    sums[2 * i + 1] = __uint_as_float(words[i] & 0xffff0000);
  }
}
/// Adds them to sums.
template <int V> __device__ inline void addTo(float (&sums)[V], uint4 v) {
  float own[V];
  unpack(v, own);
#pragma unroll
  for (int j = 0; j < V; ++j)
    sums[j] += own[j];
}
__device__ inline uint4 pack(const float (&sums)[4]) {
  return {__float_as_uint(sums[0]), __float_as_uint(sums[1]),
          __float_as_uint(sums[2]), __float_as_uint(sums[3])};
}
__device__ inline uint4 pack(const float (&sums)[8]) {
  uint32_t words[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const auto pair = __floats2bfloat162_rn(sums[2 * i], sums[2 * i + 1]);
    words[i] = reinterpret_cast<const uint32_t &>(pair);
  }
  return {words[0], words[1], words[2], words[3]};
}

/// Of K columns of E: C blocks a cluster, `rows` a tile, S tiles in shared
/// memory, L asked for at once, by so many warps of lanes or, if 0, by bulk
/// copies; so many warps scan.
template <class E, int K, int C, int Rows, int S, int L, int Scanners,
          int Lanes>
struct Plan {
  static constexpr int columns = K, blocks = C, rows = Rows, tiles = S,
                       atOnce = L, scanners = Scanners, lanes = Lanes,
                       reducers = 4, loaders = Lanes ? Lanes : 1;
  using Element = E;
  static constexpr int vector = 16 / sizeof(E), lanesOfRow = K / vector,
                       rowsOfWarp = 32 / lanesOfRow, own = K / C,
                       tileBytes = Rows * K * sizeof(E);
  static constexpr int threads =
      32 * (loaders + 1 + gatherers + reducers + scanners);
  static constexpr int exchanges = S + 3; // that are under way at most
  struct Shared {
    alignas(128) uint4 tile[S][Rows][lanesOfRow];
    float ofReducers[2][reducers][K], ofScanners[scanners][K];
    float totals[exchanges][C][K], pre[exchanges][K], carry[exchanges][K],
        after[exchanges][own];
    uint64_t full[S], empty[S];
    uint64_t total[exchanges], carried[exchanges], preMade[exchanges],
        handed[exchanges];
  };
};

template <class P> struct Block {
  static constexpr int K = P::columns, C = P::blocks, S = P::tiles,
                       X = P::exchanges, V = P::vector;
  typename P::Shared &m;
  const char *in;
  char *out;
  uint64_t *posted;
  uint32_t epoch;
  uint64_t loads, stores; // what L2 evicts
  int clusters, cluster, rank, turns, lane;

  __device__ int64_t place(int i) const {
    return (static_cast<int64_t>(i * clusters + cluster) * C + rank) *
           P::tileBytes;
  }
  __device__ static void waitFor(uint64_t *ring, int count, int i) {
    wait(&ring[i % count], i / count & 1);
  }

  __device__ void load(int warp) {
    for (int i = 0; i < turns; ++i) {
      const int s = i % S;
      if (i >= S)
        waitFor(m.empty, S, i - S);
      if (i >= P::atOnce)
        waitFor(m.full, S, i - P::atOnce);
      if constexpr (P::lanes) {
        const int first = (32 * warp + lane) * 16, step = P::loaders * 512;
        const char *from = in + place(i) + first;
        const uint32_t to = shared(m.tile[s]) + first;
#pragma unroll 8
        for (int byte = 0; byte < P::tileBytes; byte += step)
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                           to + byte),
                       "l"(from + byte)
                       : "memory");
        asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(
                         shared(&m.full[s]))
                     : "memory");
      } else if (lane == 0) {
        arriveExpect(&m.full[s], P::tileBytes);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_"
                     "tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;" ::"r"(
                         shared(m.tile[s])),
                     "l"(in + place(i)), "r"(P::tileBytes),
                     "r"(shared(&m.full[s])), "l"(loads)
                     : "memory");
      }
      __syncwarp();
    }
    if constexpr (P::lanes)
      asm volatile("cp.async.wait_all;" ::: "memory");
  }

  __device__ void post() {
    for (int i = 0; i < turns; ++i) {
      const int x = i % X, k = i * clusters + cluster;
      if (lane == 0)
        arriveExpect(&m.total[x], C * K * 4);
      waitFor(m.total, X, i);
      if (lane == 0)
        arriveExpect(&m.carried[x], K * 4);
      if (lane < P::own) {
        const int column = rank * P::own + lane;
        float sum = 0;
        for (int r = 0; r < C; ++r)
          sum += m.totals[x][r][column];
        const uint64_t word =
            static_cast<uint64_t>(epoch + k) << 32 | __float_as_uint(sum);
        asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(
                         posted + static_cast<int64_t>(k) * K + column),
                     "l"(word)
                     : "memory");
      }
      for (int column = lane; column < K; column += 32) {
        float before = 0;
        for (int r = 0; r < rank; ++r)
          before += m.totals[x][r][column];
        m.pre[x][column] = before;
      }
      __syncwarp();
      if (lane == 0)
        arrive(&m.preMade[x]);
    }
  }

  /// What clusters from number `first` on have posted, of the lane's column.
  __device__ float gatherFrom(int first, int count, int column, int part) {
    constexpr int parts = 32 / P::own,
                  most = (132 / C - 1 + parts - 1) / parts;
    uint64_t words[most];
    bool areAll;
    do {
      areAll = true;
#pragma unroll
      for (int l = 0; l < most; ++l)
        if (part + l * parts < count)
          asm volatile(
              "ld.relaxed.gpu.global.b64 %0, [%1];"
              : "=l"(words[l])
              : "l"(posted +
                    static_cast<int64_t>(first + part + l * parts) * K + column)
              : "memory");
#pragma unroll
      for (int l = 0; l < most; ++l)
        if (part + l * parts < count)
          areAll &= static_cast<uint32_t>(words[l] >> 32) ==
                    epoch + first + part + l * parts;
    } while (!__all_sync(~0u, areAll));
    float sum = 0;
#pragma unroll
    for (int l = 0; l < most; ++l)
      if (part + l * parts < count)
        sum += __uint_as_float(static_cast<uint32_t>(words[l]));
    for (int d = P::own; d < 32; d *= 2)
      sum += __shfl_xor_sync(~0u, sum, d);
    return sum;
  }

  __device__ void gather(int first) {
    const int own = lane % P::own, part = lane / P::own;
    const int column = rank * P::own + own;
    for (int i = first; i < turns; i += gatherers) {
      const int x = i % X, k = i * clusters + cluster;
      waitFor(m.total, X, i);
      const int from = max(k - clusters + 1, 0);
      float run = gatherFrom(from, k - from, column, part);
      if (i > 0) {
        waitFor(m.handed, X, i - 1);
        run += m.after[(i - 1) % X][own];
      }
      float sum = 0;
      for (int r = 0; r < C; ++r)
        sum += m.totals[x][r][column];
      if (part == 0)
        m.after[x][own] = run + sum;
      __syncwarp();
      if (lane == 0)
        arrive(&m.handed[x]);
      for (int r = part; r < C; r += 32 / P::own)
        storeAsync(ofRank(shared(&m.carry[x][column]), r),
                   ofRank(shared(&m.carried[x]), r), run);
    }
  }

  __device__ void reduce(int warp) {
    constexpr int steps = P::rows / (P::reducers * P::rowsOfWarp);
    const int group = lane / P::lanesOfRow, l = lane % P::lanesOfRow;
    const int first = (warp * P::rowsOfWarp + group) * steps;
    for (int i = 0; i < turns; ++i) {
      const int s = i % S, x = i % X;
      waitFor(m.full, S, i);
      float sum[V] = {};
#pragma unroll
      for (int r = 0; r < steps; ++r)
        addTo(sum, m.tile[s][first + r][l]);
#pragma unroll
      for (int d = P::lanesOfRow; d < 32; d *= 2)
#pragma unroll
        for (int j = 0; j < V; ++j)
          sum[j] += __shfl_xor_sync(~0u, sum[j], d);
      if (group == 0)
#pragma unroll
        for (int j = 0; j < V; ++j)
          m.ofReducers[i & 1][warp][l * V + j] = sum[j];
      asm volatile("bar.sync 1, %0;" ::"n"(32 * P::reducers) : "memory");
      const int thread = 32 * warp + lane;
      if (thread == 0)
        arrive(&m.empty[s]);
      for (int u = thread; u < C * K; u += 32 * P::reducers) {
        const int to = u / K, column = u % K;
        float all = 0;
#pragma unroll
        for (int w = 0; w < P::reducers; ++w)
          all += m.ofReducers[i & 1][w][column];
        storeAsync(ofRank(shared(&m.totals[x][rank][column]), to),
                   ofRank(shared(&m.total[x]), to), all);
      }
    }
  }

  __device__ void scan(int warp) {
    constexpr int steps = P::rows / (P::scanners * P::rowsOfWarp);
    const int group = lane / P::lanesOfRow, l = lane % P::lanesOfRow;
    const int first = (warp * P::rowsOfWarp + group) * steps;
    for (int i = 0; i < turns; ++i) {
      const int s = i % S, x = i % X;
      waitFor(m.full, S, i);
      uint4 own[steps];
#pragma unroll
      for (int r = 0; r < steps; ++r)
        own[r] = m.tile[s][first + r][l];
      float sum[V] = {}, before[V];
#pragma unroll
      for (int r = 0; r < steps; ++r)
        addTo(sum, own[r]);
#pragma unroll
      for (int j = 0; j < V; ++j) {
        float upTo = sum[j];
#pragma unroll
        for (int d = P::lanesOfRow; d < 32; d *= 2) {
          const float other = __shfl_up_sync(~0u, upTo, d);
          if (lane >= d)
            upTo += other;
        }
        before[j] = upTo - sum[j];
        if (group == P::rowsOfWarp - 1)
          m.ofScanners[warp][l * V + j] = upTo;
      }
      meet();
      if (32 * warp + lane == 0)
        arrive(&m.empty[s]); // the tile is in registers
      for (int w = 0; w < warp; ++w)
#pragma unroll
        for (int j = 0; j < V; ++j)
          before[j] += m.ofScanners[w][l * V + j];
      waitFor(m.preMade, X, i);
      waitFor(m.carried, X, i);
#pragma unroll
      for (int j = 0; j < V; ++j)
        before[j] += m.carry[x][l * V + j] + m.pre[x][l * V + j];
      char *to = out + place(i) + (first * P::lanesOfRow + l) * 16;
#pragma unroll
      for (int r = 0; r < steps; ++r) {
        addTo(before, own[r]);
        const uint4 v = pack(before);
        asm volatile("st.global.L2::cache_hint.v4.b32 [%0], {%1, %2, %3, %4}, "
                     "%5;" ::"l"(to + r * P::lanesOfRow * 16),
                     "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "l"(stores)
                     : "memory");
      }
      meet();
    }
  }
  __device__ static void meet() {
    asm volatile("bar.sync 2, %0;" ::"n"(32 * P::scanners) : "memory");
  }

  __device__ void run(int warp) {
    if (warp < P::loaders)
      return load(warp);
    if ((warp -= P::loaders) == 0)
      return post();
    if ((warp -= 1) < gatherers)
      return gather(warp);
    if ((warp -= gatherers) < P::reducers)
      return reduce(warp);
    scan(warp - P::reducers);
  }
};

template <class P>
__global__ void __launch_bounds__(P::threads, 1)
    scan(const char *in, char *out, uint64_t *posted, uint32_t epoch,
         int supertiles, uint64_t loads, uint64_t stores) {
  extern __shared__ __align__(128) char memory[];
  auto &m = *reinterpret_cast<typename P::Shared *>(memory);
  const int clusters = gridDim.x / P::blocks, cluster = blockIdx.x / P::blocks;
  if (threadIdx.x == 0) {
    for (int s = 0; s < P::tiles; ++s) {
      initBarrier(&m.full[s], P::lanes ? 32 * P::lanes : 1);
      initBarrier(&m.empty[s], 2); // reducers and scanners
    }
    for (int x = 0; x < P::exchanges; ++x)
      for (uint64_t *ring : {m.total, m.carried, m.preMade, m.handed})
        initBarrier(&ring[x], 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  auto meetCluster = [] {
    asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
  };
  meetCluster();
  Block<P>{m,
           in,
           out,
           posted,
           epoch,
           loads,
           stores,
           clusters,
           cluster,
           static_cast<int>(blockIdx.x % P::blocks),
           (supertiles - cluster + clusters - 1) / clusters,
           static_cast<int>(threadIdx.x % 32)}
      .run(threadIdx.x / 32);
  meetCluster();
}

/// What L2 evicts last and first, as `createpolicy` encodes it.
constexpr uint64_t last = 0x14F0000000000000, first = 0x12F0000000000000;

template <class F> static double medianMicroseconds(F launch) {
  std::vector<double> times;
  for (int i = 0; i < 11; ++i)
    times.push_back(time(20, [&](int) { launch(); }));
  return median(times);
}

static float valueOf(int64_t row, int column) {
  return row % 256 == 0 && (row / 256 + column) % 37 == 0;
}

/// A tensor of K columns of E, and what a copy of it takes.
template <class E, int K> class Tensor {
public:
  explicit Tensor(int64_t rows) : rows(rows) {
    const int64_t bytes = rows * K * sizeof(E);
    check(cudaMalloc(&in, bytes));
    check(cudaMalloc(&out, bytes));
    check(cudaMalloc(&posted, rows * K / 2));
    check(cudaMemset(posted, 0, rows * K / 2));
    std::vector<E> values(rows * K);
    for (int64_t r = 0; r < rows; ++r)
      for (int c = 0; c < K; ++c)
        values[r * K + c] = E(valueOf(r, c));
    check(cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice));
    copy = medianMicroseconds([&] {
      check(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice));
    });
    std::printf("(%lld, %d) of %zu bytes: copy %.1f us\n",
                static_cast<long long>(rows), K, sizeof(E), copy);
  }
  ~Tensor() {
    for (void *memory : {in, out, static_cast<void *>(posted)})
      check(cudaFree(memory));
  }

  template <int C, int Rows, int S, int L, int Scanners, int Lanes = 0>
  void measure() {
    using P = Plan<E, K, C, Rows, S, L, Scanners, Lanes>;
    auto *kernel = scan<P>;
    const int bytes = sizeof(typename P::Shared);
    check(cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {C, 1, 1};
    config.attrs = &attribute;
    config.numAttrs = 1;
    config.blockDim = P::threads;
    config.gridDim = 132 / C * C;
    config.dynamicSmemBytes = bytes;
    int most = 0;
    check(cudaOccupancyMaxActiveClusters(&most, kernel, &config));
    const int supertiles = static_cast<int>(rows / (C * Rows));
    const int clusters = std::min({most, 132 / C, supertiles});
    config.gridDim = clusters * C;
    auto launch = [&] {
      check(cudaLaunchKernelEx(
          &config, kernel, static_cast<const char *>(in),
          static_cast<char *>(out), posted, epoch, supertiles, last, first));
      epoch += supertiles;
    };
    check(cudaMemset(out, 0xff, rows * K * sizeof(E)));
    launch();
    const double time = medianMicroseconds(launch);
    std::printf("%d clusters of %d blocks, %3d rows, %d tiles, %d at once%s, "
                "%d warps scan: %7.2f us, %.3f of a copy%s\n",
                clusters, C, Rows, S, L, Lanes ? " by lanes" : "", Scanners,
                time, copy / time, isRight() ? "" : ", WRONG");
    std::fflush(stdout);
  }

private:
  bool isRight() const {
    std::vector<E> got(rows * K);
    check(cudaMemcpy(got.data(), out, rows * K * sizeof(E),
                     cudaMemcpyDeviceToHost));
    std::vector<float> want(K, 0);
    for (int64_t r = 0; r < rows; ++r)
      for (int c = 0; c < K; ++c) {
        want[c] += valueOf(r, c);
        if (static_cast<float>(got[r * K + c]) !=
            static_cast<float>(E(want[c])))
          return false;
      }
    return true;
  }

  int64_t rows;
  void *in, *out;
  uint64_t *posted;
  double copy;
  uint32_t epoch = 1;
};

int main() {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s\n", properties.name);
  {
    Tensor<float, 64> tensor(1 << 20);
    tensor.measure<4, 128, 6, 2, 4>();
    tensor.measure<4, 128, 6, 2, 8>();
    tensor.measure<4, 128, 6, 3, 4>();
    tensor.measure<4, 128, 5, 2, 4>();
    tensor.measure<4, 128, 4, 2, 4>();
    tensor.measure<4, 64, 11, 4, 4>();
    tensor.measure<8, 128, 6, 2, 4>();
    tensor.measure<2, 128, 6, 2, 4>();
    tensor.measure<4, 128, 6, 2, 4, 2>();
  }
  {
    Tensor<__nv_bfloat16, 64> tensor(1 << 20);
    tensor.measure<4, 256, 6, 2, 8>();
    tensor.measure<4, 256, 6, 3, 8>();
    tensor.measure<4, 256, 5, 2, 8>();
    tensor.measure<4, 128, 11, 4, 4>();
    tensor.measure<8, 256, 6, 2, 8>();
  }
  {
    Tensor<float, 16> tensor(1 << 22);
    tensor.measure<4, 512, 6, 2, 4>();
    tensor.measure<2, 512, 6, 2, 8>();
  }
  {
    Tensor<__nv_bfloat16, 16> tensor(1 << 22);
    tensor.measure<4, 1024, 6, 2, 8>();
    tensor.measure<2, 1024, 6, 2, 8>();
  }
}
