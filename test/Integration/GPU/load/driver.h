/*===- driver.h - The part of the CUDA driver that is used --------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* libcuda is opened with dlopen and its types are declared here, so that the
|* program compiles where no CUDA is. Every entry point returns a CUresult. What
|* fails, or is missing, ends the process: `stop` says why on stderr, and the
|* exit status is 3, also while a kernel hangs and other threads run.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_LOAD_DRIVER_H
#define SCANC_TEST_INTEGRATION_GPU_LOAD_DRIVER_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t device_pointer;
typedef struct CUstream_st *stream_handle;

enum {
  CUDA_NOT_READY = 600,
  CUDA_SM_COUNT = 16,
  CUDA_SHARED_BYTES_OF_A_BLOCK = 97, /* the most that a kernel may ask for */
  CUDA_DYNAMIC_SHARED_BYTES = 8,
  CUDA_NON_BLOCKING = 1,
  CUDA_CAPTURE_THREAD_LOCAL = 1,
  CUDA_MAPPED_FOR_ALL_CONTEXTS = 3
};

/* The member, the name that libcuda exports, the parameters. */
#define CUDA_FUNCTIONS(F)                                                      \
  F(init, "cuInit", (unsigned))                                                \
  F(device_get, "cuDeviceGet", (int *, int))                                   \
  F(attribute, "cuDeviceGetAttribute", (int *, int, int))                      \
  F(retain_context, "cuDevicePrimaryCtxRetain", (void **, int))                \
  F(set_context, "cuCtxSetCurrent", (void *))                                  \
  F(synchronize, "cuCtxSynchronize", (void))                                   \
  F(error_name, "cuGetErrorName", (int, const char **))                        \
  F(allocate, "cuMemAlloc_v2", (device_pointer *, size_t))                     \
  F(release, "cuMemFree_v2", (device_pointer))                                 \
  F(allocate_host, "cuMemHostAlloc", (void **, size_t, unsigned))              \
  F(address_of_host, "cuMemHostGetDevicePointer_v2",                           \
    (device_pointer *, void *, unsigned))                                      \
  F(upload, "cuMemcpyHtoD_v2", (device_pointer, const void *, size_t))         \
  F(download, "cuMemcpyDtoH_v2", (void *, device_pointer, size_t))             \
  F(fill, "cuMemsetD8Async",                                                   \
    (device_pointer, unsigned char, size_t, stream_handle))                    \
  F(priority_range, "cuCtxGetStreamPriorityRange", (int *, int *))             \
  F(stream_create, "cuStreamCreateWithPriority",                               \
    (stream_handle *, unsigned, int))                                          \
  F(stream_destroy, "cuStreamDestroy_v2", (stream_handle))                     \
  F(stream_synchronize, "cuStreamSynchronize", (stream_handle))                \
  F(stream_query, "cuStreamQuery", (stream_handle))                            \
  F(module_load, "cuModuleLoadData", (void **, const void *))                  \
  F(module_function, "cuModuleGetFunction", (void **, void *, const char *))   \
  F(set_function, "cuFuncSetAttribute", (void *, int, int))                    \
  F(launch, "cuLaunchKernel",                                                  \
    (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,       \
     unsigned, stream_handle, void **, void **))                               \
  F(begin_capture, "cuStreamBeginCapture_v2", (stream_handle, int))            \
  F(end_capture, "cuStreamEndCapture", (stream_handle, void **))               \
  F(instantiate, "cuGraphInstantiateWithFlags",                                \
    (void **, void *, unsigned long long))                                     \
  F(graph_launch, "cuGraphLaunch", (void *, stream_handle))                    \
  F(graph_exec_destroy, "cuGraphExecDestroy", (void *))                        \
  F(graph_destroy, "cuGraphDestroy", (void *))

struct cuda_functions {
#define CUDA_MEMBER(MEMBER, NAME, PARAMETERS) int(*MEMBER) PARAMETERS;
  CUDA_FUNCTIONS(CUDA_MEMBER)
#undef CUDA_MEMBER
};

extern struct cuda_functions cuda;

/* The device and what this program brings to it. */
struct machine {
  void *context;
  unsigned sm_count;
  unsigned shared_bytes; /* the most of one block */
  void *check, *hold;    /* the kernels of kernels.ptx */
};

extern struct machine machine;

/* Prints "load: " and the message, and ends the process with status 3. */
void stop(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((noreturn, format(printf, 1, 2)))
#endif
    ;

void require_cuda(int result, const char *call);
#define CUDA(CALL) require_cuda(cuda.CALL, #CALL)

/* Opens the driver, makes the first device's context current, and loads the
   kernels of the file `ptx`. */
void open_machine(const char *ptx);

/* Device memory of at least one byte. */
device_pointer device_memory(size_t bytes);

/* Zeroed host memory that kernels see at *device. */
void *mapped_memory(size_t bytes, device_pointer *device);

/* Copies to the device, and waits until it is there for all streams. */
void upload_all(device_pointer to, const void *from, size_t bytes);

/* Of the device's stream priorities. */
enum priority { LOWEST, HIGHEST };
stream_handle new_stream(enum priority priority);

/* Whether the stream was done before `seconds` had passed. */
int stream_ends_within(stream_handle stream, double seconds);

double seconds_now(void);
void sleep_seconds(double seconds);

/* A text file as a string for free(). */
char *read_text(const char *path);

#endif /* SCANC_TEST_INTEGRATION_GPU_LOAD_DRIVER_H */
