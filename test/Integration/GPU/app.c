/*===- app.c - A running total on the GPU -------------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A whole application, in C11 and in C++17:
|*
|*   scanc --op=add --type=i32 --inclusive -o cumsum
|*   cc app.c cumsum.c -lcudart -ldl -lpthread -o app
|*
\*===----------------------------------------------------------------------===*/

#include "cumsum.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000003 };

/* Each of these ends the program unless all went well. */
static void require(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  fprintf(stderr, "app: %s\n", cudaGetErrorString(error));
  exit(3);
}
static void require_scan(scanc_status status) {
  if (status == SCANC_OK)
    return;
  fprintf(stderr, "app: %s\n", scanc_status_string(status));
  exit(3);
}

int main(void) {
  static int32_t deposits[N], balance[N];
  size_t bytes = sizeof(deposits);
  int32_t expected = 0;
  void *in, *out, *workspace;
  int i;

  for (i = 0; i < N; ++i)
    deposits[i] = i % 7 - 2;

  require(cudaMalloc(&in, bytes));
  require(cudaMalloc(&out, bytes));
  require(cudaMemcpy(in, deposits, bytes, cudaMemcpyHostToDevice));

  /* The scan: a workspace once, then any number of launches. */
  require(cudaMalloc(&workspace, cumsum_workspace_bytes(N)));
  require_scan(cumsum_init_workspace(workspace, NULL));
  require_scan(cumsum(NULL, (const int32_t *)in, (int32_t *)out, N, workspace));

  require(cudaMemcpy(balance, out, bytes, cudaMemcpyDeviceToHost));
  for (i = 0; i < N; ++i) {
    expected += deposits[i];
    if (balance[i] != expected) {
      fprintf(stderr, "app: balance[%d] is %d, not %d\n", i, balance[i],
              expected);
      return 1;
    }
  }
  printf("%d deposits, %d in the end\n", N, balance[N - 1]);

  require(cudaFree(workspace));
  require(cudaFree(out));
  require(cudaFree(in));
  return 0;
}
