/*===- holder.h - A kernel that holds multiprocessors -------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Each of its blocks takes all the shared memory that a block may have, so that
|* it has a multiprocessor to itself and no block that needs much shared memory
|* gets in. A block ends when the host releases it, or after its time.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_HOLDER_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_HOLDER_H

#include "driver.h"

enum { MAX_HELD = 1024 };

struct holder {
  stream_handle stream;
  volatile uint32_t *words; /* the release, then the SM of each block, plus 1 */
  device_pointer address;   /* of the words */
};

void holder_open(struct holder *holder);
void holder_close(struct holder *holder);

/* Enqueues `blocks` blocks that hold for at most so many seconds. */
void holder_start(struct holder *holder, unsigned blocks, double seconds);

/* Waits until all blocks run; returns how many multiprocessors they hold. */
unsigned holder_wait_until_held(struct holder *holder, unsigned blocks);

void holder_release(struct holder *holder);
void holder_finish(struct holder *holder);

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_HOLDER_H */
