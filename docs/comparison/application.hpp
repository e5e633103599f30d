//===- application.hpp - The rest of the application ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same for every tool, and not counted: the application's elements, stream
// and memory. Its main checks what running_best promises:
//
// - it scans in the application's stream: the elements only arrive there once
//   running_best has returned, behind a host function that waits for that;
// - it does not wait for the stream: that host function would not end before
//   its time is up;
// - every output is right.
//
// It prints `right` or what is wrong, and its exit status is 0 only if it is
// right. It needs no header of CUDA.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_DOCS_COMPARISON_APPLICATION_HPP
#define SCANC_DOCS_COMPARISON_APPLICATION_HPP

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <thread>

struct CUstream_st;

struct Hit {
  float score;
  std::int32_t player;
};

/// The most hits that the application ever has.
constexpr std::size_t max_hits = std::size_t{1} << 24;

/// What each tool is used for. out[i] is the best of in[0] to in[i]: the one
/// with the greatest score, and of equal ones the one of the smaller player.
/// Both are n hits of GPU memory. Returns an error, or 0 when the work is in
/// the stream.
int running_best(CUstream_st *stream, const Hit *in, Hit *out, std::size_t n);

namespace application {

using address = unsigned long long;

/// Calls a function of the CUDA driver by its name; ends the program if that
/// fails.
template <class... Arguments>
void driver(const char *name, Arguments... arguments) {
  static void *library = dlopen("libcuda.so.1", RTLD_NOW);
  void *found = library ? dlsym(library, name) : nullptr;
  int error =
      found ? reinterpret_cast<int (*)(Arguments...)>(found)(arguments...) : -1;
  if (error == 0)
    return;
  std::printf("error %d of %s\n", error, name);
  std::exit(2);
}

/// What the stream waits for before it goes on to the hits.
struct gate {
  std::atomic<bool> open{false};
  std::atomic<bool> timed_out{false};

  static void wait(void *self) {
    gate &it = *static_cast<gate *>(self);
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!it.open && !it.timed_out) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      it.timed_out = std::chrono::steady_clock::now() > end;
    }
  }
};

inline bool better(const Hit &a, const Hit &b) {
  return a.score > b.score || (a.score == b.score && a.player < b.player);
}

inline int check() {
  constexpr std::size_t n = 1000003, bytes = n * sizeof(Hit);
  void *context = nullptr;
  driver("cuInit", 0u);
  driver("cuDevicePrimaryCtxRetain", &context, 0);
  driver("cuCtxSetCurrent", context);
  CUstream_st *stream = nullptr;
  driver("cuStreamCreate", &stream, 1u); // does not wait for the default stream
  address in = 0, out = 0;
  driver("cuMemAlloc_v2", &in, bytes);
  driver("cuMemAlloc_v2", &out, bytes);
  void *pinned[2];
  for (void *&memory : pinned)
    driver("cuMemAllocHost_v2", &memory, bytes);
  Hit *hits = static_cast<Hit *>(pinned[0]);
  const Hit *leaders = static_cast<const Hit *>(pinned[1]);
  // Many equal scores; players in no order.
  for (std::size_t i = 0; i < n; ++i)
    hits[i] = {static_cast<float>(i * 7919 % 1000033 / 50000 + i / 100000),
               static_cast<std::int32_t>(i * 31337 % n)};

  auto run = [&] {
    int error = running_best(stream, reinterpret_cast<const Hit *>(in),
                             reinterpret_cast<Hit *>(out), n);
    if (error == 0)
      return true;
    std::printf("error %d of running_best\n", error);
    return false;
  };
  auto clear = [&] {
    for (address memory : {in, out})
      driver("cuMemsetD8Async", memory, static_cast<unsigned char>(0xA5), bytes,
             stream);
  };

  // Tools load their kernels and take their memory in a first call.
  clear();
  if (!run())
    return 1;
  clear();
  driver("cuStreamSynchronize", stream);

  gate entrance;
  driver("cuLaunchHostFunc", stream, &gate::wait,
         static_cast<void *>(&entrance));
  driver("cuMemcpyHtoDAsync_v2", in, static_cast<const void *>(hits), bytes,
         stream);
  bool ran = run();
  entrance.open = true;
  driver("cuMemcpyDtoHAsync_v2", pinned[1], out, bytes, stream);
  driver("cuStreamSynchronize", stream);
  if (!ran)
    return 1;
  if (entrance.timed_out) {
    std::printf("waits for the stream\n");
    return 1;
  }
  Hit best = hits[0];
  for (std::size_t i = 0; i < n; ++i) {
    if (better(hits[i], best))
      best = hits[i];
    if (std::memcmp(&leaders[i], &best, sizeof(Hit)) != 0) {
      std::printf("wrong at %zu: score %g, player %d\n", i, leaders[i].score,
                  leaders[i].player);
      return 1;
    }
  }
  std::printf("right\n");
  return 0;
}

} // namespace application

int main() { return application::check(); }

#endif // SCANC_DOCS_COMPARISON_APPLICATION_HPP
