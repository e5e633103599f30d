/*===- options.h - What is asked of the program -------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_OPTIONS_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_OPTIONS_H

#include <stdint.h>

struct options {
  const char *manifest, *folder, *results, *names, *kernels;
  uint64_t launches;        /* of each scan, one after another */
  uint64_t stream_launches; /* of each of the eight streams */
  uint64_t replays;         /* of each graph */
  uint64_t repeats;         /* of each sum of floats */
  uint64_t rounds;          /* beside kernels that come and go */
  uint64_t max_n;           /* the longest input */
  double limit;             /* seconds without progress that make a hang */
};

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_OPTIONS_H */
