/*===- scanc_status.h - What a launcher returns -------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The one status type of every generated launcher. This text is pasted into
|* each generated header; its guard lets a program include several of them,
|* from C99 or from C++.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_RUNTIME_SCANC_STATUS_H
#define SCANC_RUNTIME_SCANC_STATUS_H

/* Everything but SCANC_OK means that the scan did not take place; only
   SCANC_ERROR_LAUNCH may leave something written, and then the contents of the
   output are undefined. The numbers are stable. */
typedef enum scanc_status {
  SCANC_OK = 0,
  SCANC_ERROR_NULL_POINTER = 1,
  SCANC_ERROR_TOO_MANY_ELEMENTS = 2,
  SCANC_ERROR_MISALIGNED_POINTER = 3,
  SCANC_ERROR_OVERLAP = 4,
  SCANC_ERROR_NO_WORKSPACE = 5,
  SCANC_ERROR_MISALIGNED_WORKSPACE = 6,
  SCANC_ERROR_WORKSPACE_TOO_SMALL = 7,
  SCANC_ERROR_NO_DRIVER = 8,
  SCANC_ERROR_DRIVER_TOO_OLD = 9,
  SCANC_ERROR_NO_DEVICE = 10,
  SCANC_ERROR_NO_CONTEXT = 11,
  SCANC_ERROR_GPU_TOO_OLD = 12,
  SCANC_ERROR_LOAD = 13,
  SCANC_ERROR_LAUNCH = 14,
  SCANC_ERROR_OUT_OF_HOST_MEMORY = 15,
  SCANC_ERROR_NOT_RESIDENT = 16,
  SCANC_ERROR_STRIDE = 17,
  SCANC_ERROR_SHAPE = 18
} scanc_status;

/* One line of English for a status: lower case, no final stop, static storage,
   never null. */
static inline const char *scanc_status_string(scanc_status status) {
  switch (status) {
  case SCANC_OK:
    return "done";
  case SCANC_ERROR_NULL_POINTER:
    return "the input or the output is null and there are elements";
  case SCANC_ERROR_TOO_MANY_ELEMENTS:
    return "there are more than 2^40 elements";
  case SCANC_ERROR_MISALIGNED_POINTER:
    return "the input, the output or a state is not aligned as its C type "
           "needs";
  case SCANC_ERROR_OVERLAP:
    return "input, output, states and workspace overlap other than by out == "
           "in";
  case SCANC_ERROR_NO_WORKSPACE:
    return "so many elements need a workspace and the workspace is null";
  case SCANC_ERROR_MISALIGNED_WORKSPACE:
    return "the workspace is not aligned to 16 bytes";
  case SCANC_ERROR_WORKSPACE_TOO_SMALL:
    return "the workspace's allocation ends too early";
  case SCANC_ERROR_NO_DRIVER:
    return "there is no CUDA driver (libcuda.so.1), or it does not start";
  case SCANC_ERROR_DRIVER_TOO_OLD:
    return "the CUDA driver is too old; it must be of CUDA 12.0 or later and "
           "know the version of the PTX";
  case SCANC_ERROR_NO_DEVICE:
    return "the CUDA driver sees no GPU";
  case SCANC_ERROR_NO_CONTEXT:
    return "the calling thread has no current CUDA context";
  case SCANC_ERROR_GPU_TOO_OLD:
    return "the GPU is older than the architecture the PTX was made for";
  case SCANC_ERROR_LOAD:
    return "the CUDA driver refused to load or unload the PTX";
  case SCANC_ERROR_LAUNCH:
    return "the CUDA driver refused to launch a kernel or to zero the "
           "workspace";
  case SCANC_ERROR_OUT_OF_HOST_MEMORY:
    return "there is not enough host memory to load the PTX";
  case SCANC_ERROR_STRIDE:
    return "elements of an output overlap each other, or those of an array "
           "reach further than 2^48 elements";
  case SCANC_ERROR_SHAPE:
    return "a tensor has no dimension, more than 8, or not the axis";
  case SCANC_ERROR_NOT_RESIDENT:
    return "a multiprocessor of the GPU cannot hold a block of a kernel";
  }
  return "no status of scanc";
}

#endif /* SCANC_RUNTIME_SCANC_STATUS_H */
