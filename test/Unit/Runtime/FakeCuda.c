/*===- FakeCuda.c - A CUDA driver that only remembers -------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* With FAKE_CUDA_WITHOUT_LIBRARIES, a driver from before cuLibraryLoadData.
|*
\*===----------------------------------------------------------------------===*/

#include "FakeCuda.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CAPTURE_MODE_GLOBAL = 0,
  CAPTURE_MODE_RELAXED = 2
};

struct library;

struct kernel {
  struct library *library;
  char name[64];
};

/* A library; its memory stays when it is unloaded, to catch who uses it. */
struct library {
  int live, kernel_count;
  struct kernel kernels[8];
  struct library *next;
};

#ifndef FAKE_CUDA_WITHOUT_LIBRARIES
static struct library *libraries;
#endif

struct fake_cuda fake_cuda = {
    .version = 13000, .has_context = 1, .sm_count = 132, .major = 9};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int capture_mode = CAPTURE_MODE_GLOBAL;

static void count(int *counter, int by) {
  pthread_mutex_lock(&lock);
  *counter += by;
  pthread_mutex_unlock(&lock);
}

static void note_unsafe_call(void) {
  if (capture_mode != CAPTURE_MODE_RELAXED)
    count(&fake_cuda.unsafe_calls, 1);
}

int cuInit(unsigned flags) {
  (void)flags;
  return fake_cuda.init_result;
}

int cuDriverGetVersion(int *version) {
  *version = fake_cuda.version;
  return 0;
}

int cuCtxGetCurrent(void **context) {
  *context = fake_cuda.has_context ? &fake_cuda : NULL;
  return 0;
}

int cuCtxGetId(void *context, unsigned long long *id) {
  *id = fake_cuda.context_id;
  return context == &fake_cuda ? 0 : CUDA_ERROR_INVALID_CONTEXT;
}

int cuCtxGetDevice(int *device) {
  *device = fake_cuda.device;
  return fake_cuda.has_context ? 0 : CUDA_ERROR_INVALID_CONTEXT;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  count(&fake_cuda.attributes, 1);
  *value = attribute == 16   ? fake_cuda.sm_count
           : attribute == 75 ? fake_cuda.major
                             : fake_cuda.minor;
  return 0;
}

int cuThreadExchangeStreamCaptureMode(int *mode) {
  int old = capture_mode;
  capture_mode = *mode;
  *mode = old;
  count(&fake_cuda.capture_exchanges, 1);
  return 0;
}

int cuMemGetAddressRange_v2(unsigned long long *base, size_t *size,
                            unsigned long long pointer) {
  note_unsafe_call();
  if (pointer < fake_cuda.range_base ||
      pointer - fake_cuda.range_base >= fake_cuda.range_size)
    return CUDA_ERROR_INVALID_VALUE;
  *base = fake_cuda.range_base;
  *size = fake_cuda.range_size;
  return 0;
}

#ifndef FAKE_CUDA_WITHOUT_LIBRARIES
int cuLibraryLoadData(void **library, const void *code, int *jit_options,
                      void **jit_values, unsigned jit_count, int *options,
                      void **values, unsigned value_count) {
  size_t length = strlen((const char *)code);
  struct library *made;
  (void)jit_options, (void)jit_values, (void)jit_count;
  (void)options, (void)values, (void)value_count;
  note_unsafe_call();
  if (fake_cuda.load_result != 0)
    return fake_cuda.load_result;
  made = (struct library *)calloc(1, sizeof(*made));
  made->live = 1;
  *library = made;
  pthread_mutex_lock(&lock);
  ++fake_cuda.loads;
  ++fake_cuda.live;
  made->next = libraries;
  libraries = made;
  fake_cuda.code_length = length;
  memset(fake_cuda.code_tail, 0, sizeof(fake_cuda.code_tail));
  memcpy(fake_cuda.code_tail,
         (const char *)code + (length < 15 ? 0 : length - 15),
         length < 15 ? length : 15);
  pthread_mutex_unlock(&lock);
  return 0;
}

int cuLibraryUnload(void *library) {
  note_unsafe_call();
  pthread_mutex_lock(&lock);
  ((struct library *)library)->live = 0;
  ++fake_cuda.unloads;
  --fake_cuda.live;
  pthread_mutex_unlock(&lock);
  return fake_cuda.unload_result;
}

