//===- states.cu - Scans from states in memory, against a CPU -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches the scans of scans.mlir over arrays and matrices drawn at random, as
// maps.cu does, from states that are given or not, leaving some or not; arrays
// in two calls, of which the second starts from what the first leaves; rows of
// no elements; n + 1 outputs. A loop on the CPU is the reference, and every
// byte of memory is compared. Then scans with states beside the same without,
// and beside a copy of as many bytes as they must move.
//
//   scanc scans.mlir --emit=ptx,launcher -o LAUNCHERS/scan
//   sh ../build.sh states LAUNCHERS OUT
//   OUT/states [--seconds=S] [--seed=K] [--no-times]
//
//===----------------------------------------------------------------------===//

#include "scan.h"
#include "scan_after.h"
#include "scan_after_r.h"
#include "scan_before.h"
#include "scan_before_r.h"
#include "scan_bytes.h"
#include "scan_bytes_states.h"
#include "scan_counts.h"
#include "scan_counts_total.h"
#include "scan_recurrence.h"
#include "scan_recurrence_states.h"
#include "scan_sum_states.h"
#include "scan_total.h"
#include "scan_total_r.h"

#include "../matrices.cuh"

namespace {

// All launchers have states of two i32, which C tells apart.
static_assert(sizeof(scan_after_state) == sizeof(State));

/// States of chains in device memory, or none.
class States {
public:
  States(Random &random, uint64_t count, bool areGiven)
      : memory(areGiven ? count : 0, 1, 1, below(random, 3)), given(areGiven) {
    for (uint64_t chain = 0; given && chain < count; ++chain)
      memory.set(chain, 0, {uint32_t(random()) | 1, uint32_t(random())});
    memory.upload();
  }

  template <class T> T *as() const {
    return given ? reinterpret_cast<T *>(memory.pointer()) : nullptr;
  }
  State get(uint64_t chain) const { return memory.get(chain, 0); }
  void set(uint64_t chain, State state) {
    if (given)
      memory.set(chain, 0, state);
  }
  bool isAsExpected() const { return memory.isAsExpected(); }
  bool areGiven() const { return given; }

private:
  Matrix<State> memory;
  bool given;
};

/// Two inputs, and two outputs, which may have a place more for each row.
struct Call {
  Call(Random &random, const Shape &shape, bool hasTotal)
      : a(shape.rows, shape.n, drawStride(random, shape, true),
          below(random, 5)),
        b(shape.rows, shape.n, drawStride(random, shape, true),
          below(random, 5)),
        x(shape.rows, shape.n + hasTotal, outputStride(random, shape, hasTotal),
          below(random, 5)),
        y(shape.rows, shape.n + hasTotal, outputStride(random, shape, hasTotal),
          below(random, 5)) {
    for (uint64_t row = 0; row < shape.rows; ++row)
      for (uint64_t k = 0; k < shape.n; ++k) {
        a.set(row, k, static_cast<int32_t>(random() | 1));
        b.set(row, k, static_cast<int32_t>(random()));
      }
    for (Matrix<int32_t> *each : {&a, &b, &x, &y})
      each->upload();
  }

  static int64_t outputStride(Random &random, const Shape &shape,
                              bool hasTotal) {
    const int64_t stride = drawStride(random, shape, false);
    return stride < 0 ? stride - hasTotal : stride + hasTotal;
  }

  State element(uint64_t row, uint64_t k) const {
    return {static_cast<uint32_t>(a.get(row, k)),
            static_cast<uint32_t>(b.get(row, k))};
  }
  void setOutput(uint64_t row, uint64_t k, State state) {
    x.set(row, k, static_cast<int32_t>(state.a));
    y.set(row, k, static_cast<int32_t>(state.h));
  }
  bool isAsExpected() const {
    return a.isAsExpected() && b.isAsExpected() && x.isAsExpected() &&
           y.isAsExpected();
  }

