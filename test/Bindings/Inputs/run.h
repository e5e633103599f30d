//===- run.h - What the tests of scan.hpp check with ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libcuda.so.1 is FakeCuda.c with memory.c.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_BINDINGS_INPUTS_RUN_H
#define SCANC_TEST_BINDINGS_INPUTS_RUN_H

#include "FakeCuda.h"
#include "memory.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>
#include <vector>

struct CUstream_st;

inline int checks = 0, wrong = 0;

inline void check(bool holds, const char *what, const char *file, int line) {
  ++checks;
  if (holds)
    return;
  ++wrong;
  std::printf("%s:%d: %s\n", file, line, what);
}
#define CHECK(...) check(__VA_ARGS__, #__VA_ARGS__, __FILE__, __LINE__)

template <class T> T &of_driver(const char *name) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  void *object = library ? dlsym(library, name) : nullptr;
  if (!object) {
    std::printf("no %s: %s\n", name, dlerror());
    std::exit(2);
  }
  return *static_cast<T *>(object);
}
inline fake_cuda &driver = of_driver<fake_cuda>("fake_cuda");
inline fake_memory &memory = of_driver<fake_memory>("fake_memory");

inline const fake_launch &last_launch() {
  return driver.launches[(driver.launch_count - 1) % FAKE_CUDA_MAX_LAUNCHES];
}

inline CUstream_st *stream() {
  return reinterpret_cast<CUstream_st *>(&checks);
}

inline constexpr std::uint64_t many = 1000000;

/// Arrays of the sizes that a scan is told of; nothing looks at them.
struct Arrays {
  std::vector<std::int32_t> in = std::vector<std::int32_t>(many), out = in;
};

struct Hit {
  float score;
  std::int32_t index;
};

/// Whether the last launch was by a kernel of that form of a scan.
inline bool launched(std::string_view form) {
  const std::string_view kernel = last_launch().kernel;
  return kernel.substr(0, form.size()) == form &&
         kernel.substr(form.size()).find("strided") == kernel.npos;
}

// A matrix of the elements of Arrays, and some rows of it.
inline constexpr std::uint64_t wide = 1000, high = many / wide;

/// The part of the tests that is about states.
void carries_states(Arrays &arrays);

/// The part that is about tensors.
void scans_tensors(Arrays &arrays);

#endif // SCANC_TEST_BINDINGS_INPUTS_RUN_H
