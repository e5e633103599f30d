//===- SizeList.h - Numbers of elements on the command line -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_SIZELIST_H
#define SCANC_TOOLS_SCANC_SIZELIST_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace scanc {

/// Parses `0,1,31..33,1000..5000:500`: numbers, and ranges with both ends in
/// them and a step. Ascending, each once. Errors (status 2): anything else,
/// a number above 2^26, more than 100,000 sizes.
llvm::Expected<std::vector<uint64_t>> parseSizes(llvm::StringRef text);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_SIZELIST_H
