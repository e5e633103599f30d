//===- Launcher.cpp - A compiled scan, opened at run time -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"

#include <dlfcn.h>
#include <stdexcept>

using namespace scanc::gputest;

template <class Function>
static void find(void *library, const std::string &name, Function &function) {
  void *symbol = dlsym(library, name.c_str());
  if (!symbol)
    throw std::runtime_error(name + " is not exported");
  function = reinterpret_cast<Function>(symbol);
}

Launcher::Launcher(const std::string &folder, const ScanCase &scan)
    : scan(scan) {
  std::string path = folder + "/" + scan.name + ".so";
  library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw std::runtime_error(dlerror());
  find(library, scan.name + "_workspace_bytes", workspaceBytes);
  find(library, scan.name + "_init_workspace", initWorkspace);
  find(library, scan.name, launch);
  find(library, scan.name + "_load", load);
  find(library, scan.name + "_unload", unload);
}

Launcher::~Launcher() {
  unload();
  dlclose(library);
}
