/*===- lane.c - A stream with a workspace of its own --------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "lane.h"
#include "watchdog.h"

#include <stdio.h>
#include <string.h>

enum { POISON = 0xA5, GUARD_BYTES = 256, THREADS = 256, LABEL_BITS = 24 };

/* A label that no launch has. */
#define SWEEP_LABEL ((1u << LABEL_BITS) - 1)

static volatile uint64_t *progress;
static device_pointer progress_address;

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Half of the launches are of up to 2^16 elements, a quarter around the borders
   of tiles, the rest longer, and one in 256 of any length. */
static uint64_t size_of(const struct lane *lane, uint64_t random) {
  uint64_t tile = lane->subject->scan->tile, all = tile * machine.sm_count;
  uint64_t more = mix(random), wobble = (more >> 32) % 5;
  switch (random % 16) {
  case 0:
  case 1:
  case 2:
  case 3:
    return 1 + more % 64;
  case 4:
  case 5:
  case 6:
  case 7:
    return 1 + more % ((uint64_t)1 << (more >> 40) % 17);
  case 8:
  case 9:
  case 10:
  case 11:
    return (1 + more % 16) * tile + wobble - 2;
  case 12: /* where every block has as many tiles, and one more or less */
    if (more % 8 == 0)
      return (1 + (more >> 8) % 3) * all + wobble - 2;
    break;
  case 13:
    if (more % 16 == 0)
      return 1 + (more >> 8) % lane->max_n;
    break;
  default:
    break;
  }
  return 1 + more % ((uint64_t)1 << (10 + (more >> 40) % 9));
}

struct job job_of(const struct lane *lane, uint64_t label) {
  uint64_t random = mix(lane->seed << 32 ^ label);
  struct job job;
  job.n =
      lane->fixed_n ? lane->fixed_n : least(size_of(lane, random), lane->max_n);
  job.in_copy = (random >> 40) % 4 == 0;
  job.out_shift = (random >> 44) % 4;
  job.again = lane->subject->op->again && (random >> 48) % 4 == 0;
  return job;
}

/* Words are compared where an output is made of such. */
static unsigned unit_of(const struct lane *lane) {
  return lane->subject->out_size % 4 == 0 ? 4 : 1;
}

static size_t slot_bytes(const struct lane *lane) {
  return lane->subject->arrays * lane->array_bytes;
}

/* Where a slot has an array. */
static device_pointer array_at(const struct lane *lane, unsigned slot,
                               unsigned which) {
  return lane->slots + slot * slot_bytes(lane) + which * lane->array_bytes;
}

/* Mistakes in that array of all slots: their number and the least. */
static device_pointer errors_of(const struct lane *lane, unsigned which) {
  return lane->errors + which * 2 * sizeof(uint64_t);
}

static void forget_errors(const struct lane *lane) {
  const uint64_t none[2] = {0, ~(uint64_t)0};
  unsigned which;
  for (which = 0; which < lane->subject->arrays; ++which)
    upload_all(errors_of(lane, which), none, sizeof(none));
}

void lane_open(struct lane *lane, const struct subject *subject, unsigned index,
               uint64_t max_n, uint64_t seed) {
  lane_open_at(lane, subject, index, max_n, seed, LOWEST);
}

void lane_open_at(struct lane *lane, const struct subject *subject,
                  unsigned index, uint64_t max_n, uint64_t seed,
                  enum priority priority) {
  if (progress == NULL)
    progress = mapped_memory(MAX_LANES * sizeof(*progress), &progress_address);
  memset(lane, 0, sizeof(*lane));
  lane->subject = subject;
  lane->index = index;
  lane->max_n = least(max_n, subject->max_n);
  lane->seed = seed;
  lane->stream = new_stream(priority);
  lane->workspace = new_workspace(subject, lane->max_n, lane->stream);
  lane->array_bytes =
      (2 * GUARD_BYTES + (lane->max_n + 4) * subject->out_size + 255) / 256 *
      256;
  lane->slots = device_memory(ROUND * slot_bytes(lane));
  CUDA(fill(lane->slots, POISON, ROUND * slot_bytes(lane), lane->stream));
  lane->errors = device_memory(subject->arrays * 2 * sizeof(uint64_t));
  forget_errors(lane);
  progress[index] = 0;
  watchdog_add(lane);
}

void lane_close(struct lane *lane) {
  watchdog_remove(lane);
  CUDA(stream_destroy(lane->stream));
  if (lane->workspace)
    CUDA(release(lane->workspace));
  CUDA(release(lane->slots));
  CUDA(release(lane->errors));
}

uint64_t checks_done(const struct lane *lane) { return progress[lane->index]; }

void enqueue_check(stream_handle stream, device_pointer out,
                   device_pointer expected, size_t before, size_t count,
                   size_t total, unsigned unit, uint64_t label,
                   device_pointer errors, device_pointer counter) {
  uint64_t before_units = before / unit, count_units = count / unit,
           total_units = total / unit;
  unsigned poison = unit == 4 ? POISON * 0x01010101u : POISON;
  unsigned blocks = (unsigned)least(
      (total_units + 4 * THREADS - 1) / (4 * THREADS), 8 * machine.sm_count);
  void *arguments[10];
  arguments[0] = &out;
  arguments[1] = &expected;
  arguments[2] = &before_units;
  arguments[3] = &count_units;
  arguments[4] = &total_units;
  arguments[5] = &unit;
  arguments[6] = &poison;
  arguments[7] = &label;
  arguments[8] = &errors;
  arguments[9] = &counter;
  CUDA(launch(machine.check, blocks, 1, 1, THREADS, 1, 1, 0, stream, arguments,
              NULL));
}

