//===- run.cpp - What scan.hpp asks of launcher and driver ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Usage: run, where libcuda.so.1 is FakeCuda.c with memory.c. Prints what is
// wrong, and how many checks it made.
//
//===----------------------------------------------------------------------===//

#include "run.h"

#include "scans.h"
#include "scans_arrays.h"
#include "scans_best.h"
#include "scans_columns.h"
#include "scans_mapped.h"
#include "scans_matrix.h"
#include "scans_offsets.h"
#include "scans_once.h"
#include "scans_pairs.h"
#include <scanc/scan.hpp>

#include <cstdio>
#include <memory>
#include <memory_resource>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

// One workspace, readied by the first call, for all launches of the object.
void takes_one_workspace(Arrays &a) {
  const int before = memory.allocations, fills = driver.fills;
  {
    scanc::scan<scans> s{many};
    CHECK(!s.error());
    CHECK(s.max_n() == many);
    CHECK(s.workspace_bytes() == scans_workspace_bytes(many));
    CHECK(s.workspace_bytes() > 0);
    CHECK(memory.allocations == before + 1);
    CHECK(memory.bytes == s.workspace_bytes());
    CHECK(driver.live == 1);
    CHECK(!s(stream(), a.in, a.out));
    CHECK(driver.fills == fills + 1);
    CHECK(driver.filled_bytes == s.workspace_bytes());
    CHECK(driver.filled_in == stream());
    CHECK(last_launch().stream == stream());
    CHECK(last_launch().in == a.in.data());
    CHECK(last_launch().out == a.out.data());
    CHECK(last_launch().n == many);
    CHECK(last_launch().workspace ==
          reinterpret_cast<void *>(driver.filled_address));
    const void *workspace = last_launch().workspace;
    CHECK(!s(stream(), a.in.data(), a.out.data(), many - 7));
    CHECK(last_launch().n == many - 7);
    CHECK(last_launch().workspace == workspace);
    CHECK(driver.fills == fills + 1);
    CHECK(memory.allocations == before + 1);
  }
  CHECK(memory.frees == memory.allocations);
  CHECK(driver.live == 0);
}

// prepare() is the first call's, made early; once.
void prepares_once(Arrays &a) {
  scanc::scan<scans> s{many};
  const int fills = driver.fills;
  CHECK(!s.prepare(stream()));
  CHECK(!s.prepare(stream()));
  CHECK(!s(stream(), a.in, a.out));
  CHECK(driver.fills == fills + 1);
}

// A launch that failed may have left words in the workspace.
void readies_again_after_a_failure(Arrays &a) {
  scanc::scan<scans> s{many};
  CHECK(!s(stream(), a.in, a.out));
  const int fills = driver.fills;
  driver.launch_result = 719;
  CHECK(s(stream(), a.in, a.out) == SCANC_ERROR_LAUNCH);
  driver.launch_result = 0;
  CHECK(!s(stream(), a.in, a.out));
  CHECK(driver.fills == fills + 1);
}

// What the object itself refuses is not launched.
void refuses(Arrays &a) {
  scanc::scan<scans> s{many};
  const int launches = driver.launch_count;
  CHECK(s(stream(), a.in.data(), a.out.data(), many + 1) ==
        SCANC_ERROR_WORKSPACE_TOO_SMALL);
  CHECK(s(stream(), a.in, a.out, many + 1) == std::errc::invalid_argument);
  std::vector<std::int32_t> shorter(many - 1);
  CHECK(s(stream(), a.in, shorter) == std::errc::invalid_argument);
  CHECK(s(stream(), shorter, a.out) == std::errc::invalid_argument);
  CHECK(s(stream(), a.in, shorter, many) == std::errc::invalid_argument);
  std::vector<std::int32_t> none;
  CHECK(!s(stream(), none, none));
  CHECK(!s(stream(), a.in.data(), a.out.data(), 0));
  CHECK(driver.launch_count == launches);
  CHECK(!s(stream(), shorter, a.out, many - 1));
  CHECK(driver.launch_count == launches + 1);
}

