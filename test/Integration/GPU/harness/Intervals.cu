//===- Intervals.cu - The proof of a plan, on a GPU -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan that was compiled with --intervals has elements [begin, end), of two
// 64-bit bounds. Element k of the scan's order is [k, k + 1), and output k must
// be [0, k + 1), [0, k), or with the init's mark [-1, k + 1) or [-1, k). No
// reference has to be computed, so that any n can be checked: see
// docs/Verification.md.
//
//===----------------------------------------------------------------------===//

#include "Cuda.h"
#include "Reference.h"

#include <string>

using namespace scanc::gputest;

namespace {

/// As in intervals.mlir.
struct Interval {
  int64_t begin, end;
};

constexpr int64_t least = INT64_MIN;

/// What the scan makes of n intervals.
struct Expected {
  bool inclusive, reverse, seeded;

  __host__ __device__ int64_t position(uint64_t i, uint64_t n) const {
    return static_cast<int64_t>(reverse ? n - 1 - i : i);
  }
  __host__ __device__ Interval at(uint64_t i, uint64_t n) const {
    int64_t end = position(i, n) + inclusive;
    if (seeded)
      return {-1, end};
    return end == 0 ? Interval{least, least} : Interval{0, end};
  }
};

__global__ void fillIntervals(Expected expected, Interval *in, uint64_t n) {
  uint64_t stride = uint64_t(gridDim.x) * blockDim.x;
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < n;
       i += stride) {
    int64_t k = expected.position(i, n);
    in[i] = {k, k + 1};
  }
}

__global__ void checkIntervals(Expected expected, const Interval *out,
                               uint64_t n, Verdict *verdict) {
  uint64_t stride = uint64_t(gridDim.x) * blockDim.x;
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < n;
       i += stride) {
    Interval wanted = expected.at(i, n);
    if (out[i].begin == wanted.begin && out[i].end == wanted.end)
      continue;
    atomicMin(&verdict->firstWrong, static_cast<unsigned long long>(i));
    atomicAdd(&verdict->wrong, 1ull);
  }
}

std::string show(Interval interval) {
  return "[" + std::to_string(interval.begin) + ", " +
         std::to_string(interval.end) + ")";
}

class IntervalReference : public Reference {
public:
  explicit IntervalReference(const ScanCase &scan)
      : expected{scan.inclusive, scan.reverse, !scan.init.empty()} {}

  void generate(void *in, uint64_t n, Pattern, uint64_t,
                cudaStream_t stream) override {
    if (n == 0)
      return;
    fillIntervals<<<1056, 256, 0, stream>>>(expected,
                                            static_cast<Interval *>(in), n);
    SCANC_CUDA(cudaGetLastError());
  }

  void check(const void *, const void *out, uint64_t n, Verdict *verdict,
             cudaStream_t stream) override {
    if (n == 0)
      return;
    checkIntervals<<<1056, 256, 0, stream>>>(
        expected, static_cast<const Interval *>(out), n, verdict);
    SCANC_CUDA(cudaGetLastError());
  }

  std::string explain(const void *, const void *out, uint64_t n,
                      uint64_t index, cudaStream_t stream) override {
    Interval got;
    SCANC_CUDA(cudaStreamSynchronize(stream));
    SCANC_CUDA(cudaMemcpy(&got, static_cast<const Interval *>(out) + index,
                          sizeof got, cudaMemcpyDeviceToHost));
    return "got " + show(got) + ", expected " + show(expected.at(index, n));
  }

private:
  Expected expected;
};

} // namespace

std::unique_ptr<Reference>
scanc::gputest::makeIntervalReference(const ScanCase &scan) {
  if (scan.op != "interval" || scan.elem.count != 2 ||
      scan.elem.size != sizeof(Interval))
    return nullptr;
  return std::make_unique<IntervalReference>(scan);
}
