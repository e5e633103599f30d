//===- ChunkedScan.cuh - The checking algorithm -----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three kernels: each thread folds a chunk of the input from left to right;
// one block scans the chunk totals, again from left to right; each thread
// walks its chunk once more, now seeded, and compares as it goes. No shuffle,
// no tree, no vector access: nothing that the scans under test do.
//
// An operator is a struct `M` that is copied to the device:
//   M::State                                a trivially copyable value
//   State identity() const
//   State init() const                      what the scan starts from
//   State load(const void *in, uint64_t i) const
//   State combine(State low, State high) const
//   bool matches(const void *out, uint64_t i, State expected) const
// All take physical indices; `Shape` maps the scan's order to them.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_CHUNKEDSCAN_CUH
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_CHUNKEDSCAN_CUH

#include "Cuda.h"
#include "Reference.h"

namespace scanc::gputest {

struct Shape {
  uint64_t n;
  uint64_t chunk; ///< elements a thread walks
  bool inclusive;
  bool reverse;

  __host__ __device__ uint64_t chunks() const {
    return (n + chunk - 1) / chunk;
  }
  /// The physical index of the scan's `position`-th element.
  __device__ uint64_t at(uint64_t position) const {
    return reverse ? n - 1 - position : position;
  }
};

constexpr unsigned totalsThreads = 256;

template <class M>
__global__ void reduceChunks(M m, Shape shape, const void *in,
                             typename M::State *totals) {
  uint64_t c = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x;
  if (c >= shape.chunks())
    return;
  uint64_t end = min(shape.n, (c + 1) * shape.chunk);
  typename M::State sum = m.identity();
  for (uint64_t k = c * shape.chunk; k < end; ++k)
    sum = m.combine(sum, m.load(in, shape.at(k)));
  totals[c] = sum;
}

/// Exclusive scan of `totals`, seeded with the init, by one block.
template <class M>
__global__ void scanTotals(M m, uint64_t count, typename M::State *totals) {
  extern __shared__ __align__(16) unsigned char raw[];
  auto *sums = reinterpret_cast<typename M::State *>(raw);
  uint64_t each = (count + totalsThreads - 1) / totalsThreads;
  uint64_t begin = min(count, threadIdx.x * each);
  uint64_t end = min(count, begin + each);
  typename M::State sum = m.identity();
  for (uint64_t c = begin; c < end; ++c)
    sum = m.combine(sum, totals[c]);
  sums[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    typename M::State running = m.init();
    for (unsigned t = 0; t < totalsThreads; ++t) {
      typename M::State next = m.combine(running, sums[t]);
      sums[t] = running;
      running = next;
    }
  }
  __syncthreads();
  typename M::State running = sums[threadIdx.x];
  for (uint64_t c = begin; c < end; ++c) {
    typename M::State next = m.combine(running, totals[c]);
    totals[c] = running;
    running = next;
  }
}

/// `found`, where not null, takes what output `wanted` should be.
template <class M>
__global__ void checkChunks(M m, Shape shape, const void *in, const void *out,
                            const typename M::State *totals, Verdict *verdict,
                            uint64_t wanted, typename M::State *found) {
  uint64_t c = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x;
  if (c >= shape.chunks())
    return;
  uint64_t end = min(shape.n, (c + 1) * shape.chunk);
  typename M::State running = totals[c];
  unsigned long long wrong = 0, first = Verdict::none;
  for (uint64_t k = c * shape.chunk; k < end; ++k) {
    uint64_t i = shape.at(k);
    typename M::State next = m.combine(running, m.load(in, i));
    typename M::State expected = shape.inclusive ? next : running;
    if (found && i == wanted)
      *found = expected;
    if (!found && !m.matches(out, i, expected)) {
      ++wrong;
      first = min(first, static_cast<unsigned long long>(i));
    }
    running = next;
  }
  if (wrong) {
    atomicAdd(&verdict->wrong, wrong);
    atomicMin(&verdict->firstWrong, first);
  }
}

/// Runs the three kernels for one operator; owns the totals.
template <class M> class ChunkedScan {
public:
  using State = typename M::State;

  /// Asynchronous. With `found`, fetches one expected value and compares none.
  void run(const M &m, bool inclusive, bool reverse, const void *in,
           const void *out, uint64_t n, Verdict *verdict, uint64_t wanted,
           State *found, cudaStream_t stream) {
    if (n == 0)
      return;
    uint64_t chunk = 32;
    while (chunk < 8192 && n / chunk > 32768)
      chunk *= 2;
    Shape shape{n, chunk, inclusive, reverse};
    totals.reserve(shape.chunks() * sizeof(State));
    auto *sums = static_cast<State *>(totals.data());
    unsigned blocks = static_cast<unsigned>((shape.chunks() + 127) / 128);
    reduceChunks<<<blocks, 128, 0, stream>>>(m, shape, in, sums);
    scanTotals<<<1, totalsThreads, totalsThreads * sizeof(State), stream>>>(
        m, shape.chunks(), sums);
    checkChunks<<<blocks, 128, 0, stream>>>(m, shape, in, out, sums, verdict,
                                            wanted, found);
    SCANC_CUDA(cudaGetLastError());
  }

  /// What output `index` should be. Synchronous.
  State expectedAt(const M &m, bool inclusive, bool reverse, const void *in,
                   const void *out, uint64_t n, uint64_t index,
                   cudaStream_t stream) {
    State value;
    one.reserve(sizeof(State));
    auto *found = static_cast<State *>(one.data());
    run(m, inclusive, reverse, in, out, n, nullptr, index, found, stream);
    SCANC_CUDA(cudaMemcpyAsync(&value, found, sizeof value,
                               cudaMemcpyDeviceToHost, stream));
    SCANC_CUDA(cudaStreamSynchronize(stream));
    return value;
  }

private:
  DeviceMemory totals, one;
};

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_CHUNKEDSCAN_CUH
