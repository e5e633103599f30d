//===- PchPrefix.h - The prefix dialect, precompiled ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The prefix dialect, on top of PchMlir.h. Two files in three of those that use
// MLIR include it, and spend half their time on it if it is not precompiled. An
// edit of it compiles all of them anew in any case.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CMAKE_PCHPREFIX_H
#define SCANC_CMAKE_PCHPREFIX_H

#include "scanc/Dialect/Prefix/IR/Prefix.h"

#endif // SCANC_CMAKE_PCHPREFIX_H
