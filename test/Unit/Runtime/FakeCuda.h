/*===- FakeCuda.h - A CUDA driver that only remembers -------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* FakeCuda.c is built into libcuda.so.1, which exports the driver's functions
|* that the runtime calls and one object of struct fake_cuda, "fake_cuda": tests
|* set what the functions answer and read what they were asked.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_UNIT_RUNTIME_FAKECUDA_H
#define SCANC_TEST_UNIT_RUNTIME_FAKECUDA_H

#include <stddef.h>
#include <stdint.h>

enum { FAKE_CUDA_MAX_LAUNCHES = 16 };

struct fake_launch {
  char kernel[64];
  unsigned grid, block, shared_bytes;
  int dependent;
  void *stream;
  const void *in, *out, *workspace;
  const void *arrays[16]; /* of the input, then of the output */
  uint64_t n;
  uint32_t blocks;
  uint64_t sizes[145];   /* behind `blocks` */
  const void *states[2]; /* behind these */
};

struct fake_cuda {
  /* Answers: CUresults, and what the machine is like. */
  int init_result, load_result, kernel_result, function_result, launch_result;
  int unload_result;
  int version, has_context, device, sm_count, major, minor;
  unsigned long long context_id; /* of the one context there is */
  unsigned more_arrays;          /* of the input of each kernel, beyond one */
  unsigned more_sizes;           /* of each kernel, behind `blocks` */
  unsigned states;               /* of each kernel, behind these */
  /* The one allocation that cuMemGetAddressRange knows. */
  unsigned long long range_base;
  size_t range_size;

  /* Questions, counted. */
  int loads, unloads, live, attributes, capture_exchanges, launch_count;
  /* Calls that a thread with a capture mode other than relaxed may not make. */
  int unsafe_calls;
  /* Launches of kernels whose library was unloaded. */
  int dead_launches;
  /* Kernels that were allowed much shared memory, and the last of them. */
  int allowances, allowed_bytes;
  int occupancy; /* blocks of any kernel that a multiprocessor holds */
  char allowed_kernel[64];
  /* cuMemsetD8Async, and its last arguments. */
  int fills, filled_with;
  unsigned long long filled_address;
  size_t filled_bytes;
  void *filled_in;
  size_t code_length;
  char code_tail[16];
  struct fake_launch launches[FAKE_CUDA_MAX_LAUNCHES];
};

#endif /* SCANC_TEST_UNIT_RUNTIME_FAKECUDA_H */
