/*===- FakeGpu.c - A CUDA driver whose GPU is this CPU ------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Memory is the host's, a stream does its work at once, and kernels are known
|* by name: NAME_single is an exclusive sum of i32, whatever the PTX says,
|* NAME_rows_single one of each row, NAME_axis_pairs_single one of each of two
|* columns, NAME_axis_strips and NAME_axis_windows one of each chain. Of a NAME
|* that begins with "dots", each is the inclusive sum, in i64, of products of
|* bytes and i64, from the last one on if NAME has "reverse" in it.
|* scanc_bench_compare is what compare.ptx says. A microsecond passes for each
|* launch and for each thousand bytes copied; in a graph, half of that.
|*
|*   FAKE_GPU_WRONG=K    output K of each scan is one too many
|*   FAKE_GPU_BEHIND=1   a scan writes behind its output
|*
\*===----------------------------------------------------------------------===*/

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_OF_MEMORY = 2, NOT_FOUND = 500 };

struct kernel {
  char name[256];
  int parameters; /* as the PTX has them; 0: not known */
};

static double now;   /* Microseconds. */
static double began; /* When a capture did. */

int cuInit(unsigned flags) { return (void)flags, 0; }
int cuDriverGetVersion(int *version) { return *version = 13000, 0; }
int cuDeviceGet(int *device, int ordinal) { return *device = ordinal, 0; }
int cuDeviceGetName(char *name, int length, int device) {
  (void)device;
  snprintf(name, (size_t)length, "Fake GPU");
  return 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  (void)device;
  return *bytes = (size_t)1 << 30, 0;
}
int cuMemGetInfo_v2(size_t *free, size_t *total) {
  return *free = *total = (size_t)1 << 30, 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  *value = attribute == 16   ? 132      /* multiprocessors */
           : attribute == 75 ? 9        /* capability, major */
           : attribute == 38 ? 60 << 20 /* L2 */
                             : 0;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  (void)device;
  return *context = &now, 0;
}
int cuDevicePrimaryCtxRelease_v2(int device) { return (void)device, 0; }
int cuCtxSetCurrent(void *context) { return (void)context, 0; }
int cuCtxGetCurrent(void **context) { return *context = &now, 0; }
int cuCtxGetId(void *context, unsigned long long *id) {
  return (void)context, *id = 0, 0;
}
int cuCtxGetDevice(int *device) { return *device = 0, 0; }
int cuThreadExchangeStreamCaptureMode(int *mode) { return (void)mode, 0; }
int cuMemGetAddressRange_v2(unsigned long long *base, size_t *size,
                            unsigned long long pointer) {
  return (void)base, (void)size, (void)pointer, 1;
}
int cuGetErrorString(int error, const char **text) {
  *text = error == OUT_OF_MEMORY ? "out of memory" : "an error";
  return 0;
}

int cuMemAlloc_v2(unsigned long long *pointer, size_t bytes) {
  *pointer = (uintptr_t)aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *pointer ? 0 : OUT_OF_MEMORY;
}
int cuMemFree_v2(unsigned long long pointer) {
  free((void *)(uintptr_t)pointer);
  return 0;
}
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) {
  memcpy((void *)(uintptr_t)to, from, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) {
  memcpy(to, (void *)(uintptr_t)from, bytes);
  return 0;
}
int cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from,
                         size_t bytes, void *stream) {
  (void)stream;
  now += 1 + (double)bytes / 1000;
  memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
  return 0;
}
int cuMemsetD8Async(unsigned long long to, unsigned char value, size_t bytes,
                    void *stream) {
  (void)stream;
  memset((void *)(uintptr_t)to, value, bytes);
  return 0;
}

int cuStreamCreate(void **stream, unsigned flags) {
  (void)flags;
  return *stream = &now, 0;
}
int cuStreamSynchronize(void *stream) { return (void)stream, 0; }
int cuStreamDestroy_v2(void *stream) { return (void)stream, 0; }
int cuEventCreate(void **event, unsigned flags) {
  (void)flags;
  *event = calloc(1, sizeof(double));
  return *event ? 0 : OUT_OF_MEMORY;
}
int cuEventRecord(void *event, void *stream) {
  (void)stream;
  *(double *)event = now;
  return 0;
}
int cuEventSynchronize(void *event) { return (void)event, 0; }
int cuEventElapsedTime(float *milliseconds, void *start, void *stop) {
  *milliseconds = (float)((*(double *)stop - *(double *)start) / 1000);
  return 0;
}
int cuEventDestroy_v2(void *event) { return free(event), 0; }

