//===- Reference.h - What the right answer is -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reference makes test data for one scan and checks every element of its
// output. It shares nothing with the compiler: operators are C++ written here,
// and the algorithm is one thread a chunk, each chunk walked element by
// element (ChunkedScan.cuh).
//
// Data are chosen so that the answer does not depend on the order of
// combining, not even on the order of the elements, which a commutative
// operator leaves free. Integers wrap. Float sums are random walks of small
// whole numbers that stay far inside what the state holds exactly; float
// products, of signs and a few powers of two. And so that the answer keeps
// moving: a running maximum goes on rising, a running "or" goes on gaining
// bits until the last elements, because a prefix that is constant hides
// errors. For operators that are not commutative see Tuple.cu; those that
// cannot be exact (Welford, softmax) are compared within a tolerance.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_REFERENCE_H
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_REFERENCE_H

#include "Manifest.h"

#include <cstdint>
#include <cuda_runtime_api.h>
#include <memory>
#include <string>

namespace scanc::gputest {

enum class Pattern {
  Normal,
  Special ///< -0, +0 and a NaN, for min and max of floats
};

/// What a check found; lives in device memory while kernels add to it.
struct Verdict {
  static constexpr unsigned long long none = ~0ull;
  unsigned long long firstWrong;   ///< least index of a wrong output, or none
  unsigned long long wrong;        ///< number of wrong outputs
  unsigned long long guardBytes;   ///< bytes changed outside the buffers
  unsigned long long inputBytes;   ///< bytes of the input that changed
  unsigned long long unequalBytes; ///< bytes that differ between two runs
};

class Reference {
public:
  virtual ~Reference() = default;

  /// Writes `n` elements of test data to device memory at `in`.
  virtual void generate(void *in, uint64_t n, Pattern pattern, uint64_t seed,
                        cudaStream_t stream) = 0;

  /// Compares all `n` outputs with the scan of `in` and adds what is wrong to
  /// `verdict`. Asynchronous; `in` and `out` are device memory.
  virtual void check(const void *in, const void *out, uint64_t n,
                     Verdict *verdict, cudaStream_t stream) = 0;

  /// Output `index` as it is and as it should be. Synchronous; `n` and the
  /// buffers as in the preceding `check`.
  virtual std::string explain(const void *in, const void *out, uint64_t n,
                              uint64_t index, cudaStream_t stream) = 0;
};

/// The reference of `scan`, or null when its operator is not known here.
std::unique_ptr<Reference> makeReference(const ScanCase &scan);

/// For built-in operators on one state value, and for operators on several.
std::unique_ptr<Reference> makeScalarReference(const ScanCase &scan);
std::unique_ptr<Reference> makeTupleReference(const ScanCase &scan);
/// For scans of intervals: the proof of a plan.
std::unique_ptr<Reference> makeIntervalReference(const ScanCase &scan);

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_REFERENCE_H
