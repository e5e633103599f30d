/*===- launches.c - A million launches on one workspace -----------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "parts.h"
#include "results.h"

#include <stdio.h>

enum { ROUNDS_A_LOOK = 64, PROGRESS = 100000 };

void run_launches(const struct subject *subject,
                  const struct options *options) {
  char message[MESSAGE_BYTES] = "", name[MESSAGE_BYTES];
  const char *scan = subject->scan->name;
  uint64_t next = PROGRESS;
  double started = seconds_now();
  struct lane lane;
  int right = 1, i;
  lane_open(&lane, subject, 0, subject->max_n, 1);
  while (right && lane.scans < options->launches) {
    for (i = 0; i < ROUNDS_A_LOOK && lane.scans < options->launches; ++i)
      lane_round(&lane);
    right = lane_finish(&lane, message);
    if (lane.scans >= next) {
      results_progress(scan, lane.scans);
      printf("%s: %llu launches, %.1f s\n", scan,
             (unsigned long long)lane.scans, seconds_now() - started);
      fflush(stdout);
      next += PROGRESS;
    }
  }
  if (right) {
    lane_sweep(&lane);
    lane_finish(&lane, message);
  }
  snprintf(name, sizeof(name),
           "launches: %llu on one workspace, of 1 to %llu elements",
           (unsigned long long)options->launches,
           (unsigned long long)subject->max_n);
  results_report(scan, name, message);
  lane_close(&lane);
}