/* What is captured runs at once, too. */
int cuStreamBeginCapture_v2(void *stream, int mode) {
  (void)stream, (void)mode;
  return began = now, 0;
}
int cuStreamEndCapture(void *stream, void **graph) {
  double *time = (double *)malloc(sizeof(*time));
  (void)stream;
  if (time == NULL)
    return OUT_OF_MEMORY;
  *time = (now - began) / 2;
  now = began;
  return *graph = time, 0;
}
int cuGraphInstantiateWithFlags(void **executable, void *graph,
                                unsigned long long flags) {
  double *time = (double *)malloc(sizeof(*time));
  (void)flags;
  if (time == NULL)
    return OUT_OF_MEMORY;
  *time = *(const double *)graph;
  return *executable = time, 0;
}
int cuGraphLaunch(void *executable, void *stream) {
  (void)stream;
  return now += *(const double *)executable, 0;
}
int cuGraphDestroy(void *graph) { return free(graph), 0; }
int cuGraphExecDestroy(void *executable) { return free(executable), 0; }

/* Kernels are never freed: a driver keeps them until the process ends. */
static int make_kernel(void **kernel, const char *name, int parameters) {
  struct kernel *made = (struct kernel *)calloc(1, sizeof(*made));
  if (made == NULL)
    return OUT_OF_MEMORY;
  snprintf(made->name, sizeof(made->name), "%s", name);
  made->parameters = parameters;
  *kernel = made;
  return 0;
}
int cuModuleLoadData(void **module, const void *image) {
  return *module = (void *)(uintptr_t)image, 0;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  return (void)module, make_kernel(function, name, 0);
}
int cuLibraryLoadData(void **library, const void *code, int *jit_options,
                      void **jit_values, unsigned jit_count, int *options,
                      void **values, unsigned value_count) {
  const size_t size = strlen((const char *)code) + 1;
  char *text = (char *)malloc(size);
  (void)jit_options, (void)jit_values, (void)jit_count;
  (void)options, (void)values, (void)value_count;
  if (text == NULL)
    return OUT_OF_MEMORY;
  memcpy(text, code, size);
  return *library = text, 0;
}
int cuLibraryUnload(void *library) { return free(library), 0; }

/* How many parameters a kernel has. */
static int count_parameters(const char *ptx, const char *name) {
  char entry[300];
  const char *at, *end;
  int count = 0;
  snprintf(entry, sizeof(entry), ".entry %s(", name);
  at = strstr(ptx, entry);
  if (at == NULL)
    return 0;
  end = strchr(at, ')');
  while ((at = strstr(at + 1, ".param")) != NULL && at < end)
    ++count;
  return count;
}
int cuLibraryGetKernel(void **kernel, void *library, const char *name) {
  return make_kernel(kernel, name,
                     count_parameters((const char *)library, name));
}
int cuKernelGetFunction(void **function, void *kernel) {
  return *function = kernel, 0;
}

enum { MAX_ARRAYS = 3, DIMENSIONS = 7 };

/* How the elements of chains lie in arrays: the inputs and the output. */
struct chains {
  int reverse;
  uint64_t length, extent[DIMENSIONS];
  int64_t step[MAX_ARRAYS], stride[MAX_ARRAYS][DIMENSIONS];
};

static void scan_chain(void *const *arrays, int dots, const int64_t *at,
                       const struct chains *chains) {
  uint64_t sum = 0, count;
  for (count = 0; count < chains->length; ++count) {
    const uint64_t i = chains->reverse ? chains->length - 1 - count : count;
    const int64_t k = at[0] + (int64_t)i * chains->step[0],
                  l = at[1] + (int64_t)i * chains->step[1];
    if (dots) {
      sum += ((const uint8_t *)arrays[0])[k] * ((const uint64_t *)arrays[1])[l];
      ((uint64_t *)arrays[2])[at[2] + (int64_t)i * chains->step[2]] = sum;
    } else {
      ((uint32_t *)arrays[1])[l] = (uint32_t)sum;
      sum += ((const uint32_t *)arrays[0])[k];
    }
  }
}

static void scan(void *const *arrays, int dots, const struct chains *chains) {
  const char *wrong = getenv("FAKE_GPU_WRONG");
  uint64_t all = 1, chain, n, which;
  int d, array;
  for (d = 0; d < DIMENSIONS; ++d)
    all *= chains->extent[d];
  n = all * chains->length;
  which = wrong != NULL ? strtoull(wrong, NULL, 10) : n;
  for (chain = 0; chain < all; ++chain) {
    int64_t at[MAX_ARRAYS] = {0, 0, 0};
    uint64_t rest = chain;
    for (d = DIMENSIONS; d-- > 0; rest /= chains->extent[d])
      for (array = 0; array < MAX_ARRAYS; ++array)
        at[array] +=
            (int64_t)(rest % chains->extent[d]) * chains->stride[array][d];
    scan_chain(arrays, dots, at, chains);
  }
  if (dots)
    return;
  if (which < n)
    ++((uint32_t *)arrays[1])[which];
  if (getenv("FAKE_GPU_BEHIND") != NULL)
    ((uint32_t *)arrays[1])[n] = 0;
}

