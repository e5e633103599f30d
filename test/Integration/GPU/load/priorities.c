/*===- priorities.c - Two scans that take each other's places -----*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A kernel holds half of the multiprocessors. Scan A, in a stream of the lowest
|* priority, gets the other half, and some of its blocks have no place; then
|* comes scan B, in a stream of the highest. When the kernel ends, B's blocks go
|* before the rest of A's: each scan has half of the GPU, and were its blocks to
|* wait for all of them, neither would ever end. The watchdog sees it if they
|* do.
|*
\*===----------------------------------------------------------------------===*/

#include "holder.h"
#include "parts.h"
#include "results.h"

#include <stdio.h>
#include <string.h>

static const double patience = 10; /* for scans beside a kernel */
static const double never = 60;

/* Two lanes, A and B. */
struct pair {
  struct lane a, b;
};

static void pair_open(struct pair *pair, const struct subject *subject) {
  struct lane *lanes[2];
  unsigned i;
  lane_open_at(&pair->a, subject, 0, subject->max_n, 31, LOWEST);
  lane_open_at(&pair->b, subject, 1, subject->max_n, 32, HIGHEST);
  lanes[0] = &pair->a;
  lanes[1] = &pair->b;
  for (i = 0; i < 2; ++i) {
    lanes[i]->fixed_n = subject->max_n;
    /* Kernels are loaded while nothing waits. */
    lane_round(lanes[i]);
    CUDA(stream_synchronize(lanes[i]->stream));
  }
}

/* Waits for both; returns whether both were right, and writes what was not. */
static int pair_finish(struct pair *pair, char message[MESSAGE_BYTES]) {
  char other[MESSAGE_BYTES];
  int right = lane_finish(&pair->a, message);
  if (!lane_finish(&pair->b, other) && right) {
    memcpy(message, other, MESSAGE_BYTES);
    right = 0;
  }
  return right;
}

static void pair_close(struct pair *pair) {
  lane_close(&pair->a);
  lane_close(&pair->b);
}

/* A, then B, while the kernel holds for so many seconds. */
static void take_turns(const struct subject *subject, struct holder *holder,
                       double seconds, uint64_t rounds) {
  char message[MESSAGE_BYTES], name[MESSAGE_BYTES];
  unsigned half = machine.sm_count / 2;
  struct pair pair;
  uint64_t round;
  int right = 1;
  pair_open(&pair, subject);
  for (round = 0; right && round < rounds; ++round) {
    holder_start(holder, half, seconds);
    holder_wait_until_held(holder, half);
    lane_round(&pair.a);
    lane_round(&pair.b);
    right = pair_finish(&pair, message);
    holder_finish(holder);
  }
  pair_close(&pair);
  snprintf(name, sizeof(name),
           "priorities: beside a kernel that holds for %.0f ms, n=%llu, "
           "%llu rounds",
           1e3 * seconds, (unsigned long long)subject->max_n,
           (unsigned long long)rounds);
  results_report(subject->scan->name, name, message);
}

/* The kernel is released once both scans have ended. */
static void end_beside(const struct subject *subject, struct holder *holder) {
  char message[MESSAGE_BYTES], name[MESSAGE_BYTES];
  unsigned half = machine.sm_count / 2;
  struct pair pair;
  int ended;
  pair_open(&pair, subject);
  holder_start(holder, half, never);
  holder_wait_until_held(holder, half);
  lane_round(&pair.a);
  lane_round(&pair.b);
  ended = stream_ends_within(pair.a.stream, patience) &&
          stream_ends_within(pair.b.stream, patience);
  holder_release(holder);
  holder_finish(holder);
  if (pair_finish(&pair, message) && !ended)
    snprintf(message, sizeof(message),
             "not finished within %.0f s beside the kernel", patience);
  pair_close(&pair);
  snprintf(name, sizeof(name),
           "priorities: beside a kernel that is released after them, n=%llu",
           (unsigned long long)subject->max_n);
  results_report(subject->scan->name, name, message);
}

void run_priorities(const struct subject *subject,
                    const struct options *options) {
  struct holder holder;
  uint64_t rounds = options->rounds / 10 + 1;
  holder_open(&holder);
  /* Less than blocks wait before they ask who is there, and more. */
  take_turns(subject, &holder, 0.005, rounds);
  take_turns(subject, &holder, 0.2, rounds);
  end_beside(subject, &holder);
  holder_close(&holder);
}
