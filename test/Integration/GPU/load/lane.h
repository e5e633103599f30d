/*===- lane.h - A stream with a workspace of its own --------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A lane launches one scan again and again on one stream and one workspace,
|* which is readied once. Launches come in rounds of ROUND, back to back, so
|* that one may begin before the one before has ended; then the outputs are
|* checked, every word of them and guard zones on both sides, and poisoned
|* again:
|*
|*   scan 0, scan 1, .., scan 7, check 0, check 1, .., check 7
|*
|* Launch number `label` of a lane is always the same: its size, the alignment
|* of its input and output, and whether its output is scanned again, in place,
|* by another launch right behind. Checks add up what is wrong on the device;
|* `lane_finish` fetches it.
|*
|* Of a structure of arrays each output has an array behind the other's in its
|* slot, and a check of its own.
|*
|* Each check also counts itself in memory of the host, where the watchdog sees
|* how far a lane got.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_LANE_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_LANE_H

#include "subject.h"

enum { ROUND = 8, MAX_LANES = 16, MESSAGE_BYTES = 256 };

struct lane {
  const struct subject *subject;
  unsigned index; /* of the lanes that are open, below MAX_LANES */
  uint64_t max_n, seed;
  uint64_t fixed_n; /* the n of every launch, unless 0 */
  stream_handle stream;
  device_pointer workspace, slots, errors;
  size_t array_bytes;       /* of a slot, which has so many for each array */
  uint64_t label;           /* of the next launch */
  uint64_t scans;           /* launched so far */
  int replaying;            /* whether checks come from a graph */
  volatile uint64_t checks; /* issued */
};

/* What one launch does. */
struct job {
  uint64_t n;
  unsigned in_copy, out_shift; /* of subject->in; elements */
  int again;
};

struct job job_of(const struct lane *lane, uint64_t label);

/* A lane over inputs of up to max_n elements; lanes of different seeds launch
   different sizes. */
void lane_open(struct lane *lane, const struct subject *subject, unsigned index,
               uint64_t max_n, uint64_t seed);
/* The same on a stream of that priority; otherwise it is the lowest. */
void lane_open_at(struct lane *lane, const struct subject *subject,
                  unsigned index, uint64_t max_n, uint64_t seed,
                  enum priority priority);
void lane_close(struct lane *lane);

/* Enqueues ROUND launches or a few more, and checks. */
void lane_round(struct lane *lane);

/* Notes that a graph enqueued the checks of a round. */
void lane_replayed(struct lane *lane);

/* Enqueues a search for bytes written outside of all outputs. */
void lane_sweep(struct lane *lane);

/* Waits for the stream. Writes what was wrong since the last time, or an empty
   string, and returns whether all was right. */
int lane_finish(struct lane *lane, char message[MESSAGE_BYTES]);

/* Enqueues the comparison of count bytes, poisons them and marks mistakes at
 *errors: their number, and the least of label << 40 | index. */
void enqueue_check(stream_handle stream, device_pointer out,
                   device_pointer expected, size_t before, size_t count,
                   size_t total, unsigned unit, uint64_t label,
                   device_pointer errors, device_pointer progress);

/* The checks of a lane that are done. */
uint64_t checks_done(const struct lane *lane);

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_LANE_H */
