/*===- held.c - Beside a kernel that holds multiprocessors --------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Every scan has to finish on the multiprocessors that are left, whatever its
|* blocks wait for, and be right.
|*
\*===----------------------------------------------------------------------===*/

#include "holder.h"
#include "parts.h"
#include "results.h"

#include <stdio.h>
#include <string.h>

enum { CROWD = 4 };

static const double patience = 10;   /* for a scan beside a kernel */
static const double own_time = 0.03; /* of a kernel that ends by itself */
static const double never = 60;

/* The kernels of a scan, and of the checks, are loaded while nothing waits: a
   driver may want the device idle for that. */
static void warm_up(struct lane *lane) {
  lane_round(lane);
  CUDA(stream_synchronize(lane->stream));
}

static void report(const struct subject *subject, const char *how, uint64_t n,
                   unsigned held, const char *message) {
  char name[2 * MESSAGE_BYTES];
  snprintf(name, sizeof(name), "held: %u of %u multiprocessors, %s, n=%llu",
           held, machine.sm_count, how, (unsigned long long)n);
  results_report(subject->scan->name, name, message);
}

/* Released once the scan is done. */
static void release_after_scan(const struct subject *subject,
                               struct holder *holder, uint64_t n) {
  char message[MESSAGE_BYTES], late[MESSAGE_BYTES] = "";
  struct lane lane;
  unsigned held;
  int early;
  lane_open(&lane, subject, 0, n, 7);
  lane.fixed_n = n;
  warm_up(&lane);
  holder_start(holder, machine.sm_count / 2, never);
  held = holder_wait_until_held(holder, machine.sm_count / 2);
  lane_round(&lane);
  early = stream_ends_within(lane.stream, patience);
  holder_release(holder);
  holder_finish(holder);
  if (!early)
    snprintf(late, sizeof(late), "not finished within %.0f s beside it",
             patience);
  lane_finish(&lane, message);
  report(subject, "released after the scan", n, held,
         message[0] ? message : late);
  lane_close(&lane);
}

/* Held for a time that does not depend on the scans of CROWD streams. */
static void end_by_itself(const struct subject *subject, struct holder *holder,
                          unsigned streams, uint64_t n) {
  char message[MESSAGE_BYTES] = "", other[MESSAGE_BYTES], how[64];
  struct lane lanes[CROWD];
  unsigned held, i;
  for (i = 0; i < streams; ++i) {
    lane_open(&lanes[i], subject, i, n, 20 + i);
    lanes[i].fixed_n = n;
    warm_up(&lanes[i]);
  }
  holder_start(holder, machine.sm_count / 2, own_time);
  held = holder_wait_until_held(holder, machine.sm_count / 2);
  for (i = 0; i < streams; ++i)
    lane_round(&lanes[i]);
  for (i = 0; i < streams; ++i)
    if (!lane_finish(&lanes[i], other) && message[0] == '\0')
      memcpy(message, other, sizeof(message));
  holder_finish(holder);
  for (i = 0; i < streams; ++i)
    lane_close(&lanes[i]);
  snprintf(how, sizeof(how), "ending by itself, %u stream%s", streams,
           streams == 1 ? "" : "s");
  report(subject, how, n, held, message);
}

/* Kernels that hold 1 to all multiprocessors come and go, and scans of all
   sizes run. */
static void come_and_go(const struct subject *subject, struct holder *holder,
                        uint64_t rounds) {
  char message[MESSAGE_BYTES], name[MESSAGE_BYTES];
  struct lane lane;
  uint64_t round;
  int right = 1;
  lane_open(&lane, subject, 0, subject->max_n, 8);
  warm_up(&lane);
  for (round = 0; right && round < rounds; ++round) {
    uint64_t random = mix(round);
    holder_start(holder, 1 + (unsigned)(random % machine.sm_count),
                 1e-6 * (double)(100 + (random >> 32) % 1000));
    lane_round(&lane);
    lane_round(&lane);
    right = lane_finish(&lane, message);
    holder_finish(holder);
  }
  if (right) {
    lane_sweep(&lane);
    lane_finish(&lane, message);
  }
  snprintf(name, sizeof(name), "held: %llu kernels that come and go",
           (unsigned long long)rounds);
  results_report(subject->scan->name, name, message);
  lane_close(&lane);
}

void run_held(const struct subject *subject, const struct options *options) {
  struct holder holder;
  uint64_t few = 4 * subject->scan->tile + 1;
  holder_open(&holder);
  release_after_scan(subject, &holder, few);
  release_after_scan(subject, &holder, subject->max_n);
  end_by_itself(subject, &holder, 1, subject->max_n);
  end_by_itself(subject, &holder, CROWD, subject->max_n);
  come_and_go(subject, &holder, options->rounds);
  holder_close(&holder);
}
