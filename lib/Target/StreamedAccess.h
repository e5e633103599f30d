//===- StreamedAccess.h - Accesses that tell L2 what to evict ---*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_TARGET_STREAMEDACCESS_H
#define SCANC_LIB_TARGET_STREAMEDACCESS_H

namespace llvm {
class Module;
} // namespace llvm

namespace scanc::target {

/// Turns nontemporal accesses of global memory into PTX with a cache policy,
/// which LLVM has no way to express: loads of 16 bytes that L2 evicts last,
/// stores of 8 or 16 that it evicts first (PTX ISA 9.0, section 9.7.9.2). The
/// same of asynchronous copies by a thread, by a bundle `CachePolicy::bundle`.
void addCachePolicies(llvm::Module &module);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_STREAMEDACCESS_H
