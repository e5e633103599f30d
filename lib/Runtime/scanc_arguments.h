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
|* An array is a box: some bytes, which are repeated every so many bytes, and
|* all of that again and again, once for each dimension. Rows with a gap between
|* them, and a slice of a matrix whose rows lie in another one:
|*
|*   ##..##..##..          begin, 2 bytes; 3 times, 4 apart
|*   ##.##....##.##....    begin, 2 bytes; 2 times, 3 apart; 2 times, 9 apart
|*
|* Two boxes of the same strides may lie between each other: of the copies in
|* one, at most two are near enough to a copy in the other to share a byte with
|* it, and whether they do is the same question with a dimension less. Where
|* strides differ, too many copies may be near; then boxes count as overlapping.
|*
|* Only scanc_runtime.c includes this file; everything in it is static.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_LIB_RUNTIME_SCANC_ARGUMENTS_H
#define SCANC_LIB_RUNTIME_SCANC_ARGUMENTS_H

#include "scanc/Runtime/scanc_runtime.h"
#include "scanc/Runtime/scanc_tensor.h"

/*===----------------------------------------------------------------------===*\
|* Boxes of memory
\*===----------------------------------------------------------------------===*/

/* How often something is repeated, and how many bytes apart. */
struct scanc_repeat {
  uint64_t extent, stride;
};

/* The innermost repeat is the first, and each has the larger stride: no less
   than the bytes from the lowest to the highest of what it repeats. These, with
   the first k repeats, are reach[k]; of none, they lie side by side. */
struct scanc_box {
  uintptr_t begin; /* the lowest byte */
  unsigned rank;
  struct scanc_repeat repeats[SCANC_MAX_RANK];
  uint64_t reach[SCANC_MAX_RANK + 1];
  int is_crossed; /* whether parts of it may overlap others; then it has all
                     bytes between them, too */
};

/* `bytes` bytes without gaps. */
static struct scanc_box scanc_box_at(const void *begin, uint64_t bytes) {
  struct scanc_box box;
  box.begin = (uintptr_t)begin;
  box.rank = 0;
  box.reach[0] = bytes;
  box.is_crossed = 0;
  return box;
}

/* Adds a repeat, whose stride is no less than those before. */
static void scanc_repeat_box(struct scanc_box *box,
                             const struct scanc_repeat *repeat) {
  uint64_t reach = box->reach[box->rank];
  uint64_t all = reach + (repeat->extent - 1) * repeat->stride;
  if (repeat->stride < reach)
    box->is_crossed = 1;
  if (repeat->stride < reach || (repeat->stride == reach && box->rank == 0)) {
    box->rank = 0;
    box->reach[0] = all;
    return;
  }
  box->repeats[box->rank] = *repeat;
  box->reach[++box->rank] = all;
}

static uint64_t scanc_distance(int64_t stride) {
  return stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride;
}

/* The extents of a tensor's dimension in an output, where chains may have one
   element more, or in an input. */
static uint64_t scanc_extent_in(const struct scanc_scan *scan,
                                const scanc_tensor *tensor, unsigned number,
                                unsigned dimension) {
  return tensor->extent[dimension] + (number >= scan->inputs &&
                                      dimension == tensor->axis &&
                                      (scan->states & SCANC_TOTAL) != 0);
}

/* An array of a tensor without empty dimensions: the input's arrays, and then
   the output's. */
static struct scanc_box scanc_box_of(const struct scanc_scan *scan,
                                     const scanc_tensor *tensor,
                                     unsigned number, const void *begin) {
  uint64_t size = number < scan->inputs ? scan->in[number].size
                                        : scan->out[number - scan->inputs].size;
  struct scanc_box box = scanc_box_at(begin, size);
  struct scanc_repeat repeats[SCANC_MAX_RANK], own;
  unsigned count = 0, i, k;
  for (k = 0; k < tensor->rank; ++k) {
    own.extent = scanc_extent_in(scan, tensor, number, k);
    if (own.extent <= 1)
      continue;
    own.stride = scanc_distance(tensor->stride[number][k]) * size;
    if (tensor->stride[number][k] < 0)
      box.begin -= (uintptr_t)((own.extent - 1) * own.stride);
    for (i = count++; i > 0 && repeats[i - 1].stride > own.stride; --i)
      repeats[i] = repeats[i - 1];
    repeats[i] = own;
  }
  for (i = 0; i < count; ++i)
    scanc_repeat_box(&box, &repeats[i]);
  return box;
}