// Errors are the launcher's, in words; nothing is held then.
void says_what_is_wrong() {
  driver.has_context = 0;
  {
    scanc::scan<scans> s{many};
    CHECK(s.error() == SCANC_ERROR_NO_CONTEXT);
    CHECK(s.error().message() == scanc_status_string(SCANC_ERROR_NO_CONTEXT));
    CHECK(s.error().category() == scanc::status_category());
    CHECK(std::string_view(s.error().category().name()) == "scanc");
    CHECK(s.workspace_bytes() == 0);
    const int launches = driver.launch_count;
    std::int32_t value = 0;
    CHECK(s(stream(), &value, &value, 1) == SCANC_ERROR_NO_CONTEXT);
    CHECK(driver.launch_count == launches);
  }
  driver.has_context = 1;
  CHECK(driver.live == 0);
  memory.result = 2;
  {
    scanc::scan<scans> s{many};
    CHECK(s.error() == std::errc::not_enough_memory);
    CHECK(s.workspace_bytes() == 0);
    CHECK(driver.live == 1);
  }
  memory.result = 0;
  CHECK(driver.live == 0);
  CHECK(memory.frees == memory.allocations);
  CHECK(scanc::status_category().message(99) == "no status of scanc");
  CHECK(scanc::status_category().message(-1) == "no status of scanc");
}

// Moving hands workspace and PTX on; what was moved from says so.
void moves(Arrays &a) {
  const int before = memory.allocations;
  {
    scanc::scan<scans> first{many};
    CHECK(!first(stream(), a.in, a.out));
    const int fills = driver.fills;
    const void *workspace = last_launch().workspace;
    scanc::scan<scans> second = std::move(first);
    CHECK(first.error() == SCANC_ERROR_NO_WORKSPACE); // NOLINT: moved from
    CHECK(first.max_n() == 0);
    CHECK(first.workspace_bytes() == 0);
    CHECK(!second(stream(), a.in, a.out));
    CHECK(last_launch().workspace == workspace);
    CHECK(driver.fills == fills);
    scanc::scan<scans> third{many};
    CHECK(memory.allocations == before + 2);
    CHECK(driver.live == 1);
    third = std::move(second);
    CHECK(memory.frees == before + 1);
    CHECK(!third(stream(), a.in, a.out));
    CHECK(last_launch().workspace == workspace);
    CHECK(driver.fills == fills);
    scanc::scan<scans> &same = third;
    third = std::move(same);
    CHECK(!third(stream(), a.in, a.out));
    CHECK(memory.frees == before + 1);
  }
  CHECK(memory.allocations == before + 2);
  CHECK(memory.frees == before + 2);
  CHECK(driver.live == 0);
}

// A scan that needs no workspace asks for none.
void does_without_a_workspace() {
  const int before = memory.allocations, fills = driver.fills;
  std::int32_t values[5] = {};
  scanc::scan<scans_once> s{5};
  CHECK(!s.error());
  CHECK(s.workspace_bytes() == 0);
  CHECK(!s(stream(), values, values, 5));
  CHECK(last_launch().workspace == nullptr);
  CHECK(memory.allocations == before);
  CHECK(driver.fills == fills);
}

struct Counted {
  int allocations = 0, frees = 0;
  std::size_t bytes = 0, alignment = 0;
  bool fails = false;
  void *allocate(std::size_t size, std::size_t align) {
    if (fails)
      throw std::bad_alloc();
    ++allocations;
    bytes = size;
    alignment = align;
    return ::operator new(size, std::align_val_t(align));
  }
  void deallocate(void *pointer, std::size_t size, std::size_t align) {
    ++frees;
    CHECK(size == bytes);
    CHECK(align == alignment);
    ::operator delete(pointer, std::align_val_t(align));
  }
};

// As cuda::mr has it: what waits for no stream has a name of its own.
struct Synchronous : Counted {
  void *allocate_sync(std::size_t size, std::size_t align) {
    return Counted::allocate(size, align);
  }
  void deallocate_sync(void *pointer, std::size_t size, std::size_t align) {
    Counted::deallocate(pointer, size, align);
  }
  void *allocate(std::size_t, std::size_t) {
    CHECK(!"allocate_sync is called where it is there");
    return nullptr;
  }
  void deallocate(void *, std::size_t, std::size_t) {
    CHECK(!"deallocate_sync is called where it is there");
  }
};

