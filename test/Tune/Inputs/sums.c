/*===- sums.c - Whether a bundle expects the right sums -----------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Compiled with a bundle's runner, whose memory is the host's here: prints how
|* many of the expected sums are not those of a loop.
|*
\*===----------------------------------------------------------------------===*/

#define main runner_main
#include "tune.c"
#undef main

static int allocate(tune_address *pointer, size_t bytes) {
  void *memory = malloc(bytes);
  *pointer = (tune_address)(uintptr_t)memory;
  return memory == NULL;
}

static int release(tune_address pointer) {
  free((void *)(uintptr_t)pointer);
  return 0;
}

static int to_device(tune_address to, const void *from, size_t bytes) {
  memcpy((void *)(uintptr_t)to, from, bytes);
  return 0;
}

static uint64_t read_word(tune_address base, unsigned size, uint64_t i) {
  uint64_t word = 0;
  memcpy(&word, (const char *)(uintptr_t)base + i * size, size);
  return word;
}

/* Of the first `limit` words, in C order, by their definition. */
static unsigned long count_wrong(unsigned element, const scanc_tensor *tensor,
                                 uint64_t limit) {
  const unsigned size = element == 16 ? 8 : element;
  const uint64_t mask =
      size == 8 ? ~UINT64_C(0) : (UINT64_C(1) << 8 * size) - 1;
  uint64_t apart = element == 16 ? 2 : 1, length = limit, i;
  unsigned long wrong = 0;
  uint32_t k;
  prepare_memory(element, 1, tensor);
  if (tensor != NULL) {
    length = tensor->extent[tensor->axis];
    for (k = tensor->axis + 1; k < tensor->rank; ++k)
      apart *= tensor->extent[k];
  }
  for (i = 0; i < limit; ++i) {
    uint64_t sum = 0;
    if (i / apart % length != 0)
      sum = read_word(memory.expected, size, i - apart) +
            read_word(memory.in, size, i - apart);
    wrong += (sum & mask) != read_word(memory.expected, size, i);
  }
  return wrong;
}

int main(void) {
  static const scanc_tensor tensors[] = {{3, 1, {5, 37, 11}, {{0}}},
                                         {3, 0, {50, 3, 7}, {{0}}},
                                         {2, 1, {40, 129}, {{0}}},
                                         {4, 2, {2, 3, 1, 8}, {{0}}}};
  static const unsigned elements[] = {1, 2, 4, 8, 16};
  size_t e, t;
  gpu.allocate = allocate;
  gpu.release = release;
  gpu.to_device = to_device;
  for (e = 0; e < sizeof(elements) / sizeof(*elements); ++e) {
    printf("%u bytes: %lu", elements[e], count_wrong(elements[e], NULL, 20000));
    for (t = 0; t < sizeof(tensors) / sizeof(*tensors); ++t)
      printf(" %lu", count_wrong(elements[e], &tensors[t], 20000));
    printf(" wrong\n");
  }
  return 0;
}
