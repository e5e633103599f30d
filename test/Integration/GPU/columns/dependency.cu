//===- dependency.cu - What one exchange between all blocks takes ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last output of a scan depends on all inputs. So a scan of one chain, by
// blocks that each have a part of it, cannot take less time than a copy by the
// same blocks in which each waits, between its load and its store, until it has
// seen a word of every other block. How long does that take?
//
// Each block loads its part by bulk copies into shared memory, posts a word,
// gathers the words of all blocks before its own, and stores its part. Nothing
// is computed. The same without the words, and a copy by the driver, both ways:
// launch after launch, and in graphs of 20.
//
//   nvcc -arch=sm_90 -O2 -std=c++17 -o dependency dependency.cu && ./dependency
//
//===----------------------------------------------------------------------===//

#include "../timing.cuh"

#include <cstdint>
#include <functional>

constexpr int pieceBytes = 16384, mostPieces = 13;

static __device__ uint32_t addressOf(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

/// Copies pieces of 16 KB, a block's one after another. `epoch` is that of the
/// launch before; words of other launches are not taken.
template <bool waits>
__global__ void __launch_bounds__(128)
    copyParts(const char *in, char *out, uint64_t bytes, uint64_t *words,
              uint32_t *epochs) {
  extern __shared__ __align__(128) char memory[];
  __shared__ uint64_t there[mostPieces];
  const uint64_t part = (bytes / gridDim.x + pieceBytes - 1) / pieceBytes *
                        pieceBytes,
                 begin = part * blockIdx.x,
                 end = begin + part < bytes ? begin + part : bytes;
  const int pieces =
      begin < end
          ? static_cast<int>((end - begin + pieceBytes - 1) / pieceBytes)
          : 0;
  auto sizeOf = [&](int i) {
    const uint64_t left = end - begin - uint64_t(i) * pieceBytes;
    return static_cast<uint32_t>(left < pieceBytes ? left : pieceBytes);
  };
  uint32_t epoch = 0;
  if (threadIdx.x == 0) {
    for (int i = 0; i < pieces; ++i) {
      asm volatile(
          "mbarrier.init.shared.b64 [%0], 1;" ::"r"(addressOf(&there[i])));
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(
                       addressOf(&there[i])),
                   "r"(sizeOf(i))
                   : "memory");
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
          "[%0], [%1], %2, [%3];" ::"r"(addressOf(memory + i * pieceBytes)),
          "l"(in + begin + uint64_t(i) * pieceBytes), "r"(sizeOf(i)),
          "r"(addressOf(&there[i]))
          : "memory");
    }
    for (int i = 0; i < pieces; ++i)
      asm volatile("{\n .reg .pred p;\n again:\n"
                   " mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n"
                   " @!p bra again;\n}" ::"r"(addressOf(&there[i]))
                   : "memory");
  }
  if (waits) {
    epoch = epochs[blockIdx.x] + 1; // its own, that of all blocks
    __syncthreads();
    if (threadIdx.x == 0) {
      epochs[blockIdx.x] = epoch;
      asm volatile(
          "st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(words + blockIdx.x),
          "l"(uint64_t(epoch) << 32 | begin >> 32)
          : "memory");
    }
    for (int other = threadIdx.x; other < blockIdx.x; other += blockDim.x) {
      uint64_t word;
      do
        asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];"
                     : "=l"(word)
                     : "l"(words + other)
                     : "memory");
      while (static_cast<uint32_t>(word >> 32) != epoch);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    for (int i = 0; i < pieces; ++i)
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], "
                   "%2;" ::"l"(out + begin + uint64_t(i) * pieceBytes),
                   "r"(addressOf(memory + i * pieceBytes)), "r"(sizeOf(i))
                   : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::
                     : "memory");
  }
}

using Launch = std::function<void(cudaStream_t)>;

/// Microseconds of a launch, by itself or of 20 in a graph.
static double measure(cudaStream_t stream, const Launch &launch, bool inGraph) {
  constexpr int count = 20;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  if (inGraph) {
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < count; ++i)
      launch(stream);
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiate(&executable, graph, 0));
  }
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<double> times;
  for (int i = 0; i < 25; ++i) {
    check(cudaEventRecord(begin, stream));
    if (inGraph)
      check(cudaGraphLaunch(executable, stream));
    else
      for (int k = 0; k < count; ++k)
        launch(stream);
    check(cudaEventRecord(end, stream));
    check(cudaEventSynchronize(end));
    float ms;
    check(cudaEventElapsedTime(&ms, begin, end));
    times.push_back(1000.0 * ms / count);
  }
  return median(times);
}

int main() {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s\n", properties.name);
  constexpr uint64_t most = 16 << 20;
  char *in, *out;
  uint64_t *words;
  uint32_t *epochs;
  check(cudaMalloc(&in, most));
  check(cudaMalloc(&out, most));
  check(cudaMalloc(&words, 1024 * 8));
  check(cudaMalloc(&epochs, 1024 * 4));
  check(cudaMemset(words, 0, 1024 * 8));
  check(cudaMemset(epochs, 0, 1024 * 4));
  std::vector<char> data(most);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<char>(i * 2654435761u >> 20);
  check(cudaMemcpy(in, data.data(), most, cudaMemcpyHostToDevice));
  cudaStream_t stream;
  check(cudaStreamCreate(&stream));
  for (auto kernel : {copyParts<false>, copyParts<true>})
    check(cudaFuncSetAttribute(kernel,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               mostPieces * pieceBytes));
  for (uint64_t bytes : {most, most / 2, most / 4, most / 8, most / 64}) {
    check(cudaMemset(out, 0, most));
    std::printf("%7.2f MB:", static_cast<double>(bytes) / 1e6);
    // A part of each block is a piece or more, and fits.
    const unsigned blocks = static_cast<unsigned>(
        std::min<uint64_t>(properties.multiProcessorCount, bytes / pieceBytes));
    const uint64_t pieces = (bytes / blocks + pieceBytes - 1) / pieceBytes;
    const Launch launches[] = {
        [&](cudaStream_t s) {
          check(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice, s));
        },
        [&](cudaStream_t s) {
          copyParts<false><<<blocks, 128, pieces * pieceBytes, s>>>(
              in, out, bytes, words, epochs);
        },
        [&](cudaStream_t s) {
          copyParts<true><<<blocks, 128, pieces * pieceBytes, s>>>(
              in, out, bytes, words, epochs);
        }};
    const char *names[] = {"copy", "by blocks", "waiting for all"};
    double copy[2];
    for (int which = 0; which < 3; ++which) {
      for (int inGraph = 0; inGraph < 2; ++inGraph) {
        const double own = measure(stream, launches[which], inGraph);
        if (which == 0)
          copy[inGraph] = own;
        std::printf(" %s%s %.2f us (%.2f)", names[which],
                    inGraph ? " in graphs" : "", own, copy[inGraph] / own);
      }
      std::printf(";");
    }
    std::vector<char> got(bytes);
    check(cudaGetLastError());
    check(cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost));
    std::printf("%s\n", std::equal(got.begin(), got.end(), data.begin())
                            ? ""
                            : " WRONG");
    std::fflush(stdout);
  }
}
