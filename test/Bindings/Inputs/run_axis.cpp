//===- run_axis.cpp - What scan.hpp asks of launchers along an axis -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "run.h"

#include "scans_chains.h"
#include "scans_spans.h"
#include "scans_tensor.h"
#include <scanc/scan.hpp>

#include <cstdint>
#include <system_error>
#include <vector>

namespace {

/// What a std::mdspan of two dimensions has, that scan.hpp asks for.
template <class T> struct View {
  using element_type = T;
  using extents_type = void;
  using rank_type = unsigned;
  T *first;
  int extents[2], strides[2];

  static constexpr rank_type rank() { return 2; }
  T *data_handle() const { return first; }
  int extent(rank_type k) const { return extents[k]; }
  int stride(rank_type k) const { return strides[k]; }
};

constexpr unsigned perArray = 8; // strides

/// How many sizes a kernel of all tensors has, and the first of an array.
constexpr unsigned sizesOf(unsigned arrays) { return 9 + arrays * perArray; }
std::int64_t size_at(unsigned number) {
  return static_cast<std::int64_t>(last_launch().sizes[number]);
}

/// Whether the last launch had these: of the axis, of the last two dimensions
/// beside it.
bool has_extents(std::int64_t axis, std::int64_t outer, std::int64_t inner) {
  return size_at(0) == axis && size_at(6) == 1 && size_at(7) == outer &&
         size_at(8) == inner;
}
bool has_strides(unsigned array, std::int64_t axis, std::int64_t outer,
                 std::int64_t inner) {
  const unsigned first = sizesOf(array);
  return size_at(first) == axis && size_at(first + 5) == 0 &&
         size_at(first + 6) == outer && size_at(first + 7) == inner;
}

// Extents and strides, of whatever numbers they are given as.
void makes_tensors() {
  std::vector<std::int32_t> all(24);
  const scanc::tensor dense(all, {2, 3, 4});
  CHECK(dense.data() == all.data() && dense.rank() == 3);
  CHECK(dense.extent(0) == 2 && dense.extent(1) == 3 && dense.extent(2) == 4);
  CHECK(dense.stride(0) == 12 && dense.stride(1) == 4 && dense.stride(2) == 1);
  const scanc::tensor turned(all.data() + 23, {2u, 3u}, {-12, -4});
  CHECK(turned.data() == &all[23] && turned.rank() == 2);
  CHECK(turned.stride(0) == -12 && turned.stride(1) == -4);
  const std::vector<std::int64_t> extents{2, 3, 4}, strides{1, 8, 2};
  const scanc::tensor same(all, extents.size(), extents.data());
  CHECK(same.extent(1) == 3 && same.stride(0) == 12 && same.stride(2) == 1);
  const scanc::tensor other(all, 3, extents.data(), strides.data());
  CHECK(other.extent(2) == 4 && other.stride(1) == 8);
  const scanc::tensor seen(View<const std::int32_t>{&all[1], {3, 4}, {-4, 0}});
  CHECK(seen.data() == &all[1] && seen.rank() == 2 && seen.extent(1) == 4);
  CHECK(seen.stride(0) == -4 && seen.stride(1) == 0);

  // An array that knows its size says whether they stay in it.
  CHECK(!dense.leaves_array() && !other.leaves_array());
  CHECK(!turned.leaves_array() && !seen.leaves_array());
  CHECK(scanc::tensor(all, {25}).leaves_array());
  CHECK(!scanc::tensor(all, {2, 0, 99}).leaves_array());
  CHECK(scanc::tensor(all, {2, 3}, {-12, 4}).leaves_array());
  CHECK(!scanc::tensor(all, {1, 3}, {-12, 4}).leaves_array());
  CHECK(!scanc::tensor(all, {2, 3, 99}, {21, 1, 0}).leaves_array());
  CHECK(scanc::tensor(all, {2, 3, 99}, {22, 1, 0}).leaves_array());
  const std::vector<std::int32_t> none;
  CHECK(scanc::tensor(none, {1}).leaves_array());
  CHECK(!scanc::tensor(none, {0}).leaves_array());
}

// The launcher gets each array's extents and strides.
void scans_along_an_axis(Arrays &a) {
  scanc::scan<scans_tensor_axis> s{many};
  CHECK(!s.error() && s.max_n() == many);
  const scanc_tensor line = {1, 0, {many}, {{1}, {1}}};
  CHECK(s.workspace_bytes() == scans_tensor_axis_workspace_bytes(&line));
  driver.more_sizes = sizesOf(2);
  const scanc::tensor in(a.in, {10, 100, 1000}), out(a.out, {10, 100, 1000});
  CHECK(!s(stream(), in, out, 1));
  CHECK(launched("scans_tensor_axis_"));
  CHECK(last_launch().in == a.in.data() && last_launch().out == a.out.data());
  CHECK(last_launch().n == 10 * 1000 && last_launch().stream == stream());
  CHECK(has_extents(100, 10, 1000));
  CHECK(has_strides(0, 1000, 100000, 1) && has_strides(1, 1000, 100000, 1));
  CHECK(!s(stream(), in,
           scanc::tensor(a.out, {10, 100, 1000}, {1000, 10000, 1}), 1u));
  CHECK(has_extents(100, 10, 1000) && has_strides(1, 10000, 1000, 1));
  // From the last place to the first, with an input that is one.
  CHECK(!s(stream(), scanc::tensor(a.in.data(), {6, 5, 4}, {0, 1, 0}),
           scanc::tensor(&a.out[119], {6, 5, 4}, {-20, -4, -1}), 0));
  CHECK(last_launch().in == a.in.data() && last_launch().out == &a.out[119]);
  CHECK(has_extents(6, 5, 4));
  CHECK(has_strides(0, 0, 1, 0) && has_strides(1, -20, -4, -1));
  // In place, of what stands in for a std::mdspan.
  const View<std::int32_t> view = {a.out.data(), {6, 5}, {5, 1}};
  CHECK(!s(stream(), view, view, 0L));
  CHECK(last_launch().in == a.out.data() && has_extents(6, 1, 5));
  CHECK(!s(stream(), View<const std::int32_t>{a.in.data(), {6, 5}, {1, 6}},
           view, 0));
  CHECK(has_strides(0, 1, 0, 6) && has_strides(1, 5, 0, 1));

  // Rows without gaps have kernels of their own.
  driver.more_sizes = 1;
  CHECK(!s(stream(), in, out, 2));
  CHECK(launched("scans_tensor_rows_") && last_launch().sizes[0] == 1000);
  driver.more_sizes = 0;
}

// Nothing is launched of what the launcher would not see, nor of nothing.
void refuses_tensors(Arrays &a) {
  scanc::scan<scans_tensor_axis> s{many};
  const int launches = driver.launch_count;
  const scanc::tensor in(a.in, {10, 20, 30}), out(a.out, {10, 20, 30});
  CHECK(s(stream(), in, out, 3) == SCANC_ERROR_SHAPE);
  CHECK(s(stream(), in, out, -1) == SCANC_ERROR_SHAPE);
  CHECK(s(stream(), in, out, std::uint64_t(1) << 32) == SCANC_ERROR_SHAPE);
  const std::int64_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  CHECK(s(stream(), scanc::tensor(a.in, 9, &ones[0]),
          scanc::tensor(a.out, 9, &ones[0]), 0) == SCANC_ERROR_SHAPE);
  CHECK(s(stream(), scanc::tensor(a.in, 0, &ones[0]),
          scanc::tensor(a.out, 0, &ones[0]), 0) == SCANC_ERROR_SHAPE);
  for (const scanc::tensor<std::int32_t> &other :
       {scanc::tensor(a.out, {10, 20, 31}), scanc::tensor(a.out, {10, 600}),
        scanc::tensor(a.out, {20, 10, 30}),
        scanc::tensor(a.out, {10, 20, 30}, {-600, 30, 1}),
        scanc::tensor(a.out, {10, 20, 30}, {600, 30000000, 1})})
    CHECK(s(stream(), in, other, 1) == std::errc::invalid_argument);
  CHECK(s(stream(), scanc::tensor(a.in.data(), {many + 1}),
          scanc::tensor(a.out.data(), {many + 1}),
          0) == SCANC_ERROR_WORKSPACE_TOO_SMALL);
  const std::uint64_t huge = std::uint64_t(1) << 40;
  CHECK(s(stream(), scanc::tensor(a.in.data(), {huge, huge, huge}),
          scanc::tensor(a.out.data(), {huge, huge, huge}),
          0) == SCANC_ERROR_WORKSPACE_TOO_SMALL);
  CHECK(s(stream(), in, scanc::tensor(a.out, {10, 20, 30}, {0, 30, 1}), 1) ==
        SCANC_ERROR_STRIDE);
  CHECK(s(stream(), in, scanc::tensor(&a.in[1], {10, 20, 30}), 1) ==
        SCANC_ERROR_OVERLAP);
  const std::vector<std::int32_t> none;
  CHECK(!s(stream(), scanc::tensor(none, {10, 0, 30}),
           scanc::tensor(a.out, {10, 0, 30}), 1));
  CHECK(!s(stream(), scanc::tensor(none, {10, 0, 30}),
           scanc::tensor(a.out, {10, 0, 30}), 0));
  CHECK(driver.launch_count == launches);
}

// Several arrays, and a state for each chain.
void takes_states_of_chains() {
  driver.more_arrays = 1;
  driver.states = 2;
  driver.more_sizes = sizesOf(4) + perArray;
  std::vector<float> scores(120), most(120);
  std::vector<std::int32_t> places(120), at(120);
  std::vector<Hit> from(24), to(24), fewer(23);
  scanc::scan<scans_chains_axis> s{120};
  const scanc::tensor in0(scores, {6, 5, 4}), out0(most, {6, 5, 4});
  const scanc::tensor in1(places, {6, 5, 4}), out1(at, {6, 5, 4}, {1, 6, 30});
  CHECK(!s(stream(), in0, in1, out0, out1, 1, from, to));
  CHECK(launched("scans_chains_axis_"));
  CHECK(last_launch().arrays[0] == scores.data());
  CHECK(last_launch().arrays[1] == places.data());
  CHECK(last_launch().arrays[2] == most.data());
  CHECK(last_launch().arrays[3] == at.data());
  CHECK(last_launch().states[0] == from.data());
  CHECK(last_launch().states[1] == to.data());
  CHECK(has_extents(5, 6, 4) && has_strides(2, 4, 20, 1));
  CHECK(has_strides(3, 6, 1, 30) && has_strides(4, 0, 4, 1));
  CHECK(!s(stream(), in0, in1, out0, out1, 1, nullptr, to.data()));
  CHECK(!last_launch().states[0] && last_launch().states[1] == to.data());
  CHECK(!s(stream(), in0, in1, out0, out1, 1));
  CHECK(!last_launch().states[0] && !last_launch().states[1]);

  int launches = driver.launch_count;
  CHECK(s(stream(), in0, in1, out0, out1, 1, fewer) ==
        std::errc::invalid_argument);
  CHECK(s(stream(), in0, in1, out0, out1, 0, from, to) ==
        std::errc::invalid_argument);
  CHECK(driver.launch_count == launches);
  // Of chains without elements, the final states are all there is.
  const scanc::tensor no0(scores, {6, 0, 4});
  const scanc::tensor no1(places, {6, 0, 4});
  CHECK(!s(stream(), no0, no1, no0, no1, 1, from));
  CHECK(driver.launch_count == launches);
  CHECK(!s(stream(), no0, no1, no0, no1, 1, from, to));
  CHECK(driver.launch_count == launches + 1);
  CHECK(last_launch().states[1] == to.data());
  driver.more_arrays = 0;
  driver.states = 0;
  driver.more_sizes = 0;
}

// With a total, outputs have an extent of one more along the axis.
void leaves_totals_of_chains(Arrays &a) {
  driver.more_sizes = sizesOf(2);
  scanc::scan<scans_spans_axis> s{many};
  const scanc::tensor in(a.in, {6, 5, 4});
  CHECK(!s(stream(), in, scanc::tensor(a.out, {6, 6, 4}), 1));
  CHECK(launched("scans_spans_axis_") && has_extents(5, 6, 4));
  CHECK(has_strides(0, 4, 20, 1) && has_strides(1, 4, 24, 1));
  const int launches = driver.launch_count;
  CHECK(s(stream(), in, scanc::tensor(a.out, {6, 5, 4}), 1) ==
        std::errc::invalid_argument);
  CHECK(s(stream(), in, scanc::tensor(a.out, {6, 6, 4}), 0) ==
        std::errc::invalid_argument);
  CHECK(driver.launch_count == launches);
  CHECK(!s(stream(), scanc::tensor(a.in, {6, 0, 4}),
           scanc::tensor(a.out, {6, 1, 4}), 1));
  CHECK(driver.launch_count == launches + 1);
  driver.more_sizes = 0;
}

} // namespace

void scans_tensors(Arrays &arrays) {
  makes_tensors();
  scans_along_an_axis(arrays);
  refuses_tensors(arrays);
  takes_states_of_chains();
  leaves_totals_of_chains(arrays);
}
