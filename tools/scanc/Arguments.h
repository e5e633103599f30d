//===- Arguments.h - Every argument is honoured or refused ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// LLVM's parser takes more than a user should be able to say: a flag that only
// another command knows is parsed and then ignored, as are the hundreds of
// LLVM's own. What is wrong with the words themselves is found here, before the
// parser sees them:
//
//   a command that does not exist, or does not come first
//   a flag that the command does not have
//   a flag twice, without its value, or with an empty one
//   more files than the command takes
//
// Values.h has what can be wrong with a value.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_ARGUMENTS_H
#define SCANC_TOOLS_SCANC_ARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace scanc {

/// `scanc help [COMMAND]` as `scanc [COMMAND] --help`; anything else as it is.
std::vector<const char *> spellOutHelp(llvm::ArrayRef<const char *> arguments);

/// `arguments` are those of main, the program's name first. Errors: see above.
llvm::Error checkArguments(llvm::ArrayRef<const char *> arguments);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_ARGUMENTS_H
