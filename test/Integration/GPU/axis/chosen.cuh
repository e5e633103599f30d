//===- chosen.cuh - Tensors that go to each kernel ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `check` begins with, so that even a run of a few cases has all of it:
//
//   strips     as many strips of chains as multiprocessors, of several tiles
//   wide       so many chains that half of a block's warps lie beside the others
//   idle       almost as many strips as multiprocessors: a quarter of a block's
//              warps have nothing to do
//   windows    a few strips of many tiles, which blocks draw
//   stretches  a few columns, which fill memory together, in windows; those of
//              many matrices are the last ones of `strips`
//   pairs      two columns that fill memory together
//   rows       without gaps, short ones and long ones
//
// forward and from the end, in place, from states, with gaps, permuted, and of
// operators of many instructions.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_AXIS_CHOSEN_CUH
#define SCANC_TEST_INTEGRATION_GPU_AXIS_CHOSEN_CUH

#include "cases.cuh"

#include <cstdint>
#include <cuda_runtime.h>
#include <vector>

struct ChosenCase {
  const char *kernel, *scan;
  TensorShape shape;
  Style style;
};

/// For a GPU of so many multiprocessors, of which each has one block.
inline std::vector<ChosenCase> listChosen(uint64_t multiprocessors) {
  const LayoutKind plain = {true, false, false, false},
                   gaps = {true, true, false, false},
                   backwards = {true, true, true, false},
                   permuted = {false, false, false, false},
                   expanded = {true, false, false, true};
  const Style apart = {false, false, true, plain},
              inPlace = {false, true, true, plain},
              between = {true, false, true, plain};
  auto lying = [](const LayoutKind &kind) {
    return Style{false, false, false, kind};
  };
  // Of 32 or 64 chains.
  const uint64_t m = multiprocessors;
  return {
      {"strips", "scan_total", {3, 1, {2, 300, 32 * m}}, apart},
      {"strips", "scan_after_r", {2, 0, {300, 64 * m}}, inPlace},
      {"strips", "scan_beside_r", {2, 0, {450, 32 * m}}, apart},
      {"strips", "scan_plane", {2, 0, {100, 64 * m}}, apart},
      {"strips", "scan_arrays_xr", {3, 1, {m, 2200, 5}}, inPlace},
      {"wide", "scan_sum_i32", {2, 0, {300, 40000}}, apart},
      {"wide", "scan_total", {2, 0, {131, 33001}}, apart},
      {"wide", "scan_after_r", {3, 1, {2, 200, 20001}}, apart},
      {"wide", "scan_sum_bf16", {2, 0, {190, 65600}}, inPlace},
      {"wide", "scan_sum_u8_states", {2, 0, {3, 66001}}, apart},
      {"wide", "scan_plane_r", {2, 0, {100, 40001}}, apart},
      {"idle", "scan_sum_i32", {2, 0, {2500, 64 * m - 70}}, apart},
      {"idle", "scan_total", {3, 1, {2, 2100, 32 * m}}, apart},
      {"windows", "scan_total_r", {3, 1, {2, 2000, 50}}, apart},
      {"windows", "scan_after", {3, 1, {2, 3000, 70}}, inPlace},
      {"windows", "scan_after_r", {3, 1, {3, 3000, 40}}, lying(gaps)},
      {"windows", "scan_beside", {3, 0, {2500, 3, 20}}, lying(permuted)},
      {"windows", "scan_sum_u8", {2, 0, {9000, 300}}, apart},
      {"windows", "scan_pairs_xr", {2, 0, {5000, 33}}, between},
      {"windows", "scan_plane", {2, 0, {1700, 70}}, lying(expanded)},
      {"windows", "scan_log_after_r", {2, 0, {3000, 70}}, lying(backwards)},
      {"stretches", "scan_total", {2, 0, {5000, 3}}, apart},
      {"stretches", "scan_after_r", {2, 0, {6001, 7}}, inPlace},
      {"stretches", "scan_sum_u8", {2, 0, {40009, 3}}, inPlace},
      {"stretches", "scan_sum_u8_states", {3, 1, {5, 9000, 12}}, apart},
      {"stretches", "scan_plane_r", {3, 1, {3, 2001, 5}}, apart},
      {"stretches", "scan_log_sums", {2, 0, {4001, 4}}, apart},
      {"pairs", "scan_sum_u8", {2, 0, {40009, 2}}, inPlace},
      {"pairs", "scan_sum_u8_states", {2, 0, {90001, 2}}, apart},
      {"pairs", "scan_after_r", {2, 0, {60013, 2}}, inPlace},
      {"pairs", "scan_beside_r", {2, 0, {50021, 2}}, apart},
      {"pairs", "scan_after", {2, 0, {70001, 2}}, apart},
      {"pairs", "scan_sum_i32_xr", {3, 1, {1, 300011, 2}}, inPlace},
      {"pairs", "scan_sum_bf16_r", {2, 0, {131073, 2}}, apart},
      {"pairs", "scan_pairs_xr", {2, 0, {100003, 2}}, between},
      {"pairs", "scan_log_sums", {2, 0, {2, 2}}, apart},
      {"rows", "scan_after_r", {2, 1, {7, 30011}}, inPlace},
      {"rows", "scan_after", {2, 1, {9000, 13}}, apart},
      {"rows", "scan_sum_u8_states", {2, 1, {3, 70001}}, apart},
      {"rows", "scan_plane", {2, 1, {50, 2003}}, apart},
      {"rows", "scan_log_after_r", {2, 1, {77, 3001}}, inPlace},
      {"rows", "scan_log_sums", {2, 1, {1, 100003}}, apart},
  };
}

#endif // SCANC_TEST_INTEGRATION_GPU_AXIS_CHOSEN_CUH
