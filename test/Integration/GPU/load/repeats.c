/*===- repeats.c - The same bits every time -----------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Sums of floats of very different sizes, some of which cancel: another order
|* of combination would round otherwise. Each output is compared with the first,
|* which other tests hold to a reference.
|*
\*===----------------------------------------------------------------------===*/

#include "holder.h"
#include "parts.h"
#include "results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_A_LOOK = 100 };

static const uint64_t sizes[] = {((uint64_t)1 << 16) + 3,
                                 ((uint64_t)1 << 20) + 1, (uint64_t)1 << 24};

struct repeats {
  const struct subject *subject;
  uint64_t n;
  stream_handle stream;
  device_pointer in, first, out, workspace, errors;
};

/* Both signs, exponents of -20 to 19, and any fraction. */
static void fill_rough(float *data, uint64_t n) {
  uint64_t i;
  for (i = 0; i < n; ++i) {
    uint64_t random = mix(i);
    uint32_t sign = (uint32_t)random & 0x80000000u,
             fraction = (uint32_t)random & 0x007FFFFFu,
             exponent = 127 - 20 + (uint32_t)(random >> 32) % 40;
    uint32_t bits = sign | exponent << 23 | fraction;
    memcpy(&data[i], &bits, sizeof(bits));
  }
}

static void scan_to(const struct repeats *repeats, device_pointer out) {
  scanc_status status =
      subject_launch(repeats->subject, repeats->stream, &repeats->in, &out,
                     repeats->n, repeats->workspace);
  if (status != SCANC_OK)
    stop("%s: n=%llu: %s", repeats->subject->scan->name,
         (unsigned long long)repeats->n, scanc_status_string(status));
}

/* Waits; writes a message if anything differed so far. */
static int look(const struct repeats *repeats, char message[MESSAGE_BYTES]) {
  uint64_t found[2];
  CUDA(stream_synchronize(repeats->stream));
  CUDA(download(found, repeats->errors, sizeof(found)));
  if (found[0] == 0)
    return 1;
  snprintf(message, MESSAGE_BYTES,
           "run %llu: out[%llu] differs from the first run's (%llu do in all)",
           (unsigned long long)(found[1] >> 40),
           (unsigned long long)(found[1] & (((uint64_t)1 << 40) - 1)),
           (unsigned long long)found[0]);
  return 0;
}

/* Runs again and again; with a holder, beside kernels that hold some of the
   multiprocessors for a while. */
static void compare_runs(const struct repeats *repeats, uint64_t runs,
                         struct holder *holder) {
  const uint64_t none[2] = {0, ~(uint64_t)0};
  char message[MESSAGE_BYTES] = "", name[MESSAGE_BYTES];
  size_t bytes = (size_t)repeats->n * sizeof(float);
  uint64_t run;
  int right = 1;
  upload_all(repeats->errors, none, sizeof(none));
  for (run = 1; right && run < runs; ++run) {
    uint64_t random = mix(run);
    if (holder != NULL)
      holder_start(holder, 1 + (unsigned)(random % machine.sm_count),
                   1e-6 * (double)(random >> 32 & 63));
    scan_to(repeats, repeats->out);
    enqueue_check(repeats->stream, repeats->out, repeats->first, 0, bytes,
                  bytes, sizeof(float), run, repeats->errors, 0);
    if (run % REPEATS_A_LOOK == 0)
      right = look(repeats, message);
  }
  if (right)
    look(repeats, message);
  if (holder != NULL)
    holder_finish(holder);
  snprintf(name, sizeof(name), "repeats: n=%llu, the same bits %llu times%s",
           (unsigned long long)repeats->n, (unsigned long long)runs,
           holder ? ", beside another stream" : "");
  results_report(repeats->subject->scan->name, name, message);
}

static void run_size(const struct subject *subject, uint64_t n, uint64_t runs,
                     struct holder *holder) {
  size_t bytes = (size_t)n * sizeof(float);
  float *data = malloc(bytes);
  struct repeats repeats;
  if (data == NULL)
    stop("no memory for %llu elements", (unsigned long long)n);
  fill_rough(data, n);
  repeats.subject = subject;
  repeats.n = n;
  repeats.stream = new_stream(LOWEST);
  repeats.in = device_memory(bytes);
  repeats.first = device_memory(bytes);
  repeats.out = device_memory(bytes);
  repeats.errors = device_memory(2 * sizeof(uint64_t));
  repeats.workspace = new_workspace(subject, n, repeats.stream);
  upload_all(repeats.in, data, bytes);
  free(data);
  CUDA(fill(repeats.first, 0xA5, bytes, repeats.stream));
  CUDA(fill(repeats.out, 0xA5, bytes, repeats.stream));
  scan_to(&repeats, repeats.first);
  CUDA(stream_synchronize(repeats.stream));
  compare_runs(&repeats, runs, NULL);
  compare_runs(&repeats, runs, holder);
  CUDA(stream_destroy(repeats.stream));
  CUDA(release(repeats.in));
  CUDA(release(repeats.first));
  CUDA(release(repeats.out));
  CUDA(release(repeats.errors));
  if (repeats.workspace)
    CUDA(release(repeats.workspace));
}

void run_repeats(const struct subject *subject, const struct options *options) {
  struct holder holder;
  size_t i;
  if (strcmp(subject->scan->elem, "f32") != 0 ||
      strcmp(subject->scan->out, "f32") != 0 || !subject->scan->deterministic)
    stop("%s: expected a deterministic scan of f32", subject->scan->name);
  holder_open(&holder);
  for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i)
    run_size(subject, sizes[i], options->repeats, &holder);
  holder_close(&holder);
}
