//===- LauncherComments.h - What comments of a launcher say -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_LAUNCHERCOMMENTS_H
#define SCANC_LIB_TARGET_LAUNCHERCOMMENTS_H

#include "scanc/Target/ScanDescription.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace scanc::target {

/// Text from the user's file, made harmless inside a comment of C.
std::string inComment(llvm::StringRef text);

/// What the scan computes, as lines of a comment.
std::string printMeaning(const ScanDescription &scan);

/// What a caller must know of the workspace; `n` is what C calls the number of
/// all elements.
std::string printWorkspace(llvm::function_ref<uint64_t(uint64_t n)> bytesAt,
                           llvm::StringRef n);

/// Which outputs may replace inputs; `ofPairs` is what must hold of both.
std::string printInPlace(const ScanDescription &scan,
                         llvm::StringRef ofPairs = "");

/// What a caller must know of the states that the function for a shape takes,
/// as lines of a comment.
std::string printStates(const ScanDescription &scan, Shape shape);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_LAUNCHERCOMMENTS_H