template <class Resource> void takes_memory_from(Arrays &a) {
  const int before = memory.allocations;
  Resource resource;
  {
    scanc::scan<scans, Resource *> s{many, &resource};
    CHECK(!s.error());
    CHECK(resource.allocations == 1);
    CHECK(resource.bytes == s.workspace_bytes());
    CHECK(resource.alignment >= 16);
    CHECK(!s(stream(), a.in, a.out));
    auto other = std::move(s);
    CHECK(resource.frees == 0);
  }
  CHECK(resource.frees == 1);
  resource.fails = true;
  {
    scanc::scan<scans, Resource *> s{many, &resource};
    CHECK(s.error() == std::errc::not_enough_memory);
  }
  CHECK(resource.frees == 1);
  scanc::scan<scans, Resource *> null{many, nullptr};
  CHECK(null.error() == std::errc::invalid_argument);
  CHECK(memory.allocations == before);
}

void takes_memory_of_others(Arrays &a) {
  std::pmr::monotonic_buffer_resource pool;
  scanc::scan<scans, std::pmr::memory_resource *> pooled{many, &pool};
  CHECK(!pooled(stream(), a.in, a.out));
  auto counted = std::make_shared<Counted>();
  {
    scanc::scan<scans, std::shared_ptr<Counted>> shared{many, counted};
    CHECK(!shared(stream(), a.in, a.out));
    CHECK(counted.use_count() == 2);
  }
  CHECK(counted->frees == 1);

  const std::size_t bytes = scans_workspace_bytes(many);
  std::vector<std::max_align_t> own(bytes / sizeof(std::max_align_t) + 1);
  scanc::scan<scans, scanc::borrowed_memory> fits{many, {own.data(), bytes}};
  CHECK(!fits(stream(), a.in, a.out));
  CHECK(last_launch().workspace == own.data());
  scanc::scan<scans, scanc::borrowed_memory> small{many,
                                                   {own.data(), bytes - 1}};
  CHECK(small.error() == std::errc::not_enough_memory);
}

// Inputs first, then outputs, whatever types the caller has.
void hands_arrays_on() {
  Hit hits[10], best[10];
  scanc::scan<scans_best> structs{10};
  CHECK(!structs(stream(), static_cast<const Hit *>(hits), best, 10));
  CHECK(last_launch().in == hits);
  CHECK(last_launch().out == best);

  driver.more_arrays = 1;
  std::vector<float> scores(10), most(10);
  std::vector<std::int32_t> places(10), at(10);
  scanc::scan<scans_arrays> arrays{10};
  CHECK(!arrays(stream(), scores, places, most, at));
  CHECK(last_launch().arrays[0] == scores.data());
  CHECK(last_launch().arrays[1] == places.data());
  CHECK(last_launch().arrays[2] == most.data());
  CHECK(last_launch().arrays[3] == at.data());
  CHECK(last_launch().n == 10);
  driver.more_arrays = 0;
}

/// Where the last launch has its part of the workspace at `base`, in bytes.
unsigned long long own_part(unsigned long long base) {
  return reinterpret_cast<std::uintptr_t>(last_launch().workspace) - base;
}

// One workspace for all rows together, whatever their lengths and places are.
void scans_rows(Arrays &a) {
  const int before = memory.allocations, fills = driver.fills;
  {
    scanc::scan<scans_matrix_rows> s{many};
    CHECK(!s.error());
    CHECK(s.max_n() == many);
    CHECK(s.workspace_bytes() == scans_matrix_rows_workspace_bytes(1, many));
    CHECK(s.workspace_bytes() == scans_matrix_rows_workspace_bytes(high, wide));
    CHECK(s.workspace_bytes() > 0);
    CHECK(memory.allocations == before + 1);
    driver.more_sizes = 1;
    CHECK(!s(stream(), a.in, a.out, high, wide));
    CHECK(launched("scans_matrix_rows_"));
    CHECK(driver.fills == fills + 1);
    CHECK(driver.filled_in == stream());
    CHECK(last_launch().stream == stream());
    CHECK(last_launch().in == a.in.data());
    CHECK(last_launch().out == a.out.data());
    CHECK(last_launch().n == many);
    CHECK(last_launch().sizes[0] == wide);
    // Forms of a launcher share the workspace: each has its own part of it.
    const auto base = driver.filled_address;
    CHECK(driver.filled_bytes <= s.workspace_bytes());
    CHECK(own_part(base) < s.workspace_bytes());
    // The same, said by strides.
    CHECK(!s(stream(), a.in.data(), a.out.data(), 3, 7, 7, 7));
    CHECK(launched("scans_matrix_rows_"));
    CHECK(last_launch().n == 21);
    CHECK(last_launch().sizes[0] == 7);
    driver.more_sizes = 3;
    CHECK(!s(stream(), a.in.data() + wide, a.out.data(), high / 2, wide - 5,
             -static_cast<std::ptrdiff_t>(wide), wide));
    CHECK(launched("scans_matrix_rows_strided_"));
    CHECK(last_launch().in == a.in.data() + wide);
    CHECK(last_launch().n == high / 2 * (wide - 5));
    CHECK(last_launch().sizes[0] == wide - 5);
    CHECK(last_launch().sizes[1] == 0 - wide);
    CHECK(last_launch().sizes[2] == wide);
    CHECK(driver.fills == fills + 1);
    CHECK(memory.allocations == before + 1);
    driver.more_sizes = 0;
    // The launcher's line is another scan.
    scanc::scan<scans_matrix> line{many};
    CHECK(!line(stream(), a.in, a.out));
    CHECK(launched("scans_matrix_") && !launched("scans_matrix_rows"));
    CHECK(memory.allocations == before + 2);
  }
  CHECK(memory.frees == memory.allocations);
  CHECK(driver.live == 0);
}

