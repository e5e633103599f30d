//===- CubScan.h - The installed CUB, for comparison ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_CUBSCAN_H
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_CUBSCAN_H

#include "Manifest.h"

#include <cuda_runtime_api.h>

namespace scanc::gputest {

/// As CUB has it: with `temporary` null, sets the bytes it needs.
using CubScan = cudaError_t (*)(void *temporary, size_t &temporaryBytes,
                                const void *in, void *out, uint64_t n,
                                cudaStream_t stream);

/// CUB's scan for the same operator and type, or null where there is none.
CubScan findCubScan(const ScanCase &scan);

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_CUBSCAN_H
