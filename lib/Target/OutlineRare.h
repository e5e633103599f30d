//===- OutlineRare.h - Functions for what hardly ever runs ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel does in an emergency has registers of its own in a function of
// its own: they do not count where every register and every line of code does.
// The lowering marks the beginning of such a part by `llvm.sideeffect`, which
// does nothing; the part is all that is reached only through there.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_OUTLINERARE_H
#define SCANC_LIB_TARGET_OUTLINERARE_H

#include "llvm/IR/Module.h"

namespace scanc::target {

/// Outlines every marked part of `module`, and removes the marks.
void outlineRareParts(llvm::Module &module);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_OUTLINERARE_H