/* Rounded down; b is positive. */
static int64_t scanc_divide_down(int64_t a, int64_t b) {
  return a / b - (a % b < 0);
}

/* Whether some byte is of both boxes, of the first so many repeats of which
   that of `b` begins `apart` bytes behind that of `a`. */
static int scanc_meet(const struct scanc_box *a, unsigned a_rank,
                      const struct scanc_box *b, unsigned b_rank,
                      int64_t apart) {
  int64_t stride, lowest, highest, first, last, i;
  uint64_t a_stride, b_stride;
  if (apart >= (int64_t)a->reach[a_rank] || -apart >= (int64_t)b->reach[b_rank])
    return 0;
  if (a_rank == 0 && b_rank == 0)
    return 1;
  a_stride = a_rank != 0 ? a->repeats[a_rank - 1].stride : 0;
  b_stride = b_rank != 0 ? b->repeats[b_rank - 1].stride : 0;
  if (a_stride < b_stride)
    return scanc_meet(b, b_rank, a, a_rank, -apart);
  /* Copy i of what `b` repeats begins i strides further behind copy 0 of what
     `a` repeats, or copy 0 behind copy -i. */
  stride = (int64_t)a_stride;
  lowest = 1 - (int64_t)a->repeats[--a_rank].extent;
  highest = 0;
  if (a_stride == b_stride)
    highest = (int64_t)b->repeats[--b_rank].extent - 1;
  first = 1 + scanc_divide_down(-apart - (int64_t)b->reach[b_rank], stride);
  last = scanc_divide_down((int64_t)a->reach[a_rank] - apart - 1, stride);
  first = SCANC_MAX(first, lowest);
  last = SCANC_MIN(last, highest);
  if (last - first > 1)
    return 1;
  for (i = first; i <= last; ++i)
    if (scanc_meet(a, a_rank, b, b_rank, apart + i * stride))
      return 1;
  return 0;
}

static int scanc_overlap(const struct scanc_box *a, const struct scanc_box *b) {
  uint64_t between = (uint64_t)b->begin - a->begin;
  if (b->begin < a->begin)
    return scanc_overlap(b, a);
  if (between >= a->reach[a->rank])
    return 0;
  return scanc_meet(a, a->rank, b, b->rank, (int64_t)between);
}

/*===----------------------------------------------------------------------===*\
|* Tensors
\*===----------------------------------------------------------------------===*/

/* Of a product that is larger. */
#define SCANC_TOO_MANY (SCANC_MAX_ELEMENTS + 1)

static uint64_t scanc_multiply(uint64_t a, uint64_t b) {
  if (a == 0 || b == 0)
    return 0;
  return a > SCANC_MAX_ELEMENTS / b ? SCANC_TOO_MANY : a * b;
}

/* How many chains there are, with or without elements. */
static uint64_t scanc_count_chains(const scanc_tensor *tensor) {
  uint64_t chains = 1;
  unsigned k;
  for (k = 0; k < tensor->rank; ++k)
    if (k != tensor->axis && tensor->extent[k] == 0)
      return 0;
  for (k = 0; k < tensor->rank; ++k)
    if (k != tensor->axis)
      chains = scanc_multiply(chains, tensor->extent[k]);
  return chains;
}

/* The furthest that a dimension reaches, in elements: the bytes of all fit an
   address. */
#define SCANC_MAX_REACH (UINT64_C(1) << 48)

/* Whether an array reaches too far, or an output overlaps itself. */
static int scanc_is_bad_stride(const struct scanc_scan *scan,
                               const scanc_tensor *tensor) {
  unsigned arrays = scan->inputs + scan->outputs, number, k;
  for (number = 0; number < arrays; ++number) {
    for (k = 0; k < tensor->rank; ++k) {
      uint64_t extent = scanc_extent_in(scan, tensor, number, k);
      uint64_t stride = scanc_distance(tensor->stride[number][k]);
      if (extent > 1 && stride != 0 && extent - 1 > SCANC_MAX_REACH / stride)
        return 1;
    }
    if (number >= scan->inputs &&
        scanc_box_of(scan, tensor, number, NULL).is_crossed)
      return 1;
  }
  return 0;
}

