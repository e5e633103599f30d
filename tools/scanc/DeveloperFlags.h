//===- DeveloperFlags.h - Flags for who works on scanc ----------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's own flags of pass managers and timing (--mlir-print-ir-after-all,
// --mlir-pass-pipeline-crash-reproducer=FILE, --mlir-timing, ..), and
//
//   --verify-each        verifies after every pass; else only where a source
//                        can be wrong, and at the end
//   --debug-only=TYPES   what LLVM_DEBUG prints of these types; in builds with
//                        assertions
//
// Of compilations. They are not in --help; CONTRIBUTING.md has them.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_DEVELOPERFLAGS_H
#define SCANC_TOOLS_SCANC_DEVELOPERFLAGS_H

#include "scanc/Pipelines/Pipelines.h"

namespace scanc {

/// Makes the flags known; before these arguments are parsed.
void registerDeveloperFlags(llvm::ArrayRef<const char *> arguments);

/// Has `options` do what the flags ask for.
void takeDeveloperFlags(CompileOptions &options);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_DEVELOPERFLAGS_H
