/*===- scanc_axis.c - Launching a scan along an axis --------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Compiled behind scanc_rows.c, for the library; pasted behind scanc_forms.c.
|*
\*===----------------------------------------------------------------------===*/

#include "scanc/Runtime/scanc_axis.h"
#include "scanc_rows.c"

#ifndef SCANC_RUNTIME_SCANC_AXIS_C
#define SCANC_RUNTIME_SCANC_AXIS_C

/* Arrays, and that of states. */
#define SCANC_MAX_LAYOUTS (2 * SCANC_MAX_ARRAYS + 1)

/* A dimension other than the axis, in each array and, behind these, in that of
   states. Strides are modulo 2^64: nobody has looked at them. */
struct scanc_dimension {
  uint64_t extent, strides[SCANC_MAX_LAYOUTS];
};

/* How far apart its chains lie: in the first array where they do. */
static uint64_t scanc_distance_along(const struct scanc_dimension *dimension,
                                     unsigned arrays) {
  unsigned i;
  for (i = 0; i < arrays; ++i)
    if (dimension->strides[i] != 0)
      return scanc_distance((int64_t)dimension->strides[i]);
  return 0;
}

/* Whether two dimensions are one, in as many layouts. */
static int scanc_are_one(const struct scanc_dimension *outer,
                         const struct scanc_dimension *inner,
                         unsigned layouts) {
  unsigned i;
  for (i = 0; i < layouts; ++i)
    if (outer->strides[i] != inner->strides[i] * inner->extent)
      return 0;
  return 1;
}

/* The dimensions of a tensor with chains, but for the axis and those of extent
   1, sorted by decreasing distance: how many. */
static unsigned scanc_sort_dimensions(const scanc_tensor *tensor,
                                      unsigned arrays,
                                      struct scanc_dimension *dimensions) {
  uint64_t behind = scanc_count_chains(tensor);
  struct scanc_dimension own;
  unsigned count = 0, i, k;
  for (k = 0; k < tensor->rank; ++k) {
    if (k == tensor->axis || tensor->extent[k] == 1)
      continue;
    own.extent = tensor->extent[k];
    for (i = 0; i < arrays; ++i)
      own.strides[i] = (uint64_t)tensor->stride[i][k];
    behind /= own.extent;
    own.strides[arrays] = behind;
    for (i = count++;
         i > 0 && scanc_distance_along(&dimensions[i - 1], arrays) <
                      scanc_distance_along(&own, arrays);
         --i)
      dimensions[i] = dimensions[i - 1];
    dimensions[i] = own;
  }
  return count;
}

/* Makes one of those that are one: how many are left. */
static unsigned scanc_merge_dimensions(unsigned count, unsigned layouts,
                                       struct scanc_dimension *dimensions) {
  unsigned kept = 0, i;
  for (i = 0; i < count; ++i) {
    uint64_t outer = 1;
    if (kept > 0 &&
        scanc_are_one(&dimensions[kept - 1], &dimensions[i], layouts))
      outer = dimensions[--kept].extent;
    dimensions[kept] = dimensions[i];
    dimensions[kept++].extent *= outer;
  }
  return kept;
}

/* From an element of a chain to the next; 1 where there is none. */
static int64_t scanc_axis_stride(const struct scanc_scan *scan,
                                 const scanc_tensor *tensor, unsigned number) {
  return scanc_extent_in(scan, tensor, number, tensor->axis) > 1
             ? tensor->stride[number][tensor->axis]
             : 1;
}

/* How many chains, from a multiple of as many on, lie without gaps in all
   arrays, a step of all of them behind the step before; or 0. */
static uint64_t scanc_chains_of_stretch(
    const struct scanc_scan *scan, const scanc_tensor *tensor,
    const struct scanc_dimension *dimensions, unsigned count) {
  unsigned arrays = scan->inputs + scan->outputs, i;
  uint64_t width = 1;
  int64_t step = scanc_axis_stride(scan, tensor, 0);
  if (step != 1 && count > 0)
    width = dimensions[count - 1].extent;
  for (i = 0; i < arrays; ++i)
    if (scanc_axis_stride(scan, tensor, i) != (int64_t)width ||
        (width != 1 && dimensions[count - 1].strides[i] != 1))
      return 0;
  return width;
}

/* What the kernels of the form for all tensors take. */
static void scanc_fill_axis_sizes(const struct scanc_scan *scan,
                                  const scanc_tensor *tensor, unsigned layouts,
                                  const struct scanc_dimension *dimensions,
                                  unsigned count, uint64_t *sizes) {
  unsigned arrays = scan->inputs + scan->outputs, absent, i, k;
  absent = SCANC_MAX_RANK - 1 - count;
  *sizes++ = tensor->extent[tensor->axis];
  *sizes++ = scanc_chains_of_stretch(scan, tensor, dimensions, count);
  for (k = 0; k < SCANC_MAX_RANK - 1; ++k)
    *sizes++ = k < absent ? 1 : dimensions[k - absent].extent;
  for (i = 0; i < layouts; ++i) {
    *sizes++ = i < arrays ? (uint64_t)scanc_axis_stride(scan, tensor, i) : 0;
    for (k = 0; k < SCANC_MAX_RANK - 1; ++k)
      *sizes++ = k < absent ? 0 : dimensions[k - absent].strides[i];
  }
}

