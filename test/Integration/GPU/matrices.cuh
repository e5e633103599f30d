//===- matrices.cuh - Matrices drawn at random, and scans on a CPU --------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs have in common that compare scans on a GPU with a loop on the
// CPU: matrices of any strides, of which every byte is looked at, shapes at
// which kernels may go wrong, an operator that does not commute; and times
// beside copies.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_MATRICES_CUH
#define SCANC_TEST_INTEGRATION_GPU_MATRICES_CUH

#include "timing.cuh"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

using Random = std::mt19937_64;

inline uint64_t below(Random &random, uint64_t limit) {
  return random() % limit;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// Rows of n elements of type T in device memory, one every `stride` elements,
/// which can be negative; the first begins `shift` elements into the memory.
template <class T> class Matrix {
public:
  Matrix(uint64_t rows, uint64_t n, int64_t stride, uint64_t shift)
      : rows(rows), n(n), stride(stride) {
    const uint64_t apart = std::llabs(stride);
    bytes = ((rows ? (rows - 1) * apart + n : 0) + shift) * sizeof(T) + 1;
    first = shift + (stride < 0 && rows ? (rows - 1) * apart : 0);
    host.assign(bytes, 0x5a);
    check(cudaMalloc(&device, bytes));
  }
  Matrix(const Matrix &) = delete;
  ~Matrix() { cudaFree(device); }

  T *pointer() const { return static_cast<T *>(device) + first; }
  uint64_t place(uint64_t row, uint64_t k) const {
    return static_cast<uint64_t>(static_cast<int64_t>(first) +
                                 static_cast<int64_t>(row) * stride) +
           k;
  }
  void set(uint64_t row, uint64_t k, T value) {
    std::memcpy(&host[place(row, k) * sizeof(T)], &value, sizeof(T));
  }
  T get(uint64_t row, uint64_t k) const {
    T value;
    std::memcpy(&value, &host[place(row, k) * sizeof(T)], sizeof(T));
    return value;
  }
  void upload() {
    check(cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice));
  }
  /// Whether memory is as it is here, gaps included.
  bool isAsExpected() const {
    std::vector<unsigned char> got(bytes);
    check(cudaMemcpy(got.data(), device, bytes, cudaMemcpyDeviceToHost));
    return got == host;
  }

  uint64_t rows, n;
  int64_t stride;

private:
  uint64_t bytes, first;
  std::vector<unsigned char> host;
  void *device = nullptr;
};

struct State {
  uint32_t a, h;
};

inline State combine(State x, State y) { return {x.a * y.a, x.h * y.a + y.h}; }

/// For each element, in the order of the scan: its place, the states before it
/// and after it.
template <class Element, class Visit>
void scanRow(uint64_t n, bool reverse, State start, Element element,
             Visit visit) {
  State before = start;
  for (uint64_t k = 0; k < n; ++k) {
    const uint64_t place = reverse ? n - 1 - k : k;
    const State after = combine(before, element(place));
    visit(place, before, after);
    before = after;
  }
}

struct Shape {
  uint64_t rows, n;
  bool areApart;
};

/// Lengths at which kernels may go wrong.
inline uint64_t drawLength(Random &random, uint64_t most) {
  static const uint64_t primes[] = {2, 3, 5, 31, 101, 1009, 4099, 30011, 65537};
  uint64_t n = 0;
  switch (below(random, 5)) {
  case 0:
    n = 1;
    break;
  case 1:
    n = primes[below(random, std::size(primes))];
    break;
  case 2:
    n = uint64_t(1) << below(random, 22);
    break;
  case 3:
    n = (uint64_t(1) << below(random, 22)) + 1;
    break;
  default:
    n = 1 + below(random, most);
  }
  return std::min(n, most);
}

inline Shape drawShape(Random &random, bool ofRows) {
  constexpr uint64_t most = 3'000'000;
  const uint64_t n = drawLength(random, most);
  if (!ofRows)
    return {1, n, false};
  return {1 + below(random, most / n), n, below(random, 2) == 0};
}

inline int64_t drawStride(Random &random, const Shape &shape, bool isInput) {
  if (!shape.areApart)
    return static_cast<int64_t>(shape.n);
  const auto apart = static_cast<int64_t>(shape.n + below(random, 9));
  if (isInput && below(random, 8) == 0)
    return 0;
  return below(random, 2) ? apart : -apart;
}

/// A workspace that no scan has used since it was zeroed.
inline void *workspaceOf(size_t bytes) {
  static void *memory = nullptr;
  static size_t known = 0;
  if (bytes > known) {
    check(cudaFree(memory));
    check(cudaMalloc(&memory, bytes));
    known = bytes;
  }
  if (known)
    check(cudaMemset(memory, 0, known));
  return memory;
}

/// `launch` beside a copy that moves `bytes`, read and written together.
inline void measure(const char *name, uint64_t bytes, void *from, void *to,
                    const std::function<void()> &launch) {
  (void)workspaceOf(0);
  std::vector<double> copies, scans;
  for (int round = 0; round < 12; ++round) {
    const double copied = time(10, [&](int) {
      check(cudaMemcpyAsync(to, from, bytes / 2, cudaMemcpyDeviceToDevice));
    });
    const double scanned = time(10, [&](int) { launch(); });
    if (round) { // the first one warms up
      copies.push_back(copied);
      scans.push_back(scanned);
    }
  }
  std::printf("%-24s %6.2f GB %9.1f %9.1f   %.3f\n", name, bytes / 1e9,
              median(copies), median(scans), median(copies) / median(scans));
  std::fflush(stdout);
}

/// The main of a program: runs cases drawn from --seed=K for --seconds=S, or
/// until 20 are wrong; then `rest`, which is about times, unless --no-times says
/// so. Gives the program's status: 0 if all cases are right, and `rest` is.
inline int runCases(int argc, char **argv,
                    const std::function<bool(Random &)> &runOne,
                    const std::function<bool()> &rest) {
  double seconds = 10;
  unsigned long long seed = 1;
  bool times = true;
  for (int i = 1; i < argc; ++i) {
    if (std::sscanf(argv[i], "--seconds=%lf", &seconds) == 1 ||
        std::sscanf(argv[i], "--seed=%llu", &seed) == 1)
      continue;
    if (std::strcmp(argv[i], "--no-times") == 0) {
      times = false;
      continue;
    }
    std::fprintf(stderr, "%s: unknown argument '%s'\n",
                 program_invocation_short_name, argv[i]);
    return 2;
  }
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, seed %llu\n", properties.name, seed);
  Random random(seed);
  const auto start = std::chrono::steady_clock::now();
  const std::chrono::duration<double> limit(seconds);
  unsigned long long passed = 0, failed = 0;
  while (std::chrono::steady_clock::now() - start < limit && failed < 20)
    ++(runOne(random) ? passed : failed);
  std::printf("%llu passed, %llu failed\n", passed, failed);
  const bool isRestRight = !times || rest();
  return failed != 0 || !isRestRight;
}

#endif // SCANC_TEST_INTEGRATION_GPU_MATRICES_CUH
