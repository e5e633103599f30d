/*===- scanc_forms.c - A scan with several sets of kernels --------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A part of scanc_runtime.c for launchers that scan chains: it is compiled, and
|* pasted, behind that file.
|*
\*===----------------------------------------------------------------------===*/

#include "scanc/Runtime/scanc_forms.h"
#include "scanc_runtime.c"

#ifndef SCANC_RUNTIME_SCANC_FORMS_C
#define SCANC_RUNTIME_SCANC_FORMS_C

/* Of whichever form. */
static size_t scanc_forms_workspace_bytes(const struct scanc_form *forms,
                                          unsigned count, uint64_t n) {
  size_t most = 0, own;
  unsigned i;
  for (i = 0; i < count; ++i) {
    own = scanc_workspace_bytes(forms[i].scans, forms[i].count, n);
    most = SCANC_MAX(most, own);
  }
  return most;
}

/* Chains that lie apart are shared out to blocks, and a block goes through its
   chains alone. A launch takes about as long as one block needs for so many
   elements. So chains that have this many elements for each chain there is are
   launched one after another, each on all blocks. */
#define SCANC_LONG_CHAINS 4096

static int scanc_are_few_long_chains(uint64_t chains, uint64_t n) {
  return n / SCANC_LONG_CHAINS >= chains;
}

/* Where a chain of an array begins, in elements. Chains are numbered in C order
   of the dimensions other than the axis. */
static int64_t scanc_chain_begin(const scanc_tensor *tensor, unsigned number,
                                 uint64_t chain) {
  int64_t begin = 0;
  unsigned k;
  for (k = tensor->rank; k-- > 0;) {
    if (k == tensor->axis || tensor->extent[k] == 1)
      continue;
    begin += (int64_t)(chain % tensor->extent[k]) * tensor->stride[number][k];
    chain /= tensor->extent[k];
  }
  return begin;
}

/* Launches a scan of each chain, by kernels of rows without gaps. */
static scanc_status scanc_run_each_chain(const struct scanc_form *form,
                                         struct CUstream_st *stream,
                                         const scanc_tensor *tensor,
                                         const struct scanc_call *all) {
  unsigned inputs = form->scans->inputs, outputs = form->scans->outputs, i;
  const void *in[SCANC_MAX_ARRAYS];
  void *out[SCANC_MAX_ARRAYS];
  uint64_t state = form->scans->state.size;
  struct scanc_call one = *all;
  scanc_status status = SCANC_OK;
  uint64_t chain;
  one.in = in;
  one.out = out;
  one.n = tensor->extent[tensor->axis];
  one.chains = 1;
  for (chain = 0; chain < all->chains && status == SCANC_OK; ++chain) {
    for (i = 0; i < inputs; ++i)
      in[i] = (const char *)all->in[i] +
              scanc_chain_begin(tensor, i, chain) * form->scans->in[i].size;
    for (i = 0; i < outputs; ++i)
      out[i] =
          (char *)all->out[i] + scanc_chain_begin(tensor, inputs + i, chain) *
                                    form->scans->out[i].size;
    if (all->states.initial != NULL)
      one.states.initial = (const char *)all->states.initial + chain * state;
    if (all->states.final != NULL)
      one.states.final = (char *)all->states.final + chain * state;
    status =
        scanc_run_call(form->scans, form->count, form->module, stream, &one);
  }
  return status;
}

/* Launches what a plan says of the chains of a tensor, if the arguments are
   good. */
static scanc_status
scanc_run_plan(const struct scanc_form *forms, unsigned count,
               const struct scanc_form_plan *plan, struct CUstream_st *stream,
               const void *const *in, void *const *out,
               const scanc_tensor *tensor, const struct scanc_states *states,
               void *workspace) {
  const struct scanc_form *form = plan->form;
  struct scanc_call call;
  scanc_status status;
  if (plan->n == 0)
    return scanc_run_empty(form->scans, form->count, form->module, stream, in,
                           out, tensor, plan->sizes, states);
  call.in = in;
  call.out = out;
  call.n = plan->n / plan->columns;
  call.chains = plan->chains / plan->columns;
  call.sizes = plan->sizes;
  call.states = scanc_states_or_none(states);
  call.workspace = workspace;
  call.workspace_bytes = scanc_forms_workspace_bytes(forms, count, plan->n);
  /* The first form has one column. */
  status = scanc_check_arguments(forms->scans, in, out, tensor, states,
                                 workspace, call.workspace_bytes);
  if (status != SCANC_OK)
    return status;
  if (plan->is_each)
    return scanc_run_each_chain(form, stream, tensor, &call);
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

#endif /* SCANC_RUNTIME_SCANC_FORMS_C */
