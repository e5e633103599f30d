/*===- fake_scan.h - What fake launchers share --------------------*- C -*-===*\
|*
|* Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* All of a launcher named `scan` but scan() itself: its workspace, and how
|* fake_cuda.c is told to do what a kernel would.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SCANC_TEST_INTEGRATION_GPU_INPUTS_FAKE_SCAN_H
#define SCANC_TEST_INTEGRATION_GPU_INPUTS_FAKE_SCAN_H

#include "scanc/Runtime/scanc_status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct CUstream_st *CUstream;

int fake_enqueue(CUstream stream, void (*run)(const uint64_t *arguments),
                 const uint64_t *arguments);

static int long_launches;

size_t scan_workspace_bytes(uint64_t n) { return n > 1 ? 256 : 0; }

scanc_status scan_init_workspace(void *workspace, CUstream stream) {
  return workspace && stream ? SCANC_OK : SCANC_ERROR_NO_WORKSPACE;
}

scanc_status scan_load(void) { return SCANC_OK; }

#endif /* SCANC_TEST_INTEGRATION_GPU_INPUTS_FAKE_SCAN_H */
