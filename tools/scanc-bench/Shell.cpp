//===- Shell.cpp - Other programs -----------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shell.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <cstdlib>
#include <vector>

using namespace scanc::bench;
using llvm::StringRef;

std::optional<std::string> scanc::bench::findCudaTool(StringRef name) {
  std::vector<std::string> texts;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *root = std::getenv(variable))
      texts.push_back(std::string(root) + "/bin");
  texts.push_back("/usr/local/cuda/bin");
  llvm::SmallVector<StringRef> folders(texts.begin(), texts.end());
  if (auto found = llvm::sys::findProgramByName(name, folders))
    return *found;
  if (auto found = llvm::sys::findProgramByName(name))
    return *found;
  return std::nullopt;
}

ShellResult scanc::bench::runProgram(llvm::ArrayRef<std::string> words,
                                     StringRef log) {
  llvm::SmallVector<StringRef> arguments(words.begin(), words.end());
  std::string failure;
  std::optional<StringRef> redirects[] = {StringRef(""), log, log};
  ShellResult result;
  result.status = llvm::sys::ExecuteAndWait(words.front(), arguments,
                                            /*Env=*/std::nullopt, redirects, 0,
                                            0, &failure);
  if (auto text = llvm::MemoryBuffer::getFile(log))
    result.output = (*text)->getBuffer().str();
  llvm::sys::fs::remove(log);
  result.output += failure;
  return result;
}
