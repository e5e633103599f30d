/*===- fake_cuda.c - A CUDA driver whose device is the host -------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* As much of libcuda as the program `load` calls, so that what it notices can
|* be tested where there is no GPU. Work runs when it is enqueued, or is kept
|* where a stream is captured. fake_scan.c enqueues through fake_enqueue.
|*
\*===----------------------------------------------------------------------===*/

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 10, MAX_WORK = 64 };

struct work {
  void (*run)(const uint64_t *arguments);
  uint64_t arguments[MAX_ARGUMENTS];
};

struct graph {
  unsigned count;
  struct work work[MAX_WORK];
};

struct CUstream_st {
  struct graph *captured;
  int hangs;
};

typedef struct CUstream_st *CUstream;

/* Enqueues `run`, or a kernel that never ends where it is null. */
int fake_enqueue(CUstream stream, void (*run)(const uint64_t *arguments),
                 const uint64_t arguments[MAX_ARGUMENTS]) {
  struct work *work;
  if (run == NULL)
    stream->hangs = 1;
  if (stream->hangs)
    return 0;
  if (stream->captured == NULL) {
    run(arguments);
    return 0;
  }
  if (stream->captured->count == MAX_WORK)
    return 1;
  work = &stream->captured->work[stream->captured->count++];
  work->run = run;
  memcpy(work->arguments, arguments, sizeof(work->arguments));
  return 0;
}

/* load_check of kernels.ptx. */
static void check(const uint64_t *arguments) {
  unsigned char *out = (unsigned char *)(uintptr_t)arguments[0];
  const unsigned char *expected = (unsigned char *)(uintptr_t)arguments[1];
  uint64_t before = arguments[2], count = arguments[3], total = arguments[4];
  uint64_t unit = arguments[5], label = arguments[7], i;
  uint64_t *errors = (uint64_t *)(uintptr_t)arguments[8];
  uint64_t *progress = (uint64_t *)(uintptr_t)arguments[9];
  unsigned char poison[4];
  memset(poison, (int)(arguments[6] & 255), sizeof(poison));
  for (i = 0; i < total; ++i) {
    int inside = i >= before && i - before < count;
    if (memcmp(out + i * unit, inside ? expected + (i - before) * unit : poison,
               unit) != 0) {
      ++errors[0];
      if ((label << 40 | i) < errors[1])
        errors[1] = label << 40 | i;
    }
    memcpy(out + i * unit, poison, unit);
  }
  if (progress)
    ++*progress;
}

/* load_hold, which the host need not wait for. */
static void hold(const uint64_t *arguments) {
  uint32_t *held = (uint32_t *)(uintptr_t)arguments[1];
  uint64_t block;
  for (block = 0; block < arguments[3]; ++block)
    held[block] = (uint32_t)block + 1;
}

int cuLaunchKernel(void *function, unsigned grid, unsigned grid_y,
                   unsigned grid_z, unsigned block, unsigned block_y,
                   unsigned block_z, unsigned shared, CUstream stream,
                   void **parameters, void **extra) {
  uint64_t arguments[MAX_ARGUMENTS] = {0};
  int is_check = strcmp(function, "load_check") == 0, i;
  (void)grid_y, (void)grid_z, (void)block, (void)block_y, (void)block_z;
  (void)shared, (void)extra;
  for (i = 0; i < (is_check ? 10 : 3); ++i) {
    int is_word = is_check && (i == 5 || i == 6);
    memcpy(&arguments[i], parameters[i], is_word ? 4 : 8);
  }
  if (!is_check)
    arguments[3] = grid;
  return fake_enqueue(stream, is_check ? check : hold, arguments);
}

int cuInit(unsigned flags) { return (int)flags; }
int cuDeviceGet(int *device, int ordinal) { return *device = ordinal; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 16 ? 4 : 1024;
  return device;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = context;
  return device;
}
int cuCtxSetCurrent(void *context) { return context == NULL; }
int cuCtxSynchronize(void) { return 0; }
int cuGetErrorName(int error, const char **name) {
  *name = "FAKE";
  return error == 0;
}

int cuMemAlloc_v2(uint64_t *memory, size_t bytes) {
  *memory = (uintptr_t)malloc(bytes);
  return *memory == 0;
}
int cuMemFree_v2(uint64_t memory) {
  free((void *)(uintptr_t)memory);
  return 0;
}
int cuMemHostAlloc(void **memory, size_t bytes, unsigned flags) {
  *memory = malloc(bytes);
  return *memory == NULL || flags == 0;
}
int cuMemHostGetDevicePointer_v2(uint64_t *address, void *memory,
                                 unsigned flags) {
  *address = (uintptr_t)memory;
  return (int)flags;
}
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  memcpy((void *)(uintptr_t)to, from, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
  memcpy(to, (void *)(uintptr_t)from, bytes);
  return 0;
}
int cuMemsetD8Async(uint64_t to, unsigned char byte, size_t bytes,
                    CUstream stream) {
  memset((void *)(uintptr_t)to, byte, bytes);
  return stream == NULL;
}

int cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -5;
  return 0;
}
int cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
  *stream = calloc(1, sizeof(**stream));
  return *stream == NULL || flags == 0 || priority > 0 || priority < -5;
}
int cuStreamDestroy_v2(CUstream stream) {
  free(stream);
  return 0;
}
int cuStreamSynchronize(CUstream stream) {
  while (stream->hangs)
    sleep(1);
  return 0;
}
int cuStreamQuery(CUstream stream) { return stream->hangs ? 600 : 0; }

int cuModuleLoadData(void **module, const void *text) {
  *module = module;
  return text == NULL;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  memcpy(function, &name, sizeof(name));
  return module == NULL;
}
int cuFuncSetAttribute(void *function, int attribute, int value) {
  return function == NULL || attribute != 8 || value == 0;
}

int cuStreamBeginCapture_v2(CUstream stream, int mode) {
  stream->captured = calloc(1, sizeof(*stream->captured));
  return mode != 1 || stream->captured == NULL;
}
int cuStreamEndCapture(CUstream stream, void **graph) {
  *graph = stream->captured;
  stream->captured = NULL;
  return 0;
}
int cuGraphInstantiateWithFlags(void **executable, void *graph,
                                unsigned long long flags) {
  *executable = malloc(sizeof(struct graph));
  if (*executable != NULL)
    memcpy(*executable, graph, sizeof(struct graph));
  return *executable == NULL || flags != 0;
}
int cuGraphLaunch(void *executable, CUstream stream) {
  const struct graph *graph = executable;
  unsigned i;
  for (i = 0; i < graph->count; ++i)
    fake_enqueue(stream, graph->work[i].run, graph->work[i].arguments);
  return 0;
}
int cuGraphExecDestroy(void *executable) {
  free(executable);
  return 0;
}
int cuGraphDestroy(void *graph) {
  free(graph);
  return 0;
}
