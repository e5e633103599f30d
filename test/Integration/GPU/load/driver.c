/*===- driver.c - The part of the CUDA driver that is used --------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "driver.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct cuda_functions cuda;
struct machine machine;

void stop(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "load: ");
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  fflush(NULL);
  _exit(3);
}

void require_cuda(int result, const char *call) {
  const char *name = NULL;
  if (result == 0)
    return;
  if (cuda.error_name(result, &name) != 0 || name == NULL)
    name = "an unknown error";
  stop("%s: %s (%d)", call, name, result);
}

/* ISO C has no cast from what dlsym returns. */
static void find(void *library, const char *name, void *slot) {
  void *function = dlsym(library, name);
  if (function == NULL)
    stop("the CUDA driver has no %s", name);
  memcpy(slot, &function, sizeof(function));
}

static void open_driver(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  int result;
  if (library == NULL)
    stop("no CUDA driver: %s", dlerror());
#define CUDA_FIND(MEMBER, NAME, PARAMETERS) find(library, NAME, &cuda.MEMBER);
  CUDA_FUNCTIONS(CUDA_FIND)
#undef CUDA_FIND
  result = cuda.init(0);
  if (result != 0)
    stop("no GPU: cuInit gave %d", result);
}

void open_machine(const char *ptx) {
  int device, value;
  void *module;
  char *text;
  open_driver();
  text = read_text(ptx);
  CUDA(device_get(&device, 0));
  CUDA(retain_context(&machine.context, device));
  CUDA(set_context(machine.context));
  CUDA(attribute(&value, CUDA_SM_COUNT, device));
  machine.sm_count = (unsigned)value;
  CUDA(attribute(&value, CUDA_SHARED_BYTES_OF_A_BLOCK, device));
  machine.shared_bytes = (unsigned)value;
  CUDA(module_load(&module, text));
  CUDA(module_function(&machine.check, module, "load_check"));
  CUDA(module_function(&machine.hold, module, "load_hold"));
  CUDA(set_function(machine.hold, CUDA_DYNAMIC_SHARED_BYTES, value));
  free(text);
}

device_pointer device_memory(size_t bytes) {
  device_pointer memory;
  CUDA(allocate(&memory, bytes ? bytes : 1));
  return memory;
}

void *mapped_memory(size_t bytes, device_pointer *device) {
  void *memory;
  CUDA(allocate_host(&memory, bytes, CUDA_MAPPED_FOR_ALL_CONTEXTS));
  CUDA(address_of_host(device, memory, 0));
  memset(memory, 0, bytes);
  return memory;
}

void upload_all(device_pointer to, const void *from, size_t bytes) {
  CUDA(upload(to, from, bytes));
  CUDA(synchronize());
}

stream_handle new_stream(enum priority priority) {
  stream_handle stream;
  int least, greatest;
  CUDA(priority_range(&least, &greatest));
  CUDA(stream_create(&stream, CUDA_NON_BLOCKING,
                     priority == LOWEST ? least : greatest));
  return stream;
}

int stream_ends_within(stream_handle stream, double seconds) {
  double started = seconds_now();
  for (;;) {
    int result = cuda.stream_query(stream);
    if (result == 0)
      return 1;
    if (result != CUDA_NOT_READY)
      require_cuda(result, "stream_query(stream)");
    if (seconds_now() - started > seconds)
      return 0;
    sleep_seconds(0.0001);
  }
}

double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void sleep_seconds(double seconds) {
  struct timespec span;
  span.tv_sec = (time_t)seconds;
  span.tv_nsec = (long)((seconds - (double)span.tv_sec) * 1e9);
  nanosleep(&span, NULL);
}

char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  size_t size = 0, capacity = 1 << 16;
  char *text = malloc(capacity);
  if (file == NULL || text == NULL)
    stop("%s cannot be read", path);
  for (;;) {
    size += fread(text + size, 1, capacity - size - 1, file);
    if (size + 1 < capacity)
      break;
    capacity *= 2;
    text = realloc(text, capacity);
    if (text == NULL)
      stop("no memory for %s", path);
  }
  fclose(file);
  text[size] = '\0';
  return text;
}