static void compare(const uint32_t *got, const uint32_t *expected,
                    const uint32_t *mask, uint64_t period, uint64_t count,
                    uint64_t *result) {
  uint64_t i;
  for (i = 0; i < count; ++i)
    if (((got[i] ^ expected[i]) & mask[i % period]) != 0) {
      ++result[0];
      if (i < result[1])
        result[1] = i;
    }
}

int cuFuncSetAttribute(void *function, int attribute, int value) {
  return (void)function, (void)attribute, (void)value, 0;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function,
                                                int block, size_t bytes) {
  (void)function, (void)block, (void)bytes;
  return *blocks = 1, 0;
}

/* Behind the arrays come the workspace, n, the blocks and the sizes: of chains
   along an axis the length first, and the extents and the strides last. */
static int scan_by_name(const struct kernel *kernel, const char *last,
                        void **arguments) {
  const char *name = kernel->name;
  const int dots = strncmp(name, "dots", 4) == 0, count = dots ? 3 : 2,
            end = kernel->parameters;
  const uint64_t n = *(uint64_t *)arguments[count + 1];
  void **sizes = arguments + count + 3;
  void *arrays[MAX_ARRAYS] = {NULL, NULL, NULL};
  struct chains chains;
  int array, d;
  memset(&chains, 0, sizeof(chains));
  for (d = 0; d < DIMENSIONS; ++d)
    chains.extent[d] = 1;
  chains.length = n;
  chains.reverse = strstr(name, "reverse") != NULL;
  for (array = 0; array < MAX_ARRAYS; ++array)
    chains.step[array] = 1;
  for (array = 0; array < count; ++array)
    arrays[array] = *(void **)arguments[array];
  if (strstr(name, "_rows_single") != NULL) {
    chains.length = *(uint64_t *)sizes[0];
    chains.extent[DIMENSIONS - 1] = n / chains.length;
    for (array = 0; array < count; ++array)
      chains.stride[array][DIMENSIONS - 1] = (int64_t)chains.length;
  } else if (strstr(name, "_axis_pairs_single") != NULL) {
    chains.extent[DIMENSIONS - 1] = 2;
    for (array = 0; array < count; ++array) {
      chains.step[array] = 2;
      chains.stride[array][DIMENSIONS - 1] = 1;
    }
  } else if (strcmp(last, "_strips") == 0 || strcmp(last, "_windows") == 0) {
    chains.length = *(uint64_t *)*sizes;
    sizes = arguments + end - DIMENSIONS - count * (1 + DIMENSIONS);
    for (d = 0; d < DIMENSIONS; ++d)
      chains.extent[d] = *(uint64_t *)*sizes++;
    for (array = 0; array < count; ++array) {
      chains.step[array] = *(int64_t *)*sizes++;
      for (d = 0; d < DIMENSIONS; ++d)
        chains.stride[array][d] = *(int64_t *)*sizes++;
    }
  } else if (strcmp(last, "_single") != 0)
    return NOT_FOUND;
  scan(arrays, dots, &chains);
  return 0;
}

/* The kernels of the fake GPU wait for nobody and share nothing. */
static int launch(const struct kernel *kernel, void **arguments) {
  const char *last = strrchr(kernel->name, '_');
  now += 1;
  if (strcmp(kernel->name, "scanc_bench_compare") == 0) {
    compare(*(void **)arguments[0], *(void **)arguments[1],
            *(void **)arguments[2], *(uint64_t *)arguments[3],
            *(uint64_t *)arguments[4], *(void **)arguments[5]);
    return 0;
  }
  if (last == NULL)
    return NOT_FOUND;
  return scan_by_name(kernel, last, arguments);
}

int cuLaunchKernelEx(const void *config, void *function, void **arguments,
                     void **extra) {
  (void)config, (void)extra;
  return launch((const struct kernel *)function, arguments);
}

int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y,
                   unsigned grid_z, unsigned block_x, unsigned block_y,
                   unsigned block_z, unsigned shared_bytes, void *stream,
                   void **arguments, void **extra) {
  (void)grid_x, (void)grid_y, (void)grid_z, (void)block_x, (void)block_y;
  (void)block_z, (void)shared_bytes, (void)stream, (void)extra;
  return launch((const struct kernel *)function, arguments);
}
