/*===- scanc_rows.h - Launching a scan of rows --------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Pasted, behind scanc_forms.h, into launchers that scan rows.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_RUNTIME_SCANC_ROWS_H
#define SCANC_RUNTIME_SCANC_ROWS_H

#include "scanc/Runtime/scanc_forms.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SCANC_RUNTIME_SCANC_ROWS_H */
