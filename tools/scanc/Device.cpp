//===- Device.cpp - What the GPU and the executor have in common ----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "llvm/Support/FormatVariadic.h"

using namespace scanc;

std::string scanc::describeLaunches(const scanc_scan &scan, uint64_t n,
                                    unsigned multiprocessors) {
  static const char *const suffixes[] = {"single", "reduce", "top", "scan"};
  scanc_launch launches[3];
  int count = scanc_plan_launches(&scan, n, multiprocessors, launches);
  std::string text;
  for (int i = 0; i < count; ++i)
    text += llvm::formatv("{0}{1}_{2}<<<{3}, {4}>>>", i ? " " : "", scan.name,
                          suffixes[launches[i].kernel], launches[i].grid,
                          launches[i].block)
                .str();
  return text.empty() ? "nothing to launch" : text;
}
