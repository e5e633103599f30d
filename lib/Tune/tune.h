/*===- tune.h - What a bundle holds -------------------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* candidates.c, which `scanc tune` writes, defines two tables: what was
|* compiled, and what is to be measured of it. Measurements of one candidate, or
|* of one tensor, follow each other, and so do candidates with elements of one
|* size.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_LIB_TUNE_TUNE_H
#define SCANC_LIB_TUNE_TUNE_H

/* What outputs must be. */
enum tune_check {
  TUNE_NO_OUTPUT, /* the kernels only read */
  TUNE_COPY,      /* the inputs */
  TUNE_SUMS       /* their exclusive sums; of a tensor, along its axis */
};

struct tune_candidate {
  const char *ptx; /* path in the bundle */
  unsigned bytes;  /* of an element: 1, 2, 4, 8, or 16 for two of 8 */
  enum tune_check check;
  struct scanc_scan scan; /* its `ptx` is null: the runner reads the file */
};

struct tune_measurement {
  const char *id;      /* names it in the results */
  const char *members; /* what it is, as members of its line there */
  unsigned candidate;  /* its index */
  uint64_t n;
  unsigned blocks_per_sm;     /* instead of the scan's; 0: the scan's */
  int single;                 /* by one block */
  const scanc_tensor *tensor; /* what NAME_axis is given; null: a line */
};

#endif /* SCANC_LIB_TUNE_TUNE_H */
