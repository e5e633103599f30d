//===- Names.h - What a wrong name may have meant ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Whoever writes `koggestone` means `kogge_stone`. One measure for all names
// that a user types: commands, flags, families, operators, types, ...
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_NAMES_H
#define SCANC_TOOLS_SCANC_NAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace scanc {

/// The one of `known` that `name` most likely stands for; empty where none is
/// near. Case, `_`, `-` and spaces do not count. One typing error in three
/// letters does not hide a name, nor does it to give a part of one name alone.
llvm::StringRef findNearest(llvm::StringRef name,
                            llvm::ArrayRef<llvm::StringRef> known);

/// "; did you mean 'kogge_stone'?", or nothing.
std::string suggest(llvm::StringRef name,
                    llvm::ArrayRef<llvm::StringRef> known);

/// "serial sklansky ...", for errors.
std::string listNames(llvm::ArrayRef<llvm::StringRef> known);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_NAMES_H
