/*===- replays.c - Graphs, replayed -------------------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A graph holds a round of a lane, checks included: launches back to back, some
|* of them of the output of the one before. harness/Graphs.cpp replays with new
|* data.
|*
\*===----------------------------------------------------------------------===*/

#include "parts.h"
#include "results.h"

#include <stdio.h>

enum { REPLAYS_A_LOOK = 50 };

static void *capture(struct lane *lane) {
  void *graph, *executable;
  uint64_t scans = lane->scans, checks = lane->checks;
  CUDA(begin_capture(lane->stream, CUDA_CAPTURE_THREAD_LOCAL));
  lane_round(lane);
  CUDA(end_capture(lane->stream, &graph));
  CUDA(instantiate(&executable, graph, 0));
  CUDA(graph_destroy(graph));
  /* Nothing ran. */
  lane->scans = scans;
  lane->checks = checks;
  lane->replaying = 1;
  return executable;
}

static void replay(struct lane *lane, void *executable) {
  lane_replayed(lane);
  CUDA(graph_launch(executable, lane->stream));
}

/* Replays in turn on `streams` streams; `plain`: a round of launches behind
   each replay. */
static void run_case(const struct subject *subject, unsigned streams, int plain,
                     uint64_t replays, const char *what) {
  char message[MESSAGE_BYTES] = "", name[MESSAGE_BYTES];
  struct lane lanes[2];
  void *graphs[2];
  uint64_t done;
  unsigned i;
  int right = 1;
  for (i = 0; i < streams; ++i) {
    lane_open(&lanes[i], subject, i, subject->max_n, 40 + i);
    graphs[i] = capture(&lanes[i]);
  }
  for (done = 0; right && done < replays; ++done) {
    for (i = 0; i < streams; ++i) {
      replay(&lanes[i], graphs[i]);
      if (plain)
        lane_round(&lanes[i]);
    }
    if ((done + 1) % REPLAYS_A_LOOK != 0 && done + 1 != replays)
      continue;
    for (i = 0; i < streams && right; ++i)
      right = lane_finish(&lanes[i], message);
  }
  for (i = 0; i < streams; ++i) {
    if (right) {
      lane_sweep(&lanes[i]);
      right = lane_finish(&lanes[i], message);
    } else {
      CUDA(stream_synchronize(lanes[i].stream));
    }
    CUDA(graph_exec_destroy(graphs[i]));
    lane_close(&lanes[i]);
  }
  snprintf(name, sizeof(name), "replays: %llu of %s",
           (unsigned long long)replays, what);
  results_report(subject->scan->name, name, message);
}

void run_replays(const struct subject *subject, const struct options *options) {
  run_case(subject, 1, 0, options->replays, "a graph");
  run_case(subject, 2, 0, options->replays, "each of two graphs, in turn");
  run_case(subject, 1, 1, options->replays / 4 + 1,
           "a graph, with launches between them");
}
