/*===- scanc_tensor.h - Where the elements of tensors lie ---------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What a function of an axis scans. This text is pasted into generated headers;
|* its guard lets a program include several of them, from C99 or from C++.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_RUNTIME_SCANC_TENSOR_H
#define SCANC_RUNTIME_SCANC_TENSOR_H

#include <stdint.h>

/* Where the elements of all arrays of a scan lie, and along which of `rank`
   dimensions it goes. Element (i, j, ...) of array a lies stride[a][0] * i +
   stride[a][1] * j + ... elements behind the array's pointer; strides may be
   negative, and those of an input 0. The arrays are the inputs and then the
   outputs. Nothing beyond `rank` or the last array is looked at, nor is a
   stride of a dimension of extent 1. */
typedef struct scanc_tensor {
  uint32_t rank;         /* 1 to 8 */
  uint32_t axis;         /* less than rank */
  uint64_t extent[8];    /* the outermost dimension first */
  int64_t stride[16][8]; /* in elements of each array */
} scanc_tensor;

#endif /* SCANC_RUNTIME_SCANC_TENSOR_H */
