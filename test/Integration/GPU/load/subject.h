/*===- subject.h - A scan, its input and what must come out -------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* One input and its scan serve every n: a forward scan of the first n elements
|* is the first n of the whole scan, and a reverse scan of the last n its last
|* n. The scan of the scan is there too, for launches whose input is an output.
|* A second copy of the input lies one element off, so that vectors of it are
|* misaligned.
|*
|* Of a structure of arrays all of this is there for each array. Its fields are
|* of one size.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_SUBJECT_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_SUBJECT_H

#include "driver.h"
#include "operators.h"
#include "scanc/Runtime/scanc_status.h"

enum { MAX_ARRAYS = 2 };

/* NAME(), by its number of arrays. */
union launcher {
  scanc_status (*one)(stream_handle stream, const void *in, void *out,
                      uint64_t n, void *workspace);
  scanc_status (*two)(stream_handle stream, const void *in0, const void *in1,
                      void *out0, void *out1, uint64_t n, void *workspace);
};

struct subject {
  const struct scan_info *scan;
  const struct operator_info *op;
  uint64_t max_n;
  unsigned arrays;
  size_t in_size, out_size; /* of an element in an array, bytes */
  device_pointer in[2][MAX_ARRAYS], once[MAX_ARRAYS];
  device_pointer twice[MAX_ARRAYS]; /* 0 where not exact */
  size_t (*workspace_bytes)(uint64_t n);
  scanc_status (*init_workspace)(void *workspace, stream_handle stream);
  union launcher launch;
  scanc_status (*load)(void);
};

/* Opens FOLDER/NAME.so and loads its kernels, without any data. */
void subject_open(struct subject *subject, const struct scan_info *scan,
                  const char *folder);

/* Makes the data of up to max_n elements, and computes what must come out. */
void subject_prepare(struct subject *subject, uint64_t max_n);

/* Launches the scan on arrays that begin at in[] and out[]. */
scanc_status subject_launch(const struct subject *subject, stream_handle stream,
                            const device_pointer in[],
                            const device_pointer out[], uint64_t n,
                            device_pointer workspace);

/* A fresh workspace for up to n elements, poisoned and then readied. */
device_pointer new_workspace(const struct subject *subject, uint64_t n,
                             stream_handle stream);

/* Where the n elements begin in an array of max_n of `size` bytes each. */
uint64_t begin_of(const struct subject *subject, uint64_t n, size_t size);

/* A device address as a pointer for a launcher. */
void *pointer_to(device_pointer address);

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_SUBJECT_H */
