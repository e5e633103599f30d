//===- Terms.h - The words of a report, and what they mean ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those of the columns and of the facts are with them, in Figures.h.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_REPORT_TERMS_H
#define SCANC_LIB_REPORT_TERMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace scanc::reports {

struct Term {
  llvm::StringRef name;
  llvm::StringRef meaning;
};

/// Steps of a kernel, in the order of a tile's life; "total" comes last.
llvm::ArrayRef<Term> stepTerms();

/// Parts of a block's circuit, in the order in which a block goes through them.
/// All stages are one entry, "stage K".
llvm::ArrayRef<Term> partTerms();

/// Kernels, by what follows the scan's name in theirs: "top" of NAME_top.
llvm::ArrayRef<Term> kernelTerms();

/// What the other meanings are written in: combine, wavefront, and so on.
llvm::ArrayRef<Term> wordTerms();

/// "stage 3" is a "stage K"; all others are themselves.
llvm::StringRef generalPart(llvm::StringRef part);

/// The place of `name` among `terms`; behind the last if it is not there.
size_t rankOf(llvm::StringRef name, llvm::ArrayRef<Term> terms);

} // namespace scanc::reports

#endif // SCANC_LIB_REPORT_TERMS_H