/*===----------------------------------------------------------------------===*\
|* Arrays, states and the workspace
\*===----------------------------------------------------------------------===*/

static int scanc_is_misaligned(const struct scanc_array *array,
                               const void *begin) {
  return (uintptr_t)begin % array->align != 0;
}

/* Whether an output may be written where the input array of its number is: each
   element where the one that it is of was. */
static int scanc_replaces(const struct scanc_scan *scan, unsigned own,
                          const void *const *in, void *const *out,
                          const scanc_tensor *tensor) {
  unsigned k;
  if (own >= scan->inputs || (scan->kept >> own & 1) != 0 ||
      (scan->states & SCANC_TOTAL) != 0 || in[own] != out[own] ||
      scan->in[own].size != scan->out[own].size)
    return 0;
  for (k = 0; k < tensor->rank; ++k)
    if (tensor->extent[k] > 1 &&
        tensor->stride[own][k] != tensor->stride[scan->inputs + own][k])
      return 0;
  return 1;
}

/* Whether `box` has a byte of the first so many outputs. */
static int scanc_overlaps_outputs(const struct scanc_scan *scan,
                                  void *const *out, unsigned count,
                                  const scanc_tensor *tensor,
                                  const struct scanc_box *box) {
  struct scanc_box other;
  unsigned i;
  for (i = 0; i < count; ++i) {
    other = scanc_box_of(scan, tensor, scan->inputs + i, out[i]);
    if (scanc_overlap(&other, box))
      return 1;
  }
  return 0;
}

/* Whether it has a byte of any array. */
static int scanc_overlaps_arrays(const struct scanc_scan *scan,
                                 const void *const *in, void *const *out,
                                 const scanc_tensor *tensor,
                                 const struct scanc_box *box) {
  struct scanc_box other;
  unsigned i;
  for (i = 0; i < scan->inputs; ++i) {
    other = scanc_box_of(scan, tensor, i, in[i]);
    if (scanc_overlap(&other, box))
      return 1;
  }
  return scanc_overlaps_outputs(scan, out, scan->outputs, tensor, box);
}

/* Whether an output, array `own`, would be written where something else is. */
static int scanc_output_overlaps(const struct scanc_scan *scan, unsigned own,
                                 const void *const *in, void *const *out,
                                 const scanc_tensor *tensor) {
  struct scanc_box to =
      scanc_box_of(scan, tensor, scan->inputs + own, out[own]);
  struct scanc_box from;
  unsigned i;
  for (i = 0; i < scan->inputs; ++i) {
    if (i == own && scanc_replaces(scan, own, in, out, tensor))
      continue;
    from = scanc_box_of(scan, tensor, i, in[i]);
    if (scanc_overlap(&from, &to))
      return 1;
  }
  return scanc_overlaps_outputs(scan, out, own, tensor, &to);
}

/* Outputs alone, where there are no inputs. */
static scanc_status scanc_check_outputs(const struct scanc_scan *scan,
                                        void *const *out,
                                        const scanc_tensor *tensor) {
  unsigned i;
  for (i = 0; i < scan->outputs; ++i)
    if (out[i] == NULL)
      return SCANC_ERROR_NULL_POINTER;
  for (i = 0; i < scan->outputs; ++i)
    if (scanc_is_misaligned(&scan->out[i], out[i]))
      return SCANC_ERROR_MISALIGNED_POINTER;
  return scanc_is_bad_stride(scan, tensor) ? SCANC_ERROR_STRIDE : SCANC_OK;
}

/* Whether outputs overlap each other, or states, where there are no inputs. */
static int scanc_outputs_overlap(const struct scanc_scan *scan,
                                 void *const *out, const scanc_tensor *tensor,
                                 const struct scanc_states *states,
                                 uint64_t chains) {
  uint64_t bytes = chains * scan->state.size;
  struct scanc_box own;
  unsigned i;
  for (i = 0; i < scan->outputs; ++i) {
    own = scanc_box_of(scan, tensor, scan->inputs + i, out[i]);
    if (scanc_overlaps_outputs(scan, out, i, tensor, &own))
      return 1;
  }
  if (states != NULL && states->initial != NULL) {
    own = scanc_box_at(states->initial, bytes);
    if (scanc_overlaps_outputs(scan, out, scan->outputs, tensor, &own))
      return 1;
  }
  if (states == NULL || states->final == NULL)
    return 0;
  own = scanc_box_at(states->final, bytes);
  return scanc_overlaps_outputs(scan, out, scan->outputs, tensor, &own);
}

