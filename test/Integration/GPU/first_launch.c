/*===- first_launch.c - How long the first launch of a scan takes -*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Of a launcher called cumsum, an inclusive sum of i32:
|*
|*   scanc --op=add --type=i32 --inclusive --arch=sm_80,sm_90,sm_100 -o cumsum
|*   cc -O2 first_launch.c cumsum.c -lcuda -ldl -lpthread -o first_launch
|*   CUDA_CACHE_DISABLE=1 ./first_launch
|*
|* Prints the milliseconds of cumsum_load, in which the driver compiles the PTX
|* unless there is a cubin for the GPU (--emit=cubin,launcher), and of the first
|* launch behind it; then checks every output of 1,000,003.
|*
\*===----------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200809L

#include "cumsum.h"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void must(int succeeded, const char *what) {
  if (succeeded)
    return;
  fprintf(stderr, "first_launch: error: %s\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

int main(void) {
  enum { N = 1000003 };
  CUdevice device;
  CUcontext context;
  CUdeviceptr in, out, workspace;
  char name[128] = "";
  int major = 0, minor = 0, *values = malloc(N * sizeof(int)), i;
  unsigned sum = 0;
  double loading, launching;
  must(values != NULL, "no memory");
  must(cuInit(0) == CUDA_SUCCESS, "cuInit");
  must(cuDeviceGet(&device, 0) == CUDA_SUCCESS, "cuDeviceGet");
  must(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS &&
           cuCtxSetCurrent(context) == CUDA_SUCCESS,
       "no context");
  cuDeviceGetName(name, sizeof(name) - 1, device);
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                       device);
  cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                       device);
  must(cuMemAlloc(&in, N * sizeof(int)) == CUDA_SUCCESS &&
           cuMemAlloc(&out, N * sizeof(int)) == CUDA_SUCCESS &&
           cuMemAlloc(&workspace, cumsum_workspace_bytes(N) + 1) ==
               CUDA_SUCCESS,
       "no device memory");
  for (i = 0; i < N; ++i)
    values[i] = i % 1000 - 300;
  must(cuMemcpyHtoD(in, values, N * sizeof(int)) == CUDA_SUCCESS &&
           cuMemsetD8(out, 0xA5, N * sizeof(int)) == CUDA_SUCCESS,
       "copying the input");
  must(cumsum_init_workspace((void *)workspace, NULL) == SCANC_OK,
       "cumsum_init_workspace");
  must(cuCtxSynchronize() == CUDA_SUCCESS, "readying the workspace");
  loading = now();
  must(cumsum_load() == SCANC_OK, "cumsum_load");
  loading = now() - loading;
  launching = now();
  must(cumsum(NULL, (const int *)in, (int *)out, N, (void *)workspace) ==
           SCANC_OK,
       "cumsum");
  must(cuCtxSynchronize() == CUDA_SUCCESS, "running the scan");
  launching = now() - launching;
  must(cuMemcpyDtoH(values, out, N * sizeof(int)) == CUDA_SUCCESS,
       "copying the output");
  for (i = 0; i < N; ++i) {
    sum += (unsigned)(i % 1000 - 300);
    must((unsigned)values[i] == sum, "a wrong output");
  }
  must(cumsum_unload() == SCANC_OK, "cumsum_unload");
  printf("%s, sm_%d%d: load %.1f ms, first launch %.3f ms, %d outputs right\n",
         name, major, minor, loading, launching, N);
  return 0;
}
