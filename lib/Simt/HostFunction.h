//===- HostFunction.h - Tables of host functions ----------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_SIMT_HOSTFUNCTION_H
#define SCANC_LIB_SIMT_HOSTFUNCTION_H

#include "llvm/ADT/StringRef.h"

namespace scanc::simt {

/// A function of the host under the name by which compiled code refers to it.
struct HostFunction {
  llvm::StringRef name;
  void *address;
};

/// The address of a function, or of the function that a captureless lambda
/// stands for. `Signature` picks among overloads.
template <class Signature> void *addressOf(Signature *function) {
  return reinterpret_cast<void *>(function);
}

} // namespace scanc::simt

#endif // SCANC_LIB_SIMT_HOSTFUNCTION_H
