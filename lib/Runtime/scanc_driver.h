/*===- scanc_driver.h - The CUDA driver without libcuda -----------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The driver is opened with dlopen. Its entry points are found by the names
|* under which libcuda exports them, which cuda.h hides behind macros
|* (cuMemGetAddressRange is cuMemGetAddressRange_v2). A library
|* (cuLibraryLoadData, CUDA 12.0) belongs to no context: one serves all GPUs.
|*
|* Only scanc_runtime.c includes this file; everything in it is static.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_LIB_RUNTIME_SCANC_DRIVER_H
#define SCANC_LIB_RUNTIME_SCANC_DRIVER_H

#include "scanc/Runtime/scanc_status.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef SCANC_LIBCUDA
#define SCANC_LIBCUDA "libcuda.so.1"
#endif

/* The driver's constants that are needed here, from cuda.h. */
enum {
  SCANC_CUDA_ERROR_NO_DEVICE = 100,
  SCANC_CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  SCANC_CUDA_SM_COUNT = 16,
  SCANC_CUDA_CAPABILITY_MAJOR = 75,
  SCANC_CUDA_CAPABILITY_MINOR = 76,
  SCANC_CUDA_CAPTURE_RELAXED = 2,
  SCANC_CUDA_FUNCTION_DYNAMIC_SHARED_BYTES = 8,
  SCANC_CUDA_LAUNCH_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
  SCANC_CUDA_OLDEST_DRIVER = 12000
};

/* CUlaunchAttribute, and CUlaunchConfig. */
struct scanc_launch_attribute {
  int id;
  char padding[8 - sizeof(int)];
  union {
    int flag;
    char bytes[64];
  } value;
};
struct scanc_launch_config {
  unsigned grid_x, grid_y, grid_z;
  unsigned block_x, block_y, block_z;
  unsigned shared_bytes;
  struct CUstream_st *stream;
  struct scanc_launch_attribute *attributes;
  unsigned attribute_count;
};

/* The driver's entry points; every one returns a CUresult, 0 for success. What
   is unsigned long long in cuda.h is a uint64_t here: C++98 knows no other type
   of 64 bits. */
struct scanc_driver {
  int ready;
  int (*init)(unsigned flags);
  int (*version)(int *version);
  int (*current_context)(void **context);
  int (*context_id)(void *context, uint64_t *id);
  int (*current_device)(int *device);
  int (*attribute)(int *value, int attribute, int device);
  int (*capture_mode)(int *mode);
  int (*address_range)(uint64_t *base, size_t *size, uint64_t pointer);
  int (*load)(void **library, const void *code, int *jit_options,
              void **jit_values, unsigned jit_count, int *options,
              void **values, unsigned count);
  int (*unload)(void *library);
  int (*kernel)(void **kernel, void *library, const char *name);
  int (*function)(void **function, void *kernel);
  int (*launch)(void *kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                unsigned block_x, unsigned block_y, unsigned block_z,
                unsigned shared_bytes, struct CUstream_st *stream, void **args,
                void **extra);
  int (*launch_ex)(const struct scanc_launch_config *config, void *kernel,
                   void **args, void **extra);
  int (*set_function)(void *function, int attribute, int value);
  int (*occupancy)(int *blocks, void *function, int block, size_t shared_bytes);
  int (*fill)(uint64_t pointer, unsigned char byte, size_t bytes,
              struct CUstream_st *stream);
};

/* What a plan depends on; zero while unknown. */
struct scanc_device {
  uint64_t context; /* number of the current one, never 0 */
  unsigned sm_count;
  unsigned arch; /* 90 for compute capability 9.0 */
};

#define SCANC_KNOWN_DEVICES 64

static pthread_mutex_t scanc_lock = PTHREAD_MUTEX_INITIALIZER;
static struct scanc_driver scanc_driver;
static struct scanc_device scanc_devices[SCANC_KNOWN_DEVICES];

/* Stores the function `name` at `slot`, a pointer to a function pointer;
   ISO C has no cast from what dlsym returns. */
static int scanc_find(void *libcuda, const char *name, void *slot) {
  void *function = dlsym(libcuda, name);
  memcpy(slot, &function, sizeof(function));
  return function != NULL;
}

/* Opens the driver unless it is open. It is never closed. A failure is not
   remembered. The lock is held. */
