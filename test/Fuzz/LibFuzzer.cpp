//===- LibFuzzer.cpp - What libFuzzer calls -------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled once for each target; SCANC_FUZZ_TARGET is the name of its function.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  scanc::fuzz::SCANC_FUZZ_TARGET(
      llvm::StringRef(reinterpret_cast<const char *>(data), size));
  return 0;
}