// Rows that would leave their array, or the workspace, are not launched.
void refuses_rows(Arrays &a) {
  scanc::scan<scans_matrix_rows> s{many};
  const int launches = driver.launch_count;
  const auto *in = a.in.data();
  auto *out = a.out.data();
  constexpr std::uint64_t huge = std::uint64_t(1) << 63;
  CHECK(s(stream(), in, out, high + 1, wide) ==
        SCANC_ERROR_WORKSPACE_TOO_SMALL);
  CHECK(s(stream(), in, out, high, wide + 1) ==
        SCANC_ERROR_WORKSPACE_TOO_SMALL);
  // 2^63 * 2 is 0 in 64 bits.
  CHECK(s(stream(), in, out, huge, 2) == SCANC_ERROR_WORKSPACE_TOO_SMALL);
  CHECK(s(stream(), in, out, 2, huge) == SCANC_ERROR_WORKSPACE_TOO_SMALL);
  CHECK(s(stream(), a.in, a.out, huge, 2) == std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, 2, huge) == std::errc::invalid_argument);
  CHECK(s(stream(), a.in, a.out, high + 1, wide) ==
        std::errc::invalid_argument);
  std::vector<std::int32_t> shorter(many - 1);
  CHECK(s(stream(), shorter, a.out, high, wide) == std::errc::invalid_argument);
  CHECK(s(stream(), a.in, shorter, high, wide) == std::errc::invalid_argument);
  // The last row ends where the array does, or one element behind.
  CHECK(s(stream(), a.in, out, high, 6, wide, wide) == SCANC_OK);
  CHECK(s(stream(), a.in, out, high, 6, wide, 6) == SCANC_OK);
  CHECK(driver.launch_count == launches + 2);
  std::vector<std::int32_t> cut(many - wide + 6), less(many - wide + 5);
  CHECK(!s(stream(), cut, cut, high, 6, wide, wide));
  CHECK(driver.launch_count == launches + 3);
  CHECK(s(stream(), less, out, high, 6, wide, wide) ==
        std::errc::invalid_argument);
  CHECK(s(stream(), in, less, high, 6, wide, wide) ==
        std::errc::invalid_argument);
  CHECK(s(stream(), a.in, out, 3, 6, huge / 2, 6) ==
        std::errc::invalid_argument);
  // What is before the first element of an array is not the array's.
  CHECK(s(stream(), a.in, out, 2, 6, -6, 6) == std::errc::invalid_argument);
  CHECK(driver.launch_count == launches + 3);
  // Where there is one row, nothing looks at strides; of one row that is read
  // again and again, an array has to have one.
  std::vector<std::int32_t> one(6);
  CHECK(!s(stream(), one, out, 1, 6, -6, 0));
  CHECK(!s(stream(), one, out, high, 6, 0, 6));
  CHECK(driver.launch_count == launches + 5);
  CHECK(s(stream(), one, out, high, 7, 0, 7) == std::errc::invalid_argument);
  // What the launcher refuses.
  CHECK(s(stream(), in, out, 2, 6, 6, 5) == SCANC_ERROR_STRIDE);
  CHECK(std::error_code(SCANC_ERROR_STRIDE).message() ==
        scanc_status_string(SCANC_ERROR_STRIDE));
  CHECK(driver.launch_count == launches + 5);
  // No elements are done at once.
  std::vector<std::int32_t> none;
  CHECK(!s(stream(), none, none, 0, wide));
  CHECK(!s(stream(), none, none, high, 0, -1, -1));
  CHECK(!s(stream(), in, out, huge, 0));
  CHECK(driver.launch_count == launches + 5);
}

