/*===- scanc_rows.c - Launching a scan of rows --------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A part of scanc_runtime.c for launchers that scan rows: it is compiled, and
|* pasted, behind that file.
|*
\*===----------------------------------------------------------------------===*/

#include "scanc/Runtime/scanc_rows.h"
#include "scanc_runtime.c"

#ifndef SCANC_RUNTIME_SCANC_ROWS_C
#define SCANC_RUNTIME_SCANC_ROWS_C

/* All elements; where there are too many, so many that it shows. */
static uint64_t scanc_count_elements(uint64_t rows, uint64_t n) {
  return n != 0 && rows > SCANC_MAX_ELEMENTS / n ? SCANC_MAX_ELEMENTS
                                                 : rows * n;
}

SCANC_RUNTIME_API size_t scanc_rows_workspace_bytes(
    const struct scanc_form *forms, unsigned count, uint64_t rows, uint64_t n) {
  size_t most = 0, own;
  unsigned i;
  for (i = 0; i < count; ++i) {
    own = scanc_workspace_bytes(forms[i].scans, forms[i].count,
                                scanc_count_elements(rows, n));
    most = SCANC_MAX(most, own);
  }
  return most;
}

/* The first form whose kernels take such strides. */
static const struct scanc_form *
scanc_choose_form(const struct scanc_form *forms, unsigned count,
                  const struct scanc_rows *rows) {
  unsigned arrays = forms->scans->inputs + forms->scans->outputs, i;
  for (i = 0; i < arrays && rows->rows > 1; ++i)
    if (rows->strides[i] != (int64_t)rows->n)
      return &forms[count - 1];
  return forms;
}

/* Rows that lie apart are shared out to blocks, and a block goes through its
   rows alone. A launch takes about as long as one block needs for so many
   elements. So rows that have this many elements for each row there is are
   launched one after another, each on all blocks. */
#define SCANC_LONG_ROWS 4096

static int scanc_are_few_long_rows(const struct scanc_rows *rows) {
  return rows->n / SCANC_LONG_ROWS >= rows->rows;
}

/* Launches a scan of each row, by kernels of rows without gaps. */
static scanc_status scanc_run_each_row(const struct scanc_form *form,
                                       struct CUstream_st *stream,
                                       const struct scanc_rows *rows,
                                       const struct scanc_call *all) {
  unsigned inputs = form->scans->inputs, outputs = form->scans->outputs, i;
  const void *in[SCANC_MAX_ARRAYS];
  void *out[SCANC_MAX_ARRAYS];
  uint64_t state = form->scans->state.size;
  struct scanc_call one = *all;
  scanc_status status = SCANC_OK;
  uint64_t row;
  one.in = in;
  one.out = out;
  one.n = rows->n;
  one.chains = 1;
  for (row = 0; row < rows->rows && status == SCANC_OK; ++row) {
    for (i = 0; i < inputs; ++i)
      in[i] = (const char *)all->in[i] +
              (int64_t)row * rows->strides[i] * form->scans->in[i].size;
    for (i = 0; i < outputs; ++i)
      out[i] = (char *)all->out[i] + (int64_t)row * rows->strides[inputs + i] *
                                         form->scans->out[i].size;
    if (all->states.initial != NULL)
      one.states.initial = (const char *)all->states.initial + row * state;
    if (all->states.final != NULL)
      one.states.final = (char *)all->states.final + row * state;
    status =
        scanc_run_call(form->scans, form->count, form->module, stream, &one);
  }
  return status;
}

SCANC_RUNTIME_API scanc_status scanc_run_rows(
    const struct scanc_form *forms, unsigned count, struct CUstream_st *stream,
    const void *const *in, void *const *out, uint64_t rows, uint64_t n,
    const int64_t *strides, const struct scanc_states *states,
    void *workspace) {
  uint64_t sizes[SCANC_MAX_SIZES];
  const struct scanc_form *form;
  struct scanc_rows shape;
  struct scanc_call call;
  scanc_status status;
  unsigned i;
  shape.rows = rows;
  shape.n = n;
  shape.strides = strides;
  sizes[0] = n;
  for (i = 1; i < forms[count - 1].scans->size_count; ++i)
    sizes[i] = rows > 1 ? (uint64_t)strides[i - 1] : n;
  if (rows == 0 || n == 0) {
    form = &forms[count - 1];
    return scanc_run_empty(form->scans, form->count, form->module, stream, in,
                           out, &shape, sizes, states);
  }
  call.in = in;
  call.out = out;
  call.n = scanc_count_elements(rows, n);
  call.chains = rows;
  call.sizes = sizes;
  call.states = scanc_states_or_none(states);
  call.workspace = workspace;
  call.workspace_bytes = scanc_rows_workspace_bytes(forms, count, rows, n);
  status = scanc_check_arguments(forms->scans, in, out, &shape, states,
                                 workspace, call.workspace_bytes);
  if (status != SCANC_OK)
    return status;
  form = scanc_choose_form(forms, count, &shape);
  if (form != forms && scanc_are_few_long_rows(&shape))
    return scanc_run_each_row(forms, stream, &shape, &call);
  return scanc_run_call(form->scans, form->count, form->module, stream, &call);
}

SCANC_RUNTIME_API scanc_status
scanc_unload_forms(const struct scanc_form *forms, unsigned count) {
  scanc_status first = SCANC_OK, status;
  unsigned i;
  for (i = 0; i < count; ++i) {
    status = scanc_unload(forms[i].module);
    if (first == SCANC_OK)
      first = status;
  }
  return first;
}

SCANC_RUNTIME_API scanc_status scanc_load_forms(const struct scanc_form *forms,
                                                unsigned count) {
  scanc_status status;
  unsigned i;
  for (i = 0; i < count; ++i) {
    status = scanc_load(forms[i].scans, forms[i].count, forms[i].module);
    if (status != SCANC_OK) {
      (void)scanc_unload_forms(forms, i);
      return status;
    }
  }
  return SCANC_OK;
}

#endif /* SCANC_RUNTIME_SCANC_ROWS_C */
