//===- RaceTest.h - Kernels that race ---------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_UNIT_SIMT_RACETEST_H
#define SCANC_TEST_UNIT_SIMT_RACETEST_H

#include "SimtTest.h"

namespace scanc::simt {

/// The message of a launch of @k(ptr %out, ptr %flag), both of 4096 zeros.
inline std::string raceIn(const std::string &ir, unsigned blocks,
                          unsigned threads) {
  std::vector<uint32_t> out(4096), flag(4096);
  LaunchOptions options;
  options.checks.memory = false; // which would see some of it first
  options.checks.buffers = {Buffer{out.data(), out.size() * 4, "output"},
                            Buffer{flag.data(), flag.size() * 4, "flags"}};
  auto executor = compileInstrumented(ir);
  return launchError(
      executor.get(), {blocks}, {threads},
      {KernelArg::pointer(out.data()), KernelArg::pointer(flag.data())},
      options);
}

} // namespace scanc::simt

#endif // SCANC_TEST_UNIT_SIMT_RACETEST_H
