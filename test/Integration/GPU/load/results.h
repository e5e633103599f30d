/*===- results.h - What was tested, as lines of JSON --------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The lines of harness/Results.h, which the runner reads:
|*
|*   {"begin": "add_i32_in"}                  what is about to be tested
|*   {"suite": "load", "launcher": "add_i32_in", "case": "...", "pass": true}
|*   {"progress": "add_i32_in", "launches": 100000}
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_RESULTS_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_RESULTS_H

#include <stdint.h>

/* Appends to the file `path`; to stdout where it is null. */
void results_open(const char *path);

void results_begin(const char *launcher);
void results_progress(const char *launcher, uint64_t launches);

/* A case that passed where `message` is empty. */
void results_report(const char *launcher, const char *name,
                    const char *message);

unsigned results_failures(void);

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_RESULTS_H */
