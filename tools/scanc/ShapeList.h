//===- ShapeList.h - Shapes of tensors on the command line ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_SHAPELIST_H
#define SCANC_TOOLS_SCANC_SHAPELIST_H

#include "Extents.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scanc {

/// Parses `8x512x64` for each of --shape, and for each of --axis a dimension of
/// it: 0 is the first one, -1 the last one. There is one axis for all shapes,
/// or one for each. Errors (status 2): anything else, more than 8 dimensions,
/// an extent of 0, more than `most` elements.
llvm::Expected<std::vector<Extents>>
parseShapes(llvm::ArrayRef<std::string> shapes,
            llvm::ArrayRef<std::string> axes, uint64_t most);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_SHAPELIST_H
