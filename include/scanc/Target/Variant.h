//===- Variant.h - A scan for one architecture ------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TARGET_VARIANT_H
#define SCANC_TARGET_VARIANT_H

#include "scanc/Target/ScanDescription.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace scanc::target {

/// What one compilation of a scan, for one architecture, has made.
struct Variant {
  std::string arch; ///< "sm_90"
  ScanDescription scan;
  std::string ptx;
  std::string cubin; ///< The bytes of the ELF file; empty if there is none.
  /// What the files beside NAME.json are called; empty where there is none.
  std::string ptxFile, cubinFile;
};

/// A scan over one domain, or over one kind of it, for each architecture.
using Form = std::vector<Variant>;

/// Sorts variants as a launcher has them, the oldest architecture first.
/// Errors: an architecture that is not known, or twice the same.
llvm::Error sortVariants(llvm::MutableArrayRef<Variant> variants);

} // namespace scanc::target

#endif // SCANC_TARGET_VARIANT_H
