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

static unsigned count_fields(const char *types) {
  unsigned count = 1;
  for (; *types; ++types)
    count += *types == ',';
  return count;
}

void subject_open(struct subject *subject, const struct scan_info *scan,
                  const char *folder) {
  char path[1024];
  void *library;
  scanc_status status;
  memset(subject, 0, sizeof(*subject));
  subject->scan = scan;
  subject->op = find_operator(scan);
  subject->arrays = scan->soa ? count_fields(scan->elem) : 1;
  if (subject->arrays > MAX_ARRAYS)
    stop("%s: more than %d arrays", scan->name, MAX_ARRAYS);
  subject->in_size = subject->op->elem_size / subject->arrays;
  subject->out_size = subject->op->out_size / subject->arrays;
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

/* Fields `which` of n elements, one behind the other. */
static void *gather(const struct subject *subject, const void *data, uint64_t n,
                    size_t size, unsigned which) {
  const char *from = (const char *)data + which * size;
  char *to = malloc(n * size);
  uint64_t i;
  if (to == NULL)
    stop("no memory for %llu elements", (unsigned long long)n);
  for (i = 0; i < n; ++i)
    memcpy(to + i * size, from + i * subject->arrays * size, size);
  return to;
}

/* Copies of n elements, `size` bytes each in every array, `shift` bytes off. */
static void device_copies(const struct subject *subject, const void *data,
                          uint64_t n, size_t size, size_t shift,
                          device_pointer copies[MAX_ARRAYS]) {
  unsigned which;
  for (which = 0; which < subject->arrays; ++which) {
    void *array = gather(subject, data, n, size, which);
    copies[which] = device_memory(n * size + shift) + shift;
    upload_all(copies[which], array, n * size);
    free(array);
  }
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
  device_copies(subject, in, max_n, subject->in_size, 0, subject->in[0]);
  device_copies(subject, in, max_n, subject->in_size, subject->in_size,
                subject->in[1]);
  device_copies(subject, once, max_n, subject->out_size, 0, subject->once);
  if (op->again) {
    op->scan(once, twice, max_n, scan->inclusive, scan->reverse);
    device_copies(subject, twice, max_n, subject->out_size, 0, subject->twice);
  }
  free(in);
  free(once);
  free(twice);
}

scanc_status subject_launch(const struct subject *subject, stream_handle stream,
                            const device_pointer in[],
                            const device_pointer out[], uint64_t n,
                            device_pointer workspace) {
  if (subject->arrays == 1)
    return subject->launch.one(stream, pointer_to(in[0]), pointer_to(out[0]), n,
                               pointer_to(workspace));
  return subject->launch.two(stream, pointer_to(in[0]), pointer_to(in[1]),
                             pointer_to(out[0]), pointer_to(out[1]), n,
                             pointer_to(workspace));
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
