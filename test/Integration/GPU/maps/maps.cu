//===- maps.cu - Scans with maps against a CPU, and beside copies ---------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches the scans of scans.mlir over arrays and matrices drawn at random:
// lengths of 1, of primes, of powers of two and one more; rows one behind
// another or apart; in place or not; aligned or not. A loop on the CPU is the
// reference. What lies between rows must be as it was. Then those that are to
// be timed, beside a copy of as many bytes as they must move.
//
//   scanc scans.mlir --emit=ptx,launcher -o LAUNCHERS/scan
//   sh ../build.sh maps LAUNCHERS OUT
//   OUT/maps [--seconds=S] [--seed=K] [--no-times]
//
//===----------------------------------------------------------------------===//

#include "scan.h"
#include "scan_beside.h"
#include "scan_every.h"
#include "scan_every_r.h"
#include "scan_exact.h"
#include "scan_exact_r.h"
#include "scan_gradient.h"
#include "scan_offsets.h"
#include "scan_recurrence.h"
#include "scan_roots.h"
#include "scan_squares_bf16.h"

#include "../matrices.cuh"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

namespace {

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// h[t] = a[t] h[t - 1] + b[t]; the output replaces a, or not.
bool runExact(Random &random, bool ofRows, bool reverse) {
  const Shape shape = drawShape(random, ofRows);
  const bool inPlace = below(random, 3) == 0;
  auto make = [&](bool isInput) {
    return Matrix<int32_t>(shape.rows, shape.n,
                           drawStride(random, shape, isInput && !inPlace),
                           below(random, 5));
  };
  Matrix<int32_t> a = make(true), b = make(true), h = make(false);
  for (uint64_t row = 0; row < shape.rows; ++row)
    for (uint64_t k = 0; k < shape.n; ++k) {
      a.set(row, k, static_cast<int32_t>(random() | 1));
      b.set(row, k, static_cast<int32_t>(random()));
    }
  a.upload();
  b.upload();
  h.upload();
  Matrix<int32_t> &out = inPlace ? a : h;
  const auto rowsFunction = reverse ? scan_exact_r_rows : scan_exact_rows;
  void *workspace = workspaceOf(
      std::max(scan_exact_workspace_bytes(shape.n),
               scan_exact_rows_workspace_bytes(shape.rows, shape.n)));
  checkScan(ofRows ? rowsFunction(nullptr, a.pointer(), b.pointer(),
                                  out.pointer(), shape.rows, shape.n, a.stride,
                                  b.stride, out.stride, workspace)
                   : (reverse ? scan_exact_r
                              : scan_exact)(nullptr, a.pointer(), b.pointer(),
                                            out.pointer(), shape.n, workspace),
            "exact");
  // Rows of an input may overlap: all of it is read before any is written here.
  std::vector<int32_t> expected;
  for (uint64_t row = 0; row < shape.rows; ++row) {
    std::vector<int32_t> own(shape.n);
    scanRow(
        shape.n, reverse, {1, 0},
        [&](uint64_t k) {
          return State{static_cast<uint32_t>(a.get(row, k)),
                       static_cast<uint32_t>(b.get(row, k))};
        },
        [&](uint64_t k, State, State after) {
          own[k] = static_cast<int32_t>(after.h);
        });
    expected.insert(expected.end(), own.begin(), own.end());
  }
  for (uint64_t row = 0; row < shape.rows; ++row)
    for (uint64_t k = 0; k < shape.n; ++k)
      out.set(row, k, expected[row * shape.n + k]);
  check(cudaDeviceSynchronize());
  if (out.isAsExpected() && b.isAsExpected() && (inPlace || a.isAsExpected()))
    return true;
  std::printf("exact%s%s: %llu rows of %llu%s%s: wrong\n", reverse ? "_r" : "",
              ofRows ? "_rows" : "",
              static_cast<unsigned long long>(shape.rows),
              static_cast<unsigned long long>(shape.n),
              shape.areApart ? ", apart" : "", inPlace ? ", in place" : "");
  return false;
}

bool runEvery(Random &random, bool ofRows, bool reverse) {
  const Shape shape = drawShape(random, ofRows);
  auto stride = [&](bool isInput) {
    return drawStride(random, shape, isInput);
  };
  auto shift = [&] { return below(random, 5); };
  Matrix<uint8_t> a(shape.rows, shape.n, stride(true), shift());
  Matrix<int32_t> b(shape.rows, shape.n, stride(true), shift());
  Matrix<int32_t> before(shape.rows, shape.n, stride(false), shift()),
      mixed(shape.rows, shape.n, stride(false), shift());
  Matrix<int64_t> index(shape.rows, shape.n, stride(false), shift());
  for (uint64_t row = 0; row < shape.rows; ++row)
    for (uint64_t k = 0; k < shape.n; ++k) {
      a.set(row, k, static_cast<uint8_t>(random()));
      b.set(row, k, static_cast<int32_t>(random()));
    }
  a.upload();
  b.upload();
  before.upload();
  mixed.upload();
  index.upload();
  const auto rowsFunction = reverse ? scan_every_r_rows : scan_every_rows;
  void *workspace = workspaceOf(
      std::max(scan_every_workspace_bytes(shape.n),
               scan_every_rows_workspace_bytes(shape.rows, shape.n)));
  checkScan(ofRows ? rowsFunction(nullptr, a.pointer(), b.pointer(),
                                  before.pointer(), mixed.pointer(),
                                  index.pointer(), shape.rows, shape.n,
                                  a.stride, b.stride, before.stride,
                                  mixed.stride, index.stride, workspace)
                   : (reverse ? scan_every_r : scan_every)(
                         nullptr, a.pointer(), b.pointer(), before.pointer(),
                         mixed.pointer(), index.pointer(), shape.n, workspace),
            "every");
  for (uint64_t row = 0; row < shape.rows; ++row)
    scanRow(
        shape.n, reverse, {3, 5},
        [&](uint64_t k) {
          return State{a.get(row, k), static_cast<uint32_t>(b.get(row, k)) +
                                          static_cast<uint32_t>(k)};
        },
        [&](uint64_t k, State low, State high) {
          before.set(row, k, static_cast<int32_t>(low.h));
          mixed.set(row, k,
                    static_cast<int32_t>(high.h ^
                                         static_cast<uint32_t>(b.get(row, k))));
          index.set(row, k, static_cast<int64_t>(k));
        });
  check(cudaDeviceSynchronize());
  if (before.isAsExpected() && mixed.isAsExpected() && index.isAsExpected() &&
      a.isAsExpected() && b.isAsExpected())
    return true;
  std::printf("every%s%s: %llu rows of %llu%s: wrong (before %d, after %d, "
              "index %d)\n",
              reverse ? "_r" : "", ofRows ? "_rows" : "",
              static_cast<unsigned long long>(shape.rows),
              static_cast<unsigned long long>(shape.n),
              shape.areApart ? ", apart" : "", !before.isAsExpected(),
              !mixed.isAsExpected(), !index.isAsExpected());
  return false;
}

/// g[t] = d[t] + a[t + 1] g[t + 1], with what lies beside.
bool runBeside(Random &random, bool ofRows) {
  const Shape shape = drawShape(random, ofRows);
  auto stride = [&](bool isInput) {
    return drawStride(random, shape, isInput);
  };
  auto shift = [&] { return below(random, 5); };
  Matrix<uint8_t> a(shape.rows, shape.n, stride(true), shift());
  Matrix<int32_t> d(shape.rows, shape.n, stride(true), shift()),
      h(shape.rows, shape.n, stride(true), shift());
  Matrix<int32_t> x(shape.rows, shape.n, stride(false), shift()),
      y(shape.rows, shape.n, stride(false), shift());
  for (uint64_t row = 0; row < shape.rows; ++row)
    for (uint64_t k = 0; k < shape.n; ++k) {
      a.set(row, k, static_cast<uint8_t>(random()));
      d.set(row, k, static_cast<int32_t>(random()));
      h.set(row, k, static_cast<int32_t>(random()));
    }
  a.upload();
  d.upload();
  h.upload();
  x.upload();
  y.upload();
  void *workspace = workspaceOf(
      std::max(scan_beside_workspace_bytes(shape.n),
               scan_beside_rows_workspace_bytes(shape.rows, shape.n)));
  checkScan(ofRows ? scan_beside_rows(nullptr, a.pointer(), d.pointer(),
                                      h.pointer(), x.pointer(), y.pointer(),
                                      shape.rows, shape.n, a.stride, d.stride,
                                      h.stride, x.stride, y.stride, workspace)
                   : scan_beside(nullptr, a.pointer(), d.pointer(), h.pointer(),
                                 x.pointer(), y.pointer(), shape.n, workspace),
            "beside");
  const uint64_t last = shape.n - 1;
  for (uint64_t row = 0; row < shape.rows; ++row)
    scanRow(
        shape.n, /*reverse=*/true, {1, 0},
        [&](uint64_t k) {
          return State{k == last ? 3u : a.get(row, k + 1),
                       static_cast<uint32_t>(d.get(row, k))};
        },
        [&](uint64_t k, State, State after) {
          const auto before =
              static_cast<uint32_t>(k == 0 ? -7 : h.get(row, k - 1));
          const auto behind =
              static_cast<uint32_t>(k == last ? 9 : d.get(row, k + 1));
          x.set(row, k, static_cast<int32_t>(after.h * before));
          y.set(row, k, static_cast<int32_t>(after.h ^ behind));
        });
  check(cudaDeviceSynchronize());
  if (x.isAsExpected() && y.isAsExpected())
    return true;
  std::printf("beside%s: %llu rows of %llu%s: wrong\n", ofRows ? "_rows" : "",
              static_cast<unsigned long long>(shape.rows),
              static_cast<unsigned long long>(shape.n),
              shape.areApart ? ", apart" : "");
  return false;
}

//===----------------------------------------------------------------------===//
// Square roots
//===----------------------------------------------------------------------===//

__global__ void fillBits(uint32_t *data, uint32_t first, uint64_t count) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x)
    data[i] = first + static_cast<uint32_t>(i);
}

