/*===- scanc_axis.h - Launching a scan along an axis --------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The kernels of the form that takes all tensors know them by these sizes, each
|* of 64 bits:
|*
|*   the extent of the axis
|*   e0 ... e6    the extents of the other dimensions, the outermost first
|*   for each array, the inputs first:
|*     the stride of the axis, s0 ... s6    in elements of the array
|*   if the scan takes states:
|*     0, t0 ... t6    what is between the states of chains, in states
|*
|* The dimensions are not those of the caller: they are as few as say the same,
|* and sorted by stride, so that chains that differ in the last one alone are
|* the nearest to each other. Where there are fewer than seven, the first have
|* extent 1 and strides of 0. A kernel's chain c is number c in C order of e0 to
|* e6.
|*
|* Pasted, behind scanc_forms.h, into launchers that scan along an axis.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_RUNTIME_SCANC_AXIS_H
#define SCANC_RUNTIME_SCANC_AXIS_H

#include "scanc/Runtime/scanc_forms.h"
#include "scanc/Runtime/scanc_tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of workspace for a tensor, of whichever form; 0 where scanc_plan_axis
   would refuse it. */
SCANC_RUNTIME_API size_t scanc_axis_workspace_bytes(
    const struct scanc_form *forms, unsigned count, const scanc_tensor *tensor);

/* What is launched of a tensor, wherever its arrays are. Of the forms, the last
   takes all tensors; the first may be of rows without gaps, which is chosen for
   what it takes, and for few long chains without gaps between their elements;
   between them may be one of several columns, which is chosen for what it takes
   if there are elements.
   Calls no driver. Errors: no tensor (SCANC_ERROR_NULL_POINTER), a rank or an
   axis that it cannot have (SCANC_ERROR_SHAPE), too many elements or chains,
   and, if there are elements, strides that reach too far, or by which elements
   of an output would lie among others of their own (SCANC_ERROR_STRIDE). */
SCANC_RUNTIME_API scanc_status scanc_plan_axis(const struct scanc_form *forms,
                                               unsigned count,
                                               const scanc_tensor *tensor,
                                               struct scanc_form_plan *plan);

/* Launches a scan of a tensor. Of chains without elements, only final states
   and totals are written, and no other address is looked at. */
SCANC_RUNTIME_API scanc_status scanc_run_axis(
    const struct scanc_form *forms, unsigned count, struct CUstream_st *stream,
    const void *const *in, void *const *out, const scanc_tensor *tensor,
    const struct scanc_states *states, void *workspace);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SCANC_RUNTIME_SCANC_AXIS_H */