int cuLibraryGetKernel(void **kernel, void *library, const char *name) {
  struct library *owner = (struct library *)library;
  struct kernel *made = &owner->kernels[owner->kernel_count++];
  if (fake_cuda.kernel_result != 0)
    return fake_cuda.kernel_result;
  made->library = owner;
  strncpy(made->name, name, sizeof(made->name) - 1);
  *kernel = made;
  return 0;
}

int cuKernelGetFunction(void **function, void *kernel) {
  *function = kernel;
  return fake_cuda.function_result;
}
#endif

int cuFuncSetAttribute(void *function, int attribute, int value) {
  if (attribute != 8)
    return CUDA_ERROR_INVALID_VALUE;
  ++fake_cuda.allowances;
  fake_cuda.allowed_bytes = value;
  memcpy(fake_cuda.allowed_kernel, ((struct kernel *)function)->name,
         sizeof(fake_cuda.allowed_kernel));
  return 0;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function,
                                                int block, size_t bytes) {
  (void)function, (void)block, (void)bytes;
  *blocks = fake_cuda.occupancy;
  return 0;
}

int cuMemsetD8Async(unsigned long long pointer, unsigned char byte,
                    size_t bytes, void *stream) {
  ++fake_cuda.fills;
  fake_cuda.filled_with = byte;
  fake_cuda.filled_address = pointer;
  fake_cuda.filled_bytes = bytes;
  fake_cuda.filled_in = stream;
  return fake_cuda.launch_result;
}

/* CUlaunchAttribute and CUlaunchConfig of cuda.h. */
struct attribute {
  int id;
  char padding[4];
  union {
    int flag;
    char bytes[64];
  } value;
};
struct config {
  unsigned grid[3], block[3], shared_bytes;
  void *stream;
  struct attribute *attributes;
  unsigned attribute_count;
};

int cuLaunchKernelEx(const struct config *config, void *function, void **args,
                     void **extra) {
  struct kernel *kernel = (struct kernel *)function;
  struct fake_launch *launch;
  unsigned arrays = 1 + fake_cuda.more_arrays, i;
  (void)extra;
  if (fake_cuda.launch_result != 0)
    return fake_cuda.launch_result;
  if (config->grid[1] * config->grid[2] * config->block[1] * config->block[2] !=
      1)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock(&lock);
  if (!kernel->library->live)
    ++fake_cuda.dead_launches;
  launch =
      &fake_cuda.launches[fake_cuda.launch_count++ % FAKE_CUDA_MAX_LAUNCHES];
  memset(launch, 0, sizeof(*launch));
  memcpy(launch->kernel, kernel->name, sizeof(launch->kernel));
  launch->grid = config->grid[0];
  launch->block = config->block[0];
  launch->shared_bytes = config->shared_bytes;
  launch->stream = config->stream;
  for (i = 0; i < config->attribute_count; ++i) {
    int flag = config->attributes[i].value.flag;
    if (config->attributes[i].id == 6)
      launch->dependent = flag;
  }
  launch->in = *(void **)args[0];
  launch->out = *(void **)args[arrays];
  for (i = 0; i < 2 * arrays; ++i)
    launch->arrays[i] = *(void **)args[i];
  args += 2 * arrays;
  launch->workspace = *(void **)args[0];
  launch->n = *(uint64_t *)args[1];
  launch->blocks = *(uint32_t *)args[2];
  for (i = 0; i < fake_cuda.more_sizes; ++i)
    launch->sizes[i] = *(uint64_t *)args[3 + i];
  for (i = 0; i < fake_cuda.states; ++i)
    launch->states[i] = *(void **)args[3 + fake_cuda.more_sizes + i];
  pthread_mutex_unlock(&lock);
  return 0;
}

int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y,
                   unsigned grid_z, unsigned block_x, unsigned block_y,
                   unsigned block_z, unsigned shared_bytes, void *stream,
                   void **args, void **extra) {
  struct config config;
  memset(&config, 0, sizeof(config));
  config.grid[0] = grid_x;
  config.grid[1] = grid_y;
  config.grid[2] = grid_z;
  config.block[0] = block_x;
  config.block[1] = block_y;
  config.block[2] = block_z;
  config.shared_bytes = shared_bytes;
  config.stream = stream;
  return cuLaunchKernelEx(&config, function, args, extra);
}
