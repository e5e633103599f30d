//===- use.cpp - A program that uses all of scan.hpp ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It compiles without a warning as each standard, also without exceptions and
// types at run time; with no GPU, each of its scans says so.
//
//===----------------------------------------------------------------------===//

#include "scans.h"
#include "scans_after.h"
#include "scans_arrays.h"
#include "scans_best.h"
#include "scans_carried.h"
#include "scans_chains.h"
#include "scans_columns.h"
#include "scans_from.h"
#include "scans_half.h"
#include "scans_halves.h"
#include "scans_leaders.h"
#include "scans_mapped.h"
#include "scans_matrix.h"
#include "scans_mixed_bytes.h"
#include "scans_mixture.h"
#include "scans_offsets.h"
#include "scans_pairs.h"
#include "scans_quads.h"
#include "scans_spans.h"
#include "scans_tensor.h"
#include <scanc/scan.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__has_include)
#if __has_include(<mdspan>)
#include <mdspan>
#endif
#endif

const std::error_category *category_of_use();
int use();

namespace {

struct Hit {
  float score;
  std::int32_t index;
};
struct Scored {
  float score;
};
struct Derived : Scored {
  std::int32_t index;
};
struct Nested {
  Scored score;
  std::array<std::int32_t, 1> index;
};
enum class Index : std::int32_t { none };
struct Enumerated {
  float score;
  Index index;
};
struct Mixed {
  bool flag;
  std::int8_t small;
  std::int32_t wide;
};
struct Bits {
  unsigned char flag;
  signed char small;
  int wide;
};
struct Matrix {
  std::int32_t m[2][2];
};
struct Rows {
  std::array<std::int32_t, 2> first, second;
};

// One value in a struct is laid out as that value.
struct Boxed {
  std::uint16_t bits;
};
struct Placed {
  Index index;
  Scored score;
};

// Halves of one's own, with no constructor that a constant could call.
class Half {
public:
  Half() = default;
  explicit Half(float);

private:
  std::uint16_t bits;
};
// A union hides its bytes from the compiler's constants.
struct Brain {
  union {
    std::uint16_t bits;
    unsigned char bytes[2];
  };
};
struct Halves {
  Half half;
  Brain brain;
};
struct Raw {
  std::uint16_t half, brain;
};

// An array whose size is signed, as Qt's and Eigen's are.
template <class T> struct Signed {
  T *pointer;
  std::ptrdiff_t length;
  T *data() const { return pointer; }
  std::ptrdiff_t size() const { return length; }
};

// Memory of the newer cuda::mr: what has no stream is called so.
struct SyncMemory {
  void *allocate(void *stream, std::size_t bytes, std::size_t alignment);
  void deallocate(void *stream, void *memory, std::size_t, std::size_t);
  void *allocate_sync(std::size_t, std::size_t) { return nullptr; }
  void deallocate_sync(void *, std::size_t, std::size_t) noexcept {}
};

template <class Scan, class... Arguments>
int refuses(Scan &&scan, Arguments &&...arguments) {
  return scan(nullptr, std::forward<Arguments>(arguments)...) ? 0 : 1;
}

} // namespace

template <> struct scanc::scalar_name<Half> {
  static constexpr std::string_view value = "f16";
};
template <> struct scanc::scalar_name<Brain> {
  static constexpr std::string_view value = "bf16";
};

const std::error_category *category_of_use() {
  return &scanc::status_category();
}