// A launcher of rows alone; and a stride for each array, in their order.
void scans_rows_alone() {
  Hit hits[12], best[12];
  scanc::scan<scans_pairs_rows> structs{12};
  CHECK(!structs.error());
  CHECK(structs.workspace_bytes() == scans_pairs_rows_workspace_bytes(1, 12));
  driver.more_sizes = 1;
  CHECK(!structs(stream(), static_cast<const Hit *>(hits), best, 3, 4));
  CHECK(launched("scans_pairs_rows_"));
  CHECK(last_launch().in == hits);
  CHECK(last_launch().out == best);
  CHECK(last_launch().n == 12);
  CHECK(last_launch().sizes[0] == 4);

  driver.more_arrays = 1;
  driver.more_sizes = 5;
  std::vector<float> scores(12), most(12);
  std::vector<std::int32_t> places(12), at(12);
  scanc::scan<scans_columns_rows> arrays{12};
  CHECK(!arrays(stream(), scores, places, most, at, 3, 2, 4, 0, 3, 2));
  CHECK(launched("scans_columns_rows_strided_"));
  CHECK(last_launch().arrays[0] == scores.data());
  CHECK(last_launch().arrays[1] == places.data());
  CHECK(last_launch().arrays[2] == most.data());
  CHECK(last_launch().arrays[3] == at.data());
  CHECK(last_launch().n == 6);
  CHECK(last_launch().sizes[0] == 2);
  CHECK(last_launch().sizes[1] == 4);
  CHECK(last_launch().sizes[2] == 0);
  CHECK(last_launch().sizes[3] == 3);
  CHECK(last_launch().sizes[4] == 2);
  driver.more_sizes = 1;
  CHECK(!arrays(stream(), scores, places, most, at, 3, 4));
  CHECK(launched("scans_columns_rows_"));
  CHECK(last_launch().arrays[3] == at.data());
  CHECK(last_launch().sizes[0] == 4);
  driver.more_arrays = 0;
  driver.more_sizes = 0;
}

// Where there is one output more than elements, outputs have to have it.
void leaves_totals() {
  std::vector<std::int32_t> in(12), out(13), cut(12), none, one(1);
  {
    scanc::scan<scans_offsets> s{12};
    CHECK(!s(stream(), in, out));
    CHECK(launched("scans_offsets_") && last_launch().n == 12);
    CHECK(!s(stream(), in, cut, 11) && last_launch().n == 11);
    const int launches = driver.launch_count;
    CHECK(s(stream(), in, cut) == std::errc::invalid_argument);
    CHECK(s(stream(), in, cut, 12) == std::errc::invalid_argument);
    CHECK(s(stream(), none, none) == std::errc::invalid_argument);
    CHECK(s(stream(), in.data(), in.data(), 11) == SCANC_ERROR_OVERLAP);
    CHECK(driver.launch_count == launches);
    // The one of no elements is written.
    CHECK(!s(stream(), none, one) && last_launch().out == one.data());
    CHECK(!s(stream(), none.data(), one, 0));
    CHECK(driver.launch_count == launches + 2);
  }
  driver.more_sizes = 3;
  scanc::scan<scans_offsets_rows> s{12};
  CHECK(!s(stream(), in, out, 2, 5));
  CHECK(last_launch().n == 10 && last_launch().sizes[0] == 5);
  CHECK(last_launch().sizes[1] == 5 && last_launch().sizes[2] == 6);
  CHECK(!s(stream(), in, out, 2, 5, 5, 7) && last_launch().sizes[2] == 7);
  const int launches = driver.launch_count;
  CHECK(s(stream(), in, out, 2, 6) == std::errc::invalid_argument);
  CHECK(s(stream(), in, out, 2, 5, 5, 8) == std::errc::invalid_argument);
  CHECK(s(stream(), in, out, 2, 5, 5, 5) == SCANC_ERROR_STRIDE);
  CHECK(s(stream(), none, one, 2, 0) == std::errc::invalid_argument);
  CHECK(driver.launch_count == launches);
  CHECK(!s(stream(), none, cut, 12, 0) && last_launch().out == cut.data());
  CHECK(driver.launch_count == launches + 1);
  driver.more_sizes = 0;
}

