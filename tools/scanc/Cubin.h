//===- Cubin.h - PTX to machine code through ptxas --------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_CUBIN_H
#define SCANC_TOOLS_SCANC_CUBIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace scanc {

/// The path of ptxas: in `cudaPath`/bin if a path is given, else in
/// $CUDA_HOME/bin, in /usr/local/cuda/bin, or on PATH. The error (status 3)
/// says where it was looked for.
llvm::Expected<std::string> findPtxas(llvm::StringRef cudaPath);

/// The bytes of the cubin of `ptx` for `arch` ("sm_90"). Errors (status 3)
/// carry what ptxas printed.
llvm::Expected<std::string>
assembleCubin(llvm::StringRef ptxas, llvm::StringRef ptx, llvm::StringRef arch);

} // namespace scanc

#endif // SCANC_TOOLS_SCANC_CUBIN_H
