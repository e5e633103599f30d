/*===- watchdog.c - Ends the process where a kernel hangs ---------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "watchdog.h"
#include "lane.h"

#include <pthread.h>
#include <stdio.h>

struct watched {
  const struct lane *lane; /* null: none */
  uint64_t done;
  double since; /* when `done` changed last, or nothing was outstanding */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct watched table[MAX_LANES];
static double limit_in_seconds;

static void report_hang(const struct watched *watched) {
  const struct lane *lane = watched->lane;
  char sizes[ROUND * 24] = "";
  size_t length = 0;
  unsigned i;
  for (i = 0; i < ROUND && !lane->replaying; ++i)
    length +=
        (size_t)snprintf(sizes + length, sizeof(sizes) - length, " %llu",
                         (unsigned long long)job_of(lane, watched->done + i).n);
  stop("hang: %s, stream %u: no progress for %g s; %llu of %llu outputs were "
       "checked%s%s",
       lane->subject->scan->name, lane->index, limit_in_seconds,
       (unsigned long long)watched->done, (unsigned long long)lane->checks,
       lane->replaying ? ", from a graph" : "; sizes of the next launches:",
       sizes);
}

static void look_at(struct watched *watched, double now) {
  uint64_t done = checks_done(watched->lane);
  if (done != watched->done || done == watched->lane->checks) {
    watched->done = done;
    watched->since = now;
  } else if (now - watched->since > limit_in_seconds) {
    report_hang(watched);
  }
}

static void *watch(void *unused) {
  (void)unused;
  for (;;) {
    double now = seconds_now();
    unsigned i;
    sleep_seconds(0.1);
    pthread_mutex_lock(&lock);
    for (i = 0; i < MAX_LANES; ++i)
      if (table[i].lane != NULL)
        look_at(&table[i], now);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

void watchdog_start(double limit) {
  pthread_t thread;
  limit_in_seconds = limit;
  if (pthread_create(&thread, NULL, watch, NULL) != 0)
    stop("no thread for the watchdog");
  pthread_detach(thread);
}

void watchdog_add(const struct lane *lane) {
  pthread_mutex_lock(&lock);
  table[lane->index].lane = lane;
  table[lane->index].done = 0;
  table[lane->index].since = seconds_now();
  pthread_mutex_unlock(&lock);
}

void watchdog_remove(const struct lane *lane) {
  pthread_mutex_lock(&lock);
  table[lane->index].lane = NULL;
  pthread_mutex_unlock(&lock);
}