static scanc_status scanc_open_driver_locked(void) {
  struct scanc_driver found;
  void *libcuda;
  int version = 0, result;

  if (scanc_driver.ready)
    return SCANC_OK;
  memset(&found, 0, sizeof(found));
  libcuda = dlopen(SCANC_LIBCUDA, RTLD_NOW | RTLD_LOCAL);
  if (libcuda == NULL || !scanc_find(libcuda, "cuInit", &found.init) ||
      !scanc_find(libcuda, "cuDriverGetVersion", &found.version) ||
      found.version(&version) != 0)
    return SCANC_ERROR_NO_DRIVER;
  if (version < SCANC_CUDA_OLDEST_DRIVER ||
      !scanc_find(libcuda, "cuCtxGetCurrent", &found.current_context) ||
      !scanc_find(libcuda, "cuCtxGetId", &found.context_id) ||
      !scanc_find(libcuda, "cuCtxGetDevice", &found.current_device) ||
      !scanc_find(libcuda, "cuDeviceGetAttribute", &found.attribute) ||
      !scanc_find(libcuda, "cuThreadExchangeStreamCaptureMode",
                  &found.capture_mode) ||
      !scanc_find(libcuda, "cuMemGetAddressRange_v2", &found.address_range) ||
      !scanc_find(libcuda, "cuLibraryLoadData", &found.load) ||
      !scanc_find(libcuda, "cuLibraryUnload", &found.unload) ||
      !scanc_find(libcuda, "cuLibraryGetKernel", &found.kernel) ||
      !scanc_find(libcuda, "cuKernelGetFunction", &found.function) ||
      !scanc_find(libcuda, "cuLaunchKernel", &found.launch) ||
      !scanc_find(libcuda, "cuLaunchKernelEx", &found.launch_ex) ||
      !scanc_find(libcuda, "cuFuncSetAttribute", &found.set_function) ||
      !scanc_find(libcuda, "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                  &found.occupancy) ||
      !scanc_find(libcuda, "cuMemsetD8Async", &found.fill))
    return SCANC_ERROR_DRIVER_TOO_OLD;
  result = found.init(0);
  if (result != 0)
    return result == SCANC_CUDA_ERROR_NO_DEVICE ? SCANC_ERROR_NO_DEVICE
                                                : SCANC_ERROR_NO_DRIVER;
  found.ready = 1;
  scanc_driver = found;
  return SCANC_OK;
}

static scanc_status scanc_open_driver(void) {
  scanc_status status;
  pthread_mutex_lock(&scanc_lock);
  status = scanc_open_driver_locked();
  pthread_mutex_unlock(&scanc_lock);
  return status;
}

/* The device of the current context. */
static scanc_status scanc_get_device(struct scanc_device *device) {
  void *context = NULL;
  uint64_t id = 0;
  int ordinal = -1, sm_count = 0, major = 0, minor = 0, known;

  if (scanc_driver.current_context(&context) != 0 || context == NULL ||
      scanc_driver.context_id(context, &id) != 0 ||
      scanc_driver.current_device(&ordinal) != 0)
    return SCANC_ERROR_NO_CONTEXT;
  known = ordinal >= 0 && ordinal < SCANC_KNOWN_DEVICES;
  device->sm_count = 0;
  if (known) {
    pthread_mutex_lock(&scanc_lock);
    *device = scanc_devices[ordinal];
    pthread_mutex_unlock(&scanc_lock);
  }
  /* The handle of a context may come back after its end; its number does not.
   */
  device->context = id + 1;
  if (device->sm_count != 0)
    return SCANC_OK;

  if (scanc_driver.attribute(&sm_count, SCANC_CUDA_SM_COUNT, ordinal) != 0 ||
      scanc_driver.attribute(&major, SCANC_CUDA_CAPABILITY_MAJOR, ordinal) !=
          0 ||
      scanc_driver.attribute(&minor, SCANC_CUDA_CAPABILITY_MINOR, ordinal) != 0)
    return SCANC_ERROR_NO_CONTEXT;
  device->sm_count = (unsigned)sm_count;
  device->arch = (unsigned)(major * 10 + minor);
  if (known) {
    pthread_mutex_lock(&scanc_lock);
    scanc_devices[ordinal] = *device;
    pthread_mutex_unlock(&scanc_lock);
  }
  return SCANC_OK;
}

#endif /* SCANC_LIB_RUNTIME_SCANC_DRIVER_H */
