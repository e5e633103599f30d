/*===- fake_scan.c - A launcher that makes mistakes ---------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Inclusive sums of ELEMENT under the name `scan`, by fake_cuda.c. MISTAKE says
|* what goes wrong at launches of over 1000 elements, after some right ones:
|*
|*   0 nothing                     3 the launch is refused
|*   1 one element is wrong        4 the kernel never ends
|*   2 a word behind the output is written
|*   5 sums are rounded in another order
|*
\*===----------------------------------------------------------------------===*/

#include "fake_scan.h"

static void run(const uint64_t *arguments) {
  const ELEMENT *in = (const ELEMENT *)(uintptr_t)arguments[0];
  ELEMENT *out = (ELEMENT *)(uintptr_t)arguments[1], sum = 0;
  uint64_t n = arguments[2], i;
  for (i = 0; i < n; ++i)
    out[i] = sum += in[i];
  if (MISTAKE == 1 && arguments[3])
    ++out[n / 2];
  if (MISTAKE == 2 && arguments[3])
    out[n] = 1;
  for (i = 2; i < n && MISTAKE == 5 && arguments[3]; i += 2)
    out[i] = out[i - 2] + (in[i - 1] + in[i]);
}

scanc_status scan(CUstream stream, const void *in, void *out, uint64_t n,
                  void *workspace) {
  uint64_t arguments[10] = {0};
  int now = n > 1000 && ++long_launches > (MISTAKE == 5 ? 2 : 20);
  arguments[0] = (uintptr_t)in;
  arguments[1] = (uintptr_t)out;
  arguments[2] = n;
  arguments[3] = (uint64_t)now;
  if (n > 1 && workspace == NULL)
    return SCANC_ERROR_NO_WORKSPACE;
  if (MISTAKE == 3 && now)
    return SCANC_ERROR_LAUNCH;
  fake_enqueue(stream, MISTAKE == 4 && now ? NULL : run, arguments);
  return SCANC_OK;
}
