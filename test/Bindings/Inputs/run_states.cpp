//===- run_states.cpp - What scan.hpp asks of launchers with states -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "run.h"

#include "scans_after.h"
#include "scans_carried.h"
#include "scans_from.h"
#include "scans_leaders.h"
#include <scanc/scan.hpp>

#include <system_error>
#include <type_traits>
#include <vector>

namespace {

/// Whether the last launch got these states.
bool got(const void *first, const void *second = nullptr) {
  return last_launch().states[0] == first && last_launch().states[1] == second;
}

// States come behind n: each a pointer, null, or what has one state.
void takes_states_of_a_line(Arrays &a) {
  driver.states = 2;
  std::int32_t from = 0, to = 0;
  std::vector<std::int32_t> one(1), none, two(2);
  scanc::scan<scans_carried> s{many};
  CHECK(!s(stream(), a.in, a.out, many, &from, &to));
  CHECK(launched("scans_carried_") && got(&from, &to));
  CHECK(last_launch().in == a.in.data() && last_launch().out == a.out.data());
  CHECK(last_launch().n == many);
  CHECK(!s(stream(), a.in, a.out, &from, one));
  CHECK(got(&from, one.data()) && last_launch().n == many);
  CHECK(!s(stream(), a.in, a.out, many, nullptr, &to) && got(nullptr, &to));
  CHECK(!s(stream(), a.in, a.out, many, one, nullptr) && got(one.data()));
  CHECK(!s(stream(), a.in, a.out, nullptr, one) && got(nullptr, one.data()));
  // What is left out is null.
  CHECK(!s(stream(), a.in, a.out, 5, &from) && got(&from));
  CHECK(!s(stream(), a.in, a.out, &from) && got(&from));
  CHECK(!s(stream(), a.in, a.out, 5) && got(nullptr));
  CHECK(!s(stream(), a.in, a.out) && got(nullptr));

  const int launches = driver.launch_count;
  CHECK(s(stream(), a.in, a.out, 5, none) == std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, 5, two) == std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, nullptr, two) == std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, 5, &from, none) ==
        std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, 5, &from, &from) == SCANC_ERROR_OVERLAP);
  CHECK(s(stream(), a.in, a.out, 5, nullptr, a.in.data()) ==
        SCANC_ERROR_OVERLAP);
  CHECK(s(stream(), a.in, a.out, 5, a.out.data()) == SCANC_ERROR_OVERLAP);
  CHECK(driver.launch_count == launches);
  CHECK(!s(stream(), a.in, a.out, 5, a.in.data()) && got(a.in.data()));
  driver.states = 0;
}

// Without elements, the final state is all there is; no workspace is readied.
void takes_states_of_nothing() {
  driver.states = 2;
  const int fills = driver.fills, launches = driver.launch_count;
  std::int32_t from[3] = {}, to[3] = {};
  std::vector<std::int32_t> none;
  {
    scanc::scan<scans_carried> s{many};
    CHECK(!s(stream(), none, none, from));
    CHECK(!s(stream(), none, none, 0, from, nullptr));
    CHECK(!s(stream(), none, none, 0));
    CHECK(driver.launch_count == launches);
    CHECK(!s(stream(), none, none, from, to));
    CHECK(driver.launch_count == launches + 1 && got(from, to));
    CHECK(!s(stream(), none, none, 0, nullptr, to));
    CHECK(driver.launch_count == launches + 2 && got(nullptr, to));
  }
  {
    // One that is made for nothing else, too.
    scanc::scan<scans_carried> s{0};
    CHECK(!s(stream(), none, none, from, to) && got(from, to));
    CHECK(driver.launch_count == launches + 3);
  }
  driver.more_sizes = 3;
  scanc::scan<scans_carried_rows> r{many};
  CHECK(!r(stream(), none, none, 3, 0, from));
  CHECK(!r(stream(), none, none, 0, 5, from, to));
  CHECK(driver.launch_count == launches + 3);
  CHECK(!r(stream(), none, none, 3, 0, from, to) && got(from, to));
  CHECK(!r(stream(), none, none, 3, 0, 0, 0, from, to) && got(from, to));
  CHECK(driver.launch_count == launches + 5);
  CHECK(r(stream(), none, none, std::uint64_t(1) << 41, 0, nullptr, to) ==
        SCANC_ERROR_TOO_MANY_ELEMENTS);
  CHECK(driver.launch_count == launches + 5);
  CHECK(driver.fills == fills);
  driver.more_sizes = 0;
  driver.states = 0;
}

