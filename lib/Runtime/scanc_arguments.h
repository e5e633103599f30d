/*===- scanc_arguments.h - What a launch may be given -------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Where arrays, states and the workspace may lie: none overlaps what another is
|* written to, but outputs that replace their inputs. Nothing here calls the
|* driver.
|*
|* Only scanc_runtime.c includes this file; everything in it is static.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_LIB_RUNTIME_SCANC_ARGUMENTS_H
#define SCANC_LIB_RUNTIME_SCANC_ARGUMENTS_H

#include "scanc/Runtime/scanc_runtime.h"

/* Where the elements of a scan lie: in `rows` rows of n, of which there is one
   every so many elements, which may be negative: `strides` of the input's
   arrays, then of the output's. Of one row they do not count. */
struct scanc_rows {
  uint64_t rows, n;
  const int64_t *strides;
};

/* Rows of memory, in bytes, the lowest one first. */
struct scanc_stretch {
  uintptr_t begin;
  uint64_t row, stride, bytes; /* bytes: with all that lies between rows */
};

static struct scanc_stretch scanc_stretch_of(const struct scanc_array *array,
                                             const void *begin,
                                             const struct scanc_rows *rows,
                                             unsigned number) {
  int64_t stride = rows->rows > 1 ? rows->strides[number] : 0;
  uint64_t apart = stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride;
  uint64_t reach = (rows->rows - 1) * apart * array->size;
  struct scanc_stretch stretch;
  stretch.begin = (uintptr_t)begin - (uintptr_t)(stride < 0 ? reach : 0);
  stretch.row = rows->n * array->size;
  stretch.stride = apart * array->size;
  stretch.bytes = reach + stretch.row;
  return stretch;
}

/* The rows of outputs, which may be longer by one. */
static struct scanc_rows scanc_output_rows(const struct scanc_scan *scan,
                                           const struct scanc_rows *rows) {
  struct scanc_rows own = *rows;
  own.n += (scan->states & SCANC_TOTAL) != 0;
  return own;
}

/* Whether some byte is of both. Rows of one stride may lie between each
   other. */
static int scanc_overlap(struct scanc_stretch a, struct scanc_stretch b) {
  uint64_t between;
  if (b.begin < a.begin)
    return scanc_overlap(b, a);
  between = b.begin - a.begin;
  if (between >= a.bytes)
    return 0;
  if (a.stride == 0 || a.stride != b.stride)
    return 1;
  between %= a.stride;
  return between < a.row || a.stride - between < b.row;
}

static int scanc_is_misaligned(const struct scanc_array *array,
                               const void *begin) {
  return (uintptr_t)begin % array->align != 0;
}

/* Whether an output, array `own`, would be written where something else is: it
   may replace the input array of its number, if both have the same size and the
   same stride, and that array is not to be kept. */
static int scanc_output_overlaps(const struct scanc_scan *scan, unsigned own,
                                 const void *const *in, void *const *out,
                                 const struct scanc_rows *rows) {
  unsigned inputs = scan->inputs, i;
  struct scanc_rows longer = scanc_output_rows(scan, rows);
  struct scanc_stretch to =
      scanc_stretch_of(&scan->out[own], out[own], &longer, inputs + own);
  for (i = 0; i < inputs; ++i) {
    struct scanc_stretch from = scanc_stretch_of(&scan->in[i], in[i], rows, i);
    int replaces = i == own && !(scan->kept >> i & 1) && in[i] == out[i] &&
                   from.begin == to.begin && from.stride == to.stride &&
                   from.bytes == to.bytes;
    if (!replaces && scanc_overlap(from, to))
      return 1;
  }
  for (i = 0; i < own; ++i)
    if (scanc_overlap(
            scanc_stretch_of(&scan->out[i], out[i], &longer, inputs + i), to))
      return 1;
  return 0;
}

/* The furthest that rows reach, in elements: their bytes fit an address. */
#define SCANC_MAX_REACH (UINT64_C(1) << 48)

static int scanc_is_bad_stride(const struct scanc_scan *scan,
                               const struct scanc_rows *rows) {
  struct scanc_rows longer = scanc_output_rows(scan, rows);
  unsigned i;
  for (i = 0; i < scan->inputs + scan->outputs && rows->rows > 1; ++i) {
    int64_t stride = rows->strides[i];
    uint64_t apart = stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride;
    if (i >= scan->inputs && apart < longer.n)
      return 1;
    if (apart != 0 && rows->rows - 1 > SCANC_MAX_REACH / apart)
      return 1;
  }
  return 0;
}

/* Outputs alone, where there are no inputs. */
static scanc_status scanc_check_outputs(const struct scanc_scan *scan,
                                        void *const *out,
                                        const struct scanc_rows *rows) {
  unsigned i;
  for (i = 0; i < scan->outputs; ++i)
    if (out[i] == NULL)
      return SCANC_ERROR_NULL_POINTER;
  for (i = 0; i < scan->outputs; ++i)
    if (scanc_is_misaligned(&scan->out[i], out[i]))
      return SCANC_ERROR_MISALIGNED_POINTER;
  return scanc_is_bad_stride(scan, rows) ? SCANC_ERROR_STRIDE : SCANC_OK;
}

/* `bytes` bytes without gaps. */
static struct scanc_stretch scanc_stretch_at(const void *begin,
                                             uint64_t bytes) {
  struct scanc_stretch stretch;
  stretch.begin = (uintptr_t)begin;
  stretch.row = stretch.bytes = bytes;
  stretch.stride = 0;
  return stretch;
}

