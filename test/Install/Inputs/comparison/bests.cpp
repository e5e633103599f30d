//===- bests.cpp - Running bests that are right or wrong in one way -------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "application.hpp"

extern "C" int cuLaunchHostFunc(void *, void (*)(void *), void *);
extern "C" int cuStreamSynchronize(void *);

namespace {
struct Work {
  const Hit *in;
  Hit *out;
  std::size_t n;
};

bool takes(const Hit &a, const Hit &b) {
#ifdef FIRST_OF_EQUAL_SCORES
  return a.score > b.score;
#else
  return application::better(a, b);
#endif
}

void run(void *data) {
  const Work &work = *static_cast<const Work *>(data);
  Hit best = work.in[0];
  for (std::size_t i = 0; i < work.n; ++i) {
    if (takes(work.in[i], best))
      best = work.in[i];
    work.out[i] = best;
  }
}
} // namespace

int running_best(CUstream_st *stream, const Hit *in, Hit *out, std::size_t n) {
#ifdef REFUSES
  return 7;
#endif
  static Work work;
  work = {in, out, n};
#ifdef OTHER_STREAM
  run(&work);
  return 0;
#endif
  int error = cuLaunchHostFunc(stream, run, &work);
#ifdef WAITS
  cuStreamSynchronize(stream);
#endif
  return error;
}
