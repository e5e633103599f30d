/*===- states.c - Calls launchers that take states ----------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* libcuda.so.1 is FakeCuda.c. Prints nothing if all is right.
|*
\*===----------------------------------------------------------------------===*/

#include "FakeCuda.h"
#include "my.h"
#include "my_after.h"
#include "my_from.h"
#include "my_recurrence.h"

#include <dlfcn.h>
#include <stdio.h>

static struct fake_cuda *cuda;
static int wrong;

#define CHECK(holds) check((holds) != 0, #holds, __LINE__)
static void check(int holds, const char *what, int line) {
  if (holds)
    return;
  fprintf(stderr, "states.c:%d: %s\n", line, what);
  wrong = 1;
}

/* Whether the last launch got these states. */
static int got(const void *first, const void *second) {
  const struct fake_launch *last =
      &cuda->launches[(cuda->launch_count - 1) % FAKE_CUDA_MAX_LAUNCHES];
  return last->states[0] == first && last->states[1] == second;
}

/* Device memory; nobody follows these. */
#define AT(type, number) ((type *)((uintptr_t)(number) << 20))

static void of_a_line(void) {
  const int32_t *in = AT(int32_t, 1);
  int32_t *out = AT(int32_t, 2);
  my_state *from = AT(my_state, 3), *to = AT(my_state, 4);
  int launches;
  cuda->states = 2;
  CHECK(my(NULL, in, out, 9, from, to, NULL) == SCANC_OK && got(from, to));
  CHECK(my(NULL, in, out, 9, NULL, to, NULL) == SCANC_OK && got(NULL, to));
  CHECK(my(NULL, in, out, 9, from, NULL, NULL) == SCANC_OK && got(from, NULL));
  CHECK(my(NULL, in, out, 9, NULL, NULL, NULL) == SCANC_OK && got(NULL, NULL));
  CHECK(my(NULL, in, out, 9, from, from + 1, NULL) == SCANC_OK);
  CHECK(my(NULL, in, out, 9, in + 8, to, NULL) == SCANC_OK);
  launches = cuda->launch_count;
  CHECK(my(NULL, in, out, 9, from, from, NULL) == SCANC_ERROR_OVERLAP);
  CHECK(my(NULL, in, out, 9, out + 8, to, NULL) == SCANC_ERROR_OVERLAP);
  CHECK(my(NULL, in, out, 9, from, out + 8, NULL) == SCANC_ERROR_OVERLAP);
  CHECK(my(NULL, in, out, 9, from, AT(int32_t, 1) + 8, NULL) ==
        SCANC_ERROR_OVERLAP);
  CHECK(my(NULL, in, out, 9, (my_state *)((char *)from + 2), to, NULL) ==
        SCANC_ERROR_MISALIGNED_POINTER);
  CHECK(my(NULL, in, out, 9, from, (my_state *)((char *)to + 2), NULL) ==
        SCANC_ERROR_MISALIGNED_POINTER);
  /* Without elements, the final state is all there is. */
  CHECK(my(NULL, NULL, NULL, 0, from, NULL, NULL) == SCANC_OK);
  CHECK(my(NULL, NULL, NULL, 0, from, from, NULL) == SCANC_ERROR_OVERLAP);
  CHECK(cuda->launch_count == launches);
  CHECK(my(NULL, NULL, NULL, 0, from, to, NULL) == SCANC_OK && got(from, to));
  CHECK(my(NULL, NULL, NULL, 0, NULL, to, NULL) == SCANC_OK && got(NULL, to));
  CHECK(cuda->launch_count == launches + 2);
  cuda->states = 0;
}