/* Whether `own` has a byte of an array, of an output if `of_outputs` alone. */
static int scanc_overlaps_array(const struct scanc_scan *scan,
                                const void *const *in, void *const *out,
                                const struct scanc_rows *rows, int of_outputs,
                                struct scanc_stretch own) {
  struct scanc_rows longer = scanc_output_rows(scan, rows);
  unsigned i;
  for (i = 0; i < scan->inputs && !of_outputs; ++i)
    if (scanc_overlap(scanc_stretch_of(&scan->in[i], in[i], rows, i), own))
      return 1;
  for (i = 0; i < scan->outputs; ++i)
    if (scanc_overlap(
            scanc_stretch_of(&scan->out[i], out[i], &longer, scan->inputs + i),
            own))
      return 1;
  return 0;
}

/* Whether outputs overlap each other, or states, where there are no inputs. */
static int scanc_outputs_overlap(const struct scanc_scan *scan,
                                 void *const *out,
                                 const struct scanc_rows *rows,
                                 const struct scanc_states *states) {
  struct scanc_rows longer = scanc_output_rows(scan, rows);
  uint64_t bytes = rows->rows * scan->state.size;
  unsigned i, k;
  for (i = 0; i < scan->outputs; ++i)
    for (k = 0; k < i; ++k)
      if (scanc_overlap(scanc_stretch_of(&scan->out[i], out[i], &longer,
                                         scan->inputs + i),
                        scanc_stretch_of(&scan->out[k], out[k], &longer,
                                         scan->inputs + k)))
        return 1;
  if (states == NULL)
    return 0;
  return (states->initial != NULL &&
          scanc_overlaps_array(scan, NULL, out, rows, 1,
                               scanc_stretch_at(states->initial, bytes))) ||
         (states->final != NULL &&
          scanc_overlaps_array(scan, NULL, out, rows, 1,
                               scanc_stretch_at(states->final, bytes)));
}

/* The states of chains, against each other. Kernels that still read initial
   states may run beside those that write final ones. */
static scanc_status scanc_check_states(const struct scanc_scan *scan,
                                       const struct scanc_states *states,
                                       uint64_t chains) {
  uint64_t bytes = chains * scan->state.size;
  if ((states->initial != NULL &&
       scanc_is_misaligned(&scan->state, states->initial)) ||
      (states->final != NULL &&
       scanc_is_misaligned(&scan->state, states->final)))
    return SCANC_ERROR_MISALIGNED_POINTER;
  if (states->initial != NULL && states->final != NULL &&
      scanc_overlap(scanc_stretch_at(states->initial, bytes),
                    scanc_stretch_at(states->final, bytes)))
    return SCANC_ERROR_OVERLAP;
  return SCANC_OK;
}

/* The same, against everything else. There are elements. */
static int scanc_states_overlap(const struct scanc_scan *scan,
                                const void *const *in, void *const *out,
                                const struct scanc_rows *rows,
                                const struct scanc_states *states,
                                struct scanc_stretch workspace) {
  uint64_t bytes = rows->rows * scan->state.size;
  struct scanc_stretch initial = scanc_stretch_at(states->initial, bytes),
                       final = scanc_stretch_at(states->final, bytes);
  int has_workspace = workspace.bytes != 0; /* else it is not looked at */
  if (states->initial != NULL &&
      (scanc_overlaps_array(scan, in, out, rows, 1, initial) ||
       (has_workspace && scanc_overlap(initial, workspace))))
    return 1;
  return states->final != NULL &&
         (scanc_overlaps_array(scan, in, out, rows, 0, final) ||
          (has_workspace && scanc_overlap(final, workspace)));
}

/* There are elements. */
static scanc_status
scanc_check_arguments(const struct scanc_scan *scan, const void *const *in,
                      void *const *out, const struct scanc_rows *rows,
                      const struct scanc_states *states, const void *workspace,
                      size_t workspace_bytes) {
  struct scanc_stretch own = scanc_stretch_at(workspace, workspace_bytes);
  scanc_status status;
  unsigned i;

  for (i = 0; i < scan->inputs; ++i)
    if (in[i] == NULL)
      return SCANC_ERROR_NULL_POINTER;
  for (i = 0; i < scan->outputs; ++i)
    if (out[i] == NULL)
      return SCANC_ERROR_NULL_POINTER;
  if (rows->n > SCANC_MAX_ELEMENTS / rows->rows)
    return SCANC_ERROR_TOO_MANY_ELEMENTS;
  for (i = 0; i < scan->inputs; ++i)
    if (scanc_is_misaligned(&scan->in[i], in[i]))
      return SCANC_ERROR_MISALIGNED_POINTER;
  for (i = 0; i < scan->outputs; ++i)
    if (scanc_is_misaligned(&scan->out[i], out[i]))
      return SCANC_ERROR_MISALIGNED_POINTER;
  if (scanc_is_bad_stride(scan, rows))
    return SCANC_ERROR_STRIDE;
  for (i = 0; i < scan->outputs; ++i)
    if (scanc_output_overlaps(scan, i, in, out, rows))
      return SCANC_ERROR_OVERLAP;
  if (states != NULL) {
    status = scanc_check_states(scan, states, rows->rows);
    if (status != SCANC_OK)
      return status;
    if (scanc_states_overlap(scan, in, out, rows, states, own))
      return SCANC_ERROR_OVERLAP;
  }
  if (workspace_bytes == 0)
    return SCANC_OK;
  if (workspace == NULL)
    return SCANC_ERROR_NO_WORKSPACE;
  if (own.begin % SCANC_WORKSPACE_ALIGN != 0)
    return SCANC_ERROR_MISALIGNED_WORKSPACE;
  return scanc_overlaps_array(scan, in, out, rows, 0, own) ? SCANC_ERROR_OVERLAP
                                                           : SCANC_OK;
}

#endif /* SCANC_LIB_RUNTIME_SCANC_ARGUMENTS_H */
