//===- rows.cu - Scans of rows against a reference -------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches the scans of scans.mlir over matrices drawn at random: rows of 1, of
// primes, of powers of two and one more; one behind another or apart, forward
// or backwards in memory; in place or not; aligned or not. A thread for each
// row is the reference. Whatever lies between rows, before and behind them must
// be as it was.
//
//   rows [check] [--seconds=S] [--seed=K] [--elements=N] [--huge]
//        [--scans=NAME[,NAME...]]
//
// Each scan is launched once at least, and then by turns for S seconds, over up
// to N elements.
//
//===----------------------------------------------------------------------===//

#include "operators.cuh"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "scan_bf16.h"
#include "scan_chained.h"
#include "scan_f32.h"
#include "scan_f64r.h"
#include "scan_i32.h"
#include "scan_i32r.h"
#include "scan_i32x.h"
#include "scan_i64.h"
#include "scan_log_affine_r.h"
#include "scan_log_sums.h"
#include "scan_lookback.h"
#include "scan_maps1.h"
#include "scan_maps1r.h"
#include "scan_maps2.h"
#include "scan_maps2r.h"
#include "scan_pieces.h"
#include "scan_plane.h"
#include "scan_plane_r.h"
#include "scan.h"
#include "scan_u8.h"
#include "scan_u8r.h"
#include "scan_wide.h"

namespace {

void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(3);
}

/// Where element `k` of a row lies.
struct Layout {
  uint64_t n;
  int64_t stride;
  __host__ __device__ int64_t place(uint64_t row, uint64_t k) const {
    return int64_t(row) * stride + int64_t(k);
  }
};

/// Rows of structures, or of one array for each value.
template <class T> struct Rows {
  using Element = T;
  T *all;
  Layout layout;
  __device__ T get(uint64_t row, uint64_t k) const {
    return all[layout.place(row, k)];
  }
};
struct PairRows {
  using Element = Pair;
  Rows<int32_t> a, b;
  __device__ Pair get(uint64_t row, uint64_t k) const {
    return {a.get(row, k), b.get(row, k)};
  }
};

template <class T> __global__ void fill(Rows<T> to, uint64_t rows, uint64_t seed) {
  const uint64_t n = to.layout.n, count = rows * n;
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x)
    draw(to.all[to.layout.place(i / n, i % n)], hash(i + seed));
}

//===----------------------------------------------------------------------===//
// The reference
//===----------------------------------------------------------------------===//

struct Verdict {
  unsigned long long wrong, first;
};

template <class Op, bool inclusive, bool reverse, class In, class Out>
__global__ void compare(In in, Out out, uint64_t rows, uint64_t n,
                        Verdict *verdict) {
  using State = typename Op::State;
  using Output = typename Out::Element;
  for (uint64_t row = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x;
       row < rows; row += uint64_t(gridDim.x) * blockDim.x) {
    State state = Op::identity();
    for (uint64_t step = 0; step < n; ++step) {
      const uint64_t k = reverse ? n - 1 - step : step;
      const State next = Op::combine(state, State(in.get(row, k)));
      const Output expected = Output(inclusive ? next : state);
      state = next;
      if (Op::areSame(out.get(row, k), expected))
        continue;
      atomicAdd(&verdict->wrong, 1ull);
      atomicMin(&verdict->first, (unsigned long long)(row * n + k));
    }
  }
}

/// Sums of ones.
__global__ void compareOnes(const uint8_t *out, uint64_t rows, uint64_t n,
                            Verdict *verdict) {
  const uint64_t count = rows * n;
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < count;
       i += uint64_t(gridDim.x) * blockDim.x)
    if (out[i] != uint8_t(i % n + 1)) {
      atomicAdd(&verdict->wrong, 1ull);
      atomicMin(&verdict->first, (unsigned long long)i);
    }
}

