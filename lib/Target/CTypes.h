//===- CTypes.h - The C types of elements -----------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_CTYPES_H
#define SCANC_LIB_TARGET_CTYPES_H

#include "scanc/Target/ScanDescription.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace scanc::target {

/// The C types that a scan's arrays hold, and the declarations that they need.
struct PointerTypes {
  llvm::SmallVector<std::string> in, out;
  std::string declarations;
  std::string state; // of chains, where the scan takes or leaves such
};
PointerTypes makePointerTypes(const ScanDescription &scan);

/// What a launcher calls its arrays.
llvm::SmallVector<std::string> namesOf(llvm::ArrayRef<ScanArray> arrays);

/// "const float *in0, const int32_t *in1,", and the outputs in a line of their
/// own where there are several.
std::string printPointers(const PointerTypes &types,
                          llvm::ArrayRef<std::string> in,
                          llvm::ArrayRef<std::string> out);

/// What scanc/scan.hpp compares a caller's types with: a struct for each of
/// `arrays`, called as it is, whose `fields` are those of a whole element.
std::string printTraits(llvm::ArrayRef<ScanArray> arrays,
                        llvm::ArrayRef<ScanField> fields);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_CTYPES_H
