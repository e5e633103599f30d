/*===- FakeGpu.c - A CUDA driver whose GPU is this CPU ------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Memory is the host's, a stream does its work at once, and two kernels are
|* known by name: NAME_single is an exclusive sum of i32, whatever the PTX says,
|* and scanc_bench_compare what compare.ptx says. A microsecond passes for each
|* launch and for each thousand bytes copied.
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
};

static double now; /* Microseconds. */

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

/* Kernels are never freed: a driver keeps them until the process ends. */
static int make_kernel(void **kernel, const char *name) {
  struct kernel *made = (struct kernel *)calloc(1, sizeof(*made));
  if (made == NULL)
    return OUT_OF_MEMORY;
  snprintf(made->name, sizeof(made->name), "%s", name);
  *kernel = made;
  return 0;
}
int cuModuleLoadData(void **module, const void *image) {
  return *module = (void *)(uintptr_t)image, 0;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  return (void)module, make_kernel(function, name);
}
int cuLibraryLoadData(void **library, const void *code, int *jit_options,
                      void **jit_values, unsigned jit_count, int *options,
                      void **values, unsigned value_count) {
  (void)code, (void)jit_options, (void)jit_values, (void)jit_count;
  (void)options, (void)values, (void)value_count;
  return *library = &now, 0;
}
int cuLibraryUnload(void *library) { return (void)library, 0; }
int cuLibraryGetKernel(void **kernel, void *library, const char *name) {
  return (void)library, make_kernel(kernel, name);
}
int cuKernelGetFunction(void **function, void *kernel) {
  return *function = kernel, 0;
}

static void scan(const uint32_t *in, uint32_t *out, uint64_t n) {
  const char *wrong = getenv("FAKE_GPU_WRONG");
  uint32_t sum = 0;
  uint64_t k;
  for (k = 0; k < n; ++k) {
    out[k] = sum;
    sum += in[k];
  }
  if (wrong != NULL && strtoull(wrong, NULL, 10) < n)
    ++out[strtoull(wrong, NULL, 10)];
  if (getenv("FAKE_GPU_BEHIND") != NULL)
    out[n] = sum;
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
  if (last == NULL || strcmp(last, "_single") != 0)
    return NOT_FOUND;
  scan(*(void **)arguments[0], *(void **)arguments[1],
       *(uint64_t *)arguments[3]);
  return 0;
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
