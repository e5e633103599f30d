/*===- streams.c - Eight streams at once --------------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "parts.h"
#include "results.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { STREAMS = 8, ROUNDS_A_LOOK = 16 };

/* Long enough for a few tiles of every block, and short enough that launches
   overlap. */
static const uint64_t most_elements = 1 << 20;

struct crew {
  struct lane lanes[STREAMS];
  char messages[STREAMS][MESSAGE_BYTES];
  uint64_t launches; /* of each lane */
};

static void crew_open(struct crew *crew, const struct subject *const *subjects,
                      unsigned count, uint64_t launches) {
  unsigned i;
  crew->launches = launches;
  for (i = 0; i < STREAMS; ++i) {
    crew->messages[i][0] = '\0';
    lane_open(&crew->lanes[i], subjects[i % count], i, most_elements, 100 + i);
  }
}

/* Closes the lanes and reports the first message. */
static void crew_report(struct crew *crew, const char *scan, const char *how) {
  char name[MESSAGE_BYTES];
  const char *message = "";
  unsigned i;
  for (i = STREAMS; i-- > 0;) {
    lane_close(&crew->lanes[i]);
    if (crew->messages[i][0])
      message = crew->messages[i];
  }
  snprintf(name, sizeof(name), "streams: %d, %llu launches each, from %s",
           STREAMS, (unsigned long long)crew->launches, how);
  results_report(scan, name, message);
}

/* All lanes in turn. */
static void run_from_one_thread(struct crew *crew) {
  uint64_t scans = 0;
  int right = 1;
  unsigned i, round;
  while (right && scans < crew->launches) {
    for (round = 0; round < ROUNDS_A_LOOK; ++round)
      for (i = 0; i < STREAMS; ++i)
        lane_round(&crew->lanes[i]);
    for (i = 0; i < STREAMS; ++i)
      right &= lane_finish(&crew->lanes[i], crew->messages[i]);
    scans = crew->lanes[0].scans;
  }
  for (i = 0; i < STREAMS && right; ++i) {
    lane_sweep(&crew->lanes[i]);
    lane_finish(&crew->lanes[i], crew->messages[i]);
  }
}

/* What a thread does with its lane. */
struct duty {
  struct crew *crew;
  unsigned index;
};

static void *serve(void *argument) {
  const struct duty *duty = argument;
  struct lane *lane = &duty->crew->lanes[duty->index];
  char *message = duty->crew->messages[duty->index];
  int right = 1, round;
  CUDA(set_context(machine.context));
  while (right && lane->scans < duty->crew->launches) {
    for (round = 0; round < ROUNDS_A_LOOK; ++round)
      lane_round(lane);
    right = lane_finish(lane, message);
  }
  if (right) {
    lane_sweep(lane);
    lane_finish(lane, message);
  }
  return NULL;
}

static void run_from_threads(struct crew *crew) {
  pthread_t threads[STREAMS];
  struct duty duties[STREAMS];
  unsigned i;
  for (i = 0; i < STREAMS; ++i) {
    duties[i].crew = crew;
    duties[i].index = i;
    if (pthread_create(&threads[i], NULL, serve, &duties[i]) != 0)
      stop("no thread for stream %u", i);
  }
  for (i = 0; i < STREAMS; ++i)
    pthread_join(threads[i], NULL);
}

static void run_crews(const struct subject *const *subjects, unsigned count,
                      const char *scan, const struct options *options) {
  static struct crew crew;
  crew_open(&crew, subjects, count, options->stream_launches);
  run_from_one_thread(&crew);
  crew_report(&crew, scan, "one thread");
  crew_open(&crew, subjects, count, options->stream_launches);
  run_from_threads(&crew);
  crew_report(&crew, scan, "eight threads");
}

void run_streams(const struct subject *subject, const struct options *options) {
  run_crews(&subject, 1, subject->scan->name, options);
}

void run_mixed_streams(const struct subject *const *subjects, unsigned count,
                       const struct options *options) {
  run_crews(subjects, count, "different scans", options);
}