/// Counts bytes that are not as they were outside of the rows.
__global__ void countTouched(const uint8_t *memory, uint64_t bytes,
                             uint64_t begin, uint64_t rows, uint64_t rowBytes,
                             uint64_t strideBytes, uint8_t poison,
                             Verdict *verdict) {
  for (uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x; i < bytes;
       i += uint64_t(gridDim.x) * blockDim.x) {
    if (i >= begin) {
      const uint64_t at = i - begin, row = at / strideBytes;
      if (row < rows && at % strideBytes < rowBytes)
        continue;
    }
    if (memory[i] != poison)
      atomicAdd(&verdict->wrong, 1ull);
  }
}

//===----------------------------------------------------------------------===//
// Memory with guards
//===----------------------------------------------------------------------===//

struct Memory {
  uint8_t *all = nullptr;
  uint64_t bytes = 0;
  void reserve(uint64_t size) {
    if (size <= bytes)
      return;
    if (all)
      check(cudaFree(all), "freeing");
    check(cudaMalloc(&all, size), "allocating");
    bytes = size;
  }
};

const dim3 grid(2048), block(256);
constexpr uint64_t guardBytes = 512;
constexpr uint8_t poison = 0xa5;
Verdict *verdict; // managed

/// An array of rows in a memory.
struct Placed {
  uint8_t *memory;
  uint64_t bytes, begin; // of the lowest row
  uint64_t rows, rowBytes, strideBytes;
  uint8_t *first; // element 0
  Layout layout;

  template <class T> Rows<T> as() const { return {(T *)first, layout}; }

  bool isTouchedAround() const {
    countTouched<<<grid, block>>>(memory, bytes, begin, rows, rowBytes,
                                  strideBytes, poison, verdict);
    check(cudaDeviceSynchronize(), "looking at what lies around");
    return verdict->wrong != 0;
  }
};

