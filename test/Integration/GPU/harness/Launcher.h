//===- Launcher.h - A compiled scan, opened at run time ---------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NAME.so is nothing but the generated NAME.c. It is opened with RTLD_LOCAL,
// so that each launcher has to bring all it needs.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TEST_INTEGRATION_GPU_HARNESS_LAUNCHER_H
#define SCANC_TEST_INTEGRATION_GPU_HARNESS_LAUNCHER_H

#include "Manifest.h"
#include "scanc/Runtime/scanc_status.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

struct CUstream_st;

namespace scanc::gputest {

class Launcher {
public:
  /// Opens FOLDER/NAME.so. Throws std::runtime_error with dlopen's reason.
  Launcher(const std::string &folder, const ScanCase &scan);
  ~Launcher();
  Launcher(const Launcher &) = delete;
  Launcher &operator=(const Launcher &) = delete;

  const ScanCase &scan;

  /// NAME of a scan of several arrays: as many in as out.
  scanc_status launchArrays(CUstream_st *stream, const std::vector<void *> &in,
                            const std::vector<void *> &out, uint64_t n,
                            void *workspace) const;

  // The five functions of NAME.h, with the element types left out; `launch` for
  // one array.
  size_t (*workspaceBytes)(uint64_t n);
  scanc_status (*initWorkspace)(void *workspace, CUstream_st *stream);
  scanc_status (*launch)(CUstream_st *stream, const void *in, void *out,
                         uint64_t n, void *workspace);
  scanc_status (*load)();
  scanc_status (*unload)();

private:
  void *library;
  void *symbol; ///< Of NAME, whose type depends on its arrays.
};

} // namespace scanc::gputest

#endif // SCANC_TEST_INTEGRATION_GPU_HARNESS_LAUNCHER_H
