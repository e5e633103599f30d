/*===- scanc_rows.h - Launching a scan of rows --------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A scan of rows has kernels of two forms: of rows that lie one behind another,
|* which take the length of a row beside n, and of rows that lie apart, which
|* take the strides of all arrays, too.
|*
|* Pasted, behind the runtime, into launchers that scan rows.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_RUNTIME_SCANC_ROWS_H
#define SCANC_RUNTIME_SCANC_ROWS_H

#include "scanc/Runtime/scanc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kernels of one form, for each architecture, and what the driver has of
   them. */
struct scanc_form {
  const struct scanc_scan *scans;
  unsigned count;
  struct scanc_module *module;
};

/* Bytes of workspace for `rows` rows of n elements, of either form. */
SCANC_RUNTIME_API size_t scanc_rows_workspace_bytes(
    const struct scanc_form *forms, unsigned count, uint64_t rows, uint64_t n);

/* Launches a scan of `rows` rows of n elements each. `strides` are those of the
   input's arrays and then of the output's, in elements. The first of the two
   forms is of rows without gaps; the other one, which takes all, may be the
   only one. Few long rows with gaps are launched one by one. Of rows
   without elements, only final states and totals are written, and no other
   address is looked at. */
SCANC_RUNTIME_API scanc_status scanc_run_rows(
    const struct scanc_form *forms, unsigned count, struct CUstream_st *stream,
    const void *const *in, void *const *out, uint64_t rows, uint64_t n,
    const int64_t *strides, const struct scanc_states *states, void *workspace);

/* scanc_load of all forms, or of none. */
SCANC_RUNTIME_API scanc_status scanc_load_forms(const struct scanc_form *forms,
                                                unsigned count);

/* scanc_unload of all forms: the first status that is not SCANC_OK. */
SCANC_RUNTIME_API scanc_status
scanc_unload_forms(const struct scanc_form *forms, unsigned count);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SCANC_RUNTIME_SCANC_ROWS_H */
