/*===- memory.c - Memory of a CUDA driver that only remembers -----*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The functions by which scanc::device_memory allocates, for FakeCuda.c.
|*
\*===----------------------------------------------------------------------===*/

#include "memory.h"
#include <stdlib.h>

struct fake_memory fake_memory;

int cuMemAlloc_v2(unsigned long long *address, size_t bytes) {
  if (fake_memory.result != 0)
    return fake_memory.result;
  ++fake_memory.allocations;
  fake_memory.bytes = bytes;
  *address = (unsigned long long)aligned_alloc(256, (bytes + 255) / 256 * 256);
  return 0;
}

int cuMemFree_v2(unsigned long long address) {
  ++fake_memory.frees;
  free((void *)address);
  return 0;
}
