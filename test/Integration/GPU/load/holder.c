/*===- holder.c - A kernel that holds multiprocessors -------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "holder.h"

#include <string.h>

void holder_open(struct holder *holder) {
  holder->stream = new_stream(LOWEST);
  holder->words =
      mapped_memory((MAX_HELD + 1) * sizeof(*holder->words), &holder->address);
}

void holder_close(struct holder *holder) {
  CUDA(stream_destroy(holder->stream));
}

void holder_start(struct holder *holder, unsigned blocks, double seconds) {
  device_pointer release = holder->address,
                 held = holder->address + sizeof(*holder->words);
  uint64_t nanoseconds = (uint64_t)(seconds * 1e9);
  void *arguments[3];
  unsigned i;
  if (blocks > MAX_HELD)
    stop("%u blocks to hold with; expected at most %d", blocks, MAX_HELD);
  for (i = 0; i <= blocks; ++i)
    holder->words[i] = 0;
  arguments[0] = &release;
  arguments[1] = &held;
  arguments[2] = &nanoseconds;
  CUDA(launch(machine.hold, blocks, 1, 1, 1, 1, 1, machine.shared_bytes,
              holder->stream, arguments, NULL));
}

unsigned holder_wait_until_held(struct holder *holder, unsigned blocks) {
  unsigned char seen[MAX_HELD + 1];
  double started = seconds_now();
  unsigned i, count = 0;
  memset(seen, 0, sizeof(seen));
  for (i = 1; i <= blocks; ++i) {
    while (holder->words[i] == 0)
      if (seconds_now() - started > 5)
        stop("block %u of the holding kernel did not start", i - 1);
    if (holder->words[i] <= MAX_HELD && !seen[holder->words[i]]++)
      ++count;
  }
  return count;
}

void holder_release(struct holder *holder) { holder->words[0] = 1; }

void holder_finish(struct holder *holder) {
  CUDA(stream_synchronize(holder->stream));
}
