//===- times.cuh - Scans along an axis beside copies ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All arrays lie in C order. Small tensors are scanned once more by graphs, a
// launch of which costs less than that of its kernels.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_TIMES_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_TIMES_CUH

#include "scan_gradient.h"
#include "scan_recurrence.h"
#include "scans.cuh"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <functional>
#include <string>
#include <vector>

/// Arrays of as many elements as may be asked for, in and out.
struct TimedMemory {
  char *in, *out;
  void *workspace;
  uint64_t bytes; // of each side
};

/// A launcher, whose arrays are of one size and lie one behind another.
struct TimedScan {
  const char *name;
  unsigned inputs, outputs;
  uint64_t size;
  scanc_status (*initWorkspace)(void *, CUstream_st *);
  std::function<scanc_status(CUstream_st *, char **in, char **out,
                             const scanc_tensor *, void *workspace)>
      launch;
};

struct TimedShape {
  std::vector<uint64_t> extents;
  unsigned axis;

  uint64_t count() const {
    uint64_t all = 1;
    for (uint64_t extent : extents)
      all *= extent;
    return all;
  }
};

template <class T> T *as(char *pointer) {
  return reinterpret_cast<T *>(pointer);
}

__global__ void fillTimed(uint32_t *to, uint64_t count) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x) {
    const uint32_t bits = uint32_t(i * 0x9e3779b97f4a7c15ull >> 32);
    to[i] = 0x3f000000 | (bits & 0x7fff7f); // from 1/2 to 1, also as bf16
  }
}

/// A graph of so many launches into the stream, ready to be launched itself.
class Graph {
public:
  Graph(int launches, cudaStream_t stream,
        const std::function<void()> &launch) {
    cudaGraph_t graph;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < launches; ++i)
      launch();
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphDestroy(graph));
  }
  Graph(const Graph &) = delete;
  ~Graph() { cudaGraphExecDestroy(executable); }
  void launch() const { check(cudaGraphLaunch(executable, nullptr)); }

private:
  cudaGraphExec_t executable;
};

/// Medians of 11, of the same copy and the same scan by turns.
inline void compareTimes(const std::string &name, uint64_t bytes,
                         const std::function<double()> &copy,
                         const std::function<double()> &scan) {
  std::vector<double> copies, scans;
  for (int round = 0; round < 12; ++round) {
    const double copied = copy(), scanned = scan();
    if (round) { // the first one warms up
      copies.push_back(copied);
      scans.push_back(scanned);
    }
  }
  std::printf("%-42s %10.4f GB %9.2f %9.2f   %.3f\n", name.c_str(), bytes / 1e9,
              median(copies), median(scans), median(copies) / median(scans));
  std::fflush(stdout);
}

inline void measure(const TimedMemory &memory, const TimedScan &scan,
                    const TimedShape &shape) {
  const uint64_t count = shape.count(), array = count * scan.size;
  const uint64_t bytes = (scan.inputs + scan.outputs) * array;
  std::string name = std::string(scan.name) + " (";
  scanc_tensor tensor = {
      static_cast<uint32_t>(shape.extents.size()), shape.axis, {}, {}};
  for (unsigned k = tensor.rank; k-- > 0;) {
    tensor.extent[k] = shape.extents[k];
    for (unsigned i = 0; i < scan.inputs + scan.outputs; ++i)
      tensor.stride[i][k] =
          k + 1 == tensor.rank ? 1
                               : tensor.stride[i][k + 1] *
                                     static_cast<int64_t>(tensor.extent[k + 1]);
  }
  for (unsigned k = 0; k < tensor.rank; ++k)
    name += (k ? "," : "") + std::to_string(shape.extents[k]);
  name += ") along " + std::to_string(shape.axis);
  if (std::max(scan.inputs, scan.outputs) * array > memory.bytes) {
    std::printf("skipped: %s: too little memory\n", name.c_str());
    return;
  }
  char *in[4], *out[4];
  for (unsigned i = 0; i < 4; ++i) {
    in[i] = memory.in + i * array;
    out[i] = memory.out + i * array;
  }
  auto launchTo = [&](cudaStream_t stream) {
    checkScan(scan.launch(stream, in, out, &tensor, memory.workspace),
              name.c_str());
  };
  auto copyTo = [&](cudaStream_t stream) {
    check(cudaMemcpyAsync(memory.out, memory.in, bytes / 2,
                          cudaMemcpyDeviceToDevice, stream));
  };
  const bool isSmall = count <= 1 << 20;
  const int launches = isSmall ? 100 : 10;
  compareTimes(
      name, bytes,
      [&] { return time(launches, [&](int) { copyTo(nullptr); }); },
      [&] { return time(launches, [&](int) { launchTo(nullptr); }); });
  if (!isSmall)
    return;
  constexpr int each = 20;
  cudaStream_t stream;
  check(cudaStreamCreate(&stream));
  const Graph copies(each, stream, [&] { copyTo(stream); });
  const Graph scans(each, stream, [&] { launchTo(stream); });
  compareTimes(
      "  graphs of 20", bytes,
      [&] { return time(10, [&](int) { copies.launch(); }) / each; },
      [&] { return time(10, [&](int) { scans.launch(); }) / each; });
  check(cudaStreamDestroy(stream));
}

