/*===- scanc_forms.h - A scan with several sets of kernels --------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A scan of chains has kernels of several forms, each for chains that lie in a
|* certain way. Behind `blocks`, they take these sizes:
|*
|*   rows without gaps     the length of a row
|*   rows that lie apart   that, and the stride of each array
|*   several columns       none
|*   along any axis        what scanc_axis.h says
|*
|* Several columns are chains side by side: an element of that form is one of
|* each chain, and so is a state. The forms of a scan are in this order; any of
|* them may be missing, but there are others where there are columns.
|*
|* Pasted, behind the runtime, into launchers that scan chains.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_RUNTIME_SCANC_FORMS_H
#define SCANC_RUNTIME_SCANC_FORMS_H

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

/* What is launched of some forms. */
struct scanc_form_plan {
  const struct scanc_form *form;
  int is_each;      /* whether each chain is launched by itself, as one row */
  uint64_t n;       /* all elements */
  uint64_t chains;  /* also where they have no elements */
  uint64_t columns; /* chains that the form has as one */
  uint64_t sizes[SCANC_MAX_SIZES]; /* as many as the form's kernels take */
};

/* scanc_load of all forms, or of none. */
SCANC_RUNTIME_API scanc_status scanc_load_forms(const struct scanc_form *forms,
                                                unsigned count);

/* scanc_unload of all forms: the first status that is not SCANC_OK. */
SCANC_RUNTIME_API scanc_status
scanc_unload_forms(const struct scanc_form *forms, unsigned count);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SCANC_RUNTIME_SCANC_FORMS_H */
