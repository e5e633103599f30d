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

/// Turns nontemporal accesses of 16 bytes of global memory into PTX with a
/// cache policy, which LLVM has no way to express: loads that L2 evicts last,
/// stores that it evicts first (PTX ISA 9.0, section 9.7.9.2).
void addCachePolicies(llvm::Module &module);

} // namespace scanc::target

#endif // SCANC_LIB_TARGET_STREAMEDACCESS_H
