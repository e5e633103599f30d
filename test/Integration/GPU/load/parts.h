/*===- parts.h - The parts of the test under load -----------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_PARTS_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_PARTS_H

#include "lane.h"
#include "options.h"

/* Launch after launch of mixed sizes on one workspace. */
void run_launches(const struct subject *subject, const struct options *options);

/* Eight streams of one scan, from one thread and from eight. */
void run_streams(const struct subject *subject, const struct options *options);

/* Eight streams of different scans. */
void run_mixed_streams(const struct subject *const *subjects, unsigned count,
                       const struct options *options);

/* Beside a kernel that holds multiprocessors. */
void run_held(const struct subject *subject, const struct options *options);

/* Two scans in streams of different priority, which share the GPU with a kernel
   that holds multiprocessors. */
void run_priorities(const struct subject *subject,
                    const struct options *options);

/* Graphs, replayed. */
void run_replays(const struct subject *subject, const struct options *options);

/* The same bits every time, where the order of rounding shows: sums of f32. */
void run_repeats(const struct subject *subject, const struct options *options);

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_PARTS_H */
