//===- DeviceFunctions.h - Named device functions ---------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some instructions have no LLVM IR: they exist as inline PTX only (128-bit
// atomics, cache hints, loads and stores with an order and a scope). A kernel
// then calls a named function without a body. The PTX side gives that name a
// body of inline PTX, the executor side a function of the host. This is the
// executor's half of that table: name to host function.
//
// A host function has the C ABI of the declaration in the module: integers,
// floats and pointers by value, at most 16 bytes returned. It runs on the
// fibre of the calling GPU thread, so it must use little stack.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_SIMT_DEVICEFUNCTIONS_H
#define SCANC_SIMT_DEVICEFUNCTIONS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace scanc::simt {

/// External functions that modules may call, by name.
class DeviceFunctions {
public:
  /// Adds a function, or replaces the one of that name.
  template <class R, class... Args>
  void add(llvm::StringRef name, R (*function)(Args...)) {
    table[name] = reinterpret_cast<void *>(function);
  }

  /// The host address, or null.
  void *lookup(llvm::StringRef name) const { return table.lookup(name); }

  const llvm::StringMap<void *> &entries() const { return table; }

private:
  llvm::StringMap<void *> table;
};

} // namespace scanc::simt

#endif // SCANC_SIMT_DEVICEFUNCTIONS_H
