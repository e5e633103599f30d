/*===- manifest.h - The scans of a bundle -------------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A line a scan, `key=value` separated by tabs: harness/Manifest.h. Keys that
|* are of no use here are skipped.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_MANIFEST_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_MANIFEST_H

#include <stdint.h>

enum { MAX_SCANS = 64 };

struct scan_info {
  char name[96], op[32], elem[64], out[64], init[64], strategy[32];
  char groups[256];
  int inclusive, reverse, soa, deterministic;
  uint64_t tile;
};

/* The scans whose names are in the list `names`, separated by commas; all of
   the groups `load` and `repeats` where it is null. Returns how many. */
unsigned read_manifest(const char *path, const char *names,
                       struct scan_info scans[MAX_SCANS]);

/* Whether the list, separated by commas, has the word. */
int has_word(const char *list, const char *word);

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_MANIFEST_H */