/// A launcher of one input and one output.
template <class T>
TimedScan timedSum(const char *name,
                   scanc_status (*init)(void *, CUstream_st *),
                   scanc_status (*run)(CUstream_st *, const T *, T *,
                                       const scanc_tensor *, void *)) {
  return {name,
          1,
          1,
          sizeof(T),
          init,
          [run](CUstream_st *stream, char **in, char **out,
                const scanc_tensor *tensor, void *workspace) {
            return run(stream, as<T>(in[0]), as<T>(out[0]), tensor, workspace);
          }};
}

inline void measureAll() {
  const TimedScan sum = timedSum("sum f32", scan_init_workspace, scan_axis);
  const TimedScan sumBf16 =
      timedSum("sum bf16", scan_sum_bf16_init_workspace, scan_sum_bf16_axis);
  const TimedScan sumU8 =
      timedSum("sum u8", scan_sum_u8_init_workspace, scan_sum_u8_axis);
  const TimedScan sumF64 =
      timedSum("sum f64", scan_sum_f64_init_workspace, scan_sum_f64_axis);
  const TimedScan recurrence = {
      "recurrence f32",
      2,
      1,
      4,
      scan_recurrence_init_workspace,
      [](CUstream_st *stream, char **in, char **out, const scanc_tensor *tensor,
         void *workspace) {
        return scan_recurrence_axis(stream, as<float>(in[0]), as<float>(in[1]),
                                    as<float>(out[0]), tensor, workspace);
      }};
  const TimedScan gradient = {"its gradient",
                              3,
                              2,
                              4,
                              scan_gradient_init_workspace,
                              [](CUstream_st *stream, char **in, char **out,
                                 const scanc_tensor *tensor, void *workspace) {
                                return scan_gradient_axis(
                                    stream, as<float>(in[0]), as<float>(in[1]),
                                    as<float>(in[2]), as<float>(out[0]),
                                    as<float>(out[1]), tensor, workspace);
                              }};

  // Three inputs of 8 * 1536 * 65536 floats, where there is room.
  size_t free, all;
  check(cudaMemGetInfo(&free, &all));
  TimedMemory memory;
  memory.bytes = std::min<uint64_t>(12ull * 8 * 1536 * 65536,
                                    (free - (1ull << 30)) / 2 / 256 * 256);
  check(cudaMalloc(&memory.in, memory.bytes));
  check(cudaMalloc(&memory.out, memory.bytes));
  fillTimed<<<2048, 256>>>(as<uint32_t>(memory.in), memory.bytes / 4);
  check(cudaMemset(memory.out, 0, memory.bytes));
  // Enough for all of them: it does not grow beyond some n.
  const scanc_tensor line = {1, 0, {1ull << 30}, {{1}, {1}, {1}, {1}, {1}}};
  const size_t room = std::max({scan_axis_workspace_bytes(&line),
                                scan_sum_bf16_axis_workspace_bytes(&line),
                                scan_sum_u8_axis_workspace_bytes(&line),
                                scan_sum_f64_axis_workspace_bytes(&line),
                                scan_recurrence_axis_workspace_bytes(&line),
                                scan_gradient_axis_workspace_bytes(&line)});
  check(cudaMalloc(&memory.workspace, room));

  std::printf("%-42s %13s %9s %9s   of copy\n", "microseconds", "bytes", "copy",
              "scanc");
  auto measureEach = [&](const TimedScan &scan,
                         const std::vector<TimedShape> &shapes) {
    checkScan(scan.initWorkspace(memory.workspace, nullptr), scan.name);
    for (const TimedShape &shape : shapes)
      measure(memory, scan, shape);
  };
  const std::vector<TimedShape> large = {
      {{8, 4096, 1024}, 1}, {{64, 4096, 1024}, 1}, {{1048576, 2}, 0},
      {{1048576, 64}, 0},   {{4096, 65536}, 0},    {{16, 16384, 256}, 1}};
  const std::vector<TimedShape> small = {
      {{64, 1024}, 0}, {{1024, 64}, 0}, {{16, 64, 64}, 1}};
  // From one block's work to more than all blocks have at a time.
  const std::vector<TimedShape> pairs = {
      {{1024, 2}, 0}, {{16384, 2}, 0}, {{131072, 2}, 0}, {{134217728, 2}, 0}};
  const std::vector<TimedShape> recurrences = {{{8, 1536, 65536}, 2},
                                               {{8, 1024, 4096}, 2},
                                               {{8, 4096, 1024}, 1},
                                               {{64, 4096, 1024}, 1}};
  for (const TimedScan &scan : {sum, sumBf16}) {
    measureEach(scan, large);
    measureEach(scan, small);
    measureEach(scan, pairs);
  }
  measureEach(recurrence, recurrences);
  measureEach(recurrence, small);
  measureEach(recurrence, {{{1048576, 2}, 0}});
  measureEach(gradient, recurrences);
  measureEach(gradient, {{{1048576, 2}, 0}});
  for (const TimedScan &scan : {sumU8, sumF64})
    measureEach(scan, large);
}

#endif // SCANC_TEST_INTEGRATION_GPU_AXIS_TIMES_CUH