Placed place(Memory &memory, uint64_t size, uint64_t rows, uint64_t n,
             int64_t stride, uint64_t offset) {
  const uint64_t apart = uint64_t(stride < 0 ? -stride : stride);
  const uint64_t extent = ((rows - 1) * apart + n) * size;
  Placed placed;
  placed.bytes = extent + 2 * guardBytes + offset * size;
  memory.reserve(placed.bytes);
  placed.memory = memory.all;
  placed.begin = guardBytes + offset * size;
  placed.rows = rows;
  placed.rowBytes = n * size;
  placed.strideBytes = apart >= n ? apart * size : extent;
  if (apart < n) // all of it is of some row
    placed.rowBytes = extent;
  placed.first = memory.all + placed.begin +
                 (stride < 0 ? (rows - 1) * apart * size : 0);
  placed.layout = {n, stride};
  check(cudaMemset(memory.all, poison, placed.bytes), "poisoning");
  return placed;
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

struct Shape {
  uint64_t rows, n;
  int64_t inStride, outStride;
  uint64_t inOffset, outOffset; // elements
  bool inPlace;
  uint64_t seed;

  bool isInPlace() const { return inPlace && uint64_t(std::llabs(inStride)) >= n; }
};

bool fail(const char *name, const char *what, const Shape &shape,
          scanc_status status) {
  std::printf(
      "FAILED: %s: %s: %llu rows of %llu, strides %lld and %lld, offsets %llu "
      "and %llu%s, seed %llu: %s, %llu wrong, the first %llu\n",
      name, what, (unsigned long long)shape.rows, (unsigned long long)shape.n,
      (long long)shape.inStride, (long long)shape.outStride,
      (unsigned long long)shape.inOffset, (unsigned long long)shape.outOffset,
      shape.isInPlace() ? ", in place" : "", (unsigned long long)shape.seed,
      scanc_status_string(status), verdict->wrong, verdict->first);
  return false;
}

using Bytes = size_t (*)(uint64_t, uint64_t);
using Init = scanc_status (*)(void *, CUstream_st *);

/// What a launcher gives, its pointers without their types.
struct Scan {
  const char *name;
  Bytes bytes;
  Init init;

  /// The workspace as the scan before left it, if that was of this launcher.
  void *workspace(uint64_t rows, uint64_t n) const {
    static Memory memory;
    static const Scan *last = nullptr;
    static uint64_t room = 0;
    const uint64_t needed = bytes(rows, n);
    if (last == this && needed <= room)
      return memory.all;
    room = needed < (1u << 20) ? 1u << 20 : needed;
    memory.reserve(room);
    check(cudaMemset(memory.all, poison, room), "poisoning");
    if (scanc_status status = init(memory.all, nullptr)) {
      std::printf("FAILED: %s: init_workspace: %s\n", name,
                  scanc_status_string(status));
      std::exit(1);
    }
    last = this;
    return memory.all;
  }
};

/// Of one array of structures.
template <class Op, bool inclusive, bool reverse, class In, class Out>
struct ScanOfOne : Scan {
  template <class I, class O>
  using Run = scanc_status (*)(CUstream_st *, const I *, O *, uint64_t, uint64_t,
                               int64_t, int64_t, void *);
  template <class I, class O>
  bool operator()(const Shape &shape, Run<I, O> run) const {
    static_assert(sizeof(I) == sizeof(In) && sizeof(O) == sizeof(Out), "");
    static Memory inputs, copies, outputs;
    const bool inPlace = shape.isInPlace() && sizeof(In) == sizeof(Out);
    *verdict = {0, ~0ull};
    Placed in = place(inputs, sizeof(In), shape.rows, shape.n, shape.inStride,
                      shape.inOffset);
    Placed copy = place(copies, sizeof(In), shape.rows, shape.n, shape.inStride,
                        0);
    Placed out = inPlace ? in
                         : place(outputs, sizeof(Out), shape.rows, shape.n,
                                 shape.outStride, shape.outOffset);
    fill<<<grid, block>>>(in.as<In>(), shape.rows, shape.seed);
    // Rows that overlap are drawn as the last thread left them.
    check(cudaMemcpy(copy.memory + guardBytes, in.memory + in.begin,
                     copy.bytes - 2 * guardBytes, cudaMemcpyDefault),
          "copying");
    const scanc_status status =
        run(nullptr, (const I *)in.first, (O *)out.first, shape.rows, shape.n,
            shape.inStride, out.layout.stride, workspace(shape.rows, shape.n));
    check(cudaDeviceSynchronize(), name);
    if (status != SCANC_OK)
      return fail(name, "launching", shape, status);
    compare<Op, inclusive, reverse><<<grid, block>>>(
        copy.as<In>(), out.as<Out>(), shape.rows, shape.n, verdict);
    check(cudaDeviceSynchronize(), "comparing");
    if (verdict->wrong)
      return fail(name, "outputs", shape, status);
    if (out.isTouchedAround() || (!inPlace && in.isTouchedAround()))
      return fail(name, "what lies around", shape, status);
    return true;
  }
};

/// Of two arrays of i32; the second lies otherwise than the first.
template <bool inclusive, bool reverse> struct ScanOfTwo : Scan {
  using Run = scanc_status (*)(CUstream_st *, const int32_t *, const int32_t *,
                               int32_t *, int32_t *, uint64_t, uint64_t, int64_t,
                               int64_t, int64_t, int64_t, void *);
  bool operator()(const Shape &shape, Run run) const {
    static Memory inputs[2], copies[2], outputs[2];
    const bool inPlace = shape.isInPlace();
    *verdict = {0, ~0ull};
    auto further = [&](int64_t stride, int i, int64_t by) {
      if (uint64_t(std::llabs(stride)) <= shape.n)
        return stride;
      return stride < 0 ? stride - i * by : stride + i * by;
    };
    Placed in[2], copy[2], out[2];
    for (int i = 0; i < 2; ++i) {
      const int64_t stride = further(shape.inStride, i, 2);
      in[i] = place(inputs[i], 4, shape.rows, shape.n, stride,
                    shape.inOffset + i);
      copy[i] = place(copies[i], 4, shape.rows, shape.n, stride, 0);
      out[i] = inPlace ? in[i]
                       : place(outputs[i], 4, shape.rows, shape.n,
                               further(shape.outStride, i, 3),
                               shape.outOffset + 2 * i);
      fill<<<grid, block>>>(in[i].as<int32_t>(), shape.rows, shape.seed + i);
      check(cudaMemcpy(copy[i].memory + guardBytes, in[i].memory + in[i].begin,
                       copy[i].bytes - 2 * guardBytes, cudaMemcpyDefault),
            "copying");
    }
    const scanc_status status =
        run(nullptr, (const int32_t *)in[0].first, (const int32_t *)in[1].first,
            (int32_t *)out[0].first, (int32_t *)out[1].first, shape.rows,
            shape.n, in[0].layout.stride, in[1].layout.stride,
            out[0].layout.stride, out[1].layout.stride,
            workspace(shape.rows, shape.n));
    check(cudaDeviceSynchronize(), name);
    if (status != SCANC_OK)
      return fail(name, "launching", shape, status);
    compare<Maps, inclusive, reverse><<<grid, block>>>(
        PairRows{copy[0].as<int32_t>(), copy[1].as<int32_t>()},
        PairRows{out[0].as<int32_t>(), out[1].as<int32_t>()}, shape.rows,
        shape.n, verdict);
    check(cudaDeviceSynchronize(), "comparing");
    if (verdict->wrong)
      return fail(name, "outputs", shape, status);
    for (int i = 0; i < 2; ++i)
      if (out[i].isTouchedAround() || (!inPlace && in[i].isTouchedAround()))
        return fail(name, "what lies around", shape, status);
    return true;
  }
};

#define SCAN(name) {#name, name##_rows_workspace_bytes, name##_init_workspace}

const ScanOfOne<Add<int32_t>, true, false, int32_t, int32_t> i32{
    SCAN(scan_i32)};
const ScanOfOne<AddFrom7, false, false, int32_t, int32_t> i32x{SCAN(scan_i32x)};
const ScanOfOne<Add<int32_t>, false, true, int32_t, int32_t> i32r{
    SCAN(scan_i32r)};
const ScanOfOne<Add<uint8_t>, true, false, uint8_t, uint8_t> u8{SCAN(scan_u8)};
const ScanOfOne<Add<uint8_t>, true, true, uint8_t, uint8_t> u8r{SCAN(scan_u8r)};
const ScanOfOne<Add<int64_t>, true, false, int64_t, int64_t> i64{
    SCAN(scan_i64)};
const ScanOfOne<Add<int64_t>, true, false, uint8_t, int64_t> wide{
    SCAN(scan_wide)};
const ScanOfOne<MaxBf16, true, false, uint16_t, uint16_t> bf16{SCAN(scan_bf16)};
const ScanOfOne<Add<float>, true, false, float, float> f32{SCAN(scan_f32)};
const ScanOfOne<Add<double>, false, true, double, double> f64r{SCAN(scan_f64r)};
const ScanOfOne<Maps, true, false, Pair, Pair> maps1{SCAN(scan_maps1)},
    chained{SCAN(scan_chained)}, lookback{SCAN(scan_lookback)},
    pieces{SCAN(scan_pieces)};
const ScanOfOne<Maps, false, true, Pair, Pair> maps1r{SCAN(scan_maps1r)};
const ScanOfTwo<false, false> maps2{SCAN(scan_maps2)};
const ScanOfTwo<true, true> maps2r{SCAN(scan_maps2r)};
const ScanOfOne<PlaneMaps, true, false, PlaneMap, PlaneMap> plane{
    SCAN(scan_plane)};
const ScanOfOne<PlaneMaps, false, true, PlaneMap, PlaneMap> plane_r{
    SCAN(scan_plane_r)};
const ScanOfOne<LogSums, true, false, double, double> log_sums{
    SCAN(scan_log_sums)};
const ScanOfOne<LogAffine, true, true, FloatPair, FloatPair> log_affine_r{
    SCAN(scan_log_affine_r)};
const ScanOfOne<Add<int32_t>, true, false, int32_t, int32_t> first{SCAN(scan)};

#define ROWS(NAME)                                                             \
  {NAME.name,                                                                  \
   [](const Shape &shape) { return NAME(shape, scan_##NAME##_rows); }}

/// All that are compared.
const struct {
  const char *name;
  bool (*run)(const Shape &);
} scans[] = {
    ROWS(i32), ROWS(i32x), ROWS(i32r), ROWS(u8), ROWS(u8r), ROWS(i64),
    ROWS(wide), ROWS(bf16), ROWS(f32), ROWS(f64r), ROWS(maps1), ROWS(maps1r),
    ROWS(maps2), ROWS(maps2r), ROWS(chained), ROWS(lookback), ROWS(pieces),
    ROWS(plane), ROWS(plane_r), ROWS(log_sums), ROWS(log_affine_r),
    {first.name, [](const Shape &shape) { return first(shape, scan_rows); }},
};

/// The numbers of those whose names, with commas between them, are given, or of
/// all; of none where one of these is no scan.
std::vector<size_t> listScans(std::string names) {
  std::vector<size_t> list;
  if (names.empty()) {
    list.resize(std::size(scans));
    std::iota(list.begin(), list.end(), size_t(0));
  }
  while (!names.empty()) {
    const size_t end = std::min(names.find(','), names.size());
    const auto found =
        std::find_if(std::begin(scans), std::end(scans), [&](const auto &each) {
          return names.compare(0, end, each.name) == 0;
        });
    if (found == std::end(scans))
      return {};
    list.push_back(size_t(found - std::begin(scans)));
    names.erase(0, end + 1);
  }
  return list;
}

/// The line and the rows of one launcher by turns, on one workspace.
bool shareWorkspace(std::mt19937_64 &random, uint64_t most) {
  static Memory memory;
  const int rounds = most > 100000 ? 200 : 8;
  const uint64_t room = scan_rows_workspace_bytes(1, most);
  memory.reserve(room);
  check(cudaMemset(memory.all, poison, room), "poisoning");
  if (scan_init_workspace(memory.all, nullptr) != SCANC_OK)
    return false;
  static Memory inputs, outputs;
  bool isRight = true;
  for (int i = 0; i < rounds && isRight; ++i) {
    const uint64_t row =
                       std::min<uint64_t>(1 + random() % (1ull << random() % 22),
                                          most),
                   rows = 1 + random() % (most / row);
    const bool isLine = random() % 2;
    const Shape shape{rows, row, int64_t(row), int64_t(row), 0, 0, false, i + 1ull};
    Placed in = place(inputs, 4, isLine ? 1 : rows, isLine ? rows * row : row,
                      int64_t(isLine ? rows * row : row), 0),
           out = place(outputs, 4, isLine ? 1 : rows, isLine ? rows * row : row,
                       int64_t(isLine ? rows * row : row), 0);
    fill<<<grid, block>>>(in.as<int32_t>(), isLine ? 1 : rows, shape.seed);
    *verdict = {0, ~0ull};
    scanc_status status =
        isLine ? scan(nullptr, (const int32_t *)in.first, (int32_t *)out.first,
                      rows * row, memory.all)
               : scan_rows(nullptr, (const int32_t *)in.first,
                           (int32_t *)out.first, rows, row, row, row,
                           memory.all);
    check(cudaDeviceSynchronize(), "sharing");
    compare<Add<int32_t>, true, false><<<grid, block>>>(
        in.as<int32_t>(), out.as<int32_t>(), isLine ? 1 : rows,
        isLine ? rows * row : row, verdict);
    check(cudaDeviceSynchronize(), "comparing");
    isRight = status == SCANC_OK && !verdict->wrong;
    if (!isRight)
      fail(isLine ? "scan" : "scan_rows", "a shared workspace", shape, status);
  }
  return isRight;
}

/// More elements than 32 bits count.
bool scanHuge() {
  static Memory inputs, outputs;
  const uint64_t shapes[][2] = {{3, 1431655767}, {1431655767, 3},
                                {1, 4294967301}};
  for (auto [rows, n] : shapes) {
    inputs.reserve(rows * n);
    outputs.reserve(rows * n);
    check(cudaMemset(inputs.all, 1, rows * n), "filling");
    check(cudaMemset(outputs.all, poison, rows * n), "poisoning");
    *verdict = {0, ~0ull};
    const scanc_status status =
        scan_u8_rows(nullptr, inputs.all, outputs.all, rows, n, n, n,
                     u8.workspace(rows, n));
    check(cudaDeviceSynchronize(), "huge");
    compareOnes<<<grid, block>>>(outputs.all, rows, n, verdict);
    check(cudaDeviceSynchronize(), "comparing");
    if (status != SCANC_OK || verdict->wrong)
      return fail("scan_u8", "2^32 + 5 elements",
                  {rows, n, int64_t(n), int64_t(n), 0, 0, false, 0}, status);
    std::printf("scan_u8: %llu rows of %llu are right\n",
                (unsigned long long)rows, (unsigned long long)n);
  }
  return true;
}

Shape drawShape(std::mt19937_64 &random, uint64_t most) {
  static const uint64_t lengths[] = {1,   2,    3,    5,    7,     8,    13,
                                     31,  32,   33,   64,   97,    128,  129,
                                     251, 256,  257,  1009, 1024,  1025, 4093,
                                     4096, 4097, 16381, 65536, 65537};
  Shape shape;
  const uint64_t bound = most >> random() % 12;
  shape.n = random() % 3 ? lengths[random() % (sizeof lengths / sizeof *lengths)]
                         : 1 + random() % (1 + (bound >> random() % 16));
  if (shape.n > bound)
    shape.n = bound;
  shape.rows = 1 + random() % (bound / shape.n);
  // One thread is the reference of a row.
  shape.inStride = shape.outStride = int64_t(shape.n);
  if (random() % 2) {
    auto stride = [&] {
      const int64_t gap = random() % 3 ? random() % 9 : random() % (shape.n + 1);
      return (random() % 4 ? 1 : -1) * int64_t(shape.n + gap);
    };
    shape.inStride = stride();
    shape.outStride = stride();
    if (random() % 8 == 0)
      shape.inStride = int64_t(random() % shape.n); // rows overlap, or are one
  }
  shape.inOffset = random() % 2 ? 0 : random() % 17;
  shape.outOffset = random() % 2 ? shape.inOffset : random() % 17;
  shape.inPlace = random() % 3 == 0;
  shape.seed = random();
  return shape;
}

} // namespace

int main(int argc, char **argv) {
  double seconds = 20;
  uint64_t seed = 1, most = 1 << 22;
  bool isHuge = false;
  std::vector<size_t> list = listScans("");
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--seconds=", 0) == 0)
      seconds = std::stod(argument.substr(10));
    else if (argument.rfind("--seed=", 0) == 0)
      seed = std::stoull(argument.substr(7));
    else if (argument.rfind("--elements=", 0) == 0)
      most = std::stoull(argument.substr(11));
    else if (argument.rfind("--scans=", 0) == 0)
      list = listScans(argument.substr(8));
    else if (argument == "--huge")
      isHuge = true;
    else if (argument != "check") // which is what it does
      list.clear();
    if (list.empty()) {
      std::fprintf(stderr, "rows: unknown argument '%s'\n", argv[i]);
      return 2;
    }
  }
  check(cudaMallocManaged(&verdict, sizeof *verdict), "allocating");
  std::mt19937_64 random(seed);
  const auto begin = std::chrono::steady_clock::now();
  unsigned long long passed = 0, failed = 0;
  (shareWorkspace(random, most) ? passed : failed) += 1;
  if (isHuge)
    (scanHuge() ? passed : failed) += 1;
  for (size_t which = 0;
       which < list.size() || std::chrono::duration<double>(
                                  std::chrono::steady_clock::now() - begin)
                                      .count() < seconds;
       ++which) {
    const Shape shape = drawShape(random, most);
    (scans[list[which % list.size()]].run(shape) ? passed : failed) += 1;
    if (failed > 20)
      break;
  }
  std::printf("%llu passed, %llu failed\n", passed, failed);
  return failed != 0 || passed < list.size();
}
