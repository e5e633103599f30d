//===- CubScan.cu - The installed CUB, for comparison ---------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CubScan.h"

#include <cub/device/device_scan.cuh>

using namespace scanc::gputest;

template <class T>
static cudaError_t exclusiveSum(void *temporary, size_t &temporaryBytes,
                                const void *in, void *out, uint64_t n,
                                cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveSum(temporary, temporaryBytes,
                                       static_cast<const T *>(in),
                                       static_cast<T *>(out), n, stream);
}

CubScan scanc::gputest::findCubScan(const ScanCase &scan) {
  if (scan.op != "add" || scan.inclusive || scan.reverse ||
      scan.elem.kind[0] != scan.out.kind[0])
    return nullptr;
  switch (scan.elem.kind[0]) {
  case Kind::I32:
    return exclusiveSum<int32_t>;
  case Kind::U8:
    return exclusiveSum<uint8_t>;
  case Kind::F64:
    return exclusiveSum<double>;
  default:
    return nullptr;
  }
}
