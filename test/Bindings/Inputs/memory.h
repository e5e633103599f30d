/*===- memory.h - Memory of a CUDA driver that only remembers -----*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_BINDINGS_INPUTS_MEMORY_H
#define SCANC_TEST_BINDINGS_INPUTS_MEMORY_H

#include <stddef.h>

/* The object "fake_memory" of libcuda.so.1. */
struct fake_memory {
  int result; /* what cuMemAlloc answers */
  int allocations, frees;
  size_t bytes; /* of the last allocation */
};

#endif /* SCANC_TEST_BINDINGS_INPUTS_MEMORY_H */
