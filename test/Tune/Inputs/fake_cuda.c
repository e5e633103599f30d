/*===- fake_cuda.c - A CUDA driver that runs nothing --------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Built into libcuda.so.1 it lets the runner of a bundle go through all it does
|* where there is no GPU. Memory is addresses alone; what is read back says that
|* all outputs are right, or, with FAKE_CUDA_WRONG, that a word of each differs.
|* Every batch takes as long.
|*
\*===----------------------------------------------------------------------===*/

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long next_address = 1 << 20;
static int object;

int cuInit(unsigned flags) { return (int)flags; }

int cuDriverGetVersion(int *version) {
  *version = 13000;
  return 0;
}

int cuCtxGetCurrent(void **context) {
  *context = &object;
  return 0;
}

int cuCtxGetId(void *context, unsigned long long *id) {
  *id = 0;
  return context == NULL;
}

int cuCtxSetCurrent(void *context) { return context == NULL; }

int cuCtxGetDevice(int *device) {
  *device = 0;
  return 0;
}

int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return 0;
}

int cuDeviceGetName(char *name, int length, int device) {
  (void)device;
  strncpy(name, "Fake \"GPU\"", (size_t)length);
  return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  *value = attribute == 16   ? 132
           : attribute == 75 ? 9
           : attribute == 76 ? 0
           : attribute == 97 ? 232448
           : attribute == 39 ? 2048
           : attribute == 82 ? 65536
                             : 0;
  return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &object;
  return device;
}

int cuDevicePrimaryCtxRelease_v2(int device) { return device; }

int cuGetErrorString(int error, const char **text) {
  *text = error ? "it broke" : "no error";
  return 0;
}

int cuThreadExchangeStreamCaptureMode(int *mode) {
  *mode = 0;
  return 0;
}

int cuMemGetAddressRange_v2(unsigned long long *base, size_t *size,
                            unsigned long long pointer) {
  (void)base, (void)size, (void)pointer;
  return 1;
}

int cuMemAlloc_v2(unsigned long long *pointer, size_t bytes) {
  *pointer = next_address;
  next_address += (bytes + 511) / 512 * 512;
  return 0;
}

int cuMemFree_v2(unsigned long long pointer) { return pointer == 0; }

int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) {
  (void)to, (void)from, (void)bytes;
  return 0;
}

/* A guard of 256 bytes is whole; else it is the count of what differs. */
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) {
  (void)from;
  memset(to, bytes == 256 ? 0xa5 : 0, bytes);
  if (bytes != 256 && getenv("FAKE_CUDA_WRONG") != NULL)
    *(char *)to = 1;
  return 0;
}

int cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from,
                         size_t bytes, void *stream) {
  (void)to, (void)from, (void)bytes;
  return stream == NULL;
}

int cuMemsetD8Async(unsigned long long pointer, unsigned char byte,
                    size_t bytes, void *stream) {
  (void)pointer, (void)byte, (void)bytes;
  return stream == NULL;
}

int cuStreamCreate(void **stream, unsigned flags) {
  *stream = &object;
  return (int)flags;
}

/* With FAKE_CUDA_BREAKS=N the Nth synchronisation fails, and all later ones. */
int cuStreamSynchronize(void *stream) {
  static int count;
  const char *breaks = getenv("FAKE_CUDA_BREAKS");
  if (breaks != NULL && ++count >= atoi(breaks))
    return 700;
  return stream == NULL;
}

int cuEventCreate(void **event, unsigned flags) {
  *event = &object;
  return (int)flags;
}

int cuStreamDestroy_v2(void *stream) { return stream == NULL; }

int cuEventDestroy_v2(void *event) { return event == NULL; }

int cuEventRecord(void *event, void *stream) {
  return event == NULL || stream == NULL;
}

int cuEventSynchronize(void *event) { return event == NULL; }

int cuEventElapsedTime(float *milliseconds, void *start, void *stop) {
  (void)start, (void)stop;
  *milliseconds = 0.64f;
  return 0;
}

int cuLibraryLoadData(void **library, const void *code, int *jit_options,
                      void **jit_values, unsigned jit_count, int *options,
                      void **values, unsigned value_count) {
  (void)jit_options, (void)jit_values, (void)jit_count;
  (void)options, (void)values, (void)value_count;
  *library = &object;
  return strstr((const char *)code, ".visible .entry") == NULL;
}

int cuLibraryUnload(void *library) { return library == NULL; }

int cuLibraryGetKernel(void **kernel, void *library, const char *name) {
  *kernel = &object;
  return library == NULL || name[0] == '\0';
}

int cuKernelGetFunction(void **function, void *kernel) {
  *function = kernel;
  return 0;
}

int cuFuncSetAttribute(void *function, int attribute, int value) {
  (void)function, (void)attribute;
  return value > 232448;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function,
                                                int block, size_t bytes) {
  (void)function, (void)block, (void)bytes;
  *blocks = 1;
  return 0;
}

int cuLaunchKernelEx(const void *config, void *function, void **args,
                     void **extra) {
  (void)args, (void)extra;
  return config == NULL || function == NULL;
}

int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y,
                   unsigned grid_z, unsigned block_x, unsigned block_y,
                   unsigned block_z, unsigned shared_bytes, void *stream,
                   void **args, void **extra) {
  (void)grid_y, (void)grid_z, (void)block_y, (void)block_z;
  (void)shared_bytes, (void)args, (void)extra;
  return function == NULL || stream == NULL || grid_x == 0 || block_x == 0;
}