/* Whether no array has gaps between the elements of a chain. */
static int scanc_are_chains_dense(const struct scanc_scan *scan,
                                  const scanc_tensor *tensor) {
  unsigned i;
  for (i = 0; i < scan->inputs + scan->outputs; ++i)
    if (scanc_axis_stride(scan, tensor, i) != 1)
      return 0;
  return 1;
}

/* Nor between chains, of which there is one dimension or none. */
static int scanc_are_rows_dense(uint64_t row, unsigned arrays,
                                const struct scanc_dimension *dimensions,
                                unsigned count) {
  unsigned i;
  for (i = 0; i < arrays && count == 1; ++i)
    if (dimensions->strides[i] != row)
      return 0;
  return count <= 1;
}

/* The form that has all chains as one, if they lie side by side in all arrays,
   and each element of all of them behind the one before; or NULL. */
static const struct scanc_form *
scanc_find_columns(const struct scanc_form *forms, unsigned count,
                   uint64_t chains_of_stretch) {
  const struct scanc_scan *scan = forms->scans;
  unsigned i;
  for (i = 1; i < count; ++i)
    if (forms[i].scans->size_count == 0 &&
        forms[i].scans->in->size == chains_of_stretch * scan->in->size)
      return &forms[i];
  return NULL;
}

/* The elements, and chains, of a tensor, if it may have so many. */
static scanc_status scanc_count_tensor(const scanc_tensor *tensor,
                                       uint64_t *chains, uint64_t *n) {
  if (tensor == NULL)
    return SCANC_ERROR_NULL_POINTER;
  if (tensor->rank == 0 || tensor->rank > SCANC_MAX_RANK ||
      tensor->axis >= tensor->rank)
    return SCANC_ERROR_SHAPE;
  *chains = scanc_count_chains(tensor);
  *n = scanc_multiply(*chains, tensor->extent[tensor->axis]);
  return *chains > SCANC_MAX_ELEMENTS || *n > SCANC_MAX_ELEMENTS
             ? SCANC_ERROR_TOO_MANY_ELEMENTS
             : SCANC_OK;
}

SCANC_RUNTIME_API size_t
scanc_axis_workspace_bytes(const struct scanc_form *forms, unsigned count,
                           const scanc_tensor *tensor) {
  uint64_t chains, n;
  return scanc_count_tensor(tensor, &chains, &n) == SCANC_OK
             ? scanc_forms_workspace_bytes(forms, count, n)
             : 0;
}

SCANC_RUNTIME_API scanc_status scanc_plan_axis(const struct scanc_form *forms,
                                               unsigned count,
                                               const scanc_tensor *tensor,
                                               struct scanc_form_plan *plan) {
  const struct scanc_scan *scan = forms->scans;
  unsigned arrays = scan->inputs + scan->outputs, layouts = arrays, others = 0;
  struct scanc_dimension dimensions[SCANC_MAX_RANK];
  scanc_status status = scanc_count_tensor(tensor, &plan->chains, &plan->n);
  const struct scanc_form *columns;
  uint64_t row;
  if (status != SCANC_OK)
    return status;
  if (plan->n != 0 && scanc_is_bad_stride(scan, tensor))
    return SCANC_ERROR_STRIDE;
  if ((scan->states & (SCANC_INITIAL | SCANC_FINAL)) != 0)
    ++layouts;
  if (plan->chains != 0)
    others = scanc_sort_dimensions(tensor, arrays, dimensions);
  others = scanc_merge_dimensions(others, layouts, dimensions);
  plan->form = &forms[count - 1];
  plan->is_each = 0;
  plan->columns = 1;
  /* Kernels of rows without gaps have one size, the length of a row. */
  row = tensor->extent[tensor->axis];
  if (plan->n != 0 && scan->size_count == 1 &&
      scanc_are_chains_dense(scan, tensor)) {
    if (scanc_are_rows_dense(row, arrays, dimensions, others))
      plan->form = forms;
    else if (scanc_are_few_long_chains(plan->chains, row)) {
      plan->form = forms;
      plan->is_each = 1;
    }
  }
  columns = scanc_find_columns(forms, count, plan->chains);
  if (plan->n != 0 && columns != NULL && others == 1 &&
      scanc_chains_of_stretch(scan, tensor, dimensions, others) ==
          plan->chains) {
    plan->form = columns;
    plan->columns = plan->chains;
  }
  if (plan->form == forms && scan->size_count == 1)
    plan->sizes[0] = row;
  else if (plan->columns == 1)
    scanc_fill_axis_sizes(scan, tensor, layouts, dimensions, others,
                          plan->sizes);
  return SCANC_OK;
}

SCANC_RUNTIME_API scanc_status scanc_run_axis(
    const struct scanc_form *forms, unsigned count, struct CUstream_st *stream,
    const void *const *in, void *const *out, const scanc_tensor *tensor,
    const struct scanc_states *states, void *workspace) {
  struct scanc_form_plan plan;
  scanc_status status = scanc_plan_axis(forms, count, tensor, &plan);
  return status != SCANC_OK ? status
                            : scanc_run_plan(forms, count, &plan, stream, in,
                                             out, tensor, states, workspace);
}

#endif /* SCANC_RUNTIME_SCANC_AXIS_C */