int use() {
  int wrong = 0;

  scanc::scan<scans> sum{5000};
  const std::vector<std::int32_t> in(10);
  std::vector<std::int32_t> out(10);
  const auto owned = std::make_unique<std::int32_t[]>(10);
  std::int32_t fixed[10] = {};
  wrong += refuses(sum, in, out);
  wrong += refuses(sum, in.data(), out.data(), 10);
  wrong += refuses(sum, in, owned, 10u);
  wrong += refuses(sum, fixed, std::make_unique<std::int32_t[]>(10), 10LL);
  wrong += refuses(sum, Signed<const std::int32_t>{fixed, 10},
                   Signed<std::int32_t>{fixed, 10});

  scanc::scan<scans_best> best{5000};
  wrong += refuses(best, static_cast<const Hit *>(nullptr),
                   static_cast<Hit *>(nullptr), 10);
  wrong += refuses(best, static_cast<const Derived *>(nullptr),
                   static_cast<Nested *>(nullptr), 10);
  wrong += refuses(best, static_cast<Enumerated *>(nullptr),
                   static_cast<scans_best_output *>(nullptr), 10);

  scanc::scan<scans_arrays> arrays{5000};
  const std::vector<float> scores(10);
  std::vector<float> most(10);
  wrong += refuses(arrays, scores, in, most, out);
  wrong += refuses(arrays, scores.data(), in, most, out.data(), 10);

  scanc::scan<scans_mixed_bytes> mixed{5000};
  wrong += refuses(mixed, static_cast<Mixed *>(nullptr),
                   static_cast<Bits *>(nullptr), 10);

  scanc::scan<scans_quads> quads{5000};
  wrong += refuses(quads, static_cast<Matrix *>(nullptr),
                   static_cast<Rows *>(nullptr), 10);

  scanc::scan<scans_half> half{5000};
  wrong += refuses(half, static_cast<Half *>(nullptr),
                   static_cast<std::uint16_t *>(nullptr), 10);
  wrong += refuses(half, static_cast<__half *>(nullptr),
                   static_cast<__half *>(nullptr), 10);
  scanc::scan<scans_halves> halves{5000};
  wrong += refuses(halves, static_cast<Halves *>(nullptr),
                   static_cast<Raw *>(nullptr), 10);

  // Rows, by the function for them, whether there is one for a line or not.
  scanc::scan<scans_matrix> line{5000};
  wrong += refuses(line, in, out);
  scanc::scan<scans_matrix_rows> rows{5000};
  wrong += refuses(rows, in, out, 2, 5);
  wrong += refuses(rows, in.data(), owned, 2u, std::size_t(5));
  wrong += refuses(rows, in, out.data(), 2, 4, 5, 4u);
  wrong += refuses(rows, in.data(), fixed + 5, 2LL, 5, 0, -5);
  wrong += refuses(rows, fixed, Signed<std::int32_t>{fixed, 10}, 2, 5,
                   std::ptrdiff_t(5), std::size_t(5));
  scanc::scan<scans_pairs_rows> pairs{5000};
  wrong += refuses(pairs, static_cast<const Hit *>(nullptr),
                   static_cast<Nested *>(nullptr), 2, 5);
  scanc::scan<scans_columns_rows> columns{5000};
  wrong += refuses(columns, scores, in, most, out, 2, 5);
  wrong +=
      refuses(columns, scores, in.data(), most, out.data(), 2, 4, 5, 0, 5, 4LL);

  // Other arrays out than in, by maps.
  scanc::scan<scans_mapped> mapped{5000};
  wrong += refuses(mapped, scores, in, most);
  wrong += refuses(mapped, scores.data(), in, most.data(), 10);
  wrong += refuses(mapped, static_cast<Scored *>(nullptr), in, most, 10);
  scanc::scan<scans_mapped_rows> mapped_rows{5000};
  wrong += refuses(mapped_rows, scores, in.data(), most, 2, 5);
  wrong += refuses(mapped_rows, scores, in.data(), most, 2, 4, 5, 0, 4u);
  scanc::scan<scans_mixture> mixture{5000};
  wrong += refuses(mixture, static_cast<const Hit *>(nullptr),
                   static_cast<const __half *>(nullptr), out,
                   static_cast<Placed *>(nullptr), 10);
  wrong += refuses(mixture, static_cast<Nested *>(nullptr),
                   static_cast<Boxed *>(nullptr), out.data(),
                   static_cast<scans_mixture_out1 *>(nullptr), 10);

  // States come last: of a line one, of rows one for each; null, or left out.
  scanc::scan<scans_carried> carried{5000};
  std::int32_t from = 0, to = 0;
  std::vector<std::int32_t> one(1);
  const std::array<std::int32_t, 1> first{};
  wrong += refuses(carried, in, out);
  wrong += refuses(carried, in, out, 10);
  wrong += refuses(carried, in, out, &from, &to);
  wrong += refuses(carried, in, out, nullptr);
  wrong += refuses(carried, in.data(), owned, 10u, &from);
  wrong += refuses(carried, in.data(), owned, 10u, nullptr, one);
  wrong += refuses(carried, in, out, 10, first, std::array<std::int32_t, 1>{});
  wrong += refuses(carried, in, out, 10, std::make_unique<std::int32_t>(),
                   std::unique_ptr<std::int32_t[]>());
  const std::nullptr_t none = nullptr;
  wrong += refuses(carried, in, out, 10, none, none);
  scanc::scan<scans_carried_rows> carried_rows{5000};
  wrong += refuses(carried_rows, in, out, 2, 5);
  wrong += refuses(carried_rows, in, out, 2, 4, 5, 4u);
  wrong += refuses(carried_rows, in, out, 2, 5, in.data());
  wrong += refuses(carried_rows, in, out, 2, 5, nullptr, out.data());
  wrong += refuses(carried_rows, in.data(), fixed + 5, 2LL, 5, 0, -5, in.data(),
                   owned);
  wrong += refuses(carried_rows, in, out, 2, 4, 5, 4u, nullptr,
                   Signed<std::int32_t>{fixed, 2});
  scanc::scan<scans_leaders> leaders{5000};
  wrong += refuses(leaders, scores, in, most, static_cast<const Hit *>(nullptr),
                   static_cast<scans_leaders_state *>(nullptr));
  wrong += refuses(leaders, scores, in, most, 10, nullptr,
                   static_cast<Nested *>(nullptr));
  scanc::scan<scans_after> after{5000};
  wrong += refuses(after, in, out, &to);
  wrong += refuses(after, in, out, 10, nullptr);
  wrong += refuses(after, in, out, 10);
  scanc::scan<scans_from_rows> continued{5000};
  wrong += refuses(continued, static_cast<const Hit *>(nullptr),
                   static_cast<Hit *>(nullptr), 2, 5,
                   static_cast<const Derived *>(nullptr));
  wrong += refuses(continued, static_cast<const Hit *>(nullptr),
                   static_cast<Hit *>(nullptr), 2, 4, 5, 5, nullptr);

  // One output more than elements.
  scanc::scan<scans_offsets> offsets{5000};
  wrong += refuses(offsets, in, std::vector<std::int32_t>(11));
  wrong += refuses(offsets, in, out, 9);
  scanc::scan<scans_offsets_rows> offsets_rows{5000};
  wrong += refuses(offsets_rows, in, std::vector<std::int32_t>(12), 2, 5);
  wrong += refuses(offsets_rows, in, out.data(), 2, 4, 5, 5u);

  // Tensors, with extents and strides of all whole numbers, and mdspans.
  scanc::scan<scans_tensor_axis> along{5000};
  const std::array<std::int64_t, 2> extents{{2, 5}}, steps{{1, 2}};
  const scanc::tensor matrix(in, {2, 5});
  wrong += refuses(along, matrix, scanc::tensor(out, {2, 5}), 0);
  wrong += refuses(along, scanc::tensor(in.data(), {2, 5}, {1, 2}),
                   scanc::tensor<std::int32_t>(owned, 2, extents.data()), 1u);
  wrong += refuses(along, scanc::tensor(fixed + 9, {2u, 5u}, {-5, -1}),
                   scanc::tensor(out, 2, extents.data(), steps.data()), 1L);
#if defined(__cpp_lib_mdspan)
  const std::mdspan<const std::int32_t, std::extents<int, 2, 5>> view(
      in.data());
  const std::mdspan<std::int32_t, std::dextents<std::size_t, 2>,
                    std::layout_left>
      turned(out.data(), 2, 5);
  wrong += refuses(along, view, turned, 0);
  wrong += refuses(along, matrix, turned, 0);
#endif
  scanc::scan<scans_chains_axis> chains{5000};
  const scanc::tensor some(scores, {2, 5});
  const scanc::tensor highest(most, {2, 5});
  const scanc::tensor ends(out, {2, 5});
  wrong += refuses(chains, some, matrix, highest, ends, 1);
  wrong += refuses(chains, some, matrix, highest, ends, 1, nullptr,
                   static_cast<Hit *>(nullptr));
  scanc::scan<scans_spans_axis> spans{5000};
  wrong += refuses(spans, matrix, scanc::tensor(out.data(), {3, 5}), 0);

  scanc::scan<scans, SyncMemory> synchronous{5000};
  scanc::scan<scans, SyncMemory *> pointed{5000, nullptr};
  std::pmr::memory_resource *pool = std::pmr::null_memory_resource();
  scanc::scan<scans, std::pmr::memory_resource *> pooled{5000, pool};
  scanc::scan<scans, std::shared_ptr<std::pmr::memory_resource>> shared{
      5000, nullptr};
  scanc::scan<scans, scanc::borrowed_memory> borrowed{5000, {nullptr, 0}};
  wrong += refuses(synchronous, in, out) + refuses(pointed, in, out) +
           refuses(pooled, in, out) + refuses(shared, in, out) +
           refuses(borrowed, in, out);

  static_assert(!std::is_copy_constructible_v<scanc::scan<scans>>);
  static_assert(std::is_nothrow_move_constructible_v<scanc::scan<scans>>);
  static_assert(std::is_nothrow_move_assignable_v<scanc::scan<scans>>);
  scanc::scan<scans> moved = std::move(sum);
  sum = std::move(moved);
  wrong += sum.prepare(nullptr) ? 0 : 1;
  wrong += sum.error() == SCANC_OK || sum.max_n() != 5000 ? 1 : 0;
  return wrong + static_cast<int>(sum.workspace_bytes());
}