static void check(struct lane *lane, unsigned slot, unsigned which,
                  device_pointer expected, size_t before, size_t count,
                  size_t total, uint64_t label) {
  /* The last array's check counts for all. */
  const int counts = which + 1 == lane->subject->arrays;
  lane->checks += counts;
  enqueue_check(lane->stream, array_at(lane, slot, which), expected, before,
                count, total, unit_of(lane), label, errors_of(lane, which),
                counts ? progress_address + lane->index * sizeof(*progress)
                       : 0);
}

static void launch(struct lane *lane, uint64_t label, const device_pointer in[],
                   const device_pointer out[], uint64_t n) {
  const struct subject *subject = lane->subject;
  scanc_status status =
      subject_launch(subject, lane->stream, in, out, n, lane->workspace);
  ++lane->scans;
  if (status != SCANC_OK)
    stop("%s: stream %u, launch %llu, n=%llu: %s", subject->scan->name,
         lane->index, (unsigned long long)label, (unsigned long long)n,
         scanc_status_string(status));
}

/* Bytes before an output in its array of the slot. */
static size_t before_output(const struct lane *lane, const struct job *job) {
  return GUARD_BYTES + job->out_shift * lane->subject->out_size;
}

static void launch_job(struct lane *lane, unsigned slot, uint64_t label) {
  const struct subject *subject = lane->subject;
  struct job job = job_of(lane, label);
  device_pointer in[MAX_ARRAYS], out[MAX_ARRAYS];
  unsigned which;
  for (which = 0; which < subject->arrays; ++which) {
    in[which] = subject->in[job.in_copy][which] +
                begin_of(subject, job.n, subject->in_size);
    out[which] = array_at(lane, slot, which) + before_output(lane, &job);
  }
  launch(lane, label, in, out, job.n);
  if (job.again)
    launch(lane, label, out, out, job.n);
}

static void check_job(struct lane *lane, unsigned slot, uint64_t label) {
  const struct subject *subject = lane->subject;
  struct job job = job_of(lane, label);
  size_t size = subject->out_size, before = before_output(lane, &job);
  const device_pointer *expected = job.again ? subject->twice : subject->once;
  unsigned which;
  for (which = 0; which < subject->arrays; ++which)
    check(lane, slot, which, expected[which] + begin_of(subject, job.n, size),
          before, job.n * size, before + job.n * size + GUARD_BYTES, label);
}

void lane_round(struct lane *lane) {
  unsigned slot;
  for (slot = 0; slot < ROUND; ++slot)
    launch_job(lane, slot, lane->label + slot);
  for (slot = 0; slot < ROUND; ++slot)
    check_job(lane, slot, lane->label + slot);
  lane->label = (lane->label + ROUND) % SWEEP_LABEL;
}

void lane_replayed(struct lane *lane) { lane->checks += ROUND; }

void lane_sweep(struct lane *lane) {
  unsigned slot, which;
  for (slot = 0; slot < ROUND; ++slot)
    for (which = 0; which < lane->subject->arrays; ++which)
      check(lane, slot, which, lane->slots, lane->array_bytes, 0,
            lane->array_bytes, SWEEP_LABEL);
}

static void describe(const struct lane *lane, unsigned which,
                     const uint64_t found[2], char message[MESSAGE_BYTES]) {
  uint64_t label = found[1] >> 40, unit = found[1] & (((uint64_t)1 << 40) - 1);
  struct job job = job_of(lane, label);
  long long byte =
      (long long)(unit * unit_of(lane)) - (long long)before_output(lane, &job);
  long long size = (long long)lane->subject->out_size;
  char place[80];
  int end = snprintf(place, sizeof(place), "stream %u, launch %llu, n=%llu",
                     lane->index, (unsigned long long)label,
                     (unsigned long long)job.n);
  if (lane->subject->arrays > 1)
    snprintf(place + end, sizeof(place) - (size_t)end, ", array %u", which);
  if (label == SWEEP_LABEL)
    snprintf(message, MESSAGE_BYTES,
             "%llu words outside of every output were written",
             (unsigned long long)found[0]);
  else if (byte < 0 || byte >= (long long)job.n * size)
    snprintf(message, MESSAGE_BYTES,
             "%s: written at byte %lld of an output of %lld (%llu words are "
             "wrong)",
             place, byte, (long long)job.n * size,
             (unsigned long long)found[0]);
  else
    snprintf(message, MESSAGE_BYTES,
             "%s%s: out[%lld] is wrong (%llu words are)", place,
             job.again ? ", scanned twice" : "", byte / size,
             (unsigned long long)found[0]);
}

int lane_finish(struct lane *lane, char message[MESSAGE_BYTES]) {
  uint64_t found[2];
  unsigned which;
  CUDA(stream_synchronize(lane->stream));
  message[0] = '\0';
  for (which = 0; which < lane->subject->arrays; ++which) {
    CUDA(download(found, errors_of(lane, which), sizeof(found)));
    if (found[0] == 0)
      continue;
    describe(lane, which, found, message);
    forget_errors(lane);
    return 0;
  }
  return 1;
}
