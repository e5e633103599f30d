//===- Cubin.cpp - PTX to machine code through ptxas ----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin.h"

#include "Command.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace scanc;
using llvm::Expected;
using llvm::StringRef;
namespace sys = llvm::sys;

/// `folder`/bin/ptxas, if it can be run.
static std::string ptxasIn(StringRef folder) {
  llvm::SmallString<128> path(folder);
  sys::path::append(path, "bin", "ptxas");
  return sys::fs::can_execute(path) ? path.str().str() : "";
}

Expected<std::string> scanc::findPtxas(StringRef cudaPath) {
  if (!cudaPath.empty()) {
    std::string path = ptxasIn(cudaPath);
    if (path.empty())
      return toolFailed("no ptxas in '" + cudaPath +
                        "/bin', which --cuda-path names");
    return path;
  }
  const char *home = std::getenv("CUDA_HOME");
  for (StringRef folder :
       {StringRef(home ? home : ""), StringRef("/usr/local/cuda")}) {
    std::string path = folder.empty() ? "" : ptxasIn(folder);
    if (!path.empty())
      return path;
  }
  if (auto path = sys::findProgramByName("ptxas"))
    return *path;
  return toolFailed("a cubin needs ptxas, which is part of CUDA; looked in "
                    "$CUDA_HOME/bin, /usr/local/cuda/bin and PATH; say where "
                    "it is with --cuda-path");
}

namespace {

/// A temporary file that goes away with its scope.
struct TemporaryFile {
  llvm::SmallString<128> path;
  std::error_code error;
  llvm::FileRemover remover;

  explicit TemporaryFile(StringRef suffix) {
    error = sys::fs::createTemporaryFile("scanc", suffix, path);
    if (!error)
      remover.setFile(path);
  }
};

} // namespace

Expected<std::string> scanc::assembleCubin(StringRef ptxas, StringRef ptx,
                                           StringRef arch) {
  TemporaryFile input("ptx"), output("cubin"), log("log");
  for (const TemporaryFile *file : {&input, &output, &log})
    if (file->error)
      return toolFailed("cannot make a temporary file for ptxas: " +
                        file->error.message());
  {
    std::error_code error;
    llvm::raw_fd_ostream os(input.path, error);
    if (!error) {
      os << ptx;
      os.close();
      error = os.error();
      os.clear_error();
    }
    if (error)
      return toolFailed("cannot write '" + input.path +
                        "' for ptxas: " + error.message());
  }

  std::string archArgument = ("-arch=" + arch).str();
  StringRef arguments[] = {ptxas, archArgument, input.path, "-o", output.path};
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log.path),
                                          StringRef(log.path)};
  std::string message;
  int status = sys::ExecuteAndWait(ptxas, arguments, std::nullopt, redirects, 0,
                                   0, &message);
  if (status != 0) {
    if (auto text = llvm::MemoryBuffer::getFile(log.path))
      message += (*text)->getBuffer().rtrim().str();
    return toolFailed("'" + ptxas + "' failed: " + message);
  }
  auto cubin = llvm::MemoryBuffer::getFile(output.path, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!cubin || (*cubin)->getBufferSize() == 0)
    return toolFailed("'" + ptxas + "' made no cubin");
  return (*cubin)->getBuffer().str();
}