/// Any NaN is as good as another.
__global__ void countWrongRoots(const float *numbers, const float *roots,
                                uint64_t count, unsigned long long *wrong) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x) {
    const float expected = __fsqrt_rn(numbers[i]);
    if (__float_as_uint(expected) != __float_as_uint(roots[i]) &&
        !(expected != expected && roots[i] != roots[i]))
      atomicAdd(wrong, 1ull);
  }
}

/// Of every f32 there is; whether all are right.
bool checkRoots() {
  constexpr uint64_t count = 1 << 28;
  uint32_t *numbers;
  float *roots;
  unsigned long long *wrong, total = 0;
  check(cudaMalloc(&numbers, count * 4));
  check(cudaMalloc(&roots, count * 4));
  check(cudaMalloc(&wrong, sizeof *wrong));
  check(cudaMemset(wrong, 0, sizeof *wrong));
  void *workspace = workspaceOf(scan_roots_workspace_bytes(count));
  for (uint32_t part = 0; part < 16; ++part) {
    fillBits<<<1024, 256>>>(numbers, part << 28, count);
    checkScan(scan_roots(nullptr, reinterpret_cast<float *>(numbers), roots,
                         count, workspace),
              "roots");
    countWrongRoots<<<1024, 256>>>(reinterpret_cast<float *>(numbers), roots,
                                   count, wrong);
  }
  check(cudaMemcpy(&total, wrong, sizeof total, cudaMemcpyDeviceToHost));
  check(cudaFree(numbers));
  check(cudaFree(roots));
  check(cudaFree(wrong));
  std::printf("square roots of all f32: %llu wrong\n", total);
  return total == 0;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

void measureAll() {
  constexpr uint64_t n = 1 << 28;
  char *in, *out;
  check(cudaMalloc(&in, 12 * n));
  check(cudaMalloc(&out, 12 * n));
  check(cudaMemset(in, 0, 12 * n));
  auto *floats = reinterpret_cast<float *>(in);
  auto *results = reinterpret_cast<float *>(out);
  void *workspace = workspaceOf(std::max(
      {scan_workspace_bytes(n), scan_squares_bf16_workspace_bytes(n),
       scan_recurrence_workspace_bytes(n), scan_offsets_workspace_bytes(n),
       scan_gradient_workspace_bytes(n),
       scan_recurrence_rows_workspace_bytes(1, n)}));
  std::printf("%-24s %9s %9s %9s   of copy\n", "2^28 elements", "bytes", "copy",
              "scanc");
  measure("squares f32", 8 * n, in, out, [&] {
    checkScan(scan(nullptr, floats, results, n, workspace), "squares");
  });
  measure("squares bf16", 4 * n, in, out, [&] {
    checkScan(scan_squares_bf16(nullptr, reinterpret_cast<uint16_t *>(in),
                                reinterpret_cast<uint16_t *>(out), n,
                                workspace),
              "squares_bf16");
  });
  measure("recurrence", 12 * n, in, out, [&] {
    checkScan(
        scan_recurrence(nullptr, floats, floats + n, results, n, workspace),
        "recurrence");
  });
  measure("its gradient", 20 * n, in, out, [&] {
    checkScan(scan_gradient(nullptr, floats, floats + n, floats + 2 * n,
                            results, results + n, n, workspace),
              "gradient");
  });
  measure("u32 counts as u64", 12 * n, in, out, [&] {
    checkScan(scan_offsets(nullptr, reinterpret_cast<uint32_t *>(in),
                           reinterpret_cast<uint64_t *>(out), n, workspace),
              "offsets");
  });
  for (auto [rows, length] :
       {std::pair<uint64_t, uint64_t>{8 * 1536, 65536 / 3},
        {8 * 1024, 4096},
        {1 << 18, 1024},
        {1 << 23, 32}}) {
    const uint64_t count = rows * length;
    char name[64];
    std::snprintf(name, sizeof name, "recurrence (%llu, %llu)",
                  static_cast<unsigned long long>(rows),
                  static_cast<unsigned long long>(length));
    measure(name, 12 * count, in, out, [&, rows = rows, length = length] {
      checkScan(scan_recurrence_rows(nullptr, floats, floats + n, results, rows,
                                     length, length, length, length, workspace),
                "recurrence_rows");
    });
  }
}

} // namespace

int main(int argc, char **argv) {
  return runCases(
      argc, argv,
      [](Random &random) {
        const bool ofRows = below(random, 2), reverse = below(random, 2);
        const uint64_t which = below(random, 3);
        return which == 0   ? runExact(random, ofRows, reverse)
               : which == 1 ? runEvery(random, ofRows, reverse)
                            : runBeside(random, ofRows);
      },
      [] {
        const bool areRoots = checkRoots();
        measureAll();
        return areRoots;
      });
}
