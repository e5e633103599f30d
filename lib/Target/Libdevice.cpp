//===- Libdevice.cpp - Math functions that only libdevice has -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Libdevice.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/IPO/Internalize.h"

namespace scanc::target {

static std::string findLibdevice() {
  llvm::SmallVector<std::string> roots, files;
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"})
    if (auto root = llvm::sys::Process::GetEnv(variable))
      roots.push_back(*root);
  roots.push_back("/usr/local/cuda");
  roots.push_back("/usr/lib/cuda");
  for (const std::string &root : roots)
    files.push_back(root + "/nvvm/libdevice/libdevice.10.bc");
  files.push_back("/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc");
  for (const std::string &file : files)
    if (llvm::sys::fs::exists(file))
      return file;
  return "";
}

llvm::Error linkLibdevice(llvm::Module &module, llvm::StringRef path) {
  llvm::StringRef needed;
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with("__nv_"))
      needed = function.getName();
  if (needed.empty())
    return llvm::Error::success();

  std::string file = path.empty() ? findLibdevice() : path.str();
  auto fail = [&](const llvm::Twine &message) {
    return llvm::createStringError(
        "the math function '" + needed + "' needs libdevice, " + message +
        "; give its path with --libdevice=.../libdevice.10.bc (it comes with "
        "the CUDA toolkit), or set CUDA_HOME");
  };
  if (file.empty())
    return fail("which is not to be found");
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> library =
      llvm::parseIRFile(file, diagnostic, module.getContext());
  if (!library)
    return fail("and '" + file +
                "' cannot be read: " + diagnostic.getMessage());
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());

  if (llvm::Linker::linkModules(
          module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded,
          [](llvm::Module &linked, const llvm::StringSet<> &fromLibrary) {
            llvm::internalizeModule(
                linked, [&](const llvm::GlobalValue &value) {
                  return !value.hasName() ||
                         !fromLibrary.contains(value.getName());
                });
          }))
    return fail("and '" + file + "' cannot be linked");
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with("__nv_")) {
      needed = function.getName();
      return fail("and '" + file + "' does not have it");
    }
  return llvm::Error::success();
}

} // namespace scanc::target
