/*===- fake_scan_soa.c - A launcher of two arrays -----------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Inclusive compositions of maps y -> a y + b of u32, a and b in arrays of
|* their own, under the name `scan`, by fake_cuda.c. With MISTAKE, a b is wrong
|* at launches of over 1000 elements, after some right ones.
|*
\*===----------------------------------------------------------------------===*/

#include "fake_scan.h"

static void run(const uint64_t *arguments) {
  const uint32_t *in_a = (const uint32_t *)(uintptr_t)arguments[0],
                 *in_b = (const uint32_t *)(uintptr_t)arguments[1];
  uint32_t *out_a = (uint32_t *)(uintptr_t)arguments[2],
           *out_b = (uint32_t *)(uintptr_t)arguments[3], a = 1, b = 0;
  uint64_t n = arguments[4], i;
  for (i = 0; i < n; ++i) {
    b = in_a[i] * b + in_b[i];
    a = in_a[i] * a;
    out_a[i] = a;
    out_b[i] = b;
  }
  if (arguments[5])
    ++out_b[n / 2];
}

scanc_status scan(CUstream stream, const void *in0, const void *in1, void *out0,
                  void *out1, uint64_t n, void *workspace) {
  uint64_t arguments[10] = {0};
  arguments[0] = (uintptr_t)in0;
  arguments[1] = (uintptr_t)in1;
  arguments[2] = (uintptr_t)out0;
  arguments[3] = (uintptr_t)out1;
  arguments[4] = n;
  arguments[5] = MISTAKE && n > 1000 && ++long_launches > 20;
  if (n > 1 && workspace == NULL)
    return SCANC_ERROR_NO_WORKSPACE;
  fake_enqueue(stream, run, arguments);
  return SCANC_OK;
}
