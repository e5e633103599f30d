/*===- subject.c - A scan, its input and what must come out -------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "subject.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Stores the function NAME + suffix at `slot`. */
static void find(void *library, const char *name, const char *suffix,
                 void *slot) {
  char symbol[160];
  void *function;
  snprintf(symbol, sizeof(symbol), "%s%s", name, suffix);
  function = dlsym(library, symbol);
  if (function == NULL)
    stop("%s is not exported", symbol);
  memcpy(slot, &function, sizeof(function));
}

void subject_open(struct subject *subject, const struct scan_info *scan,
                  const char *folder) {
  char path[1024];
  void *library;
  scanc_status status;
  memset(subject, 0, sizeof(*subject));
  subject->scan = scan;
  subject->op = find_operator(scan);
  snprintf(path, sizeof(path), "%s/%s.so", folder, scan->name);
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    stop("%s", dlerror());
  find(library, scan->name, "_workspace_bytes", &subject->workspace_bytes);
  find(library, scan->name, "_init_workspace", &subject->init_workspace);
  find(library, scan->name, "", &subject->launch);
  find(library, scan->name, "_load", &subject->load);
  status = subject->load();
  if (status != SCANC_OK)
    stop("%s: %s", scan->name, scanc_status_string(status));
}

static device_pointer device_copy(const void *data, size_t bytes,
                                  size_t shift) {
  device_pointer memory = device_memory(bytes + shift);
  upload_all(memory + shift, data, bytes);
  return memory + shift;
}

void subject_prepare(struct subject *subject, uint64_t max_n) {
  const struct operator_info *op = subject->op;
  const struct scan_info *scan = subject->scan;
  size_t in_bytes = max_n * op->elem_size, out_bytes = max_n * op->out_size;
  void *in = malloc(in_bytes), *once = malloc(out_bytes),
       *twice = malloc(out_bytes);
  if (in == NULL || once == NULL || twice == NULL)
    stop("no memory for %llu elements", (unsigned long long)max_n);
  subject->max_n = max_n;
  op->generate(in, max_n, 1);
  op->scan(in, once, max_n, scan->inclusive, scan->reverse);
  subject->in[0] = device_copy(in, in_bytes, 0);
  subject->in[1] = device_copy(in, in_bytes, op->elem_size);
  subject->once = device_copy(once, out_bytes, 0);
  if (op->again) {
    op->scan(once, twice, max_n, scan->inclusive, scan->reverse);
    subject->twice = device_copy(twice, out_bytes, 0);
  }
  free(in);
  free(once);
  free(twice);
}

device_pointer new_workspace(const struct subject *subject, uint64_t n,
                             stream_handle stream) {
  size_t bytes = subject->workspace_bytes(n);
  device_pointer workspace;
  scanc_status status;
  if (bytes == 0)
    return 0;
  workspace = device_memory(bytes);
  CUDA(fill(workspace, 0xA5, bytes, stream));
  status = subject->init_workspace(pointer_to(workspace), stream);
  if (status != SCANC_OK)
    stop("%s_init_workspace: %s", subject->scan->name,
         scanc_status_string(status));
  return workspace;
}

uint64_t begin_of(const struct subject *subject, uint64_t n, size_t size) {
  return subject->scan->reverse ? (subject->max_n - n) * size : 0;
}

void *pointer_to(device_pointer address) { return (void *)(uintptr_t)address; }