/// What functions in place of a launcher's were called with.
struct Call {
  CUstream_st *stream;
  const void *in0, *in1, *out, *workspace;
  std::uint64_t rows, n;
  std::int64_t strides[3];
} last_call;

} // namespace

// Functions of two arrays in and one out that only remember; FakeCuda.c thinks
// that there are as many of both.
static scanc_status remember(CUstream_st *stream, const float *in0,
                             const std::int32_t *in1, float *out,
                             std::uint64_t n, void *workspace) {
  last_call = {stream, in0, in1, out, workspace, 1, n, {}};
  return SCANC_OK;
}
static scanc_status remember_rows(CUstream_st *stream, const float *in0,
                                  const std::int32_t *in1, float *out,
                                  std::uint64_t rows, std::uint64_t n,
                                  std::int64_t in0_stride,
                                  std::int64_t in1_stride,
                                  std::int64_t out_stride, void *workspace) {
  last_call = {stream,    in0,  in1, out,
               workspace, rows, n,   {in0_stride, in1_stride, out_stride}};
  return SCANC_OK;
}
static_assert(std::is_same_v<decltype(&remember), decltype(&scans_mapped)>);
static_assert(
    std::is_same_v<decltype(&remember_rows), decltype(&scans_mapped_rows)>);

template <>
struct scanc::scan_traits<&remember> : scanc::scan_traits<&scans_mapped> {};
template <>
struct scanc::scan_traits<&remember_rows>
    : scanc::scan_traits<&scans_mapped_rows> {};

namespace {

// More arrays in than out: each is where the function takes it.
void scans_mapped_arrays() {
  std::vector<float> scores(12), most(12);
  std::vector<std::int32_t> places(12), fewer(11);
  auto passes = [&] {
    return last_call.stream == stream() && last_call.in0 == scores.data() &&
           last_call.in1 == places.data() && last_call.out == most.data();
  };
  scanc::scan<remember> line{12};
  CHECK(!line.error());
  CHECK(line.workspace_bytes() == scans_mapped_workspace_bytes(12));
  CHECK(!line(stream(), scores, places, most));
  CHECK(passes() && last_call.n == 12);
  CHECK(!line(stream(), scores.data(), places, most.data(), 7));
  CHECK(passes() && last_call.n == 7);
  CHECK(line(stream(), scores, fewer, most) == std::errc::invalid_argument);
  CHECK(line(stream(), scores, fewer, most, 12) == std::errc::invalid_argument);

  scanc::scan<remember_rows> rows{12};
  CHECK(!rows.error());
  CHECK(rows.workspace_bytes() == scans_mapped_rows_workspace_bytes(1, 12));
  CHECK(!rows(stream(), scores, places, most, 3, 4));
  CHECK(passes() && last_call.rows == 3 && last_call.n == 4);
  for (std::int64_t stride : last_call.strides)
    CHECK(stride == 4);
  CHECK(!rows(stream(), scores.data(), places, most, 3, 2, -4, 0, 3));
  CHECK(passes() && last_call.rows == 3 && last_call.n == 2);
  CHECK(last_call.strides[0] == -4);
  CHECK(last_call.strides[1] == 0);
  CHECK(last_call.strides[2] == 3);
  CHECK(rows(stream(), scores, fewer, most, 3, 4) ==
        std::errc::invalid_argument);
}

} // namespace

int main() {
  driver.occupancy = 2;
  driver.context_id = 1;
  Arrays arrays;
  takes_one_workspace(arrays);
  prepares_once(arrays);
  readies_again_after_a_failure(arrays);
  refuses(arrays);
  says_what_is_wrong();
  moves(arrays);
  does_without_a_workspace();
  takes_memory_from<Counted>(arrays);
  takes_memory_from<Synchronous>(arrays);
  takes_memory_of_others(arrays);
  hands_arrays_on();
  scans_rows(arrays);
  refuses_rows(arrays);
  scans_rows_alone();
  leaves_totals();
  scans_mapped_arrays();
  carries_states(arrays);
  scans_tensors(arrays);
  CHECK(memory.frees == memory.allocations);
  CHECK(driver.live == 0);
  CHECK(driver.dead_launches == 0);
  std::printf("%d checks, %d wrong\n", checks, wrong);
  return wrong != 0;
}