// Rows have a state each, behind n or the strides.
void takes_states_of_rows(Arrays &a) {
  driver.states = 2;
  driver.more_sizes = 1;
  std::vector<std::int32_t> from(high), to(high), fewer(high - 1);
  scanc::scan<scans_carried_rows> s{many};
  CHECK(!s(stream(), a.in, a.out, high, wide, from, to));
  CHECK(launched("scans_carried_rows_") && got(from.data(), to.data()));
  CHECK(last_launch().n == many && last_launch().sizes[0] == wide);
  CHECK(!s(stream(), a.in, a.out, high, wide, nullptr, to.data()));
  CHECK(got(nullptr, to.data()));
  CHECK(!s(stream(), a.in, a.out, high, wide, from) && got(from.data()));
  CHECK(!s(stream(), a.in, a.out, high, wide) && got(nullptr));
  driver.more_sizes = 3;
  CHECK(!s(stream(), a.in, a.out, high, 6, wide, wide, from, to));
  CHECK(launched("scans_carried_rows_strided_"));
  CHECK(got(from.data(), to.data()));
  CHECK(last_launch().sizes[1] == wide && last_launch().sizes[2] == wide);
  CHECK(!s(stream(), a.in, a.out, high, 6, wide, wide, nullptr, to));
  CHECK(got(nullptr, to.data()));
  CHECK(!s(stream(), a.in, a.out, high, 6, wide, wide) && got(nullptr));

  const int launches = driver.launch_count;
  CHECK(s(stream(), a.in, a.out, high, wide, fewer, to) ==
        std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, high, wide, from, fewer) ==
        std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, high - 1, wide, fewer, to) ==
        std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, high, 6, wide, wide, fewer) ==
        std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, high, 6, wide, wide, from, from) ==
        SCANC_ERROR_OVERLAP);
  CHECK(driver.launch_count == launches);
  driver.more_sizes = 0;
  driver.states = 0;
}

// A scan may have one of both alone; a state of several values is a struct.
void takes_one_of_both(Arrays &a) {
  driver.states = 1;
  std::int32_t to = 0;
  scanc::scan<scans_after> after{many};
  CHECK(!after(stream(), a.in, a.out, &to) && got(&to));
  CHECK(!after(stream(), a.in, a.out, 5, nullptr) && got(nullptr));
  CHECK(!after(stream(), a.in, a.out, 5) && got(nullptr));
  const int launches = driver.launch_count;
  CHECK(!after(stream(), a.in, a.out, 0, &to) && got(&to));
  CHECK(driver.launch_count == launches + 1);

  driver.more_sizes = 1;
  Hit hits[12], best[12];
  const std::vector<Hit> from(3);
  scanc::scan<scans_from_rows> rows{12};
  CHECK(!rows(stream(), hits, best, 3, 4, from) && got(from.data()));
  CHECK(last_launch().in == hits && last_launch().out == best);
  CHECK(rows(stream(), hits, best, 4, 3, from) == std::errc::invalid_argument);
  CHECK(!rows(stream(), hits, best, 3, 0, from));
  CHECK(driver.launch_count == launches + 2);
  driver.more_sizes = 0;
  driver.states = 0;
}

/// What the function below was called with.
struct Call {
  const void *in0, *in1, *out, *workspace;
  std::uint64_t n;
  const void *initial, *final;
} last_call;

} // namespace

// A function of two arrays in and one out that only remembers; FakeCuda.c
// thinks that there are as many of both.
static scanc_status remember(CUstream_st *, const float *in0,
                             const std::int32_t *in1, float *out,
                             std::uint64_t n,
                             const scans_leaders_state *initial,
                             scans_leaders_state *final, void *workspace) {
  last_call = {in0, in1, out, workspace, n, initial, final};
  return SCANC_OK;
}
static_assert(std::is_same_v<decltype(&remember), decltype(&scans_leaders)>);

template <>
struct scanc::scan_traits<&remember> : scanc::scan_traits<&scans_leaders> {};

namespace {

// A state of several values is a struct, also where each has its array.
void takes_states_of_structs() {
  std::vector<float> scores(12), most(12);
  std::vector<std::int32_t> places(12);
  Hit from[1];
  std::vector<Hit> to(1);
  auto passes = [&] {
    return last_call.in0 == scores.data() && last_call.in1 == places.data() &&
           last_call.out == most.data();
  };
  scanc::scan<remember> s{12};
  CHECK(!s(stream(), scores, places, most, from, to));
  CHECK(passes() && last_call.n == 12);
  CHECK(last_call.initial == from && last_call.final == to.data());
  CHECK(!s(stream(), scores, places, most, 7, nullptr, to));
  CHECK(passes() && last_call.n == 7);
  CHECK(last_call.initial == nullptr && last_call.final == to.data());
}

} // namespace

void carries_states(Arrays &arrays) {
  takes_states_of_a_line(arrays);
  takes_states_of_nothing();
  takes_states_of_rows(arrays);
  takes_one_of_both(arrays);
  takes_states_of_structs();
}
