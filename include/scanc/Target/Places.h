//===- Places.h - Where instructions come from ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM IR keeps a line and a column of an instruction, MLIR's locations hold
// more: the scan in the source, and the step of its plan. Kernels that are
// translated with a table of places have its indices for lines:
//
//   llvm.store ... loc("block_scan: publish"("sum.mlir":4:3))
//   store ... !dbg !DILocation(line: 7)        places[6] = {"sum.mlir:4:3",
//                                                           "block_scan: ..."}
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TARGET_PLACES_H
#define SCANC_TARGET_PLACES_H

#include <string>

namespace scanc::target {

struct Place {
  std::string text; // "sum.mlir:4:3"; the kernel, where there is no file
  std::string step; // "block_scan: publish"; empty if not known
};

} // namespace scanc::target

#endif // SCANC_TARGET_PLACES_H
