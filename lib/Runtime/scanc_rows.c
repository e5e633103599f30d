/*===- scanc_rows.c - Launching a scan of rows --------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Compiled, and pasted, behind scanc_forms.c.
|*
\*===----------------------------------------------------------------------===*/

#include "scanc/Runtime/scanc_rows.h"
#include "scanc_forms.c"

#ifndef SCANC_RUNTIME_SCANC_ROWS_C
#define SCANC_RUNTIME_SCANC_ROWS_C

/* All elements; where there are too many, so many that it shows. */
static uint64_t scanc_count_elements(uint64_t chains, uint64_t n) {
  return n != 0 && chains > SCANC_MAX_ELEMENTS / n ? SCANC_MAX_ELEMENTS
                                                   : chains * n;
}

SCANC_RUNTIME_API size_t scanc_rows_workspace_bytes(
    const struct scanc_form *forms, unsigned count, uint64_t rows, uint64_t n) {
  return scanc_forms_workspace_bytes(forms, count,
                                     scanc_count_elements(rows, n));
}

/* Whether rows lie one behind another in all arrays. */
static int scanc_have_no_gaps(unsigned arrays, uint64_t rows, uint64_t n,
                              const int64_t *strides) {
  unsigned i;
  for (i = 0; i < arrays && rows > 1; ++i)
    if (strides[i] != (int64_t)n)
      return 0;
  return 1;
}

SCANC_RUNTIME_API scanc_status scanc_run_rows(
    const struct scanc_form *forms, unsigned count, struct CUstream_st *stream,
    const void *const *in, void *const *out, uint64_t rows, uint64_t n,
    const int64_t *strides, const struct scanc_states *states,
    void *workspace) {
  unsigned arrays = forms->scans->inputs + forms->scans->outputs, i;
  struct scanc_form_plan plan;
  scanc_tensor tensor;
  tensor.rank = 2;
  tensor.axis = 1;
  tensor.extent[0] = rows;
  tensor.extent[1] = n;
  for (i = 0; i < arrays; ++i) {
    tensor.stride[i][0] = strides[i];
    tensor.stride[i][1] = 1;
  }
  plan.form = &forms[count - 1];
  plan.is_each = 0;
  plan.n = scanc_count_elements(rows, n);
  plan.chains = rows;
  plan.columns = 1;
  plan.sizes[0] = n;
  for (i = 1; i < plan.form->scans->size_count; ++i)
    plan.sizes[i] = rows > 1 ? (uint64_t)strides[i - 1] : n;
  if (plan.n != 0 && scanc_have_no_gaps(arrays, rows, n, strides))
    plan.form = forms;
  else if (plan.n != 0 && count > 1 && scanc_are_few_long_chains(rows, n)) {
    plan.form = forms;
    plan.is_each = 1;
  }
  return scanc_run_plan(forms, count, &plan, stream, in, out, &tensor, states,
                        workspace);
}

#endif /* SCANC_RUNTIME_SCANC_ROWS_C */