  Matrix<int32_t> a, b, x, y;
};

enum class Kind { After, Before, Total };

/// Launches a scan of one kind: x is not written where only h is stored.
scanc_status launch(Kind kind, bool ofRows, bool reverse, const Call &call,
                    const Shape &shape, const States &initial,
                    const States &finals, void *workspace) {
  const int32_t *a = call.a.pointer(), *b = call.b.pointer();
  int32_t *x = call.x.pointer(), *y = call.y.pointer();
  const uint64_t rows = shape.rows, n = shape.n;
  switch (kind) {
  case Kind::After:
    if (ofRows)
      return reverse
                 ? scan_after_r_rows(nullptr, a, b, y, rows, n, call.a.stride,
                                     call.b.stride, call.y.stride,
                                     initial.as<const scan_after_r_state>(),
                                     finals.as<scan_after_r_state>(), workspace)
                 : scan_after_rows(nullptr, a, b, y, rows, n, call.a.stride,
                                   call.b.stride, call.y.stride,
                                   initial.as<const scan_after_state>(),
                                   finals.as<scan_after_state>(), workspace);
    return reverse ? scan_after_r(nullptr, a, b, y, n,
                                  initial.as<const scan_after_r_state>(),
                                  finals.as<scan_after_r_state>(), workspace)
                   : scan_after(nullptr, a, b, y, n,
                                initial.as<const scan_after_state>(),
                                finals.as<scan_after_state>(), workspace);
  case Kind::Before:
    if (ofRows)
      return reverse
                 ? scan_before_r_rows(
                       nullptr, a, b, x, y, rows, n, call.a.stride,
                       call.b.stride, call.x.stride, call.y.stride,
                       initial.as<const scan_before_r_state>(),
                       finals.as<scan_before_r_state>(), workspace)
                 : scan_before_rows(nullptr, a, b, x, y, rows, n, call.a.stride,
                                    call.b.stride, call.x.stride, call.y.stride,
                                    initial.as<const scan_before_state>(),
                                    finals.as<scan_before_state>(), workspace);
    return reverse ? scan_before_r(nullptr, a, b, x, y, n,
                                   initial.as<const scan_before_r_state>(),
                                   finals.as<scan_before_r_state>(), workspace)
                   : scan_before(nullptr, a, b, x, y, n,
                                 initial.as<const scan_before_state>(),
                                 finals.as<scan_before_state>(), workspace);
  case Kind::Total:
    break;
  }
  if (ofRows)
    return reverse
               ? scan_total_r_rows(nullptr, a, b, x, y, rows, n, call.a.stride,
                                   call.b.stride, call.x.stride, call.y.stride,
                                   initial.as<const scan_total_r_state>(),
                                   finals.as<scan_total_r_state>(), workspace)
               : scan_total_rows(nullptr, a, b, x, y, rows, n, call.a.stride,
                                 call.b.stride, call.x.stride, call.y.stride,
                                 initial.as<const scan_total_state>(),
                                 finals.as<scan_total_state>(), workspace);
  return reverse ? scan_total_r(nullptr, a, b, x, y, n,
                                initial.as<const scan_total_r_state>(),
                                finals.as<scan_total_r_state>(), workspace)
                 : scan_total(nullptr, a, b, x, y, n,
                              initial.as<const scan_total_state>(),
                              finals.as<scan_total_state>(), workspace);
}

void *enoughWorkspace(const Shape &shape) {
  return workspaceOf(
      std::max({scan_after_workspace_bytes(shape.n),
                scan_before_workspace_bytes(shape.n),
                scan_total_workspace_bytes(shape.n),
                scan_after_rows_workspace_bytes(shape.rows, shape.n),
                scan_before_rows_workspace_bytes(shape.rows, shape.n),
                scan_total_rows_workspace_bytes(shape.rows, shape.n)}));
}

/// What a scan of the call gives, in `call` and in `finals`.
void expect(Kind kind, bool reverse, const Shape &shape, Call &call,
            const States &initial, States &finals, State start) {
  // Rows of an input may overlap, but not what is written.
  for (uint64_t row = 0; row < shape.rows; ++row) {
    const State first = initial.areGiven() ? initial.get(row) : start;
    State last = first;
    if (kind == Kind::Total)
      call.setOutput(row, reverse ? shape.n : 0, first);
    scanRow(
        shape.n, reverse, first,
        [&](uint64_t k) { return call.element(row, k); },
        [&](uint64_t k, State before, State after) {
          last = after;
          if (kind == Kind::After)
            call.y.set(row, k, static_cast<int32_t>(after.h));
          else if (kind == Kind::Before)
            call.setOutput(row, k, before);
          else
            call.setOutput(row, reverse ? k : k + 1, after);
        });
    finals.set(row, last);
  }
}

bool runOnce(Random &random, Kind kind, bool ofRows, bool reverse) {
  Shape shape = drawShape(random, ofRows);
  if (below(random, 25) == 0) {
    shape.n = 0;
    shape.rows = ofRows ? below(random, 5000) : 1;
  }
  Call call(random, shape, kind == Kind::Total);
  States initial(random, shape.rows, below(random, 4) != 0),
      finals(random, shape.rows, below(random, 4) != 0);
  void *workspace = enoughWorkspace(shape);
  checkScan(
      launch(kind, ofRows, reverse, call, shape, initial, finals, workspace),
      "states");
  expect(kind, reverse, shape, call, initial, finals,
         kind == Kind::Before ? State{1, 0} : State{3, 5});
  check(cudaDeviceSynchronize());
  if (call.isAsExpected() && initial.isAsExpected() && finals.isAsExpected())
    return true;
  std::printf(
      "%s%s%s: %llu rows of %llu%s%s%s: wrong (a %d b %d x %d y %d, "
      "initial %d, final %d)\n",
      kind == Kind::After    ? "after"
      : kind == Kind::Before ? "before"
                             : "total",
      reverse ? "_r" : "", ofRows ? "_rows" : "",
      static_cast<unsigned long long>(shape.rows),
      static_cast<unsigned long long>(shape.n), shape.areApart ? ", apart" : "",
      initial.areGiven() ? ", from states" : "",
      finals.areGiven() ? ", leaving states" : "", !call.a.isAsExpected(),
      !call.b.isAsExpected(), !call.x.isAsExpected(), !call.y.isAsExpected(),
      !initial.isAsExpected(), !finals.isAsExpected());
  return false;
}

/// An array in two calls, the state handed over on the device, gives what it
/// gives in one.
bool runInParts(Random &random, bool reverse) {
  const Shape shape = {1, 2 + drawLength(random, 3'000'000), false};
  Call call(random, shape, /*hasTotal=*/false);
  States none(random, 1, false), between(random, 1, true),
      last(random, 1, true);
  const uint64_t first = 1 + below(random, shape.n - 1);
  void *workspace = enoughWorkspace(shape);
  auto run = [&](uint64_t begin, uint64_t end, const States &from,
                 const States &to) {
    const int32_t *a = call.a.pointer() + begin, *b = call.b.pointer() + begin;
    int32_t *y = call.y.pointer() + begin;
    checkScan(reverse ? scan_after_r(nullptr, a, b, y, end - begin,
                                     from.as<const scan_after_r_state>(),
                                     to.as<scan_after_r_state>(), workspace)
                      : scan_after(nullptr, a, b, y, end - begin,
                                   from.as<const scan_after_state>(),
                                   to.as<scan_after_state>(), workspace),
              "parts");
  };
  if (reverse) {
    run(first, shape.n, none, between);
    run(0, first, between, last);
  } else {
    run(0, first, none, between);
    run(first, shape.n, between, last);
  }
  expect(Kind::After, reverse, shape, call, none, last, {3, 5});
  check(cudaDeviceSynchronize());
  if (call.isAsExpected() && last.isAsExpected())
    return true;
  std::printf("parts%s: %llu and %llu: wrong\n", reverse ? "_r" : "",
              static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(shape.n - first));
  return false;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

void measureAll() {
  constexpr uint64_t n = 1 << 28;
  char *in, *out;
  check(cudaMalloc(&in, 8 * n));
  check(cudaMalloc(&out, 8 * n));
  check(cudaMemset(in, 0, 8 * n));
  auto *floats = reinterpret_cast<float *>(in);
  auto *results = reinterpret_cast<float *>(out);
  char *states;
  check(cudaMalloc(&states, n));
  check(cudaMemset(states, 0, n));
  void *workspace = workspaceOf(std::max(
      {scan_workspace_bytes(n), scan_sum_states_workspace_bytes(n),
       scan_bytes_workspace_bytes(n), scan_bytes_states_workspace_bytes(n),
       scan_counts_workspace_bytes(n), scan_counts_total_workspace_bytes(n),
       scan_recurrence_workspace_bytes(n),
       scan_recurrence_states_workspace_bytes(n),
       scan_rows_workspace_bytes(1, n),
       scan_sum_states_rows_workspace_bytes(1, n),
       scan_recurrence_rows_workspace_bytes(1, n),
       scan_recurrence_states_rows_workspace_bytes(1, n)}));
  std::printf("%-24s %9s %9s %9s   of copy\n", "2^28 elements", "bytes", "copy",
              "scanc");
  auto measured = [&](const char *name, uint64_t bytes, auto launch) {
    measure(name, bytes, in, out, [&] { checkScan(launch(), name); });
  };
  measured("sum", 8 * n,
           [&] { return scan(nullptr, floats, results, n, workspace); });
  auto *from = reinterpret_cast<float *>(states);
  float *to = from + n / 8;
  measured("sum, states", 8 * n, [&] {
    return scan_sum_states(nullptr, floats, results, n, from, to, workspace);
  });
  auto *bytes = reinterpret_cast<uint8_t *>(in);
  auto *sums = reinterpret_cast<uint8_t *>(out);
  measured("bytes", 2 * n,
           [&] { return scan_bytes(nullptr, bytes, sums, n, workspace); });
  measured("bytes, states", 2 * n, [&] {
    return scan_bytes_states(nullptr, bytes, sums, n,
                             reinterpret_cast<const uint32_t *>(from),
                             reinterpret_cast<uint32_t *>(to), workspace);
  });
  auto *counts = reinterpret_cast<uint32_t *>(in);
  auto *offsets = reinterpret_cast<uint32_t *>(out);
  measured("offsets", 8 * n,
           [&] { return scan_counts(nullptr, counts, offsets, n, workspace); });
  measured("offsets, total", 8 * n, [&] {
    return scan_counts_total(nullptr, counts, offsets, n, workspace);
  });
  measured("recurrence", 12 * n, [&] {
    return scan_recurrence(nullptr, floats, floats + n, results, n, workspace);
  });
  auto *hFrom = reinterpret_cast<scan_recurrence_states_state *>(states);
  auto *hTo = hFrom + n / 16;
  measured("recurrence, states", 12 * n, [&] {
    return scan_recurrence_states(nullptr, floats, floats + n, results, n,
                                  hFrom, hTo, workspace);
  });
  for (auto [rows, length] :
       {std::pair<uint64_t, uint64_t>{8 * 1536, 65536 / 3},
        {8 * 1024, 4096},
        {1 << 18, 1024},
        {1 << 21, 128},
        {1 << 23, 32}}) {
    const uint64_t count = rows * length;
    char name[64];
    auto shaped = [&, rows = rows, length = length](const char *what) {
      std::snprintf(name, sizeof name, "%s (%llu, %llu)", what,
                    static_cast<unsigned long long>(rows),
                    static_cast<unsigned long long>(length));
      return name;
    };
    const auto step = static_cast<int64_t>(length);
    measured(shaped("sum"), 8 * count, [&, rows = rows, length = length] {
      return scan_rows(nullptr, floats, results, rows, length, step, step,
                       workspace);
    });
    measured(shaped("  states"), 8 * count + 8 * rows,
             [&, rows = rows, length = length] {
               return scan_sum_states_rows(nullptr, floats, results, rows,
                                           length, step, step, from, to,
                                           workspace);
             });
    measured(shaped("recurrence"), 12 * count,
             [&, rows = rows, length = length] {
               return scan_recurrence_rows(nullptr, floats, floats + n, results,
                                           rows, length, step, step, step,
                                           workspace);
             });
    measured(shaped("  states"), 12 * count + 16 * rows,
             [&, rows = rows, length = length] {
               return scan_recurrence_states_rows(
                   nullptr, floats, floats + n, results, rows, length, step,
                   step, step, hFrom, hTo, workspace);
             });
  }
}

} // namespace

int main(int argc, char **argv) {
  return runCases(
      argc, argv,
      [](Random &random) {
        const bool ofRows = below(random, 2), reverse = below(random, 2);
        const uint64_t which = below(random, 4);
        return which == 3 ? runInParts(random, reverse)
                          : runOnce(random, Kind(which), ofRows, reverse);
      },
      [] {
        measureAll();
        return true;
      });
}
