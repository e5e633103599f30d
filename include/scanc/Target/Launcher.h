//===- Launcher.h - The C files that launch a scan --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launcher is two files of C99 (and C++) that an application compiles:
//
//   NAME.h   NAME_workspace_bytes, NAME_init_workspace, NAME,
//            NAME_load, NAME_unload
//   NAME.c   the runtime of lib/Runtime, the PTX for each architecture, and
//            those five functions
//
// The text of both is in launcher.h.in and launcher.c.in, whose holes (@NAME@)
// are filled from a ScanDescription; the runtime is pasted as it is.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TARGET_LAUNCHER_H
#define SCANC_TARGET_LAUNCHER_H

#include "scanc/Runtime/scanc_runtime.h"
#include "scanc/Target/Variant.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace scanc::target {

/// The text of NAME.h and NAME.c.
struct Launcher {
  std::string header, source;
};

/// Makes the launcher of a scan from its forms, at least one, each of which has
/// the same architectures; `baseName` is what the two files are called, less
/// the extension; the API is called as the descriptions say. Errors: a name
/// that checkApiName refuses, a file name that no #include can spell,
/// architectures that are not known or twice the same, PTX of a version that no
/// known release of CUDA has.
llvm::Expected<Launcher> emitFormsLauncher(llvm::ArrayRef<Form> forms,
                                           llvm::StringRef baseName);

/// The same for one form.
llvm::Expected<Launcher> emitLauncher(llvm::ArrayRef<Variant> variants,
                                      llvm::StringRef baseName);

/// The same for one architecture of one form.
llvm::Expected<Launcher> emitLauncher(const ScanDescription &scan,
                                      llvm::StringRef ptx, llvm::StringRef arch,
                                      llvm::StringRef baseName);

/// The description in the form the runtime takes; it points into `scan` and to
/// `ptx`, the pieces of the PTX with a null after the last. Its rule is the
/// description's, with the parameters that are in the result. Errors: an
/// architecture that is not known, more arrays, kernels or sizes than the
/// runtime has room for.
llvm::Expected<scanc_scan> makeRuntimeScan(const ScanDescription &scan,
                                           llvm::StringRef arch,
                                           const char *const *ptx);

/// Gives each of a launcher's scans, all for one architecture, a part of one
/// workspace.
void shareWorkspace(llvm::ArrayRef<scanc_scan *> scans);

/// Succeeds if C functions can be named after `name`: an identifier, no keyword
/// of C or C++, no name that the standards reserve, that the launcher's own
/// includes declare or that the C library exports, at most 200 characters. What
/// the launcher derives from the name must be free, too.
llvm::Error checkApiName(llvm::StringRef name);

/// Succeeds if the launchers of scans of these names fit in one program: each
/// name is one for C functions, and none is what another's launcher declares,
/// such as `sum_load` beside `sum`.
llvm::Error checkApiNames(llvm::ArrayRef<std::string> names);

/// Succeeds if the launchers of `scans` can declare a C struct called `name`
/// with such fields; an empty name is one that the launcher makes up. No name
/// may be a keyword or a macro of the standard headers, and the struct's own
/// must be free as checkApiName says.
llvm::Error checkStructNames(llvm::StringRef name,
                             llvm::ArrayRef<std::string> fields,
                             llvm::ArrayRef<std::string> scans);

} // namespace scanc::target

#endif // SCANC_TARGET_LAUNCHER_H
