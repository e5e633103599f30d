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
#include <utility>

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
  symbol = dlsym(library, scan.name.c_str());
  find(library, scan.name + "_load", load);
  find(library, scan.name + "_unload", unload);
}

template <size_t> using Pointer = void *;

/// Calls a launcher that takes a pointer for each of so many arrays.
template <size_t... I>
static scanc_status call(void *launcher, CUstream_st *stream,
                         const std::vector<void *> &in,
                         const std::vector<void *> &out, uint64_t n,
                         void *workspace, std::index_sequence<I...>) {
  using Function = scanc_status (*)(CUstream_st *, Pointer<I>..., Pointer<I>...,
                                    uint64_t, void *);
  return reinterpret_cast<Function>(launcher)(stream, in[I]..., out[I]..., n,
                                              workspace);
}

scanc_status Launcher::launchArrays(CUstream_st *stream,
                                    const std::vector<void *> &in,
                                    const std::vector<void *> &out, uint64_t n,
                                    void *workspace) const {
  auto callWith = [&](auto indices) {
    return call(symbol, stream, in, out, n, workspace, indices);
  };
  switch (in.size()) {
  case 1:
    return callWith(std::make_index_sequence<1>());
  case 2:
    return callWith(std::make_index_sequence<2>());
  case 3:
    return callWith(std::make_index_sequence<3>());
  case 4:
    return callWith(std::make_index_sequence<4>());
  case 8:
    return callWith(std::make_index_sequence<8>());
  default:
    throw std::runtime_error("no launcher takes " + std::to_string(in.size()) +
                             " arrays here");
  }
}

Launcher::~Launcher() {
  unload();
  dlclose(library);
}
