//===- CudaRelease.cpp - The CUDA that knows a PTX version ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaRelease.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace scanc::target {

namespace {

struct Release {
  StringLiteral ptx, cuda;
};

} // namespace

/// From the table "PTX Release History" of NVIDIA's "Parallel Thread Execution
/// ISA". A launcher calls entry points of CUDA 12.0 (SCANC_CUDA_OLDEST_DRIVER),
/// which therefore stands at PTX versions from before.
static constexpr Release releases[] = {
    {"7.8", "12.0"}, {"8.0", "12.0"}, {"8.1", "12.1"}, {"8.2", "12.2"},
    {"8.3", "12.3"}, {"8.4", "12.4"}, {"8.5", "12.5"}, {"8.6", "12.7"},
    {"8.7", "12.8"}, {"8.8", "12.9"}, {"9.0", "13.0"}};

Expected<StringRef> findCudaRelease(StringRef ptx) {
  for (StringRef line : split(ptx, '\n')) {
    if (!line.consume_front(".version "))
      continue;
    const StringRef version = line.take_until(isSpace);
    const Release *release = find_if(
        releases, [&](const Release &known) { return known.ptx == version; });
    if (release == std::end(releases))
      return createStringError("no release of CUDA is known for PTX " +
                               version);
    return release->cuda;
  }
  return createStringError("expected PTX with a '.version' line, got none");
}

} // namespace scanc::target
