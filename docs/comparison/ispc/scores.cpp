//===- scores.cpp - A running best with ISPC ------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../application.hpp"
#include "best_ispc.h" // made by ISPC

// On the CPU: in and out are memory of the host, and there is no stream.
int running_best(CUstream_st *, const Hit *in, Hit *out, std::size_t n) {
  ispc::running_best(reinterpret_cast<const ispc::Hit *>(in),
                     reinterpret_cast<ispc::Hit *>(out), n);
  return 0;
}
