//===- OutputFiles.h - Files that appear whole or not at all ----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command's outputs are a set: after an error none of them is there, and what
// they would have replaced still is. Each is written in full under a temporary
// name beside its target, so that a full disk or a missing directory is found
// before anything is replaced; then all are renamed, and a rename that fails
// undoes those before it. A signal removes the temporary files.
//
// Two kinds of target cannot be renamed onto and are written straight away:
// "-", which is standard output, and what exists and is no regular file, such
// as /dev/null or a pipe.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TARGET_OUTPUTFILES_H
#define SCANC_TARGET_OUTPUTFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace scanc::target {

/// The outputs of one command.
class OutputFiles {
public:
  /// Adds an output; nothing is written yet. `path` "-" is standard output.
  void add(llvm::StringRef path, std::string contents);

  /// Writes all outputs, once. The error reads "cannot write PATH: REASON".
  llvm::Error commit();

private:
  struct Output {
    std::string path, contents;
  };
  std::vector<Output> outputs;
};

} // namespace scanc::target

#endif // SCANC_TARGET_OUTPUTFILES_H
