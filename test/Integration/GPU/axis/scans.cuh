//===- scans.cuh - The scans of scans.mlir --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of all that are compared: a launcher, its types gone, with what a CPU
// makes of a chain.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_SCANS_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_SCANS_CUH

#include "operators.cuh"

#include "scan.h"
#include "scan_after.h"
#include "scan_after_r.h"
#include "scan_arrays.h"
#include "scan_arrays_xr.h"
#include "scan_beside.h"
#include "scan_beside_r.h"
#include "scan_log_after.h"
#include "scan_log_after_r.h"
#include "scan_log_sums.h"
#include "scan_pairs.h"
#include "scan_pairs_xr.h"
#include "scan_plane.h"
#include "scan_plane_r.h"
#include "scan_sum_bf16.h"
#include "scan_sum_bf16_r.h"
#include "scan_sum_f64.h"
#include "scan_sum_f64_x.h"
#include "scan_sum_i32.h"
#include "scan_sum_i32_xr.h"
#include "scan_sum_u8.h"
#include "scan_sum_u8_states.h"
#include "scan_sum_u8_xr.h"
#include "scan_total.h"
#include "scan_total_r.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

/// What a launcher gives, without its types, and what it has to do.
struct Scan {
  const char *name;
  Kind kind;
  bool reverse, mayReplace; // whether outputs may lie where inputs do
  unsigned inputs = 0;
  std::vector<uint64_t> sizes; // of elements: the inputs, then the outputs
  uint64_t stateBytes = 0;     // 0 where it takes none
  uint64_t floatBytes;         // of its operator: see operators.cuh

  std::function<scanc_status(CUstream_st *, void *const *arrays,
                             const scanc_tensor &, void *initial, void *final,
                             void *workspace)>
      launch;
  size_t (*workspaceBytes)(const scanc_tensor *);
  scanc_status (*initWorkspace)(void *, CUstream_st *);
  scanc_status (*load)();
  uint64_t (*draw)(Random &, unsigned input);
  uint64_t (*drawState)(Random &);
  uint64_t (*reference)(Kind, bool reverse, Chain &, bool isGiven,
                        uint64_t bits);

  bool areOneSize() const {
    return std::all_of(sizes.begin(), sizes.end(),
                       [&](uint64_t size) { return size == sizes[0]; });
  }
};

/// Calls a function all of whose parameters are pointers.
template <class... P, size_t... I>
scanc_status callWith(scanc_status (*function)(CUstream_st *, P...),
                      CUstream_st *stream, void *const *pointers,
                      std::index_sequence<I...>) {
  return function(stream, static_cast<P>(pointers[I])...);
}

/// Reads what the arrays and the states are from the function's parameters.
template <class... P>
void setTypes(Scan &scan, scanc_status (*)(CUstream_st *, P...)) {
  bool areStates = false;
  auto read = [&](auto *null) {
    using T = std::remove_pointer_t<decltype(null)>;
    if constexpr (std::is_same_v<T, const scanc_tensor>) {
      areStates = true;
    } else if constexpr (!std::is_void_v<T>) {
      if (areStates) {
        scan.stateBytes = sizeof(T);
      } else {
        scan.sizes.push_back(sizeof(T));
        scan.inputs += std::is_const_v<T>;
      }
    }
  };
  (read(static_cast<P>(nullptr)), ...);
}

template <class Op, class... P>
Scan makeScan(const char *name, Kind kind, bool reverse,
              scanc_status (*run)(CUstream_st *, P...),
              size_t (*workspaceBytes)(const scanc_tensor *),
              scanc_status (*initWorkspace)(void *, CUstream_st *),
              scanc_status (*load)()) {
  Scan scan;
  scan.name = name;
  scan.kind = kind;
  scan.reverse = reverse;
  scan.mayReplace = kind != Kind::Total && !std::is_same_v<Op, Beside>;
  setTypes(scan, run);
  scan.launch = [run, arrays = scan.sizes.size(),
                 takesStates = scan.stateBytes !=
                               0](CUstream_st *stream, void *const *pointers,
                                  const scanc_tensor &tensor, void *initial,
                                  void *final, void *workspace) {
    std::vector<void *> all(pointers, pointers + arrays);
    all.push_back(const_cast<scanc_tensor *>(&tensor));
    if (takesStates)
      all.insert(all.end(), {initial, final});
    all.push_back(workspace);
    return callWith(run, stream, all.data(), std::index_sequence_for<P...>());
  };
  scan.workspaceBytes = workspaceBytes;
  scan.initWorkspace = initWorkspace;
  scan.load = load;
  scan.floatBytes = Op::floatBytes;
  scan.draw = Op::draw;
  scan.drawState = Op::drawState;
  scan.reference = scanChain<Op>;
  return scan;
}