/* The states of chains, against each other. Kernels that still read initial
   states may run beside those that write final ones. */
static scanc_status scanc_check_states(const struct scanc_scan *scan,
                                       const struct scanc_states *states,
                                       uint64_t chains) {
  uint64_t bytes = chains * scan->state.size;
  struct scanc_box initial = scanc_box_at(states->initial, bytes),
                   final = scanc_box_at(states->final, bytes);
  if ((states->initial != NULL &&
       scanc_is_misaligned(&scan->state, states->initial)) ||
      (states->final != NULL &&
       scanc_is_misaligned(&scan->state, states->final)))
    return SCANC_ERROR_MISALIGNED_POINTER;
  if (states->initial != NULL && states->final != NULL &&
      scanc_overlap(&initial, &final))
    return SCANC_ERROR_OVERLAP;
  return SCANC_OK;
}

/* The same, against everything else. There are elements. */
static int scanc_states_overlap(const struct scanc_scan *scan,
                                const void *const *in, void *const *out,
                                const scanc_tensor *tensor,
                                const struct scanc_states *states,
                                uint64_t chains,
                                const struct scanc_box *workspace) {
  uint64_t bytes = chains * scan->state.size;
  struct scanc_box initial = scanc_box_at(states->initial, bytes),
                   final = scanc_box_at(states->final, bytes);
  int has_workspace = workspace->reach[0] != 0; /* else it is not looked at */
  if (states->initial != NULL &&
      (scanc_overlaps_outputs(scan, out, scan->outputs, tensor, &initial) ||
       (has_workspace && scanc_overlap(&initial, workspace))))
    return 1;
  return states->final != NULL &&
         (scanc_overlaps_arrays(scan, in, out, tensor, &final) ||
          (has_workspace && scanc_overlap(&final, workspace)));
}

/* There are elements. */
static scanc_status
scanc_check_arguments(const struct scanc_scan *scan, const void *const *in,
                      void *const *out, const scanc_tensor *tensor,
                      const struct scanc_states *states, const void *workspace,
                      size_t workspace_bytes) {
  struct scanc_box own = scanc_box_at(workspace, workspace_bytes);
  uint64_t chains = scanc_count_chains(tensor);
  scanc_status status;
  unsigned i;

  for (i = 0; i < scan->inputs; ++i)
    if (in[i] == NULL)
      return SCANC_ERROR_NULL_POINTER;
  for (i = 0; i < scan->outputs; ++i)
    if (out[i] == NULL)
      return SCANC_ERROR_NULL_POINTER;
  if (scanc_multiply(chains, tensor->extent[tensor->axis]) > SCANC_MAX_ELEMENTS)
    return SCANC_ERROR_TOO_MANY_ELEMENTS;
  for (i = 0; i < scan->inputs; ++i)
    if (scanc_is_misaligned(&scan->in[i], in[i]))
      return SCANC_ERROR_MISALIGNED_POINTER;
  for (i = 0; i < scan->outputs; ++i)
    if (scanc_is_misaligned(&scan->out[i], out[i]))
      return SCANC_ERROR_MISALIGNED_POINTER;
  if (scanc_is_bad_stride(scan, tensor))
    return SCANC_ERROR_STRIDE;
  for (i = 0; i < scan->outputs; ++i)
    if (scanc_output_overlaps(scan, i, in, out, tensor))
      return SCANC_ERROR_OVERLAP;
  if (states != NULL) {
    status = scanc_check_states(scan, states, chains);
    if (status != SCANC_OK)
      return status;
    if (scanc_states_overlap(scan, in, out, tensor, states, chains, &own))
      return SCANC_ERROR_OVERLAP;
  }
  if (workspace_bytes == 0)
    return SCANC_OK;
  if (workspace == NULL)
    return SCANC_ERROR_NO_WORKSPACE;
  if (own.begin % SCANC_WORKSPACE_ALIGN != 0)
    return SCANC_ERROR_MISALIGNED_WORKSPACE;
  return scanc_overlaps_arrays(scan, in, out, tensor, &own)
             ? SCANC_ERROR_OVERLAP
             : SCANC_OK;
}

#endif /* SCANC_LIB_RUNTIME_SCANC_ARGUMENTS_H */