static void of_rows(void) {
  const int32_t *in = AT(int32_t, 1);
  int32_t *out = AT(int32_t, 2);
  my_state *from = AT(my_state, 3), *to = AT(my_state, 4);
  int launches;
  cuda->states = 2;
  cuda->more_sizes = 1;
  CHECK(my_rows(NULL, in, out, 3, 9, 9, 9, from, to, NULL) == SCANC_OK);
  CHECK(got(from, to));
  CHECK(my_rows(NULL, in, out, 3, 9, 9, 9, NULL, to, NULL) == SCANC_OK);
  CHECK(got(NULL, to));
  cuda->more_sizes = 3;
  CHECK(my_rows(NULL, in, out, 3, 9, 10, -11, from, to, NULL) == SCANC_OK);
  CHECK(got(from, to));
  /* A state for each row. */
  launches = cuda->launch_count;
  CHECK(my_rows(NULL, in, out, 3, 9, 9, 9, from, from + 2, NULL) ==
        SCANC_ERROR_OVERLAP);
  CHECK(my_rows(NULL, in, out, 3, 9, 9, 9, out - 2, to, NULL) ==
        SCANC_ERROR_OVERLAP);
  CHECK(my_rows(NULL, in, out, 3, 9, 9, 9, from, AT(int32_t, 1) - 2, NULL) ==
        SCANC_ERROR_OVERLAP);
  CHECK(my_rows(NULL, NULL, NULL, 3, 0, 0, 0, from, from + 2, NULL) ==
        SCANC_ERROR_OVERLAP);
  CHECK(my_rows(NULL, NULL, NULL, 0, 9, 9, 9, from, to, NULL) == SCANC_OK);
  CHECK(my_rows(NULL, NULL, NULL, 3, 0, 0, 0, from, NULL, NULL) == SCANC_OK);
  CHECK(cuda->launch_count == launches);
  CHECK(my_rows(NULL, NULL, NULL, 3, 0, 0, 0, from, to, NULL) == SCANC_OK);
  CHECK(cuda->launch_count == launches + 1);
  cuda->more_sizes = 0;
  cuda->states = 0;
}

/* Rows that are launched one after another, each with its own states. */
static void of_long_rows(void) {
  const int32_t *in = AT(int32_t, 1);
  int32_t *out = AT(int32_t, 2);
  my_state *from = AT(my_state, 3), *to = AT(my_state, 4);
  const uint64_t n = 3 * 4096;
  const int before = cuda->launch_count;
  void *workspace = AT(void, 5);
  uint64_t row, seen = 0;
  int i;
  cuda->states = 2;
  cuda->more_sizes = 1;
  CHECK(my_rows(NULL, in, out, 3, n, 20000, 20000, from, to, workspace) ==
        SCANC_OK);
  CHECK(cuda->launch_count - before <= FAKE_CUDA_MAX_LAUNCHES);
  for (row = 0; row < 3; ++row)
    for (i = before; i < cuda->launch_count; ++i) {
      const struct fake_launch *launch =
          &cuda->launches[i % FAKE_CUDA_MAX_LAUNCHES];
      if (launch->states[0] == from + row && launch->states[1] == to + row) {
        ++seen;
        break;
      }
    }
  CHECK(seen == 3);
  cuda->more_sizes = 0;
  cuda->states = 0;
}

static void of_one_kind(void) {
  const float *in = AT(float, 1);
  float *out = AT(float, 2);
  const my_from_state *from = AT(my_from_state, 3);
  my_after_state *to = AT(my_after_state, 4);
  int launches;
  cuda->states = 1;
  CHECK(my_from(NULL, in, out, 9, from, NULL) == SCANC_OK && got(from, NULL));
  launches = cuda->launch_count;
  CHECK(my_from(NULL, in, out, 0, from, NULL) == SCANC_OK);
  CHECK(my_from_rows(NULL, in, out, 9, 0, 0, 0, from, NULL) == SCANC_OK);
  CHECK(cuda->launch_count == launches);
  cuda->more_sizes = 1;
  CHECK(my_after_rows(NULL, AT(uint16_t, 1), AT(uint16_t, 2), 3, 9, 9, 9, to,
                      NULL) == SCANC_OK);
  CHECK(got(to, NULL));
  cuda->more_sizes = 0;
  cuda->states = 0;
}

static void of_several_values(void) {
  my_recurrence_state from = {1.0f, 2.0f}, *to = AT(my_recurrence_state, 4);
  CHECK(from.f0 == 1.0f && from.f1 == 2.0f);
  CHECK(my_recurrence(NULL, NULL, NULL, NULL, 0, &from, NULL, NULL) ==
        SCANC_OK);
  CHECK(my_recurrence(NULL, AT(float, 1), AT(float, 2), AT(float, 3), 9, to, to,
                      NULL) == SCANC_ERROR_OVERLAP);
}

int main(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  cuda = (struct fake_cuda *)(library != NULL ? dlsym(library, "fake_cuda")
                                              : NULL);
  if (cuda == NULL)
    return 2;
  cuda->occupancy = 2;
  cuda->context_id = 1;
  of_a_line();
  of_rows();
  of_long_rows();
  of_one_kind();
  of_several_values();
  return wrong;
}
