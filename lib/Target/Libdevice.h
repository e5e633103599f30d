//===- Libdevice.h - Math functions that only libdevice has -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_LIBDEVICE_H
#define SCANC_LIB_TARGET_LIBDEVICE_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace scanc::target {

/// Links what `module` needs of libdevice into it; reads nothing if that is
/// nothing. `path` names the file; where empty, it is searched in the usual
/// places. An error names the function that needs it and the remedy.
llvm::Error linkLibdevice(llvm::Module &module, llvm::StringRef path);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_LIBDEVICE_H