#define SCAN(NAME, KIND, REVERSE, ...)                                         \
  makeScan<__VA_ARGS__>(#NAME, Kind::KIND, REVERSE, NAME##_axis,               \
                        NAME##_axis_workspace_bytes, NAME##_init_workspace,    \
                        NAME##_load)

inline const Scan scans[] = {
    SCAN(scan, Inclusive, false, SumOfFloats<float>),
    SCAN(scan_sum_bf16, Inclusive, false, SumOfBf16),
    SCAN(scan_sum_bf16_r, Inclusive, true, SumOfBf16),
    SCAN(scan_sum_u8, Inclusive, false, SumOfIntegers<>),
    SCAN(scan_sum_u8_xr, Exclusive, true, SumOfIntegers<>),
    SCAN(scan_sum_f64, Inclusive, false, SumOfFloats<double>),
    SCAN(scan_sum_f64_x, Exclusive, false, SumOfFloats<double>),
    SCAN(scan_sum_i32, Inclusive, false, SumOfIntegers<>),
    SCAN(scan_sum_i32_xr, Exclusive, true, SumOfIntegers<7>),
    SCAN(scan_pairs, Inclusive, false, Pairs<FromIdentity>),
    SCAN(scan_pairs_xr, Exclusive, true, Pairs<FromInit>),
    SCAN(scan_arrays, Inclusive, false, Arrays<FromIdentity>),
    SCAN(scan_arrays_xr, Exclusive, true, Arrays<FromIdentity>),
    SCAN(scan_total, Total, false, Arrays<FromInit>),
    SCAN(scan_total_r, Total, true, Pairs<FromInit>),
    SCAN(scan_after, Inclusive, false, Recurrence),
    SCAN(scan_after_r, Inclusive, true, Recurrence),
    SCAN(scan_beside, Inclusive, false, Beside),
    SCAN(scan_beside_r, Inclusive, true, Beside),
    SCAN(scan_plane, Inclusive, false, PlaneMaps),
    SCAN(scan_plane_r, Inclusive, true, PlaneMaps),
    SCAN(scan_log_sums, Exclusive, false, LogSums),
    SCAN(scan_log_after, Inclusive, false, LogAffine),
    SCAN(scan_log_after_r, Inclusive, true, LogAffine),
    SCAN(scan_sum_u8_states, Inclusive, false, SumOfIntegers<>),
};

/// A scan of that name, or none.
inline const Scan *findScan(const std::string &name) {
  const Scan *found =
      std::find_if(std::begin(scans), std::end(scans),
                   [&](const Scan &each) { return name == each.name; });
  return found == std::end(scans) ? nullptr : found;
}

/// All scans; or those whose names, with commas between them, are given: none
/// where one of these is no scan.
inline std::vector<const Scan *> listScans(std::string names) {
  std::vector<const Scan *> list;
  if (names.empty())
    for (const Scan &scan : scans)
      list.push_back(&scan);
  while (!names.empty()) {
    const size_t end = std::min(names.find(','), names.size());
    const Scan *scan = findScan(names.substr(0, end));
    if (!scan)
      return {};
    list.push_back(scan);
    names.erase(0, end + 1);
  }
  return list;
}

/// The driver compiles the kernels of scans, of several at a time.
inline void loadAll(const std::vector<const Scan *> &list) {
  std::vector<std::thread> threads;
  for (const Scan *scan : list)
    threads.emplace_back([scan] {
      check(cudaSetDevice(0));
      check(cudaFree(nullptr));
      checkScan(scan->load(), scan->name);
    });
  for (std::thread &each : threads)
    each.join();
}

/// A workspace as the launch before left it, if that was of the same scan.
inline void *workspaceFor(const Scan &scan, const scanc_tensor &tensor) {
  static const Scan *last = nullptr;
  static void *memory = nullptr;
  static size_t room = 0;
  const size_t needed = scan.workspaceBytes(&tensor);
  if (needed == 0)
    return nullptr;
  if (last == &scan && needed <= room)
    return memory;
  if (needed > room) {
    check(cudaFree(memory));
    room = std::max<size_t>(needed, 1 << 20);
    check(cudaMalloc(&memory, room));
  }
  check(cudaMemset(memory, 0xa5, room));
  checkScan(scan.initWorkspace(memory, nullptr), scan.name);
  last = &scan;
  return memory;
}

/// How many cases were right.
struct Tally {
  unsigned long long passed = 0, failed = 0;
  void add(bool isRight) { ++(isRight ? passed : failed); }
};

#endif // SCANC_TEST_INTEGRATION_GPU_AXIS_SCANS_CUH
