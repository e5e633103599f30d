//===- Output.h - The -o of commands with one output ------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   -o FILE    circuit, list, report, run, tune, verify
//
// What such a command makes is one text, or one array, which goes to FILE, or
// to standard output for "-". It appears whole or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_OUTPUT_H
#define SCANC_TOOLS_SCANC_OUTPUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace scanc {

/// The FILE of -o; empty if it is not given.
llvm::StringRef requestedOutput();

/// Fails, before any work is done, if no file can be written at FILE: its
/// folder is missing, or FILE is one.
llvm::Error checkOutput(llvm::StringRef path);

/// The same for several files, two of which must not be one, links followed.
llvm::Error checkOutputs(llvm::ArrayRef<std::string> paths);

/// Writes to FILE, or to standard output if -o is not given.
llvm::Error writeOutput(std::string contents);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_OUTPUT_H
